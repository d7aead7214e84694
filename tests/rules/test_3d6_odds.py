"""The odds of 3D6, against every throw there is, read by the procedure itself, and against another program."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.refusal import Refusal
from tracker.rules.door import odds as odds_line
from tracker.rules.system import procedures_of
from tracker.rules.systeme_3d6.count import below, is_triple, majority, success_counts, triple_count
from tracker.rules.systeme_3d6.group_action import GROUP, GroupInputs, Member
from tracker.rules.systeme_3d6.house import KittenRules
from tracker.rules.systeme_3d6.inputs import OpenInputs, dice_of
from tracker.rules.systeme_3d6.long_task import LONG, LongForOdds, LongInputs, TaskRoll
from tracker.rules.systeme_3d6.procedures import (
    OPEN,
    OPPOSED,
    POOL,
    TEST,
    DifficultyInputs,
    OpposedInputs,
)

RULES = KittenRules()
QUALITIES = range(1, 6)


def throws(hand: Any, enough: int) -> Iterator[tuple[tuple[int, ...], tuple[tuple[int, int], ...]]]:
    """Give every throw of a hand with its rerolls: one at a time on the first failed die, until there is enough."""
    dice = dice_of(hand)
    for faces in product(range(1, 7), repeat=dice + hand.rerolls_allowed):
        now, made = list(faces[:dice]), []
        for face in faces[dice:]:
            failed = [n for n, shown in enumerate(now) if shown > hand.quality]
            if not failed or dice - len(failed) >= enough:
                break
            made.append((failed[0], face))
            now[failed[0]] = face
        yield faces[:dice], tuple(made)


def enumerated(procedure: Any, inputs: Any, key: str, enough: int) -> dict[str, Fraction]:
    """Count the outcomes of every throw, read by the procedure itself."""
    counts: Counter[str] = Counter()
    for faces, made in throws(inputs, enough):
        full = replace(inputs, rerolls=made)
        procedure.verify(full, RULES)
        counts[str(procedure.read(full, RULES, procedure.faces_of(full, RULES, list(faces)))[key])] += 1
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def by_icepool(quality: int, dice: int, rerolls: int, enough: int) -> Any:
    """Work out the number of successes with icepool, one reroll after the other."""
    coin = icepool.d6 <= quality
    successes: Any = dice @ coin
    for _ in range(rerolls):
        successes = icepool.map(lambda n: n if n >= min(enough, dice) else n + coin, successes)
    return successes


def share(die: Any, condition: Any) -> Fraction:
    return sum((Fraction(die.probability(n)) for n in die if condition(n)), Fraction(0))


HANDS: list[dict[str, Any]] = [
    {"quality": quality, "advantages": up, "disadvantages": down, "rerolls_allowed": rerolls}
    for quality in QUALITIES
    for up, down in ((0, 0), (1, 0), (0, 1))
    for rerolls in (0, 1, 2)
    if 3 + up - down + rerolls <= 5
]


class TestTest:
    """scripts.md: granted rerolls are used, one at a time, on a failed die as long as the difficulty is not reached."""

    @pytest.mark.parametrize("hand", HANDS)
    @pytest.mark.parametrize("difficulty", [1, 2, 3, 4])
    def test_icepool(self, hand: dict[str, Any], difficulty: int) -> None:
        inputs = DifficultyInputs(difficulty=difficulty, **hand)
        die = by_icepool(inputs.quality, dice_of(inputs), inputs.rerolls_allowed, difficulty)
        odds = TEST.odds(inputs, RULES)
        assert odds.get("success", 0) == share(die, lambda n: n >= difficulty)
        assert odds.get("choice", 0) == share(die, lambda n: 0 < n < difficulty)
        assert odds.get("total_failure", 0) == share(die, lambda n: n == 0)

    @pytest.mark.parametrize("quality", QUALITIES)
    @pytest.mark.parametrize(
        ("difficulty", "more"),
        [
            (2, {}),
            (4, {}),
            (3, {"disadvantages": 1}),
            (2, {"disadvantages": 1, "rerolls_allowed": 2}),
            (4, {"advantages": 2}),
            (1, {"rerolls_allowed": 1}),
            (3, {"rerolls_allowed": 1}),
            (4, {"rerolls_allowed": 1}),
        ],
    )
    def test_every_throw(self, quality: int, difficulty: int, more: dict[str, Any]) -> None:
        inputs = DifficultyInputs(quality=quality, difficulty=difficulty, **more)
        assert TEST.odds(inputs, RULES) == enumerated(TEST, inputs, "outcome", difficulty)

    def test_best_first_and_impossible_left_out(self) -> None:
        assert list(TEST.odds(DifficultyInputs(quality=3, difficulty=2), RULES)) == [
            "success",
            "choice",
            "total_failure",
        ]
        assert list(TEST.odds(DifficultyInputs(quality=3, difficulty=4), RULES)) == ["choice", "total_failure"]

    def test_one_half(self) -> None:
        odds = TEST.odds(DifficultyInputs(quality=3, difficulty=2), RULES)
        assert odds == {"success": Fraction(1, 2), "choice": Fraction(3, 8), "total_failure": Fraction(1, 8)}


class TestOpen:
    """scripts.md: granted rerolls are used on failed dice."""

    @pytest.mark.parametrize("hand", HANDS)
    def test_icepool(self, hand: dict[str, Any]) -> None:
        inputs = OpenInputs(**hand)
        die = by_icepool(inputs.quality, dice_of(inputs), inputs.rerolls_allowed, 9)
        assert OPEN.odds(inputs, RULES) == {str(n): share(die, lambda m, n=n: m == n) for n in die}

    @pytest.mark.parametrize("hand", [hand for hand in HANDS if hand["quality"] in {1, 4}])
    def test_every_throw(self, hand: dict[str, Any]) -> None:
        inputs = OpenInputs(**hand)
        assert OPEN.odds(inputs, RULES) == enumerated(OPEN, inputs, "successes", 9)

    @given(st.integers(1, 5), st.integers(0, 3), st.integers(0, 3), st.integers(0, 20))
    def test_sum_is_one_and_the_most_comes_first(self, quality: int, up: int, down: int, rerolls: int) -> None:
        inputs = OpenInputs(quality=quality, advantages=up, disadvantages=down, rerolls_allowed=rerolls)
        odds = OPEN.odds(inputs, RULES)
        assert sum(odds.values()) == 1
        assert list(odds) == sorted(odds, reverse=True)


class TestOpposed:
    """3D6, Actions en opposition: more successes wins."""

    @pytest.mark.parametrize("a", [(3, 0, 0), (1, 1, 0), (5, 0, 1), (2, 0, 0)])
    @pytest.mark.parametrize("b", [(3, 0, 0), (4, 1, 0), (2, 0, 1)])
    @pytest.mark.parametrize("rerolls", [(0, 0), (2, 1)])
    def test_icepool(self, a: tuple[int, int, int], b: tuple[int, int, int], rerolls: tuple[int, int]) -> None:
        sides = [
            OpenInputs(quality=q, advantages=up, disadvantages=down, rerolls_allowed=again)
            for (q, up, down), again in zip((a, b), rerolls, strict=True)
        ]
        mine, theirs = (by_icepool(each.quality, dice_of(each), each.rerolls_allowed, 9) for each in sides)
        odds = OPPOSED.odds(OpposedInputs(a=sides[0], b=sides[1]), RULES)
        assert odds.get("a", 0) == share(mine - theirs, lambda n: n > 0)
        assert odds.get("b", 0) == share(mine - theirs, lambda n: n < 0)
        assert odds.get("tie", 0) == share(mine - theirs, lambda n: n == 0)

    def test_every_throw(self) -> None:
        inputs = OpposedInputs(a=OpenInputs(quality=2, disadvantages=1), b=OpenInputs(quality=5))
        counts: Counter[str] = Counter()
        for faces in product(range(1, 7), repeat=5):
            dice = {"a": list(faces[:2]), "b": list(faces[2:])}
            counts[OPPOSED.read(inputs, RULES, OPPOSED.faces_of(inputs, RULES, dice))["winner"]] += 1
        assert OPPOSED.odds(inputs, RULES) == {who: Fraction(n, 6**5) for who, n in counts.items()}


class TestGroup:
    """3D6, Actions de groupe: more than half; a choice counts only where it is paid for."""

    @pytest.mark.parametrize("difficulty", [1, 2, 3])
    @pytest.mark.parametrize("pays", [(False, False), (True, False), (True, True)])
    def test_every_throw(self, difficulty: int, pays: tuple[bool, bool]) -> None:
        members = (
            Member(quality=2, disadvantages=1, pays_cost=pays[0]),
            Member(quality=4, pays_cost=pays[1]),
        )
        inputs = GroupInputs(difficulty=difficulty, entries=members)
        counts: Counter[str] = Counter()
        for faces in product(range(1, 7), repeat=5):
            counts[GROUP.read(inputs, RULES, {"0": faces[:2], "1": faces[2:]})["group"]] += 1
        expected = {outcome: Fraction(counts[outcome], 6**5) for outcome in ("success", "failure") if counts[outcome]}
        assert GROUP.odds(inputs, RULES) == expected

    @pytest.mark.parametrize("members", range(1, 8))
    @pytest.mark.parametrize("rerolls", [0, 1])
    def test_icepool(self, members: int, rerolls: int) -> None:
        entries = tuple(
            Member(quality=1 + n % 5, advantages=n % 2, rerolls_allowed=rerolls, pays_cost=n % 3 == 0)
            for n in range(members)
        )
        passing = [
            by_icepool(each.quality, dice_of(each), rerolls, 2) >= (1 if each.pays_cost else 2) for each in entries
        ]
        passed: Any = sum(passing[1:], passing[0] + 0)
        odds = GROUP.odds(GroupInputs(difficulty=2, entries=entries), RULES)
        assert odds.get("success", 0) == share(passed, lambda n: 2 * n > members)

    def test_nobody_reaches_legendary_with_three_dice(self) -> None:
        assert GROUP.odds(GroupInputs(difficulty=4, entries=(Member(quality=5),)), RULES) == {"failure": 1}


class TestLong:
    """scripts.md: `complete` after `max_rolls` rolls of the one member given."""

    @pytest.mark.parametrize(("target", "rolls"), [(1, 1), (3, 1), (4, 1), (4, 2), (5, 3), (9, 3), (10, 3), (12, 6)])
    @pytest.mark.parametrize("quality", [1, 3, 5])
    @pytest.mark.parametrize("more", [{}, {"advantages": 1}, {"disadvantages": 1, "rerolls_allowed": 1}])
    def test_icepool(self, target: int, rolls: int, quality: int, more: dict[str, Any]) -> None:
        roll = TaskRoll(quality=quality, **more)
        total = rolls @ by_icepool(quality, dice_of(roll), roll.rerolls_allowed, 9)
        odds = LONG.odds(LongForOdds(target=target, max_rolls=rolls, entries=(roll,)), RULES)
        assert odds.get("true", 0) == share(total, lambda n: n >= target)
        assert odds.get("false", 0) == share(total, lambda n: n < target)

    @pytest.mark.parametrize("target", range(1, 6))
    def test_every_throw(self, target: int) -> None:
        rolls = (TaskRoll(quality=2, disadvantages=1), TaskRoll(quality=2, disadvantages=1))
        counts: Counter[bool] = Counter()
        for faces in product(range(1, 7), repeat=4):
            read = LONG.read(LongInputs(target=target, entries=rolls), RULES, {"0": faces[:2], "1": faces[2:]})
            counts[read["complete"]] += 1
        odds = LONG.odds(LongForOdds(target=target, max_rolls=2, entries=rolls[:1]), RULES)
        assert odds.get("true", 0) == Fraction(counts[True], 6**4)

    def test_what_is_done_and_used_counts(self) -> None:
        roll = (TaskRoll(quality=3),)
        fresh = LONG.odds(LongForOdds(target=5, max_rolls=2, entries=roll), RULES)
        assert LONG.odds(LongForOdds(target=9, done=4, max_rolls=6, rolls_used=4, entries=roll), RULES) == fresh

    @pytest.mark.parametrize("quality", QUALITIES)
    @pytest.mark.parametrize("rolls", range(1, 6))
    def test_recurrence_is_the_product(self, quality: int, rolls: int) -> None:
        counts = success_counts(3, quality, 1)
        sums: Counter[int] = Counter({0: 1})
        for _ in range(rolls):
            sums = sum((Counter({n + k: c * counts[k] for n, c in sums.items()}) for k in counts), Counter[int]())
        for target in range(1, 3 * rolls + 2):
            expected = sum(count for n, count in sums.items() if n < target)
            assert below(counts, rolls, target) == (expected, sums.total())


class TestTriple:
    """Three alike, four alike being one triple; two dice show none."""

    @pytest.mark.parametrize("dice", [2, 3, 4])
    def test_every_throw(self, dice: int) -> None:
        assert triple_count(dice) == sum(is_triple(faces) for faces in product(range(1, 7), repeat=dice))


def line(roll: str, inputs: Any, dice: Any = None) -> Any:
    return odds_line({"system": "3d6", "roll": roll, "inputs": inputs, "dice": dice}, procedures_of)


def fault(roll: str, inputs: Any, dice: Any = None) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        line(roll, inputs, dice)
    return caught.value.code, caught.value.input


class TestDoor:
    """`tracker odds`: fractions as text, a certain outcome "1", impossible ones left out."""

    def test_text(self) -> None:
        assert line("test", {"quality": 3, "difficulty": 2}) == {
            "odds": {"success": "1/2", "choice": "3/8", "total_failure": "1/8"}
        }
        assert line("long", {"target": 9, "max_rolls": 2}, [{"quality": 5}]) == {"odds": {"false": "1"}}
        assert line("group", {"difficulty": 4}, [{"quality": 5}]) == {"odds": {"failure": "1"}}
        assert list(line("open", {"quality": 1, "disadvantages": 1})["odds"]) == ["2", "1", "0"]

    @pytest.mark.parametrize(
        ("roll", "inputs", "dice", "expected"),
        [
            ("pool", {"advantages": 1}, None, ("no_odds", "roll")),
            ("test", {"quality": 3, "difficulty": 2}, [1, 2, 3], ("dice_not_used", "dice")),
            ("opposed", {"a": {"quality": 3}, "b": {"quality": 3}}, {"a": [1, 2, 3]}, ("dice_not_used", "dice")),
            ("group", {"difficulty": 2}, [{"quality": 3, "dice": [1, 2, 3]}], ("dice_not_used", "dice")),
            (
                "test",
                {"quality": 3, "difficulty": 2, "rerolls_allowed": 1, "rerolls": [[0, 1]]},
                None,
                ("dice_not_used", "rerolls"),
            ),
            ("test", {"quality": 6, "difficulty": 2}, None, ("bad_quality", "quality")),
            ("group", {"difficulty": 2}, None, ("no_members", "dice")),
            ("group", {"difficulty": 2}, [{"quality": 3}] * 101, ("bad_value", "dice")),
            ("long", {"target": 9}, [{"quality": 3}], ("missing_input", "max_rolls")),
            ("long", {"target": 9, "max_rolls": 101}, [{"quality": 3}], ("bad_value", "max_rolls")),
            ("long", {"target": 9, "max_rolls": 2}, None, ("no_members", "dice")),
            ("long", {"target": 9, "max_rolls": 2}, [{"quality": 3}, {"quality": 3}], ("bad_value", "dice")),
            ("long", {"target": 9, "done": 9, "max_rolls": 2}, [{"quality": 3}], ("already_complete", "dice.0")),
            ("long", {"target": 9, "rolls_used": 2, "max_rolls": 2}, [{"quality": 3}], ("time_is_up", "dice.0")),
            ("long", {"target": 0, "max_rolls": 2}, [{"quality": 3}], ("bad_target", "target")),
        ],
    )
    def test_fault(self, roll: str, inputs: Any, dice: Any, expected: tuple[str, str]) -> None:
        assert fault(roll, inputs, dice) == expected

    @pytest.mark.parametrize(
        ("roll", "inputs", "dice"),
        [
            ("open", {"quality": 5, "advantages": 10**30, "rerolls_allowed": 20}, None),
            ("group", {"difficulty": 2}, [{"quality": 3, "advantages": 1, "rerolls_allowed": 20}] * 100),
            ("long", {"target": 250, "max_rolls": 100}, [{"quality": 4, "advantages": 1, "rerolls_allowed": 20}]),
            ("long", {"target": 10**40, "max_rolls": 100}, [{"quality": 4}]),
        ],
    )
    def test_no_legal_line_takes_long(self, roll: str, inputs: Any, dice: Any) -> None:
        began = time.perf_counter()
        shares = line(roll, inputs, dice)["odds"]
        assert time.perf_counter() - began < 0.5
        assert sum(map(Fraction, shares.values())) == 1

    def test_pool_has_none(self) -> None:
        assert not POOL.has_odds


def test_majority_of_nobody_is_none() -> None:
    assert majority(()) == (0, 1)
