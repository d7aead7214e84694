"""A pane of more rows than it has room for, scrolled; imported only when something lies over the table."""

from __future__ import annotations

from typing import Protocol, TypeVar

from tracker.ui.panes.frame import Pane


class Titled(Protocol):
    """What such a pane shows has a title."""

    @property
    def title(self) -> str:
        """The words on its frame."""


T = TypeVar("T", bound=Titled)


class Scrolled(Pane[T]):
    """Shows rows from `first` on. Subclasses draw all of them."""

    first = 0
    """The row at the top, counted from 0."""

    def title(self) -> str:
        """Give the title."""
        return self.view.title

    def scroll_rows(self, by: int) -> None:
        """Scroll by a number of rows, up where it is negative; the ends hold."""
        self.first = max(0, self.first + by)
        self.redraw()

    def span(self, count: int, height: int) -> slice:
        """Give what of `count` rows is in sight in `height` of them, and say on the frame what is not."""
        self.first = max(0, min(self.first, count - height))
        self.hidden_above = self.first
        self.hidden_below = max(0, count - height - self.first)
        return slice(self.first, self.first + height)
