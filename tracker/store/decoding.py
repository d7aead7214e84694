"""From the bytes of a file to text: UTF-8, and what stands there where it is something else."""

from __future__ import annotations

import codecs
import re

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text
from tracker.store.slips import Slip

LINES_NAMED = 10
"""Further lines with the same fault that a sentence names."""

_UNDECODED = re.compile("[\udc80-\udcff]")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as text."""

    words: str
    """With its byte order mark; bytes that are not UTF-8 are read as Latin-1 of Windows, one sign each."""
    slips: tuple[Slip, ...] = ()
    is_text: bool = True


def decoded(data: bytes) -> Decoded:
    """Read bytes as UTF-8; what is something else is noted, and read as what it seems to be."""
    if data.startswith(_UTF_16):
        message = text("this file is written in UTF-16; save it as UTF-8")
        return Decoded(data.decode("utf-16", "replace"), (Slip(0, message),))
    words = data.decode("utf-8", "surrogateescape")
    bad = [found.start() for found in _UNDECODED.finditer(words)]
    if _is_binary(data, bool(bad)):
        return Decoded("", (Slip(0, text("this is no text; a campaign is a text file in TOML")),), is_text=False)
    if not bad:
        return Decoded(words)
    return Decoded(_UNDECODED.sub(lambda found: _in_latin_1(found[0]), words), (Slip(bad[0], _said(words, bad)),))


def _is_binary(data: bytes, has_bad_bytes: bool) -> bool:
    if has_bad_bytes and b"\0" in data:
        return True
    # A crash can leave a file of nothing but zeros, which is valid UTF-8.
    return len(_CONTROL.findall(data[:65536])) * 10 > len(data[:65536])


def _in_latin_1(sign: str) -> str:
    return bytes([ord(sign) - 0xDC00]).decode("cp1252", "replace")


def _said(words: str, bad: list[int]) -> Text:
    sign = words[bad[0]]
    message = text(
        "byte {byte} is not UTF-8, in Latin-1 it is “{sign}”; save the file as UTF-8",
        byte=f"0x{ord(sign) - 0xDC00:02X}",
        sign=_in_latin_1(sign),
    )
    first = words.count("\n", 0, bad[0]) + 1
    line, at = first, bad[0]
    others: list[int] = []
    for offset in bad[1:]:
        line, at = line + words.count("\n", at, offset), offset
        if line != first and (not others or others[-1] != line):
            others.append(line)
    if not others:
        return message
    lines = ", ".join(str(each) for each in others[:LINES_NAMED]) + (" …" if len(others) > LINES_NAMED else "")
    return text("{message} (further lines: {lines})", message=message, lines=lines)
