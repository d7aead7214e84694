"""Charge: positions, effects and the house rules, apart from the sheet so that scripts start without loading it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tracker.core.fields import choice, flag, levels, line, records, whole, wholes, words
from tracker.core.frozen import dataclass
from tracker.core.house import STRESS_FULL, Rules
from tracker.core.text import text, text_in

Position = Literal["controlled", "risky", "desperate"]
Effect = Literal["none", "limited", "standard", "great"]

POSITIONS = {
    "controlled": text_in("position", "controlled"),
    "risky": text_in("position", "risky"),
    "desperate": text_in("position", "desperate"),
}
"""From the best to the worst (Charge, Jets d'action, step 2)."""
EFFECTS = {
    "none": text_in("effect", "none"),
    "limited": text_in("effect", "limited"),
    "standard": text_in("effect", "standard"),
    "great": text_in("effect", "great"),
}
"""From no effect up; the rank is the number of segments (Charge, Horloges)."""
RESIST_WITH = {
    "initiative": text_in("resist with", "initiative"),
    "action": text_in("resist with", "the dots of an action"),
    "detail": text_in("resist with", "a detail crossed out"),
}
MAX_DOTS = 4
"""Boxes of an action on the sheet."""
MAX_CLOCK = 100
"""Segments of the largest clock."""
INITIATIVE_GAIN = {"partial": 1, "full": 2, "critical": 3}
"""Charge, Initiative: +1 on 4-5, +2 on 6, +3 on 66."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionName:
    """One action of a campaign's own list."""

    name: str = line(text("name"), required=True)
    group: str = line(text("group"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeRules(Rules):
    """House rules of a Charge table: the sliders of the designer notes."""

    stress_full: Literal["clear", "stay"] = choice(
        text("when the last segment of stress is filled"), STRESS_FULL, default="clear"
    )
    initiative_start: int = whole(text("initiative at the start of a session"), default=2, low=0, high=99)
    initiative_gain: Mapping[str, int] = levels(
        text("initiative gained by outcome"),
        default=INITIATIVE_GAIN,
        low=0,
        high=99,
        choices=("bad", "partial", "full", "critical"),
        help=text("an outcome left out keeps its usual gain"),
    )
    clock_sizes: tuple[int, ...] = wholes(
        text("usual clock sizes"), default=(4, 6, 8), low=1, high=MAX_CLOCK, distinct=True
    )
    actions: Mapping[str, ActionName] = records(text("actions"), ActionName)
    critical_beyond_great: bool = flag(text("a critical at great effect ticks 4"))
    determination_zero: bool = flag(text("determination without initiative follows the zero rule"))
    resist_with: tuple[str, ...] = words(text("ways to resist"), RESIST_WITH, default=("initiative",), distinct=True)
