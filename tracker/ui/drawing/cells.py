"""The block character and the two inks that come nearest to what a cell should show.

A cell is looked at through 8x8 samples, kept as masks of 64 bits: bit `8 * row + column`.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias


class Ink(StrEnum):
    """What a part of a cell shows. The widget picks the colours; NONE and GAP are meant to have that of the pane."""

    NONE = "none"
    """Outside the disc."""
    FILLED = "filled"
    EMPTY = "empty"
    GAP = "gap"
    """Between two segments."""


class Cell(NamedTuple):
    """One terminal cell: a character one cell wide, its colour and the colour behind it."""

    glyph: str
    ink: Ink
    ground: Ink


class Samples(NamedTuple):
    """What a cell should show: one mask per ink; no sample is in two, and every one is in one."""

    none: int
    filled: int
    empty: int
    gap: int


Picture: TypeAlias = tuple[tuple[Cell, ...], ...]
"""Rows of cells."""

BLANK: Final = Cell(" ", Ink.NONE, Ink.NONE)


def _rows(start: int, stop: int) -> int:
    return sum(0xFF << 8 * row for row in range(start, stop))


def _columns(start: int, stop: int) -> int:
    return sum(0x0101010101010101 << column for column in range(start, stop))


_ALL: Final = _rows(0, 8)
_CORNERS: Final = tuple(
    rows & columns for rows in (_rows(0, 4), _rows(4, 8)) for columns in (_columns(0, 4), _columns(4, 8))
)
_QUARTERS: Final = {
    sign: sum(corner for bit, corner in enumerate(_CORNERS) if number >> bit & 1)
    for number, sign in enumerate("▘▝▀▖▌▞▛▗▚▐▜▄▙▟", 1)
}
_LEVEL: Final = {sign: _rows(8 - count, 8) for count, sign in enumerate("▁▂▃▄▅▆▇", 1) if count != 4} | {
    "▔": _rows(0, 1),
    "━": _rows(3, 5),
}
_UPRIGHT: Final = {sign: _columns(0, count) for count, sign in enumerate("▏▎▍▌▋▊▉", 1) if count != 4} | {
    "▕": _columns(7, 8),
    "┃": _columns(3, 5),
}
_LINES: Final = "━┃"
"""Drawn in the ink of gaps only: a dividing line through the middle of a cell."""
_MASKS: Final = _QUARTERS | _LEVEL | _UPRIGHT | {"█": _ALL, " ": 0}
_SIGNS: Final = {mask: sign for sign, mask in _MASKS.items()}
_CHOICES: Final = {
    (level, upright): tuple((_QUARTERS | (_LEVEL if level else {}) | (_UPRIGHT if upright else {})).items())
    for level in (False, True)
    for upright in (False, True)
}
"""Which signs may be tried, with their masks."""
_BITS_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

# What a wrong sample costs. A lost dividing line is worse than a rough rim.
_ON_RIM, _WRONG, _ON_GAP, _ON_MIDDLE_LINE = 7, 10, 20, 5
_NEVER: Final = 64 * 100
"""More than any cell can cost."""


@lru_cache(maxsize=8192)
def nearest_cell(samples: Samples, level: bool, upright: bool) -> Cell:
    """Give the cell that comes nearest to the samples.

    Arguments: `level` and `upright` allow signs that part the cell in eighths of its height and of its width; without
    them there are the four quarters only.
    """
    none, filled, empty, gap = samples
    # Between two colours a line through the middle of the cell may go: three inks are one too many.
    is_middle_line = any(gap & _MASKS[line] == _MASKS[line] for line in _LINES)
    on_gap = _ON_MIDDLE_LINE if filled and empty and is_middle_line else _ON_GAP

    def counts(region: int) -> tuple[int, int, int, int]:
        return (
            (region & none).bit_count(),
            (region & filled).bit_count(),
            (region & empty).bit_count(),
            (region & gap).bit_count(),
        )

    def cheapest(of_none: int, of_filled: int, of_empty: int, of_gap: int) -> tuple[int, Ink]:
        """Give the least cost of drawing so many samples in one of the inks there are, and the ink."""
        lost = _ON_RIM * of_none + on_gap * of_gap
        cost, ink = (_WRONG * of_empty + lost, Ink.FILLED) if filled else (_NEVER, Ink.GAP)
        if empty and (other := _WRONG * of_filled + lost) < cost:
            cost, ink = other, Ink.EMPTY
        if (none or gap) and (other := _WRONG * (of_filled + of_empty)) < cost:
            cost, ink = other, Ink.GAP
        return cost, ink

    def named(ink: Ink, of_none: int, of_gap: int) -> Ink:
        return Ink.NONE if ink is Ink.GAP and of_none >= of_gap else ink

    all_none, all_filled, all_empty, all_gap = counts(_ALL)
    lowest, plain = cheapest(all_none, all_filled, all_empty, all_gap)
    ink = named(plain, all_none, all_gap)
    best = Cell(" " if plain is Ink.GAP else "█", ink, ink)
    if not lowest:
        return best
    for sign, mask in _CHOICES[level, upright]:
        in_none, in_filled, in_empty, in_gap = counts(mask)
        cost, inside = cheapest(in_none, in_filled, in_empty, in_gap)
        if cost > lowest or (sign in _LINES and inside is not Ink.GAP):
            continue
        out_none, out_gap = all_none - in_none, all_gap - in_gap
        rest, outside = cheapest(out_none, all_filled - in_filled, all_empty - in_empty, out_gap)
        if inside is outside:
            continue
        # Of two complements the one on the ground of the pane: a terminal's own ground need not be a known colour.
        total = cost + rest
        if total < lowest or (total == lowest and inside is not Ink.GAP and best.ink in (Ink.NONE, Ink.GAP)):
            lowest = total
            best = Cell(sign, named(inside, in_none, in_gap), named(outside, out_none, out_gap))
    return best


@lru_cache(maxsize=1024)
def covered(cell: Cell, ink: Ink) -> int:
    """Give the mask of what an ink covers of a drawn cell."""
    lit = _MASKS[cell.glyph]
    return lit * (cell.ink is ink) | (_ALL & ~lit) * (cell.ground is ink)


@lru_cache(maxsize=8192)
def mirrored_samples(samples: Samples, across: bool, down: bool) -> Samples:
    """Give the samples seen in a mirror: left and right changed, top and bottom changed, or both."""
    return Samples(*(_mirrored(mask, across, down) for mask in samples))


@lru_cache(maxsize=1024)
def mirrored_cell(cell: Cell, across: bool, down: bool) -> Cell:
    """Give a cell seen in a mirror; where the mirrored sign is missing its complement stands, the inks exchanged."""
    mask = _mirrored(_MASKS[cell.glyph], across, down)
    if mask in _SIGNS:
        return cell._replace(glyph=_SIGNS[mask])
    return Cell(_SIGNS[_ALL & ~mask], cell.ground, cell.ink)


def _mirrored(mask: int, across: bool, down: bool) -> int:
    rows = mask.to_bytes(8, "little")
    if across:
        rows = rows.translate(_BITS_REVERSED)
    return int.from_bytes(rows, "big" if down else "little")
