"""A section of cards: pies as large as the room allows, or a list where there is no room for any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.ui.cells import Line, cut, wrapped
from tracker.ui.drawing.bars import bar_cells
from tracker.ui.drawing.pie import bar
from tracker.ui.view.card import Brush, Card, Grid, big_width, block, essential
from tracker.ui.view.joined import blank, joined

LEAST_PIE = 3
"""Height in cells below which a pie is harder to read than a bar."""
LARGEST_PIE = 22
LEAST_UNDER = 11
"""Width in cells that words under a pie need."""
LEAST_BESIDE = 9
MOST_BAR = 12
BESIDE_NAME = 17
"""Cells in a list that a bar and its numbers need."""
GAUGE = 4
LIST_COLUMN = 26
"""Cells that a column of a list needs."""
BIG_NAMES = 9
"""Twice the cells of a pie that names in large letters are worth."""
USUAL_VALUE = 5
ROOMY = 12
"""Height in cells of a card from which its name may be large."""


class Section(NamedTuple):
    """What a section shows."""

    cards: tuple[Card, ...] = ()
    lines: tuple[str, ...] = ()
    """Said under the cards: clocks of which only the name is known, what belongs to the table."""
    empty: str = ""


class Drawing(NamedTuple):
    """The rows in sight, and how many lie below them."""

    rows: tuple[Strip, ...]
    below: int = 0


def draw_section(section: Section, width: int, height: int, first: int, brush: Brush) -> Drawing:
    """Draw a section; `first` is how far it is scrolled, in cards or rows, as far as there is something to scroll."""
    if width < 4 or height < 1:
        return Drawing((Strip.blank(max(0, width), brush.inks.ground),) * max(0, height))
    said = _said(section, width, brush)
    under = said if not section.cards else said[: height // 3]
    room = height - len(under)
    if not section.cards:
        words = [] if under else list(wrapped(section.empty, width, room, brush.signs.more))
        rows = [Line(width, brush.inks.ground).put(line, brush.inks.dim).strip() for line in words]
        return Drawing(_filled([*rows, *under], width, height, brush))
    grid = None if brush.signs.ascii else grid_for(section.cards, width, room, brush)
    if grid is not None:
        cards = _grid_rows(section.cards, grid, width, room, brush)
        return Drawing(_filled([*cards, *under], width, height, brush))
    rows = [*_list(section.cards, width, room, brush), *said[len(under) :]]
    top = max(0, min(first, len(rows) - room))
    shown = rows[top : top + room]
    spare = [blank(width, brush.inks.ground)] * (room - len(shown))
    return Drawing(_filled([*shown, *spare, *under], width, height, brush), max(0, len(rows) - room - top))


def grid_for(cards: tuple[Card, ...], width: int, height: int, brush: Brush) -> Grid | None:
    """Give the arrangement with the largest pies; None when they would be too small to read.

    It is the same whatever the numbers are, so that nothing moves when one of them changes.
    """
    return _grid_for(tuple(map(_still, cards)), width, height, brush)


def _still(card: Card) -> Card:
    """Give a card with numbers that stand for any."""
    return card._replace(
        dial=replace(card.dial, filled=0, id="", ink=""),
        gauges=tuple(replace(gauge, value=USUAL_VALUE) for gauge in card.gauges),
    )


@lru_cache(maxsize=128)
def _grid_for(cards: tuple[Card, ...], width: int, height: int, brush: Brush) -> Grid | None:
    found = [
        grid
        for columns in range(1, max(1, min(len(cards), width // LEAST_UNDER)) + 1)
        for grid in _grids(cards, columns, width, height, brush)
    ]
    return max(found, key=_merit, default=None)


def _merit(grid: Grid) -> tuple[int, int]:
    """Large pies are what counts, and words that are not cut short; names under them read better than beside."""
    return 2 * grid.pie + BIG_NAMES * grid.big - 3 * grid.lost - grid.beside, -grid.rows


def _grids(cards: tuple[Card, ...], columns: int, width: int, height: int, brush: Brush) -> Iterator[Grid]:
    rows = -(-len(cards) // columns)
    cell, tall = width // columns, height // rows
    if tall < LEAST_PIE:
        return
    gap = 1 if rows > 1 and tall > 5 else 0
    named = max(big_width(card, brush) for card in cards) if tall >= ROOMY else cell
    if cell >= LEAST_UNDER:
        for big in (False, True) if named < cell else (False,):
            wanted, spoilt = _words(cards, cell - 1, big, brush)
            for words in range(min(wanted, 2 + 2 * big), wanted + 1):
                pie = min(tall - gap - words, (cell - 1) // 2, LARGEST_PIE)
                if pie >= LEAST_PIE:
                    yield Grid(columns, rows, pie, False, big, words, wanted - words + spoilt)
    for pie in range(LEAST_PIE, min(tall - gap, (cell - 3 - LEAST_BESIDE) // 2, LARGEST_PIE) + 1):
        room = cell - 2 * pie - 3
        for big in (False, True) if named <= room else (False,):
            wanted, spoilt = _words(cards, room, big, brush)
            yield Grid(columns, rows, pie, True, big, tall, max(0, wanted - tall) + spoilt)


def _words(cards: tuple[Card, ...], width: int, big: bool, brush: Brush) -> tuple[int, int]:
    """Give the lines that the words of the wordiest card take, and how many words are spoilt at most."""
    found = [essential(card, width, big, brush) for card in cards]
    return max(lines for lines, _ in found), max(spoilt for _, spoilt in found)


def _grid_rows(cards: tuple[Card, ...], grid: Grid, width: int, height: int, brush: Brush) -> list[Strip]:
    rows: list[Strip] = []
    for row in range(grid.rows):
        beside = cards[row * grid.columns : (row + 1) * grid.columns]
        rows += _grid_row(beside, grid, width, _share(height, grid.rows, row), brush)
    return rows


@lru_cache(maxsize=128)
def _grid_row(cards: tuple[Card, ...], grid: Grid, width: int, height: int, brush: Brush) -> tuple[Strip, ...]:
    """Draw cards beside each other; where they are the same as before, so is the row."""
    blocks = [
        block(card, _share(width, grid.columns, column), height, grid, brush) for column, card in enumerate(cards)
    ]
    rest = width - sum(each[0].cell_length for each in blocks)
    tail = [blank(rest, brush.inks.ground)] if rest else []
    return tuple(joined(*(each[y] for each in blocks), *tail) for y in range(height))


def _share(whole: int, parts: int, part: int) -> int:
    return whole * (part + 1) // parts - whole * part // parts


def _said(section: Section, width: int, brush: Brush) -> list[Strip]:
    """Draw what is said under the cards."""
    inks, more = brush.inks, brush.signs.more
    lines = [line for words in section.lines for line in wrapped(words, width, 2, more)]
    return [Line(width, inks.ground, more).put(words, inks.text).strip() for words in lines]


def _list(cards: tuple[Card, ...], width: int, room: int, brush: Brush) -> list[Strip]:
    """Draw cards as bars, in columns where one is too short for them."""
    columns = max(1, min(width // LIST_COLUMN, -(-len(cards) // max(1, room))))
    if columns == 1:
        return _list_rows(cards, width, room, brush)
    tall = -(-len(cards) // columns)
    gap = blank(2, brush.inks.ground)
    parts: list[list[Strip]] = []
    for column in range(columns):
        wide = _share(width, columns, column) - (2 if column < columns - 1 else 0)
        rows = _list_rows(cards[column * tall : (column + 1) * tall], wide, tall, brush)
        parts.append([*rows, *[blank(wide, brush.inks.ground)] * (tall - len(rows))])
    return [joined(*[piece for part in parts for piece in (part[y], gap)][:-1]) for y in range(tall)]


def _list_rows(cards: tuple[Card, ...], width: int, room: int, brush: Brush) -> list[Strip]:
    """Draw cards as bars, a line each; what does not fit on it follows on lines of its own where there is room."""
    if not cards:
        return []
    beside = BESIDE_NAME + max(GAUGE if card.gauges else 0 for card in cards)
    names = min(max(cell_len(card.dial.name) for card in cards), max(8, width - beside))
    full = [[_row(card, names, width, brush), *_more(card, width, brush)] for card in cards]
    if sum(len(rows) + 1 for rows in full) - 1 <= room:
        return [row for rows in full for row in (*rows, blank(width, brush.inks.ground))][:-1]
    spare = room - len(cards)
    lines: list[Strip] = []
    for card in cards:
        has_line = bool(card.dial.note) and spare > 0
        lines.append(_row(card, names, width, brush, not has_line))
        if has_line:
            spare -= 1
            lines.append(
                Line(width, brush.inks.ground, brush.signs.more).skip(2).put(card.dial.note, brush.inks.text).strip()
            )
    return lines


@lru_cache(maxsize=512)
def _row(card: Card, names: int, width: int, brush: Brush, with_note: bool = False) -> Strip:
    inks, signs, dial = brush.inks, brush.signs, card.dial
    line = Line(width, inks.ground, signs.more).column(dial.name, names, inks.strong).skip(1)
    ink = inks.named(dial.ink)
    if dial.sign:
        line.put(f"{dial.sign} ", ink + Style(bold=True))
    if signs.ascii:
        line.put(bar(dial.size, dial.filled), ink + Style(bold=True))
    else:
        room = min(MOST_BAR, max(0, line.room - 8))
        if dial.size <= room:
            line.put(signs.full * dial.filled, ink).put(signs.empty * (dial.size - dial.filled), inks.dim)
        elif room >= 3:
            drawn = bar_cells(Fraction(dial.filled, dial.size), room).rstrip()
            line.put(drawn, ink).put(signs.empty * (room - len(drawn)), inks.dim)
        line.skip(1).put(f"{dial.filled}/{dial.size}", ink + Style(bold=True))
    wanted = cell_len(dial.alarm) + 3 if dial.alarm else 0
    for gauge in card.gauges[:1] if line.room > wanted + GAUGE else ():
        line.skip(2).put(str(gauge.value), inks.momentum + Style(bold=True))
        if cell_len(gauge.label) + 1 + wanted <= line.room:
            line.put(f" {gauge.label}", inks.dim)
    if dial.alarm:
        line.skip(1).put(cut(f" {dial.alarm} ", line.room, signs.more), ink + Style(bold=True, reverse=True))
    if with_note and dial.note:
        line.skip(2).put(dial.note, inks.text)
    return line.strip()


@lru_cache(maxsize=512)
def _more(card: Card, width: int, brush: Brush) -> tuple[Strip, ...]:
    inks, signs = brush.inks, brush.signs
    gauges = tuple(f"{gauge.label} {gauge.value}" for gauge in card.gauges[1:])
    words = signs.dot.join(part for part in (card.dial.note, *gauges, *card.dial.words, *card.remarks) if part)
    return tuple(
        Line(width, inks.ground, signs.more).skip(2).put(line, inks.text).strip()
        for line in wrapped(words, width - 2, 2, signs.more)
    )


def _filled(rows: list[Strip], width: int, height: int, brush: Brush) -> tuple[Strip, ...]:
    return (*rows[:height], *[blank(width, brush.inks.ground)] * (height - len(rows)))
