"""Log entries: past facts as data, said later in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from tracker.core.clean import clean
from tracker.core.edits import Change, Reorder
from tracker.core.frozen import dataclass
from tracker.core.tree import MISSING, Missing, Tree, Value, path_text, text_path

_EMPTY: Mapping[str, Any] = MappingProxyType({})
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the log: who did what, with which dice, and what it changed from and to."""

    n: int
    """Its number; the next entry has the next one."""
    beat: int
    """The number of the first entry of its beat."""
    at: datetime
    session: int = 0
    event: str = ""
    who: str = ""
    """The id of the character, or nothing for the table."""
    who_name: str = ""
    roll: str = ""
    """The id of the deed that was done."""
    choice: Mapping[str, Value] = field(default_factory=lambda: _EMPTY)
    """What was asked for: the command without its defaults."""
    faces: Value | None = None
    typed: bool = False
    """The faces come from dice on the table."""
    seed: int | None = None
    secret: bool = False
    odds: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    """The exact chance of each outcome, as fractions."""
    outcome: str = ""
    result: Mapping[str, Value] = field(default_factory=lambda: _EMPTY)
    """The numbers the roll came to."""
    changes: tuple[Change, ...] = ()
    order: tuple[Reorder, ...] = ()
    names: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    """The names, then, of everything the entry speaks of: path of the thing → name."""
    about: int | None = None
    """The number of the earlier entry this one is about."""
    beat_of: int | None = None
    """The beat that an undo or redo takes back or puts back."""
    note: str = ""
    text: str = ""
    """The TOML that a removal took out."""
    after: str | None = None
    """The id of the table before the one removed."""
    texts: Mapping[str, str] = field(default_factory=lambda: _EMPTY)
    """Path → the writing of an old value, where it was not the usual one."""


_PLAIN = ("who", "who_name", "roll", "outcome", "note", "text")
_TABLES = ("choice", "odds", "result", "names", "texts")
_OF_WORDS = {"odds", "names", "texts"}


def encode_entry(entry: Entry) -> dict[str, Value]:
    """Give the table an entry is written as; what is empty is left out."""
    table: dict[str, Value] = {"n": entry.n, "beat": entry.beat, "at": entry.at, "session": entry.session}
    table["event"] = entry.event
    for name in ("who", "who_name", "roll"):
        if getattr(entry, name):
            table[name] = getattr(entry, name)
    for name in ("about", "beat_of"):
        if getattr(entry, name) is not None:
            table[name] = getattr(entry, name)
    if entry.choice:
        table["choice"] = entry.choice
    if entry.faces is not None:
        table["faces"] = entry.faces
    for name in ("typed", "secret"):
        if getattr(entry, name):
            table[name] = True
    if entry.seed is not None:
        table["seed"] = entry.seed
    for name in ("odds", "outcome", "result", "names", "note"):
        if getattr(entry, name):
            table[name] = getattr(entry, name)
    if entry.changes:
        table["changes"] = [_change_table(change) for change in entry.changes]
    if entry.order:
        table["order"] = [_order_table(each) for each in entry.order]
    for name in ("text", "texts"):
        if getattr(entry, name):
            table[name] = getattr(entry, name)
    if entry.after is not None:
        table["after"] = entry.after
    return table


def decode_entry(table: Tree) -> Entry:
    """Read an entry as leniently as it was written: a log line is never an error."""
    n = _whole(table.get("n")) or 0
    at = table.get("at")
    values: dict[str, Any] = {
        name: clean(v, lines=name in {"note", "text"}) if name != "text" else v
        for name in _PLAIN
        if isinstance(v := table.get(name), str)
    }
    for name in _TABLES:
        if isinstance(found := table.get(name), Mapping):
            words = {key: value for key, value in found.items() if isinstance(value, str)}
            values[name] = words if name in _OF_WORDS else found
    after = table.get("after")
    return Entry(
        n=n,
        beat=_whole(table.get("beat")) or n,
        at=at if isinstance(at, datetime) else _EPOCH,
        session=_whole(table.get("session")) or 0,
        event=event if isinstance(event := table.get("event"), str) else "",
        faces=_faces(table.get("faces")),
        typed=table.get("typed") is True,
        secret=table.get("secret") is True,
        seed=_whole(table.get("seed")),
        about=_whole(table.get("about")),
        beat_of=_whole(table.get("beat_of")),
        changes=tuple(_changes(table.get("changes"))),
        order=tuple(_orders(table.get("order"))),
        after=after if isinstance(after, str) else None,
        **values,
    )


def whole_faces(value: object) -> tuple[int, ...]:
    """Give the whole numbers of a list of faces; a hand may have written anything among them."""
    return tuple(face for face in value if type(face) is int) if isinstance(value, (list, tuple)) else ()


def _faces(found: Value | None) -> Value | None:
    """Give faces, of one pool or of several by name, with nothing but whole numbers in them."""
    match found:
        case Mapping():
            return {name: faces for name, each in found.items() if (faces := _faces(each)) is not None}
        case list() | tuple():
            return list(whole_faces(found))
        case _:
            return found if type(found) is int else None


def _whole(value: Value | None) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _change_table(change: Change) -> dict[str, Value]:
    table: dict[str, Value] = {"path": path_text(change.path)}
    if not isinstance(change.old, Missing):
        table["from"] = change.old
    if not isinstance(change.new, Missing):
        table["to"] = change.new
    return table


def _order_table(each: Reorder) -> dict[str, Value]:
    table: dict[str, Value] = {"path": path_text(each.path)}
    if each.old is not None:
        table["from"] = each.old
    if each.new is not None:
        table["to"] = each.new
    return table


def _changes(found: Value | None) -> list[Change]:
    read: list[Change] = []
    for each in found if isinstance(found, (list, tuple)) else ():
        if isinstance(each, Mapping) and isinstance(dotted := each.get("path"), str):
            try:
                path = text_path(dotted)
            except ValueError:
                continue
            read.append(Change(path, each.get("from", MISSING), each.get("to", MISSING)))
    return read


def _orders(found: Value | None) -> list[Reorder]:
    read: list[Reorder] = []
    for each in found if isinstance(found, (list, tuple)) else ():
        if isinstance(each, Mapping) and isinstance(dotted := each.get("path"), str):
            old, new = each.get("from"), each.get("to")
            try:
                path = text_path(dotted)
            except ValueError:
                continue
            read.append(Reorder(path, old if isinstance(old, str) else None, new if isinstance(new, str) else None))
    return read
