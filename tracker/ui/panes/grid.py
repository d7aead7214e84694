"""How pies are arranged in a room: as large as it allows."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from tracker.core.frozen import dataclass
from tracker.ui.cells import wrapped
from tracker.ui.panes.dial import NOTE_ROWS, Dial

LEAST_PIE = 3
"""Height in cells below which a pie is harder to read than a bar."""
LARGEST_PIE = 14
LEAST_UNDER = 12
"""Width in cells that words under a pie need."""
LEAST_BESIDE = 9
"""Width in cells that words beside a pie need."""


@dataclass(frozen=True, slots=True)
class Grid:
    """How pies stand in a room."""

    columns: int
    rows: int
    pie: int
    """Height of a pie in cells; it is twice as wide."""
    beside: bool = False
    """The words stand to the right of the pie and not under it."""
    cramped: bool = False
    """There is no room for all the words."""


def grid_for(dials: tuple[Dial, ...], width: int, height: int) -> Grid | None:
    """Give the arrangement with the largest pies; None when they would be too small to read."""
    return _grid_for(tuple((bool(dial.alarm or dial.words), dial.note) for dial in dials), width, height)


Words: TypeAlias = tuple[bool, str]
"""What of a dial's words decides how many rows they take: whether there are small ones, and the note."""


@lru_cache(maxsize=64)
def _grid_for(words: tuple[Words, ...], width: int, height: int) -> Grid | None:
    found = [grid for columns in range(1, len(words) + 1) for grid in _grids(words, columns, width, height)]
    return max(found, key=_merit, default=None)


def _merit(grid: Grid) -> tuple[int, int]:
    """Large pies are what counts, then words, best under the pies."""
    return 2 * grid.pie - 2 * grid.beside - grid.cramped, -grid.rows


def _grids(words: tuple[Words, ...], columns: int, width: int, height: int) -> list[Grid]:
    rows = -(-len(words) // columns)
    cell, tall = width // columns, height // rows
    labels = max(_label_rows(each, cell - 2) for each in words)
    least = 2 + any(note for _, note in words)
    under = min(tall - labels, (cell - 1) // 2, LARGEST_PIE)
    cramped = under < 5 and labels > least
    if cramped:
        # Where pies are small a line of words less makes them readable; a condition keeps the first of its lines.
        under = min(tall - least, (cell - 1) // 2, 5)
    beside = min(tall - (rows > 1 and tall > LEAST_PIE), (cell - 2 - LEAST_BESIDE) // 2, LARGEST_PIE)
    found = []
    if under >= LEAST_PIE and cell >= LEAST_UNDER:
        found.append(Grid(columns, rows, under, cramped=cramped))
    if beside >= LEAST_PIE and tall >= labels:
        found.append(Grid(columns, rows, beside, beside=True))
    return found


def _label_rows(words: Words, width: int) -> int:
    has_small, note = words
    return 2 + has_small + len(wrapped(note, width, NOTE_ROWS))
