"""POT in numbers: what cases cannot say, such as what is thrown, which input is at fault, and odds through the door."""

from __future__ import annotations

from typing import Any

import pytest

from tracker.core.refusal import Refusal
from tracker.i18n.say import say
from tracker.rules.door import odds, resolve
from tracker.rules.system import procedures_of

TALENT: dict[str, Any] = {"crosses": 3, "spend": 3, "reserve": 5, "attitude": 2, "diff": 6}


def throw(count: int, sides: int) -> tuple[int, ...]:
    assert sides == 6
    return tuple(n % 6 + 1 for n in range(count))


def answer(roll: str, inputs: Any, dice: Any = None, **more: Any) -> Any:
    return resolve({"system": "pot", "roll": roll, "inputs": inputs, "dice": dice, **more}, procedures_of, throw)


def fault(roll: str, inputs: Any, dice: Any = None, **more: Any) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        answer(roll, inputs, dice, **more)
    return caught.value.code, caught.value.input


def odds_fault(roll: str, inputs: Any, dice: Any = None) -> str:
    with pytest.raises(Refusal) as caught:
        odds({"system": "pot", "roll": roll, "inputs": inputs, "dice": dice}, procedures_of)
    return caught.value.code


class TestThrown:
    """scripts.md, Without dice: thrown dice are given back in the shape in which they would be given."""

    def test_best_takes_its_number(self) -> None:
        thrown = answer("best", {"n": 3})
        assert thrown == {"result": {"best": 3, "extra": 0, "value": 3}, "dice": [1, 2, 3]}
        assert answer("best", {}, thrown["dice"])["result"] == thrown["result"]

    @pytest.mark.parametrize(("more", "count"), [({}, 3), ({"dominant": True}, 4), ({"spend": 1}, 1)])
    def test_talent_throws_its_first_roll_only(self, more: dict[str, Any], count: int) -> None:
        thrown = answer("talent", {**TALENT, "diff": 99, **more})
        assert thrown["dice"] == [list(range(1, count + 1))]
        assert thrown["result"]["can_reroll"] is (count > 1)
        assert answer("talent", {**TALENT, "diff": 99, **more}, thrown["dice"]) == {"result": thrown["result"]}


class TestInputAtFault:
    """scripts.md, Refusals: `error.input` names the input."""

    @pytest.mark.parametrize(
        ("change", "code", "name"),
        [
            ({"crosses": -1}, "bad_crosses", "crosses"),
            ({"spend": -1}, "must_spend_a_die", "spend"),
            ({"spend": 21}, "bad_value", "spend"),
            ({"reserve": -1}, "negative_dice", "reserve"),
            ({"attitude": -1}, "bad_value", "attitude"),
            ({"untrained_dice": 2}, "bad_value", "untrained_dice"),
            ({"bets": 4}, "bad_bets", "bets"),
            ({"forced_bets": 4}, "bad_bets", "forced_bets"),
            ({"prior_uses": -1}, "bad_prior_uses", "prior_uses"),
            ({"crosses": 0, "trained_only": True}, "talent_needs_cross", "crosses"),
            ({"spend": 0}, "must_spend_a_die", "spend"),
            ({"spend": 4}, "over_crosses", "spend"),
            ({"forced_bets": 1}, "must_match_bets", "bets"),
            ({"reserve": 2}, "reserve_too_small", "spend"),
        ],
    )
    def test_talent(self, change: dict[str, Any], code: str, name: str) -> None:
        assert fault("talent", {**TALENT, **change}) == (code, name)

    @pytest.mark.parametrize(
        ("inputs", "code", "name"),
        [
            ({"pot": 0, "ra": 0, "rr": 0}, "bad_pot", "pot"),
            ({"pot": 2, "ra": 3, "rr": -1}, "negative_dice", "rr"),
            ({"pot": 2, "ra": 1, "rr": 1, "carried": {"rr": -1}}, "negative_dice", "carried.rr"),
            ({"pot": 2, "ra": 2, "rr": 1}, "must_equal_pot", "ra"),
            ({"pot": 2, "ra": 1, "rr": 1, "carried": {"ra": 1, "rr": 1}}, "one_reserve_only", "carried"),
            ({"pot": 2, "ra": 1, "rr": 1, "carried": {"ra": 3}}, "over_twice_pot", "carried"),
        ],
    )
    def test_distribute(self, inputs: dict[str, Any], code: str, name: str) -> None:
        assert fault("distribute", inputs) == (code, name)

    def test_order_names_the_place(self) -> None:
        chars = [{"name": "A", "hargne": 1, "ra": 1}, {"name": "B", "hargne": -1, "ra": 1}]
        assert fault("order", {"chars": chars}) == ("bad_value", "chars.1.hargne")

    @pytest.mark.parametrize(
        ("inputs", "code", "name"),
        [
            ({"pot": 2, "ra": 1, "rr": 1, "keep": "all"}, "bad_keep", "keep"),
            ({"pot": 2, "ra": 0, "rr": 1, "keep": "conditional"}, "no_action_die", "keep"),
            ({"pot": 2, "ra": 3, "rr": 2}, "over_twice_pot", "ra"),
        ],
    )
    def test_end_of_round(self, inputs: dict[str, Any], code: str, name: str) -> None:
        assert fault("end_of_round", inputs) == (code, name)

    @pytest.mark.parametrize("dice", [[[4, 1, 2], [5, 5]], [[1, 2, 3], [1]], [[7, 1, 1]], []])
    def test_dice(self, dice: Any) -> None:
        assert fault("talent", TALENT, dice)[1] == "dice"


class TestOddsThroughTheDoor:
    """scripts.md, Odds: the same objects without faces; procedures without dice have none."""

    @pytest.mark.parametrize("roll", ["distribute", "order", "end_of_round"])
    def test_no_odds(self, roll: str) -> None:
        assert odds_fault(roll, {}) == "no_odds"

    @pytest.mark.parametrize(("roll", "inputs", "dice"), [("best", {"n": 1}, [1]), ("talent", TALENT, [[1, 2, 3]])])
    def test_no_dice(self, roll: str, inputs: Any, dice: Any) -> None:
        assert odds_fault(roll, inputs, dice) == "dice_not_used"

    @pytest.mark.parametrize(
        ("change", "code"),
        [({"bets": 4}, "bad_bets"), ({"spend": 0}, "must_spend_a_die"), ({"reserve": 0}, "reserve_too_small")],
    )
    def test_refused_as_a_roll_is(self, change: dict[str, Any], code: str) -> None:
        assert odds_fault("talent", {**TALENT, **change}) == code

    def test_best(self) -> None:
        found = odds({"system": "pot", "roll": "best", "inputs": {"n": 2}}, procedures_of)["odds"]
        assert found == {"2": "1/12", "3": "5/36", "4": "7/36", "5": "1/4", "6": "11/36", "7": "1/36"}

    def test_house_rules_say_how_untrained_talents_are_tested(self) -> None:
        line: Any = {"system": "pot", "roll": "talent", "inputs": {**TALENT, "crosses": 0, "spend": 1}}
        assert odds(line, procedures_of)["odds"] == {"success": "1/2", "failure": "1/2"}
        with pytest.raises(Refusal) as caught:
            odds({**line, "rules": {"untrained_dice": 0}}, procedures_of)
        assert caught.value.code == "over_crosses"


class TestSentences:
    """One thing is said as one, in each language's own way; French counts none as one."""

    @pytest.mark.parametrize(
        ("roll", "inputs", "dice", "rules", "english", "french"),
        [
            (
                "talent",
                {**TALENT, "crosses": 1, "spend": 2},
                [[1, 2]],
                {},
                "crosses allow 1 die, not 2",
                "les croix permettent 1 dé, et non 2",
            ),
            (
                "talent",
                {**TALENT, "dominant": True},
                [[1, 2, 3, 4]],
                {"free_die_over_cap": False},
                "crosses allow 3 dice, the free one among them, not 4",
                "les croix permettent 3 dés, le dé gratuit compris, et non 4",
            ),
            (
                "talent",
                {**TALENT, "forced_bets": 1},
                [[1, 2, 3]],
                {},
                "the attack forces 1 bet, not 0",
                "l’attaque impose 1 pari, et non 0",
            ),
            (
                "talent",
                {**TALENT, "reserve": 0},
                [[1, 2, 3]],
                {},
                "the reserve holds 0 dice, not 3",
                "la réserve contient 0 dé, et non 3",
            ),
            (
                "talent",
                {**TALENT, "spend": 2},
                [[1, 2], [3, 3]],
                {},
                "1 die is expected, not 2",
                "il faut 1 dé, et non 2",
            ),
            (
                "distribute",
                {"pot": 1, "ra": 1, "rr": 1},
                None,
                {},
                "exactly 1 die is split between RA and RR, not 2",
                "on répartit exactement 1 dé entre RA et RR, et non 2",
            ),
        ],
    )
    def test_a_refusal_counts(self, roll: str, inputs: Any, dice: Any, rules: Any, english: str, french: str) -> None:
        with pytest.raises(Refusal) as caught:
            answer(roll, inputs, dice, rules=rules)
        assert say(caught.value.message, "en") == english
        assert say(caught.value.message, "fr") == french
