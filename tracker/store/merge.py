"""A text saved over newer state: what its writer changed is kept, what the table did meanwhile is applied on top."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.codec import name_in
from tracker.core.draft import is_table
from tracker.core.edits import (
    AddTable,
    Change,
    Edit,
    MoveTable,
    RemoveTable,
    RemoveValue,
    SetValue,
    apply_edits,
    difference,
)
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.history import opens_table
from tracker.core.text import Text, text
from tracker.core.tree import MISSING, Missing, Path, Tree, Value, before_key, get_in, path_text, same
from tracker.rules.check import checked_campaign
from tracker.store.outside import is_told, outside_entry, outside_of, replayed
from tracker.store.toml_patch import ORDERED, Patched, PatchRefused, patch


@dataclass(frozen=True, slots=True)
class Merge:
    """The text of the file with what the table did applied on top."""

    patched: Patched
    lost: tuple[Text, ...] = ()
    """What gave way, to be told."""


@dataclass(frozen=True, slots=True)
class Rebased:
    """Entries that are to be written once more, behind others."""

    entries: tuple[Entry, ...]
    tree: Tree
    """What they come to."""
    numbers: Mapping[int, int]
    """Their old numbers → their new ones, where these differ."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A text and what the table did, put together."""

    campaign: Campaign
    """Without its log."""
    text: str
    entries: tuple[Entry, ...]
    """What is to be written behind the log of the text."""
    numbers: Mapping[int, int]
    """Old numbers of entries → new ones, where these differ."""
    lost: tuple[Text, ...] = ()


def joined(
    base: Tree,
    mine: Campaign,
    missing: tuple[Entry, ...],
    theirs: Campaign,
    newer: tuple[Entry, ...],
    head: str,
    at: datetime,
) -> Joined:
    """Put a text, `theirs`, together with what the table did since the point of the log that both have, `base`.

    `missing` are the entries that the text lacks, `newer` those that only it has. What the table did is applied on top;
    what else the text changed becomes an entry of its own.
    """
    start = replayed(base, newer)
    again = rebased(start, missing, theirs.last_n)
    rest = [change for change in difference(base, mine.tree) if not is_told(mine.shape, change.path)]
    merge = merged(start, replayed(again.tree, (_carrier(rest),)), theirs.tree, head)
    campaign, _ = checked_campaign(merge.patched.tree)
    assert campaign is not None
    outside = outside_of(campaign.shape, again.tree, merge.patched.tree, (*newer, *missing))
    entries = again.entries
    if outside:
        last = entries[-1].n if entries else theirs.last_n
        entries = (*entries, outside_entry(outside, campaign, again.tree, last + 1, at))
    return Joined(campaign, merge.patched.text, entries, again.numbers, merge.lost)


def _carrier(changes: Iterable[Change]) -> Entry:
    """Give an entry that only carries changes."""
    return Entry(n=0, beat=0, at=datetime.min, changes=tuple(changes))


def rebased(base: Tree, entries: Iterable[Entry], last: int) -> Rebased:
    """Give entries with numbers after `last` and with what they change from and to on another base.

    A whole number is changed by as much as before.
    """
    numbers: dict[int, int] = {}
    moved: list[Entry] = []
    for entry in entries:
        n = max(entry.n, last + 1)
        if n != entry.n:
            numbers[entry.n] = n
        last = n
        changes: list[Change] = []
        on = base
        for change in entry.changes:
            if (moved_change := _on(on, change)) is not None:
                changes.append(moved_change)
                on = replayed(on, (_carrier((moved_change,)),))
        entry = replace(
            entry,
            n=n,
            beat=numbers.get(entry.beat, entry.beat),
            about=entry.about if entry.about is None else numbers.get(entry.about, entry.about),
            beat_of=entry.beat_of if entry.beat_of is None else numbers.get(entry.beat_of, entry.beat_of),
            changes=tuple(changes),
        )
        moved.append(entry)
        base = replayed(base, (entry,))
    return Rebased(tuple(moved), base, numbers)


def _on(base: Tree, change: Change) -> Change | None:
    """Give a change as it is on another base; None where it changes nothing there."""
    now = get_in(base, change.path)
    if len(change.path) > 2 and change.path[0] in ORDERED and get_in(base, change.path[:2]) is MISSING:
        return None
    moved = _moved(now, change.old, change.new)
    if moved is not None:  # also where it is what it would be already: both have changed it then
        return None if moved == now else Change(change.path, now, moved)
    if opens_table(change) and isinstance(now, Mapping):
        return None
    moved = None if is_table(change) else _moved(now, change.old, change.new)
    new = change.new if moved is None else moved
    return None if same(now, new) else Change(change.path, now, new)


def _moved(now: Value | Missing, old: Value | Missing, new: Value | Missing) -> int | None:
    """Give a whole number after the same difference, where all are whole numbers; a number left out counts as 0."""
    if isinstance(now, Missing) or isinstance(new, Missing):
        return None
    sides = [0 if isinstance(side, Missing) else side for side in (now, old, new)]
    numbers = [side for side in sides if isinstance(side, int) and not isinstance(side, bool)]
    return numbers[0] + numbers[2] - numbers[1] if len(numbers) == 3 else None


def merged(base: Tree, mine: Tree, theirs: Tree, head: str) -> Merge:
    """Apply to a text what led from `base` to `mine`; `theirs` is what the text says. What does not fit is told."""
    lost: list[Text] = []
    edits = [edit for change in _changes(base, mine) for edit in _edits(change, theirs, mine, lost)]
    edits.extend(_moves(base, mine, theirs, edits))
    while True:
        try:
            return Merge(_sound(patch(head, edits, apply_edits(theirs, edits))), tuple(lost))
        except _Unfit as unfit:
            bad = [edit for edit in edits if edit.path[: len(unfit.path)] == unfit.path or _near(edit.path, unfit.path)]
        except PatchRefused as refused:
            bad = [edit for edit in edits if edit.path == refused.path]
        if not edits:
            raise PatchRefused("differs", ())
        # One that is not to blame may fall too; every loss is told.
        bad = bad or edits[-1:]
        edits = [edit for edit in edits if edit not in bad]
        lost.extend(_unfit(_told_name(edit.path, mine)) for edit in bad)


class _Unfit(Exception):
    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


def _sound(patched: Patched) -> Patched:
    """Give it back if it can be played."""
    _, problems = checked_campaign(patched.tree)
    for problem in problems:
        if problem.severity.value == "error":
            raise _Unfit(problem.path)
    return patched


def _near(path: Path, problem: Path) -> bool:
    """Say whether two values belong to the same clock or character, or to one that a reference leads to."""
    return len(path) > 1 and path[:2] == problem[:2]


def _changes(base: Tree, mine: Tree) -> tuple[Change, ...]:
    def whole(tree: Tree) -> Tree:
        return {**tree, **{key: tree.get(key, {}) for key in ORDERED}}

    return difference(whole(base), whole(mine))


def _edits(change: Change, theirs: Tree, mine: Tree, lost: list[Text]) -> Iterable[Edit]:
    path, old, new = change.path, change.old, change.new
    now = get_in(theirs, path)
    if same(now, new):
        return
    if len(path) > 2 and path[0] in ORDERED and get_in(theirs, path[:2]) is MISSING:
        lost.append(text("{name} is gone; what the table did to it is left out", name=_name(path, mine)))
    elif isinstance(new, Missing):
        if same(now, old):
            yield RemoveTable(path) if is_table(change) else RemoveValue(path)
        elif not isinstance(now, Missing):
            lost.append(
                text(
                    "{name} was taken out at the table and changed in the file; it stays", name=_told_name(path, theirs)
                )
            )
    elif isinstance(now, Missing) and is_table(change) and isinstance(new, Mapping):
        if isinstance(old, Missing):
            siblings = get_in(mine, path[:1])
            yield AddTable(path, new, before_key(siblings, path[-1]) if isinstance(siblings, Mapping) else None)
    elif isinstance(now, Mapping) and isinstance(new, Mapping):
        for below in difference(now, new, path):
            if isinstance(below.old, Missing):
                yield from _edits(below, theirs, mine, lost)
    else:
        moved = None if same(now, old) else _moved(now, old, new)
        if moved is None and not same(now, old) and not isinstance(now, Missing):
            lost.append(_told(path, theirs, mine))
        yield SetValue(path, new if moved is None else moved)


def _moves(base: Tree, mine: Tree, theirs: Tree, edits: list[Edit]) -> Iterable[Edit]:
    """Have the order of the table's moves, where it moved anything."""
    for key in ORDERED:
        before, after, now = (_keys(tree, key) for tree in (base, mine, apply_edits(theirs, edits)))
        both = set(before) & set(after)
        if [id for id in before if id in both] == [id for id in after if id in both]:
            continue
        previous: str | None = None
        for id in after:
            if id in now:
                yield MoveTable((key, id), previous)
                previous = id


def _keys(tree: Tree, key: str) -> list[str]:
    found = tree.get(key)
    return list(found) if isinstance(found, Mapping) else []


def _told(path: Path, theirs: Tree, mine: Tree) -> Text:
    """Say which value of two stands now, and which gave way."""
    name = _told_name(path, mine)
    there = get_in(theirs, path)
    if isinstance(there, (str, int)) and not isinstance(there, bool):
        shown = clean(str(there))
        return text("{name}: both changed it; “{words}” from the file gave way", name=name, words=shown)
    return text("{name}: both changed it; look at it", name=name)


def _unfit(name: str) -> Text:
    return text("{name}: what the table did does not fit the file any more and is left out", name=name)


def _told_name(path: Path, tree: Tree) -> str:
    if len(path) > 1 and path[0] in ORDERED:
        below = path_text(path[2:])
        return f"{_name(path, tree)} {below}".rstrip()
    return clean(path_text(path))


def _name(path: Path, tree: Tree) -> str:
    thing = get_in(tree, path[:2])
    return clean("" if isinstance(thing, Missing) else name_in(thing)) or path[1]
