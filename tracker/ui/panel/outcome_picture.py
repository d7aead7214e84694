"""The last outcome as a picture: the dice with those kept lit, the word for it, and what came of it."""

from __future__ import annotations

from rich.cells import cell_len

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import text
from tracker.rules.deed import Said
from tracker.rules.said import said
from tracker.ui.drawing.dice import DIE_WIDTH, big_die, die
from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.odds_picture import SIGNS, TONES
from tracker.ui.panel.spans import Row, Span, joined, wrapped

MAX_BIG = 8
"""More dice than this are drawn small."""
BIG_ROWS = 3


def outcome_title(campaign: Campaign, beat: tuple[Entry, ...], pen: Pen) -> str:
    """Say who did what in a beat."""
    first = beat[0]
    what = said(campaign, first).what
    return pen.words(text("{who}: {what}", who=first.who_name, what=what) if first.who_name else what)


def outcome_rows(campaign: Campaign, beat: tuple[Entry, ...], width: int, height: int, pen: Pen) -> list[Row]:
    """Give the last dice of a beat with what they came to, then one row for each thing that followed."""
    last = max((n for n, entry in enumerate(beat) if entry.outcome or entry.faces), default=0)
    line = said(campaign, beat[last])
    is_big = (
        height >= BIG_ROWS + (last > 0) + (last + 1 < len(beat))
        and 0 < len(line.dice) <= MAX_BIG
        and len(line.dice) * (DIE_WIDTH + 1) + 24 <= width
    )
    rows = _big(line, width, pen) if is_big else _small(line, width, height, pen)
    if last > 0:
        entry = beat[last]
        title = joined((entry.who_name, pen.words(line.what)), pen.ascii)
        rows.insert(0, Row(((title, "label"),)))
    after = beat[last + 1 :]
    for entry in after[max(len(after) - max(height - len(rows), 0), 0) :]:
        rows.append(_followed(campaign, entry, width, pen))
    return rows[:height]


def _word(line: Said, pen: Pen) -> Span:
    if line.outcome is None:
        return ("", "plain")
    return (f"{SIGNS[line.tone]} {pen.words(line.outcome)}", TONES[line.tone])


def _details(line: Said, width: int, pen: Pen) -> list[str]:
    words = joined((pen.words(detail) for detail in line.details), pen.ascii)
    return wrapped(words, width) if words else []


def _big(line: Said, width: int, pen: Pen) -> list[Row]:
    pictures = [(big_die(each.face, each.sides, pen.ascii, each.kept), each.kept) for each in line.dice]
    used = len(pictures) * (DIE_WIDTH + 1) + 1
    beside = [Row((_word(line, pen),)), *(Row(((each, "text"),)) for each in _details(line, width - used, pen))]
    rows: list[Row] = []
    for y in range(max(BIG_ROWS, len(beside))):
        spans: list[Span] = []
        for picture, kept in pictures:
            spans.extend(_tile(picture[y], kept) if y < BIG_ROWS else [(" " * DIE_WIDTH, "text")])
            spans.append((" ", "text"))
        rows.append(Row((*spans, (" ", "text"), *(beside[y].spans if y < len(beside) else ()))))
    return rows


def _small(line: Said, width: int, height: int, pen: Pen) -> list[Row]:
    head: list[Span] = []
    for each in line.dice:
        head.extend(_tile(die(each.face, each.kept, pen.ascii), each.kept))
        head.append((" ", "text"))
    head.append(_word(line, pen))
    used = sum(cell_len(words) for words, _ in head)
    details = joined((pen.words(detail) for detail in line.details), pen.ascii)
    if used and cell_len(details) + used + 3 <= width:
        return [Row((*head, ("   ", "text"), (details, "text")))]
    rows = [Row(tuple(head))] if used else []
    return [*rows, *(Row(((each, "text"),)) for each in _details(line, width, pen))][: max(height, 1)]


def _tile(words: str, kept: bool) -> list[Span]:
    """Colour a row of a die: its sides are half cells on the ground of the panel."""
    if not kept:
        return [(words[0], "text"), (words[1:-1], "dropped"), (words[-1], "text")]
    return [(words[0], "edge"), (words[1:-1], "lit"), (words[-1], "edge")]


def _followed(campaign: Campaign, entry: Entry, width: int, pen: Pen) -> Row:
    line = said(campaign, entry)
    parts = (entry.who_name, pen.words(line.what), *(pen.words(detail) for detail in line.details))
    return Row(((pen.cut(f"{pen.sign('›', '>')} {joined(parts, pen.ascii)}", width), "note"),))
