"""A report as lines of a terminal: every width in cells, bars in blocks or in ASCII."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from tracker.core.text import Text, text
from tracker.i18n.say import say
from tracker.i18n.typography import decimal
from tracker.i18n.width import cells, in_lines, padded
from tracker.rules.reports.rows import Bar, Heading, Line, Row

LEAST: Final = 30
"""Cells a report is drawn in at least, however narrow the terminal is."""
_BAR: Final = (8, 32)
"""The narrowest and the widest bar."""


class Signs(NamedTuple):
    """The signs of a bar."""

    full: str
    mark: str
    """Where what was to be expected ends."""
    empty: str = " "


BLOCKS: Final = Signs("█", "│")
ASCII: Final = Signs("#", "|")


def report_lines(rows: Sequence[Row], language: str, width: int, *, ascii: bool = False) -> tuple[str, ...]:
    """Give a report in lines of at most `width` cells."""
    return tuple(_lines(rows, language, max(LEAST, width), ASCII if ascii else BLOCKS))


def _lines(rows: Sequence[Row], language: str, width: int, signs: Signs) -> Iterator[str]:
    if any(isinstance(row, Bar) for row in rows):
        legend = say(
            text("{full} what was, {mark} what was to be expected", full=signs.full, mark=signs.mark), language
        )
    else:
        legend = ""
    for at, row in enumerate(rows):
        match row:
            case Heading(words, level):
                if at:
                    yield ""
                yield from in_lines(say(words, language), width)
                if level < 3:
                    yield ("=" if level == 1 else "-") * min(width, cells(say(words, language)))
                if level == 1 and legend:
                    yield from in_lines(legend, width)
            case Line(words):
                yield from in_lines(say(words, language), width)
            case Bar():
                yield from _bar_lines(row, _chart(rows, at), language, width, signs)


def bar_note(bar: Bar, language: str) -> str:
    """Say the numbers of a bar."""
    expected = _about(bar.expected, language)
    if bar.usual is None:
        return say(text("{observed} (expected {expected})", observed=bar.observed, expected=expected), language)
    low, high = bar.usual
    words: Text = text(
        "{observed} (expected {expected}, usual {low} to {high})",
        observed=bar.observed,
        expected=expected,
        low=low,
        high=high,
    )
    return say(words, language)


def _about(number: Fraction, language: str) -> str:
    """Write a number with one decimal; only nothing is written as 0."""
    tenths = Fraction(round(number * 10), 10)
    if number and not tenths:
        return f"<{decimal(Fraction(1, 10), language)}"
    return decimal(tenths, language)


def bar_cells(bar: Bar, width: int, signs: Signs = BLOCKS) -> str:
    """Give the bar itself: as many full cells as the share of the scale, and a mark at what was to be expected.

    Something is never drawn as nothing.
    """
    filled = _place(Fraction(bar.observed), bar.scale, width)
    mark = max(0, _place(bar.expected, bar.scale, width) - 1)
    drawn = [signs.full] * filled + [signs.empty] * (width - filled)
    drawn[mark] = signs.mark
    return "".join(drawn)


def _place(value: Fraction, scale: Fraction, width: int) -> int:
    return max(int(value > 0), min(width, round(value / scale * width)))


def _chart(rows: Sequence[Row], at: int) -> list[Bar]:
    """Give the bars that stand together with one."""
    begin, end = at, at
    while begin and isinstance(rows[begin - 1], Bar):
        begin -= 1
    while end < len(rows) and isinstance(rows[end], Bar):
        end += 1
    return [row for row in rows[begin:end] if isinstance(row, Bar)]


def _bar_lines(bar: Bar, chart: list[Bar], language: str, width: int, signs: Signs) -> Iterator[str]:
    labels = max(cells(say(each.label, language)) for each in chart)
    notes = max(cells(bar_note(each, language)) for each in chart)
    labels = min(labels, max(8, width - _BAR[0] - 4))
    label, note = padded(say(bar.label, language), labels), bar_note(bar, language)
    room = width - labels - notes - 4
    if room >= _BAR[0]:
        yield f"  {label} {bar_cells(bar, min(room, _BAR[1]), signs)} {note}"
        return
    yield f"  {label} {bar_cells(bar, min(width - labels - 3, _BAR[1]), signs)}"
    for line in in_lines(note, width - 4):
        yield f"    {line}"
