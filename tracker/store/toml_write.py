"""Values as TOML 1.0 text: what the program writes, always one value on one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time

import tomli_w

from tracker.core.tree import Path, Tree, Value, path_text


class Unwritable(ValueError):
    """A value that no TOML file can hold: half a surrogate pair, an offset with seconds, a type of another world."""


def value_text(value: Value) -> str:
    """Write a value on one line; lists and tables inline. Raises Unwritable."""
    match value:
        case str():
            return _scalar(checked(value))
        case datetime() | date() | time():
            return _moment(value)
        case bool() | int() | float():
            return _scalar(value)
        case Mapping():
            if not value:
                return "{}"
            return "{ " + ", ".join(f"{key_text(key)} = {value_text(below)}" for key, below in value.items()) + " }"
        case Sequence() if not isinstance(value, (bytes, bytearray)):
            return "[" + ", ".join(value_text(below) for below in value) + "]"
        case _:
            raise Unwritable(type(value).__name__)


def key_text(key: str) -> str:
    """Write a key, quoted only where it must be. Raises Unwritable."""
    return path_text((checked(key),))


def entry_text(entry: Mapping[str, Value], newline: str) -> str:
    """Write a log entry as a `[[log]]` block, one line a key, nested values inline. Raises Unwritable."""
    return section_text("[[log]]", entry, newline)


def table_text(path: Path, value: Tree, newline: str) -> str:
    """Write a keyed table as a `[section]`, one line a key, nested values inline. Raises Unwritable."""
    name = ".".join(key_text(key) for key in path)
    return section_text(f"[{name}]", value, newline)


def section_text(header: str, value: Tree, newline: str) -> str:
    """Write a section under a header that is written already. Raises Unwritable."""
    lines = [header, *(f"{key_text(key)} = {value_text(below)}" for key, below in value.items())]
    return "".join(line + newline for line in lines)


def checked(text: str) -> str:
    """Give the text back if a file can hold it; raises Unwritable for half a surrogate pair."""
    # tomli-w lets it pass and the encoder would refuse it in the middle of a save.
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Unwritable(repr(text)) from error
    return text


def _scalar(value: str | bool | int | float) -> str:
    return tomli_w.dumps({"v": value}).removeprefix("v = ").removesuffix("\n")


def _moment(value: datetime | date | time) -> str:
    text = value.isoformat()
    if isinstance(value, time) and value.tzinfo is not None:
        raise Unwritable(text)
    if isinstance(value, datetime):
        offset = value.utcoffset()
        if offset is not None and offset.total_seconds() % 60:
            raise Unwritable(text)
    return text
