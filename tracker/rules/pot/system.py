"""POT as a system: its sheet, rolls, panes and hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.problem import Problem, Severity
from tracker.core.text import Text, text, verbatim
from tracker.rules.chart import Chart
from tracker.rules.common.unknown import unknown
from tracker.rules.deed import Ask, Command, Offer, Option
from tracker.rules.pot.aftermath import BetsBringDeed, LetFailDeed, RerollDeed
from tracker.rules.pot.charts import chart_of
from tracker.rules.pot.house import REUSE, TWICE
from tracker.rules.pot.names import attitude_name, attitude_names, name_of, talent_name, talent_names
from tracker.rules.pot.offers import key_roll, menu, offers
from tracker.rules.pot.procedures import PROCEDURES
from tracker.rules.pot.reminder import REMINDER
from tracker.rules.pot.rounds import EndRoundDeed, StartRoundDeed
from tracker.rules.pot.sheet import SHAPE
from tracker.rules.pot.taking_turns import EndTurnDeed, GiveTurnDeed, SplitDeed
from tracker.rules.pot.talent_roll import TalentRollDeed
from tracker.rules.pot.turns import had_turn, on_turn, phase_of, turn_order
from tracker.rules.protocol import Gauge, System


class Pot(System):
    """POT, after the French summary of Cadwallon's rules."""

    id = "pot"
    name = verbatim("POT")
    shape = SHAPE
    procedures = PROCEDURES
    party_title = text("Turn order")
    reminder = REMINDER
    deeds = (
        StartRoundDeed(),
        SplitDeed(),
        EndTurnDeed(),
        GiveTurnDeed(),
        EndRoundDeed(),
        TalentRollDeed(),
        RerollDeed(),
        LetFailDeed(),
        BetsBringDeed(),
    )

    def command(self, key: str, campaign: Campaign, who: str) -> Command | None:
        """Give the split that waits or the test of a talent."""
        return key_roll(campaign, who) if key == "roll" else super().command(key, campaign, who)

    def offers(self, campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
        """List what follows."""
        return offers(campaign, beat)

    def chart(self, campaign: Campaign, command: Command) -> Chart | None:
        """Give every number of dice against every DIFF."""
        return chart_of(campaign, command) or super().chart(campaign, command)

    def menu(self, campaign: Campaign) -> tuple[Offer, ...]:
        """Add the steps of the round."""
        return menu(campaign)

    def gauges(self, campaign: Campaign, character: Any) -> tuple[Gauge, ...]:
        """Give RA, RR, then the counters."""
        return (
            Gauge(("ra",), text("RA"), character.ra),
            Gauge(("rr",), text("RR"), character.rr),
            *super().gauges(campaign, character),
        )

    def remarks(self, campaign: Campaign, character: Any) -> tuple[Text, ...]:
        """Say who is on, POT, the die set aside, and the talents used this round."""
        remarks: list[Text] = []
        phase = phase_of(campaign)
        if character.id == on_turn(campaign):
            remarks.append(text("splits now") if phase == "split" else text("acts now"))
        elif phase != "none" and character.id in had_turn(campaign):
            remarks.append(text("has split") if phase == "split" else text("has acted"))
        remarks.append(text("POT {pot}", pot=character.pot))
        if character.conditional:
            remarks.append(text("1 die aside: {words}", words=character.conditional_when))
        for id, uses in character.uses.items():
            if uses and id in character.talents:
                name = talent_name(character.talents[id], id)
                remarks.append(text("{talent} DIFF +{number}", talent=name, number=REUSE * uses))
        return tuple(remarks)

    def table_lines(self, campaign: Campaign) -> tuple[Text, ...]:
        """Say where the round stands."""
        table = campaign.table
        now = on_turn(campaign)
        match phase_of(campaign):
            case "split" if now:
                return (text("round {number}: {who} splits", number=table.round, who=name_of(campaign, now)),)
            case "act" if now:
                return (text("round {number}: {who} acts", number=table.round, who=name_of(campaign, now)),)
            case "act":
                return (text("round {number}: everybody has acted", number=table.round),)
            case _ if table.round:
                return (text("round {number} is over", number=table.round),)
            case _:
                return ()

    def order(self, campaign: Campaign) -> tuple[str, ...]:
        """Give the turn order."""
        return turn_order(campaign)

    def on_turn(self, campaign: Campaign) -> str:
        """Give who splits or acts."""
        return on_turn(campaign)

    def level_names(self, campaign: Campaign, attribute: str) -> Mapping[str, Text]:
        """Give the attitudes of the table for the sheet's points, and the talents for the uses told in the log."""
        match attribute:
            case "attitudes":
                return attitude_names(campaign)
            case "uses":
                return talent_names(campaign)
            case _:
                return {}

    def sheet_asks(self, campaign: Campaign, character: Any, asks: tuple[Ask, ...]) -> tuple[Ask, ...]:
        """Offer the sheet's own attitudes where one of them is named."""
        return tuple(_with_attitudes(character, ask) if _names_attitude(ask) else ask for ask in asks)

    def character_removed(self, draft: Draft, id: str) -> None:
        """Take who leaves out of the round; a turn goes to the next."""
        table = draft.campaign.table
        done, aside = (tuple(each for each in ids if each != id) for ids in (table.done, table.aside))
        draft.put_table(replace(table, done=done, aside=aside, acting="" if table.acting == id else table.acting))

    def scene_ended(self, draft: Draft) -> None:
        """Bring back who was taken out; rounds begin anew, and what was in the reserves is gone."""
        super().scene_ended(draft)
        for character in tuple(draft.campaign.characters.values()):
            draft.put_character(replace(character, ra=0, rr=0, uses={}, conditional=0, conditional_when=""))
        draft.put_table(replace(draft.campaign.table, round=0, phase="none", acting="", done=(), aside=()))

    def check(self, campaign: Campaign) -> Iterable[Problem]:
        """Check attitudes and talents against the sheet, reserves against POT, and the round against the characters."""
        for id, character in campaign.characters.items():
            yield from _check_sheet(id, character)
        known = tuple(campaign.characters)
        acting = campaign.table.acting
        if acting and acting not in known:
            yield unknown(("table", "acting"), acting, known, Severity.ERROR)
        for key, ids in (("done", campaign.table.done), ("aside", campaign.table.aside)):
            for n, each in enumerate(ids):
                if each not in known:
                    yield unknown(("table", key, str(n)), each, known, Severity.WARNING)


def _check_sheet(id: str, character: Any) -> Iterable[Problem]:
    here = ("characters", id)
    known = tuple(character.attitudes)
    if character.dominant and character.dominant not in known:
        yield unknown((*here, "dominant"), character.dominant, known, Severity.ERROR)
    for key, talent in character.talents.items():
        if talent.attitude and talent.attitude not in known:
            yield unknown((*here, "talents", key, "attitude"), talent.attitude, known, Severity.ERROR)
    for key in character.uses:
        if key not in character.talents:
            yield unknown((*here, "uses", key), key, tuple(character.talents), Severity.WARNING, at_key=True)
    held = character.ra + character.rr
    if held > TWICE * character.pot:
        message = text(
            "{who} holds {found} dice in RA and RR; {most} is the most, twice POT",
            who=character.name or id,
            found=held,
            most=TWICE * character.pot,
        )
        yield Problem((*here, "ra" if character.ra else "rr"), Severity.ERROR, message)


def _names_attitude(ask: Ask) -> bool:
    parts = ask.name.split(".")
    return ask.name == "dominant" or (parts[0] == "talents" and len(parts) == 3 and parts[2] == "attitude")


def _with_attitudes(character: Any, ask: Ask) -> Ask:
    keys = dict.fromkeys(("", *character.attitudes, ask.value))
    options = tuple(Option(key, attitude_name(key) if key else text("none")) for key in keys)
    return replace(ask, kind=Kind.CHOICE, options=options)


SYSTEM = Pot()
