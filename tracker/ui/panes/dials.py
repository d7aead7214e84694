"""A pane of clocks: pies in a grid as large as the room allows, or bars in a list where it is small."""

from __future__ import annotations

from itertools import chain

from textual.strip import Strip

from tracker.core.frozen import dataclass
from tracker.ui.cells import Line, wrapped
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.panes.dial import Dial, Look, block
from tracker.ui.panes.dial_list import list_columns, rows_of
from tracker.ui.panes.frame import Pane, window
from tracker.ui.panes.grid import Grid, grid_for
from tracker.ui.signs import UNICODE, Signs
from tracker.ui.themes import Inks


@dataclass(frozen=True, slots=True)
class DialsView:
    """What a pane of clocks shows."""

    title: str
    dials: tuple[Dial, ...] = ()
    selected: str = ""
    empty: str = ""
    """Said where there are none."""
    moving: bool = False
    pies: PieStyle = PieStyle.QUADRANT


class DialsPane(Pane[DialsView]):
    """A pane of clocks."""

    _top_row = 0

    def __init__(self, view: DialsView, inks: Inks, signs: Signs = UNICODE, *, id: str | None = None) -> None:
        """Begin with a view."""
        super().__init__(view, inks, signs, id=id)
        self._joins: dict[int, tuple[list[tuple[Strip, ...]], list[Strip]]] = {}

    def title(self) -> str:
        """Give the title."""
        return self.view.title

    def body(self, width: int, height: int) -> list[Strip]:
        """Draw a grid if pies have room, else a list."""
        view = self.view
        if not view.dials:
            return [
                Line(width, self.inks.ground, self.signs.more).put(words, self.inks.dim).strip()
                for words in wrapped(view.empty, width, height)
            ]
        grid = None if self.signs.ascii else grid_for(view.dials, width, height)
        return self._list(width, height) if grid is None else self._grid(grid, width, height)

    def _look(self, dial: Dial) -> Look:
        state = ""
        if dial.id == self.view.selected:
            state = "selected" if not self.active else "moving" if self.view.moving else "focus"
        return Look(state, self.inks, self.signs, self.view.pies)

    def _grid(self, grid: Grid, width: int, height: int) -> list[Strip]:
        dials, lines = self.view.dials, []
        tall = height // grid.rows
        for row in range(grid.rows):
            blocks = [
                block(dial, _share(width, grid.columns, column), tall, grid, self._look(dial))
                for column, dial in enumerate(dials[row * grid.columns : (row + 1) * grid.columns])
            ]
            lines += self._joined(row, blocks, width)
        return lines

    def _joined(self, row: int, blocks: list[tuple[Strip, ...]], width: int) -> list[Strip]:
        """Put blocks beside each other; lines that look the same as before are the same pieces."""
        before, joined = self._joins.get(row, ([], []))
        if [len(each) for each in before] != [len(each) for each in blocks] or joined[0].cell_length != width:
            before, joined = [], []
        changed = [n for n, each in enumerate(blocks) if not before or each is not before[n]]
        rest = width - sum(each[0].cell_length for each in blocks)
        tail = Strip.blank(rest, self.inks.ground) if rest else ()
        joined = [
            joined[y]
            if before and all(before[n][y] == blocks[n][y] for n in changed)
            else Strip([*chain.from_iterable(each[y] for each in blocks), *tail], width)
            for y in range(len(blocks[0]))
        ]
        self._joins[row] = (blocks, joined)
        return joined

    def _list(self, width: int, height: int) -> list[Strip]:
        dials = self.view.dials
        at = next((n for n, dial in enumerate(dials) if dial.id == self.view.selected), -1)
        self._top_row = window(len(dials), height, at, self._top_row)
        self.hidden_above = self._top_row
        self.hidden_below = max(0, len(dials) - height - self._top_row)
        columns = list_columns(dials, width, self.signs.ascii)
        spare = max(0, height - len(dials))
        lines: list[Strip] = []
        for dial in dials[self._top_row : self._top_row + height]:
            rows = rows_of(dial, width, 1 + min(spare, 2), columns, self._look(dial))
            spare -= len(rows) - 1
            lines += rows
        return lines


def _share(width: int, columns: int, column: int) -> int:
    return width * (column + 1) // columns - width * column // columns
