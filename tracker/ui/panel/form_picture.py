"""The rows of a form as a picture: labels, answers, and the note of what was chosen."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len

from tracker.core.clean import clean
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.rules.deed import Ask
from tracker.ui.panel.answers import FACES, FLAG_OPTIONS, GO, LEAVE, Say, is_typed, option_of, words_of
from tracker.ui.panel.editor import drawn, shown
from tracker.ui.panel.form import Form
from tracker.ui.panel.spans import Block, Ink, Span, cut, joined, padded
from tracker.ui.panel.typed import dice_named, read

MAX_LABEL = 24
MAX_VALUE = 15
"""Longer answers take room from their notes; the column of the notes stays."""
MIN_LABEL = 4
MIN_VALUE = 4
MIN_FIELD = 8
MIN_NOTE = 12
"""In less room than this a note that does not fit is left to the line below the form."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How words and signs are drawn here."""

    say: Say
    ascii: bool = False

    def words(self, what: Text) -> str:
        """Say a sentence on one line, safe to draw."""
        return clean(self.say(what))

    def label(self, what: Text) -> str:
        """Say the name of a row, with a capital."""
        words = self.words(what)
        return words[:1].upper() + words[1:]

    def sign(self, sign: str, plain: str) -> str:
        """Give a sign, or what stands for it in ASCII."""
        return plain if self.ascii else sign

    @property
    def pointer(self) -> str:
        """The sign of the row with the focus."""
        return self.sign("▸", ">")

    @property
    def blocked(self) -> str:
        """The sign of what cannot be chosen."""
        return self.sign("×", "x")

    def cut(self, words: str, width: int) -> str:
        """Give words that fit."""
        return cut(words, width, self.ascii)

    def brief(self, parts: Iterable[str], width: int) -> str:
        """Give as many of some phrases, in their order, as fit whole on one line; a first one that does not is cut."""
        told = ""
        for part in parts:
            longer = joined((told, part), self.ascii)
            if cell_len(longer) > width:
                return told or self.cut(longer, width)
            told = longer
        return told

    def whole(self, words: str, width: int) -> str:
        """Give of a note the phrases that fit whole, or nothing."""
        parts = words.split(self.sign(" · ", " - "))
        return self.brief(parts, width) if cell_len(parts[0]) <= width else ""

    def padded(self, words: str, width: int) -> str:
        """Give words that fill a column."""
        return padded(words, width, self.ascii)


def form_rows(form: Form, width: int, pen: Pen) -> Block:
    """Give every row of a form but the button, `width` cells wide, with the row of the focus to be kept in sight."""
    rows = [row for row in form.rows if row.name != LEAVE]
    labels = max((cell_len(pen.label(row.label)) for row in rows), default=0)
    label_width = min(labels, MAX_LABEL if len(rows) > 1 else width, max(width * 9 // 20, 8))
    usual = min(
        max((_value_width(row, pen) for row in rows), default=0), MAX_VALUE, max(width - label_width - 8, MIN_VALUE)
    )
    block, before = Block(), ""
    for row in rows:
        if row.heading is not None:
            block.add((pen.cut(pen.label(row.heading), width), "heading"))
        is_lit = row.name == form.focus
        label = pen.label(row.label)
        own_width = _label_width(form, row, label_width, width, pen)
        room = width - own_width - 4
        value_width = min(usual, max(room - 4, MIN_VALUE))
        if is_lit:
            block.sight = len(block.rows)
            block.cut_label = cell_len(label) > own_width
            block.cut_answer = _is_cut(form, row, value_width, room, pen)
        ink: Ink = "focus" if is_lit else "dim" if label == before else "label"
        before = label
        head: tuple[Span, ...] = (
            (f"{pen.pointer} " if is_lit else "  ", "focus"),
            (pen.padded(label, own_width), ink),
        )
        if row.name == GO:
            block.add(*head)
        elif is_typed(row):
            block.add(*head, ("  ", "text"), *_field(form, row, room, is_lit, pen))
        else:
            block.add(*head, ("  ", "text"), *_answer(form, row, room, value_width, is_lit, pen))
    return block


def _label_width(form: Form, row: Ask, usual: int, width: int, pen: Pen) -> int:
    """Give the width of the label of one row: the usual one, or where label or answer would be cut another if it helps.

    In the row with the focus it goes by the widest answer, so that nothing moves when another is chosen.
    """
    if is_typed(row) and width - usual - 7 < MIN_FIELD:
        return max(width - 7 - MIN_FIELD, MIN_LABEL)
    label = cell_len(pen.label(row.label))
    widest = _value_width(row, pen) if row.name == form.focus else 0
    answer = MIN_FIELD if is_typed(row) else max(widest, cell_len(_value(form, row, pen)))
    room = width - 8
    if row.kind is Kind.RAW or (label <= usual and answer <= room - usual):
        return usual
    if label + answer > room:
        return min(label, usual)
    return max(label, min(usual, room - answer))


def _value_width(row: Ask, pen: Pen) -> int:
    """Give how wide the answers of a row are, the widest there may be, so that nothing moves when another is chosen."""
    if is_typed(row) or row.kind is Kind.RAW:
        return 0
    labels = [option.label for option in (FLAG_OPTIONS if row.kind is Kind.FLAG else row.options)]
    return max((cell_len(pen.words(label)) for label in labels), default=len(str(row.high or 99)))


def _is_cut(form: Form, row: Ask, value_width: int, room: int, pen: Pen) -> bool:
    if row.kind is Kind.CHOICES:  # one of several words: the row has no room for its note
        return bool(row.options) and row.options[form.inner(row)].note is not None
    option = option_of(row)
    if option is None:
        return False
    value = max(cell_len(pen.words(option.label)), value_width)
    note = cell_len(pen.words(option.note)) + 2 if option.note is not None else 0
    return value + note > room - 4


def _value(form: Form, row: Ask, pen: Pen) -> str:
    match row.kind:
        case Kind.FLAG:
            return pen.words(FLAG_OPTIONS[bool(row.value)].label)
        case Kind.CHOICES:
            named = (pen.words(option.label) for option in row.options if option.value in row.value)
            return joined(named, pen.ascii) or pen.sign("–", "-")
        case _:
            option = option_of(row)
            if option is not None and row.kind is not Kind.WHOLE:
                return pen.words(option.label)
            return pen.sign("–", "-") if row.value in (None, "") else clean(str(row.value))


def _counted(row: Ask, width: int, pen: Pen) -> str:
    """Give the words that are chosen as far as they fit, and how many more there are."""
    named = [pen.words(option.label) for option in row.options if option.value in row.value]
    for count in range(len(named) - 1, 0, -1):
        words = f"{joined(named[:count], pen.ascii)} +{len(named) - count}"
        if cell_len(words) <= width:
            return words
    return joined(named, pen.ascii)


def _answer(form: Form, row: Ask, room: int, width: int, is_lit: bool, pen: Pen) -> tuple[Span, ...]:
    left, right = (pen.sign("‹ ", "< "), pen.sign(" ›", " >")) if is_lit else ("  ", "  ")
    option = option_of(row) if row.kind is not Kind.CHOICES else None
    note = option.note if option is not None else None
    is_blocked = option is not None and option.blocked is not None
    if option is not None and option.blocked is not None:
        note = option.blocked
    words = pen.words(note) if note is not None else ""
    if is_blocked:
        words = f"{pen.blocked} {words}"
    value = _value(form, row, pen)
    if row.kind is Kind.CHOICES and cell_len(value) > room - 4:
        value = _counted(row, room - 4, pen)
    value = pen.cut(value, max(room - 4, 1))
    padding = max(width - cell_len(value), 0)
    after = room - cell_len(value) - padding - 6
    return (
        (left, "focus"),
        (value, "chosen" if is_lit else "value"),
        (right, "focus"),
        (" " * (padding + 2), "text"),
        (_blocked(words, after, pen) if is_blocked else pen.whole(words, after), "warning" if is_blocked else "note"),
    )


def _blocked(words: str, width: int, pen: Pen) -> str:
    return pen.cut(words, width) if width >= min(cell_len(words), MIN_NOTE) else ""


def _field(form: Form, row: Ask, room: int, is_lit: bool, pen: Pen) -> tuple[Span, ...]:
    note = faces_read(form, pen) if row.name == FACES else ""
    width = room - 3
    if note and room - cell_len(note) - 5 >= MIN_FIELD:
        width = room - cell_len(note) - 5
    else:
        note = ""
    line = form.line(row)
    ends = pen.sign("⏎", "\\n") if row.kind is Kind.PROSE else ""
    if is_lit:
        before, under, after = shown(line, width, line_ends=ends)
        rest = " " * max(width - cell_len(before + under + after), 0)
        field: tuple[Span, ...] = ((before, "typing"), (under, "cursor"), (after + rest, "typing"))
    else:
        words = drawn(line.words or words_of(row), line_ends=ends)
        field = ((pen.padded(words, width), "field"),)
    edge: Ink = "typing" if is_lit else "field"
    spans: tuple[Span, ...] = ((" ", "text"), (pen.sign(" ", "["), edge), *field, (pen.sign(" ", "]"), edge))
    return (*spans, (f"  {note}", "note")) if note else spans


def faces_read(form: Form, pen: Pen) -> str:
    """Say which dice are needed, and what the field of dice is read as."""
    typed = form.faces_typed
    dice = pen.words(dice_named(form.pools))
    if not typed.strip():
        return dice
    reading = read(typed, form.pools)
    expected = sum(pool.count for pool in form.pools)
    faces = [str(face) for face in reading.faces] + [pen.sign("…", "..")] * (expected - len(reading.faces))
    if reading.strange:
        faces.append("?")
    return f"{joined(faces, pen.ascii)}  ({dice})"
