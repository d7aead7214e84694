"""What is known before a deed is done, as a picture: odds as bars, facts, warnings, and the other answers there are."""

from __future__ import annotations

from rich.cells import cell_len

from tracker.rules.deed import Ask, Chance, Option, Preview, Tone
from tracker.rules.likely import likely
from tracker.ui.drawing.bars import bar_cells
from tracker.ui.panel.answers import place_of
from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.spans import Ink, Row, Span, joined, wrapped

TONES: dict[Tone, Ink] = {
    Tone.BEST: "best",
    Tone.GOOD: "good",
    Tone.MIXED: "mixed",
    Tone.BAD: "bad",
    Tone.PLAIN: "plain",
}
SIGNS = {Tone.BEST: "*", Tone.GOOD: "+", Tone.MIXED: "~", Tone.BAD: "-", Tone.PLAIN: " "}
"""Colour is never the only sign of an outcome."""
MIN_BAR = 4
MIN_SHARE = 6
MIN_FRACTION = 6
"""Columns have these widths at least, so that bars keep their scale from one choice to the next."""
LEAST_NOTE = 27
"""Width in cells that the notes of the other answers have where their names are long and the room is wide."""
FRACTION_WIDTH = 40
"""From this width on the exact fraction stands beside the per cent."""


def preview_rows(preview: Preview, width: int, pen: Pen, *, close: int = 0) -> list[Row]:
    """Give odds, facts and warnings under each other.

    Where there is little room, close together: `close` is then how many rows facts may take, 0 for as many as they
    want. Facts that have no room whole are left out, from the last on.
    """
    rows = _bars((*preview.chances, *preview.also), width, pen, len(preview.chances))
    if close:
        rows = [row for row in rows if row.spans]
        facts = _close_facts([pen.words(fact) for fact in preview.facts], width, close, pen)
        return [*rows, *(Row(((line, "text"),)) for line in facts if line), *warning_rows(preview, width, pen)]
    if rows and preview.facts:
        rows.append(Row())
    for fact in preview.facts:
        rows.extend(Row(((line, "text"),)) for line in wrapped(pen.words(fact), width))
    rows.extend(warning_rows(preview, width, pen))
    return rows


def _close_facts(facts: list[str], width: int, most: int, pen: Pen) -> list[str]:
    lines: list[str] = []
    for count in range(len(facts), 0, -1):
        lines = wrapped(joined(facts[:count], pen.ascii), width)
        if len(lines) <= most:
            return lines
    return [*lines[: most - 1], pen.cut(" ".join(lines[most - 1 :]), width)] if lines else []


def warning_rows(preview: Preview, width: int, pen: Pen) -> list[Row]:
    """Give the warnings, each with its sign."""
    rows: list[Row] = []
    for warning in preview.warnings:
        for n, line in enumerate(wrapped(pen.words(warning), width - 2)):
            rows.append(Row((("  " if n else "! ", "warning"), (line, "warning"))))
    return rows


def short_preview(preview: Preview, width: int, pen: Pen) -> list[Row]:
    """Give the same in two or three rows where there is no room for bars."""
    rows: list[Row] = []
    spans: list[Span] = []
    used = 0
    gap = "  "
    for chance in (*preview.chances, *preview.also):
        words = f"{SIGNS[chance.tone]} {pen.words(chance.label)} {_share(chance, pen)}"
        if spans and used + len(gap) + cell_len(words) > width:
            rows.append(Row(tuple(spans)))
            spans, used = [], 0
        if spans:
            spans.append((gap, "text"))
            used += len(gap)
        spans.append((words, TONES[chance.tone]))
        used += cell_len(words)
    if spans:
        rows.append(Row(tuple(spans)))
    if preview.facts:
        rows.append(Row(((pen.brief((pen.words(fact) for fact in preview.facts), width), "text"),)))
    rows.extend(warning_rows(preview, width, pen)[:2])
    return rows


def _bars(chances: tuple[Chance, ...], width: int, pen: Pen, outcomes: int) -> list[Row]:
    if not chances:
        return []
    labels = [pen.words(chance.label) for chance in chances]
    shares = [_share(chance, pen) for chance in chances]
    numbers = (cell_len(share) for chance, share in zip(chances, shares, strict=True) if 0 < chance.share < 1)
    share_width = max(MIN_SHARE, *numbers, 0)
    label_width = min(max(map(cell_len, labels)), width - share_width - 4 - MIN_BAR)
    fractions = [f"{c.share.numerator}/{c.share.denominator}" if 0 < c.share < 1 else "" for c in chances]
    fraction_width = max(MIN_FRACTION, *map(cell_len, fractions)) + 2 if width >= FRACTION_WIDTH else 0
    bar_width = max(width - label_width - share_width - fraction_width - 4, 0)
    rows: list[Row] = []
    for n, (chance, label, share, fraction) in enumerate(zip(chances, labels, shares, fractions, strict=True)):
        if n == outcomes:
            rows.append(Row())
        ink = TONES[chance.tone] if chance.share else "dim"
        behind = fraction.rjust(fraction_width) if fraction_width else ""
        over = max(cell_len(share) - share_width, 0)  # a word for a number takes room from a bar that says the same
        rows.append(
            Row(
                (
                    (f"{SIGNS[chance.tone]} {pen.padded(label, label_width)} ", ink),
                    (bar_cells(chance.share, max(bar_width - over, 0), pen.ascii), ink),
                    (" " + " " * (share_width - cell_len(share)) + share, "value" if chance.share else "dim"),
                    (behind, "note"),
                )
            )
        )
    return rows


def _share(chance: Chance, pen: Pen) -> str:
    return pen.words(likely(chance.share))


def alternatives(ask: Ask, width: int, height: int, pen: Pen, at: int | None = None) -> list[Row]:
    """Give the help of an ask and as many of its options as `height` rows hold, around the present one."""
    rows: list[Row] = []
    if ask.help is not None:
        rows.extend(Row(((line, "note"),)) for line in wrapped(pen.words(ask.help), width)[: max(height, 0)])
    if len(ask.options) < 2:
        return rows[:height]
    room = height - len(rows)
    if room < 2:
        return rows
    present = place_of(ask) if at is None else at
    first = max(0, min((present or 0) - room // 2, len(ask.options) - room))
    has_notes = any(option.note is not None or option.blocked is not None for option in ask.options)
    most = max(width // 2, width - 4 - LEAST_NOTE, 8) if has_notes else width - 4
    label_width = min(max(cell_len(pen.words(option.label)) for option in ask.options), most)
    shown = ask.options[first : first + max(room, 0)]
    spare = room - len(shown)
    for n, option in enumerate(shown, first):
        rows.extend(_alternative(option, n == present, label_width, width, pen, has_room=spare > 0))
        spare = height - len(rows) - (len(shown) - (n - first) - 1)
    return rows


def _alternative(
    option: Option, is_present: bool, label_width: int, width: int, pen: Pen, *, has_room: bool
) -> list[Row]:
    """Give an option with its note, which takes a second row where the first has no room for it."""
    sign = pen.blocked if option.blocked is not None else pen.sign("•", "*") if is_present else " "
    note = option.blocked if option.blocked is not None else option.note
    words = pen.words(note) if note is not None else ""
    room = max(width - label_width - 4, 1)
    lines = wrapped(words, room)
    rest = " ".join(lines[1:])
    ink: Ink = "dim" if option.blocked is not None else "value" if is_present else "text"
    head: tuple[Span, ...] = ((f"{sign} ", ink), (pen.padded(pen.words(option.label), label_width), ink))
    if not rest or not has_room:
        return [Row((*head, (f"  {pen.whole(words, room)}", "note")))]
    if cell_len(rest) > room:  # what cannot be said in two rows is said in whole phrases, on one
        return [Row((*head, (f"  {pen.whole(words, room) or pen.cut(words, room)}", "note")))]
    return [
        Row((*head, (f"  {lines[0]}", "note"))),
        Row(((" " * (label_width + 4), "text"), (rest, "note"))),
    ]
