"""3D6 with kittens as a system: its sheet, rolls, panes and hooks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.character import Character
from tracker.core.clean import clean
from tracker.core.entry import Entry
from tracker.core.problem import Problem, Severity
from tracker.core.text import Text, text, text_in, verbatim
from tracker.rules.chart import Chart
from tracker.rules.common.unknown import unknown
from tracker.rules.deed import Command, Offer
from tracker.rules.protocol import Gauge, System
from tracker.rules.systeme_3d6.charts import chart_of
from tracker.rules.systeme_3d6.choose import ChooseDeed, StepConsequenceDeed
from tracker.rules.systeme_3d6.commands import RollGroup, RollLong, first_roll, switched
from tracker.rules.systeme_3d6.long_task import USUAL_TARGET
from tracker.rules.systeme_3d6.names import quality_names
from tracker.rules.systeme_3d6.offers import offers
from tracker.rules.systeme_3d6.procedures import PROCEDURES
from tracker.rules.systeme_3d6.reminder import REMINDER
from tracker.rules.systeme_3d6.reroll import RerollDeed
from tracker.rules.systeme_3d6.roll_group import RollGroupDeed
from tracker.rules.systeme_3d6.roll_long import RollLongDeed
from tracker.rules.systeme_3d6.roll_opposed import DrawDeed, RollOpposedDeed
from tracker.rules.systeme_3d6.roll_single import RollOpenDeed, RollTestDeed
from tracker.rules.systeme_3d6.sheet import SHAPE, START_QUALITY


class Kittens(System):
    """The 3D6 system of Donjons & Chatons (Studio Deadcrows), after its French text."""

    id = "3d6"
    name = verbatim("3D6")
    shape = SHAPE
    procedures = PROCEDURES
    party_title = text_in("party", "Kittens")
    reminder = REMINDER
    deeds = (
        RollTestDeed(),
        RollOpenDeed(),
        RollOpposedDeed(),
        RollGroupDeed(),
        RollLongDeed(),
        RerollDeed(),
        ChooseDeed(),
        DrawDeed(),
        StepConsequenceDeed(),
    )

    def command(self, key: str, campaign: Campaign, who: str) -> Command | None:
        """Give the test to begin with, whose first question leads to the other rolls."""
        return first_roll(campaign, who) if key == "roll" else super().command(key, campaign, who)

    def clock_command(self, campaign: Campaign, clock: str, who: str) -> Command | None:
        """Give the roll of the selected kitten for a long task."""
        if campaign.clocks[clock].kind != "task":
            return None
        roll = first_roll(campaign, who)
        wanted = None if roll is None else switched(campaign, roll, "long")
        return replace(wanted, clock=clock) if isinstance(wanted, RollLong) else None

    def offers(self, campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
        """List what follows."""
        return offers(campaign, beat)

    def chart(self, campaign: Campaign, command: Command) -> Chart | None:
        """Give every quality, difficulty and number of dice."""
        return chart_of(campaign, command) or super().chart(campaign, command)

    def menu(self, campaign: Campaign) -> tuple[Offer, ...]:
        """Add what concerns the whole party: the group action, and the long task, which asks who begins."""
        first = next((id for id, each in campaign.characters.items() if each.present and not each.taken_out), "")
        test = first_roll(campaign, first)
        if test is None:
            return ()
        return (
            Offer("g", text("Group action"), RollGroup()),
            Offer("k", text("Long task"), switched(campaign, test, "long")),
        )

    def gauges(self, campaign: Campaign, character: Any) -> tuple[Gauge, ...]:
        """Give hearts first, then friendship, then the counters."""
        return (
            Gauge(("hearts",), text("hearts"), character.hearts),
            Gauge(("friendship",), text("friendship"), character.friendship),
            *super().gauges(campaign, character),
        )

    def remarks(self, campaign: Campaign, character: Any) -> tuple[Text, ...]:
        """Say the qualities that stand on the sheet."""
        return tuple(
            text("{quality} {score}", quality=name, score=character.qualities[id])
            for id, name in quality_names(campaign).items()
            if id in character.qualities
        )

    def level_names(self, campaign: Campaign, attribute: str) -> Mapping[str, Text]:
        """Give the qualities for the sheet."""
        return quality_names(campaign) if attribute == "qualities" else {}

    def new_character(self, campaign: Campaign, character: Character) -> Character:
        """Give every quality a score to roll with."""
        start: Any = {"qualities": dict.fromkeys(quality_names(campaign), START_QUALITY)}
        return replace(character, **start)

    def check(self, campaign: Campaign) -> Iterable[Problem]:
        """Check the list of qualities, the sheets against it, and the size of long tasks."""
        yield from _check_list(campaign)
        known = tuple(quality_names(campaign))
        for id, character in campaign.characters.items():
            for quality in character.qualities:
                if quality not in known:
                    yield unknown(
                        ("characters", id, "qualities", quality), quality, known, Severity.WARNING, at_key=True
                    )
        low, high = USUAL_TARGET
        for id, clock in campaign.clocks.items():
            if clock.kind == "task" and not low <= clock.size <= high:
                message = text(
                    "{clock} needs {size} successes; {low} to {high} are usual",
                    clock=clock.name or id,
                    size=clock.size,
                    low=low,
                    high=high,
                )
                yield Problem(("clocks", id, "size"), Severity.WARNING, message)


def _check_list(campaign: Campaign) -> Iterable[Problem]:
    seen: set[str] = set()
    for n, each in enumerate(campaign.rules.qualities):
        path = ("rules", "qualities", str(n), "id")
        if each.id in seen:
            yield Problem(path, Severity.ERROR, text("there are two qualities “{id}”", id=clean(each.id)))
        seen.add(each.id)


SYSTEM = Kittens()
