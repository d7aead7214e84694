"""A text that is no TOML, mended: all its slips, and the rest of it as a text that is TOML."""

from __future__ import annotations

from bisect import bisect_right

import tomli

from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.core.tree import Path
from tracker.store import slips
from tracker.store.doubles import doubles, under
from tracker.store.located import Lines
from tracker.store.mends import Mend, Shifts, applied
from tracker.store.reading import Reading
from tracker.store.signs import without_bad_signs
from tracker.store.slips import Slip

TRIES = 25
"""Statements taken out of the mended text because the parser refuses them still."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What a text comes to that is no TOML."""

    slips: tuple[Slip, ...]
    """In the order of the text, with offsets in it."""
    head: str | None
    """The text before the log, mended so that it is TOML; what could not be read is left out of it. None: hopeless."""
    broken: tuple[Path, ...]
    """Where a value was guessed or replaced."""
    unknown: tuple[Path, ...]
    """Those of which nobody can say what was meant."""
    lost: tuple[Path, ...]
    """The sections with a line that could not be read at all."""
    lost_sections: bool
    """A header could not be read: what it named is missing."""
    strays: tuple[tuple[Path, int], ...]
    """Tables behind the log, with the offset of their headers."""
    shifts: Shifts

    def original(self, offset: int) -> int:
        """Give the offset in the text of an offset in the mended head."""
        return self.shifts.original(offset)


def mend(text: str) -> Mended:
    """Read a text on past its slips."""
    words, signs = without_bad_signs(text)
    reading = Reading(words)
    lines = Lines(text)
    at = reading.head()
    _note_doubles(reading, 0, lines)
    head, shifts = _parsable(reading, words[:at])
    values = reading.values
    broken, unknown, lost = tuple(values.broken), tuple(values.unknown), tuple(reading.lost)
    lost_sections = reading.lost_sections or head is None
    while at < len(words):
        first = len(reading.statements)
        at = reading.entry(at)
        _note_doubles(reading, first, lines)
    found = tuple(sorted((*signs, *values.slips), key=lambda slip: slip.offset))
    return Mended(found, head, broken, unknown, lost, lost_sections, tuple(reading.strays), shifts)


def _note_doubles(reading: Reading, first: int, lines: Lines) -> None:
    """Note the keys and tables that stand there twice, and leave the second out."""
    for double in doubles(reading.statements[first:], lines):
        reading.values.slip(double.offset, double.message)
        reading.values.mends.extend(Mend(start, end, "") for start, end in double.spans)


def _parsable(reading: Reading, text: str) -> tuple[str | None, Shifts]:
    """Give the mended head; what the parser refuses still is noted and left out."""
    for _ in range(TRIES):
        # The latest of one place first: it counts, and the others are inside it.
        mends = reading.values.mends[::-1]
        mends.sort(key=lambda mend: (mend.start, -mend.end))
        shifts = Shifts(mends)
        head = applied(text, mends)
        try:
            tomli.loads(head)
        except tomli.TOMLDecodeError as error:
            if not reading.statements:
                break
            _leave_out(reading, shifts.original(slips.error_offset(error, head)), slips.said(error))
        except (ValueError, RecursionError):
            break
        else:
            return head, shifts
    return None, Shifts(())


def _leave_out(reading: Reading, offset: int, message: Text) -> None:
    """Leave out the statement at an offset."""
    starts = [statement.start for statement in reading.statements]
    place = max(0, bisect_right(starts, offset) - 1)
    statement = reading.statements[place]
    reading.values.slip(statement.start, message)
    reading.lost.append(statement.path[: -statement.parts])
    spans = [(statement.start, statement.end)]
    if statement.kind != "value":
        spans += under(reading.statements, place)
    reading.values.mends.extend(Mend(start, end, "") for start, end in spans)
