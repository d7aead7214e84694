"""The players' screen as a picture: what stands on it at which size, in both languages, with and without Unicode."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from planted import brush, picture, words_of
from rich.cells import cell_len
from tables import ambre, story, table

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.players import for_players
from tracker.core.visibility import SECRET_ROLL
from tracker.i18n.say import say
from tracker.rules.deed import Die, Tone
from tracker.ui.view.large import DIE_SIZES, die_width, large_die, largest_letters, letters
from tracker.ui.view.last_roll import LastRoll, draw_roll
from tracker.ui.view.picture import draw
from tracker.ui.view.reading import Reader

SIZES = [(120, 36), (80, 24), (60, 20), (200, 60)]


def shown() -> Campaign:
    """Give the table after an evening's first rolls, as the players see it."""
    return for_players(story())


def many(people: int, clocks: int) -> Campaign:
    """Give a table with as many characters and clocks as wanted."""
    tree: dict[str, Any] = {
        "format": 1,
        "title": "T",
        "system": "charge",
        "characters": {f"c{n}": {"name": f"Personne {n}", "stress": n % 4} for n in range(people)},
        "clocks": {f"k{n}": {"name": f"Horloge {n}", "size": 6, "filled": n % 7} for n in range(clocks)},
    }
    return for_players(table(tree))


class TestSizes:
    """Names, numbers, conditions and the last roll at every size, pies as large as the room allows."""

    @pytest.mark.parametrize("size", SIZES)
    def test_names_numbers_and_conditions(self, size: tuple[int, int]) -> None:
        text = picture(shown(), size, "fr")
        flat = " ".join(text.split())
        for name in ("Bohort", "Ficelle") if size[0] < 200 else ("Gagner", "Diane"):
            assert name in text
        assert "La Couronne d'ambre" in text
        for number in ("2/4", "3/4", "3/6", "7/8"):
            assert number in text
        assert "brûlée" in flat

    @pytest.mark.parametrize("size", SIZES)
    def test_outcome_in_large_letters(self, size: tuple[int, int]) -> None:
        text = picture(shown(), size, "fr")
        rows = letters("MAUVAIS", 1, False)
        assert rows[0] in text or letters("MAUVAIS", 2, False)[0] in text or letters("MAUVAIS", 3, False)[0] in text

    @pytest.mark.parametrize("size", [(120, 36), (80, 24), (200, 60)])
    def test_pies(self, size: tuple[int, int]) -> None:
        assert "▊" in picture(shown(), size) or "▌" in picture(shown(), size)

    def test_larger_screens_have_larger_pies(self) -> None:
        tall = [max(map(len, picture(many(0, 1), size).split())) for size in ((60, 20), (80, 24), (120, 36), (200, 60))]
        assert tall == sorted(tall)

    def test_names_in_large_letters_where_there_is_room(self) -> None:
        assert letters("Ficelle", 1, False)[0] in picture(shown(), (200, 60))

    @pytest.mark.parametrize("ascii", [False, True])
    def test_every_size_is_filled_to_the_cell(self, ascii: bool) -> None:
        for campaign in (shown(), many(0, 0), many(9, 30), many(1, 0)):
            view = Reader().read(campaign, brush(ascii), "fr", lambda what: say(what, "fr"))
            for width in (1, 2, 5, 20, 24, 31, 40, 46, 60, 80, 105, 120, 203):
                for height in (1, 2, 5, 6, 7, 9, 10, 12, 15, 20, 24, 36, 61):
                    rows, _ = draw(view, width, height, 3, brush(ascii))
                    assert len(rows) == height, (width, height)
                    assert {cell_len(row.text) for row in rows} == {width}, (width, height)

    def test_too_small_says_so(self) -> None:
        view = Reader().read(shown(), brush(), "en", lambda what: say(what, "en"))._replace(too_small="too small")
        assert words_of(draw(view, 20, 5, 0, brush())[0]).startswith("too small")

    def test_thirty_clocks(self) -> None:
        text = picture(many(4, 30), (120, 36))
        for n in range(30):
            assert f"Horloge {n} " in text

    def test_what_does_not_fit_can_be_scrolled_to(self) -> None:
        view = Reader().read(many(3, 30), brush(), "en", lambda what: say(what, "en"))
        rows, below = draw(view, 60, 20, 0, brush())
        assert below > 0
        assert "Horloge 29" not in words_of(rows)
        assert f"↓{below}" in words_of(rows)
        assert "Horloge 29" in words_of(draw(view, 60, 20, below, brush())[0])


class TestName:
    """A name-only clock shows its name and no number, no pie, no kind."""

    @pytest.mark.parametrize("size", SIZES)
    def test_name_only(self, size: tuple[int, int]) -> None:
        campaign = shown()
        text = " ".join(picture(campaign, size).split())
        assert "Le pont" in text
        without = {id: clock for id, clock in campaign.clocks.items() if clock.visibility == "shown"}
        dials = picture(replace(campaign, clocks=without), size)
        assert dials.count("/4") == picture(campaign, size).count("/4")

    def test_it_stays_the_same_whatever_the_clock_does(self) -> None:
        clocks = ambre().clocks
        ticked = {**clocks, "pont": replace(clocks["pont"], filled=0, kind="project", size=17)}
        assert picture(for_players(replace(ambre(), clocks=ticked)), (120, 36)) == picture(
            for_players(ambre()), (120, 36)
        )


class TestSigns:
    """Both languages; plain ASCII; never colour alone."""

    @pytest.mark.parametrize("size", SIZES)
    def test_ascii(self, size: tuple[int, int]) -> None:
        text = picture(shown(), size, "en", ascii=True)
        assert all(sign.isascii() or sign.isalpha() for sign in text)
        assert "[##..] 2/4" in text

    def test_kinds_have_a_sign(self) -> None:
        text = picture(shown(), (120, 36), "fr")
        assert "! 3/6" in text
        assert "+ 7/8" in text

    def test_words(self) -> None:
        assert "Dernier jet" in picture(shown(), (80, 24), "fr")
        assert "Last roll" in picture(shown(), (80, 24), "en")

    def test_dice_that_do_not_count_have_no_sides(self) -> None:
        assert large_die(6, 6, 5, True, False)[0].startswith("▐")
        assert "▐" not in "".join(large_die(6, 6, 5, False, False))


class TestRoll:
    """The last roll with its faces and outcome, as large as they fit."""

    def roll(self, count: int = 2, outcome: str = "CRITICAL", sides: int = 6) -> LastRoll:
        dice = tuple(Die(1 + n % sides, n % 2 == 0, sides) for n in range(count))
        return LastRoll("Zoé", "what", dice, outcome, Tone.BEST, ("initiative 1 → 4",))

    @pytest.mark.parametrize("count", [0, 1, 2, 5, 14, 40])
    @pytest.mark.parametrize("sides", [6, 20])
    def test_any_number_of_dice_at_any_size(self, count: int, sides: int) -> None:
        for width in (24, 40, 60, 80, 120):
            for height in (1, 2, 4, 7, 11, 20):
                rows = draw_roll(self.roll(count, sides=sides), width, height, brush())
                assert len(rows) == height
                assert {cell_len(row.text) for row in rows} == {width}

    def test_all_faces_are_there(self) -> None:
        rows = draw_roll(self.roll(3, "BAD", sides=20), 60, 7, brush())
        for face in ("1", "2", "3"):
            assert face in words_of(rows)

    def test_outcome_in_words_where_letters_do_not_fit(self) -> None:
        assert " CRITICAL " in words_of(draw_roll(self.roll(), 30, 4, brush()))

    def test_a_roll_taken_back_is_not_the_last_one(self) -> None:
        told = Reader()
        view = told.read(shown(), brush(), "en", lambda what: say(what, "en"))
        assert view.roll is not None
        assert view.roll.who == "Naïla"
        campaign = shown()
        undone = replace(
            campaign.log[-1], n=campaign.last_n + 1, event="undo", roll="undo", beat_of=campaign.log[-1].beat
        )
        after = told.read(replace(campaign, log=(*campaign.log, undone)), brush(), "en", lambda what: say(what, "en"))
        assert after.roll is not None
        assert after.roll.who == "Bohort"

    def test_announced_secret_roll_is_one_line(self) -> None:
        campaign = shown()
        secret = Entry(n=99, beat=99, at=campaign.log[-1].at, event="roll", roll=SECRET_ROLL)
        text = picture(replace(campaign, log=(*campaign.log, secret)), (60, 20), "fr")
        assert text.count("jet secret") == 1
        assert "Naïla  Forcer" in text


class TestLarge:
    """Letters and dice of any size are rectangles."""

    @pytest.mark.parametrize("ascii", [False, True])
    def test_letters(self, ascii: bool) -> None:
        for size in range(1, 7):
            rows = letters("Échec 12", size, ascii)
            assert len({len(row) for row in rows}) == 1

    def test_largest_that_fit(self) -> None:
        assert largest_letters("BAD", 10, 3, False) == ()
        assert largest_letters("BAD", 14, 3, False) == letters("BAD", 1, False)
        assert largest_letters("BAD", 30, 5, False) == letters("BAD", 2, False)

    @pytest.mark.parametrize("height", DIE_SIZES)
    @pytest.mark.parametrize("face", [1, 6, 20, 100])
    def test_dice(self, height: int, face: int) -> None:
        rows = large_die(face, 6 if face < 7 else 100, height, True, False)
        assert len(rows) == height
        if height > 1:
            assert {len(row) for row in rows} == {die_width(height)}
