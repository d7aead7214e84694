"""What is selected: one value for all panes, kept by id while the campaign changes under it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, overload

from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.tree import Path

PaneId = Literal["party", "stress", "clocks", "log"]
PANES: tuple[PaneId, ...] = ("party", "stress", "clocks", "log")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which pane has the keys, and what is selected in each; party and stress share the character."""

    pane: PaneId = "party"
    who: str = ""
    clock: str = ""
    line: int = 0
    """The number of the selected log entry; 0 follows the newest."""
    field: Path = ()
    """The marked number of the row; where a character has none such, its first."""
    moving: int | None = None
    """The beat of the moves so far while something is being moved, 0 before the first; None: nothing is."""


class Joined(Sequence[Entry]):
    """Older entries of the log and those of the campaign behind them, as one; nothing is copied."""

    def __init__(self, older: tuple[Entry, ...], log: tuple[Entry, ...]) -> None:
        """Put them together."""
        self._older = older
        self._log = log
        self._count = len(older)

    def __len__(self) -> int:
        """Count both."""
        return self._count + len(self._log)

    @overload
    def __getitem__(self, at: int) -> Entry: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, at: int | slice) -> Entry | tuple[Entry, ...]:
        """Give an entry, or a stretch of them."""
        if isinstance(at, slice):
            return tuple(self[n] for n in range(*at.indices(len(self))))
        at = at + len(self) if at < 0 else at
        return self._older[at] if at < self._count else self._log[at - self._count]


def place_of(log: Sequence[Entry], n: int) -> int:
    """Give the index of the entry of a number, -1 when it is not there; numbers go up, nearly always by one."""
    if not log:
        return -1
    guess = n - log[0].n
    if not (0 <= guess < len(log) and log[guess].n == n):
        guess = bisect_left(log, n, key=lambda entry: entry.n)
    return guess if guess < len(log) and log[guess].n == n else -1


@dataclass(frozen=True, slots=True)
class Selected:
    """The ids that can be selected, in the order of the screen."""

    characters: tuple[str, ...] = ()
    clocks: tuple[str, ...] = ()
    log: Sequence[Entry] = ()


def settled(selection: Selection, before: Selected, after: Selected) -> Selection:
    """Give the selection after a change: by id, or the neighbour of what is gone."""
    return replace(
        selection,
        who=_settled(selection.who, before.characters, after.characters),
        clock=_settled(selection.clock, before.clocks, after.clocks),
        line=selection.line if selection.line and place_of(after.log, selection.line) >= 0 else 0,
    )


def _settled(id: str, before: Sequence[str], after: Sequence[str]) -> str:
    if id in after:
        return id
    if not after:
        return ""
    at = before.index(id) if id in before else 0
    return next((each for each in before[at:] if each in after), after[min(at, len(after) - 1)])


def stepped(id: str, ids: Sequence[str], by: int) -> str:
    """Give the id `by` places further; the ends hold."""
    if not ids:
        return ""
    at = ids.index(id) if id in ids else 0
    return ids[max(0, min(len(ids) - 1, at + by))]
