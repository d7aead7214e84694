"""How the table reads back in its log: older entries come in behind the screen as somebody wants to see them."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual.message import Message

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import text
from tracker.ui.selection import place_of, settled
from tracker.ui.status import Voice
from tracker.ui.table_shown import TableShown

if TYPE_CHECKING:
    from tracker.store.older_log import OlderLog

PAGE = 200
"""Entries read at a time: 10 ms, so that no key waits."""
MARGIN = 100
"""Entries above the selected one from which more are read ahead."""
FROM_THE_START = 0
SEARCHED = 150
"""Lines that are said at a time for the search."""


class Asked(NamedTuple):
    """For what entries are read: what has come in between makes them useless."""

    n: int
    """The number of the entry they stand before."""
    times_forgotten: int
    """Of which reading of the log that was."""
    again: bool = False
    """They are to be put in the place of those that were read back before."""


class TableReading(TableShown, inherit_bindings=False):
    """The part of the table screen that reads back."""

    class Older(Message):
        """Entries before the oldest there were have been read; None when they could not be."""

        def __init__(
            self, asked: Asked, source: OlderLog, page: tuple[Entry, ...] | None = None, *, is_complete: bool = False
        ) -> None:
            """Carry the entries, for what they were read, and from what."""
            super().__init__()
            self.asked = asked
            self.source = source
            self.page = page
            self.is_complete = is_complete

    log_path: Path | None = None
    """The file of the campaign; None where there is none."""
    _older_log: OlderLog | None = None
    _log_edits = 0
    """How often lines of the log had been edited in the file when it was last looked at."""
    _loop: asyncio.AbstractEventLoop
    _session_wanted: int | None = None
    """The session that is looked for further back; `FROM_THE_START` for the first line of the log."""
    _searched: int | None = None
    """The number of the last entry the search has looked at; None while there is no search."""

    @property
    def has_older(self) -> bool:
        """There are entries before the oldest that can be seen."""
        book = self.board.logbook
        is_known = book.gave_up or book.has_all(self._campaign)
        return self.log_path is not None and bool(self._campaign.log) and not is_known

    def read_ahead(self) -> None:
        """Read more when the selection comes near to the oldest entry there is."""
        at = self.selection
        if at.pane == "log" and at.line and self.has_older and place_of(self._ids.log, at.line) < MARGIN:
            self._read_older()

    def go_to_start(self) -> None:
        """Select the first line of the log, as soon as it has been read."""
        self._look_for(FROM_THE_START)

    def go_to_session(self, number: int) -> None:
        """Select the first line of a session, as soon as it has been read."""
        self._look_for(number)

    def _look_for(self, session: int) -> None:
        self._session_wanted = session
        log = self._ids.log
        if log and (not self.has_older or (session != FROM_THE_START and log[0].session < session)):
            self._session_wanted = None
            at = next((n for n, entry in enumerate(log) if entry.session >= session), len(log) - 1)
            self.selection = replace(self.selection, pane="log", line=log[at].n)
            if session != FROM_THE_START and log[at].session != session:
                self.tell(text("nothing was written in session {number}", number=session))
        elif log:
            self.selection = replace(self.selection, pane="log", line=log[0].n)
            self._read_older()
        self.show()

    def begin_search(self) -> None:
        """Open the search; lines come into it the newest first, a few at a time."""
        self.furniture.overlays.open_search((), self.say)
        self._searched = self._campaign.last_n + 1
        self._search_on()

    def _search_on(self) -> None:
        """Put more lines into the search, as long as it is open and there are any."""
        overlays = self.furniture.overlays
        if self._searched is None or not overlays.is_searching:
            self._searched = None
            return
        log, n = self._ids.log, self._searched
        end = place_of(log, n) if n <= self._campaign.last_n else len(log)
        chunk = log[max(0, end - SEARCHED) : end] if end > 0 else ()
        if chunk:
            self._searched = chunk[0].n
        from tracker.ui.found_by import found_by  # here: it would cost each start

        is_done = end <= SEARCHED and not self.has_older
        lines = [
            replace(self.board.logbook.line_of(self._campaign, entry, self.say), about=found_by(self._campaign, entry))
            for entry in reversed(chunk)
        ]
        overlays.add_to_search(lines, self.say, is_done=is_done)
        if is_done:
            self._searched = None
        elif end <= SEARCHED:
            self._read_older()
        else:
            self.set_timer(0.005, self._search_on)

    def _put(self, campaign: Campaign) -> None:
        super()._put(campaign)
        if self._log_edits != self.session.log_edits:
            self._log_edits = self.session.log_edits
            self._read_again()

    def _read_again(self) -> None:
        """Read anew what was read back: somebody has edited the log in the file. Until then it stays as it was."""
        book, source = self.board.logbook, self._older_log
        self._older_log = None
        book.gave_up = False
        if source is not None and not book.is_reading:
            source.close()  # else it is closed when what is being read from it has come
        book.is_reading = False
        if book.older:
            self._read_behind(Asked(self._campaign.log[0].n, book.times_forgotten, again=True), len(book.older))

    def _read_older(self) -> None:
        """Have the page before the oldest entry read, unless one is on its way."""
        book = self.board.logbook
        if not book.is_reading and self.has_older:
            self._read_behind(Asked(self._ids.log[0].n, book.times_forgotten), PAGE)

    def _read_behind(self, asked: Asked, count: int) -> None:
        """Have so many entries read behind the screen."""
        if self.log_path is None:
            return
        if self._older_log is None:
            from tracker.store.older_log import OlderLog

            self._older_log = OlderLog(self.log_path)
        source, loop = self._older_log, self._loop
        self.board.logbook.is_reading = True

        def read() -> None:
            try:
                page, is_complete = source.page(asked.n, count)
                while page and len(page) < count and not is_complete:
                    more, is_complete = source.page(page[0].n, count - len(page))
                    page = (*more, *page)
            except (OSError, ValueError):
                message = self.Older(asked, source)
            else:
                message = self.Older(asked, source, page, is_complete=is_complete)
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self.post_message, message)

        threading.Thread(target=read, name="reading back", daemon=True).start()

    def on_table_reading_older(self, event: Older) -> None:
        """Put what was read before what there is, and read on where that is wanted."""
        event.stop()
        book, asked = self.board.logbook, event.asked
        if event.source is not self._older_log:  # the file was edited meanwhile
            event.source.close()
        elif event.page is None:
            book.is_reading, book.gave_up = False, True
            self._session_wanted = self._searched = None
            self.tell(text("the log cannot be read now"), Voice.REFUSAL)
            return
        else:
            book.is_reading = False
            if asked.times_forgotten == book.times_forgotten:
                self._put_read(event.page, asked, is_complete=event.is_complete)
            elif asked.again:
                self._read_again()
        if self._session_wanted is not None:
            self._look_for(self._session_wanted)
        else:
            self.read_ahead()
            self.show()
        self._search_on_if_open()

    def _put_read(self, page: tuple[Entry, ...], asked: Asked, *, is_complete: bool) -> None:
        book = self.board.logbook
        if asked.again:
            book.put_instead(page, is_complete=is_complete)
        elif self._ids.log and asked.n == self._ids.log[0].n:
            book.put_before(page, is_complete=is_complete)
        before, self._ids = self._ids, replace(self._ids, log=book.entries(self._campaign))
        self.selection = settled(self.selection, before, self._ids)

    def _search_on_if_open(self) -> None:
        if self._searched is not None:
            self._search_on()
