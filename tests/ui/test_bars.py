"""A probability as a level bar."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from tracker.ui.drawing.bars import bar_cells

SHARES = st.fractions(0, 1, max_denominator=6**8)
SIGNS = {False: " ▏▎▍▌▋▊▉█", True: ".-#"}


def steps(drawn: str, ascii: bool) -> int:
    return sum(SIGNS[ascii].index(sign) for sign in drawn)


class TestBar:
    """Filled from the left in eighths of a cell; neither certainty nor impossibility is drawn when there is none."""

    @pytest.mark.parametrize(
        ("share", "drawn"),
        [
            (Fraction(0), "    "),
            (Fraction(1), "████"),
            (Fraction(1, 2), "██  "),
            (Fraction(5, 8), "██▌ "),
            (Fraction(1, 1000), "▏   "),
            (Fraction(999, 1000), "███▉"),
        ],
    )
    def test_eighths(self, share: Fraction, drawn: str) -> None:
        assert bar_cells(share, 4) == drawn

    @pytest.mark.parametrize(
        ("share", "drawn"),
        [(Fraction(0), "...."), (Fraction(1), "####"), (Fraction(5, 8), "##-."), (Fraction(1, 1000), "-...")],
    )
    def test_ascii(self, share: Fraction, drawn: str) -> None:
        assert bar_cells(share, 4, ascii=True) == drawn

    @given(SHARES, st.integers(1, 40), st.booleans())
    def test_is_as_wide_as_asked_and_honest_at_its_ends(self, share: Fraction, width: int, ascii: bool) -> None:
        drawn = bar_cells(share, width, ascii)
        full = width * (len(SIGNS[ascii]) - 1)
        assert wcswidth(drawn) == width
        assert (steps(drawn, ascii) == 0) == (share == 0)
        assert (steps(drawn, ascii) == full) == (share == 1)
        assert abs(steps(drawn, ascii) - share * full) <= 1

    @given(SHARES, SHARES, st.integers(0, 40), st.booleans())
    def test_more_is_never_shorter(self, one: Fraction, other: Fraction, width: int, ascii: bool) -> None:
        less, more = sorted((one, other))
        assert steps(bar_cells(less, width, ascii), ascii) <= steps(bar_cells(more, width, ascii), ascii)

    @pytest.mark.parametrize(("share", "width"), [(Fraction(3, 2), 4), (Fraction(-1, 2), 4), (Fraction(1, 2), -1)])
    def test_refuses_what_is_no_share(self, share: Fraction, width: int) -> None:
        with pytest.raises(ValueError, match="no such bar"):
            bar_cells(share, width)
