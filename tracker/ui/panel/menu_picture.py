"""Offers as a picture: each under its key, with what it costs and brings, or why it cannot be had."""

from __future__ import annotations

from rich.cells import cell_len

from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.menu import Menu
from tracker.ui.panel.spans import Block, Ink

MAX_LABEL = 44


def menu_rows(menu: Menu, width: int, pen: Pen) -> Block:
    """Give a row for every offer, `width` cells wide."""
    block = Block()
    keys = max((cell_len(offer.key) for offer in menu.offers), default=0)
    labels = max((cell_len(pen.label(offer.label)) for offer in menu.offers), default=0)
    label_width = min(labels, MAX_LABEL, max(width - keys - 6, 4))
    for n, offer in enumerate(menu.offers):
        is_lit = n == menu.focus
        if is_lit:
            block.sight = n
        is_blocked = offer.blocked is not None
        sign = f"{pen.pointer} " if is_lit else "  "
        ink: Ink = "dim" if is_blocked else "focus" if is_lit else "text"
        about = offer.blocked if offer.blocked is not None else offer.note
        note = pen.words(about) if about is not None else ""
        if is_blocked:
            note = f"{pen.blocked} {note}"
        block.add(
            (sign, "focus"),
            (pen.padded(offer.key, keys), "dim" if is_blocked else "key"),
            ("  ", "text"),
            (pen.padded(pen.label(offer.label), label_width), ink),
            (f"  {note}", "note"),
        )
    return block
