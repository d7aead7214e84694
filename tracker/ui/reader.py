"""Something to read over the whole screen: the statistics, the recap."""

from __future__ import annotations

from textual.strip import Strip

from tracker.core.frozen import dataclass
from tracker.core.text import text
from tracker.ui.cells import Line
from tracker.ui.panes.frame import Pane

CLOSE = text("↑ ↓ scroll, any letter closes")


@dataclass(frozen=True, slots=True)
class ReaderView:
    """What is read: lines as they are drawn, a heading begins with a sign of its own."""

    title: str
    lines: tuple[str, ...] = ()


class Reader(Pane[ReaderView]):
    """Shows lines, scrolled."""

    first = 0

    def title(self) -> str:
        """Give the title."""
        return self.view.title

    def scroll_rows(self, by: int) -> None:
        """Scroll; the ends hold."""
        self.first = max(0, self.first + by)
        self.redraw()

    def body(self, width: int, height: int) -> list[Strip]:
        """Draw what is in sight."""
        lines = self.view.lines
        self.first = max(0, min(self.first, len(lines) - height))
        self.hidden_above = self.first
        self.hidden_below = max(0, len(lines) - height - self.first)
        return [self._strip(line, width) for line in lines[self.first : self.first + height]]

    def _strip(self, words: str, width: int) -> Strip:
        line = Line(width, self.inks.ground, self.signs.more)
        is_heading = words.startswith("#")
        is_marked = words.startswith(f"{self.signs.cursor} ")
        ink = self.inks.title_focus if is_heading else self.inks.key if is_marked else self.inks.text
        return line.put(words, ink).strip()
