"""A widget that shows rows of words, and has only those cells drawn that changed."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset, Region, Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widget import Widget

from tracker.core.frozen import dataclass
from tracker.ui.panel.spans import INKS, Ink, Row, changed_cells


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn panel."""

    rows: tuple[Row, ...]
    first: int = 0
    """The row of the form or menu at which the part in sight begins."""
    lit: Region | None = None
    """Where the row with the focus is."""


class Canvas(Widget):
    """Shows a picture. The style sheet gives every ink its colours."""

    COMPONENT_CLASSES = {"panel--ground", *(f"panel--{ink}" for ink in INKS)}

    virtual_size = Reactive(Size(0, 0), layout=False, repaint=False)
    """Nothing scrolls here. Left to itself a new size has the widget laid out and sent a second time."""

    def __init__(self, *, id: str | None = None) -> None:
        """Begin with nothing to show."""
        super().__init__(id=id)
        self._picture = Picture(())
        self._styles: dict[str, Style] = {}

    def show(self, picture: Picture) -> None:
        """Show another picture: over a slow line each cell counts, so only those that changed are drawn."""
        before, self._picture = self._picture, picture
        self._put_cursor()
        if [row.width for row in before.rows] != [row.width for row in picture.rows]:
            self.refresh()
            return
        if before.lit != picture.lit:
            self.refresh(*(lit for lit in (before.lit, picture.lit) if lit is not None))
        for y, (old, new) in enumerate(zip(before.rows, picture.rows, strict=True)):
            changed = changed_cells(old, new)
            if changed is not None:
                self.refresh(Region(changed[0], y, changed[1], 1))

    def notify_style_update(self) -> None:
        """Forget the colours of the old theme."""
        super().notify_style_update()
        self._styles.clear()

    def render_line(self, y: int) -> Strip:
        """Give one row, in as few pieces as can be: each costs some thirty bytes on the line."""
        rows, lit = self._picture.rows, self._picture.lit
        if y >= len(rows):
            return Strip.blank(self.size.width, self.rich_style)
        x, before = 0, self.rich_style
        segments: list[Segment] = []
        for words, ink in rows[y].spans:
            style = self._style(ink, lit is not None and lit.contains(x, y))
            if words.isspace() and style.bgcolor == before.bgcolor and not (style.reverse or before.reverse):
                style = before
            segments.append(Segment(words, style))
            x, before = x + cell_len(words), style
        return Strip(segments, x).simplify().adjust_cell_length(self.size.width, self.rich_style)

    def _style(self, ink: Ink, is_lit: bool) -> Style:
        key = f"{ink} lit" if is_lit else ink
        found = self._styles.get(key)
        if found is None:
            ground = self.get_component_rich_style("panel--ground", partial=True) if is_lit else Style()
            own = self.get_component_rich_style(f"panel--{ink}", partial=True)
            found = self._styles[key] = self.rich_style + ground + own
        return found

    def _put_cursor(self) -> None:
        """Put the cursor of the terminal where text goes in: input methods and magnifiers look there."""
        for y, row in enumerate(self._picture.rows):
            x = 0
            for words, ink in row.spans:
                if ink == "cursor":
                    self.app.cursor_position = self.region.offset + Offset(x, y)
                    return
                x += cell_len(words)
