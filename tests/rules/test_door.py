"""The script door, with procedures of every shape there is."""

from __future__ import annotations

from typing import Any

import pytest
from strange_procedures import A, answer, fault, lookup, odds_fault, throw

from tracker.core.refusal import Refusal
from tracker.rules.door import odds, resolve
from tracker.rules.system import procedures_of


class TestNestedInputs:
    """scripts.md, Refusals: `error.input` names the input, also inside objects and lists of objects."""

    @pytest.mark.parametrize(
        ("inputs", "code", "name"),
        [
            ({"a": {"quality": 3, "qualty": 3}}, "unknown_input", "a.qualty"),
            ({"a": A, "others": [A, {"quality": 3, "x": 1}]}, "unknown_input", "others.1.x"),
            ({"a": 3}, "bad_type", "a"),
            ({"a": [A]}, "bad_type", "a"),
            ({"a": A, "others": {"quality": 3}}, "bad_type", "others"),
            ({"a": A, "others": [A, 3]}, "bad_type", "others.1"),
            ({"a": A, "others": [A, None]}, "bad_type", "others.1"),
            ({"a": A, "others": [{"quality": True}]}, "bad_type", "others.0.quality"),
            ({"a": {"quality": 3, "names": [1, "2"]}}, "bad_type", "a.names"),
            ({"a": {"quality": 3, "names": 1}}, "bad_type", "a.names"),
            ({"a": {"quality": 3, "rerolls": [[0, 1], 2]}}, "bad_type", "a.rerolls"),
            ({"a": {"quality": 3, "rerolls": [[0, True]]}}, "bad_type", "a.rerolls"),
            ({}, "missing_input", "a"),
            ({"a": {}}, "missing_input", "a.quality"),
            ({"a": {"quality": None}}, "missing_input", "a.quality"),
            ({"a": A, "b": {}}, "missing_input", "b.quality"),
            ({"a": A, "others": [{}]}, "missing_input", "others.0.quality"),
            ({"a": {"quality": 9}}, "bad_quality", "a.quality"),
            ({"a": A, "others": [A, {"quality": 1}]}, "bad_quality", "others.1.quality"),
            ({"a": {"quality": 3, "names": [1, 21]}}, "bad_value", "a.names"),
        ],
    )
    def test_fault(self, inputs: Any, code: str, name: str) -> None:
        assert fault("opposed", inputs) == (code, name)

    @pytest.mark.parametrize(
        ("inputs", "code"),
        [
            ({"a": {"quality": True}, "others": [{"x": 1}]}, "unknown_input"),
            ({"a": {}, "others": [{"quality": "3"}]}, "bad_type"),
            ({"a": {"quality": 9}, "others": [{}]}, "missing_input"),
        ],
    )
    def test_each_check_goes_through_all_of_it_before_the_next(self, inputs: Any, code: str) -> None:
        assert fault("opposed", inputs)[0] == code

    def test_null_is_left_out_at_any_depth(self) -> None:
        inputs = {"a": {"quality": 3, "names": None, "x": None}, "b": None, "others": None, "c": None}
        assert answer("opposed", inputs, {"a": [1, 1, 1], "b": [1, 1, 1], "d20": 1})["result"]["a"] == 3


class TestDiceAsObject:
    """3D6 opposed, sixieme-monde test: pools by name, a single die as a number."""

    def test_given(self) -> None:
        dice = {"a": [1, 2, 3], "b": [4, 5, 6], "d20": 20}
        assert answer("opposed", {"a": A}, dice) == {"result": {"a": 6, "b": 15, "d20": 20}}

    def test_thrown(self) -> None:
        thrown = answer("opposed", {"a": A})
        assert thrown["dice"] == {"a": [6, 6, 6], "b": [6, 6, 6], "d20": 20}
        assert answer("opposed", {"a": A}, thrown["dice"]) == {"result": thrown["result"]}

    def test_what_is_left_out_is_thrown(self) -> None:
        assert answer("opposed", {"a": A}, {"a": [1, 2, 3], "b": None})["dice"] == {
            "a": [1, 2, 3],
            "b": [6, 6, 6],
            "d20": 20,
        }

    @pytest.mark.parametrize(
        ("dice", "code", "name"),
        [
            ({"a": [1, 2, 3], "c": [1, 2, 3]}, "unknown_input", "dice.c"),
            ([1, 2, 3], "bad_type", "dice"),
            ({"a": 1}, "bad_type", "dice.a"),
            ({"d20": [1]}, "bad_type", "dice.d20"),
            ({"a": [1, 2, True]}, "bad_type", "dice.a"),
            ({"a": [1, 2, 7], "b": [1, 2]}, "bad_dice_count", "dice"),
            ({"a": [1, 2, 7], "b": [1, 2, 3]}, "bad_face", "dice"),
            ({"d20": 21}, "bad_face", "dice"),
        ],
    )
    def test_fault(self, dice: Any, code: str, name: str) -> None:
        assert fault("opposed", {"a": A}, dice) == (code, name)


class TestDiceAsMembers:
    """3D6 group and long: members with inputs of their own, with or without their dice."""

    def test_given(self) -> None:
        dice = [{"quality": 2, "dice": [1, 2]}, {"quality": 3, "dice": [4, 5, 6]}]
        assert answer("group", {"difficulty": 2}, dice) == {"result": {"members": [[2, 1, 2], [3, 4, 5, 6]]}}

    def test_members_without_dice_are_thrown(self) -> None:
        dice = [{"quality": 2, "dice": [1, 2]}, {"quality": 3}, {"quality": 2, "dice": None}]
        thrown = answer("group", {"difficulty": 2}, dice)
        assert thrown["result"] == {"members": [[2, 1, 2], [3, 6, 6, 6], [2, 6, 6]]}
        assert thrown["dice"] == [
            {"quality": 2, "dice": [1, 2]},
            {"quality": 3, "dice": [6, 6, 6]},
            {"quality": 2, "dice": [6, 6]},
        ]

    @pytest.mark.parametrize(
        ("inputs", "dice", "code", "name"),
        [
            ({"difficulty": 2}, None, "no_members", None),
            ({"difficulty": 2}, [], "no_members", None),
            ({"difficulty": 9}, [{"quality": 2, "x": 1}], "unknown_input", "dice.0.x"),
            ({"difficulty": 9}, [{"quality": 2, "dice": [1, "2"]}], "bad_type", "dice.0.dice"),
            ({"difficulty": 9}, [5], "bad_type", "dice.0"),
            ({"difficulty": 9}, [{}], "missing_input", "dice.0.quality"),
            ({"difficulty": 9}, [{"quality": 9}], "bad_difficulty", "difficulty"),
            ({"difficulty": 2}, [A, {"quality": 9}], "bad_quality", "dice.1.quality"),
            (
                {"difficulty": 2},
                [{"quality": 2, "dice": [9, 9]}, {"quality": 2, "dice": [1]}],
                "bad_dice_count",
                "dice",
            ),
            ({"difficulty": 2}, [{"quality": 2, "dice": [9, 9]}], "bad_face", "dice"),
            ({"difficulty": 2, "members": [A]}, [A], "unknown_input", "members"),
        ],
    )
    def test_fault(self, inputs: Any, dice: Any, code: str, name: str | None) -> None:
        assert fault("group", inputs, dice) == (code, name)

    def test_odds_take_members_without_faces(self) -> None:
        line: Any = {"system": "any", "roll": "group", "inputs": {"difficulty": 1}, "dice": [A, A]}
        assert odds(line, lookup) == {"odds": {"2": "1"}}
        assert odds_fault("group", {"difficulty": 1}, [A, {"quality": 2, "dice": [1, 2]}]) == ("dice_not_used", "dice")


class TestDiceAsRolls:
    """Pot talent: a list of rolls."""

    def test_given(self) -> None:
        assert answer("talent", {"difficulty": 1}, [[1, 2], [3]]) == {"result": {"first": [1, 2], "second": [3]}}

    def test_thrown(self) -> None:
        assert answer("talent", {"difficulty": 1})["dice"] == [[6, 6], [6]]

    @pytest.mark.parametrize(
        ("dice", "code"),
        [
            ([1, 2], "bad_type"),
            ([[1, 2], 3], "bad_type"),
            ([[1, 2.0], [3]], "bad_type"),
            ([[1, 2]], "bad_dice_count"),
            ([[1, 9], [3, 3]], "bad_dice_count"),
            ([[1, 9], [3]], "bad_face"),
        ],
    )
    def test_fault(self, dice: Any, code: str) -> None:
        assert fault("talent", {"difficulty": 1}, dice) == (code, "dice")


class TestInputsOfOneUse:
    """scripts.md, Without dice and Odds: inputs that are taken only when dice are absent, or only for odds."""

    def test_number_only_without_dice(self) -> None:
        assert answer("best", {"n": 3}) == {"result": {"best": 6}, "dice": [6, 6, 6]}
        assert answer("best", {}, [2, 3]) == {"result": {"best": 3}}
        assert fault("best", {}) == ("missing_input", "n")
        assert fault("best", {"n": 2}, [2, 3]) == ("unknown_input", "n")
        assert fault("best", {"n": 21}) == ("bad_value", "n")

    def test_only_for_odds(self) -> None:
        line: Any = {"system": "any", "roll": "best", "inputs": {"n": 2, "sure": True, "who": "Zoé"}}
        assert odds(line, lookup) == {"odds": {"Bets(n=2, sure=True, who='Zoé')": "1"}}
        assert fault("best", {"n": 2, "sure": True}) == ("unknown_input", "sure")


class TestOdds:
    """scripts.md, Odds."""

    @staticmethod
    def ask(roll: str, inputs: Any, **more: Any) -> Any:
        return odds({"system": "charge", "roll": roll, "inputs": inputs, **more}, procedures_of)["odds"]

    @staticmethod
    def fault(roll: str, inputs: Any, **more: Any) -> tuple[str, str | None]:
        with pytest.raises(Refusal) as caught:
            TestOdds.ask(roll, inputs, **more)
        return caught.value.code, caught.value.input

    @pytest.mark.parametrize(
        ("roll", "inputs", "expected"),
        [
            ("action", {"dots": 1}, {"full": "1/6", "partial": "1/3", "bad": "1/2"}),
            ("action", {"dots": 0}, {"full": "1/36", "partial": "2/9", "bad": "3/4"}),
            ("action", {"dots": 2}, {"critical": "1/36", "full": "5/18", "partial": "4/9", "bad": "1/4"}),
            ("action", {"dots": 1, "minus_dice": 3}, {"full": "1/36", "partial": "2/9", "bad": "3/4"}),
            (
                "action",
                {"dots": 1, "push": "die"},
                {"critical": "1/36", "full": "5/18", "partial": "4/9", "bad": "1/4"},
            ),
            ("determination", {"spend": 1, "initiative": 1}, {"full": "1/6", "partial": "1/3", "bad": "1/2"}),
            ("fortune", {"likelihood": -4}, {"full": "1/36", "partial": "2/9", "bad": "3/4"}),
        ],
    )
    def test_charge(self, roll: str, inputs: Any, expected: Any) -> None:
        assert self.ask(roll, inputs) == expected

    def test_house_rules(self) -> None:
        zero = self.ask("determination", {"spend": 0, "initiative": 0}, rules={"determination_zero": True})
        assert zero == {"full": "1/36", "partial": "2/9", "bad": "3/4"}

    @pytest.mark.parametrize("roll", ["clock", "stress", "recover", "flashback", "position", "session_start"])
    def test_no_dice_no_odds(self, roll: str) -> None:
        assert self.fault(roll, {}) == ("no_odds", "roll")
        assert self.fault(roll, {"x": 1}, dice=[1]) == ("no_odds", "roll")

    @pytest.mark.parametrize(
        ("inputs", "more", "code"),
        [
            ({"dots": 2}, {"dice": [6, 1]}, "dice_not_used"),
            ({"dots": 2}, {"dice": []}, "dice_not_used"),
            ({"dots": 2, "x": 1}, {"dice": [6, 1]}, "dice_not_used"),
            ({"dots": 2, "x": 1}, {"rules": {"x": 1}}, "bad_rules"),
            ({"dots": 2, "x": 1}, {}, "unknown_input"),
            ({"dots": 2.5}, {}, "bad_type"),
            ({}, {}, "missing_input"),
            ({"dots": 7}, {}, "bad_dots"),
            ({"dots": 1, "push": "die", "tension": True}, {}, "push_or_tension"),
            ({"dots": 1, "taken_out": True}, {}, "taken_out"),
            ({"dots": 1, "push": "die", "initiative": 1}, {}, "not_enough_initiative"),
            ({"dots": 1, "helper_initiative": 0}, {}, "helper_no_initiative"),
        ],
    )
    def test_fault(self, inputs: Any, more: Any, code: str) -> None:
        assert self.fault("action", inputs, **more)[0] == code

    def test_dice_null_is_left_out(self) -> None:
        assert self.ask("action", {"dots": 1}, dice=None)["full"] == "1/6"

    def test_procedure_with_dice_but_without_odds(self) -> None:
        assert odds_fault("opposed", {"a": A}) == ("no_odds", "roll")


class TestThrown:
    """scripts.md, Without dice: the dice are thrown and answered in the shape in which they would be given."""

    @pytest.mark.parametrize(
        ("roll", "inputs", "count"),
        [
            ("action", {"dots": 3}, 3),
            ("action", {"dots": 0}, 2),
            ("action", {"dots": 0, "minus_dice": 20}, 2),
            ("action", {"dots": 2, "push": "die", "helper_initiative": 1}, 4),
            ("determination", {"spend": 2, "initiative": 2}, 2),
            ("fortune", {"likelihood": -1}, 2),
        ],
    )
    def test_charge(self, roll: str, inputs: Any, count: int) -> None:
        line: dict[str, Any] = {"system": "charge", "roll": roll, "inputs": inputs}
        thrown = resolve(line, procedures_of, throw)
        assert thrown["dice"] == [6] * count
        assert resolve({**line, "dice": thrown["dice"]}, procedures_of, throw) == {"result": thrown["result"]}

    def test_nothing_is_thrown_for_a_refusal(self) -> None:
        def never(count: int, sides: int) -> tuple[int, ...]:
            raise AssertionError

        with pytest.raises(Refusal):
            resolve({"system": "charge", "roll": "action", "inputs": {"dots": 9}}, procedures_of, never)

    def test_no_dice_are_answered_where_none_are_thrown(self) -> None:
        line: Any = {"system": "charge", "roll": "clock", "inputs": {"size": 4, "filled": 0, "ticks": 1}}
        assert resolve(line, procedures_of, throw) == {"result": {"filled": 1, "full": False}}


class TestMessages:
    """A refusal names the thing and the number."""

    @pytest.mark.parametrize(
        ("inputs", "name"),
        [
            ({"dots": 9}, "dots"),
            ({"dots": 10**50}, "dots"),
            ({"dots": "x" * 500}, "dots"),
            ({"dots": 1, "y" * 500: 1}, "y" * 500),
        ],
    )
    def test_short(self, inputs: Any, name: str) -> None:
        from tracker.i18n.say import say

        with pytest.raises(Refusal) as caught:
            resolve({"system": "charge", "roll": "action", "inputs": inputs}, procedures_of, throw)
        assert caught.value.input == name
        assert len(say(caught.value.message, "en")) < 140
