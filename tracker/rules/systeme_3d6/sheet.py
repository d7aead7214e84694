"""3D6: the sheet of a kitten."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.campaign import Shape
from tracker.core.character import Character
from tracker.core.fields import levels, lines, whole
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in
from tracker.rules.systeme_3d6.house import QUALITY, KittenRules

QUALITIES = {
    "costaud": text_in("quality", "Tough"),
    "malin": text_in("quality", "Clever"),
    "mignon": text_in("quality", "Cute"),
}
"""Physical, mental and social tests (SOURCE: GROG)."""
START_QUALITY = 3
"""What a new kitten has in each quality until somebody says otherwise. OPEN: the text does not speak of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kitten(Character):
    """The sheet of a kitten. SOURCE: GROG for hearts and friendship; no rule of the text uses them."""

    qualities: Mapping[str, int] = levels(text("qualities"), low=QUALITY[0], high=QUALITY[1])
    hearts: int = whole(text("hearts"), low=0, help=text("health points"))
    friendship: int = whole(text("friendship"), low=0, help=text("morale"))
    talents: tuple[str, ...] = lines(text("talents"), help=text("each may be a reason of an advantage"))
    objects: tuple[str, ...] = lines(text("important objects"), help=text("each may grant rerolls"))
    gifts: tuple[str, ...] = lines(text("gifts"), help=text("each may grant rerolls"))


SHAPE = Shape(Kitten, KittenRules)
