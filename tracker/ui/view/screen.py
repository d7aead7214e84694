"""The players' screen: a widget that draws it, and a screen around it with the few keys that work there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from textual.app import ComposeResult
from textual.events import Key, Paste
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text
from tracker.i18n.say import say as say_in
from tracker.store.watch import Sight
from tracker.ui.drawn import Drawn
from tracker.ui.keys import spelled
from tracker.ui.layout import TOO_SMALL
from tracker.ui.painting import paint_now
from tracker.ui.view.card import Brush
from tracker.ui.view.picture import draw
from tracker.ui.view.reading import PlayersView, Reader, notice_of

BACK = text("p: back to the table")
HELP = text("?: help")
LEAVE = ("p", "q", "ctrl+c")
SCROLL = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}
KEYS = (
    (("p",), text("leave the players’ screen")),
    (("q",), text("leave")),
    (("?", "h", "F1"), text("this help; any key closes it")),
    (("↑", "↓"), text("scroll, where there is more than fits")),
    (("Ctrl+L",), text("draw the screen again")),
)
READ_ONLY = text("Nothing can be changed here: it shows what the table shows to everybody.")


class PlayersBoard(Drawn[PlayersView]):
    """Draws the players' screen at any size."""

    DEFAULT_CSS = "PlayersBoard { width: 100%; height: 100%; }"
    first = 0

    def __init__(self, brush: Brush, *, id: str | None = None) -> None:
        """Begin with nothing on it."""
        super().__init__(PlayersView(""), brush.inks, brush.signs, id=id)
        self.pies = brush.pies
        self._below = 0

    @property
    def brush(self) -> Brush:
        """What it is drawn with."""
        return Brush(self.inks, self.signs, self.pies)

    def draw(self) -> list[Strip]:
        """Give the picture."""
        rows, self._below = draw(self.view, self.size.width, self.size.height, self.first, self.brush)
        return rows

    def scroll_rows(self, by: int) -> None:
        """Scroll what does not fit; the ends hold."""
        first = max(0, min(self.first + by, self.first + self._below))
        if first != self.first:
            self.first = first
            self.redraw()


class PlayersScreen(Screen[None], inherit_bindings=False):
    """What the players see, from a campaign that `for_players` gave; no other is ever to be handed to it."""

    DEFAULT_CSS = """
    PlayersScreen { background: $background; overflow: hidden; scrollbar-size: 0 0; }
    """

    class Left(Message):
        """A key that leaves the screen was pressed."""

        def __init__(self, key: str) -> None:
            """Carry the key, `p` or `q`."""
            super().__init__()
            self.key = key

    def __init__(self, campaign: Campaign, language: str, brush: Brush, *, on_table: bool = False) -> None:
        """Begin with a campaign for the players; `on_table` says that `p` goes back to the table."""
        super().__init__()
        self.board = PlayersBoard(brush, id="players")
        self.language = language
        self._on_table = on_table
        self._campaign = campaign
        self._sight: Sight | None = None
        self._reader = Reader()
        self._helps = False
        self._said: Text | None = None
        """An answer to the last key; stands in the first line until the next."""
        self._now: Callable[[], datetime] = lambda: datetime.now().astimezone()

    def compose(self) -> ComposeResult:
        """Place the one widget."""
        yield self.board

    def on_mount(self) -> None:
        """Draw."""
        self._show()

    def show(self, campaign: Campaign) -> None:
        """Show another state of the campaign, one that `for_players` gave."""
        self._campaign = campaign
        self._show()

    def see(self, sight: Sight) -> None:
        """Show what a watch sees, with what must be known about the file."""
        self._sight = sight
        self.show(sight.campaign)

    def speak(self, language: str) -> None:
        """Say everything in another language."""
        self.language = language
        self._show()

    def paint_with(self, brush: Brush) -> None:
        """Draw with other inks."""
        self.board.pies = brush.pies
        self.board.inks = brush.inks
        self._show()

    def paint_anew(self) -> None:
        """Write every cell again."""
        self.board.redraw(whole=True)
        self.refresh(layout=True)

    def on_paste(self, event: Paste) -> None:
        """Say that a paste does nothing."""
        from tracker.ui.pasting import no_paste

        event.stop()
        self._said = no_paste(event)
        self._show()

    def on_key(self, event: Key) -> None:
        """Do what the few keys do; all others do nothing."""
        event.stop()
        event.prevent_default()
        key = event.key
        if self._said is not None:
            self._said = None
            self._show()
        if key in LEAVE or key.lower() in LEAVE:
            self.post_message(self.Left("p" if key.lower() == "p" else "q"))
        elif key == "ctrl+l":
            self.paint_anew()
        elif self._helps or key in HELP_KEYS:
            self._helps = not self._helps
            self._show()
        elif key.lower() in SCROLL:
            self.board.scroll_rows(SCROLL[key.lower()])

    def _say(self, what: Text) -> str:
        return self.board.signs.plain(say_in(what, self.language))

    def _show(self) -> None:
        view = self._reader.read(self._campaign, self.board.brush, self.language, self._say)
        notice = self._said
        if notice is None and self._sight is not None:
            notice = notice_of(self._sight, self._now())
        self.board.view = view._replace(
            notice=self._say(notice) if notice is not None else "",
            hint=self._say(BACK if self._on_table else HELP),
            help=self._help() if self._helps else (),
            too_small=self._say(TOO_SMALL),
        )
        if self.is_mounted and self.app.is_running:
            paint_now(self, self.board)

    def _help(self) -> tuple[tuple[str, str], ...]:
        plain = self.board.signs.plain
        keys = KEYS if self._on_table else KEYS[1:]
        rows = [(plain(" ".join(names)), self._say(words)) for names, words in keys]
        if not self._on_table:
            rows[0] = (f"{rows[0][0]} p", rows[0][1])
        return (*rows, ("", self._say(READ_ONLY)))


HELP_KEYS = frozenset({"f1", *(name for key in ("?", "h") for name in spelled(key))})
