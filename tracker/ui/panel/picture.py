"""The whole panel as a picture: frame, outcome, form or offers, and what is known beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.geometry import Region

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.fields import Kind
from tracker.core.text import Text, text, text_in
from tracker.rules.deed import Command
from tracker.ui.panel.answers import FACES, LEAVE, is_typed, option_of
from tracker.ui.panel.canvas import Picture
from tracker.ui.panel.form import CHART_KEY, Form
from tracker.ui.panel.form_picture import Pen, faces_read, form_rows
from tracker.ui.panel.frame import MARGIN, Window, framed, in_sight
from tracker.ui.panel.menu import Menu
from tracker.ui.panel.menu_picture import menu_rows
from tracker.ui.panel.odds_picture import alternatives, preview_rows, short_preview
from tracker.ui.panel.outcome_picture import outcome_rows, outcome_title
from tracker.ui.panel.spans import Block, Row, Span, beside, joined, wrapped

WIDE = 72
"""From this width on the odds stand to the right of the form, else below."""
ROOMY = 100
"""In less width than this the gains of the other answers stand on the line below the form, in few words."""
MAX_ALTERNATIVES = 6
LEAST_ALTERNATIVES = 3
CLOSE_FACTS = 2
MAX_FACTS = 6
"""Rows that facts take where there is little room, at least and at most."""
MAX_OUTCOME = 5
MAX_HINT = 14
"""Width in cells of the name of an answer beside its letter."""


def most_rows(screen_height: int) -> int:
    """Give how high the panel may become on a screen."""
    return max(min(max(16, screen_height * 2 // 5), max(screen_height // 2, 11)), 6)


def rows_wanted(form: Form | None, menu: Menu | None, width: int, pen: Pen) -> int:
    """Give how many rows a panel of some width would like, frame included."""
    inner = width - 2 * MARGIN
    rows = 2 + max(len(_notice(form, menu, inner, pen)), form is not None and has_notes(form))
    if menu is not None and menu.beat:
        rows += len(beat_rows(menu, inner, MAX_OUTCOME, pen)) + 1
    if form is None:
        assert menu is not None
        return rows + len(menu.offers)
    left, right = _columns(form, inner)
    if not right:
        return rows + max(len(form_rows(form, left, pen).rows), 1)
    others = _most_alternatives(form)
    if inner < WIDE:
        known = len(short_preview(form.preview, inner, pen)) or others + (others > 0)
        return rows + len(form_rows(form, left, pen).rows) + known
    known = len(preview_rows(form.preview, right, pen))
    return rows + max(len(form_rows(form, left, pen).rows), known + (known > 0) + others, 1)


def beat_rows(menu: Menu, width: int, height: int, pen: Pen) -> list[Row]:
    """Give the outcome a menu stands under."""
    return outcome_rows(menu.campaign, menu.beat, width, height, pen) if menu.beat else []


def draw(form: Form | None, menu: Menu | None, width: int, height: int, first: int, pen: Pen) -> Picture:
    """Draw the panel, `width` cells by `height` rows; `first` is where the part in sight began before."""
    inner, room = width - 2 * MARGIN, height - 2
    notice = _notice(form, menu, inner, pen)
    top = _outcome(form, menu, inner, room - len(notice), pen)
    room = max(room - len(notice) - len(top), 0)
    if form is not None:
        block, lit_width = form_rows(form, _columns(form, inner)[0], pen), _columns(form, inner)[0]
        body, window = _form_body(form, block, inner, room, first, pen)
    else:
        assert menu is not None
        block, lit_width = menu_rows(menu, inner, pen), inner
        window = in_sight(block, room, first)
        body = list(window.rows)
    body = [*body, *[Row()] * room][:room]
    rows = framed(
        [*top, *body, *notice],
        width,
        height,
        _title(form, menu, pen),
        _hints(form, menu, width, pen),
        _button(form, menu, pen),
        (window.above, window.below),
        pen,
    )
    lit = None
    if not _leaves(form, menu) and 0 <= block.sight - window.above < len(window.rows):
        lit = Region(MARGIN, 1 + len(top) + block.sight - window.above, lit_width, 1)
    return Picture(tuple(rows), window.above, lit)


def _outcome(form: Form | None, menu: Menu | None, width: int, room: int, pen: Pen) -> list[Row]:
    """Give the outcome that stays in sight above the offers or above the form of one of them."""
    if menu is None or not menu.beat:
        return []
    wanted = len(form_rows(form, width, pen).rows) if form is not None else len(menu.offers)
    rows = beat_rows(menu, width, max(min(2, room - 1), min(MAX_OUTCOME, room - wanted - 1)), pen)
    return [*rows, Row()] if len(rows) + wanted < room else rows


def _columns(form: Form, inner: int) -> tuple[int, int]:
    """Give the widths of the form and of what stands beside it."""
    has_more = form.throws or form.preview != form.preview.__class__() or any(len(ask.options) > 1 for ask in form.asks)
    if not has_more:
        return inner, 0
    if inner < WIDE:
        return inner, inner
    if not form.preview.chances:
        right = max(min(inner * 36 // 100, 54), 30)
    else:
        right = max(min(inner * (48 if inner >= ROOMY else 42) // 100, 56), 34)
    return inner - right - 3, right


def _form_body(form: Form, block: Block, inner: int, room: int, first: int, pen: Pen) -> tuple[list[Row], Window]:
    left, right = _columns(form, inner)
    if right and inner < WIDE:
        known = short_preview(form.preview, inner, pen)[: max(room - 3, 0)]
        if not known and room - len(block.rows) > 2:
            known = [Row(), *_alternatives(form, inner, room - len(block.rows) - 1, pen)]
        window = in_sight(block, room - len(known), first)
        return [*window.rows, *[Row()] * (room - len(known) - len(window.rows)), *known], window
    window = in_sight(block, room, first)
    more = _beside_form(form, right, room, pen) if right else []
    if not more:
        return list(window.rows), window
    more += [Row()] * (room - len(more))
    return beside(window.rows, more, left, (f" {pen.sign('│', '|')} ", "rule"), pen.ascii), window


def _beside_form(form: Form, width: int, room: int, pen: Pen) -> list[Row]:
    known = preview_rows(form.preview, width, pen)
    gap = [Row()] if known else []
    others = _most_alternatives(form)
    if len(known) + len(gap) + others > room:
        known = _close_preview(form, width, room, min(others, LEAST_ALTERNATIVES), pen)
    return [*known, *gap, *_alternatives(form, width, room - len(known) - len(gap), pen)][:room]


def _close_preview(form: Form, width: int, room: int, others: int, pen: Pen) -> list[Row]:
    """Give what is known close together: its facts in full if so many other answers keep their rows, or have none."""
    least = preview_rows(form.preview, width, pen, close=CLOSE_FACTS)
    has_others = room - len(least) - 1 >= others > 0
    for most in range(MAX_FACTS, CLOSE_FACTS, -1):
        known = preview_rows(form.preview, width, pen, close=most)
        if len(known) + (1 + others if has_others else 0) <= room:
            return known
    return least


def _most_alternatives(form: Form) -> int:
    """Give how many rows the other answers would like, the longest list of them."""
    return max((min(len(ask.options), MAX_ALTERNATIVES) for ask in form.asks if len(ask.options) > 1), default=0)


def _alternatives(form: Form, width: int, room: int, pen: Pen) -> list[Row]:
    ask = form.weighed
    return alternatives(ask, width, room, pen, form.inner(ask) if ask.kind is Kind.CHOICES else None)


def _notice(form: Form | None, menu: Menu | None, width: int, pen: Pen) -> list[Row]:
    what: Text | None = None
    if form is not None:
        what = form.notice or form.refusal
        if form.gone:
            what = form.notice or text("what this is about is not there any more")
        if what is None and form.passed is not None and form.passed.blocked is not None:
            words = f"{pen.blocked} {pen.words(form.passed.label)}: {pen.words(form.passed.blocked)}"
            return [Row(((line, "warning"),)) for line in wrapped(words, width)[:2]]
        if what is None:
            return _about(form, width, pen)
    elif menu is not None:
        what = menu.notice
    if what is None:
        return []
    return [
        Row((("  " if n else "! ", "refusal"), (line, "refusal")))
        for n, line in enumerate(wrapped(pen.words(what), width - 2)[:2])
    ]


def _about(form: Form, width: int, pen: Pen) -> list[Row]:
    """Say on one line kept free for it what the focused row has no room for."""
    if not has_notes(form):
        return []
    ask, block = form.focused, form_rows(form, _columns(form, width)[0], pen)
    parts = [pen.label(ask.label)] if block.cut_label and not block.cut_answer else []
    option = ask.options[form.inner(ask)] if ask.kind is Kind.CHOICES and ask.options else option_of(ask)
    if ask.name == FACES:
        parts.append(faces_read(form, pen))
    elif option is not None and block.cut_answer:
        parts.append(pen.words(option.label))
        parts.extend(pen.words(option.note).split(pen.sign(" · ", " - ")) if option.note is not None else ())
    if width < ROOMY:
        parts.extend(pen.words(each) for each in form.briefly)
    if ask.help is not None:
        parts.append(pen.words(ask.help))
    return [Row(((pen.brief(filter(None, parts), width), "note"),))]


def has_notes(form: Form) -> bool:
    """Say whether a form has something to say about its rows."""
    return bool(form.preview.chances) or any(
        ask.help is not None or ask.kind is Kind.FLAG or any(o.note is not None for o in ask.options)
        for ask in form.asks
    )


def _title(form: Form | None, menu: Menu | None, pen: Pen) -> str:
    if form is not None:
        return joined((pen.words(form.deed.label), clean(subject_of(form.campaign, form.command))), pen.ascii)
    if menu is None:
        return ""
    if menu.title is not None:
        return pen.words(menu.title)
    return outcome_title(menu.campaign, menu.beat, pen) if menu.beat else ""


def subject_of(campaign: Campaign, command: Command) -> str:
    """Name who or what a command is about."""
    if command.who in campaign.characters:
        return str(campaign.characters[command.who].name or command.who)
    clock = campaign.clocks.get(getattr(command, "clock", ""))
    return clock.name or clock.id if clock is not None else ""


def _hints(form: Form | None, menu: Menu | None, width: int, pen: Pen) -> Sequence[Span]:
    enter = text_in("Enter", "choose")
    if form is not None:
        enter = text_in("Enter", "roll") if form.throws else text_in("Enter", "go on")
    hints = [(pen.words(text("Enter")), pen.words(enter))]
    if form is not None and len(form.rows) > 2:
        hints.append((pen.sign("↑↓", "Tab"), pen.words(text_in("key", "row"))))
    if form is not None and not is_typed(form.focused) and form.focused.kind is not Kind.RAW:
        hints.append((pen.sign("←→", "<- ->"), pen.words(text_in("key", "change"))))
    if form is not None and form.may_be_empty(form.focused) and form.focused.value is not None:
        hints.append((pen.words(text("Del")), pen.words(text_in("key", "none"))))
    if form is not None and form.has_chart:
        # Where there is no room for all of them these are not known from elsewhere.
        spare = [(letter, pen.cut(pen.words(o.label), MAX_HINT)) for letter, o in form.spare_letters(pen.say).items()]
        at = 1 if width < (ROOMY if spare else WIDE) else len(hints)
        hints[at:at] = [(CHART_KEY, pen.words(text_in("key", "table"))), *spare]
    if form is not None and form.focused.kind is Kind.PROSE:
        hints.append(("Ctrl+J", pen.words(text_in("key", "new line"))))
    spans: list[Span] = [(" ", "frame")]
    used = 0
    for key, what in hints:
        used += cell_len(key) + cell_len(what) + 3
        if used > width - 30:
            break
        spans.extend(((key, "key"), (f" {what} ", "note"), (" ", "frame")))
    return spans


def _button(form: Form | None, menu: Menu | None, pen: Pen) -> Sequence[Span]:
    is_lit = _leaves(form, menu)
    leave = text("Leave") if form is None or menu is None else text("Back")
    words = joined((pen.words(leave), "Ctrl+G"), pen.ascii)
    return ((f" {pen.pointer if is_lit else ' '} {words} ", "button" if is_lit else "note"),)


def _leaves(form: Form | None, menu: Menu | None) -> bool:
    """Say whether the focus is on the button that leaves."""
    return form.focus == LEAVE if form is not None else menu is None or menu.leaves
