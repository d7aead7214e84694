"""The numbers of Sixième Monde. Each class is one rule; what scripts may send is in data/cases/sixieme-monde.jsonl."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.core.fields import described
from tracker.core.refusal import Refusal
from tracker.rules.door import odds, resolve
from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.inputs import CHOICES, POLICIES, Choice, D20Inputs, D20Odds, D20Throw, Policy
from tracker.rules.sixieme_monde.names import TIERS, plain, signed
from tracker.rules.sixieme_monde.procedures import PROCEDURES, RULES, TEST
from tracker.rules.sixieme_monde.scale import (
    CAPS,
    Tier,
    answer_worth,
    failed_margins,
    gift,
    level_of,
    margins_of,
    own_dice,
    pot_at_start,
    tier_of,
)
from tracker.rules.system import procedures_of


def answered(inputs: dict[str, Any], dice: Any = None, **more: Any) -> Any:
    """Give what a line of the roll answers, thrown dice showing one after the other 1, 2, 3, …."""
    chance = Random(4)
    line = {"system": "sixieme-monde", "roll": "test", "inputs": inputs, **more}
    if dice is not None:
        line["dice"] = dice
    return resolve(line, procedures_of, lambda count, sides: tuple(chance.randint(1, sides) for _ in range(count)))


def shares(inputs: dict[str, Any], roll: str = "test", **more: Any) -> Any:
    """Give the odds that a line answers."""
    return odds({"system": "sixieme-monde", "roll": roll, "inputs": inputs, **more}, procedures_of)["odds"]


def refusal(inputs: dict[str, Any], dice: Any = None, *, of_odds: bool = False, **more: Any) -> tuple[str, str | None]:
    """Give the code and the input of a refusal."""
    if dice is not None and of_odds:
        more["dice"] = dice
    with pytest.raises(Refusal) as caught:
        shares(inputs, **more) if of_odds else answered(inputs, dice, **more)
    return caught.value.code, caught.value.input


class TestTiers:
    """Text, step 7: +9 to 0, -1 to -9, -10 to -19, -20 to -27; four dice down to one."""

    @pytest.mark.parametrize(
        ("scores", "tier", "cap"),
        [
            (range(10), "nullissime", 4),
            (range(-9, 0), "amateur", 3),
            (range(-19, -9), "professionnelle", 2),
            (range(-27, -19), "brutasse", 1),
        ],
    )
    def test_every_score(self, scores: range, tier: Tier, cap: int) -> None:
        assert {tier_of(score) for score in scores} == {tier}
        assert CAPS[tier] == cap

    def test_all_words_are_named(self) -> None:
        assert tuple(TIERS) == tuple(CAPS) == get_args(Tier)
        assert tuple(CHOICES) == get_args(Choice)
        assert tuple(POLICIES) == get_args(Policy)


class TestMargins:
    """lexique:marge, April 2015: a margin is a full step of 5, of both signs."""

    @given(st.integers())
    def test_truncated_towards_zero(self, result: int) -> None:
        assert margins_of(result) == int(abs(result) // 5) * (1 if result >= 0 else -1)
        assert margins_of(-result) == -margins_of(result)

    @given(st.integers(-60, 60), st.integers(-27, 9))
    def test_own_dice_never_pass_the_cap_nor_the_margins(self, before: int, score: int) -> None:
        dice = own_dice(before, score)
        assert 0 <= dice <= min(CAPS[tier_of(score)], max(0, before // 5))

    @given(st.integers(-60, 60), st.integers(-27, 9))
    def test_the_gift_knows_the_tier_only_by_house_rule(self, before: int, score: int) -> None:
        assert gift(before, score, SixiemeRules()) == failed_margins(before)
        assert gift(before, score, SixiemeRules(pot_gift_capped=True)) == own_dice(before, score)


class TestAddons:
    """Inferred: level = bonus / 3, rounded up; a house rule counts the bonus itself."""

    def test_levels(self) -> None:
        assert [level_of(bonus) for bonus in range(1, 10)] == [1, 1, 1, 2, 2, 2, 3, 3, 3]

    def test_worth(self) -> None:
        assert (answer_worth(5, False), answer_worth(5, True)) == (2, 5)


class TestPotAtStart:
    """Page principe:pot_commun: stocked with 4, 3, 2, … dice in the order of the players, as a house rule."""

    @pytest.mark.parametrize(("seats", "dice"), [(1, 4), (2, 7), (3, 9), (4, 10), (5, 10), (9, 10)])
    def test_by_seat(self, seats: int, dice: int) -> None:
        assert pot_at_start(SixiemeRules(pot_start="seats"), 3, seats) == dice

    def test_nobody_there_leaves_it(self) -> None:
        assert pot_at_start(SixiemeRules(pot_start="seats"), 3, 0) == 3

    def test_by_the_book_it_stays(self) -> None:
        assert pot_at_start(SixiemeRules(), 3, 4) == 3

    def test_a_number(self) -> None:
        assert pot_at_start(SixiemeRules(pot_start=6), 3, 4) == 6


class TestThrowing:
    """scripts.md, Without dice: what is left out is thrown and given back as it would be given."""

    def test_all(self) -> None:
        found = answered({"score": -6, "malus_dice": 2})
        assert set(found["dice"]) == {"d20", "malus"}
        assert len(found["dice"]["malus"]) == 2

    def test_no_penalty_dice(self) -> None:
        assert answered({"score": -6})["dice"]["malus"] == []

    def test_nothing_thrown_nothing_given_back(self) -> None:
        assert "dice" not in answered({"score": -6}, {"d20": 9, "malus": []})
        assert "dice" not in answered({"score": -6}, {"d20": 9})

    def test_the_d6_of_a_refused_failure(self) -> None:
        found = answered({"score": -6, "choice": "refuse", "pot": 2, "pot_draw": 1}, {"d20": 16, "malus": []})
        assert len(found["dice"]["d6"]) == found["result"]["rolled"] == 3

    @given(
        st.integers(-27, 9),
        st.integers(0, 4),
        st.sampled_from([None, "accept", "refuse"]),
        st.integers(0, 3),
        st.integers(0, 3),
    )
    def test_given_back_dice_are_read_the_same(
        self, score: int, malus: int, choice: str | None, pot: int, draw: int
    ) -> None:
        inputs = {"score": score, "choice": choice, "pot": pot, "pot_draw": draw}
        try:
            thrown = answered({**inputs, "malus_dice": malus})
        except Refusal:
            return
        assert answered(inputs, thrown["dice"]) == {"result": thrown["result"]}

    def test_an_unpayable_draw_throws_nothing(self) -> None:
        assert refusal({"score": -6, "choice": "refuse", "pot": 1, "pot_draw": 2}, {"d20": 9})[0] == "pot_too_small"

    def test_as_many_as_there_are(self) -> None:
        inputs = {"score": -6, "choice": "refuse", "malus_dice": 1, "pot": 1, "pot_draw": 1}
        line: dict[str, Any] = {"system": "sixieme-monde", "roll": "test", "inputs": inputs, "dice": {"d20": 16}}
        found: Any = resolve(line, procedures_of, lambda count, sides: (1,) * count)
        assert found["dice"] == {"d20": 16, "malus": [1], "d6": [1, 1, 1]}
        assert (found["result"]["before_d6"], found["result"]["total"]) == (11, 8)
        penalty: Any = resolve(
            {**line, "roll": "malus", "inputs": {"n": 3}, "dice": None}, procedures_of, lambda n, _: (2,) * n
        )
        assert penalty == {"result": {"malus": 6}, "dice": [2, 2, 2]}


class TestRefusedInputs:
    """Each refusal names what is at fault."""

    @pytest.mark.parametrize(
        ("inputs", "dice", "expected"),
        [
            ({"score": 10}, {"d20": 1}, ("bad_score", "score")),
            ({"score": 0, "call": {"bonus": 1}}, {"d20": 1}, ("no_call", "call")),
            ({"score": 0, "companions": [{"bonus": 1}]}, {"d20": 1}, ("no_call", "companions.0")),
            ({"score": 0, "companions": [{"bonus": 10}]}, {"d20": 1}, ("bad_addon_bonus", "companions.0.bonus")),
            ({"score": 0, "tricks": [{"bonus": 0}]}, {"d20": 1}, ("bad_trick_bonus", "tricks.0.bonus")),
            ({"score": 0, "tricks": [{"bonus": 1, "activate": True}]}, {"d20": 1}, ("no_karma", "karma")),
            ({"score": 0, "pot_draw": 1, "pot": 1}, {"d20": 1}, ("d6_not_allowed", "pot_draw")),
            ({"score": 0}, {"d20": 1, "d6": [1]}, ("d6_not_allowed", "dice.d6")),
            ({"score": -9, "choice": "accept"}, {"d20": 1}, ("d6_not_allowed", "choice")),
            ({"score": -9, "choice": "refuse"}, {"d20": 10}, ("no_d6", "choice")),
            ({"score": 0}, {"d20": 1, "malus": [1] * 5}, ("bad_malus_count", "dice.malus")),
            ({"score": 0}, {"d20": 1, "malus": [9]}, ("bad_face", "dice")),
        ],
    )
    def test_input(self, inputs: dict[str, Any], dice: Any, expected: tuple[str, str]) -> None:
        assert refusal(inputs, dice) == expected

    @pytest.mark.parametrize(
        ("inputs", "dice", "code"),
        [
            ({"call": {"bonus": 1}}, {"d20": 1, "malus": [1] * 5}, "no_call"),
            ({"companions": [{"bonus": 1}]}, {"d20": 1, "malus": [7]}, "no_call"),
            ({"pot": 1, "pot_draw": 1}, {"d20": 1, "malus": [1] * 5}, "d6_not_allowed"),
            ({"choice": "accept"}, {"d20": 21, "d6": [1]}, "d6_not_allowed"),
            ({"choice": "refuse", "pot": 5, "pot_draw": 5}, {"d20": 0}, "over_cap"),
            ({"choice": "refuse", "pot_draw": 1}, {"d20": 21}, "pot_too_small"),
            ({"choice": "refuse", "pot_draw": 1}, {"d20": 1, "malus": [1] * 5}, "pot_too_small"),
            ({"call": {"bonus": 1}, "choice": "refuse"}, {"d20": 21}, "bad_face"),
        ],
    )
    def test_what_the_rules_forbid_or_the_pot_lacks_comes_before_the_dice(
        self, inputs: dict[str, Any], dice: Any, code: str
    ) -> None:
        assert refusal({"score": 0, **inputs}, dice)[0] == code

    @pytest.mark.parametrize(("d20", "accepted"), [(4, False), (9, True)])
    def test_only_a_failure_is_said_to_be_accepted(self, d20: int, accepted: bool) -> None:
        with pytest.raises(Refusal) as caught:
            answered({"score": -6, "choice": "refuse", "d6_always": True}, {"d20": d20})
        assert caught.value.code == "no_d6"
        assert ("accepted" in str(caught.value.message)) is accepted

    def test_a_wrong_answer_is_refused_without_the_value(self) -> None:
        with pytest.raises(Refusal) as caught:
            answered({"score": 0, "companions": [{"name": "B", "call_values": [13], "bonus": 1}]}, {"d20": 1})
        assert "13" not in str(caught.value.message)


class TestOddsInputs:
    """scripts.md, Odds: policy, penalty dice, and promised bonuses, which count where the d20 calls."""

    def test_policy_and_penalty(self) -> None:
        assert shares({"score": -6}) == {"success": "1/4", "failure": "3/4"}
        assert shares({"score": -6, "policy": "full_cap", "malus_dice": 1})

    def test_a_certain_outcome(self) -> None:
        assert shares({"score": -27}) == {"success": "1"}
        assert shares({"score": 9}) == {"failure": "1"}

    def test_promised_bonuses(self) -> None:
        assert shares({"score": -6, "tricks": [{"bonus": 3}]})["success"] == "2/5"
        assert shares({"score": -6, "call_values": [6], "call": {"bonus": 1}})["success"] == "3/10"
        assert shares({"score": -6, "call_values": [20], "call": {"bonus": 1}})["success"] == "1/4"
        assert shares({"score": -6, "companions": [{"call_values": [6, 7], "bonus": 4}]})["success"] == "7/20"
        together = {"call_values": [10], "call": {"bonus": 9}, "companions": [{"call_values": [10], "bonus": 4}]}
        assert shares({"score": -6, **together})["success"] == "3/10"

    def test_house_rules(self) -> None:
        call = {"call_values": [10], "call": {"bonus": 9}}
        assert shares({"score": -6, **call}, rules={"call_uses_bonus": True})["success"] == "3/10"
        assert shares({"score": -6}, rules={"zero": "player"})["success"] == "3/10"
        two = [{"call_values": [6], "bonus": 1}, {"call_values": [7], "bonus": 6}]
        assert shares({"score": -6, "companions": two}, rules={"max_companions": 2})["success"] == "7/20"

    @pytest.mark.parametrize(
        ("inputs", "code"),
        [
            ({"score": -6, "policy": "all"}, "bad_value"),
            ({"score": -6, "policy": 1}, "bad_type"),
            ({"score": -6, "malus_dice": 5}, "bad_malus_count"),
            ({"score": -28}, "bad_score"),
            ({}, "missing_input"),
            ({"score": -6, "companions": [{"bonus": 1}, {"bonus": 1}]}, "too_many_companions"),
            ({"score": -6, "tricks": [{"bonus": 1, "activate": True}]}, "no_karma"),
            ({"score": -6, "dice": 1}, "unknown_input"),
        ],
    )
    def test_refused(self, inputs: dict[str, Any], code: str) -> None:
        assert refusal(inputs, of_odds=True)[0] == code

    def test_dice_are_not_used(self) -> None:
        assert refusal({"score": -6}, {"d20": 1}, of_odds=True)[0] == "dice_not_used"

    def test_what_has_no_dice_has_no_odds(self) -> None:
        assert refusal({"result": 5}, of_odds=True, roll="margins")[0] == "no_odds"
        assert refusal({"bonus": 5}, of_odds=True, roll="addon_level")[0] == "no_odds"

    def test_the_choice_gives_way_to_the_policy(self) -> None:
        assert shares({"score": -6, "choice": "refuse", "pot": 3, "pot_draw": 1}) == shares({"score": -6})

    def test_penalty(self) -> None:
        assert shares({"n": 1}, "malus") == {str(face): "1/6" for face in range(1, 7)}
        assert shares({"n": 0}, "malus") == {"0": "1"}


def test_inputs_grow_from_reading_to_throwing_to_odds() -> None:
    reading, throwing, promising = (set(described(kind)) for kind in (D20Inputs, D20Throw, D20Odds))
    assert throwing - reading == {"malus_dice"}
    assert promising - throwing == {"policy"}


def test_registered() -> None:
    assert list(PROCEDURES) == ["malus", "margins", "addon_level", "test"]
    assert procedures_of("sixieme-monde") == (PROCEDURES, RULES)
    assert TEST.has_odds


def test_numbers_are_written_with_their_sign() -> None:
    assert [signed(n) for n in (8, 0, -6)] == ["+8", "0", "−6"]
    assert [plain(n) for n in (8, 0, -6)] == ["8", "0", "−6"]
