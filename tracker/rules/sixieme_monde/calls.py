"""Sixième Monde: answering the call (text, step 4) and a companion's support (step 5).

INTERFACE RULE (text): it is the d20 that calls, and nobody may be asked who can answer. So everybody is offered alike,
nothing here looks at the call values of anybody before an answer is given, and a wrong one is refused without a hint.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in
from tracker.core.tree import path_text
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Deed, Option, Preview, Said
from tracker.rules.sixieme_monde.addons import AddonCommand, addon_asks, best_addon, named_addon
from tracker.rules.sixieme_monde.beat import BeatState, add_term, failing_state, state_of, step_said
from tracker.rules.sixieme_monde.names import plain
from tracker.rules.sixieme_monde.refusals import check_companions, no_call
from tracker.rules.sixieme_monde.scale import answer_worth, level_of
from tracker.rules.sixieme_monde.terms import Term, terms_kept

NOBODY = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCall(AddonCommand):
    """`who` acts and answers the call of their own die with one more addon."""


class AnswerCallDeed(Deed[AnswerCall]):
    """The main character answers the call: the level of an addon comes off the total (text, step 4)."""

    id = "call"
    event = "follow"
    label = text("Answer the call")
    command = AnswerCall

    def asks(self, campaign: Campaign, command: AnswerCall) -> tuple[Ask, ...]:
        """Ask which addon."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        state = state_of(campaign, command.beat)
        return addon_asks(character, command, lambda bonus: _worth_said(campaign, state, bonus))

    def preview(self, campaign: Campaign, command: AnswerCall) -> Preview:
        """Say what it brings."""
        return _preview(campaign, command)

    def apply(self, draft: Draft, command: AnswerCall, faces: Faces) -> None:
        """Take it off. Raises Refusal `answered` a second time, `no_call` where the die does not call."""
        state, roller = failing_state(draft.campaign, command.beat)
        if command.who != state.who:
            raise Refusal("no_roll", text_in("sixième monde", "there is no roll to go on with"))
        if state.called:
            raise Refusal("answered", text("{who} has answered this call already", who=roller.name))
        name, bonus = named_addon(roller, command)
        if state.d20 not in roller.call_values:
            raise no_call(roller.name, "call")
        worth = answer_worth(bonus, draft.campaign.rules.call_uses_bonus)
        draft.who(state.who)
        draft.name("characters", state.who)
        add_term(draft, state, Term(kind="call", value=-worth, name=name))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the addon, and the running sum."""
        return step_said(entry, _named(entry, text("answers the call")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Support(AddonCommand):
    """`who` is the companion who answers the call of somebody else's die."""


class SupportDeed(Deed[Support]):
    """A companion answers the call in support (text, step 5), whether or not the main character could."""

    id = "support"
    event = "follow"
    label = text("Support from a companion")
    command = Support

    def asks(self, campaign: Campaign, command: Support) -> tuple[Ask, ...]:
        """Ask who speaks up, all others alike, and which addon they name."""
        state = state_of(campaign, command.beat)
        asks = [Ask("who", text("Who speaks up"), Kind.CHOICE, command.who, _others(campaign, state))]
        companion = campaign.characters.get(command.who)
        if companion is not None:
            asks.extend(addon_asks(companion, command, lambda bonus: _worth_said(campaign, state, bonus)))
        return tuple(asks)

    def put(self, campaign: Campaign, command: Support, name: str, value: Any) -> Support:
        """Give the command with one more answer; who it is proposes the best of their addons."""
        put: Support = replace(command, **{name: value})
        companion = campaign.characters.get(put.who)
        return replace(put, addon=best_addon(companion)) if name == "who" and companion is not None else put

    def preview(self, campaign: Campaign, command: Support) -> Preview:
        """Say what it would bring if the die calls."""
        return _preview(campaign, command) if command.who in campaign.characters else Preview()

    def apply(self, draft: Draft, command: Support, faces: Faces) -> None:
        """Take it off.

        Raises Refusal `nobody`, `bad_companion` for who acts or has answered, `too_many_companions`, last `no_call`.
        """
        state, _ = failing_state(draft.campaign, command.beat)
        if command.who == NOBODY:
            raise Refusal("nobody", text("say who speaks up"))
        companion = present_character(draft.campaign, command.who)
        if command.who == state.who or command.who in state.supporters:
            raise Refusal("bad_companion", text("{who} cannot support here", who=companion.name))
        check_companions(len(state.supporters) + 1, draft.campaign.rules)
        name, bonus = named_addon(companion, command)
        if state.d20 not in companion.call_values:
            raise no_call(companion.name, "companions")
        worth = answer_worth(bonus, draft.campaign.rules.call_uses_bonus)
        draft.who(command.who)
        draft.name("characters", command.who)
        add_term(draft, state, Term(kind="support", value=-worth, name=name, id=command.who), helped=state.who)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say whom it helps and with what, and the running sum."""
        helped = entry.result.get("helped")
        who = entry.names.get(path_text(("characters", helped)), helped) if isinstance(helped, str) else ""
        what = text("supports {who}", who=who) if who else text("answers the call")
        return step_said(entry, _named(entry, what))


def _others(campaign: Campaign, state: BeatState) -> tuple[Option, ...]:
    """List everybody else, in the order of the screen and with nothing beside their names."""
    return (
        Option(NOBODY, text("nobody yet")),
        *(
            Option(id, text("{name}", name=other.name or id))
            for id, other in campaign.characters.items()
            if id != state.who and id not in state.supporters
        ),
    )


def _worth_said(campaign: Campaign, state: BeatState, bonus: int) -> Text:
    uses_bonus = campaign.rules.call_uses_bonus
    step = text_in(
        "sixième monde",
        "{before} → {after}",
        before=plain(state.total),
        after=plain(state.total - answer_worth(bonus, uses_bonus)),
    )
    if uses_bonus:
        return text("bonus {number} · {step}", number=bonus, step=step)
    return text("bonus {number}, level {level} · {step}", number=bonus, level=level_of(bonus), step=step)


def _preview(campaign: Campaign, command: AddonCommand) -> Preview:
    character = present_character(campaign, command.who)
    _, bonus = named_addon(character, command)
    return Preview(facts=(_worth_said(campaign, state_of(campaign, command.beat), bonus),))


def _named(entry: Entry, what: Text) -> Text:
    terms = terms_kept(entry)
    name = terms[-1].name if terms else ""
    return text("{name}: {words}", name=what, words=name) if name else what
