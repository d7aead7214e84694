"""How pies are arranged in a room: as large as it allows."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.ui.cells import wrapped
from tracker.ui.panes.dial import NOTE_ROWS, Dial

LEAST_PIE = 3
"""Height in cells below which a pie is harder to read than a bar."""
LARGEST_PIE = 14
LEAST_UNDER = 12
"""Width in cells that words under a pie need."""
LEAST_BESIDE = 10
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


def grid_for(dials: tuple[Dial, ...], width: int, height: int) -> Grid | None:
    """Give the arrangement with the largest pies; None when they would be too small to read."""
    found = [grid for columns in range(1, len(dials) + 1) for grid in _grids(dials, columns, width, height)]
    return max(found, key=_merit, default=None)


def _merit(grid: Grid) -> tuple[int, int]:
    """Large pies are what counts; names under them read better than beside, unless that costs two rows."""
    return grid.pie - (1 if grid.beside else 0), -grid.rows


def _grids(dials: tuple[Dial, ...], columns: int, width: int, height: int) -> list[Grid]:
    rows = -(-len(dials) // columns)
    cell, tall = width // columns, height // rows
    labels = max(_label_rows(dial, cell - 2) for dial in dials)
    under = min(tall - labels, (cell - 1) // 2, LARGEST_PIE)
    if under < 5:
        # Where pies are small a line of words less makes them readable.
        under = min(tall - min(labels, 2), (cell - 1) // 2, 5)
    beside = min(tall - (rows > 1 and tall > LEAST_PIE), (cell - 2 - LEAST_BESIDE) // 2, LARGEST_PIE)
    found = []
    if under >= LEAST_PIE and cell >= LEAST_UNDER:
        found.append(Grid(columns, rows, under))
    if beside >= LEAST_PIE and tall >= labels:
        found.append(Grid(columns, rows, beside, beside=True))
    return found


def _label_rows(dial: Dial, width: int) -> int:
    return 2 + bool(dial.alarm or dial.words) + len(wrapped(dial.note, width, NOTE_ROWS))
