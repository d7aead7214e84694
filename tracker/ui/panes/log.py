"""The log pane: what happened, newest last."""

from __future__ import annotations

from collections.abc import Callable

from textual.strip import Strip

from tracker.core.frozen import dataclass
from tracker.rules.deed import Die, Tone
from tracker.ui.cells import Line
from tracker.ui.panes.frame import Pane
from tracker.ui.panes.log_line import Columns, LogLine, columns_for, line_strips

__all__ = ["Die", "LogLine", "LogPane", "LogView", "Tone"]


LEAST_LARGE = 5
"""Rows that a roll in large letters needs."""
LINES_UNDER_LARGE = 3
"""Rows of the log under a large roll, where there is room: one entry is seldom longer."""


@dataclass(frozen=True, slots=True)
class LogView:
    """What the log pane shows; the lines are asked for as they come into sight."""

    title: str
    length: int = 0
    line: Callable[[int], LogLine] | None = None
    """Gives the line at an index, 0 the oldest."""
    revision: object = None
    """Differs whenever a line may have changed."""
    selected: int = -1
    """The index of the selected line; -1 follows the newest."""
    names: int = 0
    """Width in cells of the names of those who act."""
    digits: int = 4
    """Width of the numbers of the lines."""
    empty: str = ""
    place: Callable[[int], int] | None = None
    """Gives the index of the line of a number, -1 where there is none."""
    begins: tuple[str, ...] = ()
    """Says that the log begins with its first line, in full and in brief; nothing where older lines are to be read."""
    large: Callable[[int, int], tuple[Strip, ...]] | None = None
    """Draws the last roll in a room of some columns and rows: in big mode, above the newest lines."""


class LogPane(Pane[LogView]):
    """Shows the log.

    A new line is written into the next free row; when there is none left the log moves up by several lines at once, so
    that most new lines cost one row of painting and not the whole pane.
    """

    _first = -1
    _first_n = 0
    """The number of the first line in sight: whatever comes in above, it stays there."""

    def title(self) -> str:
        """Give the title."""
        return self.view.title

    def body(self, width: int, height: int) -> list[Strip]:
        """Draw the lines that fit, the newest or the selected one among them; in big mode the last roll above them."""
        large = self.view.large
        if large is None or height < LEAST_LARGE:
            return self._lines(width, height)
        under = min(LINES_UNDER_LARGE, (height - LEAST_LARGE) // 2)
        return [*large(width, height - under), *(self._lines(width, under) if under else ())]

    def _lines(self, width: int, height: int) -> list[Strip]:
        view = self.view
        if not view.length or view.line is None:
            return [Line(width, self.inks.ground, self.signs.more).put(view.empty, self.inks.dim).strip()]
        columns = columns_for(width, view.names, view.digits)
        shown: dict[int, tuple[Strip, ...]] = {}

        def rows_of(index: int) -> int:
            if index not in shown:
                shown[index] = self._strips(index, width, columns)
            return len(shown[index])

        self._scroll(height, rows_of)
        self._first_n = view.line(self._first).n
        lines: list[Strip] = []
        last = self._first
        while last < view.length and len(lines) < height:
            rows_of(last)
            lines += shown[last]
            last += 1
        self.hidden_above = self._first
        self.hidden_below = view.length - last
        return lines

    def note(self) -> tuple[str, ...]:
        """Say above the first line of the log that it is the first, to who reads back or has more below."""
        reads = self.view.selected >= 0 or self.hidden_below > 0
        return self.view.begins if reads and self.view.length and not self.hidden_above else ()

    def page(self, height: int) -> int:
        """Give how many lines a page is."""
        return max(1, height - 3)

    def on_resize(self, event: object) -> None:
        """Fill the new height."""
        self._first = -1
        self.redraw(whole=True)

    def _strips(self, index: int, width: int, columns: Columns) -> tuple[Strip, ...]:
        assert self.view.line is not None
        selected = self.active and index == (self.view.selected if self.view.selected >= 0 else self.view.length - 1)
        return line_strips(self.view.line(index), width, columns, selected, self.inks, self.signs)

    def _scroll(self, height: int, rows_of: Callable[[int], int]) -> None:
        count, selected = self.view.length, self.view.selected
        if self._first >= 0 and self._first_n and self.view.place is not None:
            self._first = self.view.place(self._first_n)
        last = selected if selected >= 0 else count - 1
        if self._first < 0 or self._first >= count:
            self._first = _first_to_fit(last, height, rows_of)
        elif last < self._first - height:  # it was jumped to: what stands around it is seen too
            self._first = _first_to_fit(last, max(height // 2, rows_of(last)), rows_of)
        elif last < self._first:
            self._first = last
        elif sum(rows_of(n) for n in range(max(self._first, last - height), last + 1)) > height:
            spare = height // 3 if selected < 0 else 0
            self._first = _first_to_fit(last, max(height - spare, min(height, rows_of(last))), rows_of)


def _first_to_fit(last: int, height: int, rows_of: Callable[[int], int]) -> int:
    """Give the oldest line from which all up to `last` fit."""
    first, room = last, height - rows_of(last)
    while first > 0 and room >= rows_of(first - 1):
        first -= 1
        room -= rows_of(first)
    return first
