"""Reading a table header that may be broken."""

from __future__ import annotations

import re

import tomli

from tracker.core.frozen import dataclass
from tracker.core.tree import Path
from tracker.store import slips
from tracker.store.slips import BARE_KEY, Slip
from tracker.store.toml_scan import read_keys
from tracker.store.toml_write import key_text

_PARTS = re.compile(
    r"\[\[?[ \t]*(?P<name>(?:\"(?:[^\"\\\n]|\\.)*+\"|'[^'\n]*+'|[^\]\n#\"'])*+)"
    r"(?P<close>[\]} \t]*)(?P<rest>.*)",
    re.DOTALL,
)
_PART = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'[^']*+'|[^.\"']++")


@dataclass(frozen=True, slots=True)
class HeaderRead:
    """One line that begins with a bracket."""

    keys: Path
    """Empty where nobody can say what it names."""
    is_array: bool
    slips: tuple[Slip, ...] = ()
    written: str = ""
    """How it is written right, where it is not."""


def read_header(text: str, at: int, end: int) -> HeaderRead:
    """Read the header that begins at an offset; its line ends at `end`."""
    line = text[at:end]
    is_array = line.startswith("[[")
    try:
        tomli.loads(line)
    except (ValueError, RecursionError):
        return _mended(line, at, is_array)
    keys, _ = read_keys(line, len(line) - len(line.lstrip("[ \t")))
    return HeaderRead(keys, is_array)


def _mended(line: str, at: int, is_array: bool) -> HeaderRead:
    found = _PARTS.match(line)
    assert found is not None, "a header begins with a bracket"
    name, close, rest = found["name"].rstrip(" \t"), found["close"].strip(" \t"), found["rest"]
    begin = at + found.start("name")
    wanted = "]]" if is_array else "]"
    noted: list[Slip] = []
    keys, slip = read_name(name, begin)
    if not keys:
        assert slip is not None, "what has no name has a slip"
        message = slips.instead(line, slips.NO_STATEMENT) if is_array or not name else slips.NO_KEY
        return HeaderRead((), is_array, (Slip(slip.offset, message),))
    if slip is not None:
        noted.append(slip)
    if close != wanted:
        message = slips.LIST_HEADER_END if is_array else slips.HEADER_END
        noted.append(Slip(at + found.start("close"), slips.instead(close, message)))
    elif rest.strip() and not rest.lstrip().startswith("#"):
        noted.append(Slip(at + found.start("rest"), slips.trailing_header(rest)))
    if not noted:
        noted.append(Slip(begin, slips.instead(line, slips.NO_STATEMENT)))
    dotted = ".".join(key_text(key) for key in keys)
    return HeaderRead(keys, is_array, tuple(noted), f"{wanted.replace(']', '[')}{dotted}{wanted}")


def read_name(name: str, begin: int) -> tuple[Path, Slip | None]:
    """Give the parts of a dotted name that begins at an offset, and the first slip in how they are written.

    Without parts: it cannot be read.
    """
    keys: list[str] = []
    slip: Slip | None = None
    at = 0
    while at <= len(name):
        found = _PART.match(name, at)
        part = found[0].strip(" \t") if found else ""
        if found is None or not part:
            return (), Slip(begin + at, slips.NO_KEY)
        if part[0] in "\"'":
            try:
                keys.append(str(tomli.loads(f"v = {part}")["v"]))
            except ValueError:
                return (), Slip(begin + at, slips.NO_KEY)
        else:
            keys.append(part.strip("“”«»‘’\u00a0"))
            if slip is None and not BARE_KEY.fullmatch(part):
                blanks = len(found[0]) - len(found[0].lstrip(" \t"))
                slip = Slip(begin + at + blanks, slips.bare_name(keys[-1]))
        at = found.end()
        while name[at : at + 1] in (" ", "\t"):
            at += 1
        if at < len(name) and name[at] != ".":
            return (), Slip(begin + at, slips.NO_KEY)
        at += 1
    return tuple(keys), slip
