"""Entries of the log older than those a table has read: page by page, back to the beginning."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from tracker.core.entry import Entry, decode_entry
from tracker.store.campaign_reader import opened
from tracker.store.log_tail import Tail, before, split_file, tail


class OlderLog:
    """Reads backwards through the log of a file. It belongs to one thread at a time.

    The file is held open as it was: saving replaces it, and what stood in the log stays what it was.
    """

    def __init__(self, path: Path) -> None:
        """Begin with nothing read."""
        self._path = path
        self._held: int | None = None
        self._log_start: int | None = None
        self._read: Tail | None = None
        self._first = 0
        """The number of the oldest entry given; 0 where none has been."""

    def page(self, n: int, count: int) -> tuple[tuple[Entry, ...], bool]:
        """Give up to `count` entries that stand before entry `n`, oldest first, and whether there are no older ones.

        Raises OSError, and ValueError where the log is no TOML.
        """
        if self._read is None or self._first != n:
            self._open()
        found: list[Entry] = []
        while not found and self._read is not None:
            if self._read.is_complete and self._first:
                return (), True
            held = self._held
            assert held is not None
            read = before(held, self._log_start, self._read.offset, count) if self._first else self._read
            self._read = read
            entries = [decode_entry(each) for each in read.entries]
            self._first = entries[0].n if entries else 1
            found = [each for each in entries if each.n < n]
            if read.is_complete:
                break
        return tuple(found), self._read is None or self._read.is_complete

    def close(self) -> None:
        """Let go of the file."""
        if self._held is not None:
            with contextlib.suppress(OSError):
                os.close(self._held)
            self._held = None
        self._read, self._first = None, 0

    def _open(self) -> None:
        self.close()
        self._held = opened(self._path)
        self._log_start = split_file(self._held).log_start
        self._read = tail(self._held, self._log_start, 400)
