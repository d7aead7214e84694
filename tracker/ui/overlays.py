"""What may lie over the table for a moment: help, palette, search, a report. While one does it has all keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.events import Key

from tracker.core.text import Text
from tracker.ui.help import Help, HelpView, help_view
from tracker.ui.keys import Keys
from tracker.ui.palette import Palette, PaletteView, palette_view, search_view, searched_on, typed_in
from tracker.ui.panel.editor import pasted
from tracker.ui.panes.log_line import LogLine
from tracker.ui.reader import Reader, ReaderView
from tracker.ui.signs import Signs
from tracker.ui.situation import Situation
from tracker.ui.themes import Inks

_SCROLLS = {
    "up": -1,
    "k": -1,
    "down": 1,
    "j": 1,
    "pageup": -10,
    "pagedown": 10,
    "space": 10,
    "home": -9999,
    "end": 9999,
}
_SHUTS = frozenset({"escape", "ctrl+g"})


class Overlays:
    """The help and the palette: their widgets, which one is open, and their keys."""

    def __init__(self, inks: Inks, signs: Signs) -> None:
        """Make both, shut."""
        self.help = Help(HelpView(""), inks, signs, id="help")
        self.palette = Palette(PaletteView(""), inks, signs, id="palette")
        self.reader = Reader(ReaderView(""), inks, signs, id="reader")
        self._signs = signs
        self._is_searching = False
        for widget in self.widgets:
            widget.active = True

    @property
    def widgets(self) -> tuple[Help, Palette, Reader]:
        """All of them."""
        return self.help, self.palette, self.reader

    @property
    def is_open(self) -> bool:
        """One of them has the keys."""
        return any(widget.display for widget in self.widgets)

    def open_help(self, at: Situation, keys: Keys, say: Callable[[Text], str]) -> None:
        """Show the help."""
        self.help.first = 0
        self.help.view = help_view(at, keys, say, self._signs)
        self.help.display = True

    def open_palette(self, at: Situation, keys: Keys, say: Callable[[Text], str]) -> None:
        """Show the palette with nothing typed."""
        self._is_searching = False
        self.palette.view = palette_view(at, keys, say, self._signs)
        self.palette.display = True

    def open_reader(self, title: str, lines: Iterable[str]) -> None:
        """Show something to read."""
        self.reader.first = 0
        self.reader.view = ReaderView(title, tuple(lines))
        self.reader.display = True

    def open_search(self, lines: Iterable[LogLine], say: Callable[[Text], str]) -> None:
        """Show the search of the log with nothing typed."""
        self._is_searching = True
        self.palette.view = search_view(lines, say)
        self.palette.display = True

    @property
    def is_searching(self) -> bool:
        """The search of the log is open."""
        return self._is_searching and bool(self.palette.display)

    def add_to_search(self, lines: Iterable[LogLine], say: Callable[[Text], str], *, is_done: bool) -> None:
        """Put older lines into the search that is open; `is_done` when there are no more."""
        self.palette.view = searched_on(self.palette.view, lines, say, is_done=is_done)

    def paint_with(self, inks: Inks) -> None:
        """Take the inks of another theme."""
        for widget in self.widgets:
            widget.inks = inks

    def shut(self) -> None:
        """Take both away."""
        for widget in self.widgets:
            widget.display = False

    def press(self, event: Key) -> str | None:
        """Take a key; gives the id of the action that was chosen."""
        if event.key in _SHUTS:
            self.shut()
            return None
        if self.palette.display:
            return self._press_palette(event)
        by = _SCROLLS.get(event.key.lower())
        if by is None:
            self.shut()
        elif self.reader.display:
            self.reader.scroll_rows(by)
        else:
            self.help.scroll_rows(by)
        return None

    def paste(self, words: str) -> bool:
        """Take pasted text; False where there is no field to take it."""
        if not self.palette.display:
            return False
        view = self.palette.view
        self.palette.view = typed_in(view, view.typed + pasted(words))
        return True

    def _press_palette(self, event: Key) -> str | None:
        view = self.palette.view
        last = max(0, len(view.found) - 1)
        match event.key:
            case "ctrl+p":
                self.shut()
            case "enter" if view.found:
                self.shut()
                return view.found[view.selected].id
            case "up":
                self.palette.view = view._replace(selected=max(0, view.selected - 1))
            case "down":
                self.palette.view = view._replace(selected=min(last, view.selected + 1))
            case "backspace":
                self.palette.view = typed_in(view, view.typed[:-1])
            case _ if event.is_printable and event.character:
                self.palette.view = typed_in(view, view.typed + event.character)
        return None
