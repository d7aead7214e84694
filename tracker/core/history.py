"""Taking beats back: what the log says has been done, undone and redone, and the edits that invert it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tracker.core.draft import is_table
from tracker.core.edits import AddTable, Edit, MoveTable, RemoveTable, RemoveValue, SetValue
from tracker.core.entry import Entry
from tracker.core.tree import Missing, Path, Tree, Value, get_in, path_text, same


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
    """Read the log from its oldest entry on; a new action empties what could be put back."""
    beats: dict[int, list[Entry]] = {}
    done: list[int] = []
    undone: list[int] = []
    for entry in log:
        if entry.event == "undo" and entry.beat_of is not None:
            if entry.beat_of in done:
                done.remove(entry.beat_of)
                undone.append(entry.beat_of)
        elif entry.event == "redo" and entry.beat_of is not None:
            if entry.beat_of in undone:
                undone.remove(entry.beat_of)
                done.append(entry.beat_of)
        else:
            beats.setdefault(entry.beat, []).append(entry)
            if entry.beat not in done:
                done.append(entry.beat)
            undone.clear()
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
    for each in reversed(entry.order):
        yield MoveTable(each.path, each.old)
    for change in reversed(entry.changes):
        path, old, new = change.path, change.old, change.new
        if isinstance(old, Missing):
            yield RemoveTable(path) if is_table(change) else RemoveValue(path)
        elif isinstance(new, Missing) and is_table(change):
            assert isinstance(old, Mapping)
            yield AddTable(path, old, entry.after, entry.text or None)
        else:
            yield SetValue(path, old, entry.texts.get(path_text(path)))


def conflicts(entries: Iterable[Entry], tree: Tree) -> tuple[str, ...]:
    """List the paths whose value is no longer what the entries left there, so that taking them back would lose it."""
    last: dict[Path, Value | Missing] = {}
    for entry in entries:
        for change in entry.changes:
            last[change.path] = change.new
    return tuple(path_text(path) for path, value in last.items() if not same(get_in(tree, path), value))
