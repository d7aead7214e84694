"""Clocks as pies of block characters in two colours a cell.

What is left of the middle or below it is drawn as the mirror of what is right and above, so that pies are symmetric.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import floor, hypot
from typing import Final, NamedTuple

from tracker.core.frozen import dataclass
from tracker.ui.drawing.cells import Ink, Picture, Samples, covered, mirrored_cell, mirrored_samples, nearest_cell
from tracker.ui.drawing.disc import SLACK, Disc, placed

_OUTSIDE: Final = -1
_IN_GAP: Final = -2


@dataclass(frozen=True, slots=True)
class _Gaps:
    """How wide the gaps are, in cell widths."""

    upright: float
    level: float
    slanted: float
    hub: float
    """Radius of a hole in the middle."""


class _Plan(NamedTuple):
    """What one cell of a coloured pie shows, whichever segments are filled."""

    none: int
    gap: int
    segments: tuple[tuple[int, int], ...]
    """Each segment in the cell with its mask."""
    is_level: bool
    """Whether parts of an eighth of the height may draw a gap, as a level line wants it."""
    is_upright: bool
    """The same for the width and an upright line."""


def block_pie(disc: Disc, filled: int) -> tuple[Picture, float, float]:
    """Give the pie in blocks, and the areas that are drawn filled and empty, in cell widths squared."""
    rows = []
    for row, plans in enumerate(_plans(disc)):
        down = 2 * row >= disc.height
        cells = []
        for column, plan in enumerate(plans):
            across = 2 * column < disc.width - 1
            lit = sum(mask for segment, mask in plan.segments if segment < filled)
            unlit = sum(mask for segment, mask in plan.segments if segment >= filled)
            samples = mirrored_samples(Samples(plan.none, lit, unlit, plan.gap), across, down)
            only_rim = not plan.gap and not (lit and unlit)
            cell = nearest_cell(samples, plan.is_level or only_rim, plan.is_upright or only_rim)
            cells.append(mirrored_cell(cell, across, down))
        rows.append(tuple(cells))
    filled_samples, empty_samples = (
        sum(covered(cell, ink).bit_count() for cells in rows for cell in cells) for ink in (Ink.FILLED, Ink.EMPTY)
    )
    return tuple(rows), filled_samples / 32, empty_samples / 32


def _gaps(disc: Disc) -> _Gaps | None:
    """Give the gaps that look equally wide at the size of the disc, None when there is no room for any."""
    if not disc.is_divided:
        return None
    if disc.radius < 3:
        return _Gaps(0.5, 0, 0, 0)
    if disc.radius < 4:
        return _Gaps(0.5, 0.5, 0.5, 0)
    if disc.radius < 7:
        # No sign draws both an upright and a level line, so where they meet there is a hole.
        hub = 1.2 if disc.size == 4 else 2 if disc.size == 8 and disc.height % 2 == 0 else 0
        return _Gaps(0.5, 0.5, 0.5 if disc.radius < 5 else 0.7, hub)
    if disc.radius < 14:
        # With an odd height the level line runs through the middle of cells, where only a thin sign can draw it.
        return _Gaps(0.5, 0.5, 0.8, 0) if disc.height % 2 else _Gaps(1, 1, 1, 0)
    return _Gaps(2, 2, 2, 0)


@lru_cache(maxsize=64)
def _plans(disc: Disc) -> tuple[tuple[_Plan, ...], ...]:
    """Look at every cell; what is a mirror image is not looked at again."""
    gaps = _gaps(disc)
    rows: list[tuple[_Plan, ...]] = []
    for row in range(disc.height):
        opposite = disc.height - 1 - row
        if opposite < row and disc.size % 2 == 0:
            rows.append(tuple(_upside_down(plan, disc.size) for plan in rows[opposite]))
            continue
        right = [_plan(disc, gaps, row, column) for column in range(disc.width // 2, disc.width)]
        left = [_left_for_right(plan, disc.size) for plan in reversed(right[disc.width % 2 :])]
        rows.append((*left, *right))
    return tuple(rows)


def _left_for_right(plan: _Plan, size: int) -> _Plan:
    segments = sorted((size - 1 - segment, _flipped(mask)) for segment, mask in plan.segments)
    return plan._replace(none=_flipped(plan.none), gap=_flipped(plan.gap), segments=tuple(segments))


def _upside_down(plan: _Plan, size: int) -> _Plan:
    segments = sorted(((size // 2 - 1 - segment) % size, _turned(mask)) for segment, mask in plan.segments)
    return plan._replace(none=_turned(plan.none), gap=_turned(plan.gap), segments=tuple(segments))


def _flipped(mask: int) -> int:
    """Give a mask of 8x8 samples with left for right."""
    return int.from_bytes(mask.to_bytes(8, "little").translate(_REVERSED), "little")


def _turned(mask: int) -> int:
    """Give a mask of 8x8 samples upside down."""
    return int.from_bytes(mask.to_bytes(8, "little"), "big")


_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def _plan(disc: Disc, gaps: _Gaps | None, row: int, column: int) -> _Plan:
    """Look at one cell through its samples."""
    is_below = 2 * row + 3 > disc.height
    is_upright = gaps is not None and column in ((disc.width - 1) // 2, disc.width // 2)
    if disc.size % 2 and is_below:
        is_upright = False
    is_level = gaps is not None and row in ((disc.height - 1) // 2, disc.height // 2)
    if disc.height % 2 and (is_upright or disc.size % 4):
        is_level = False
    left, top = column - disc.width / 2, 2 * row - disc.height
    if hypot(max(left, -left - 1, 0), max(top, -top - 2, 0)) > disc.radius + SLACK:
        return _Plan(2**64 - 1, 0, (), is_level, is_upright)
    spot = _spots(disc, gaps)
    across = [left + (x + 0.5) / 8 for x in range(8)]
    corners = {spot(x, top + y) for y in (0.125, 1.875) for x in (across[0], across[7])}
    if len(corners) == 1 and min(corners) >= 0:
        # A segment of two or more is convex, so what holds in the corners holds between them, as at the ends of a row.
        return _Plan(0, 0, ((corners.pop(), 2**64 - 1),), is_level, is_upright)
    masks: dict[int, int] = {}
    for eighth in range(8):
        y = top + (eighth + 0.5) / 4
        first, last = spot(across[0], y), spot(across[7], y)
        if first == last >= 0:
            masks[first] = masks.get(first, 0) | 0xFF << 8 * eighth
            continue
        bit = 1 << 8 * eighth
        for found in (first, *(spot(x, y) for x in across[1:7]), last):
            masks[found] = masks.get(found, 0) | bit
            bit <<= 1
    none, gap = masks.pop(_OUTSIDE, 0), masks.pop(_IN_GAP, 0)
    return _Plan(none, gap, tuple(sorted(masks.items())), is_level, is_upright)


def _spots(disc: Disc, gaps: _Gaps | None) -> Callable[[float, float], int]:
    """Give what tells the segment at a point, or that there is none. It is asked for thousands of points."""
    radius, size, hub = disc.radius, disc.size, gaps.hub if gaps is not None else 0
    reaches = tuple(_reach(gaps, 8 * line / size) for line in range(size)) if gaps is not None else ()

    def spot(x: float, y: float) -> int:
        place = placed(x, y, radius, size)
        if place is None:
            return _OUTSIDE
        segment, line, distance = place
        if gaps is None:
            return segment
        reach = reaches[line]
        # Half way between the axes, squares along the line make a cleaner stair than what is nearest.
        is_in_gap = floor(abs(x)) == floor(abs(y)) if reach is None else distance <= reach
        return _IN_GAP if is_in_gap or (hub and hypot(x, y) < hub) else segment

    return spot


def _reach(gaps: _Gaps, eighths_of_turn: float) -> float | None:
    """Give how far from the middle of a dividing line its gap reaches; None where it is a stair of squares."""
    if eighths_of_turn % 4 == 0:
        width = gaps.upright
    elif eighths_of_turn % 4 == 2:
        width = gaps.level
    elif eighths_of_turn % 2 == 1 and gaps.slanted < 2:
        return None
    else:
        width = gaps.slanted
    return width / 2 + SLACK
