"""What somebody changed in the file with other means than the table's: found, told, and kept so that it can be undone.

The log accounts for every change the table made. What the file says beyond that was changed outside.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from tracker.core.campaign import Campaign, Head, Shape
from tracker.core.clean import clean
from tracker.core.clock import Clock
from tracker.core.codec import name_in
from tracker.core.draft import is_table
from tracker.core.edits import (
    AddTable,
    Change,
    Edit,
    MoveTable,
    RemoveTable,
    RemoveValue,
    Reorder,
    SetValue,
    apply_edits,
    difference,
)
from tracker.core.entry import Entry
from tracker.core.fields import Kind, described
from tracker.core.frozen import dataclass
from tracker.core.history import opens_table
from tracker.core.tree import MISSING, Missing, Path, Tree, Value, before_key, get_in, path_text
from tracker.store.toml_patch import ORDERED, PatchRefused, patch

NOT_UNDONE = frozenset({"format", "system"})
"""Keys that make the campaign another one: the table takes them as they are and does not put them back."""


@dataclass(frozen=True, slots=True)
class Outside:
    """What differs between what the log accounts for and what the file says, as far as the table reads it."""

    changes: tuple[Change, ...] = ()
    order: tuple[Reorder, ...] = ()
    """Tables that moved; with the place of each table that is gone."""

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.changes or self.order)


def replayed(tree: Tree, entries: Iterable[Entry]) -> Tree:
    """Give the tree after what log entries say they changed."""
    for entry in entries:
        for change in entry.changes:
            if not (opens_table(change) and isinstance(get_in(tree, change.path), Mapping)):
                tree = apply_edits(tree, _edit_of(change, ""))
        moves = [MoveTable(each.path, each.new) for each in entry.order if get_in(tree, each.path) is not MISSING]
        tree = apply_edits(tree, moves)
    return tree


def _edit_of(change: Change, after: str | None) -> tuple[Edit, ...]:
    """Give the edit that makes a change; an added table comes behind the one of key `after`."""
    path, old, new = change.path, change.old, change.new
    if isinstance(new, Missing):
        return (RemoveTable(path),) if is_table(change) else (RemoveValue(path),)
    if isinstance(old, Missing) and is_table(change) and isinstance(new, Mapping):
        return (AddTable(path, new, after),)
    return (SetValue(path, new),)


def outside_of(shape: Shape, accounted: Tree, found: Tree, newer: Iterable[Entry] = ()) -> Outside:
    """Give what a tree says differently from the one that the log accounts for; comments and unknown keys do not count.

    An empty table is as good as none. Entries that were replayed do not tell where they put a new table: where `newer`
    has any, the order says nothing.
    """
    unordered = {
        change.path[0]
        for entry in newer
        for change in entry.changes
        if is_table(change) and isinstance(change.old, Missing)
    }
    changes = [
        change
        for change in difference(_whole(accounted), _whole(found))
        if is_told(shape, change.path) and not (_nothing(change.old) and _nothing(change.new))
    ]
    tables = [change for change in changes if is_table(change)]
    order: list[Reorder] = []
    sections = {key: list(_table(accounted, key)) for key in ORDERED}
    for change in tables:
        section, id = change.path
        ids = sections[section]
        if isinstance(change.new, Missing):
            order.append(Reorder(change.path, before_key(dict.fromkeys(ids, ""), id), None))
            ids.remove(id)
    for key in ORDERED:
        now = [] if key in unordered else list(_table(found, key))
        order.extend(_moves(key, _placed(sections[key], now), now))
    tables.sort(key=lambda change: not isinstance(change.new, Missing))
    return Outside((*tables, *(change for change in changes if not is_table(change))), tuple(order))


def edits_of(outside: Outside, found: Tree) -> tuple[Edit, ...]:
    """Give the edits that lead from the tree accounted for to the one found."""
    edits: list[Edit] = []
    for change in outside.changes:
        siblings = _table(found, change.path[0])
        edits.extend(_edit_of(change, before_key(siblings, change.path[-1])))
    gone = {change.path for change in outside.changes if isinstance(change.new, Missing)}
    edits.extend(MoveTable(each.path, each.new) for each in outside.order if each.path not in gone)
    return tuple(edits)


def outside_entry(outside: Outside, campaign: Campaign, before: Tree, n: int, at: datetime, head: str = "") -> Entry:
    """Give the log entry of an outside change to a campaign; `head`, the text before it, tells how it was written."""
    names: dict[str, str] = {}
    for path in (*(change.path for change in outside.changes), *(each.path for each in outside.order)):
        if len(path) > 1 and path[0] in ORDERED:
            named = name_in(get(campaign.tree, path[:2])) or name_in(get(before, path[:2]))
            names.setdefault(path_text(path[:2]), clean(named) or path[1])
    return Entry(
        n=n,
        beat=n,
        at=at,
        session=campaign.session,
        event="outside",
        names=names,
        changes=outside.changes,
        order=outside.order,
        texts=_writings(outside, campaign.tree, before, head) if head else {},
    )


def get(tree: Tree, path: Path) -> Value:
    """Give what stands at a path, or an empty table."""
    found = get_in(tree, path)
    return {} if isinstance(found, Missing) else found


def _writings(outside: Outside, found: Tree, before: Tree, head: str) -> dict[str, str]:
    """Give how the text had written what is gone or different now, so that an undo writes it so again."""
    edits = edits_of(outside, found)
    with suppress(PatchRefused, LookupError, ValueError):
        taken = patch(head, edits, apply_edits(before, edits)).taken
        return {path_text(path): words for path, words in taken.items()}
    return {}


def _whole(tree: Tree) -> Tree:
    """Give the tree with the sections of characters and clocks there, so that each of them counts by itself."""
    return {**tree, **{key: _table(tree, key) for key in ORDERED}}


def _table(tree: Tree, key: str) -> Mapping[str, Value]:
    found = tree.get(key)
    return found if isinstance(found, Mapping) else {}


def _nothing(side: Value | Missing) -> bool:
    return isinstance(side, Missing) or (isinstance(side, Mapping) and all(_nothing(below) for below in side.values()))


def is_told(shape: Shape, path: Path) -> bool:
    """Say whether the table reads what stands at a path."""
    match path:
        case ("rules", *rest):
            return _is_described(shape.rules, rest)
        case ("table", *rest):
            return _is_described(shape.table, rest)
        case ("characters", _, *rest):
            return _is_described(shape.character, rest)
        case ("clocks", _, *rest):
            return _is_described(Clock, rest)
        case (key,):
            return key in described(Head) and key not in NOT_UNDONE
        case _:
            return False


def _is_described(kind: type[Any], rest: Sequence[str]) -> bool:
    if not rest:
        return True
    found = described(kind).get(rest[0])
    if found is None:
        return False
    spec = found[1]
    below = rest[1:]
    if spec.kind is Kind.RECORD and spec.record is not None:
        return _is_described(spec.record, below)
    if spec.kind is Kind.RECORDS and spec.record is not None:
        return _is_described(spec.record, below[1:])
    return True


def _placed(before: list[str], now: list[str]) -> list[str]:
    """Give the keys of before that are still there, and each new one behind the one it stands behind now."""
    placed = [key for key in before if key in now]
    for place, key in enumerate(now):
        if key not in placed:
            placed.insert(placed.index(now[place - 1]) + 1 if place else 0, key)
    return placed


def _moves(section: str, before: list[str], now: list[str]) -> list[Reorder]:
    """Give as few moves as lead from one order to another."""
    at = {key: place for place, key in enumerate(now)}
    stays = set(_longest_rise([at[key] for key in before]))
    order = list(before)
    moves: list[Reorder] = []
    for place, key in enumerate(now):
        if place in stays:
            continue
        old = order.index(key)
        behind = now[place - 1] if place else None
        moves.append(Reorder((section, key), order[old - 1] if old else None, behind))
        order.remove(key)
        order.insert(order.index(behind) + 1 if behind is not None else 0, key)
    return moves


def _longest_rise(numbers: list[int]) -> list[int]:
    """Give a longest rising part of a row of different numbers."""
    ends: list[int] = []
    rises: list[tuple[int, ...]] = []
    for number in numbers:
        place = bisect_left(ends, number)
        rise = (*(rises[place - 1] if place else ()), number)
        if place == len(ends):
            ends.append(number)
            rises.append(rise)
        else:
            ends[place], rises[place] = number, rise
    return list(rises[-1]) if rises else []
