"""What every screen of ours on a terminal has in common: how it is coloured, how little it writes, how it ends."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from rich.console import RenderableType
from textual.app import App
from textual.screen import Screen
from textual.theme import Theme

from tracker.core.text import Text, text, verbatim
from tracker.ui.painting import lean, let_write
from tracker.ui.terminal import Ending
from tracker.ui.themes import DARK, THEMES, ink_defaults

R = TypeVar("R")
CRASHED = 70
"""The exit code of a screen that broke down."""


class TerminalApp(App[R], inherit_bindings=False):
    """An application with our themes that writes little and ends in order, whatever ends it."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "tracker"
    """Nothing of the campaign: a terminal may show it anywhere."""

    def __init__(self, theme: str = "") -> None:
        """Begin with a theme by its name; with the dark one where there is none of that name."""
        self._themed = False
        super().__init__(ansi_color="NO_COLOR" in os.environ)
        self._themed = True
        self.ending = Ending(self._leave_soon)
        self.crash: BaseException | None = None
        """What broke the screen down: whoever runs it has it written into a file."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stands = False
        for each in THEMES:
            self.register_theme(each)
        first = theme if theme in self.available_themes else DARK
        self.set_reactive(App.theme, first)
        self.stylesheet.set_variables(self.get_css_variables())
        self.update_classes({f"-theme-{first}": True, "-dark-mode": self.current_theme.dark}, update=False)

    def get_css_variables(self) -> dict[str, str]:
        """Give the variables of the theme; none while the toolkit begins with a theme that is not ours."""
        return super().get_css_variables() if self._themed else {}

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give our own variables for themes that do not know them."""
        return ink_defaults(self.current_theme)

    def begin(self) -> None:
        """Be ready for the end, and follow the theme; the first thing when the application is mounted."""
        self._loop = asyncio.get_running_loop()
        self.ending.wake(self._loop)
        self.theme_changed_signal.subscribe(self, self._repaint)
        self.app_resume_signal.subscribe(self, lambda _: self.paint_anew())
        self.call_after_refresh(self._settle)
        if self.ending.code:
            self.exit()

    def paint_anew(self) -> None:
        """Paint everything again: the terminal was lent to somebody else."""

    def paint_in_theme(self) -> None:
        """Paint everything in the colours of another theme."""

    def hand_over(self, do: Callable[[], object]) -> None:
        """Have the event loop do something, from another thread; when it is gone there is no screen left to tell."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(do)

    def _watch_theme(self, theme_name: str) -> None:
        """Restyle for another theme; the first one is in the styles already, and the screen is painted once only."""
        if self._stands:
            super()._watch_theme(theme_name)

    def _settle(self) -> None:
        """What was made at the start stays: the collector need not look at it again."""
        self._stands = True
        gc.freeze()
        gc.enable()

    def _repaint(self, theme: Theme) -> None:
        self.paint_in_theme()

    def _leave_soon(self) -> None:
        """Leave, from whatever thread or signal handler."""
        self.hand_over(lambda: self.exit(return_code=self.ending.code))

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Write less than the toolkit would."""
        super()._display(screen, lean(renderable))
        let_write()

    def _fatal_error(self) -> None:
        """End without a traceback on a screen that others see."""
        self.crash = sys.exc_info()[1] or self._exception
        self._close_messages_no_wait()


@contextmanager
def running(app: TerminalApp[R]) -> Iterator[None]:
    """Have an application run within: the collector rests until it stands, and signals end it in order."""
    gc.disable()
    app.ending.watch()
    try:
        yield
    finally:
        gc.enable()
        app.ending.close()


def crash_report(crash: BaseException) -> Text:
    """Write what broke a screen down into a file; gives where it is written, or that it could not be."""
    from tracker.store.crash_report import write_crash_report
    from tracker.store.places import state_folder

    report = write_crash_report(crash, state_folder())
    return verbatim(str(report)) if report is not None else text("it could not be written")


def complain(sentence: str) -> None:
    """Write a sentence where the screen was."""
    sys.stderr.write(f"{sentence}\n")
