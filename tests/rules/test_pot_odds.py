"""The odds of POT, against every throw there is, read by the procedures themselves, and against another program."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, cast

import icepool
import pytest

from tracker.rules.door import odds as script_odds
from tracker.rules.pot.best import all_ones, best_of, failing, value_counts
from tracker.rules.pot.house import PotRules
from tracker.rules.pot.procedures import BEST, BestInputs, BestToThrow
from tracker.rules.pot.testing import TALENT, TalentInputs, dice_after, odds_after, throw_odds
from tracker.rules.procedure import MAX_DICE
from tracker.rules.system import procedures_of

RULES = PotRules()
FACES = range(1, 7)


def inputs_of(spend: int, diff: int, **more: Any) -> TalentInputs:
    return TalentInputs(
        **{"crosses": max(spend, 1), "spend": spend, "reserve": 20, "attitude": 2, "diff": diff, **more}
    )


def enumerated(inputs: TalentInputs, rules: PotRules) -> dict[str, Fraction]:
    """Follow every throw with every reroll that `read` leaves open; each path weighs as its dice say."""
    total: Counter[str] = Counter()
    weights: list[tuple[tuple[tuple[int, ...], ...], Fraction]] = [((), Fraction(1))]
    while weights:
        rolls, weight = weights.pop()
        count = TALENT.count(inputs, rules) - len(rolls)
        for faces in product(FACES, repeat=count):
            path = (*rolls, faces)
            result = TALENT.read(inputs, rules, {str(n): roll for n, roll in enumerate(path)})
            if result["can_reroll"]:
                weights.append((path, weight / 6**count))
            else:
                total[result["outcome"]] += weight / 6**count
    return {outcome: Fraction(share) for outcome, share in total.items()}


def by_icepool(dice: int, needed: int, rules: PotRules) -> Fraction:
    """Work out the chance of success of one throw and all its rerolls with icepool."""

    def succeeds(*faces: int) -> bool:
        best = max(faces)
        return best + faces.count(best) - 1 >= needed and not (rules.all_ones_fail and best == 1)

    failure, rolls = Fraction(1), 0
    while dice - rolls > 0 and rolls <= rules.max_rerolls:
        outcomes = icepool.map(succeeds, *[icepool.d6] * (dice - rolls))
        failure *= Fraction(outcomes.probability(cast(Any, False)))
        rolls += 1
    return 1 - failure


class TestTalent:
    """POT, Tester un talent: the best and its equals against DIFF; failed, again with one die fewer, down to one."""

    @pytest.mark.parametrize("dice", [1, 2, 3])
    @pytest.mark.parametrize("diff", range(2, 12))
    def test_every_throw_with_every_reroll(self, dice: int, diff: int) -> None:
        inputs = inputs_of(dice, diff)
        assert TALENT.odds(inputs, RULES) == enumerated(inputs, RULES)

    @pytest.mark.parametrize("diff", [3, 5, 8])
    @pytest.mark.parametrize(
        "rules",
        [
            PotRules(all_ones_fail=True),
            PotRules(max_rerolls=0),
            PotRules(max_rerolls=1),
            PotRules(max_rerolls=1, all_ones_fail=True),
            PotRules(free_die_over_cap=False),
        ],
    )
    @pytest.mark.parametrize("more", [{}, {"dominant": True}, {"bets": 2}, {"prior_uses": 1}])
    def test_every_throw_under_house_rules(self, diff: int, rules: PotRules, more: dict[str, Any]) -> None:
        inputs = inputs_of(2, diff, crosses=3, **more)
        assert TALENT.odds(inputs, rules) == enumerated(inputs, rules)

    @pytest.mark.parametrize("alone", [{"crosses": 0, "untrained_dice": 0, "dominant": True}])
    def test_the_free_die_alone(self, alone: dict[str, Any]) -> None:
        inputs = inputs_of(0, 6, **alone)
        assert TALENT.odds(inputs, RULES) == {"success": Fraction(1, 2), "failure": Fraction(1, 2)}

    @pytest.mark.parametrize("dice", range(1, 7))
    @pytest.mark.parametrize("needed", [1, 3, 5, 6, 7, 8, 11])
    @pytest.mark.parametrize("rules", [RULES, PotRules(max_rerolls=2, all_ones_fail=True)])
    def test_icepool(self, dice: int, needed: int, rules: PotRules) -> None:
        assert odds_after(dice, 0, needed, rules).get("success", Fraction(0)) == by_icepool(dice, needed, rules)

    @pytest.mark.parametrize(("dice", "rolls"), [(4, 1), (4, 3), (3, 2)])
    def test_what_is_left_after_some_rolls_is_a_test_of_fewer_dice(self, dice: int, rolls: int) -> None:
        assert odds_after(dice, rolls, 6, RULES) == odds_after(dice - rolls, 0, 6, RULES)

    @pytest.mark.parametrize("spend", range(1, MAX_DICE + 1))
    @pytest.mark.parametrize("diff", [-(10**30), 0, 7, 12, 26, 27, 28, 29, 10**30])
    @pytest.mark.parametrize("dominant", [False, True])
    def test_sum_is_one_and_what_cannot_be_is_left_out(self, spend: int, diff: int, dominant: bool) -> None:
        odds = TALENT.odds(inputs_of(spend, diff, dominant=dominant), RULES)
        assert sum(odds.values()) == 1
        assert all(odds.values())
        greatest = spend + dominant + 5 + 2
        assert ("success" in odds) == (diff <= greatest)

    @pytest.mark.parametrize("dice", range(1, 6))
    @pytest.mark.parametrize("needed", [1, 3, 6, 8])
    @pytest.mark.parametrize("ones_fail", [False, True])
    def test_one_throw_alone_is_a_test_without_rerolls(self, dice: int, needed: int, ones_fail: bool) -> None:
        rules, once = (PotRules(all_ones_fail=ones_fail, max_rerolls=most) for most in (20, 0))
        assert throw_odds(dice, needed, rules) == odds_after(dice, 0, needed, once)

    def test_the_longest_legal_test_is_quick(self) -> None:
        failing.cache_clear()
        value_counts.cache_clear()
        began = time.perf_counter()
        TALENT.odds(inputs_of(MAX_DICE, 27, dominant=True), RULES)
        assert time.perf_counter() - began < 0.1

    def test_as_scripts_ask_for_it(self) -> None:
        inputs = {"crosses": 2, "spend": 2, "reserve": 2, "attitude": 0, "diff": 6}
        line: Any = {"system": "pot", "roll": "talent", "inputs": inputs}
        # Two dice miss on neither a 6 nor two 5s: 24 of 36; then one die misses on 5 of 6.
        assert script_odds(line, procedures_of) == {"odds": {"success": "4/9", "failure": "5/9"}}
        assert script_odds({**line, "rules": {"max_rerolls": 0}}, procedures_of)["odds"] == {
            "success": "1/3",
            "failure": "2/3",
        }


class TestBest:
    """POT, Tester un talent: the best die, +1 for each of its equals."""

    @pytest.mark.parametrize("dice", range(1, 7))
    def test_closed_form_is_the_count_of_all_throws(self, dice: int) -> None:
        counted = Counter(sum(best_of(faces)) for faces in product(FACES, repeat=dice))
        assert value_counts(dice) == counted

    @pytest.mark.parametrize("dice", range(1, 6))
    def test_as_the_procedure_reads_it(self, dice: int) -> None:
        inputs = BestToThrow(n=dice)
        counted = Counter(
            str(BEST.read(BestInputs(), RULES, {"dice": faces})["value"]) for faces in product(FACES, repeat=dice)
        )
        odds = BEST.odds(inputs, RULES)
        assert odds == {value: Fraction(count, 6**dice) for value, count in counted.items()}
        assert list(odds) == sorted(odds, key=int)

    @pytest.mark.parametrize("dice", range(1, 6))
    @pytest.mark.parametrize("ones_fail", [False, True])
    @pytest.mark.parametrize("needed", range(-1, 13))
    def test_failing(self, dice: int, ones_fail: bool, needed: int) -> None:
        counted = sum(
            sum(best_of(faces)) < needed or (ones_fail and all_ones(faces)) for faces in product(FACES, repeat=dice)
        )
        assert failing(dice, needed, ones_fail) == counted

    @pytest.mark.parametrize("dice", range(1, MAX_DICE + 1))
    def test_all_throws_are_counted(self, dice: int) -> None:
        assert sum(value_counts(dice).values()) == 6**dice


@pytest.mark.parametrize(
    ("dice", "rolls", "most", "left"),
    [(3, 0, 20, 3), (3, 2, 20, 1), (3, 3, 20, 0), (3, 1, 0, 0), (3, 1, 1, 2), (1, 1, 20, 0)],
)
def test_dice_of_the_next_throw(dice: int, rolls: int, most: int, left: int) -> None:
    assert dice_after(dice, rolls, PotRules(max_rerolls=most)) == left
