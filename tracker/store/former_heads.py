"""The heads that the keeper's own steps led from and to: an undo writes again what stood there, byte for byte."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import tomli

from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.tree import Tree, same
from tracker.store.toml_patch import Patched, PatchRefused, compare

STEPS = 200
"""Steps whose heads are remembered."""


@dataclass(frozen=True, slots=True)
class State:
    """A head after an entry of the log."""

    n: int
    """The number of the last entry then."""
    head: str
    tree: Tree
    """What it says."""


class FormerHeads:
    """The heads of a row of own steps, with nobody else's text in between."""

    def __init__(self) -> None:
        """Begin without any."""
        self._states: list[State] = []

    def add(self, before: State, after: State) -> None:
        """Remember a step; where the head before it is not what the last one left, those before it count no more."""
        if not self._states or self._states[-1].head != before.head:
            self._states = [before]
        self._states = [*self._states[-STEPS:], after]

    def again(self, head: str, entry: Entry, log: Sequence[Entry], expected: Tree) -> Patched | None:
        """Give the text that stood there before what an undo or redo takes back.

        `head` is the text as it is, `log` the one before the entry, `expected` what the text is to say. None where the
        entry takes nothing back, where the head is not what the last step left, or where no former one says this.
        """
        n = _before(entry, log)
        if n is None or not self._states or self._states[-1].head != head:
            return None
        found = [state for state in self._states if state.n == n and same(state.tree, expected)]
        found += (state for state in reversed(self._states) if same(state.tree, expected))
        for state in islice(found, 2):
            tree: Tree = tomli.loads(state.head.removeprefix("\ufeff"))
            try:
                compare(tree, expected)
            except PatchRefused:
                continue
            return Patched(state.head, {}, tree)
        return None


def _before(entry: Entry, log: Sequence[Entry]) -> int | None:
    """Give the number of the entry before those that an entry takes back: a beat, or for a redo the undo of one."""
    if entry.beat_of is None or entry.event not in ("undo", "redo"):
        return None
    if entry.event == "undo":
        return entry.beat_of - 1
    return next((each.n - 1 for each in reversed(log) if each.event == "undo" and each.beat_of == entry.beat_of), None)
