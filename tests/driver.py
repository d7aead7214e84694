"""A real terminal for the tests: the program on a pty, its screen read by pyte."""

from __future__ import annotations

import ctypes
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

PATIENCE = 15.0
"""Seconds a screen may take to show what is waited for, on a busy machine."""
ENDING = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGTSTP)
"""Signals that end or stop a program: whoever runs the tests may ignore them."""


class Terminal:
    """One program on one terminal."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        size: tuple[int, int] = (120, 36),
        environment: Mapping[str, str] | None = None,
        ignoring: tuple[signal.Signals, ...] = (),
        cwd: Path | None = None,
    ) -> None:
        """Start `python -m tracker` with arguments; `size` is columns and lines, `ignoring` signals as nohup does."""
        columns, lines = size
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.sent = b""
        """Every byte the program has written."""
        self.status: int | None = None
        self.pid, self._master = pty.fork()
        if self.pid == 0:  # the program
            try:
                for number in ENDING:
                    signal.signal(number, signal.SIG_IGN if number in ignoring else signal.SIG_DFL)
                _set_size(0, columns, lines)
                if cwd is not None:
                    os.chdir(cwd)
                root = str(Path(__file__).resolve().parents[1])
                outer = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "LINES"}}
                environ = {**outer, "TERM": "xterm-256color", "PYTHONPATH": root, **(environment or {})}
                os.execve(sys.executable, [sys.executable, "-m", "tracker", *arguments], environ)
            finally:
                os._exit(127)

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        _set_size(self._master, columns, lines)
        self.screen.resize(lines, columns)

    def __enter__(self) -> Self:
        """Use it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leave no process behind."""
        if self.status is None:
            self.kill(signal.SIGKILL)
            self.wait()
        self.close()

    def close(self) -> None:
        """Close the terminal under the program."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1

    def send(self, keys: str) -> None:
        """Type."""
        os.write(self._master, keys.encode())

    def read(self, seconds: float) -> int:
        """Take in what the program writes for a time; gives the number of bytes."""
        before = len(self.sent)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self._master], [], [], left)
            if not ready:
                break
            try:
                data = os.read(self._master, 65536)
            except OSError:
                break
            if not data:
                break
            self.sent += data
            self._stream.feed(data)
        return len(self.sent) - before

    @property
    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until the screen shows some words; fails with the screen when it does not."""
        end = time.monotonic() + seconds
        while words not in self.text:
            if time.monotonic() > end:
                raise AssertionError(f"{words!r} is not on the screen:\n{self.text}")
            self.read(0.05)

    def wait_until_gone(self, words: str, seconds: float = PATIENCE) -> None:
        """Wait until the screen shows some words no more."""
        end = time.monotonic() + seconds
        while words in self.text:
            assert time.monotonic() < end, f"{words!r} is still on the screen:\n{self.text}"
            self.read(0.05)

    def rest(self, seconds: float = 0.15) -> None:
        """Wait until nothing has been written for a while: the screen is whole, and the next key is one of its own."""
        while self.read(seconds):
            pass

    def kill(self, number: signal.Signals) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def kill_another_thread(self, number: signal.Signals) -> None:
        """Send a signal to a thread that is not the main one, as the system may hand it out."""
        other = max(int(name) for name in os.listdir(f"/proc/{self.pid}/task"))
        assert other != self.pid
        assert ctypes.CDLL(None).tgkill(self.pid, other, int(number)) == 0

    def wait(self, seconds: float = PATIENCE) -> int:
        """Wait for the end; gives the exit code, or minus the number of the signal that ended it."""
        end = time.monotonic() + seconds
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
            elif time.monotonic() > end:
                raise AssertionError(f"still running:\n{self.text}")
            elif self._master >= 0:
                self.read(0.05)
            else:
                time.sleep(0.05)
        return self.status


def _set_size(descriptor: int, columns: int, lines: int) -> None:
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
