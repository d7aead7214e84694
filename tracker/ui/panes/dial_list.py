"""Clocks as bars in a list, where there is no room for pies or no signs to draw them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.ui.cells import Line, cut, wrapped
from tracker.ui.drawing.bars import bar_cells
from tracker.ui.drawing.pie import bar
from tracker.ui.panes.dial import Dial, Look, alarm_ink

MOST_BAR = 12
LEAST_BAR = 3
LEAST_WORD = 7
"""Width in cells that is left for words behind the bar."""

LEAST_NOTE = 10
"""Cells of a note for which a word that must be seen is cut."""


@lru_cache(maxsize=64)
def list_columns(dials: tuple[Dial, ...], width: int, ascii: bool) -> tuple[int, int]:
    """Give the widths of the names and of the bars, 0 for none."""
    names = min(max(cell_len(dial.name) for dial in dials), max(8, width // 3))
    longest = max(len(bar(dial.size, dial.filled)) if ascii else min(dial.size, MOST_BAR) for dial in dials)
    signs = 2 if any(dial.sign for dial in dials) else 0
    numbers = 0 if ascii else 1 + max(len(f"{dial.filled}/{dial.size}") for dial in dials)
    words = LEAST_WORD if any(dial.kind or dial.words or dial.alarm or dial.note for dial in dials) else 0
    room = width - 3 - names - signs - numbers - words
    bars = min(longest, room)
    if ascii:
        return names, longest if 3 + names + signs + longest <= width else 0
    return names, bars if bars >= LEAST_BAR else 0


@lru_cache(maxsize=256)
def rows_of(dial: Dial, width: int, rows: int, columns: tuple[int, int], look: Look) -> tuple[Strip, ...]:
    """Draw a dial on one row; with more rows allowed what does not fit stands on them."""
    names, bars = columns
    inks, signs = look.inks, look.signs
    line = Line(width, inks.ground + look.cursor, signs.more).put(f"{look.mark if look.state else ' '} ", look.mark_ink)
    line.column(dial.name, names, inks.strong).skip(1)
    ink = inks.named(dial.ink)
    if dial.sign:
        line.put(f"{dial.sign} ", ink + Style(bold=True))
    rest = signs.dot.join(word for word in (dial.kind, *dial.words, dial.note) if word)
    measure = _measure_cells(dial, bars, look)
    if rows == 1 and dial.alarm and dial.note and measure + cell_len(f" {dial.alarm} {rest}") > line.room:
        word = _short_alarm(dial.alarm, line.room - 1, measure, cell_len(rest))
        line.put(word, alarm_ink(dial, inks)).skip(measure - cell_len(word))
        rest = signs.dot.join(word for word in (dial.note, dial.kind, *dial.words) if word)
    else:
        _measure(line, dial, bars, look)
        if dial.alarm:
            line.skip(1).put(dial.alarm, alarm_ink(dial, inks))
        if dial.words and rows == 1 and cell_len(rest) + 1 > line.room:  # the sign before the numbers says the kind too
            rest = signs.dot.join(word for word in (*dial.words, dial.note) if word)
    indent = width - line.room + 1
    if not rest:
        return (line.strip(),)
    if cell_len(rest) + 1 <= line.room or rows == 1:
        return (line.skip(1).put(rest, inks.dim).strip(),)
    lines = wrapped(rest, width - indent, rows, signs.more) if width - indent >= 12 else ()
    if not lines:
        lines = ("", *wrapped(rest, width - 4, rows - 1, signs.more))
        indent = 4
    strips = [line.skip(1).put(lines[0], inks.dim).strip()]
    for words in lines[1:]:
        strips.append(Line(width, inks.ground, signs.more).skip(indent).put(words, inks.dim).strip())
    return tuple(strips)


def _short_alarm(alarm: str, room: int, measure: int, note: int) -> str:
    """Give what must be seen in the place of bar and numbers, so that the note behind it is seen too."""
    return alarm if room - cell_len(alarm) >= min(note, LEAST_NOTE) else cut(alarm, max(measure, LEAST_WORD), ".")


def _measure_cells(dial: Dial, bars: int, look: Look) -> int:
    """Give the cells that the bar and the numbers take."""
    if look.signs.ascii and bars:
        return bars
    return cell_len(f"{dial.filled}/{dial.size}") + (bars + 1 if bars else 0)


def _measure(line: Line, dial: Dial, bars: int, look: Look) -> None:
    """Add the bar and the numbers."""
    ink, inks, signs = look.inks.named(dial.ink), look.inks, look.signs
    if signs.ascii and bars:
        line.column(bar(dial.size, dial.filled), bars, ink)
        return
    if bars:
        if dial.size <= bars:
            line.put(signs.full * dial.filled, ink).put(signs.empty * (dial.size - dial.filled), inks.dim)
            line.skip(bars - dial.size)
        else:
            drawn = bar_cells(Fraction(dial.filled, dial.size), bars)
            line.put(drawn.rstrip(), ink).put(signs.empty * (bars - len(drawn.rstrip())), inks.dim)
        line.skip(1)
    line.put(f"{dial.filled}/{dial.size}", ink + Style(bold=True))
