"""Something to read over the whole screen: the statistics, the recap."""

from __future__ import annotations

from textual.strip import Strip

from tracker.core.frozen import dataclass
from tracker.core.text import text
from tracker.ui.cells import Line
from tracker.ui.panes.scrolled import Scrolled

CLOSE = text("↑ ↓ scroll, any letter closes")


@dataclass(frozen=True, slots=True)
class ReaderView:
    """What is read: lines as they are drawn, a heading begins with a sign of its own."""

    title: str
    lines: tuple[str, ...] = ()


class Reader(Scrolled[ReaderView]):
    """Shows lines, scrolled."""

    def body(self, width: int, height: int) -> list[Strip]:
        """Draw what is in sight."""
        lines = self.view.lines
        return [self._strip(line, width) for line in lines[self.span(len(lines), height)]]

    def _strip(self, words: str, width: int) -> Strip:
        line = Line(width, self.inks.ground, self.signs.more)
        is_heading = words.startswith("#")
        is_marked = words.startswith(f"{self.signs.cursor} ")
        ink = self.inks.title_focus if is_heading else self.inks.key if is_marked else self.inks.text
        return line.put(words, ink).strip()
