"""Changes inside an array or an inline table, element by element, so that its layout and comments stay."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import tomli

from tracker.core.tree import MISSING, Missing, Path, Value, path_text, same
from tracker.store.toml_scan import Brackets, Item, brackets, scan
from tracker.store.toml_write import checked, value_text

_TAIL = re.compile(r"[ \t]*(,)?[ \t]*(?:#[^\r\n]*)?(?=\r?\n)")
_NOT_LITERAL = re.compile("[\x00-\x08\x0a-\x1f\x7f]")


class NotInline(ValueError):
    """The path leads through something that is no inline table."""


def patched(writing: str, old: Value | Missing, new: Value, newline: str) -> str:
    """Give the writing of a value changed from old to new: by element where it has elements, in its own quotes else."""
    if same(old, new):
        return writing
    if writing.startswith("[") and isinstance(old, (list, tuple)) and isinstance(new, (list, tuple)):
        return _patched_array(writing, tuple(old), tuple(new), newline)
    if writing.startswith("{") and isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in old:
            if key not in new:
                writing = drop(writing, (key,), newline)
        for key, value in new.items():
            writing = put(writing, (key,), old.get(key, MISSING), value, newline)
        return writing
    if isinstance(new, str) and writing[0] in "\"'":
        return _requoted(writing, new, newline)
    return value_text(new)


def put(writing: str, path: Path, old: Value | Missing, new: Value, newline: str) -> str:
    """Give an inline table with a value at a path inside it; `old` is what stands there. Raises NotInline."""
    if same(old, new):
        return writing
    items = _table(writing).items
    for item in items:
        if item.keys == path:
            return _spliced(writing, item, patched(_value(writing, item), old, new, newline))
        if item.keys == path[: len(item.keys)]:
            return _spliced(writing, item, put(_value(writing, item), path[len(item.keys) :], old, new, newline))
    if not isinstance(old, Missing):
        # It is written with dotted keys.
        if isinstance(old, Mapping) and isinstance(new, Mapping) and new:
            for key, value in new.items():
                writing = put(writing, (*path, key), old.get(key, MISSING), value, newline)
            for key in old:
                if key not in new:
                    writing = drop(writing, (*path, key), newline)
            return writing
        writing = drop(writing, path, newline)
        return put(writing, path, MISSING, new, newline)
    for length in range(len(path) - 1, 0, -1):
        dotted = [i for i, item in enumerate(items) if len(item.keys) > length and item.keys[:length] == path[:length]]
        if dotted:
            text = f"{path_text(path[: length + 1])} = {value_text(nested(path[length + 1 :], new))}"
            return with_item(writing, dotted[-1] + 1, text, newline)
    text = f"{path_text(path[:1])} = {value_text(nested(path[1:], new))}"
    return with_item(writing, len(items), text, newline)


def drop(writing: str, path: Path, newline: str) -> str:
    """Give an inline table without a path inside it; the table it was in stays. Raises NotInline."""
    items = _table(writing).items
    for item in items:
        if len(item.keys) < len(path) and item.keys == path[: len(item.keys)]:
            return _spliced(writing, item, drop(_value(writing, item), path[len(item.keys) :], newline))
    gone = [i for i, item in enumerate(items) if item.keys[: len(path)] == path]
    beside = [i for i, item in enumerate(items) if item.keys[: len(path) - 1] == path[:-1]]
    if gone and len(path) > 1 and gone == beside:
        first = items[gone[0]]
        for index in reversed(gone[1:]):
            writing = without_item(writing, index)
        return f"{writing[: first.key.start]}{path_text(path[:-1])} = {{}}{writing[first.value.end :]}"
    for index in reversed(gone):
        writing = without_item(writing, index)
    return writing


def with_item(writing: str, index: int, item: str, newline: str) -> str:
    """Give an array or inline table with an element, or key and value, put in at an index."""
    items = brackets(writing, 0).items
    if not items:
        pad = " " if writing == "{}" else ""
        return writing[0] + pad + item + pad + writing[1:]
    if index == 0:
        start = items[0].key.start
        indent = _own_line(writing, start)
        return writing[:start] + item + ("," + newline + indent if indent is not None else ", ") + writing[start:]
    before = items[index - 1]
    end = before.value.end
    indent = _own_line(writing, before.key.start)
    tail = _TAIL.match(writing, end)
    if indent is None or tail is None or (tail[1] is None and before.comma is not None):
        return f"{writing[:end]}, {item}{writing[end:]}"
    if tail[1] is None:
        return f"{writing[:end]},{writing[end : tail.end()]}{newline}{indent}{item}{writing[tail.end() :]}"
    return f"{writing[: tail.end()]}{newline}{indent}{item},{writing[tail.end() :]}"


def without_item(writing: str, index: int) -> str:
    """Give an array or inline table without the element at an index; what `with_item` put in leaves no trace."""
    items = brackets(writing, 0).items
    item = items[index]
    before = items[index - 1].comma if index else None
    start, end = item.key.start, item.value.end
    tail = _TAIL.match(writing, end)
    if _own_line(writing, start) is not None and tail and (tail[1] is not None) == (item.comma is not None):
        line_end = writing.rindex("\n", 0, start)
        line_end -= writing[line_end - 1] == "\r"
        kept = writing[:line_end]
        if item.comma is None and before is not None:
            kept = kept[:before] + kept[before + 1 :]
        return kept + writing[tail.end() :]
    if len(items) == 1:
        end = end if item.comma is None else item.comma + 1
        if writing[0] + writing[1:start] + writing[end:] == "{  }":
            return "{}"
    elif item.comma is None and before is not None:
        if writing[before + 1 : start].strip(" \t"):
            return writing[:before] + writing[before + 1 : start] + writing[end:]
        start = before
    elif item.comma is not None:
        following = items[index + 1].key.start if index + 1 < len(items) else None
        if before == items[index - 1].value.end and not writing[before + 1 : start].strip(" \t"):
            start = before
        else:
            end = item.comma + 1
            end = following if following is not None and not writing[end:following].strip(" \t") else end
    return writing[:start] + writing[end:]


def nested(keys: Path, value: Value) -> Value:
    """Give the value wrapped in one table per key."""
    for key in reversed(keys):
        value = {key: value}
    return value


class _Runs(NamedTuple):
    """How two lists line up: `head` equal elements, then the different ones, then equal ones to the end."""

    head: int
    old: int
    new: int


def _patched_array(writing: str, old: tuple[Value, ...], new: tuple[Value, ...], newline: str) -> str:
    head, olds, news = lined_up(old, new)
    both = min(olds, news)
    items = brackets(writing, 0).items
    for i in reversed(range(head, head + both)):
        writing = _spliced(writing, items[i], patched(_value(writing, items[i]), old[i], new[i], newline))
    for i in reversed(range(head + both, head + olds)):
        writing = without_item(writing, i)
    for i in range(head + both, head + news):
        writing = with_item(writing, i, value_text(new[i]), newline)
    return writing


def lined_up(old: tuple[Value, ...], new: tuple[Value, ...]) -> _Runs:
    """Say which elements of two lists differ: how many are equal before them, how many of each differ."""
    head = 0
    while head < min(len(old), len(new)) and same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    return _Runs(head, len(old) - head - tail, len(new) - head - tail)


def _requoted(writing: str, new: str, newline: str) -> str:
    checked(new)
    quotes = writing[:3] if writing[:3] in ('"""', "'''") else writing[0]
    if quotes[0] == "'" and "'" not in new and not _NOT_LITERAL.search(new):
        return f"'{new}'"
    if len(quotes) == 1 or "\n" not in new:
        return value_text(new)
    # A newline right after the quotes is not part of the text.
    opening = newline if writing[3:5].startswith(("\n", "\r\n")) or new.startswith("\n") else ""
    lines = new.split("\n")
    if quotes == "'''" and "'''" not in new and not new.endswith("'") and not any(map(_NOT_LITERAL.search, lines)):
        return quotes + opening + newline.join(lines) + quotes
    return '"""' + opening + newline.join(value_text(line)[1:-1] for line in lines) + '"""'


def _own_line(writing: str, start: int) -> str | None:
    """Give the indent of what begins at `start` if nothing stands before it on its line, else None."""
    begin = writing.rfind("\n", 0, start) + 1
    indent = writing[begin:start]
    return indent if begin and not indent.strip(" \t") else None


def _table(writing: str) -> Brackets:
    if not writing.startswith("{"):
        raise NotInline(writing)
    return brackets(writing, 0)


def _value(writing: str, item: Item) -> str:
    return writing[item.value.start : item.value.end]


def _spliced(writing: str, item: Item, text: str) -> str:
    return writing[: item.value.start] + text + writing[item.value.end :]


def read_value(writing: str) -> Value | Missing:
    """Give what a text is as one TOML value and nothing else around it, or MISSING."""
    try:
        tree = tomli.loads(f"v = {writing}")
        whole = scan(f"v = {writing}").values[("v",)].value == (4, 4 + len(writing))
    except (ValueError, RecursionError):
        return MISSING
    return tree["v"] if whole and len(tree) == 1 else MISSING
