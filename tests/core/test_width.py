"""Words in lines of so many cells: the same on the screen and in a report."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tracker.i18n.width import cells, in_lines
from tracker.ui.panel.spans import wrapped

WORDS = st.text("ab é日\u0301")


class TestInLines:
    """Lines are broken at blanks; a word wider than a line stands in several; nothing is lost."""

    @pytest.mark.parametrize(
        ("words", "width", "lines"),
        [
            ("", 3, [""]),
            ("one two", 7, ["one two"]),
            ("one two three", 7, ["one two", "three"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("a bcdefg h", 4, ["a", "bcde", "fg h"]),
            ("日本語", 5, ["日本", "語"]),
            ("e\u0301e\u0301", 1, ["e\u0301", "e\u0301"]),
            ("one ", 3, ["one"]),  # no empty line for a blank that has no room
            ("日本", 1, ["日", "本"]),
            ("ab", 0, ["a", "b"]),
        ],
    )
    def test_on_the_screen_and_in_a_report_alike(self, words: str, width: int, lines: list[str]) -> None:
        assert in_lines(words, width) == wrapped(words, width) == lines

    @given(WORDS, st.integers(2, 12))
    @example("a  b", 2)
    def test_no_line_is_too_wide_and_no_sign_is_lost(self, words: str, width: int) -> None:
        lines = in_lines(words, width)
        assert all(cells(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
