"""Charge as a system: its sheet, rolls, panes and hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.character import Character
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.problem import Problem, Severity
from tracker.core.text import Text, text, text_n, verbatim
from tracker.core.tree import get_in
from tracker.rules.charge.action_roll import ActionRollDeed
from tracker.rules.charge.charts import chart_of
from tracker.rules.charge.consequence import ConsequenceDeed, ExposureDeed, ProgressDeed, ProtectDeed
from tracker.rules.charge.determination import DeterminationDeed, first_determination
from tracker.rules.charge.growth import Milestone, MilestoneDeed, TakeTalent, TakeTalentDeed
from tracker.rules.charge.names import action_names
from tracker.rules.charge.offers import offers, open_consequence
from tracker.rules.charge.other_rolls import Flashback, FlashbackDeed, Fortune, FortuneDeed
from tracker.rules.charge.procedures import PROCEDURES
from tracker.rules.charge.reminder import REMINDER
from tracker.rules.charge.rolls import first_roll
from tracker.rules.charge.sheet import INITIATIVE_GAIN, SETUP_BONUSES, SHAPE
from tracker.rules.chart import Chart
from tracker.rules.common.unknown import unknown
from tracker.rules.deed import Command, Offer
from tracker.rules.protocol import Gauge, System


class Charge(System):
    """Charge (Fari RPGs), after the French text of its SRD."""

    id = "charge"
    name = verbatim("Charge")
    shape = SHAPE
    procedures = PROCEDURES
    party_title = text("Initiative")
    reminder = REMINDER
    deeds = (
        ActionRollDeed(),
        DeterminationDeed(),
        ConsequenceDeed(),
        ExposureDeed(),
        ProtectDeed(),
        ProgressDeed(),
        FortuneDeed(),
        FlashbackDeed(),
        MilestoneDeed(),
        TakeTalentDeed(),
    )

    def has(self, key: str) -> bool:
        """All four roll keys."""
        return key in {"roll", "resist", "fortune", "flashback"}

    def command(self, key: str, campaign: Campaign, who: str) -> Command | None:
        """Give the action roll, determination, fortune roll or flashback to begin with."""
        match key:
            case "roll":
                return first_roll(campaign, who)
            case "resist" if who in campaign.characters:
                return first_determination(campaign, who, open_consequence(campaign, who))
            case "fortune":
                return Fortune()
            case "flashback" if who in campaign.characters:
                return Flashback(who=who)
            case _:
                return None

    def offers(self, campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
        """List what follows."""
        return offers(campaign, beat)

    def chart(self, campaign: Campaign, command: Command) -> Chart | None:
        """Give every number of dice, with what position and effect make of it."""
        return chart_of(campaign, command) or super().chart(campaign, command)

    def menu(self, campaign: Campaign) -> tuple[Offer, ...]:
        """Add the milestone."""
        waiting = [pc for pc in campaign.characters.values() if pc.milestones > 0]
        first = next(iter(action_names(campaign)), "")
        talents = (
            Offer("a", text("talent of {who}", who=pc.name), TakeTalent(who=pc.id, action=first)) for pc in waiting
        )
        return (Offer("j", text("milestone for the group"), Milestone()), *talents)

    def gauges(self, campaign: Campaign, character: Any) -> tuple[Gauge, ...]:
        """Give initiative first, then the counters."""
        return (Gauge(("initiative",), text("initiative"), character.initiative), *super().gauges(campaign, character))

    def remarks(self, campaign: Campaign, character: Any) -> tuple[Text, ...]:
        """Say what earlier rolls left, and milestones to spend."""
        remarks: list[Text] = []
        if character.position_bonus:
            remarks.append(text("position +{steps}", steps=character.position_bonus))
        if character.position_penalty:
            remarks.append(text("position −{steps}", steps=character.position_penalty))
        if character.milestones:
            remarks.append(text_n("{count} milestone", "{count} milestones", character.milestones))
        return tuple(remarks)

    def table_lines(self, campaign: Campaign) -> tuple[Text, ...]:
        """Say which set-ups wait."""
        return tuple(
            text("set-up by {who}: {bonus}", who=_name(campaign, setup.by), bonus=SETUP_BONUSES[setup.bonus])
            for setup in campaign.table.setups
        )

    def level_names(self, campaign: Campaign, attribute: str) -> Mapping[str, Text]:
        """Give the actions for the sheet's dots."""
        return action_names(campaign) if attribute == "actions" else {}

    def new_character(self, campaign: Campaign, character: Character) -> Character:
        """Give the initiative a session starts with."""
        start: Any = {"initiative": campaign.rules.initiative_start}
        return replace(character, **start)

    def character_removed(self, draft: Draft, id: str) -> None:
        """Take the set-ups of who leaves off the table: nobody could follow them up."""
        table = draft.campaign.table
        draft.put_table(replace(table, setups=tuple(setup for setup in table.setups if setup.by != id)))

    def session_started(self, draft: Draft) -> None:
        """Set everybody's initiative, whatever was left (Charge, Initiative)."""
        start = draft.campaign.rules.initiative_start
        for character in tuple(draft.campaign.characters.values()):
            draft.put_character(replace(character, initiative=start))

    def scene_ended(self, draft: Draft) -> None:
        """Bring back who was taken out; set-ups and worse positions are over."""
        super().scene_ended(draft)
        for character in tuple(draft.campaign.characters.values()):
            draft.put_character(replace(character, position_penalty=0))
        draft.put_table(replace(draft.campaign.table, setups=()))

    def check(self, campaign: Campaign) -> Iterable[Problem]:
        """Check actions, outcomes and set-ups against the lists they refer to."""
        known = tuple(action_names(campaign))
        for id, character in campaign.characters.items():
            for action in character.actions:
                if action not in known:
                    yield unknown(("characters", id, "actions", action), action, known, Severity.WARNING, at_key=True)
            for n, talent in enumerate(character.talents):
                if talent.action and talent.action not in known:
                    path = ("characters", id, "talents", str(n), "action")
                    yield unknown(path, talent.action, known, Severity.WARNING)
        for outcome in campaign.rules.initiative_gain:
            if outcome not in INITIATIVE_GAIN:
                yield unknown(
                    ("rules", "initiative_gain", outcome),
                    outcome,
                    tuple(INITIATIVE_GAIN),
                    Severity.WARNING,
                    at_key=True,
                )
        for n, setup in enumerate(campaign.table.setups):
            if setup.by not in campaign.characters and (setup.by or _names_nobody(campaign, n)):
                yield unknown(("table", "setups", str(n), "by"), setup.by, tuple(campaign.characters), Severity.ERROR)
        for id, clock in campaign.clocks.items():
            if campaign.rules.clock_sizes and clock.size not in campaign.rules.clock_sizes:
                usual = ", ".join(str(size) for size in campaign.rules.clock_sizes)
                message = text(
                    "{clock} has {size} segments; usual are {usual}",
                    clock=clock.name or id,
                    size=clock.size,
                    usual=usual,
                )
                yield Problem(("clocks", id, "size"), Severity.WARNING, message)


def _names_nobody(campaign: Campaign, n: int) -> bool:
    """Say whether a set-up of the file names the empty id; one without a name has its own problem already."""
    setups = get_in(campaign.tree, ("table", "setups"))
    row = setups[n] if isinstance(setups, (list, tuple)) and n < len(setups) else None
    return isinstance(row, Mapping) and row.get("by") == ""


def _name(campaign: Campaign, id: str) -> str:
    found = campaign.characters.get(id)
    return found.name if found is not None else id


SYSTEM = Charge()
