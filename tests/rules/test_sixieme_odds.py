"""The odds of Sixième Monde, against every throw there is, read by the procedure itself, and against icepool."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from time import perf_counter
from typing import Any, cast

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.inputs import (
    CallInputs,
    CompanionInputs,
    D20Inputs,
    D20Odds,
    MalusThrow,
    Policy,
    TrickInputs,
)
from tracker.rules.sixieme_monde.odds import at_least, d6_sums
from tracker.rules.sixieme_monde.outlook import outlook_of, success_at_once, turned, turned_chances
from tracker.rules.sixieme_monde.procedures import MALUS, TEST
from tracker.rules.sixieme_monde.scale import D20, cap_of, own_dice

RULES = SixiemeRules()
PLAYER = SixiemeRules(zero="player")
POLICIES: list[Policy] = ["accept", "own_dice", "full_cap"]
SCORES = [9, 4, 0, -1, -6, -9, -10, -15, -19, -20, -24, -27]


def drawn_by(policy: Policy, before: int, score: int, pot: int | None = None) -> int | None:
    """Give the dice drawn from the pot by a policy, None for a failure that is accepted; `pot` is what it holds."""
    own = own_dice(before, score)
    if policy == "accept":
        return None
    room = cap_of(score) - own
    drawn = 0 if policy == "own_dice" else room if pot is None else min(room, pot)
    return drawn if own + drawn else None


def enumerated(inputs: D20Odds, rules: SixiemeRules, malus_dice: int, pot: int | None = None) -> dict[str, Fraction]:
    """Count the outcomes of every throw, each read by the procedure as the policy would have it."""
    counts: Counter[str] = Counter()
    weight = 6**4
    for d20 in range(1, D20 + 1):
        called = d20 in inputs.call_values
        given_inputs = D20Inputs(
            score=inputs.score,
            call_values=inputs.call_values,
            call=inputs.call if called else None,
            companions=tuple(each for each in inputs.companions if d20 in each.call_values),
            tricks=inputs.tricks,
            karma=inputs.karma,
            pot=99,
        )
        for malus in product(range(1, 7), repeat=malus_dice):
            counts.update(_outcomes(given_inputs, rules, d20, malus, inputs.policy, weight, pot))
    total = sum(counts.values())
    return {outcome: Fraction(count, total) for outcome, count in counts.items()}


def _outcomes(
    inputs: D20Inputs,
    rules: SixiemeRules,
    d20: int,
    malus: tuple[int, ...],
    policy: Policy,
    weight: int,
    pot: int | None,
) -> dict[str, int]:
    read = TEST.read(inputs, rules, {"d20": (d20,), "malus": malus, "d6": ()})
    if read["outcome"] == "success":
        return {"success": weight}
    before = read["before_d6"]
    if before == 0 and rules.zero == "player":
        return {"success": weight}
    drawn = drawn_by(policy, before, inputs.score, pot)
    if drawn is None:
        return {"failure": weight}
    refusing = replace(inputs, choice="refuse", pot_draw=drawn)
    dice = TEST.rolled(refusing, before)
    found: Counter[str] = Counter()
    for d6 in product(range(1, 7), repeat=dice):
        shown: Any = {"d20": d20, "malus": list(malus), "d6": list(d6)}
        faces = TEST.faces_of(refusing, rules, shown)
        found[TEST.read(refusing, rules, faces)["outcome"]] += weight // 6**dice
    return found


class TestAgainstEveryThrow:
    """The closed form counts what reading every throw counts."""

    @pytest.mark.parametrize("policy", POLICIES)
    @pytest.mark.parametrize("score", SCORES)
    def test_no_penalty(self, score: int, policy: Policy) -> None:
        inputs = D20Odds(score=score, policy=policy)
        assert TEST.odds(inputs, RULES) == enumerated(inputs, RULES, 0)

    @pytest.mark.parametrize("policy", POLICIES)
    @pytest.mark.parametrize("rules", [RULES, PLAYER])
    @pytest.mark.parametrize("score", [2, -6, -14, -22])
    def test_a_penalty_die(self, score: int, rules: SixiemeRules, policy: Policy) -> None:
        inputs = D20Odds(score=score, malus_dice=1, policy=policy)
        assert TEST.odds(inputs, rules) == enumerated(inputs, rules, 1)

    @pytest.mark.parametrize("policy", POLICIES)
    def test_promised_bonuses(self, policy: Policy) -> None:
        inputs = D20Odds(
            score=-8,
            malus_dice=1,
            policy=policy,
            call_values=(3, 11, 17),
            call=CallInputs(bonus=8),
            companions=(CompanionInputs(call_values=(11, 12), bonus=5, call_uses_bonus=True),),
            tricks=(TrickInputs(bonus=2), TrickInputs(bonus=1, activate=True)),
            karma=1,
        )
        TEST.verify(inputs, RULES)
        assert TEST.odds(inputs, RULES) == enumerated(inputs, RULES, 1)

    @pytest.mark.parametrize("dice", range(5))
    def test_penalty(self, dice: int) -> None:
        counted = Counter(str(sum(faces)) for faces in product(range(1, 7), repeat=dice))
        expected = {total: Fraction(count, 6**dice) for total, count in counted.items()}
        assert MALUS.odds(MalusThrow(n=dice), RULES) == expected


def by_icepool(score: int, malus_dice: int, policy: Policy) -> dict[str, Fraction]:
    """Work out the odds with icepool."""

    def outcome(before: int) -> Any:
        drawn = None if before < 0 else drawn_by(policy, before, score)
        if before < 0 or drawn is None:
            return "success" if before < 0 else "failure"
        saved = before - (own_dice(before, score) + drawn) @ icepool.d6
        return saved.map(lambda total: "success" if total < 0 else "failure")

    before = icepool.d20 + (malus_dice @ icepool.d6 if malus_dice else 0) + score
    outcomes = before.map(outcome)
    return {cast(str, key): Fraction(outcomes.probability(key)) for key in outcomes}


class TestAgainstIcepool:
    """Another program comes to the same."""

    @pytest.mark.parametrize("policy", POLICIES)
    @pytest.mark.parametrize("malus", range(5))
    @pytest.mark.parametrize("score", SCORES)
    def test_same(self, score: int, malus: int, policy: Policy) -> None:
        inputs = D20Odds(score=score, malus_dice=malus, policy=policy)
        assert TEST.odds(inputs, RULES) == by_icepool(score, malus, policy)


class TestOutlook:
    """The dialogs show the same odds with the pot as it stands."""

    @pytest.mark.parametrize("pot", [0, 1, 2, 9])
    @pytest.mark.parametrize("rules", [RULES, PLAYER])
    @pytest.mark.parametrize("score", [2, -6, -14, -22])
    def test_every_throw(self, score: int, rules: SixiemeRules, pot: int) -> None:
        outlook = outlook_of(D20Inputs(score=score, pot=pot), rules, 1)
        for policy, share in (("accept", outlook.zero), ("own_dice", outlook.own), ("full_cap", outlook.pot)):
            inputs = D20Odds(score=score, malus_dice=1, policy=cast(Policy, policy))
            assert share == enumerated(inputs, rules, 1, pot).get("success", 0)
        assert sum(chance.share for chance in outlook.chances()) == 1
        assert all(chance.share >= 0 for chance in outlook.chances())
        assert sum(outlook.odds().values()) == 1

    def test_a_penalty_that_is_known(self) -> None:
        inputs = D20Inputs(score=-18)
        known = outlook_of(inputs, RULES, 0, 8)
        assert known.plain == Fraction(9, 20) == success_at_once(inputs, RULES, 0, 8)

    def test_only_the_table_that_chooses_sees_the_zero(self) -> None:
        assert [c.outcome for c in outlook_of(D20Inputs(score=-6), RULES, 0).chances()][1] == "own_dice"
        assert [c.outcome for c in outlook_of(D20Inputs(score=-6), PLAYER, 0).chances()][1] == "zero"

    @pytest.mark.parametrize("dice", range(1, 5))
    @pytest.mark.parametrize("before", [0, 3, 5, 11, 23, 24])
    def test_turning_a_failure(self, before: int, dice: int) -> None:
        throws = list(product(range(1, 7), repeat=dice))
        assert turned(before, dice, RULES) == Fraction(sum(before - sum(t) < 0 for t in throws), len(throws))
        assert turned(before, dice, PLAYER) == Fraction(sum(before - sum(t) <= 0 for t in throws), len(throws))
        assert sum(chance.share for chance in turned_chances(before, dice, RULES)) == 1


class TestAnyInput:
    """Odds for any legal input: they sum to one, and more dice never harm."""

    @given(
        st.integers(-27, 9),
        st.integers(0, 4),
        st.sampled_from(POLICIES),
        st.lists(st.integers(1, 20), unique=True),
        st.integers(1, 9),
        st.lists(st.integers(1, 10**30), max_size=3),
        st.sampled_from([RULES, PLAYER]),
    )
    @settings(deadline=None)
    def test_sum_is_one(
        self, score: int, malus: int, policy: Policy, calls: list[int], bonus: int, tricks: list[int], rules: Any
    ) -> None:
        inputs = D20Odds(
            score=score,
            malus_dice=malus,
            policy=policy,
            call_values=tuple(calls),
            call=CallInputs(bonus=bonus),
            tricks=tuple(TrickInputs(bonus=each) for each in tricks),
        )
        TEST.verify(inputs, rules)
        shares = TEST.odds(inputs, rules)
        assert sum(shares.values()) == 1
        assert all(shares.values())
        better = TEST.odds(replace(inputs, policy="full_cap"), rules)
        assert better.get("success", 0) >= shares.get("success", 0)

    def test_fast(self) -> None:
        inputs = D20Odds(score=-6, malus_dice=4, policy="full_cap")
        TEST.odds(inputs, RULES)
        start = perf_counter()
        for _ in range(100):
            TEST.odds(inputs, RULES)
        assert (perf_counter() - start) / 100 < 0.005

    @pytest.mark.parametrize("dice", range(7))
    def test_running_sums(self, dice: int) -> None:
        counted = Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))
        assert {total: count for total, count in enumerate(d6_sums(dice)) if count} == counted
        assert at_least(dice, -5) == 6**dice
        assert at_least(dice, 6 * dice + 1) == 0
