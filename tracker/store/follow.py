"""Following a file that others write too: how long it has been still, and whether what stands there is the whole of it.

Editors truncate and write in place, and a part of a file may well be valid TOML. The log is always last, so a text that
ends with the newest entry the table knows has been written to its end. Any other is trusted only after a while.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from tracker.core.entry import Entry, encode_entry
from tracker.core.frozen import dataclass
from tracker.core.tree import Tree, Value, same

STILL = 0.3
"""Seconds without a change after which a text that looks whole is taken."""
SURE = 2.0
"""Seconds after which any text is taken for what its writer meant."""


class Stillness:
    """How long a file has been as it is now."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin without having seen anything."""
        self._clock = clock
        self._mark: object = self
        self._since = 0.0

    def seen(self, mark: object) -> float:
        """Note what the file is like now; give for how many seconds it has been seen so."""
        if mark != self._mark:
            self._mark, self._since = mark, self._clock()
        return self._clock() - self._since

    def forget(self) -> None:
        """Begin anew."""
        self._mark = self


@dataclass(frozen=True, slots=True)
class Branch:
    """How two logs go on from what they have in common."""

    common: int
    """The number of the last entry that both have; 0 for none."""
    newer: tuple[Entry, ...] = ()
    """What only the file has."""
    missing: tuple[Entry, ...] = ()
    """What only the table knows."""
    is_related: bool = True
    """Nothing says that they are the logs of two different campaigns."""


def branch_of(known: tuple[Entry, ...], theirs: tuple[Entry, ...], *, is_all: bool) -> Branch | None:
    """Compare the newest entries the table knows with the newest of a file; `is_all` says that these are all it has.

    None where more of the file's log is needed to tell.
    """
    by_number = {entry.n: entry for entry in known}
    for place in range(len(theirs) - 1, -1, -1):
        entry = theirs[place]
        ours = by_number.get(entry.n)
        if ours is not None and _is_one(ours, entry):
            return Branch(entry.n, theirs[place + 1 :], tuple(each for each in known if each.n > entry.n))
    if not is_all:
        return None
    if not known or (theirs and theirs[0].n > known[-1].n):
        return Branch(known[-1].n if known else 0, theirs)
    return Branch(0, theirs, known, is_related=not any(entry.n in by_number for entry in theirs))


def _is_one(one: Entry, other: Entry) -> bool:
    """Say whether two entries tell of the same event, even if somebody has corrected one of them."""
    return marks_of(one) == marks_of(other)


def marks_of(entry: Entry) -> tuple[object, ...]:
    """Give what tells an entry from all others, whoever corrects its words."""
    paths = tuple(change.path for change in entry.changes)
    return entry.n, entry.at, entry.event, entry.roll, entry.who, entry.beat_of, paths


def is_untouched(one: Entry, other: Entry) -> bool:
    """Say whether two entries are the same in all they tell."""
    return same(encode_entry(one), encode_entry(other))


def looks_whole(known_head: str, known_tree: Tree, head: str, tree: Tree, *, has_log: bool) -> bool:
    """Say whether a text without the log's end to show for it may be the whole of what somebody writes.

    A text cut short has lost things, or is the beginning of the one before, or ends in the middle of a line.
    """
    if known_head.endswith("\n") and not head.endswith("\n"):
        return False
    if has_log:
        return True
    if head == known_head:
        return True
    if known_head.startswith(head):
        return False
    last = known_head.rstrip().rpartition("\n")[2]
    return head.rstrip().endswith(last) or not _has_lost(known_tree, tree)


def _has_lost(old: Value, new: Value | None) -> bool:
    """Say whether a key that stood in one tree stands no more in the other."""
    if not isinstance(old, Mapping):
        return False
    if not isinstance(new, Mapping):
        return True
    return any(key not in new or _has_lost(below, new[key]) for key, below in old.items())
