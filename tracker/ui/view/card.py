"""One character or clock on the players' screen: its pie, with its name, its numbers and its words."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.ui.cells import Line, cut, wrapped
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.drawing.pips import pips
from tracker.ui.panes.dial import Dial, pie_rows
from tracker.ui.panes.party import GaugeView
from tracker.ui.signs import Signs
from tracker.ui.themes import Inks
from tracker.ui.view.large import is_writable, letters

NAME_ROWS = 2
NOTE_ROWS = 3
MOST_PIPS = 10
Parts: TypeAlias = list[tuple[str, Style]]


class Card(NamedTuple):
    """One character or clock, its words said."""

    dial: Dial
    gauges: tuple[GaugeView, ...] = ()
    remarks: tuple[str, ...] = ()


class Brush(NamedTuple):
    """What the players' screen is drawn with."""

    inks: Inks
    signs: Signs
    pies: PieStyle


class Grid(NamedTuple):
    """How cards stand in a room."""

    columns: int
    rows: int
    pie: int
    """Height of a pie in cells; it is twice as wide."""
    beside: bool
    """The words stand to the right of the pie and not under it."""
    big: bool = False
    """Names are written in large letters."""
    words: int = 0
    """Lines kept for the words under a pie."""
    lost: int = 0
    """Lines of words that have no room."""


@lru_cache(maxsize=512)
def labels(card: Card, width: int, rows: int, big: bool, brush: Brush) -> tuple[tuple[tuple[str, Style], ...], ...]:
    """Give the words of a card on at most so many lines, the important ones first; `big` writes its name large."""
    inks, signs, dial = brush.inks, brush.signs, card.dial
    numbers = _numbers(card, width, brush)
    name_rows = max(1, min(NAME_ROWS, rows - len(numbers)))
    name = letters(dial.name, 1, signs.ascii) if big else wrapped(dial.name, width, name_rows, signs.more)
    seen = inks.named(dial.ink) + Style(bold=True, reverse=True)
    alarm = (cut(f" {dial.alarm} ", width, signs.more), seen)
    if dial.alarm and len(name) + len(numbers) >= rows:
        # No line is left for what must be seen: it stands behind the numbers, or in their place.
        fits = _width([numbers[0][0], alarm]) + 1 <= width
        numbers = [[numbers[0][0], (" ", inks.text), alarm]] if fits else [[alarm]]
    elif dial.alarm:
        numbers = [*numbers, [alarm]]
    lines: list[Parts] = [*([(line, inks.strong)] for line in name), *numbers]
    lines += [[(words, inks.text)] for words in wrapped(dial.note, width, NOTE_ROWS, signs.more)]
    others = signs.dot.join(f"{gauge.label} {_number(gauge)}" for gauge in card.gauges[1:])
    lines += [[(words, inks.momentum)] for words in wrapped(others, width, NOTE_ROWS, signs.more)]
    small = signs.dot.join((*dial.words, *card.remarks))
    lines += [[(words, inks.dim)] for words in wrapped(small, width, NOTE_ROWS, signs.more)]
    return tuple(tuple(_fitting(line, width)) for line in lines[:rows])


@lru_cache(maxsize=512)
def essential(card: Card, width: int, big: bool, brush: Brush) -> tuple[int, int]:
    """Give how many lines the words take that must not be missing, and how many of them would be cut or broken.

    They are the name, the numbers, the alarm and the condition.
    """
    dial = card.dial
    name = len(letters(dial.name, 1, brush.signs.ascii)) if big else len(wrapped(dial.name, width, NAME_ROWS))
    note = wrapped(dial.note, width, NOTE_ROWS, "")
    broken = [dial.alarm and f" {dial.alarm} ", *dial.note.split(), *(() if big else dial.name.split())]
    spoilt = sum(cell_len(word) > width for word in broken)
    spoilt += not big and sum(map(len, wrapped(dial.name, width, NAME_ROWS, ""))) < len(dial.name.replace(" ", ""))
    spoilt += sum(map(len, note)) < len(dial.note.replace(" ", ""))
    return name + len(_numbers(card, width, brush)) + bool(dial.alarm) + len(note), spoilt


def big_width(card: Card, brush: Brush) -> int:
    """Give the width of a name in large letters; one with signs that have no large letter takes any width."""
    return len(letters(card.dial.name, 1, brush.signs.ascii)[0]) if is_writable(card.dial.name) else 10_000


def _numbers(card: Card, width: int, brush: Brush) -> list[Parts]:
    """Give the segments, and the first gauge beside them or under them."""
    inks, signs, dial = brush.inks, brush.signs, card.dial
    ink = inks.named(dial.ink) + Style(bold=True)
    count: Parts = [(f"{dial.sign} {dial.filled}/{dial.size}".strip(), ink)]
    if dial.kind and _width(count) + 1 + cell_len(dial.kind) <= width:
        count.append((f" {dial.kind}", inks.dim))
    if not card.gauges:
        return [count]
    gauge = card.gauges[0]
    strong = inks.momentum + Style(bold=True)
    number: Parts = [(_number(gauge), strong if gauge.value else inks.dim)]
    lit, dim = pips(gauge.value, gauge.maximum, MOST_PIPS, signs.ascii) if gauge.pips else ("", "")
    if lit + dim and "×" not in lit and "x" not in lit:
        number = [(lit, inks.momentum), (dim, inks.unfilled), (" ", inks.text), *number]
    named: Parts = [*number, (f" {gauge.label}", inks.dim)]
    if _width(count) + 3 + _width(number) <= width:
        best = named if _width(count) + 3 + _width(named) <= width else number
        return [[*count, ("   ", inks.text), *best]]
    best = next((parts for parts in (named, number, number[-1:]) if _width(parts) <= width), number[-1:])
    return [count, best]


def _number(gauge: GaugeView) -> str:
    return str(gauge.value) if gauge.maximum is None else f"{gauge.value}/{gauge.maximum}"


def _width(parts: Parts) -> int:
    return sum(cell_len(words) for words, _ in parts)


def _fitting(parts: Parts, width: int) -> Parts:
    kept: Parts = []
    for words, style in parts:
        short = cut(words, width, "")
        width -= cell_len(short)
        if short:
            kept.append((short, style))
    return kept


@lru_cache(maxsize=512)
def block(card: Card, width: int, height: int, grid: Grid, brush: Brush) -> tuple[Strip, ...]:
    """Draw a card in a room of its own."""
    inks, signs, dial, pie = brush.inks, brush.signs, card.dial, grid.pie
    ground = inks.ground
    drawn = pie_rows(dial.size, dial.filled, dial.ink, pie, inks, brush.pies)
    rows: list[Strip] = []
    if grid.beside:
        words = labels(card, width - 2 * pie - 3, height, grid.big, brush)
        pie_top, top = (height - pie) // 2, (height - len(words)) // 2
        for y in range(height):
            line = Line(width, ground, signs.more)
            if 0 <= y - pie_top < pie:
                line.add(drawn[y - pie_top])
            else:
                line.skip(2 * pie)
            line.skip(2)
            for part, style in words[y - top] if 0 <= y - top < len(words) else ():
                line.put(part, style)
            rows.append(line.strip())
        return tuple(rows)
    blank = Strip.blank(width, ground)
    rows += [blank] * max(0, (height - pie - grid.words) // 2)
    rows += [Line(width, ground).skip((width - 2 * pie) // 2).add(row).strip() for row in drawn]
    for parts in labels(card, width - 1, height - len(rows), grid.big, brush):
        line = Line(width, ground, signs.more).skip((width - _width(list(parts))) // 2)
        for part, style in parts:
            line.put(part, style)
        rows.append(line.strip())
    return (*rows, *[blank] * (height - len(rows)))[:height]
