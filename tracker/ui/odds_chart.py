"""The table of a whole roll as lines for the reader: bars with their chances, the present row and column marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rich.cells import cell_len

from tracker.core.clean import clean
from tracker.core.text import Text
from tracker.rules.chart import Chart, ChartPart, ChartRow
from tracker.rules.likely import likely
from tracker.ui.drawing.bars import bar_cells
from tracker.ui.panel.spans import padded, wrapped
from tracker.ui.signs import Signs

CELL = 13
"""Cells of a column at least: a word such as “impossible”, or a chance with a short bar."""
WIDEST = 26
NUMBER = 8
"""Cells of a chance in per cent."""
MOST_LABEL = 18


def chart_lines(chart: Chart, width: int, say: Callable[[Text], str], signs: Signs) -> list[str]:
    """Draw the tables of a roll no wider than `width`; columns that have no room stand in a table below."""
    lines: list[str] = []
    for part in chart.parts:
        if lines:
            lines.append("")
        title = clean(say(part.title))
        lines += [f"# {line}" for line in wrapped(title[:1].upper() + title[1:], width - 2)]
        lines += _part(part, width, say, signs)
    return lines


def _part(part: ChartPart, width: int, say: Callable[[Text], str], signs: Signs) -> Iterator[str]:
    label = min(max((cell_len(clean(say(row.label))) for row in part.rows), default=0), MOST_LABEL, width // 3)
    room = width - label - 2
    at_once = max(room // CELL, 1)
    groups = -(-len(part.columns) // at_once)
    at_once = -(-len(part.columns) // groups) if groups else 1
    cell = min(room // at_once, WIDEST)
    for first in range(0, len(part.columns), at_once):
        chosen = range(first, min(first + at_once, len(part.columns)))
        if first:
            yield ""
        yield " " * (label + 2) + "".join(_head(part, n, cell, say, signs) for n in chosen)
        for row in part.rows:
            mark = signs.cursor if row.is_now else " "
            name = padded(clean(say(row.label)), label, signs.ascii)
            yield f"{mark} {name}" + "".join(_cell(row, n, cell, say, signs, part.now) for n in chosen)


def _head(part: ChartPart, n: int, width: int, say: Callable[[Text], str], signs: Signs) -> str:
    words = clean(say(part.columns[n]))
    left, right = signs.marked if n == part.now else (" ", "")
    return f" {left}" + padded(f"{words}{right}", width - 2, signs.ascii)


def _cell(row: ChartRow, n: int, width: int, say: Callable[[Text], str], signs: Signs, now: int | None) -> str:
    share = row.shares[n]
    words = clean(say(likely(share)))
    if share <= 0:
        return "  " + padded(words, width - 2, signs.ascii)
    # The marks stand in the gaps, so that every bar begins in the same place and has the same length.
    left, right = signs.marked if row.is_now and n == now else (" ", "")
    number = max(NUMBER, cell_len(words))
    bar = bar_cells(share, max(width - number - 3, 0), signs.ascii)
    return f" {left}{padded(f'{words}{right}', number + 1)}{bar}"
