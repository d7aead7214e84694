"""Typing on one line, and drawing that holds its width whatever is typed."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from test_panel_host import HOSTILE, table

from tracker.core.campaign import Campaign
from tracker.core.text import text
from tracker.i18n.say import say
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.common.characters import EditCharacter
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote
from tracker.rules.deed import Command, Offer
from tracker.ui.panel.editor import KEYS, Line, shown
from tracker.ui.panel.form import Form
from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.keys import paste_in_form, press_in_form
from tracker.ui.panel.menu import Menu
from tracker.ui.panel.picture import draw
from tracker.ui.panel.spans import Row, changed_cells, cut, padded, wrapped

words = st.text(max_size=60) | st.sampled_from(HOSTILE)
pen = Pen(lambda what: say(what, "fr"))


class TestLine:
    """A line of text with a cursor, as readline has it."""

    def test_typing_and_deleting(self) -> None:
        line = Line().put("ab").moved(-1).put("c")
        assert line == Line("acb", 2)
        assert KEYS["backspace"](line) == Line("ab", 1)
        assert KEYS["delete"](line) == Line("ac", 2)

    def test_words(self) -> None:
        line = Line("le vieux pont", 13)
        assert KEYS["ctrl+w"](line) == Line("le vieux ", 9)
        assert KEYS["ctrl+left"](line).at == 9
        assert KEYS["ctrl+right"](replace(line, at=3)).at == 9
        assert KEYS["ctrl+u"](replace(line, at=3)) == Line("vieux pont", 0)
        assert KEYS["ctrl+k"](replace(line, at=3)) == Line("le ", 3)

    def test_an_accent_is_not_parted_from_its_letter(self) -> None:
        line = Line("ae\u0301b", 3)
        assert line.moved(-1).at == 1
        assert line.moved(-1).moved(1).at == 3
        assert KEYS["backspace"](line) == Line("ab", 1)

    @given(words, st.data())
    def test_putting_and_taking_back_is_nothing(self, some: str, data: st.DataObject) -> None:
        line = Line(some, data.draw(st.integers(0, len(some))))
        more = line.put("xyz")
        assert more.without(line) == line

    @given(words, st.data(), st.integers(2, 40))
    def test_what_is_shown_fits(self, some: str, data: st.DataObject, width: int) -> None:
        line = Line(some, data.draw(st.integers(0, len(some))))
        before, under, after = shown(line, width, line_ends="⏎")
        assert under
        assert cell_len(before + under + after) <= max(width, cell_len(under))

    @given(words, st.lists(st.sampled_from(sorted(KEYS)), max_size=20))
    def test_the_cursor_stays_in_the_text(self, some: str, keys: list[str]) -> None:
        line = Line(some, len(some))
        for key in keys:
            line = KEYS[key](line)
            assert 0 <= line.at <= len(line.words)


class TestWidths:
    """Widths are in cells, whatever the text."""

    @given(words, st.integers(0, 40), st.booleans())
    def test_cutting_and_padding(self, some: str, width: int, ascii: bool) -> None:
        assert cell_len(cut(some, width, ascii)) <= width
        assert cell_len(padded(some, width, ascii)) == width

    @given(words, st.integers(2, 40))
    def test_wrapping_loses_nothing_but_spaces(self, some: str, width: int) -> None:
        lines = wrapped(some, width)
        assert all(cell_len(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == some.replace(" ", "")

    def test_only_what_changed_is_drawn(self) -> None:
        old = Row((("| ", "frame"), ("name", "label"), ("  a  ", "value"), (" |", "frame")))
        new = Row((("| ", "frame"), ("name", "label"), ("  b  ", "value"), (" |", "frame")))
        assert changed_cells(old, old) is None
        assert changed_cells(old, new) == (6, 5)


COMMANDS: tuple[Command, ...] = (
    ActionRoll(who="aicha", action="finesse"),
    EditCharacter(who="aicha"),
    Condition(who="aicha"),
    AddNote(),
    Recover(who="naila"),
)
FORM_KEYS = ("up", "down", "left", "right", "space", "plus", "minus", "tab", "backspace", "6", "p", "é")


def hostile(name: str) -> Campaign:
    """Give a table where everything is called alike."""
    sheet = {"name": name or "-", "condition": name, "ties": [name], "initiative": 1, "actions": {"finesse": 1}}
    return table(
        characters={"aicha": sheet, "naila": sheet},
        clocks={"c": {"name": name or "-", "kind": "progress", "size": 6, "filled": 1}},
    )


class TestPictures:
    """Every picture is exactly as wide and as high as there is room."""

    @settings(deadline=None, max_examples=150)
    @given(
        st.sampled_from(COMMANDS),
        words,
        st.lists(st.sampled_from(FORM_KEYS), max_size=12),
        st.integers(24, 130),
        st.integers(3, 20),
        st.booleans(),
    )
    def test_forms(self, command: Command, name: str, keys: list[str], width: int, height: int, ascii: bool) -> None:
        form = Form(hostile(name), command)
        for key in keys:
            press_in_form(form, key, key if len(key) == 1 else None, pen.say)
            paste_in_form(form, name[:10])
        picture = draw(form, None, width, height, 0, Pen(pen.say, ascii))
        assert len(picture.rows) == height
        assert {row.width for row in picture.rows} == {width}

    @settings(deadline=None)
    @given(words, st.integers(24, 130), st.integers(3, 20), st.integers(0, 6))
    def test_menus(self, name: str, width: int, height: int, downs: int) -> None:
        offers = tuple(
            Offer(key, text("{name}", name=name), AddNote(), text("{name}", name=name), blocked)
            for key, blocked in (("a", None), ("b", text("{name}", name=name)), ("c", None))
        )
        menu = Menu(table(), offers, text("{name}", name=name))
        for _ in range(downs):
            menu.move(1)
        picture = draw(None, menu, width, height, 0, pen)
        assert len(picture.rows) == height
        assert {row.width for row in picture.rows} == {width}
