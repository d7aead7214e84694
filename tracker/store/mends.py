"""Stretches of a text written anew, and what that does to the places in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Mend(NamedTuple):
    """A stretch of the text, and what stands there in the mended text."""

    start: int
    end: int
    written: str


class Shifts:
    """From offsets in a mended text to those in the text itself."""

    def __init__(self, mends: Iterable[Mend]) -> None:
        """Add up what each mend has shifted."""
        self._starts: list[int] = []
        self._shifts = [0]
        for start, end, written in _counted(mends):
            shift = self._shifts[-1]
            self._starts.append(start - shift + len(written))
            self._shifts.append(shift + end - start - len(written))

    def original(self, offset: int) -> int:
        """Give the offset in the text itself."""
        return max(0, offset + self._shifts[bisect_right(self._starts, offset)])


def applied(text: str, mends: Iterable[Mend]) -> str:
    """Give a text with its mends, which are sorted; one inside another is not counted."""
    parts: list[str] = []
    at = 0
    for start, end, written in _counted(mends):
        parts += text[at:start], written
        at = end
    return "".join([*parts, text[at:]])


def _counted(mends: Iterable[Mend]) -> Iterator[Mend]:
    """Give the mends that are not inside another one, nor put something at the end of one that takes all out."""
    last = Mend(0, 0, " ")
    for mend in mends:
        if mend.start > last.end or (mend.start == last.end and (mend.end > mend.start or last.written)):
            yield mend
            last = mend
