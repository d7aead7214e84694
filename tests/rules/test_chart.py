"""The table of a whole roll: what each system makes of it, and what it is where a system makes nothing of it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from expensive import expensive
from playing import campaign_of, do, en
from playing_3d6 import table as kittens

from tracker.rules.charge.other_rolls import Flashback, Fortune
from tracker.rules.chart import Chart, ChartPart
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.systeme_3d6.commands import RollTest
from tracker.rules.systeme_3d6.reroll import Reroll
from tracker.rules.table import deed_for, system_of

CHARGE = campaign_of({"format": 1, "title": "T", "system": "charge", "language": "en"})


def part(chart: Chart | None, title: str) -> ChartPart:
    assert chart is not None
    return next(each for each in chart.parts if title in en(each.title))


class TestDefault:
    """A system without tables of its own: the roll as it stands, then every answer that changes the odds."""

    def test_a_reroll_shows_what_each_die_would_bring(self) -> None:
        after = do(kittens(), RollTest(who="ficelle", quality="costaud", difficulty=3), 1, 5, 6)
        chart = system_of(after).chart(after, Reroll(beat=after.last_n, die=1))
        now = part(chart, "as it stands")
        assert [en(label) for label in now.columns] == ["SUCCESS", "A CHOICE", "TOTAL FAILURE"]
        assert now.rows[0].shares == (Fraction(0), Fraction(1), Fraction(0))
        assert now.rows[0].is_now

    @pytest.mark.parametrize("command", [Flashback(who="x"), PlainDice()])
    def test_without_odds_there_is_no_table(self, command: Flashback | PlainDice) -> None:
        assert system_of(CHARGE).chart(CHARGE, command) is None


class TestEverySystem:
    """Exact, with the present row marked, and the same as the dialog says."""

    def test_fortune_by_hand(self) -> None:
        rows = part(system_of(CHARGE).chart(CHARGE, Fortune(likelihood=2)), "number of dice").rows
        assert rows[2].shares == (Fraction(1, 36), Fraction(10, 36), Fraction(16, 36), Fraction(9, 36))
        assert [row.is_now for row in rows] == [False, False, True, False, False, False, False]

    @pytest.mark.parametrize("name", expensive())
    def test_chances_are_chances_and_something_is_marked(self, name: str) -> None:
        campaign, command = expensive()[name]
        chart = system_of(campaign).chart(campaign, command)
        assert chart is not None
        assert any(row.is_now for each in chart.parts for row in each.rows)
        for each in chart.parts:
            assert all(len(row.shares) == len(each.columns) for row in each.rows)
            assert all(0 <= share <= 1 for row in each.rows for share in row.shares)

    @pytest.mark.parametrize("name", ["charge, action", "charge, determination", "3d6, test", "sixieme-monde, d20"])
    def test_the_marked_row_is_what_the_dialog_says(self, name: str) -> None:
        campaign, command = expensive()[name]
        chart = system_of(campaign).chart(campaign, command)
        assert chart is not None
        (now,) = (row for row in chart.parts[0].rows if row.is_now)
        said = deed_for(campaign, command).preview(campaign, command).chances
        assert now.shares == tuple(chance.share for chance in said)
