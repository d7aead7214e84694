"""Opposed actions at the table (3D6): two hands, who wins, rerolls of either side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import asked, dice, do, en, offers, options, put, refused, take, told
from playing_3d6 import chances, known, play, table

from tracker.rules.deed import Tone
from tracker.rules.said import said
from tracker.rules.systeme_3d6.commands import RollOpposed
from tracker.rules.systeme_3d6.roll_opposed import Draw
from tracker.rules.table import needs

FOX = RollOpposed(who="ficelle", quality="costaud", name="le renard", score=4)
SISTERS = RollOpposed(who="ficelle", quality="mignon", against="diane", their_quality="malin")


class TestOpposed:
    """3D6, Actions en opposition: both sides roll, a storyteller's character included; more successes wins."""

    def test_the_storyteller_types_a_name_and_a_quality(self) -> None:
        asks = asked(table(), FOX)
        assert list(asks)[:5] == ["kind", "against", "name", "score", "quality"]
        assert (asks["score"].low, asks["score"].high) == (1, 5)
        assert list(options(table(), FOX, "their_advantages")) == [
            "circumstances",
            "ally:ficelle",
            "ally:diane",
            "ally:gribouille",
            "ally",
            "other",
        ]

    def test_another_kitten_has_her_own_sheet(self) -> None:
        command: Any = put(table(), FOX, "against", "diane")
        assert (command.against, command.their_quality) == ("diane", "malin")
        asks = asked(table(), command)
        assert "name" not in asks
        assert en(options(table(), command, "their_quality")["malin"].note).startswith("5 · success")
        assert "ficelle" not in options(table(), FOX, "against")

    def test_the_dice_of_both_are_rolled(self) -> None:
        up = replace(FOX, their_advantages=("circumstances",), disadvantages=("wound",))
        assert [(pool.name, pool.count) for pool in needs(table(), up)] == [("a", 2), ("b", 4)]

    def test_odds(self) -> None:
        odds = chances(table(), replace(FOX, score=3))
        assert odds["a"] == odds["b"]
        assert sum(odds.values()) == 1
        assert "le renard: 3 dice" in known(table(), FOX)

    @pytest.mark.parametrize(
        ("a", "b", "outcome", "tone"),
        [
            ((1, 2, 6), (4, 5, 6), "a", Tone.GOOD),
            ((4, 5, 6), (4, 5, 6), "b", Tone.BAD),
            ((1, 5, 6), (4, 5, 6), "tie", Tone.MIXED),
        ],
    )
    def test_outcome(self, a: tuple[int, ...], b: tuple[int, ...], outcome: str, tone: Tone) -> None:
        after = play(table(), FOX, a=a, b=b)
        assert after.log[-1].outcome == outcome
        assert said(after, after.log[-1]).tone is tone

    def test_told_with_both_names_and_both_hands(self) -> None:
        after = play(table(), replace(FOX, goal="le semer"), a=(1, 2, 6), b=(4, 5, 6))
        assert told(after) == (
            "Tough 3 against le renard, 4 · le semer | Ficelle WINS | Ficelle: 1 2 6, 2 successes | "
            "le renard: 4 5 6, 1 success"
        )
        assert dice(after) == [(1, True), (2, True), (6, False), (4, True), (5, False), (6, False)]
        assert [die.apart for die in said(after, after.log[-1]).dice] == [False, False, False, True, False, False]
        assert after.log[-1].faces == {"a": [1, 2, 6], "b": [4, 5, 6]}

    def test_without_a_name_it_is_the_other_side(self) -> None:
        after = play(table(), replace(FOX, name=" "), a=(1, 2, 6), b=(4, 5, 6))
        assert "against the other side, 4" in told(after)

    def test_between_two_kittens_nobody_is_the_bad_one(self) -> None:
        after = play(table(), SISTERS, a=(5, 5, 6), b=(1, 1, 1))
        assert said(after, after.log[-1]).tone is Tone.GOOD
        assert "Diane WINS" in told(after)
        assert "Diane: TRIPLE 1: something good happens" in told(after)

    def test_a_tie_is_rolled_again(self) -> None:
        after = play(table(), replace(FOX, advantages=("ally",)), a=(1, 5, 6, 6), b=(4, 5, 6))
        assert list(offers(after)) == ["o", "e", "r"]
        again = offers(after)["o"].command
        assert again == replace(FOX, advantages=("ally",), beat=1)
        assert "kind" not in asked(after, again)
        after = play(after, again, a=(1, 1, 1, 6), b=(5, 5, 6))
        assert after.log[-1].beat == 1
        assert list(offers(after)) == ["r", "t", "n"]

    def test_or_it_stands(self) -> None:
        after = take(play(table(), FOX, a=(1, 5, 6), b=(4, 5, 6)), "e")
        assert told(after) == "the storyteller declares a draw"
        assert offers(after) == {}
        assert refused(after, Draw(beat=1)) == "settled"
        assert refused(after, replace(FOX, beat=1)) == "settled"

    def test_only_a_tie_is_decided(self) -> None:
        after = play(table(), FOX, a=(1, 2, 6), b=(4, 5, 6))
        assert refused(after, Draw(beat=1)) == "no_tie"
        assert refused(after, replace(FOX, beat=1)) == "no_tie"

    def test_both_sides_reroll(self) -> None:
        after = play(table(), FOX, a=(1, 2, 6), b=(4, 5, 6))
        command = offers(after)["r"].command
        dice_offered = options(after, command, "place")
        assert [en(option.label) for option in dice_offered.values()] == [
            "Ficelle, die 3: 6",
            "le renard, die 2: 5",
            "le renard, die 3: 6",
        ]
        theirs: Any = put(after, command, "place", (1, 1))
        assert (theirs.hand, theirs.die, theirs.by) == (1, 1, "idea")
        after = do(after, theirs, 2)
        assert after.log[-1].outcome == "tie"
        assert "le renard: 4 2 6, 2 successes" in told(after)
        assert list(offers(after)) == ["o", "e", "r"]

    @pytest.mark.parametrize(
        ("choice", "code"),
        [
            ({"against": "ficelle"}, "bad_opponent"),
            ({"against": "ghost"}, "nobody"),
            ({"against": "diane", "their_quality": "x"}, "unknown_quality"),
            ({"score": 6}, "bad_quality"),
            ({"score": 0}, "bad_quality"),
            ({"their_advantages": ("talent:grimper",)}, "no_talent"),
            ({"their_disadvantages": ("luck",)}, "unknown_reason"),
        ],
    )
    def test_refused(self, choice: dict[str, Any], code: str) -> None:
        assert refused(table(), replace(FOX, **choice)) == code
