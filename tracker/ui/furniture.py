"""What lies over the table at times: the panel, the help and the palette.

Loaded once the table is on the screen: none of it is needed to see it, and it takes as long to load as the table.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual.screen import Screen
from textual.widget import Widget

from tracker.core.text import Text
from tracker.ui.overlays import Overlays
from tracker.ui.panel.panel import Panel
from tracker.ui.signs import Signs
from tracker.ui.themes import Inks

STYLES = Path(__file__).parent / "styles" / "over.tcss"


class Furniture:
    """The panel and the overlays of one screen."""

    def __init__(self, say: Callable[[Text], str], inks: Inks, signs: Signs) -> None:
        """Make them, shut."""
        self.panel = Panel(say, ascii=signs.ascii, id="panel")
        self.overlays = Overlays(inks, signs)
        self.panel.is_covered = lambda: self.overlays.is_open

    @property
    def visible(self) -> bool:
        """Whether what is open of it is seen: not where the window is too small for anything."""
        return self.panel.visible

    @visible.setter
    def visible(self, visible: bool) -> None:
        for widget in (self.panel, *self.overlays.widgets):
            widget.visible = visible

    def put_on(self, screen: Screen[None]) -> None:
        """Mount them."""
        screen.app.stylesheet.read(STYLES)
        widgets: list[Widget] = [self.panel, *self.overlays.widgets]
        screen.mount_all(widgets)
