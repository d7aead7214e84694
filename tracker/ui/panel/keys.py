"""What the keys do in a form and in a menu, apart from Enter and leaving."""

from __future__ import annotations

from tracker.core.fields import Kind
from tracker.core.text import text
from tracker.ui.panel.answers import Say, is_typed
from tracker.ui.panel.editor import KEYS, MOST_PASTED, MOST_PROSE, pasted
from tracker.ui.panel.form import Form
from tracker.ui.panel.menu import Menu

STEPS = {"down": 1, "tab": 1, "up": -1, "shift+tab": -1}
TURNS = {"right": 1, "left": -1}
SINGLE_TURNS = {"plus": 1, "equals_sign": 1, "minus": -1}
RUBS = frozenset({"backspace", "delete"})
LINE_ENDS = frozenset({"ctrl+j", "alt+enter"})


def press_in_form(form: Form, key: str, character: str | None, say: Say) -> None:
    """Let a key act on a form."""
    ask = form.focused
    if key in STEPS:
        form.move(STEPS[key])
    elif is_typed(ask):
        line = form.line(ask)
        if key in KEYS:
            form.type(KEYS[key](line))
        elif key in LINE_ENDS and ask.kind is Kind.PROSE:
            form.type(line.put("\n"))
        elif character is not None and character.isprintable():
            form.type(line.put(character))
    elif key in TURNS:
        form.turn(TURNS[key])
    elif key in SINGLE_TURNS and ask.kind in {Kind.WHOLE, Kind.WHOLE_OR_CHOICE}:
        form.turn(SINGLE_TURNS[key], single=True)
    elif key in RUBS:
        form.rub_out(whole=key == "delete")
    elif key == "space":
        form.toggle()
    elif character is not None and character.isalnum():
        form.letter(character, say)


def paste_in_form(form: Form, words: str) -> bool:
    """Put pasted text into the focused row; False where it takes none."""
    ask = form.focused
    if not is_typed(ask):
        return False
    lines = ask.kind is Kind.PROSE
    form.type(form.line(ask).put(pasted(words, lines=lines)))
    if len(words) > (most := MOST_PROSE if lines else MOST_PASTED):
        form.refuse(text("only the first {count} signs of the paste were taken", count=most))
    return True


def press_in_menu(menu: Menu, key: str) -> None:
    """Let an arrow act on a menu."""
    if key in STEPS:
        menu.move(STEPS[key])
