"""The application around the players' screen, and the way in: `run_view`."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from contextlib import suppress

os.environ.setdefault("TEXTUAL_FPS", "30")
os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
os.environ.setdefault("ESCDELAY", "250")  # over a slow line an arrow key may arrive in pieces

from rich.console import RenderableType
from textual.app import App
from textual.message import Message
from textual.screen import Screen
from textual.theme import Theme

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text, verbatim
from tracker.i18n.say import say
from tracker.store.watch import Sight, Watch, Watcher
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.painting import lean, let_write
from tracker.ui.signs import ASCII, UNICODE
from tracker.ui.terminal import Ending, draws_unicode, has_terminal, is_dumb, no_terminal, ready_terminal
from tracker.ui.themes import DARK, THEMES, ink_defaults, inks_of
from tracker.ui.view.card import Brush
from tracker.ui.view.screen import PlayersScreen

NO_TERMINAL = text("the players’ screen needs a terminal; “tracker show --players” prints it as plain text")
DUMB = text("this terminal (TERM=dumb) cannot draw a screen; “tracker show --players” prints it as plain text")
CRASHED = 70


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How the players' screen is wanted."""

    language: str | None = None
    """None: that of the campaign."""
    theme: str = DARK
    ascii: bool = False


class ViewApp(App[int], inherit_bindings=False):
    """The players' screen on a terminal. It never writes to the campaign and never locks it."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "tracker"
    """Nothing of the campaign: a terminal may show it anywhere."""

    class Seen(Message):
        """The file says something else, or something is to be said about it."""

        def __init__(self, sight: Sight) -> None:
            """Carry what there is to see."""
            super().__init__()
            self.sight = sight

    def __init__(self, watch: Watch, options: ViewOptions) -> None:
        """Open on a watch."""
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self.options = options
        self.ending = Ending(self._leave_soon)
        self.crash: BaseException | None = None
        self._first = watch.sight
        self._watcher = Watcher(watch, self._heard)
        self._loop: asyncio.AbstractEventLoop | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = options.theme if options.theme in self.available_themes else DARK

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give our own variables for themes that do not know them."""
        return ink_defaults(self.current_theme)

    def get_default_screen(self) -> PlayersScreen:
        """Give the players' screen."""
        campaign = self._first.campaign
        self.players = PlayersScreen(campaign, self.options.language or campaign.head.language, self._brush())
        return self.players

    def on_mount(self) -> None:
        """Begin to follow the file."""
        self._loop = asyncio.get_running_loop()
        self.ending.wake(self._loop)
        self.theme_changed_signal.subscribe(self, self._repaint)
        self.app_resume_signal.subscribe(self, lambda _: self.players.paint_anew())
        self.players.see(self._first)
        self._watcher.start()
        self.call_after_refresh(self._settle)
        if self.ending.code:
            self.exit()

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
        """Hand over from the thread that watches; when the loop is gone there is no screen left to tell."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self.post_message, self.Seen(sight))

    def _settle(self) -> None:
        """What was made at the start stays: the collector need not look at it again."""
        gc.freeze()
        gc.enable()

    def _repaint(self, theme: Theme) -> None:
        self.players.paint_with(self._brush())

    def _leave_soon(self) -> None:
        """Leave, from whatever thread or signal handler."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: self.exit(return_code=self.ending.code))

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Write less than the toolkit would."""
        super()._display(screen, lean(renderable))
        let_write()

    def _fatal_error(self) -> None:
        """End without a traceback on a screen that everybody sees; `run_view` writes it into a file."""
        self.crash = sys.exc_info()[1] or self._exception
        self._close_messages_no_wait()


def obstacle() -> Text | None:
    """Say why the players' screen cannot be opened here; None when it can."""
    if no_terminal(os.environ) is None:
        return None
    return DUMB if has_terminal() and is_dumb(os.environ) else NO_TERMINAL


def run_view(watch: Watch, options: ViewOptions | None = None) -> int:
    """Show the players' screen until it is left; gives the exit code."""
    options = options or ViewOptions()
    gc.disable()
    ready_terminal()
    app = ViewApp(watch, options)
    app.ending.watch()
    try:
        app.run(mouse=False)
    finally:
        gc.enable()
        app.ending.close()
    if app.crash is not None:
        return _crashed(app)
    return app.ending.code or app.return_code or 0


def _crashed(app: ViewApp) -> int:
    from tracker.store.crash_report import write_crash_report
    from tracker.store.places import state_folder

    assert app.crash is not None
    report = write_crash_report(app.crash, state_folder())
    where = verbatim(str(report)) if report is not None else text("it could not be written")
    sentence = text("The players’ screen broke down. Report: {where}", where=where)
    sys.stderr.write(f"{say(sentence, app.players.language)}\n")
    return CRASHED
