"""One clock as a pie with its words under it or beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from rich.cells import cell_len
from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tracker.core.frozen import dataclass
from tracker.ui.cells import Line, cut, wrapped
from tracker.ui.drawing.cells import Ink
from tracker.ui.drawing.pie import PieStyle, pie
from tracker.ui.signs import Signs
from tracker.ui.themes import Inks

if TYPE_CHECKING:
    from tracker.ui.panes.grid import Grid

NOTE_ROWS = 3
LEAST_WORD = 4
"""Cells a cut word still needs to say something."""
Parts: TypeAlias = list[tuple[str, Style]]


@dataclass(frozen=True, slots=True)
class Dial:
    """One clock as it is drawn: its words said, its colour named."""

    id: str
    name: str
    size: int
    filled: int
    ink: str
    sign: str = ""
    """Stands before the numbers, so that the colour is not the only mark of the kind."""
    kind: str = ""
    alarm: str = ""
    """A word that must be seen: full, taken out."""
    words: tuple[str, ...] = ()
    """Small words, the more important ones first: visibility, owner."""
    note: str = ""
    """Under the clock on lines of its own: the condition."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a dial is drawn."""

    state: str
    """`focus`, `moving`, `selected`, or nothing for a dial that is not selected."""
    inks: Inks
    signs: Signs
    pies: PieStyle

    @property
    def mark(self) -> str:
        """The sign before what is selected."""
        return self.signs.grip if self.state == "moving" else self.signs.cursor

    @property
    def mark_ink(self) -> Style:
        """Bright where the keys go."""
        return self.inks.dim if self.state == "selected" else self.inks.key

    @property
    def cursor(self) -> Style:
        """The ground of the name."""
        return self.inks.cursor if self.state in {"focus", "moving"} else Style()


@lru_cache(maxsize=256)
def block(dial: Dial, width: int, height: int, grid: Grid, look: Look) -> tuple[Strip, ...]:
    """Draw a dial in a room of its own."""
    ground = look.inks.ground
    if grid.beside:
        return _beside(dial, width, height, grid, look)
    pies = pie_rows(dial.size, dial.filled, dial.ink, grid.pie, look.inks, look.pies)
    lines = [Line(width, ground).skip((width - 2 * grid.pie) // 2).add(row).strip() for row in pies]
    lines += [_centred(parts, width, look) for parts in _words(dial, width - 1, height - grid.pie, look)]
    lines += [Strip.blank(width, ground)] * (height - len(lines))
    return tuple(lines[:height])


def _beside(dial: Dial, width: int, height: int, grid: Grid, look: Look) -> tuple[Strip, ...]:
    """Draw a dial with its words to the right of the pie: a long name on two lines, every word on one of its own."""
    ground, inks, signs = look.inks.ground, look.inks, look.signs
    pies = pie_rows(dial.size, dial.filled, dial.ink, grid.pie, look.inks, look.pies)
    blank = Strip.blank(2 * grid.pie, ground)
    room = width - 2 * grid.pie - 2
    crowded = bool(dial.alarm and dial.words) and height <= 3
    words: list[Parts] = [[(dial.alarm, alarm_ink(dial, inks))]] if dial.alarm and not crowded else []
    left = height - 2 - len(words) - len(dial.words)
    kind = dial.kind if cell_len(dial.kind) < room and (left > 0 or not dial.words) else ""  # the sign says it too
    words += [[(word, inks.dim)] for word in (kind, *dial.words) if word]
    mark = f"{look.mark} " if look.state else ""
    name_rows = max(1, min(2, height - 1 - len(words) - bool(dial.note)))
    name = wrapped(mark + dial.name, room, name_rows, signs.more)
    lines: list[Parts] = [[(line, inks.strong + look.cursor)] for line in name]
    if mark:
        lines[0] = [(mark, look.mark_ink + look.cursor), (name[0][len(mark) :], inks.strong + look.cursor)]
    lines += [_crowded(dial, room, inks) if crowded else _count(dial, inks), *words]
    lines += [[(line, inks.dim)] for line in wrapped(dial.note, room, height - len(lines), signs.more)]
    top = (height - grid.pie) // 2
    strips = []
    for y in range(height):
        line = Line(width - 1, ground, signs.more)
        line.add(pies[y - top] if 0 <= y - top < len(pies) else blank).skip(1)
        for part, style in lines[y] if y < len(lines) else []:
            line.put(part, style)
        strips.append(Line(width, ground).add(line.strip()).strip())
    return tuple(strips)


def _count(dial: Dial, inks: Inks) -> Parts:
    count = f"{dial.filled}/{dial.size}"
    return [(f"{dial.sign} {count}" if dial.sign else count, inks.named(dial.ink) + Style(bold=True))]


@lru_cache(maxsize=256)
def pie_rows(size: int, filled: int, ink: str, height: int, inks: Inks, pies: PieStyle) -> tuple[Strip, ...]:
    """Draw the pie alone."""
    ground = inks.ground.bgcolor
    empty = inks.dim if pies is PieStyle.BRAILLE else inks.unfilled
    colours = {
        Ink.FILLED: inks.named(ink).color,
        Ink.EMPTY: empty.color,
        Ink.GAP: ground,
        Ink.NONE: ground,
    }
    rows: list[Strip] = []
    for cells in pie(size, filled, 2 * height, height, pies):
        segments = [Segment(cell.glyph, _style(colours[cell.ink], colours[cell.ground])) for cell in cells]
        rows.append(Strip(segments, 2 * height).simplify())
    return tuple(rows)


@lru_cache(maxsize=256)
def _style(colour: Color | None, ground: Color | None) -> Style:
    """Give one object for one style: pictures are compared piece by piece, and what is the same object is alike."""
    return Style(color=colour, bgcolor=ground)


def alarm_ink(dial: Dial, inks: Inks) -> Style:
    """Give the ink of the word that must be seen."""
    return inks.named(dial.ink) + Style(bold=True, reverse=True)


def _words(dial: Dial, width: int, rows: int, look: Look) -> list[Parts]:
    """Give the lines of words under a pie: name, numbers, small words, note.

    On two rows, or three with a note, the small words join the numbers.
    """
    inks, signs = look.inks, look.signs
    small = bool(dial.alarm or dial.words)
    crowded = rows <= 2 + (bool(dial.note) and small)
    marked = bool(look.state) and (crowded or cell_len(dial.name) + 2 <= width)
    name_rows = 2 if rows >= 3 + small + bool(dial.note) else 1
    names = wrapped(dial.name, width - 2 * marked, name_rows, signs.more) or [""]
    head: list[Parts] = [[(words, inks.strong + look.cursor)] for words in names]
    if marked:
        head[0].insert(0, (f"{look.mark} ", look.mark_ink + look.cursor))
    if crowded:
        note = wrapped(dial.note, width, max(0, rows - len(head) - 1), signs.more) if dial.note else []
        return [*head, _crowded(dial, width, inks), *([(words, inks.dim)] for words in note)]
    count = _count(dial, inks)
    if look.state and not marked:
        count.insert(0, (f"{look.mark} ", look.mark_ink))
    if dial.kind and _cells(count) + 1 + cell_len(dial.kind) <= width:
        count.append((f" {dial.kind}", inks.dim))
    lines = [*head, count]
    extra = _small(dial, signs.dot.join(dial.words), width, look)
    lines += [extra] if extra else []
    lines += [[(words, inks.dim)] for words in wrapped(dial.note, width, rows - len(lines), signs.more)]
    return lines


def _crowded(dial: Dial, width: int, inks: Inks) -> Parts:
    """Give the one line under the name: what must be seen in place of the numbers, the first small word shortened."""
    count = _count(dial, inks)
    if dial.alarm:
        sign = [(f"{dial.sign} ", count[0][1])] if dial.sign else []
        return [*sign, (cut(dial.alarm, width - 2, "."), alarm_ink(dial, inks))]
    word = next(iter(dial.words), dial.kind)
    room = width - _cells(count) - 1
    return [*count, (f" {cut(word, room, '.')}", inks.dim)] if word and room >= LEAST_WORD else count


def _cells(parts: Parts) -> int:
    return sum(cell_len(words) for words, _ in parts)


def _small(dial: Dial, small: str, width: int, look: Look) -> Parts:
    parts: Parts = [(cut(dial.alarm, width, look.signs.more), alarm_ink(dial, look.inks))] if dial.alarm else []
    room = width - _cells(parts)
    if small and room > 5:
        parts.append((cut(f" {small}" if parts else small, room, look.signs.more), look.inks.dim))
    return parts


def _centred(parts: Parts, width: int, look: Look) -> Strip:
    line = Line(width, look.inks.ground, look.signs.more)
    line.skip((width - _cells(parts)) // 2)
    for words, style in parts:
        line.put(words, style)
    return line.strip()
