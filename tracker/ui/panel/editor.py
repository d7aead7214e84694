"""One line of text under the cursor, as a value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from rich.cells import cell_len

from tracker.core.clean import clean
from tracker.core.frozen import dataclass

MOST_PASTED = 400
"""Signs of a paste that a field of one line takes."""
MOST_PROSE = 4000
"""Signs of a paste that a field of several lines takes."""
_SEQUENCES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])")
_CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Line:
    """Text being typed. It is kept as typed; only its drawing is cleaned."""

    words: str = ""
    at: int = 0
    """Where the cursor stands, in characters."""

    def put(self, more: str) -> Line:
        """Put text in at the cursor."""
        return Line(self.words[: self.at] + more + self.words[self.at :], self.at + len(more))

    def moved(self, by: int) -> Line:
        """Move the cursor by one character; signs that sit on another one are not parted from it."""
        at = min(max(self.at + by, 0), len(self.words))
        while 0 < at < len(self.words) and unicodedata.combining(self.words[at]):
            at += 1 if by > 0 else -1
        return replace(self, at=at)

    def word_moved(self, by: int) -> Line:
        """Move the cursor to the next begin of a word, or back to the last one."""
        at = self.at
        if by > 0:
            while at < len(self.words) and not self.words[at].isspace():
                at += 1
            while at < len(self.words) and self.words[at].isspace():
                at += 1
        else:
            while at > 0 and self.words[at - 1].isspace():
                at -= 1
            while at > 0 and not self.words[at - 1].isspace():
                at -= 1
        return replace(self, at=at)

    def without(self, to: Line) -> Line:
        """Take out what stands between this cursor and another one."""
        first, last = sorted((self.at, to.at))
        return Line(self.words[:first] + self.words[last:], first)


KEYS: Mapping[str, Callable[[Line], Line]] = {
    "left": lambda line: line.moved(-1),
    "right": lambda line: line.moved(1),
    "home": lambda line: replace(line, at=0),
    "end": lambda line: replace(line, at=len(line.words)),
    "ctrl+a": lambda line: replace(line, at=0),
    "ctrl+e": lambda line: replace(line, at=len(line.words)),
    "ctrl+left": lambda line: line.word_moved(-1),
    "ctrl+right": lambda line: line.word_moved(1),
    "backspace": lambda line: line.without(line.moved(-1)),
    "delete": lambda line: line.without(line.moved(1)),
    "ctrl+w": lambda line: line.without(line.word_moved(-1)),
    "ctrl+u": lambda line: Line(line.words[line.at :], 0),
    "ctrl+k": lambda line: Line(line.words[: line.at], line.at),
}
"""What the editing keys make of a line; the readline keys where no other meaning is in the way."""


def shown(line: Line, width: int, *, line_ends: str = "") -> tuple[str, str, str]:
    """Give the part of a line that fits, `width` cells wide, as what stands before, under and after the cursor.

    `line_ends` is the sign for a line end where the text may have several lines.
    """
    before, under, after = (
        _drawn(part, line_ends) for part in (line.words[: line.at], *_parted(line.words[line.at :]))
    )
    under = under or " "
    room = max(width - cell_len(under), 0)
    keep = min(cell_len(after), room // 3 if cell_len(before) + cell_len(after) > room else room)
    before = _tail(before, room - keep)
    return before, under, _head(after, room - cell_len(before))


def pasted(words: str, *, lines: bool = False) -> str:
    """Give pasted text as it goes into a field: nothing in it steers a terminal, and its length has a limit.

    `lines` keeps line ends; else they and tabs are spaces, and one at the very end is left out.
    """
    plain = _SEQUENCES.sub("", words.replace("\r\n", "\n").replace("\r", "\n")).expandtabs(1)
    if not lines:
        plain = plain.strip("\n").replace("\n", " ")
    return _CONTROLS.sub("", plain)[: MOST_PROSE if lines else MOST_PASTED]


def drawn(words: str, *, line_ends: str = "") -> str:
    """Give typed text as it may be drawn."""
    return _drawn(words, line_ends)


def _drawn(words: str, line_ends: str) -> str:
    if line_ends and "\n" in words:
        return line_ends.join(clean(part) for part in words.split("\n"))
    return clean(words)


def _parted(words: str) -> tuple[str, str]:
    end = 1
    while end < len(words) and unicodedata.combining(words[end]):
        end += 1
    return words[:end], words[end:]


def _head(words: str, width: int) -> str:
    end, used = 0, 0
    for sign in words:
        used += cell_len(sign)
        if used > width:
            break
        end += 1
    return words[:end]


def _tail(words: str, width: int) -> str:
    start, used = len(words), 0
    while start > 0:
        used += cell_len(words[start - 1])
        if used > width:
            break
        start -= 1
    return words[start:]
