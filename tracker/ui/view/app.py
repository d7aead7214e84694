"""The application around the players' screen, and the way in: `run_view`."""

from __future__ import annotations

import os

from textual.message import Message

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text
from tracker.i18n.say import say
from tracker.store.watch import Sight, Watch, Watcher
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.signs import ASCII, UNICODE
from tracker.ui.terminal import draws_unicode, has_terminal, is_dumb, no_terminal, ready_terminal
from tracker.ui.terminal_app import CRASHED, TerminalApp, complain, crash_report, running
from tracker.ui.themes import DARK, inks_of
from tracker.ui.view.card import Brush
from tracker.ui.view.screen import PlayersScreen

NO_TERMINAL = text("the players’ screen needs a terminal; “tracker show --players” prints it as plain text")
DUMB = text("this terminal (TERM=dumb) cannot draw a screen; “tracker show --players” prints it as plain text")


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How the players' screen is wanted."""

    language: str | None = None
    """None: that of the campaign."""
    theme: str = DARK
    ascii: bool = False


class ViewApp(TerminalApp[int], inherit_bindings=False):
    """The players' screen on a terminal. It never writes to the campaign and never locks it."""

    class Seen(Message):
        """The file says something else, or something is to be said about it."""

        def __init__(self, sight: Sight) -> None:
            """Carry what there is to see."""
            super().__init__()
            self.sight = sight

    def __init__(self, watch: Watch, options: ViewOptions) -> None:
        """Open on a watch."""
        super().__init__(options.theme)
        self.options = options
        self._first = watch.sight
        self._watcher = Watcher(watch, self._heard)

    def get_default_screen(self) -> PlayersScreen:
        """Give the players' screen."""
        campaign = self._first.campaign
        self.players = PlayersScreen(campaign, self.options.language or campaign.head.language, self._brush())
        return self.players

    def on_mount(self) -> None:
        """Begin to follow the file."""
        self.begin()
        self.players.see(self._first)
        self._watcher.start()

    def paint_anew(self) -> None:
        """Paint the players' screen again."""
        self.players.paint_anew()

    def paint_in_theme(self) -> None:
        """Paint it in the colours of another theme."""
        self.players.paint_with(self._brush())

    def on_unmount(self) -> None:
        """Stop following."""
        self._watcher.stop()

    def on_view_app_seen(self, event: Seen) -> None:
        """Show what is seen now."""
        event.stop()
        if self.options.language is None:
            self.players.language = event.sight.campaign.head.language
        self.players.see(event.sight)

    def on_players_screen_left(self, event: PlayersScreen.Left) -> None:
        """Leave."""
        event.stop()
        self.exit(0)

    def _brush(self) -> Brush:
        signs = ASCII if self.options.ascii or not draws_unicode() else UNICODE
        return Brush(inks_of(self.theme_variables), signs, PieStyle.BRAILLE if self.no_color else PieStyle.QUADRANT)

    def _heard(self, sight: Sight) -> None:
        """Hand over from the thread that watches."""
        self.hand_over(lambda: self.post_message(self.Seen(sight)))


def obstacle() -> Text | None:
    """Say why the players' screen cannot be opened here; None when it can."""
    if no_terminal(os.environ) is None:
        return None
    return DUMB if has_terminal() and is_dumb(os.environ) else NO_TERMINAL


def run_view(watch: Watch, options: ViewOptions | None = None) -> int:
    """Show the players' screen until it is left; gives the exit code."""
    options = options or ViewOptions()
    ready_terminal()
    app = ViewApp(watch, options)
    with running(app):
        app.run(mouse=False)
    if app.crash is not None:
        sentence = text("The players’ screen broke down. Report: {where}", where=crash_report(app.crash))
        complain(say(sentence, app.players.language))
        return CRASHED
    return app.ending.code or app.return_code or 0
