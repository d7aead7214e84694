"""POT: the round from its start to its end (POT, Répartition des dés, Action)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Command, Deed, Option, Preview, Said
from tracker.rules.pot.procedures import END_OF_ROUND, KEEPS, EndOfRoundInputs
from tracker.rules.pot.turns import splitting_order, waiting

NOTHING = "none"
"""The answer that keeps nothing."""
KEPT = "keep."
"""Stands before the id of a character in the name of the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound(Command):
    """A new round begins."""


class StartRoundDeed(Deed[StartRound]):
    """Begins a round: talents are fresh again, and the one of highest hargne splits first."""

    id = "round_start"
    event = "round"
    label = text("New round")
    command = StartRound

    def apply(self, draft: Draft, command: StartRound, faces: Faces) -> None:
        """Begin it. Raises Refusal `round_open` while one is going on, `nobody_there` without anybody to play it."""
        campaign = draft.campaign
        if campaign.table.phase != "none":
            raise Refusal("round_open", text("round {number} is not over yet", number=campaign.table.round))
        order = splitting_order(campaign)
        if not order:
            raise Refusal("nobody_there", text("nobody is there to play a round"))
        for character in tuple(campaign.characters.values()):
            draft.put_character(_refreshed(campaign, character))
        number = campaign.table.round + 1
        draft.put_table(replace(draft.campaign.table, round=number, phase="split", acting=order[0], done=(), aside=()))
        for id in order:
            draft.name("characters", id)
        draft.fact(result={"round": number, "order": order})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name the round, and who splits in which order."""
        what = text("round {number} begins", number=_number(entry))
        return Said(what, details=(text("splitting: {names}", names=", ".join(ordered_names(entry))),))


def _refreshed(campaign: Campaign, character: Any) -> Any:
    """Give a character at the start of a round: no use, no die set aside, dice of one reserve and at most POT.

    The end of a round leaves it so; only a hand edit may not: the larger reserve then counts as the kept one.
    """
    kept = END_OF_ROUND.read(_inputs(character, _fullest(character)), campaign.rules, {})
    return replace(character, uses={}, conditional=0, conditional_when="", ra=kept["carried_ra"], rr=kept["carried_rr"])


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRound(Command):
    """The round is over; who keeps what for the next one."""

    keep: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Character → `ra`, `rr` or `none`. Who is not named keeps the reserve with more dice."""


class EndRoundDeed(Deed[EndRound]):
    """Ends a round: one reserve may be kept, at most POT dice of it, unless a die was set aside; the rest is lost."""

    id = "round_end"
    event = "round"
    label = text("End of the round")
    command = EndRound

    def asks(self, campaign: Campaign, command: EndRound) -> tuple[Ask, ...]:
        """Ask everybody with dice left what they keep."""
        return tuple(
            Ask(f"{KEPT}{id}", text("{name} keeps", name=pc.name or id), Kind.CHOICE, _kept(command, pc), _options(pc))
            for id, pc in campaign.characters.items()
            if pc.ra + pc.rr and id not in campaign.table.aside
        )

    def put(self, campaign: Campaign, command: EndRound, name: str, value: Any) -> EndRound:
        """Give the command with one more answer."""
        return replace(command, keep={**command.keep, name.removeprefix(KEPT): value})

    def preview(self, campaign: Campaign, command: EndRound) -> Preview:
        """Say which dice are lost whatever is chosen, and who has not acted."""
        lost = tuple(
            text("the conditional die of {who} is lost", who=pc.name or id)
            for id, pc in campaign.characters.items()
            if pc.conditional
        )
        left = [campaign.characters[id].name or id for id in waiting(campaign)]
        warnings = (text("not yet done: {names}", names=", ".join(left)),) if left else ()
        return Preview(facts=lost, warnings=warnings)

    def apply(self, draft: Draft, command: EndRound, faces: Faces) -> None:
        """End it. Refuses `no_round`, an unknown name or answer, and dice kept by who has set one aside."""
        campaign = draft.campaign
        if campaign.table.phase == "none":
            raise Refusal("no_round", text("no round is going on"))
        for id, keep in command.keep.items():
            _check_keep(campaign, id, keep)
        lost: list[str] = []
        for id, character in campaign.characters.items():
            keep = NOTHING if id in campaign.table.aside else _kept(command, character)
            kept = END_OF_ROUND.read(_inputs(character, keep), campaign.rules, {})
            if character.conditional:
                draft.name("characters", id)
                lost.append(id)
            draft.put_character(
                replace(character, ra=kept["carried_ra"], rr=kept["carried_rr"], conditional=0, conditional_when="")
            )
        draft.put_table(replace(campaign.table, phase="none", acting="", done=(), aside=()))
        draft.fact(result={"round": campaign.table.round, "lost": lost})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name the round; what everybody keeps stands in the changes."""
        lost = entry.result.get("lost")
        ids = [id for id in lost if isinstance(id, str)] if isinstance(lost, (list, tuple)) else []
        details = tuple(
            text("the conditional die of {who} is lost", who=entry.names.get(f"characters.{id}", id)) for id in ids
        )
        return Said(text("round {number} ends", number=_number(entry)), details=details)


def _check_keep(campaign: Campaign, id: str, keep: str) -> None:
    character = present_character(campaign, id)
    if keep not in {NOTHING, "ra", "rr"}:
        raise Refusal("bad_keep", text("what is kept is RA, RR or nothing"))
    if keep != NOTHING and id in campaign.table.aside:
        message = text("{who} has set a die aside and keeps nothing else", who=character.name)
        raise Refusal("conditional_or_kept", message)


def _fullest(character: Any) -> str:
    """Give the reserve with more dice; RA where they are equal."""
    return "rr" if character.rr > character.ra else "ra"


def _kept(command: EndRound, character: Any) -> str:
    return command.keep.get(character.id, _fullest(character))


def _inputs(character: Any, keep: str) -> EndOfRoundInputs:
    return EndOfRoundInputs(pot=character.pot, ra=character.ra, rr=character.rr, keep=None if keep == NOTHING else keep)


def _options(character: Any) -> tuple[Option, ...]:
    held = character.ra + character.rr
    return tuple(
        Option(keep, KEEPS.get(keep, text("nothing")), _balance(min(number, character.pot), held))
        for keep, number in (("ra", character.ra), ("rr", character.rr), (NOTHING, 0))
        if number or keep == NOTHING
    )


def _balance(kept: int, held: int) -> Text:
    return text(
        "{kept}, {lost}",
        kept=text_n("{count} die kept", "{count} dice kept", kept),
        lost=text_n("{count} lost", "{count} lost", held - kept),
    )


def _number(entry: Entry) -> int:
    found = entry.result.get("round")
    return found if isinstance(found, int) else 0


def ordered_names(entry: Entry) -> list[str]:
    """Give the names of the characters that an entry lists in an order."""
    order = entry.result.get("order")
    ids = [id for id in order if isinstance(id, str)] if isinstance(order, (list, tuple)) else []
    return [entry.names.get(f"characters.{id}") or id for id in ids]
