"""Small numbers as pips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from tracker.ui.drawing.pips import pips


class TestPips:
    """A pip for each point, dim ones up to the maximum; a number when there is no room for pips."""

    @pytest.mark.parametrize(
        ("value", "maximum", "room", "drawn"),
        [
            (3, 4, 8, ("◆◆◆", "◇")),
            (3, None, 8, ("◆◆◆", "")),
            (0, None, 8, ("", "")),
            (0, 3, 8, ("", "◇◇◇")),
            (8, 8, 8, ("◆◆◆◆◆◆◆◆", "")),
            (12, None, 8, ("◆×12", "")),
            (12, 20, 8, ("◆×12", "/20")),
            (12, 20, 6, ("12", "/20")),
            (12, 20, 4, ("◆×12", "")),
            (12, 20, 2, ("12", "")),
            (12, 20, 1, ("+", "")),
            (12, 20, 0, ("", "")),
            (5, 4, 8, ("◆◆◆◆◆", "")),
            (-2, 3, 8, ("", "◇◇◇")),
        ],
    )
    def test_pips(self, value: int, maximum: int | None, room: int, drawn: tuple[str, str]) -> None:
        assert pips(value, maximum, room, ascii=False) == drawn

    def test_ascii(self) -> None:
        assert pips(3, 5, 8, ascii=True) == ("***", "..")
        assert pips(12, None, 8, ascii=True) == ("*x12", "")

    @given(st.integers(-5, 2000), st.none() | st.integers(0, 2000), st.integers(0, 30), st.booleans())
    def test_stays_in_its_room(self, value: int, maximum: int | None, room: int, ascii: bool) -> None:
        drawn = "".join(pips(value, maximum, room, ascii))
        assert wcswidth(drawn) <= room
        assert drawn.isascii() or not ascii
        assert "-" not in drawn

    @given(st.integers(0, 30), st.integers(0, 30))
    def test_with_room_every_point_is_a_pip(self, value: int, missing: int) -> None:
        lit, dim = pips(value, value + missing, 60, ascii=False)
        assert (len(lit), len(dim)) == (value, missing)
