"""The terminal around the screen: whether there is one, how it ends."""

from __future__ import annotations

import codecs
import os
import select
import signal
import sys
import termios
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import Any, TypeAlias

from tracker.core.text import Text, text

WATCHDOG_SECONDS = 2.0
"""How long a program that is told to end may take before it is ended."""
SIGNALS = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
GONE = select.POLLHUP | select.POLLERR | select.POLLNVAL
LEAVE_SCREEN = b"\x1b[?2004l\x1b[?1004l\x1b[<u\x1b[?1049l\x1b[?25h"
"""Bracketed paste, focus reports and the keyboard protocol off, the former screen and the cursor back."""
Handler: TypeAlias = "Callable[[int, FrameType | None], Any] | int | None"


def no_terminal(environ: Mapping[str, str]) -> Text | None:
    """Say why the screen cannot be opened here; None when it can.

    It is drawn on stderr and the keys come from stdin. `TEXTUAL_DRIVER` names another way in and out.
    """
    if environ.get("TEXTUAL_DRIVER"):
        return None
    if not (_is_terminal(0) and _is_terminal(2)):
        return text("the table needs a terminal; “tracker show” prints it as plain text")
    if environ.get("TERM", "") in {"", "dumb"}:
        return text("this terminal (TERM=dumb) cannot draw a screen; “tracker show” prints the table as plain text")
    return None


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def draws_unicode() -> bool:
    """Say whether what is written arrives as Unicode."""
    encoding = getattr(sys.__stderr__, "encoding", None) or ""
    return encoding.lower().replace("-", "") == "utf8"


def tolerate_foreign_bytes() -> None:
    """Have a byte that is no UTF-8 (a key of a Latin-1 terminal, the rest of a mouse report) read as an unknown sign.

    The toolkit's reader is strict and would end the program.
    """
    from textual.drivers import linux_driver

    strict = codecs.getincrementaldecoder
    linux_driver.getincrementaldecoder = lambda name: partial(strict(name), "replace")  # type: ignore[attr-defined]


class Ending:
    """Ends the program in order when a signal or a closed terminal says so, and in any case within two seconds."""

    def __init__(self, leave: Callable[[], None]) -> None:
        """`leave` is called once, from a signal handler or another thread: it hands over to the event loop."""
        self._leave = leave
        self._former: dict[int, Handler] = {}
        self._modes: list[Any] | None = None
        self.code = 0
        """What the program is to end with; 0 as long as nothing told it to."""

    def watch(self) -> None:
        """Begin to listen for signals, and for the terminal being closed."""
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._former[number] = signal.signal(number, self._signalled)
        if _is_terminal(0):
            self._modes = termios.tcgetattr(0)
            threading.Thread(target=self._watch_terminal, name="terminal", daemon=True).start()

    def close(self) -> None:
        """Stop listening for signals; the former handlers are back."""
        for number, former in self._former.items():
            signal.signal(number, former)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Lend the terminal to another program: Ctrl+C is meant for that one."""
        former = signal.signal(signal.SIGINT, lambda number, frame: None)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, former)

    def begin(self, code: int) -> None:
        """End the program with a code."""
        if self.code:
            return
        self.code = code
        watchdog = threading.Timer(WATCHDOG_SECONDS, self._give_up)
        watchdog.daemon = True
        watchdog.start()
        self._leave()

    def _signalled(self, number: int, frame: FrameType | None) -> None:
        self.begin(128 + number)

    def _give_up(self) -> None:
        """End at once: the event loop hangs in a write. The terminal is put right as far as that does not block."""
        with suppress(OSError, termios.error):
            if self._modes is not None:
                termios.tcsetattr(0, termios.TCSANOW, self._modes)
            os.set_blocking(2, False)
            os.write(2, LEAVE_SCREEN)
        os._exit(self.code)

    def _watch_terminal(self) -> None:
        """Wait for the terminal to be closed: the toolkit would read its end for ever."""
        poll = select.poll()
        poll.register(0, 0)
        with suppress(OSError):
            if any(event & GONE for _, event in poll.poll()):
                self.begin(128 + signal.SIGHUP)
