"""The two parts of a campaign file, and the last entries of its log, without reading what is not asked for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

import tomli

from tracker.core.codec import in_64_bits
from tracker.core.frozen import dataclass
from tracker.core.tree import Value

Source: TypeAlias = int | str | os.PathLike[str]
"""A path, or a descriptor: with one, all calls see the same file even if it is replaced meanwhile."""

_BOM = b"\xef\xbb\xbf"
_BLOCK = 1 << 16
_TRIES = 200
_HEADER = re.compile(rb"""^[ \t]*\[\[[ \t]*(?:log|"log"|'log')[ \t]*\]\]""", re.MULTILINE)
_DIGITS = bytes(ord("0" if chr(sign) in "0123456789abcdefABCDEF_" else " ") for sign in range(256))
_DIGITS_IN_A_ROW = b"0" * 16
_BASIC_STRING = rb'"(?:[^"\\\n]|\\.)*+"'
_TOKEN = (
    rb'"""(?:[^"\\]++|\\.|""?(?!"))*+"{3,5}'
    rb"|'''(?:[^']++|''?(?!'))*+'{3,5}"
    rb'|"(?:[^"\\\n]++|\\.)*+"|' + rb"'[^'\n]*+'|#[^\n]*+|" + rb"(?P<header>" + _HEADER.pattern + rb")"
)


class Split(NamedTuple):
    """The head of a file, with its byte order mark if it has one, and where the log begins."""

    head: bytes
    log_start: int | None
    """The offset in bytes of the first `[[log]]` line; None when the head is the whole file."""


@dataclass(frozen=True, slots=True)
class Tail:
    """Some entries of the log, oldest first."""

    entries: list[dict[str, Value]]
    is_complete: bool
    """Whether the first of them is the first of the log."""
    offset: int
    """Where the first of them begins, in bytes: `before` goes on from there."""
    strays: tuple[str, ...] = ()
    """Tables that stand behind the log, where only the log may be."""


def split_file(source: Source) -> Split:
    """Give the head of a file and where its log begins; only the head is read.

    Where the head is not valid TOML nobody can say where it ends: then all of the file is given as the head.
    """
    with _opened(source) as descriptor:
        data = b""
        at = tries = 0
        while True:
            block = os.pread(descriptor, _BLOCK, len(data))
            data += block
            if data.startswith(_BOM) and _HEADER.match(data[len(_BOM) :]):
                return Split(_BOM, len(_BOM))
            for found in _HEADER.finditer(data, at):
                begin = found.start()
                # A line that looks like it inside a long string leaves the string without its end.
                if tries < _TRIES and _is_toml(data[:begin]):
                    return Split(data[:begin], begin)
                tries += 1
                at = found.end()
            if not block:
                return Split(data, None)
            at = max(at, data.rfind(b"\n") + 1)


def tail(source: Source, log_start: int | None, count: int) -> Tail:
    """Give the last entries of the log, up to `count`. Raises ValueError where the log is not TOML."""
    with _opened(source) as descriptor:
        return _last(descriptor, log_start, os.fstat(descriptor).st_size, count)


def before(source: Source, log_start: int | None, offset: int, count: int) -> Tail:
    """Give up to `count` entries before the one that begins at an offset. Raises ValueError like `tail`."""
    with _opened(source) as descriptor:
        return _last(descriptor, log_start, offset, count)


def log_tree(data: bytes) -> dict[str, Any]:
    """Read a stretch of the log, without the whole numbers in it that take more than 64 bits.

    Such a number, which only a hand can have written, goes with its key, or with the element of a list it is in: no
    change is known by half. Raises ValueError where the log is no TOML.
    """
    tree = tomli.loads(data.decode())
    entries = tree.get("log")
    if may_hold_great_number(data) and isinstance(entries, list):
        return {**tree, "log": [_without_great_numbers(entry) for entry in entries]}
    return tree


def may_hold_great_number(data: bytes) -> bool:
    """Say whether there are as many digits in a row as a whole number of more than 64 bits has at least."""
    return _DIGITS_IN_A_ROW in data.translate(_DIGITS)


def _without_great_numbers(value: Any) -> Any:
    match value:
        case dict():
            return {key: _without_great_numbers(below) for key, below in value.items() if in_64_bits(below)}
        case list():
            return [_without_great_numbers(each) for each in value if _holds_none(each)]
        case _:
            return value


def _holds_none(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_holds_none(below) for below in value.values())
    return all(map(_holds_none, value)) if isinstance(value, list) else in_64_bits(value)


def _last(descriptor: int, log_start: int | None, end: int, count: int) -> Tail:
    if log_start is None or log_start >= end:
        return Tail([], True, end)
    if count <= 0:
        return Tail([], False, end)
    size = min(max(_BLOCK, 512 * count), end - log_start)
    while True:
        start = end - size
        data = os.pread(descriptor, size, start)
        # The first line may be cut in two, except where the log begins.
        first = 0 if start == log_start else data.find(b"\n") + 1
        headers = [found.start() for found in _HEADER.finditer(data, first)]
        if len(headers) >= count or start == log_start:
            break
        size = min(size * 4, end - log_start)
    begins = headers[-count:]
    if begins:
        entries = _checked(data[begins[0] :], len(begins))
        if entries is not None:
            return Tail(entries, start + begins[0] == log_start, start + begins[0])
    return _all(descriptor, log_start, end, count)


def _checked(data: bytes, count: int) -> list[dict[str, Value]] | None:
    """Give the entries of a stretch of the log, or None where there is a doubt that it began with an entry."""
    if _may_hold_long_string(data):
        return None
    try:
        tree = log_tree(data)
    except (ValueError, RecursionError):
        return None
    entries = tree.get("log")
    if len(tree) != 1 or not isinstance(entries, list) or len(entries) != count:
        return None
    numbers = [entry.get("n") if isinstance(entry, dict) else None for entry in entries]
    previous: int | None = None
    for number in numbers:
        if type(number) is not int or (previous is not None and number <= previous):
            return None
        previous = number
    return entries


def _may_hold_long_string(data: bytes) -> bool:
    """Whether a string of several lines may begin or end here: then a `[[log]]` line may be text."""
    # The program never writes one; inside a string of one line only the other kind of quotes can stand unescaped.
    lines = data.split(b"\n") if b"'''" in data else []
    return b'"""' in data or any(b"'''" in re.sub(_BASIC_STRING, b"", line) for line in lines if b"'''" in line)


def _all(descriptor: int, log_start: int, end: int, count: int) -> Tail:
    """Read the whole log: somebody has edited it by hand."""
    data = os.pread(descriptor, end - log_start, log_start)
    tree = log_tree(data)
    strays = tuple(key for key in tree if key != "log")
    entries = tree.get("log")
    if not isinstance(entries, list):
        return Tail([], True, log_start, strays)
    starts = [
        found.start("header")
        for found in re.finditer(_TOKEN, data, re.MULTILINE | re.DOTALL)
        if found["header"] is not None
    ]
    if len(starts) != len(entries):
        return Tail(entries, True, log_start, strays)
    begin = max(len(entries) - count, 0)
    return Tail(entries[begin:], begin == 0, log_start + starts[begin], strays)


def _is_toml(head: bytes) -> bool:
    try:
        tomli.loads(head.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


@contextmanager
def _opened(source: Source) -> Iterator[int]:
    if isinstance(source, int):
        yield source
        return
    descriptor = os.open(source, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
