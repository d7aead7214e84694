"""POT: splitting the dice, and the end of a turn (POT, Répartition des dés, Action)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Command, Deed, Option, Preview, Said
from tracker.rules.pot.procedures import DISTRIBUTE, END_OF_ROUND, Carried, DistributeInputs, EndOfRoundInputs
from tracker.rules.pot.rounds import ordered_names
from tracker.rules.pot.turns import acting_order, check_turn, on_turn, pass_turn, waiting


@dataclass(frozen=True, slots=True, kw_only=True)
class Split(Command):
    """`who` puts some of its new dice into RA, the rest of POT into RR."""

    ra: int = 0


class SplitDeed(Deed[Split]):
    """Splits exactly POT new dice between RA and RR; kept dice stay where they were kept."""

    id = "split"
    event = "round"
    label = text("Split the dice")
    command = Split

    def asks(self, campaign: Campaign, command: Split) -> tuple[Ask, ...]:
        """Ask how many go into RA."""
        pc = campaign.characters.get(command.who)
        if pc is None:
            return ()
        options = tuple(
            Option(ra, text("{number}", number=ra), text("RA {ra} · RR {rr}", ra=pc.ra + ra, rr=pc.rr + pc.pot - ra))
            for ra in range(pc.pot + 1)
        )
        label = text("{name}: new dice into RA", name=pc.name or pc.id)
        return (Ask("ra", label, Kind.WHOLE, command.ra, options, 0, pc.pot),)

    def preview(self, campaign: Campaign, command: Split) -> Preview:
        """Say what there is to split, and who comes after."""
        pc = present_character(campaign, command.who)
        facts = [text("POT {pot}: RA {ra}, RR {rr}", pot=pc.pot, ra=command.ra, rr=pc.pot - command.ra)]
        if pc.ra:
            facts.append(text("{number} kept in RA", number=pc.ra))
        if pc.rr:
            facts.append(text("{number} kept in RR", number=pc.rr))
        after = [campaign.characters[id].name or id for id in waiting(campaign) if id != command.who]
        if after:
            facts.append(text("then {names}", names=", ".join(after)))
        return Preview(facts=tuple(facts))

    def apply(self, draft: Draft, command: Split, faces: Faces) -> None:
        """Split them. Refuses another phase or turn, then what the rules of the split forbid."""
        pc = present_character(draft.campaign, command.who)
        check_turn(draft.campaign, command.who, "split")
        carried = Carried(ra=pc.ra or None, rr=pc.rr or None)
        inputs = DistributeInputs(pot=pc.pot, ra=command.ra, rr=pc.pot - command.ra, carried=carried)
        DISTRIBUTE.verify(inputs, draft.campaign.rules)
        result = DISTRIBUTE.read(inputs, draft.campaign.rules, {})
        draft.who(command.who)
        draft.name("characters", command.who)
        draft.put_character(replace(pc, ra=result["ra"], rr=result["rr"]))
        facts: dict[str, Any] = {"pot": pc.pot, "ra": inputs.ra, "rr": inputs.rr, "kept_ra": pc.ra, "kept_rr": pc.rr}
        pass_turn(draft, command.who)
        if draft.campaign.table.phase == "act":
            order = acting_order(draft.campaign)
            for id in order:
                draft.name("characters", id)
            facts["order"] = order
        draft.fact(result=facts)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the split; the last one names who acts in which order."""
        numbers = {name: _number(entry, name) for name in ("pot", "ra", "rr")}
        what = text("splits {pot}: RA {ra}, RR {rr}", **numbers)
        order = ordered_names(entry)
        return Said(what, details=(text("acting: {names}", names=", ".join(order)),) if order else ())


def first_split(campaign: Campaign, who: str, beat: int | None = None) -> Split:
    """Give the split to begin with: that of the last time, else half of the dice, the odd one into RA."""
    pot = campaign.characters[who].pot
    last = next((e for e in reversed(campaign.log) if e.roll == "split" and e.who == who), None)
    ra = (pot + 1) // 2 if last is None else min(pot, _number(last, "ra"))
    return Split(who=who, ra=ra, beat=beat)


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Command):
    """`who` has performed all its actions."""

    conditional: bool = False
    """One action die is set aside for a conditional action."""
    when: str = ""
    """What has to happen for it to be rolled."""


class EndTurnDeed(Deed[EndTurn]):
    """Ends a turn; an action die may be set aside for later in the round, under a condition."""

    id = "turn_end"
    event = "round"
    label = text("Done acting")
    command = EndTurn

    def asks(self, campaign: Campaign, command: EndTurn) -> tuple[Ask, ...]:
        """Ask for the condition, where a die is set aside."""
        if not command.conditional or command.who not in campaign.characters:
            return ()
        label = text("{name} acts if", name=campaign.characters[command.who].name or command.who)
        return (Ask("when", label, Kind.LINE, command.when),)

    def preview(self, campaign: Campaign, command: EndTurn) -> Preview:
        """Say what setting a die aside costs."""
        return Preview(facts=(text("1 RA; nothing is then kept for the next round"),) if command.conditional else ())

    def apply(self, draft: Draft, command: EndTurn, faces: Faces) -> None:
        """End it. Refuses another phase or turn, a die set aside without words, and `no_action_die`."""
        pc = present_character(draft.campaign, command.who)
        check_turn(draft.campaign, command.who, "act")
        draft.who(command.who)
        draft.name("characters", command.who)
        if command.conditional:
            if not command.when.strip():
                raise Refusal("no_condition", text("a conditional action needs its condition in words"))
            inputs = EndOfRoundInputs(pot=pc.pot, ra=pc.ra, rr=pc.rr, keep="conditional")
            END_OF_ROUND.verify(inputs, draft.campaign.rules)
            aside = END_OF_ROUND.read(inputs, draft.campaign.rules, {})["conditional"]
            draft.put_character(replace(pc, ra=pc.ra - aside, conditional=aside, conditional_when=command.when.strip()))
            table = draft.campaign.table
            draft.put_table(replace(table, aside=(*table.aside, command.who)))
        following = pass_turn(draft, command.who)
        draft.name("characters", following)
        draft.fact(result={"next": following} if following else {})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that the turn is over, what is set aside, and who acts next."""
        next_up = entry.result.get("next")
        name = entry.names.get(f"characters.{next_up}", "")
        details = (text("next: {who}", who=name),) if name else (text("everybody has acted"),)
        if entry.choice.get("conditional") is True:
            return Said(text("done, with a die set aside"), details=details)
        return Said(text("done acting"), details=details)


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveTurn(Command):
    """`who` is on before those whom the order puts first (OPEN: the table may reorder)."""


class GiveTurnDeed(Deed[GiveTurn]):
    """Gives the turn to somebody else who has not had it yet."""

    id = "turn_given"
    event = "round"
    label = text("Somebody else’s turn")
    command = GiveTurn

    def asks(self, campaign: Campaign, command: GiveTurn) -> tuple[Ask, ...]:
        """Ask to whom."""
        options = tuple(Option(id, text("{name}", name=campaign.characters[id].name or id)) for id in waiting(campaign))
        return (Ask("who", text("The turn is"), Kind.CHOICE, command.who, options),) if options else ()

    def apply(self, draft: Draft, command: GiveTurn, faces: Faces) -> None:
        """Give it. Refuses `no_turn` for who has had it or has it, and outside of a round."""
        pc = present_character(draft.campaign, command.who)
        if command.who not in waiting(draft.campaign):
            raise Refusal("no_turn", text("{who} has no turn to come", who=pc.name))
        if command.who == on_turn(draft.campaign):
            raise Refusal("no_turn", text("it is the turn of {who} already", who=pc.name))
        draft.who(command.who)
        draft.name("characters", command.who)
        draft.put_table(replace(draft.campaign.table, acting=command.who))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say whose turn it is."""
        return Said(text("takes the turn"))


def first_to_give(campaign: Campaign) -> GiveTurn:
    """Give the turn to who comes next."""
    others = [id for id in waiting(campaign) if id != on_turn(campaign)]
    return GiveTurn(who=next(iter(others), on_turn(campaign)))


def _number(entry: Entry, name: str) -> int:
    found = entry.result.get(name)
    return found if isinstance(found, int) else 0
