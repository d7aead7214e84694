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
from io import TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeAlias

from tracker.core.text import Text, text

if TYPE_CHECKING:
    import asyncio

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
    if not has_terminal():
        return text("the table needs a terminal; “tracker show” prints it as plain text")
    if is_dumb(environ):
        return text("this terminal (TERM=dumb) cannot draw a screen; “tracker show” prints the table as plain text")
    return None


def has_terminal() -> bool:
    """Say whether keys come from a terminal and what is drawn goes to one."""
    return _is_terminal(0) and _is_terminal(2)


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Say whether the terminal that an environment names can write lines only."""
    return environ.get("TERM", "") in {"", "dumb"}


def _is_terminal(descriptor: int) -> bool:
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def draws_unicode() -> bool:
    """Say whether what is written arrives as Unicode."""
    encoding = getattr(sys.__stderr__, "encoding", None) or ""
    return _is_utf8(encoding) and _is_utf8(_wanted_encoding(os.environ) or "utf-8")


def ready_terminal(*, pastes: bool = True) -> None:
    """Have the toolkit read and write what this terminal sends and shows; before an application runs.

    A byte that does not decode (a key of a Latin-1 terminal, the rest of a mouse report) is left out: the toolkit's
    reader is strict and would end the program. What the terminal cannot show is written as a question mark. `pastes`
    tells pastes from keys where the terminal does not mark them. The size is the terminal's own at all times.
    """
    from textual.drivers import linux_driver

    for name in ("COLUMNS", "LINES"):  # where they are exported the toolkit believes them and not the terminal
        os.environ.pop(name, None)
    reader: Any = linux_driver
    encoding = _wanted_encoding(os.environ) or getattr(sys.__stdin__, "encoding", None) or "utf-8"
    read_as = "utf-8" if encoding.lower() in _ASCII else encoding
    strict = codecs.getincrementaldecoder
    reader.getincrementaldecoder = lambda _: partial(strict(read_as), "ignore")
    if pastes:
        from tracker.ui.pasting import PasteParser

        reader.XTermParser = PasteParser
    if isinstance(sys.__stderr__, TextIOWrapper) and not draws_unicode():
        written = sys.__stderr__.encoding if encoding.lower() in _ASCII else encoding
        sys.__stderr__.reconfigure(encoding=written, errors="replace")


_ASCII = frozenset({"ascii", "us-ascii", "ansi_x3.4-1968", "646"})


def _wanted_encoding(environ: Mapping[str, str]) -> str | None:
    """Give the encoding that the environment names, None where it names none.

    For the locales C and POSIX, and for one that is not installed, Python reads and writes UTF-8 whatever the terminal
    does, and says so in LC_CTYPE itself.
    """
    if environ.get("PYTHONUTF8") == "1" or environ.get("PYTHONIOENCODING"):
        return None
    set_by_python = sys.flags.utf8_mode == 1 and environ.get("LC_CTYPE") in {"C.UTF-8", "C.utf8", "UTF-8"}
    names = ("LC_ALL", "LANG") if set_by_python else ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    if locale in {"C", "POSIX"}:
        return "ascii"
    encoding = locale.partition(".")[2].partition("@")[0]
    try:
        return codecs.lookup(encoding).name if encoding else None
    except LookupError:
        return None


def _is_utf8(encoding: str) -> bool:
    return encoding.lower().replace("-", "") == "utf8"


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

    def wake(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have every signal wake the event loop.

        The system may hand a signal to any thread; one that is handed to another than the main thread would be seen
        only when the loop has something else to do, with the next key. A loop has itself woken by all signals once it
        handles one, and here that is one that nothing follows from.
        """
        loop.add_signal_handler(signal.SIGCHLD, lambda: None)

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
