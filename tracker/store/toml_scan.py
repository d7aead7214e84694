"""Where everything stands in the text of a TOML file: the scanner that locates problems and the spans to replace."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

import tomli

from tracker.core.frozen import dataclass
from tracker.core.tree import Path

Within = Literal["section", "table", "array"]
Shape = Literal["scalar", "table", "array"]

# Possessive quantifiers: a long string or comment is passed once, whatever follows it.
_GAP = re.compile(r"(?:[ \t]*+(?:#[^\n]*+)?\r?\n)*+[ \t]*+(?:#[^\n]*+)?")
_BLANKS = re.compile(r"[ \t]*+")
_LINE_REST = re.compile(r"[ \t]*+(?:#[^\n]*+)?\r?\n?")
_KEY = re.compile(r"""[^\s.=\]"'#{},]+|'[^'\n]*'|"(?:[^"\\\n]|\\.)*+\"""")
_SCALAR = re.compile(
    r'''"""(?:[^"\\]++|\\.|""?(?!"))*+"{3,5}'''
    r"""|'''(?:[^']++|''?(?!'))*+'{3,5}"""
    r"""|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+\'"""
    r"""|\d{4}-\d\d-\d\d[Tt ]\d\d:[^\s,\]}#]++|[^\s,\]}#"'=]++""",
    re.DOTALL,
)


class ScanError(ValueError):
    """The text is not TOML here; `offset` says where."""

    def __init__(self, offset: int) -> None:
        """Keep the offset, in characters."""
        super().__init__(f"not TOML at character {offset}")
        self.offset = offset


class Span(NamedTuple):
    """A stretch of the text: offsets in characters, the end not included."""

    start: int
    end: int


class Item(NamedTuple):
    """One element of an array or of an inline table."""

    keys: Path
    """The key as written, one part per dot; empty in an array."""
    key: Span
    """Where the key stands; in an array empty, at the value."""
    value: Span
    comma: int | None
    """Where the comma after it stands, if there is one."""
    inner: Brackets | None
    """Its own elements, when the value is an array or an inline table."""


class Brackets(NamedTuple):
    """An array or an inline table, with its elements in order."""

    span: Span
    items: tuple[Item, ...]


class Place(NamedTuple):
    """Where one value stands."""

    key: Span
    """The whole key as written, dots included; for an element of an array empty, at the value."""
    value: Span
    statement: Span
    """The whole line or lines with their newline; inside brackets the key with its value."""
    within: Within
    """What holds it: a section of the file, an inline table or an array."""
    parts: int
    """How many keys of the path this key writes: 2 for `a.b = 1`, 0 for an element of an array."""
    shape: Shape


@dataclass(frozen=True, slots=True)
class Header:
    """One section: a `[table]` or `[[table]]` header with the statements under it, or the keys before the first."""

    path: Path
    """An element of an array of tables ends with its index."""
    span: Span
    """From the line of this header to the line of the next, or to the end of the head."""
    line: Span
    """The line of the header with its newline; empty for the keys before the first header."""
    name: Span
    """The header itself, brackets included."""
    is_array: bool
    index: int | None
    """Which element of its array of tables, from 0."""
    statements: tuple[Path, ...]
    """The paths of its statements, in order."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything in the head stands; the head is what comes before the first `[[log]]`."""

    root: Header
    """The keys before the first header."""
    tables: tuple[Header, ...]
    values: Mapping[Path, Place]
    """Every value, those inside arrays and inline tables included; an index is a part of the path, as text."""
    log_start: int | None
    """The beginning of the line of the first `[[log]]` header."""
    end: int
    """Where the head ends."""
    mentions: Mapping[Path, Span]
    """For each table the key or header that first speaks of it."""

    @property
    def sections(self) -> tuple[Header, ...]:
        """The keys before the first header, then every header in order."""
        return (self.root, *self.tables)

    def place_of(self, path: Path) -> Span:
        """Give where a value stands or, where it is missing, the key or header of the nearest table that is there."""
        if path in self.values:
            return self.values[path].value
        for length in range(len(path), 0, -1):
            above = path[:length]
            if above in self.mentions:
                return self.mentions[above]
            if above in self.values:
                place = self.values[above]
                return place.key if place.parts else place.value
        return Span(0, 0)


def position(text: str, offset: int) -> tuple[int, int]:
    """Give line and column of an offset, both from 1, in characters; a byte order mark is not counted."""
    begin = text.rfind("\n", 0, offset) + 1
    if begin == 0 and text.startswith("\ufeff"):
        begin = min(1, offset)
    return text.count("\n", 0, offset) + 1, offset - begin + 1


def brackets(text: str, start: int) -> Brackets:
    """Give the elements of the array or inline table that begins at an offset."""
    is_table = text[start] == "{"
    close = "}" if is_table else "]"
    items: list[Item] = []
    at = _past(_GAP, text, start + 1)
    while text[at : at + 1] != close:
        keys: Path = ()
        key = Span(at, at)
        if is_table:
            keys, end = read_keys(text, at)
            key = Span(at, end)
            at = _past_equals(text, end)
        # Read here and not in a function of its own: tomli allows 400 levels, Python 1000 frames.
        inner = brackets(text, at) if text[at : at + 1] in ("[", "{") else None
        value = inner.span if inner is not None else Span(at, _scalar_end(text, at))
        at = _past(_GAP, text, value.end)
        comma = at if text[at : at + 1] == "," else None
        if comma is not None:
            at = _past(_GAP, text, comma + 1)
        elif text[at : at + 1] != close:
            raise ScanError(at)
        items.append(Item(keys, key, value, comma, inner))
    return Brackets(Span(start, at + 1), tuple(items))


def scan(text: str, *, with_log: bool = False) -> Layout:
    """Find where everything stands in a text that tomli has read; what follows the first `[[log]]` only if asked to.

    Raises ScanError, at the latest where the text is no TOML; a text that tomli refuses may still pass.
    """
    first = 1 if text.startswith("\ufeff") else 0
    values: dict[Path, Place] = {}
    mentions: dict[Path, Span] = {}
    arrays: dict[Path, int] = {}
    headers = [Header((), Span(first, first), Span(first, first), Span(first, first), False, None, ())]
    statements: list[list[Path]] = [[]]
    log_start: int | None = None
    at = first
    while (at := _past(_GAP, text, at)) < len(text):
        line = max(text.rfind("\n", 0, at) + 1, first)
        if text[at] == "[":
            depth = 2 if text.startswith("[[", at) else 1
            keys, end = read_keys(text, _past(_BLANKS, text, at + depth))
            name = Span(at, _past(_BLANKS, text, end) + depth)
            if text[name.end - depth : name.end] != "]" * depth:
                raise ScanError(end)
            if depth == 2 and keys == ("log",) and not with_log:
                log_start = line
                break
            path, index = _resolved(keys, depth == 2, arrays)
            at = _past(_LINE_REST, text, name.end)
            headers.append(Header(path, Span(line, line), Span(line, at), name, depth == 2, index, ()))
            statements.append([])
            _mention(mentions, path, 1, name)
        else:
            keys, end = read_keys(text, at)
            section = headers[-1].path
            path = section + keys
            key = Span(at, end)
            begin = _past_equals(text, end)
            inner = brackets(text, begin) if text[begin : begin + 1] in ("[", "{") else None
            value = inner.span if inner is not None else Span(begin, _scalar_end(text, begin))
            at = _past(_LINE_REST, text, value.end)
            if at < len(text) and text[at - 1] != "\n":
                raise ScanError(at)
            place = Place(key, value, Span(line, at), "section", len(keys), _shape(text, begin))
            if len(keys) > 1:
                _mention(mentions, path[:-1], len(section) + 1, key)
            _record(text, values, mentions, path, place, inner)
            statements[-1].append(path)
    end = len(text) if log_start is None else log_start
    ends = [header.line.start for header in headers[1:]] + [end]
    root, *tables = (
        replace(header, span=Span(header.line.start, stop), statements=tuple(paths))
        for header, stop, paths in zip(headers, ends, statements, strict=True)
    )
    return Layout(root, tuple(tables), values, log_start, end, mentions)


def _record(
    text: str, values: dict[Path, Place], mentions: dict[Path, Span], path: Path, place: Place, inner: Brackets | None
) -> None:
    values[path] = place
    if inner is None:
        return
    within: Within = "table" if place.shape == "table" else "array"
    for below, item in _named(path, inner):
        whole = Span(item.key.start, item.value.end)
        shape = _shape(text, item.value.start)
        if len(item.keys) > 1:
            _mention(mentions, below[:-1], len(path) + 1, item.key)
        _record(
            text, values, mentions, below, Place(item.key, item.value, whole, within, len(item.keys), shape), item.inner
        )


def _named(path: Path, inner: Brackets) -> Iterator[tuple[Path, Item]]:
    for index, item in enumerate(inner.items):
        yield (*path, *(item.keys or (str(index),))), item


def _resolved(keys: Path, is_array: bool, arrays: dict[Path, int]) -> tuple[Path, int | None]:
    """Give the path of a header: a key that names an array of tables stands for its last element."""
    path: Path = ()
    for key in keys[:-1]:
        path = (*path, key)
        if path in arrays:
            path = (*path, str(arrays[path]))
    path = (*path, keys[-1])
    if not is_array:
        return path, None
    index = arrays[path] = arrays.get(path, -1) + 1
    return (*path, str(index)), index


def _mention(mentions: dict[Path, Span], path: Path, shortest: int, span: Span) -> None:
    for length in range(len(path), shortest - 1, -1):
        mentions.setdefault(path[:length], span)


def read_keys(text: str, at: int) -> tuple[Path, int]:
    """Read a dotted key; give its parts and where it ends."""
    keys: list[str] = []
    while True:
        found = _KEY.match(text, at)
        if found is None:
            raise ScanError(at)
        written = found[0]
        if written[0] == '"' and "\\" in written:
            keys.append(str(tomli.loads(f"k = {written}")["k"]))
        else:
            keys.append(written[1:-1] if written[0] in "\"'" else written)
        dot = _past(_BLANKS, text, found.end())
        if text[dot : dot + 1] != ".":
            return tuple(keys), found.end()
        at = _past(_BLANKS, text, dot + 1)


def _past_equals(text: str, at: int) -> int:
    at = _past(_BLANKS, text, at)
    if text[at : at + 1] != "=":
        raise ScanError(at)
    return _past(_BLANKS, text, at + 1)


def _scalar_end(text: str, at: int) -> int:
    found = _SCALAR.match(text, at)
    if found is None:
        raise ScanError(at)
    return found.end()


def _shape(text: str, at: int) -> Shape:
    return "table" if text[at] == "{" else "array" if text[at] == "[" else "scalar"


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
