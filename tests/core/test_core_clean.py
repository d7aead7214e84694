"""User text made safe to draw (demand 9; architecture, Text)."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.clean import clean

BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=40)
"""Any text there is, lone surrogates included."""


class TestShown:
    """Control characters are made visible; what would steer or be invisible is left out; all else stays."""

    @pytest.mark.parametrize(
        ("words", "shown"),
        [
            ("", ""),
            ("Aïcha", "Aïcha"),
            ("x [/] y", "x [/] y"),
            ("Zoé [morte]", "Zoé [morte]"),
            ("[@click=app.quit]a[/]", "[@click=app.quit]a[/]"),
            ("\x1b[31m", "␛[31m"),
            ("a\x00b", "a␀b"),
            ("a\tb", "a␉b"),
            ("a\nb", "a␊b"),
            ("\x7f", "␡"),
            ("\x9b31m", "\ufffd31m"),
            ("\ud800", "\ufffd"),
            ("e\u0301", "é"),
            ("a\u200bb", "ab"),
            ("\u202eabc\u202c", "abc"),
            ("\u2067abc\u2069", "abc"),
            ("a\u2028b", "a b"),
            ("👍🏽", "👍"),
            ("❤\ufe0f", "❤"),
            ("日本語", "日本語"),
            ("\ufeffa", "a"),
        ],
    )
    def test_text_on_one_line(self, words: str, shown: str) -> None:
        assert clean(words) == shown

    def test_notes_keep_their_lines(self) -> None:
        assert clean("a\nb\x1b\r", lines=True) == "a\nb␛␍"

    def test_an_accent_comes_together_again_over_what_is_left_out(self) -> None:
        assert clean("e\u200b\u0301") == "é"


class TestAnyText:
    """Whatever somebody types or pastes."""

    @given(ANY)
    def test_nothing_steers_the_terminal(self, words: str) -> None:
        shown = clean(words)
        assert not any(unicodedata.category(sign) in {"Cc", "Cs"} for sign in shown)
        assert not any(unicodedata.bidirectional(sign) in BIDI or sign in "\u200e\u200f\u061c" for sign in shown)
        shown.encode("utf-8")

    @given(ANY)
    def test_cleaning_twice_is_cleaning_once(self, words: str) -> None:
        assert clean(clean(words)) == clean(words)
        assert clean(clean(words, lines=True), lines=True) == clean(words, lines=True)

    @given(st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E)))
    def test_plain_text_stays(self, words: str) -> None:
        assert clean(words) == words
