"""The numbers of 3D6. Each class is one rule; what scripts may send is in tests/data/cases/3d6.jsonl."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest

from tracker.core.fields import described
from tracker.core.refusal import Refusal
from tracker.rules.door import resolve
from tracker.rules.system import procedures_of
from tracker.rules.systeme_3d6.count import dice_thrown, is_triple, success_counts, successes
from tracker.rules.systeme_3d6.group_action import group_outcome
from tracker.rules.systeme_3d6.house import DIFFICULTIES, KittenRules
from tracker.rules.systeme_3d6.inputs import OpenInputs, Outcome, outcome_of, rolled
from tracker.rules.systeme_3d6.long_task import LONG
from tracker.rules.systeme_3d6.names import OUTCOMES
from tracker.rules.systeme_3d6.procedures import (
    OPEN,
    PROCEDURES,
    TEST,
    DifficultyInputs,
    PoolInputs,
    winner,
)

RULES = KittenRules()


def read(inputs: DifficultyInputs, *faces: int, rules: KittenRules = RULES) -> dict[str, Any]:
    TEST.verify(inputs, rules)
    return TEST.read(inputs, rules, TEST.faces_of(inputs, rules, list(faces)))


def answer(roll: str, inputs: Any, dice: Any = None) -> Any:
    return resolve(
        {"system": "3d6", "roll": roll, "inputs": inputs, "dice": dice}, procedures_of, lambda n, s: (1,) * n
    )


def fault(roll: str, inputs: Any, dice: Any = None) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        answer(roll, inputs, dice)
    return caught.value.code, caught.value.input


class TestDice:
    """3D6, Modificateurs: four with an advantage, two with a disadvantage, never more nor less."""

    @pytest.mark.parametrize(("up", "down"), list(product(range(4), repeat=2)))
    def test_only_whether_there_are_any_counts(self, up: int, down: int) -> None:
        assert dice_thrown(up, down) == 3 + (up > 0) - (down > 0)
        assert 2 <= dice_thrown(up, down) <= 4

    def test_a_die_as_high_as_the_quality_is_a_success(self) -> None:
        assert [successes(3, (face,)) for face in range(1, 7)] == [1, 1, 1, 0, 0, 0]

    @pytest.mark.parametrize(
        ("faces", "triple"),
        [
            ((5, 5, 5), True),
            ((5, 5, 4), False),
            ((2, 6, 2, 2), True),
            ((1, 1, 1, 1), True),
            ((3, 3, 4, 4), False),
            ((6, 6), False),
        ],
    )
    def test_triple(self, faces: tuple[int, ...], triple: bool) -> None:
        assert is_triple(faces) is triple


class TestOutcome:
    """3D6, Réussite et échec: enough, some, none."""

    @pytest.mark.parametrize(("count", "difficulty"), list(product(range(5), DIFFICULTIES)))
    def test_table(self, count: int, difficulty: int) -> None:
        expected = "success" if count >= difficulty else "choice" if count else "total_failure"
        assert outcome_of(count, difficulty) == expected

    def test_a_triple_changes_nothing_of_it(self) -> None:
        assert read(DifficultyInputs(quality=3, difficulty=2), 5, 5, 5)["outcome"] == "total_failure"
        assert read(DifficultyInputs(quality=3, difficulty=2), 1, 1, 1)["outcome"] == "success"

    @pytest.mark.parametrize(("a", "b", "who"), [(2, 1, "a"), (1, 2, "b"), (0, 0, "tie"), (3, 3, "tie")])
    def test_winner(self, a: int, b: int, who: str) -> None:
        assert winner(a, b) == who

    @pytest.mark.parametrize(("passed", "members"), list(product(range(6), range(1, 6))))
    def test_the_majority_is_more_than_half(self, passed: int, members: int) -> None:
        assert group_outcome(passed, members) == ("success" if passed > members / 2 else "failure")

    def test_every_outcome_is_said(self) -> None:
        assert set(get_args(Outcome)) == set(OUTCOMES)


class TestRerolls:
    """3D6, Modificateurs: a failed die is rolled again, one at a time, and the new face stands."""

    def test_in_their_order(self) -> None:
        inputs = OpenInputs(quality=3, rerolls_allowed=3, rerolls=((0, 6), (0, 5), (2, 1)))
        assert rolled(inputs, (4, 2, 6), RULES).final == (5, 2, 1)

    def test_at_any_moment_a_triple_may_count(self) -> None:
        inputs = OpenInputs(quality=3, rerolls_allowed=2, rerolls=((0, 5), (0, 1)))
        assert not rolled(inputs, (4, 5, 5), RULES).triple
        assert rolled(inputs, (4, 5, 5), KittenRules(triple_on="any")).triple

    @pytest.mark.parametrize("allowed", range(21))
    def test_counts_are_all_throws(self, allowed: int) -> None:
        assert sum(success_counts(3, 4, allowed).values()) == 6 ** (3 + allowed)


class TestDoor:
    """scripts.md and the table of the rules page."""

    @pytest.mark.parametrize("id", ["pool", "test", "open", "opposed", "long", "group"])
    def test_every_roll_is_there(self, id: str) -> None:
        assert PROCEDURES[id].id == id

    def test_the_order_of_the_inputs_is_that_of_the_page(self) -> None:
        hand = ["advantages", "disadvantages", "rerolls_allowed", "rerolls"]
        assert list(described(PoolInputs)) == hand[:2]
        assert list(described(OpenInputs)) == ["quality", *hand]
        assert list(described(DifficultyInputs)) == ["quality", "difficulty", *hand]
        assert list(described(LONG.inputs)) == ["target", "done", "rolls_used", "max_rolls"]

    @pytest.mark.parametrize(
        ("roll", "inputs", "dice", "expected"),
        [
            ("opposed", {"a": {"quality": 3}, "b": {"quality": 7}}, None, ("bad_quality", "b.quality")),
            (
                "opposed",
                {"a": {"quality": 3}, "b": {"quality": 3, "rerolls_allowed": 1, "rerolls": [[0, 1]]}},
                {"a": [1, 2, 3], "b": [1, 2, 3]},
                ("die_already_success", "b.rerolls"),
            ),
            ("group", {"difficulty": 2}, [{"quality": 3}, {"quality": 8}], ("bad_quality", "dice.1.quality")),
            (
                "group",
                {"difficulty": 2},
                [{"quality": 3, "dice": [4, 5, 6], "pays_cost": True}],
                ("cannot_pay", "dice.0.pays_cost"),
            ),
            ("long", {"target": 4}, [{"quality": 3, "same_step": True}], ("bad_value", "dice.0.same_step")),
            (
                "long",
                {"target": 9, "max_rolls": 1},
                [{"quality": 3, "dice": [9]}, {"quality": 3}],
                ("time_is_up", "dice.1"),
            ),
            (
                "long",
                {"target": 9},
                [{"quality": 3}, {"quality": 3, "rerolls": [[0, 1]]}],
                ("no_reroll_left", "dice.1.rerolls"),
            ),
        ],
    )
    def test_the_input_at_fault_is_named(self, roll: str, inputs: Any, dice: Any, expected: tuple[str, str]) -> None:
        assert fault(roll, inputs, dice) == expected

    def test_thrown_dice_come_back_in_the_shape_in_which_they_are_given(self) -> None:
        inputs = {"a": {"quality": 3}, "b": {"quality": 2, "advantages": 1}}
        thrown = answer("opposed", inputs)
        assert thrown["dice"] == {"a": [1, 1, 1], "b": [1, 1, 1, 1]}
        assert answer("opposed", inputs, thrown["dice"]) == {"result": thrown["result"]}
        members = [{"quality": 3, "disadvantages": 1}, {"quality": 2, "dice": [4, 5, 6]}]
        thrown = answer("group", {"difficulty": 1}, members)
        assert [each["dice"] for each in thrown["dice"]] == [[1, 1], [4, 5, 6]]
        assert answer("group", {"difficulty": 1}, thrown["dice"]) == {"result": thrown["result"]}

    def test_a_task_nobody_rolls_for_stays_as_it_is(self) -> None:
        assert answer("long", {"target": 4, "done": 3, "rolls_used": 2, "max_rolls": 2})["result"] == {
            "running": [],
            "done": 3,
            "complete": False,
            "rolls_used": 2,
            "time_is_up": True,
            "triples": [],
        }

    def test_open_gives_no_outcome(self) -> None:
        assert "outcome" not in OPEN.read(OpenInputs(quality=3), RULES, {"dice": (4, 5, 6)})
