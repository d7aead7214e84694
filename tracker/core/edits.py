"""Edits: what a command changes in the tree, in a form that the file can be patched with and that can be inverted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias, Union

from tracker.core.frozen import dataclass
from tracker.core.tree import MISSING, Missing, Path, Tree, Value, delete_in, get_in, insert_after, same, set_in


@dataclass(frozen=True, slots=True)
class SetValue:
    """Put a value at a path: replaced where something stands, inserted at the end of its table where nothing does."""

    path: Path
    value: Value
    text: str | None = None
    """How the file is to write it (an undo puts the old writing back); None lets the file decide."""


@dataclass(frozen=True, slots=True)
class RemoveValue:
    """Take out a key with its value."""

    path: Path


@dataclass(frozen=True, slots=True)
class AddTable:
    """Add a keyed table (a character, a clock) after one of its siblings."""

    path: Path
    value: Tree
    after: str | None
    """The key of the sibling before it; None is the first place, an unknown key the last."""
    text: str | None = None
    """The TOML to put there (an undo puts back what a removal took out); None lets the file decide."""


@dataclass(frozen=True, slots=True)
class RemoveTable:
    """Take out a keyed table with its comments and sub-tables."""

    path: Path


@dataclass(frozen=True, slots=True)
class MoveTable:
    """Put a keyed table behind one of its siblings; None is the first place."""

    path: Path
    after: str | None


Edit: TypeAlias = Union[SetValue, RemoveValue, AddTable, RemoveTable, MoveTable]


@dataclass(frozen=True, slots=True)
class Change:
    """One value that changed, as the log keeps it; an absent side is MISSING."""

    path: Path
    old: Value | Missing
    new: Value | Missing


@dataclass(frozen=True, slots=True)
class Reorder:
    """One table that moved: the keys of the siblings before it, then and now."""

    path: Path
    old: str | None
    new: str | None


def apply_edits(tree: Tree, edits: Iterable[Edit]) -> Tree:
    """Give the tree after the edits, in their order."""
    for edit in edits:
        match edit:
            case SetValue(path, value):
                tree = set_in(tree, path, value)
            case RemoveValue(path) | RemoveTable(path):
                tree = delete_in(tree, path)
            case AddTable(path, value, after):
                tree = _placed(tree, path, value, after)
            case MoveTable(path, after):
                moved = get_in(tree, path)
                if not isinstance(moved, Missing):
                    tree = _placed(tree, path, moved, after)
    return tree


def _placed(tree: Tree, path: Path, value: Value, after: str | None) -> Tree:
    above = get_in(tree, path[:-1])
    siblings = above if isinstance(above, Mapping) else {}
    return set_in(tree, path[:-1], insert_after(siblings, path[-1], value, after))


def difference(old: Value | Missing, new: Value | Missing, path: Path = ()) -> tuple[Change, ...]:
    """List the leaf values in which two trees differ; a table that one side lacks is one change."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        keys = [*old, *(k for k in new if k not in old)]
        return tuple(
            change for k in keys for change in difference(old.get(k, MISSING), new.get(k, MISSING), (*path, k))
        )
    return () if same(old, new) else (Change(path, old, new),)
