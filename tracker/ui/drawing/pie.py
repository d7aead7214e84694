"""Clocks drawn as pies: a disc cut into its segments, filled clockwise from twelve o'clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from typing import Final

from tracker.ui.drawing.block_pie import block_pie
from tracker.ui.drawing.cells import Cell, Ink, Picture
from tracker.ui.drawing.disc import Disc

__all__ = ["BAR_SIGNS", "MOST_SEGMENTS", "Cell", "Ink", "Picture", "PieStyle", "bar", "pie"]

MOST_SEGMENTS: Final = 100
"""Of a clock; the file format has the same bound."""
BAR_SIGNS: Final = 12
"""The longest ASCII bar."""
LEAST_SEEN: Final = 0.25
"""The least area of a started or of an unfinished clock, in cell widths squared for each cell width of radius."""


class PieStyle(Enum):
    """How a pie is drawn; `bar` is for where neither can be shown."""

    QUADRANT = "quadrant"
    """Block characters in two colours a cell."""
    BRAILLE = "braille"
    """Dots, readable without any colour: filled segments are solid, empty ones outlined."""


@lru_cache(maxsize=1024)
def pie(size: int, filled: int, width: int, height: int, style: PieStyle) -> Picture:
    """Give the picture of a clock: `height` rows of `width` cells, the disc as large as fits and in the middle.

    Only a full clock looks full and only an empty one looks empty, however small the picture.

    Arguments: `size` in segments, 1 to 100; `filled` from 0 to `size`; `width` from 2 and `height` from 1, in cells.
    Raises: `ValueError` when one is out of range.
    """
    _check(size, filled)
    if width < 2 or height < 1:  # one column cannot show a left and a right half
        raise ValueError(f"no room for a pie: {width}x{height}")
    disc = Disc(size, width, height)
    draw = block_pie if style is PieStyle.QUADRANT else _dot_pie()
    for shown in _nearest_first(size, filled):
        picture, filled_area, empty_area = draw(disc, shown)
        if min(filled_area, empty_area) >= LEAST_SEEN * disc.radius:
            return picture
    return draw(disc, filled)[0]


def _dot_pie() -> Callable[[Disc, int], tuple[Picture, float, float]]:
    from tracker.ui.drawing.dot_pie import dot_pie  # here: few screens have no colour

    return dot_pie


def bar(size: int, filled: int) -> str:
    """Give a clock in ASCII, `[##....] 2/6`; above 12 segments 12 signs stand for all of them.

    Raises: `ValueError` when `size` is not from 1 to 100 or `filled` not from 0 to `size`.
    """
    _check(size, filled)
    signs = min(size, BAR_SIGNS)
    full = max(filled * signs // size, min(filled, 1))
    return f"[{'#' * full}{'.' * (signs - full)}] {filled}/{size}"


def _check(size: int, filled: int) -> None:
    if not 1 <= size <= MOST_SEGMENTS or not 0 <= filled <= size:
        raise ValueError(f"no such clock: {filled}/{size}")


def _nearest_first(size: int, filled: int) -> Iterator[int]:
    """Give what to draw for a started clock: `filled`, and for when that is too thin to be seen, what comes next."""
    if 0 < filled < size:
        yield filled
        yield from range(filled + 1, size) if 2 * filled <= size else range(filled - 1, 0, -1)
