"""One entry of the log as lines of cells: columns where there is room for them, flowing words where not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.core.frozen import dataclass
from tracker.rules.deed import Die, Tone
from tracker.ui.cells import Line, cut
from tracker.ui.drawing.dice import die
from tracker.ui.signs import Signs
from tracker.ui.themes import Inks

MOST_ROWS = 4
"""Of one entry; what is longer is cut."""
WIDE = 96
"""Width in cells from which what, dice and outcome stand in columns of their own."""
TIME = 6


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry, its words said."""

    n: int
    time: str
    who: str
    what: str
    dice: tuple[Die, ...] = ()
    outcome: str = ""
    tone: Tone = Tone.PLAIN
    details: str = ""
    marks: str = ""
    """Typed, secret, hidden, corrected."""
    follows: bool = False
    """It belongs to the beat of the line above."""
    struck: bool = False
    """It was taken back, or struck by hand."""
    about: str = ""
    """What else it can be found by in the search: its session, its event, the names of whom it speaks."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where things stand in a line: widths in cells, 0 for what flows."""

    number: int
    who: int
    what: int
    dice: int
    outcome: int


def columns_for(width: int, names: int, digits: int) -> Columns:
    """Give the columns for a pane of some width, and names and numbers of some width."""
    who = min(names, max(6, width // 8))
    if width < WIDE:
        return Columns(0, who, 0, 0, 0)
    rest = width - digits - 1 - TIME - who - 2
    return Columns(digits + 1, who, rest * 2 // 5, 10, 11)


class _Piece(NamedTuple):
    """Words that stay on one line."""

    words: str
    style: Style
    space: bool = True
    """A blank stands before it unless it begins a line."""


@lru_cache(maxsize=512)
def line_strips(
    entry: LogLine, width: int, columns: Columns, selected: bool, inks: Inks, signs: Signs
) -> tuple[Strip, ...]:
    """Draw an entry."""
    ground = inks.ground + (inks.cursor if selected else Style())
    line = Line(width, ground, signs.more)
    if columns.number:
        line.column(str(entry.n), columns.number - 1, inks.dim, right=True).skip(1)
    strike = inks.struck if entry.struck else Style()
    if entry.follows:
        line.column(signs.follows, TIME - 1, inks.dim, right=True).skip(1)
    else:
        line.column(entry.time, TIME, inks.dim)
    line.column(entry.who, columns.who, inks.strong + strike)
    line.put(signs.undone if entry.struck else " ", inks.dim).put(signs.cursor if selected else " ", inks.key)
    indent = width - line.room
    lines, used = [line], 0
    for piece in _pieces(entry, columns, inks, signs):
        needed = cell_len(piece.words)
        space = int(piece.space and used > 0)
        if needed + space > line.room and used and len(lines) < MOST_ROWS:
            line, used, space = Line(width, ground, signs.more).skip(indent), 0, 0
            lines.append(line)
        line.skip(space).put(piece.words, piece.style + strike)
        used += needed + space
    return tuple(each.strip() for each in lines)


def _pieces(entry: LogLine, columns: Columns, inks: Inks, signs: Signs) -> Iterator[_Piece]:
    has_roll = bool(entry.dice or entry.outcome)
    text = inks.dim if entry.struck else inks.text
    if has_roll and columns.what and cell_len(entry.what) <= columns.what:
        yield _Piece(entry.what + " " * (columns.what - cell_len(entry.what)), text)
    else:
        yield from (_Piece(word, text) for word in _words(entry.what))
    dice = list(_dice(entry.dice, inks, signs))
    yield from dice
    if has_roll and columns.dice:
        yield _Piece(" " * max(0, columns.dice - sum(cell_len(piece.words) for piece in dice)), text, space=False)
    if entry.outcome:
        outcome = entry.outcome.upper()
        blank = " " * max(0, columns.outcome - 1 - cell_len(outcome))
        yield _Piece(outcome + blank, inks.named(entry.tone.value) + Style(bold=True))
    for n, words in enumerate(part for part in (entry.details, entry.marks) if part):
        yield from _detail(
            words, signs, inks.dim if n or has_roll or entry.struck else inks.text, first=not has_roll or n > 0
        )


def _detail(words: str, signs: Signs, style: Style, *, first: bool) -> Iterator[_Piece]:
    pieces = list(_words(words))
    if first:
        yield _Piece(signs.dot.strip(), style)
    yield from (_Piece(word, style) for word in pieces)


def _dice(dice: tuple[Die, ...], inks: Inks, signs: Signs) -> Iterator[_Piece]:
    for n, each in enumerate(dice):
        drawn = die(each.face, each.kept, signs.ascii)
        yield _Piece(drawn, inks.best + Style(bold=True) if each.kept else inks.dim, space=n == 0 or each.apart)


def _words(words: str) -> Iterator[str]:
    """Break a sentence where a line may end: not between a number and its arrow."""
    yield from (cut(word, 200) for word in _BREAKS.split(words) if word)


_BREAKS = re.compile(r"(?<!→) +(?!→)")
