"""Clocks as pies of Braille dots, readable without any colour."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from tracker.ui.drawing.cells import BLANK, Cell, Ink, Picture
from tracker.ui.drawing.disc import SLACK, Disc, Place

_DOT_BITS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Of a Braille character, by row and column. Unicode 16, chapter 21.1."""
_BETWEEN_EMPTY: Final = 0.25 + SLACK
"""Half the width of a line of dots: one dot when slanted, two when level or upright, to keep the middle."""
_BETWEEN_FILLED: Final = 0.36
"""Half the width of a gap between dots."""


class _Dot(NamedTuple):
    row: int
    column: int
    """Of the cell."""
    bit: int
    place: Place
    is_rim: bool


def dot_pie(disc: Disc, filled: int) -> tuple[Picture, float, float]:
    """Give the pie in dots, and the areas inside the rim that are drawn filled and empty, in cell widths squared."""
    patterns = [[0] * disc.width for _ in range(disc.height)]
    solid = [[False] * disc.width for _ in range(disc.height)]
    filled_dots = empty_dots = 0
    for row, column, bit, place, is_rim in _dots(disc):
        is_filled = place[0] < filled
        is_lit = _is_lit(disc, filled, place, is_rim)
        filled_dots += is_filled and is_lit and not is_rim
        empty_dots += not is_filled and not is_lit
        if is_lit:
            patterns[row][column] |= bit
            solid[row][column] |= is_filled
    picture = tuple(
        tuple(
            Cell(chr(0x2800 + pattern), Ink.FILLED if is_solid else Ink.EMPTY, Ink.NONE) if pattern else BLANK
            for pattern, is_solid in zip(pattern_row, solid_row, strict=True)
        )
        for pattern_row, solid_row in zip(patterns, solid, strict=True)
    )
    return picture, filled_dots / 4, empty_dots / 4


@lru_cache(maxsize=64)
def _dots(disc: Disc) -> tuple[_Dot, ...]:
    """Give the dots of a disc; those of the rim have a neighbour outside."""
    places = {
        (x, y): place
        for y in range(4 * disc.height)
        for x in range(2 * disc.width)
        if (place := disc.place((x + 0.5) / 2 - disc.width / 2, (y + 0.5) / 2 - disc.height))
    }
    return tuple(
        _Dot(
            y // 4,
            x // 2,
            _DOT_BITS[y % 4][x % 2],
            place,
            not {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} <= places.keys(),
        )
        for (x, y), place in places.items()
    )


def _is_lit(disc: Disc, filled: int, place: Place, is_rim: bool) -> bool:
    segment, line, distance = place
    is_filled = segment < filled
    before, after = (line - 1) % disc.size < filled, line < filled
    # Where filled meets empty the edge itself is the dividing line.
    if before == after and distance <= (_BETWEEN_FILLED if is_filled else _BETWEEN_EMPTY) and _is_parted(disc):
        return not is_filled
    return is_filled or is_rim


def _is_parted(disc: Disc) -> bool:
    """Whether lines can be drawn: one takes the room of two dots."""
    return disc.is_divided and disc.radius >= 3 and (disc.radius >= 4 or disc.size <= 4)
