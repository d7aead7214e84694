"""The block character and the two inks that come nearest to what a cell should show.

A cell is looked at through 8x8 samples, kept as masks of 64 bits: bit `8 * row + column`.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias


class Ink(Enum):
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
_BITS_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))

# What a wrong sample costs. A lost dividing line is worse than a rough rim.
_ON_RIM, _WRONG, _ON_GAP, _ON_MIDDLE_LINE = 7, 10, 20, 5


@lru_cache(maxsize=8192)
def nearest_cell(samples: Samples, level: bool, upright: bool) -> Cell:
    """Give the cell that comes nearest to the samples.

    Arguments: `level` and `upright` allow signs that part the cell in eighths of its height and of its width; without
    them there are the four quarters only.
    """
    void = samples.none | samples.gap
    # Between two colours a line through the middle of the cell may go: three inks are one too many.
    is_middle_line = any(samples.gap & _MASKS[line] == _MASKS[line] for line in _LINES)
    parted_by_colour = samples.filled and samples.empty and is_middle_line
    on_gap = _ON_MIDDLE_LINE if parted_by_colour else _ON_GAP

    def cost(ink: Ink, region: int) -> int:
        if ink is Ink.GAP:
            return _WRONG * (region & ~void).bit_count()
        other = samples.empty if ink is Ink.FILLED else samples.filled
        return (
            _WRONG * (region & other).bit_count()
            + _ON_RIM * (region & samples.none).bit_count()
            + on_gap * (region & samples.gap).bit_count()
        )

    def named(ink: Ink, region: int) -> Ink:
        if ink is Ink.GAP and (region & samples.none).bit_count() >= (region & samples.gap).bit_count():
            return Ink.NONE
        return ink

    present = ((Ink.FILLED, samples.filled), (Ink.EMPTY, samples.empty), (Ink.GAP, void))
    inks = [ink for ink, mask in present if mask]
    lowest, plain = min((cost(ink, _ALL), place) for place, ink in enumerate(inks))
    ink = named(inks[plain], _ALL)
    best = Cell(" " if inks[plain] is Ink.GAP else "█", ink, ink)
    if len(inks) == 1:
        return best
    signs = [*_QUARTERS, *(_LEVEL if level else ()), *(_UPRIGHT if upright else ())]
    for sign in signs:
        mask = _MASKS[sign]
        rest = _ALL & ~mask
        inside = min(inks, key=lambda ink: cost(ink, mask))
        outside = min(inks, key=lambda ink: cost(ink, rest))
        if inside is outside or (sign in _LINES and inside is not Ink.GAP):
            continue
        # Of two complements the one on the ground of the pane: a terminal's own ground need not be a known colour.
        total = cost(inside, mask) + cost(outside, rest)
        if total < lowest or (total == lowest and inside is not Ink.GAP and best.ink in (Ink.NONE, Ink.GAP)):
            lowest, best = total, Cell(sign, named(inside, mask), named(outside, rest))
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
