"""3D6: what may be rolled at the table, as commands; one kind of roll turns into another while it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.rules.deed import Command
from tracker.rules.systeme_3d6.names import best_quality, quality_names

USUAL_DIFFICULTY = 2
"""Medium, until the storyteller says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRoll(Command):
    """One kitten who rolls: with which quality, and what speaks for and against her."""

    quality: str = ""
    advantages: tuple[str, ...] = ()
    """Reasons, see `reasons.py`; one or several are the same."""
    disadvantages: tuple[str, ...] = ()
    goal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTest(HandRoll):
    """A test against a difficulty."""

    difficulty: int = USUAL_DIFFICULTY


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOpen(HandRoll):
    """As many successes as possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollOpposed(HandRoll):
    """Against another kitten, or against a character of the storyteller's."""

    against: str = ""
    """The id of a character; nothing: one of the storyteller's."""
    name: str = ""
    """What the storyteller's character is called."""
    score: int = 3
    """And its quality."""
    their_quality: str = ""
    """The quality of the other kitten."""
    their_advantages: tuple[str, ...] = ()
    their_disadvantages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RollGroup(Command):
    """Everybody against the same difficulty."""

    difficulty: int = USUAL_DIFFICULTY
    quality: str = ""
    """What all roll with who have none of their own here."""
    members: tuple[str, ...] = ()
    """Nobody named: all who are present and in the scene."""
    qualities: Mapping[str, str] = field(default_factory=dict)
    advantages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    disadvantages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    goal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollLong(HandRoll):
    """One roll for a long task. With a beat it shares the step of the roll that the beat began with."""

    clock: str = ""
    """Nothing: a new task, with what follows."""
    task: str = ""
    size: int = 8
    roll_length: str = ""
    max_rolls: int | None = None


COMMANDS: Mapping[str, type[Command]] = {
    "test": RollTest,
    "open": RollOpen,
    "opposed": RollOpposed,
    "group": RollGroup,
    "long": RollLong,
}
"""Kind of roll → its command."""


def switched(campaign: Campaign, command: Command, kind: str) -> Command:
    """Give the command of another kind with every answer that both have."""
    wanted = COMMANDS.get(kind)
    if wanted is None or isinstance(command, wanted):
        return command
    shared = {each.name for each in fields(wanted)} & {each.name for each in fields(command)}
    if RollGroup in {wanted, type(command)}:
        shared -= {"advantages", "disadvantages"}
    answers: dict[str, Any] = {name: getattr(command, name) for name in shared}
    if wanted is RollLong:
        answers["clock"] = usual_task(campaign)
    return wanted(**answers)


def usual_task(campaign: Campaign) -> str:
    """Give the id of the task that was rolled for last, else of the first open one; nothing where there is none."""
    tasks = [id for id, clock in campaign.clocks.items() if clock.kind == "task" and not clock.full]
    for entry in reversed(campaign.log):
        worked_on = entry.choice.get("clock")
        if entry.roll == "long" and worked_on in tasks:
            return str(worked_on)
    return tasks[0] if tasks else ""


def first_roll(campaign: Campaign, who: str) -> RollTest | None:
    """Give the test to begin with: the quality this kitten rolled last, else her best. None for nobody."""
    return RollTest(who=who, quality=usual_quality(campaign, who)) if who in campaign.characters else None


def usual_quality(campaign: Campaign, who: str) -> str:
    """Give the quality a character rolled with last, else her best."""
    return _last_quality(campaign, who) or best_quality(campaign, campaign.characters[who])


def _last_quality(campaign: Campaign, who: str) -> str:
    known = quality_names(campaign)
    for entry in reversed(campaign.log):
        quality = entry.choice.get("quality")
        if entry.who == who and entry.roll in COMMANDS and isinstance(quality, str) and quality in known:
            return quality
    return ""
