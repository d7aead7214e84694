"""Typed faces (product.md, section 4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.refusal import Refusal
from tracker.dice.pool import Pool
from tracker.i18n.say import say
from tracker.ui.panel.typed import faces_typed, faces_written, read

D6 = (Pool(2),)
MIXED = (Pool(1, 20, "d20"), Pool(2, 6, "added"))


class TestFacesTyped:
    """Dice of nine faces or fewer may stand together; a d20 is set apart by a space or comma."""

    @pytest.mark.parametrize("words", ["63", "6 3", "6,3", "6, 3", " 6  3 ", "6;3", "6·3", "6.3", "６３"])
    def test_small_dice_may_stand_together_or_apart(self, words: str) -> None:
        assert faces_typed(words, D6) == {"dice": (6, 3)}

    @pytest.mark.parametrize("words", ["14 63", "14,6,3", "14 6 3", "14, 63"])
    def test_a_d20_is_set_apart(self, words: str) -> None:
        assert faces_typed(words, MIXED) == {"d20": (14,), "added": (6, 3)}

    def test_pools_are_read_in_order(self) -> None:
        pools = (Pool(2, 6, "own"), Pool(1, 6, "pot"), Pool(0, 6, "none"), Pool(1, 20, "d20"))
        assert faces_typed("651 7", pools) == {"own": (6, 5), "pot": (1,), "none": (), "d20": (7,)}

    def test_a_d20_glued_to_small_dice_is_not_guessed(self) -> None:
        with pytest.raises(Refusal, match="bad_dice_count"):
            faces_typed("6314", (Pool(2, 6, "own"), Pool(1, 20, "d20")))

    @pytest.mark.parametrize(
        ("words", "faces"), [("-é", (6, 2)), ('& "', (1, 3)), ("'(", (4, 5)), ("-É", (6, 2)), ("-e\u0301", (6, 2))]
    )
    def test_the_unshifted_french_row_counts_without_digits(self, words: str, faces: tuple[int, ...]) -> None:
        assert faces_typed(words, D6) == {"dice": faces}

    def test_with_a_digit_it_does_not_count(self) -> None:
        with pytest.raises(Refusal, match="bad_face"):
            faces_typed("6-", D6)

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            ("6", "2 dice are expected (2d6), not 1"),
            ("633", "2 dice are expected (2d6), not 3"),
            ("67", "a d6 shows 1 to 6, not 7"),
            ("60", "a d6 shows 1 to 6, not 0"),
            ("6x", "“x” is no face of a die"),
            ("", "2 dice are expected (2d6), not 0"),
        ],
    )
    def test_what_is_wrong_is_named(self, words: str, sentence: str) -> None:
        with pytest.raises(Refusal) as refused:
            faces_typed(words, D6)
        assert say(refused.value.message, "en") == sentence

    def test_one_die_is_said_as_one(self) -> None:
        with pytest.raises(Refusal) as refused:
            faces_typed("63", (Pool(1),))
        assert say(refused.value.message, "en") == "1 die is expected (1d6), not 2"
        assert say(refused.value.message, "fr") == "il faut 1 dé (1d6), et non 2"

    def test_a_face_too_great_for_a_d20_is_named(self) -> None:
        with pytest.raises(Refusal) as refused:
            faces_typed("21 63", MIXED)
        assert say(refused.value.message, "en") == "a d20 shows 1 to 20, not 21"

    def test_half_typed_text_is_read_as_far_as_it_goes(self) -> None:
        assert read("6", D6).faces == (6,)
        assert read("6 z3", D6).faces == (6,)
        assert read("6 z3", D6).strange == "z"

    def test_a_very_long_number_is_no_trouble(self) -> None:
        with pytest.raises(Refusal, match="bad_face"):
            faces_typed("9" * 5000 + " 63", MIXED)


pools = st.lists(st.tuples(st.integers(0, 5), st.sampled_from([4, 6, 8, 10, 12, 20])), min_size=1, max_size=3).map(
    lambda kinds: tuple(Pool(count, sides, f"pool{n}") for n, (count, sides) in enumerate(kinds))
)


class TestWritingAndReading:
    """What is written is read as it was."""

    @given(st.data(), pools)
    def test_reading_undoes_writing(self, data: st.DataObject, pools: tuple[Pool, ...]) -> None:
        faces = {pool.name: tuple(data.draw(st.integers(1, pool.sides)) for _ in range(pool.count)) for pool in pools}
        assert faces_typed(faces_written(faces, pools), pools) == faces

    @given(st.text(max_size=30), pools)
    def test_no_text_does_more_than_be_refused(self, words: str, pools: tuple[Pool, ...]) -> None:
        try:
            faces = faces_typed(words, pools)
        except Refusal:
            return
        assert [len(faces[pool.name]) for pool in pools] == [pool.count for pool in pools]
