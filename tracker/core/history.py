"""Taking beats back: what the log says has been done, undone and redone, and the edits that invert it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.core.draft import is_table
from tracker.core.edits import AddTable, Change, Edit, MoveTable, RemoveTable, RemoveValue, SetValue, apply_edits
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.tree import Missing, Tree, Value, get_in, path_text, same


@dataclass(frozen=True, slots=True)
class History:
    """The beats as the log tells them: standing ones, oldest first, and those taken back, the last one last."""

    done: tuple[tuple[Entry, ...], ...]
    undone: tuple[tuple[Entry, ...], ...]

    @property
    def undo_target(self) -> tuple[Entry, ...] | None:
        """The entries of the beat that the next undo takes back."""
        return self.done[-1] if self.done else None

    @property
    def redo_target(self) -> tuple[Entry, ...] | None:
        """The entries of the beat that the next redo puts back."""
        return self.undone[-1] if self.undone else None


def history(log: Iterable[Entry]) -> History:
    """Read the log from its oldest entry on; a new action empties what could be put back.

    A beat whose first entry is not among them is left out: a part of it cannot be taken back.
    """
    beats: dict[int, list[Entry]] = {}
    done: dict[int, None] = {}
    undone: dict[int, None] = {}
    for entry in log:
        if entry.event == "undo" and entry.beat_of is not None:
            if entry.beat_of in done:
                del done[entry.beat_of]
                undone[entry.beat_of] = None
        elif entry.event == "redo" and entry.beat_of is not None:
            if entry.beat_of in undone:
                del undone[entry.beat_of]
                done[entry.beat_of] = None
        else:
            undone.clear()
            if entry.beat in beats or entry.beat == entry.n:
                beats.setdefault(entry.beat, []).append(entry)
                done.pop(entry.beat, None)  # what was followed up last is taken back first
                done[entry.beat] = None
    return History(tuple(tuple(beats[b]) for b in done), tuple(tuple(beats[b]) for b in undone))


def struck(log: Iterable[Entry]) -> frozenset[int]:
    """Give the beats that are taken back at the end of the log."""
    gone: set[int] = set()
    for entry in log:
        if entry.beat_of is not None:
            (gone.add if entry.event == "undo" else gone.discard)(entry.beat_of)
    return frozenset(gone)


def inverse(entries: Iterable[Entry]) -> tuple[Edit, ...]:
    """Give the edits that take entries back, the last one first."""
    edits: list[Edit] = []
    for entry in reversed(tuple(entries)):
        edits.extend(_inverse_of(entry))
    return tuple(edits)


def _inverse_of(entry: Entry) -> Iterable[Edit]:
    places = {each.path: each.old for each in entry.order}
    gone = {change.path for change in entry.changes if is_table(change) and isinstance(change.new, Missing)}
    for each in reversed(entry.order):
        if each.path not in gone:
            yield MoveTable(each.path, each.old)
    for change in reversed(entry.changes):
        path, old = change.path, change.old
        if isinstance(old, Missing):
            yield RemoveTable(path) if is_table(change) else RemoveValue(path)
        elif path in gone:
            assert isinstance(old, Mapping)
            words = entry.text or entry.texts.get(path_text(path))
            yield AddTable(path, old, places.get(path, entry.after), words or None)
        else:
            yield SetValue(path, old, entry.texts.get(path_text(path)))


def taking_back(entries: Iterable[Entry], tree: Tree) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
    """Give the edits that take entries back from a tree as it is now, and the paths where that would lose something.

    A whole number that somebody else has changed since keeps that change: only the difference is taken back. Any other
    value that is no longer what the entries left there is lost to nobody: its path is listed.
    """
    edits: list[Edit] = []
    lost: dict[str, None] = {}
    for entry in reversed(tuple(entries)):
        changes = {change.path: change for change in entry.changes}
        for edit in _inverse_of(entry):
            change = changes.get(edit.path)
            now = get_in(tree, edit.path)
            if change is not None and opens_table(change) and isinstance(now, Mapping) and now:
                continue
            if change is not None and not same(now, change.new) and not (opens_table(change) and now == {}):
                difference = _difference(change, now)
                if difference is None:
                    lost[path_text(change.path)] = None
                else:
                    edit = SetValue(change.path, difference)
            edits.append(edit)
            tree = apply_edits(tree, (edit,))
    return tuple(edits), tuple(reversed(lost))


def _difference(change: Change, now: Value | Missing) -> int | None:
    numbers = [n for n in (change.old, change.new, now) if isinstance(n, int) and not isinstance(n, bool)]
    return numbers[2] + numbers[0] - numbers[1] if len(numbers) == 3 else None


def opens_table(change: Change) -> bool:
    """Say whether a change only made the table that others put something into."""
    return isinstance(change.old, Missing) and isinstance(change.new, Mapping) and not change.new
