"""3D6: qualities, difficulties and the house rules, apart from the sheet so that scripts start without loading it."""

from __future__ import annotations

from typing import Literal

from tracker.core.fields import choice, line, rows
from tracker.core.frozen import dataclass
from tracker.core.house import Rules
from tracker.core.text import text, text_in

QUALITY = (1, 5)
"""Least and greatest score of a quality (SOURCE: GROG); a 6 would never fail."""
DIFFICULTIES = {
    1: text_in("difficulty", "Easy"),
    2: text_in("difficulty", "Medium"),
    3: text_in("difficulty", "Hard"),
    4: text_in("difficulty", "Legendary"),
}
"""Successes needed → name (3D6, Difficulté)."""
TRIPLE_ON = {
    "final": text_in("triple on", "the dice as they lie in the end"),
    "any": text_in("triple on", "any moment, also before a reroll broke it"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityName:
    """One quality of a campaign's own list."""

    id: str = line(text("id"), required=True)
    name: str = line(text("name"))


@dataclass(frozen=True, slots=True, kw_only=True)
class KittenRules(Rules):
    """House rules of a 3D6 table."""

    qualities: tuple[QualityName, ...] = rows(
        text("qualities"),
        QualityName,
        help=text("each with an id and a name, such as {example}", example='{ id = "brave", name = "Brave" }'),
    )
    triple_on: Literal["final", "any"] = choice(text("three dice alike count on"), TRIPLE_ON, default="final")
    """READING: the final faces."""
