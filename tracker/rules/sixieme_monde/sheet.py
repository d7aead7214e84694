"""Sixième Monde: the character sheet and what belongs to the table."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.campaign import Shape, Table
from tracker.core.character import Character
from tracker.core.fields import flag, line, records, whole, wholes
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in
from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.scale import D20, HIGH_SCORE, LOW_SCORE, MAX_BONUS


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill. The score is kept as it stands: from what drawbacks and addons it comes is the table's business."""

    name: str = line(text("name"), required=True)
    score: int = whole(
        text("score"), low=LOW_SCORE, high=HIGH_SCORE, required=True, help=text("-27 is the best, 9 the worst")
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Addon:
    """An addon: something of the character that may become part of a skill, or answer a call."""

    name: str = line(text("name"), required=True)
    bonus: int = whole(text_in("addon", "bonus"), default=1, low=1, high=MAX_BONUS, required=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """A temporary trick, switched on for karma until the table ends it. READING: any bonus from 1, any number."""

    name: str = line(text("name"), required=True)
    bonus: int = whole(text_in("trick", "bonus"), default=1, low=1, required=True)
    active: bool = flag(text_in("trick", "active"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SixiemeTable(Table):
    """What belongs to nobody at a table of Sixième Monde."""

    pot: int = whole(text("common pot"), low=0, unit=text("dice"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SixiemeCharacter(Character):
    """A character sheet of Sixième Monde. OPEN: karma begins at 0 and has no cap."""

    karma: int = whole(text("karma"), low=0)
    call_values: tuple[int, ...] = wholes(
        text("call values"),
        low=1,
        high=D20,
        distinct=True,
        private=True,
        unspoken=True,
        help=text("shown to nobody, not even in the log"),
    )
    skills: Mapping[str, Skill] = records(text("skills"), Skill)
    addons: Mapping[str, Addon] = records(text("addons"), Addon)
    tricks: Mapping[str, Trick] = records(text("tricks"), Trick)


SHAPE = Shape(SixiemeCharacter, SixiemeRules, SixiemeTable)
