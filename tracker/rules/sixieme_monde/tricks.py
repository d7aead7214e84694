"""Sixième Monde: temporary tricks: used after the roll, switched on for karma, ended by the table (text, step 6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Command, Deed, Option, Said
from tracker.rules.sixieme_monde.beat import BeatState, add_term, failing_state, state_of, step_said
from tracker.rules.sixieme_monde.names import plain, signed
from tracker.rules.sixieme_monde.refusals import check_karma
from tracker.rules.sixieme_monde.scale import ACTIVATION
from tracker.rules.sixieme_monde.terms import Term, terms_kept


@dataclass(frozen=True, slots=True, kw_only=True)
class UseTrick(Command):
    """`who` acts and uses one more trick for the roll."""

    trick: str = ""


class UseTrickDeed(Deed[UseTrick]):
    """Takes the bonus of a trick off the total; one that is not active is switched on for 1 karma."""

    id = "trick"
    event = "follow"
    label = text("Use a trick")
    command = UseTrick

    def asks(self, campaign: Campaign, command: UseTrick) -> tuple[Ask, ...]:
        """Ask which one, with its price and what it brings."""
        roller, state = campaign.characters.get(command.who), state_of(campaign, command.beat)
        if roller is None:
            return ()
        options = tuple(_option(roller, state, id) for id in unused_tricks(roller, state))
        return (Ask("trick", text("Trick"), Kind.CHOICE, command.trick, options),)

    def apply(self, draft: Draft, command: UseTrick, faces: Faces) -> None:
        """Use it. Raises Refusal `no_trick` for one that is gone or used already, `no_karma`."""
        state, roller = failing_state(draft.campaign, command.beat)
        if command.who != state.who:
            raise Refusal("no_roll", text_in("sixième monde", "there is no roll to go on with"))
        if command.trick in state.tricks:
            raise Refusal("no_trick", text("this trick is used for the roll already"))
        trick = _trick(roller, command.trick)
        draft.who(state.who)
        draft.name("characters", state.who)
        if not trick.active:
            _switch(draft, roller, command.trick, on=True)
        add_term(draft, state, Term(kind="trick", value=-trick.bonus, name=trick.name, id=command.trick))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name it, and say the running sum."""
        terms = terms_kept(entry)
        name = terms[-1].name if terms else ""
        return step_said(entry, text("uses a trick: {name}", name=name))


def unused_tricks(roller: Any, state: BeatState) -> tuple[str, ...]:
    """Give the ids of the tricks that a roll has not used, those that are active first."""
    left = (id for id in roller.tricks if id not in state.tricks)
    return tuple(sorted(left, key=lambda id: not roller.tricks[id].active))


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchTrick(Command):
    """A trick of `who` to be switched on or off outside a roll."""

    trick: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartTrick(SwitchTrick):
    """A trick to be switched on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTrick(SwitchTrick):
    """A trick that is over, as the table says."""


S = TypeVar("S", bound=SwitchTrick)


class SwitchTrickDeed(Deed[S]):
    """Switches a trick on or off."""

    event = "adjust"
    on: ClassVar[bool]
    """Whether the trick is active afterwards."""
    already: ClassVar[Text]
    """Said of a `name` that is so already."""
    told: ClassVar[Text]
    """What the log says of a `name`."""

    def asks(self, campaign: Campaign, command: S) -> tuple[Ask, ...]:
        """Ask whose and which, of those that are not so yet."""
        return _trick_ask(campaign, command.who, command.trick, active=not self.on)

    def put(self, campaign: Campaign, command: S, name: str, value: Any) -> S:
        """Take the trick with whose it is."""
        return replace(command, who=value[0], trick=value[1])

    def apply(self, draft: Draft, command: S, faces: Faces) -> None:
        """Switch it. Raises Refusal `no_trick`, `no_change` where it is so already, or `no_karma`."""
        holder = present_character(draft.campaign, command.who)
        trick = _trick(holder, command.trick)
        if trick.active == self.on:
            raise Refusal("no_change", replace(self.already, values={"name": trick.name}))
        draft.who(command.who)
        draft.name("characters", command.who)
        draft.fact(result={"name": trick.name})
        _switch(draft, holder, command.trick, on=self.on)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name it."""
        return Said(replace(self.told, values={"name": str(entry.result.get("name", ""))}))


class StartTrickDeed(SwitchTrickDeed[StartTrick]):
    """Switches a trick on for 1 karma."""

    id = "start_trick"
    label = text("Switch a trick on")
    command = StartTrick
    on = True
    already = text("{name} is active already", name="")
    told = text("switches a trick on: {name}", name="")


class EndTrickDeed(SwitchTrickDeed[EndTrick]):
    """Ends an active trick. OPEN: it is active until the table ends it, and may be switched on again."""

    id = "end_trick"
    label = text("End a trick")
    command = EndTrick
    on = False
    already = text("{name} is over already", name="")
    told = text("a trick is over: {name}", name="")


def first_trick(campaign: Campaign, *, active: bool) -> tuple[str, str] | None:
    """Give whose and which trick comes first of those that are, or are not, active; None without any."""
    return next(
        (
            (who, id)
            for who, character in campaign.characters.items()
            for id, trick in character.tricks.items()
            if trick.active == active
        ),
        None,
    )


def trick_said(trick: Any, id: str) -> Text:
    """Name a trick with what it takes off."""
    return text_in("sixième monde", "{name} {value}", name=trick.name or id, value=signed(-trick.bonus))


def price_blocked(holder: Any) -> Text | None:
    """Say why a character cannot switch a trick on, if so."""
    return None if holder.karma >= ACTIVATION else text("{who} has no karma", who=holder.name)


def _trick(holder: Any, id: str) -> Any:
    found = holder.tricks.get(id)
    if found is None:
        raise Refusal("no_trick", text("{who} has no such trick any more", who=holder.name))
    return found


def _switch(draft: Draft, holder: Any, id: str, *, on: bool) -> None:
    """Switch a trick on for its price, or off for nothing."""
    price = ACTIVATION if on else 0
    check_karma(price, holder.karma)
    tricks = {**holder.tricks, id: replace(holder.tricks[id], active=on)}
    draft.put_character(replace(holder, karma=holder.karma - price, tricks=tricks))


def _option(roller: Any, state: BeatState, id: str) -> Option:
    trick = roller.tricks[id]
    price = text_in("trick", "active") if trick.active else text("1 karma")
    step = text_in(
        "sixième monde", "{before} → {after}", before=plain(state.total), after=plain(state.total - trick.bonus)
    )
    blocked = None if trick.active else price_blocked(roller)
    return Option(id, trick_said(trick, id), text("{gain} · {price}", gain=step, price=price), blocked)


def _trick_ask(campaign: Campaign, who: str, trick: str, *, active: bool) -> tuple[Ask, ...]:
    options = tuple(
        Option(
            (holder_id, id),
            text("{who}: {what}", who=holder.name or holder_id, what=trick_said(each, id)),
            text_in("trick", "active") if active else text("1 karma"),
            None if active else price_blocked(holder),
        )
        for holder_id, holder in campaign.characters.items()
        for id, each in holder.tricks.items()
        if each.active == active
    )
    return (Ask("trick", text("Trick"), Kind.CHOICE, (who, trick), options),)
