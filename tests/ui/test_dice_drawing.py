"""Dice and large letters."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from tracker.ui.drawing.dice import DIE_ROWS, DIE_WIDTH, LARGE_ROWS, LARGE_ROWS_ASCII, big, big_die, die


class TestDie:
    """Kept and dropped dice differ without colour and are equally wide."""

    def test_in_blocks(self) -> None:
        assert die(6, kept=True, ascii=False) == "▐6▌"
        assert die(3, kept=False, ascii=False) == " 3 "
        assert die(20, kept=True, ascii=False) == "▐20▌"

    def test_in_ascii(self) -> None:
        assert die(6, kept=True, ascii=True) == "[6]"
        assert die(3, kept=False, ascii=True) == " 3 "

    @given(st.integers(1, 100), st.booleans())
    def test_kept_and_dropped(self, face: int, ascii: bool) -> None:
        kept, dropped = die(face, True, ascii), die(face, False, ascii)
        assert kept != dropped
        assert wcswidth(kept) == wcswidth(dropped)


class TestBigDie:
    """A die of six sides shows its pips, any other its number."""

    @pytest.mark.parametrize("ascii", [False, True])
    @pytest.mark.parametrize("face", range(1, 7))
    def test_as_many_pips_as_the_face(self, face: int, ascii: bool) -> None:
        assert "".join(big_die(face, 6, ascii)).count("o" if ascii else "●") == face

    @pytest.mark.parametrize("face", range(1, 7))
    def test_pips_are_symmetric(self, face: int) -> None:
        rows = [row[1:-1] for row in big_die(face, 6, ascii=False)]
        assert [row[::-1] for row in reversed(rows)] == rows

    def test_number(self) -> None:
        assert big_die(17, 20, ascii=True) == ("[     ]", "[ 17  ]", "[     ]")

    @given(st.integers(1, 100), st.sampled_from([4, 6, 8, 10, 12, 20, 100]), st.booleans(), st.booleans())
    def test_is_a_box(self, face: int, sides: int, ascii: bool, kept: bool) -> None:
        rows = big_die(face, sides, ascii, kept)
        assert len(rows) == DIE_ROWS
        assert {wcswidth(row) for row in rows} == {DIE_WIDTH}

    def test_dropped_has_no_sides(self) -> None:
        assert big_die(4, 6, ascii=False, kept=False)[0] == " ●   ● "


class TestLargeLetters:
    """Letters of three rows, accents dropped; in ASCII five rows."""

    def test_blocks(self) -> None:
        assert big("É2!") == (
            "█▀▀▀ ▀▀▀▄ █",
            "█▀▀  ▄▀▀  ▀",
            "▀▀▀▀ ▀▀▀▀ ▀",
        )

    def test_ascii(self) -> None:
        assert big("e!", ascii=True) == ("#### #", "#    #", "###  #", "#     ", "#### #")

    def test_every_sign_has_its_own_letter(self) -> None:
        signs = string.ascii_uppercase + string.digits + " /!?-+.,:'()=×→"
        assert len({big(sign) for sign in signs}) == len(signs)

    @pytest.mark.parametrize(("accented", "plain"), [("ÀÉÈÊÇÏÔÙ", "AEEECIOU"), ("Œuf", "OEUF"), ("l’an", "L'AN")])
    def test_accents_are_dropped(self, accented: str, plain: str) -> None:
        assert big(accented) == big(plain)

    def test_unknown_is_a_question_mark(self) -> None:
        assert big("漢") == big("?")

    @given(st.text(max_size=20), st.booleans())
    def test_rows_are_equally_wide(self, text: str, ascii: bool) -> None:
        rows = big(text, ascii)
        assert len(rows) == (LARGE_ROWS_ASCII if ascii else LARGE_ROWS)
        assert len({wcswidth(row) for row in rows}) == 1
        assert "".join(rows).isascii() or not ascii
