"""The log as the screen tells it: entries said once, and what later entries did to earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rich.cells import cell_len

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_in, text_n
from tracker.rules.said import said
from tracker.ui.panes.log import LogView
from tracker.ui.panes.log_line import LogLine
from tracker.ui.selection import Joined, place_of

TITLE = text("Log")
EMPTY = text("Nothing has happened yet.")
TYPED = text("dice on the table")
SECRET = text("secret")
HIDDEN = text("hidden from the players")
CORRECTED = text("see line {number}")
BEGINS = text("the log begins here")
BEGINS_BRIEFLY = text_in("log", "beginning")
READING = text("older lines are being read")


class Logbook:
    """Follows a growing log: only new entries are looked at, only lines in sight are said."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._read: tuple[Entry, ...] = ()
        self._lines: dict[int, LogLine] = {}
        self._language = ""
        self._names = 0
        self._seen = 0
        self.is_reading = False
        """Older entries are on their way."""
        self.times_forgotten = 0
        """Tells entries that were asked for before everything was read anew."""
        self._forget()

    def _forget(self) -> None:
        self._read, self._lines, self._names = (), {}, 0
        self.times_forgotten += 1
        self.older: tuple[Entry, ...] = ()
        """Entries before those of the campaign, as far as they have been asked for."""
        self.is_complete = False
        """The oldest of them is the first of the log."""
        self.gave_up = False
        """Entries before them cannot be read."""
        self._settled: set[object] = set()
        """Beats and lines of which a later entry says how they stand: what older ones say counts no more."""
        self._undone: set[int] = set()
        self._struck: set[int] = set()
        self._hidden: set[int] = set()
        self._corrected: dict[int, int] = {}

    def view(self, campaign: Campaign, line: int, language: str, say: Callable[[Text], str]) -> LogView:
        """Give what the log pane shows; `line` is the number of the selected entry, 0 for the newest."""
        log = campaign.log
        if language != self._language:
            self._language, self._lines = language, {}
        entries = self.entries(campaign)
        self._seen = self._seen if line else campaign.last_n
        new = campaign.last_n - self._seen

        def at(index: int) -> LogLine:
            entry = entries[index]
            if entry.n not in self._lines:
                self._lines[entry.n] = self.line_of(campaign, entry, say)
            return self._lines[entry.n]

        selected = place_of(entries, line) if line else -1
        marks = [say(READING)] if self.is_reading else []
        marks += [say(text_n("{count} new line below", "{count} new lines below", new))] if new > 0 else []
        return LogView(
            " · ".join([say(TITLE), *marks]),
            len(entries),
            at,
            (id(log), len(self.older), language),
            selected,
            self._names,
            max(3, len(str(campaign.last_n))),
            say(EMPTY),
            lambda n: place_of(entries, n),
            (say(BEGINS), say(BEGINS_BRIEFLY)) if self.has_all(campaign) else (),
        )

    def has_all(self, campaign: Campaign) -> bool:
        """Say whether the first entry there is to be seen is the first of the log."""
        return self.is_complete or (not self.older and campaign.log_complete)

    def entries(self, campaign: Campaign) -> Sequence[Entry]:
        """Give the entries there are to be seen: those of the campaign, behind the older ones that were read."""
        self._follow(campaign.log)
        return Joined(self.older, campaign.log) if self.older else campaign.log

    def put_before(self, page: tuple[Entry, ...], *, is_complete: bool) -> None:
        """Put entries before the oldest there are."""
        self.is_complete = is_complete
        self.older = (*page, *self.older)
        for entry in reversed(page):
            self._names = max(self._names, min(14, cell_len(entry.who_name)))
            if entry.beat_of is not None and entry.event in {"undo", "redo"}:
                if self._settle(entry.beat_of) and entry.event == "undo":
                    self._undone.add(entry.beat_of)
            elif entry.about is not None and entry.beat not in self._undone:
                self._mark(entry, entry.about, is_older=True)

    def _settle(self, what: object) -> bool:
        """Note that it is said how something stands; False where a later entry has said it already."""
        is_first = what not in self._settled
        self._settled.add(what)
        return is_first

    def _follow(self, log: tuple[Entry, ...]) -> None:
        known = len(self._read)
        if log is self._read:
            return
        older: tuple[Entry, ...] = ()
        is_complete = self.is_complete
        if log[:known] != self._read:
            older = self._still_before(log)
            self._forget()
            known = 0
        for entry in log[known:]:
            self._names = max(self._names, min(14, cell_len(entry.who_name)))
            self._note(entry, log)
        self._read = log
        if older:
            self.put_before(older, is_complete=is_complete)

    def _still_before(self, log: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Give what was read back that stands before a log edited since; nothing where it is the log of another story.

        Who is reading there keeps the place; what may have changed in it is for the table to read again.
        """
        here = {(entry.n, entry.at, entry.event) for entry in self._read}
        if not self.older or not any((entry.n, entry.at, entry.event) in here for entry in log):
            return ()
        return tuple(entry for entry in (*self.older, *self._read) if entry.n < log[0].n)

    def put_instead(self, older: tuple[Entry, ...], *, is_complete: bool) -> None:
        """Put entries that were read again in the place of those that were read back before."""
        log = self._read
        self._forget()
        self._follow(log)
        self.put_before(older, is_complete=is_complete)

    def _note(self, entry: Entry, log: tuple[Entry, ...]) -> None:
        if entry.beat_of is not None and entry.event in {"undo", "redo"}:
            self._settle(entry.beat_of)
            (self._undone.add if entry.event == "undo" else self._undone.discard)(entry.beat_of)
            for n in [n for n in self._lines if n >= entry.beat_of]:
                del self._lines[n]
            beat = entry.beat_of
            if any(each.about is not None and each.beat == beat for each in (*log, *self.older)):
                self._mark_again(log)
        elif entry.about is not None:
            self._mark(entry, entry.about)

    def _mark_again(self, log: tuple[Entry, ...]) -> None:
        """Read all that is said about earlier lines anew: some of it is taken back, or put back."""
        self._hidden.clear()
        self._struck.clear()
        self._corrected.clear()
        self._lines.clear()
        self._settled = {each for each in self._settled if isinstance(each, int)}
        for entry in (*self.older, *log):
            if entry.about is not None and entry.beat not in self._undone:
                self._mark(entry, entry.about)

    def _mark(self, entry: Entry, about: int, *, is_older: bool = False) -> None:
        """Note what an entry says about an earlier line; of two of the same kind the later one counts."""
        self._lines.pop(about, None)
        kind = "hidden" if entry.event == "visibility" else "struck" if entry.outcome == "struck" else "corrected"
        if not self._settle((kind, about)) and is_older:
            return
        if kind == "hidden":
            (self._hidden.add if entry.outcome == "hidden" else self._hidden.discard)(about)
        elif kind == "struck":
            self._struck.add(about)
        else:
            self._corrected[about] = entry.n

    def line_of(self, campaign: Campaign, entry: Entry, say: Callable[[Text], str]) -> LogLine:
        """Say one entry."""
        line = said(campaign, entry)
        marks = [TYPED] if entry.typed else []
        marks += [SECRET] if entry.secret else []
        marks += [HIDDEN] if entry.n in self._hidden else []
        if entry.n in self._corrected:
            marks.append(replace(CORRECTED, values={"number": self._corrected[entry.n]}))
        return LogLine(
            n=entry.n,
            time=entry.at.strftime("%H:%M"),
            who=entry.who_name,
            what=say(line.what),
            dice=line.dice,
            outcome=say(line.outcome) if line.outcome is not None else "",
            tone=line.tone,
            details=" · ".join(say(each) for each in line.details),
            marks=" · ".join(say(each) for each in marks),
            follows=entry.n != entry.beat,
            struck=entry.beat in self._undone or entry.n in self._struck,
        )
