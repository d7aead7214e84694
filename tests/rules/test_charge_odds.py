"""The odds of Charge, against every throw there is and against another program."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, cast

import icepool
import pytest

from tracker.dice.best import TWO_SIXES, dice_thrown, kept, value, value_counts
from tracker.dice.distribution import chances, die, grouped, together
from tracker.dice.pool import Pool
from tracker.rules.charge.house import ChargeRules
from tracker.rules.charge.procedures import ACTION, DETERMINATION, FORTUNE
from tracker.rules.charge.rolling import ActionInputs, DeterminationInputs, FortuneInputs
from tracker.rules.procedure import Procedure

RULES = ChargeRules()
ZERO = ChargeRules(determination_zero=True)


def enumerated(procedure: Procedure[Any], inputs: Any, rules: ChargeRules) -> dict[str, Fraction]:
    """Count the results of every throw, read by the procedure itself."""
    (pool,) = procedure.pools(inputs, rules)
    counts = Counter(
        procedure.read(inputs, rules, {pool.name: faces})["result"]
        for faces in product(range(1, pool.sides + 1), repeat=pool.count)
    )
    return {result: Fraction(count, pool.sides**pool.count) for result, count in counts.items()}


def by_icepool(pool: int) -> dict[str, Fraction]:
    """Work out the results of a pool with icepool."""

    def result(*faces: int) -> str:
        best = min(faces) if pool <= 0 else max(faces)
        if pool > 0 and faces.count(6) >= 2:
            return "critical"
        return "full" if best == 6 else "partial" if best >= 4 else "bad"

    outcomes = icepool.map(result, *[icepool.d6] * dice_thrown(pool))
    return {cast(str, key): Fraction(outcomes.probability(key)) for key in outcomes}


class TestAction:
    """Charge, Lancer les dés: the highest of the pool, 66 critical; zero: the lowest of two, never critical."""

    @pytest.mark.parametrize("dots", range(5))
    @pytest.mark.parametrize("tension", [False, True])
    @pytest.mark.parametrize("minus", [0, 1, 6])
    def test_every_throw(self, dots: int, tension: bool, minus: int) -> None:
        inputs = ActionInputs(dots=dots, tension=tension, minus_dice=minus)
        assert ACTION.odds(inputs, RULES) == enumerated(ACTION, inputs, RULES)

    @pytest.mark.parametrize("push", [None, "die", "effect"])
    @pytest.mark.parametrize("helper", [None, 1])
    def test_every_throw_with_paid_bonus(self, push: Any, helper: int | None) -> None:
        inputs = ActionInputs(dots=2, push=push, helper_initiative=helper, talent_dice=1)
        assert ACTION.odds(inputs, RULES) == enumerated(ACTION, inputs, RULES)

    @pytest.mark.parametrize("pool", range(-2, 7))
    def test_icepool(self, pool: int) -> None:
        inputs = ActionInputs(dots=max(0, min(pool, 4)), talent_dice=max(0, pool - 4), minus_dice=max(0, -pool))
        assert ACTION.odds(inputs, RULES) == by_icepool(pool)

    def test_scripts_example(self) -> None:
        odds = ACTION.odds(ActionInputs(dots=3), RULES)
        assert odds == {
            "critical": Fraction(2, 27),
            "full": Fraction(25, 72),
            "partial": Fraction(8, 27) + Fraction(17, 108),
            "bad": Fraction(1, 8),
        }

    @pytest.mark.parametrize("inputs", [ActionInputs(dots=1), ActionInputs(dots=0), ActionInputs(dots=0, minus_dice=9)])
    def test_impossible_is_left_out(self, inputs: ActionInputs) -> None:
        assert "critical" not in ACTION.odds(inputs, RULES)

    def test_best_first(self) -> None:
        assert list(ACTION.odds(ActionInputs(dots=3), RULES)) == ["critical", "full", "partial", "bad"]

    def test_house_rules_of_effect_and_gain_leave_the_odds(self) -> None:
        house = ChargeRules(critical_beyond_great=True, initiative_gain={"full": 9})
        assert ACTION.odds(ActionInputs(dots=3), house) == ACTION.odds(ActionInputs(dots=3), RULES)


class TestDetermination:
    """Charge, Jet de Détermination: one die for each initiative spent."""

    @pytest.mark.parametrize("spend", range(1, 6))
    def test_every_throw(self, spend: int) -> None:
        inputs = DeterminationInputs(spend=spend, initiative=9)
        assert DETERMINATION.odds(inputs, RULES) == enumerated(DETERMINATION, inputs, RULES) == by_icepool(spend)

    def test_zero_rule_where_the_table_has_it(self) -> None:
        inputs = DeterminationInputs(spend=0, initiative=2)
        assert DETERMINATION.odds(inputs, ZERO) == enumerated(DETERMINATION, inputs, ZERO) == by_icepool(0)


class TestFortune:
    """Charge, Jets de Fortune: one die for each level of likelihood."""

    @pytest.mark.parametrize("likelihood", range(-2, 6))
    def test_every_throw(self, likelihood: int) -> None:
        inputs = FortuneInputs(likelihood=likelihood)
        assert FORTUNE.odds(inputs, RULES) == enumerated(FORTUNE, inputs, RULES) == by_icepool(likelihood)

    @pytest.mark.parametrize("likelihood", [-(10**30), *range(-3, 21)])
    def test_sum_is_one(self, likelihood: int) -> None:
        odds = FORTUNE.odds(FortuneInputs(likelihood=likelihood), RULES)
        assert sum(odds.values()) == 1
        assert all(odds.values())


class TestBest:
    """The reading of a pool, whatever it is called by a system."""

    @pytest.mark.parametrize("pool", range(-1, 6))
    def test_closed_form_is_the_count_of_all_throws(self, pool: int) -> None:
        counted = Counter(value(pool, faces) for faces in product(range(1, 7), repeat=dice_thrown(pool)))
        assert {k: n for k, n in value_counts(pool).items() if n} == counted

    @pytest.mark.parametrize(
        ("pool", "faces", "positions"),
        [(3, (2, 5, 5), (1,)), (3, (6, 1, 6), (0, 2)), (2, (6, 1), (0,)), (0, (6, 6), (0,)), (-1, (4, 2), (1,))],
    )
    def test_kept(self, pool: int, faces: tuple[int, ...], positions: tuple[int, ...]) -> None:
        assert kept(pool, faces) == positions

    def test_two_sixes_beat_a_six(self) -> None:
        assert value(2, (6, 6)) == TWO_SIXES > value(2, (6, 5)) == 6


class TestDistribution:
    """Counts of equally likely throws."""

    def test_two_dice(self) -> None:
        total = together(die(6), die(6), lambda a, b: a + b)
        assert sum(total.values()) == 36
        assert total[7] == 6
        assert chances(grouped(total, lambda n: n >= 11)) == {False: Fraction(11, 12), True: Fraction(1, 12)}

    def test_impossible_is_left_out(self) -> None:
        assert chances({"a": 0, "b": 3}) == {"b": 1}


def test_pool_is_a_value() -> None:
    assert ACTION.pools(ActionInputs(dots=0, minus_dice=4), RULES) == (Pool(2),)
