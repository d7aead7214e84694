"""What is selected: one value for all panes, kept by id while the campaign changes under it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from tracker.core.entry import Entry
from tracker.core.tree import Path

PaneId = Literal["party", "stress", "clocks", "log"]
PANES: tuple[PaneId, ...] = ("party", "stress", "clocks", "log")


class Selection(NamedTuple):
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


class Selected(NamedTuple):
    """The ids that can be selected, in the order of the screen."""

    characters: tuple[str, ...] = ()
    clocks: tuple[str, ...] = ()
    log: tuple[Entry, ...] = ()

    @property
    def lines(self) -> tuple[int, ...]:
        """The numbers of the log entries."""
        return tuple(entry.n for entry in self.log)


def settled(selection: Selection, before: Selected, after: Selected) -> Selection:
    """Give the selection after a change: by id, or the neighbour of what is gone."""
    return selection._replace(
        who=_settled(selection.who, before.characters, after.characters),
        clock=_settled(selection.clock, before.clocks, after.clocks),
        line=selection.line if selection.line and selection.line in after.lines else 0,
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
