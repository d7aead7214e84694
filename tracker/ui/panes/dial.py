"""One clock as a pie with its words under it or beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tracker.ui.cells import Line, cut, wrapped
from tracker.ui.drawing.cells import Ink
from tracker.ui.drawing.pie import PieStyle, pie
from tracker.ui.signs import Signs
from tracker.ui.themes import Inks

if TYPE_CHECKING:
    from tracker.ui.panes.grid import Grid

NOTE_ROWS = 3
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
        blank = Strip.blank(2 * grid.pie, ground)
        pies = pie_rows(dial, grid.pie, look)
        top = (height - grid.pie) // 2
        room = width - 2 * grid.pie - 2
        words = _words(dial, room, height, look)
        lines = []
        for y in range(height):
            line = (
                Line(width, ground, look.signs.more).add(pies[y - top] if 0 <= y - top < len(pies) else blank).skip(1)
            )
            for part, style in words[y] if y < len(words) else []:
                line.put(part, style)
            lines.append(line.strip())
        return tuple(lines)
    lines = [
        Line(width, ground).skip((width - 2 * grid.pie) // 2).add(row).strip() for row in pie_rows(dial, grid.pie, look)
    ]
    lines += [_centred(parts, width, look) for parts in _words(dial, width - 1, height - grid.pie, look)]
    lines += [Strip.blank(width, ground)] * (height - len(lines))
    return tuple(lines[:height])


def pie_rows(dial: Dial, height: int, look: Look) -> list[Strip]:
    """Draw the pie alone."""
    inks, ground = look.inks, look.inks.ground.bgcolor
    empty = inks.dim if look.pies is PieStyle.BRAILLE else inks.unfilled
    colours = {
        Ink.FILLED: inks.named(dial.ink).color,
        Ink.EMPTY: empty.color,
        Ink.GAP: ground,
        Ink.NONE: ground,
    }
    rows: list[Strip] = []
    for cells in pie(dial.size, dial.filled, 2 * height, height, look.pies):
        segments = [Segment(cell.glyph, Style(color=colours[cell.ink], bgcolor=colours[cell.ground])) for cell in cells]
        rows.append(Strip(segments, 2 * height).simplify())
    return rows


def alarm_ink(dial: Dial, inks: Inks) -> Style:
    """Give the ink of the word that must be seen."""
    return inks.named(dial.ink) + Style(bold=True, reverse=True)


def _words(dial: Dial, width: int, rows: int, look: Look) -> list[Parts]:
    """Give the lines of words: name, numbers, small words, note; where rows are few the small ones join the numbers."""
    inks, signs = look.inks, look.signs
    marked = bool(look.state) and cell_len(dial.name) + 2 <= width
    name: Parts = [(cut(dial.name, width, signs.more), inks.strong + look.cursor)]
    if marked:
        name.insert(0, (f"{look.mark} ", look.mark_ink + look.cursor))
    ink = inks.named(dial.ink) + Style(bold=True)
    count: Parts = [(f"{dial.sign} {dial.filled}/{dial.size}" if dial.sign else f"{dial.filled}/{dial.size}", ink)]
    if look.state and not marked:
        count.insert(0, (f"{look.mark} ", look.mark_ink))
    used = sum(cell_len(words) for words, _ in count)
    small = signs.dot.join(dial.words)
    lines = [name, count]
    if rows > 2:
        if dial.kind and used + 1 + cell_len(dial.kind) <= width:
            count.append((f" {dial.kind}", inks.dim))
        extra = _small(dial, small, width, look)
        lines += [extra] if extra else []
        lines += [[(words, inks.dim)] for words in wrapped(dial.note, width, rows - len(lines), signs.more)]
    elif dial.alarm:
        count += [(" ", inks.dim), (cut(dial.alarm, width - used - 1, signs.more), alarm_ink(dial, inks))]
    elif small:
        count.append((cut(f" {small}", width + 1 - used, signs.more), inks.dim))
    elif used + 1 + cell_len(dial.kind) <= width + 1:
        count.append((f" {dial.kind}", inks.dim))
    return lines


def _small(dial: Dial, small: str, width: int, look: Look) -> Parts:
    parts: Parts = [(cut(dial.alarm, width, look.signs.more), alarm_ink(dial, look.inks))] if dial.alarm else []
    room = width - sum(cell_len(words) for words, _ in parts)
    if small and room > 5:
        parts.append((cut(f" {small}" if parts else small, room, look.signs.more), look.inks.dim))
    return parts


def _centred(parts: Parts, width: int, look: Look) -> Strip:
    line = Line(width, look.inks.ground, look.signs.more)
    line.skip((width - sum(cell_len(words) for words, _ in parts)) // 2)
    for words, style in parts:
        line.put(words, style)
    return line.strip()
