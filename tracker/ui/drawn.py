"""Widgets that draw one value: the whole picture is drawn, what changed in it is painted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from tracker.ui.cells import changed_regions, cropped
from tracker.ui.signs import UNICODE, Signs
from tracker.ui.themes import Inks

if TYPE_CHECKING:
    from textual.events import Resize

V = TypeVar("V")


class Drawn(Widget, Generic[V], inherit_bindings=False):
    """A widget whose picture is a pure function of its view, its size, the inks and the signs.

    A new view repaints only the spans of cells that differ: about a hundred bytes for a changed number.
    """

    ALLOW_SELECT = False

    def __init__(self, view: V, inks: Inks, signs: Signs = UNICODE, *, id: str | None = None) -> None:
        """Begin with a view."""
        super().__init__(id=id)
        self._view = view
        self._inks = inks
        self.signs = signs
        self._picture: tuple[Strip, ...] = ()

    @property
    def view(self) -> V:
        """What is drawn: one frozen value."""
        return self._view

    @view.setter
    def view(self, view: V) -> None:
        if view != self._view:
            self._view = view
            self.redraw()

    @property
    def inks(self) -> Inks:
        """The styles of the theme."""
        return self._inks

    @inks.setter
    def inks(self, inks: Inks) -> None:
        self._inks = inks
        self.redraw(whole=True)

    def draw(self) -> list[Strip]:
        """Give the picture: `size.height` strips of `size.width` cells."""
        raise NotImplementedError

    def take_changes(self) -> list[tuple[int, int, list[Segment]]]:
        """Give what waits to be painted, as pieces of rows with their places on the screen; then it waits no more."""
        left, top = self.region.offset
        return [
            (left + region.x, top + y, cropped(self._picture[y], region.x, region.right))
            for region in self._exchange_repaint_regions()
            for y in region.line_range
            if y < len(self._picture)
        ]

    def redraw(self, *, whole: bool = False) -> None:
        """Draw again and paint what differs; `whole` paints all."""
        if not self.size:
            return
        before, self._picture = self._picture, tuple(self.draw())
        if whole or len(before) != len(self._picture):
            self.refresh()
        elif regions := changed_regions(before, self._picture):
            self.refresh(*regions)

    def on_resize(self, event: Resize) -> None:
        """Draw at the new size."""
        self.redraw(whole=True)

    def render_line(self, y: int) -> Strip:
        """Give one row of the picture."""
        if len(self._picture) != self.size.height:
            self._picture = tuple(self.draw())
        return self._picture[y] if y < len(self._picture) else Strip.blank(self.size.width)
