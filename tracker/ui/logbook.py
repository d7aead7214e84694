"""The log as the screen tells it: entries said once, and what later entries did to earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rich.cells import cell_len

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import Text, text
from tracker.rules.said import said
from tracker.ui.panes.log import LogView
from tracker.ui.panes.log_line import LogLine

TITLE = text("Log")
EMPTY = text("Nothing has happened yet.")
TYPED = text("dice on the table")
SECRET = text("secret")
HIDDEN = text("hidden from the players")
CORRECTED = text("see line {number}")
SESSION = text("session {number}")


class Logbook:
    """Follows a growing log: only new entries are looked at, only lines in sight are said."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self._read: tuple[Entry, ...] = ()
        self._lines: dict[int, LogLine] = {}
        self._language = ""
        self._names = 0
        self._forget()

    def _forget(self) -> None:
        self._read, self._lines, self._names = (), {}, 0
        self._undone: set[int] = set()
        self._struck: set[int] = set()
        self._hidden: set[int] = set()
        self._corrected: dict[int, int] = {}

    def view(self, campaign: Campaign, line: int, language: str, say: Callable[[Text], str]) -> LogView:
        """Give what the log pane shows; `line` is the number of the selected entry, 0 for the newest."""
        log = campaign.log
        if language != self._language:
            self._language, self._lines = language, {}
        self._follow(log)

        def at(index: int) -> LogLine:
            entry = log[index]
            if entry.n not in self._lines:
                self._lines[entry.n] = self._said(campaign, entry, say)
            return self._lines[entry.n]

        selected = index_of(log, line) if line else -1
        return LogView(
            say(TITLE),
            len(log),
            at,
            (id(log), language),
            selected,
            self._names,
            max(3, len(str(campaign.last_n))),
            say(EMPTY),
        )

    def all_lines(self, campaign: Campaign, language: str, say: Callable[[Text], str]) -> Iterator[LogLine]:
        """Give every line that has been read, the newest first."""
        view = self.view(campaign, 0, language, say)
        assert view.line is not None
        yield from (view.line(n) for n in range(view.length - 1, -1, -1))

    def _follow(self, log: tuple[Entry, ...]) -> None:
        known = len(self._read)
        if log is self._read:
            return
        if known > len(log) or (known and (log[known - 1] != self._read[-1] or log[0] != self._read[0])):
            self._forget()
            known = 0
        for entry in log[known:]:
            self._names = max(self._names, min(14, cell_len(entry.who_name)))
            self._note(entry, log)
        self._read = log

    def _note(self, entry: Entry, log: tuple[Entry, ...]) -> None:
        if entry.beat_of is not None and entry.event in {"undo", "redo"}:
            (self._undone.add if entry.event == "undo" else self._undone.discard)(entry.beat_of)
            for n in [n for n in self._lines if n >= entry.beat_of]:
                del self._lines[n]
            if any(each.about is not None and each.beat == entry.beat_of for each in log):
                self._mark_again(log)
        elif entry.about is not None:
            self._mark(entry, entry.about)

    def _mark_again(self, log: tuple[Entry, ...]) -> None:
        """Read all that is said about earlier lines anew: some of it is taken back, or put back."""
        self._hidden.clear()
        self._struck.clear()
        self._corrected.clear()
        self._lines.clear()
        for entry in log:
            if entry.about is not None and entry.beat not in self._undone:
                self._mark(entry, entry.about)

    def _mark(self, entry: Entry, about: int) -> None:
        self._lines.pop(about, None)
        if entry.event == "visibility":
            (self._hidden.add if entry.outcome == "hidden" else self._hidden.discard)(about)
        elif entry.outcome == "struck":
            self._struck.add(about)
        else:
            self._corrected[about] = entry.n

    def _said(self, campaign: Campaign, entry: Entry, say: Callable[[Text], str]) -> LogLine:
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
            about=f"{say(replace(SESSION, values={'number': entry.session}))} {entry.event} {entry.roll}",
        )


def index_of(log: tuple[Entry, ...], n: int) -> int:
    """Give the index of the entry of a number, -1 when it is not there; numbers nearly always go up by one."""
    if not log:
        return -1
    guess = n - log[0].n
    if 0 <= guess < len(log) and log[guess].n == n:
        return guess
    return next((i for i, entry in enumerate(log) if entry.n == n), -1)
