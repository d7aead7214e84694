"""The plain tree of a campaign file: nested tables of TOML values, never changed in place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import TypeAlias, Union

Value: TypeAlias = Union[str, int, float, bool, datetime, date, time, "Sequence[Value]", "Mapping[str, Value]"]
Tree: TypeAlias = Mapping[str, Value]
Path: TypeAlias = tuple[str, ...]

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_SEGMENT = re.compile(r'\s*(?:([A-Za-z0-9_-]+)|"((?:[^"\\]|\\.)*)")\s*(?:\.|\Z)')


class Missing:
    """The type of the one value that stands for "nothing is there"."""

    _only: Missing | None = None

    def __new__(cls) -> Missing:
        """Give the one value."""
        if cls._only is None:
            cls._only = super().__new__(cls)
        return cls._only

    def __repr__(self) -> str:
        """Name it."""
        return "MISSING"


MISSING = Missing()


def get_in(tree: Tree, path: Path) -> Value | Missing:
    """Give what stands at a path, or MISSING."""
    here: Value = tree
    for key in path:
        if not isinstance(here, Mapping) or key not in here:
            return MISSING
        here = here[key]
    return here


def set_in(tree: Tree, path: Path, value: Value) -> dict[str, Value]:
    """Give the tree with a value at a path; what does not lead there is shared with the old tree."""
    key, rest = path[0], path[1:]
    new = dict(tree)
    if rest:
        below = tree.get(key)
        new[key] = set_in(below if isinstance(below, Mapping) else {}, rest, value)
    else:
        new[key] = value
    return new


def delete_in(tree: Tree, path: Path) -> dict[str, Value]:
    """Give the tree without what stands at a path; a table that becomes empty stays."""
    key, rest = path[0], path[1:]
    new = dict(tree)
    if not rest:
        new.pop(key, None)
    elif isinstance(below := tree.get(key), Mapping):
        new[key] = delete_in(below, rest)
    return new


def insert_after(table: Tree, key: str, value: Value, after: str | None) -> dict[str, Value]:
    """Give the table with a key placed after another one; None is the first place, an unknown key the last."""
    rest = {k: v for k, v in table.items() if k != key}
    if after is None:
        return {key: value, **rest}
    if after not in rest:
        return {**rest, key: value}
    new: dict[str, Value] = {}
    for k, v in rest.items():
        new[k] = v
        if k == after:
            new[key] = value
    return new


def before_key(table: Tree, key: str) -> str | None:
    """Give the key just before another one, or None for the first."""
    previous: str | None = None
    for k in table:
        if k == key:
            return previous
        previous = k
    return previous


def same(one: Value | Missing, other: Value | Missing) -> bool:
    """Say whether two values are the same TOML value: types count (1 is not true, not 1.0), key order does not."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if type(one) is not type(other):
        return False
    return one == other or (one != one and other != other)


def path_text(path: Path) -> str:
    """Write a path as a dotted TOML key."""
    return ".".join(key if _BARE.match(key) else _quoted(key) for key in path)


def text_path(dotted: str) -> Path:
    """Read a dotted TOML key; raises ValueError when it is none."""
    keys: list[str] = []
    at = 0
    while at < len(dotted):
        found = _SEGMENT.match(dotted, at)
        if found is None:
            raise ValueError(dotted)
        bare, quoted = found.groups()
        keys.append(bare if bare is not None else _unquoted(quoted))
        at = found.end()
    return tuple(keys)


def _quoted(key: str) -> str:
    escaped = key.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}" for c in escaped) + '"'


def _unquoted(quoted: str) -> str:
    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", lambda m: chr(int(m[1], 16)) if m[1] else m[2], quoted)
