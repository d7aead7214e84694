"""The numbers of the rolls of Charge. Each class is one rule; what scripts may send is in data/cases/charge.jsonl."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest
from charge_numbers import FACES, RULES, read, refused

from tracker.core.fields import described
from tracker.rules.charge.house import EFFECTS, ChargeRules
from tracker.rules.charge.procedures import ACTION, DETERMINATION, FORTUNE, PROCEDURES
from tracker.rules.charge.rolling import (
    RESULTS,
    ActionInputs,
    DeterminationInputs,
    FortuneInputs,
    Result,
    effect_ticks,
    result_of,
)


class TestReading:
    """Charge, Lancer les dés: highest 6 full, several 6 critical, 4-5 partial, 1-3 bad."""

    @pytest.mark.parametrize(
        ("faces", "result"),
        [
            ((6,), "full"),
            ((5,), "partial"),
            ((4,), "partial"),
            ((3,), "bad"),
            ((1,), "bad"),
            ((6, 6), "critical"),
            ((6, 5), "full"),
            ((1, 6, 2), "full"),
            ((6, 1, 6), "critical"),
            ((6, 6, 6), "critical"),
            ((3, 4), "partial"),
            ((5, 5), "partial"),
        ],
    )
    def test_dice(self, faces: tuple[int, ...], result: str) -> None:
        assert result_of(len(faces), faces) == result

    @pytest.mark.parametrize("pool", [0, -1, -20])
    @pytest.mark.parametrize(
        ("faces", "result"),
        [((6, 6), "full"), ((6, 5), "partial"), ((4, 6), "partial"), ((6, 3), "bad"), ((1, 6), "bad")],
    )
    def test_zero_dice_or_fewer(self, pool: int, faces: tuple[int, ...], result: str) -> None:
        assert result_of(pool, faces) == result

    def test_order_of_dice_does_not_matter(self) -> None:
        for faces in product(range(1, 7), repeat=3):
            assert result_of(3, faces) == result_of(3, tuple(sorted(faces)))


class TestPool:
    """Charge, step 4: an assist, a push for a die or tension bring one die each; the sum may be negative."""

    @pytest.mark.parametrize(
        ("inputs", "pool"),
        [
            (ActionInputs(dots=2), 2),
            (ActionInputs(dots=2, push="die"), 3),
            (ActionInputs(dots=2, push="effect"), 2),
            (ActionInputs(dots=2, tension=True), 3),
            (ActionInputs(dots=2, helper_initiative=1), 3),
            (ActionInputs(dots=2, helper_initiative=1, tension=True, talent_dice=2), 6),
            (ActionInputs(dots=1, minus_dice=4), -3),
            (ActionInputs(dots=0, minus_dice=1, tension=True), 0),
        ],
    )
    def test_sum(self, inputs: ActionInputs, pool: int) -> None:
        assert ACTION.pool(inputs) == pool
        faces = (6,) * ACTION.pools(inputs, RULES)[0].count
        assert len(faces) == (pool if pool > 0 else 2)
        result = read(ACTION, inputs, *faces)
        assert (result["pool"], result["zero_rule"]) == (pool, pool <= 0)


class TestEffect:
    """Charge, Horloges: 1, 2, 3 segments by effect; a critical is one rank up, at most great (READING)."""

    @pytest.mark.parametrize(
        ("effect", "ticks"),
        [("none", (1, 0, 0, 0)), ("limited", (2, 1, 1, 0)), ("standard", (3, 2, 2, 0)), ("great", (3, 3, 3, 0))],
    )
    def test_ticks(self, effect: Any, ticks: tuple[int, ...]) -> None:
        inputs = ActionInputs(dots=2, effect=effect)
        assert tuple(read(ACTION, inputs, *FACES[result])["effect_ticks"] for result in RESULTS) == ticks

    @pytest.mark.parametrize(("effect", "rank"), [("none", 1), ("limited", 2), ("standard", 3), ("great", 3)])
    def test_push_for_effect(self, effect: Any, rank: int) -> None:
        assert ACTION.effect_rank(ActionInputs(dots=2, effect=effect, push="effect")) == rank

    def test_push_for_a_die_leaves_the_effect(self) -> None:
        assert ACTION.effect_rank(ActionInputs(dots=2, push="die")) == 2

    @pytest.mark.parametrize(("rank", "ticks"), [(0, 1), (1, 2), (2, 3), (3, 4)])
    def test_critical_beyond_great(self, rank: int, ticks: int) -> None:
        assert effect_ticks(rank, "critical", ChargeRules(critical_beyond_great=True)) == ticks
        assert effect_ticks(rank, "full", ChargeRules(critical_beyond_great=True)) == rank


class TestConsequence:
    """Charge, Conséquences: on partial and bad, level 1, 2, 3 by position."""

    @pytest.mark.parametrize(("position", "level"), [("controlled", 1), ("risky", 2), ("desperate", 3)])
    def test_level(self, position: Any, level: int) -> None:
        inputs = ActionInputs(dots=2, position=position)
        found = [read(ACTION, inputs, *FACES[result])["consequence"] for result in RESULTS]
        assert found == [0, 0, level, level]

    @pytest.mark.parametrize(
        ("result", "goal"), [("critical", True), ("full", True), ("partial", True), ("bad", False)]
    )
    def test_goal(self, result: str, goal: bool) -> None:
        assert read(ACTION, ActionInputs(dots=2), *FACES[result])["goal"] is goal


class TestInitiative:
    """Charge, Initiative: +1, +2, +3 on 4-5, 6, 66; none from a roll that any initiative was used for."""

    @pytest.mark.parametrize(("result", "gain"), [("critical", 3), ("full", 2), ("partial", 1), ("bad", 0)])
    def test_gain(self, result: str, gain: int) -> None:
        found = read(ACTION, ActionInputs(dots=2, initiative=4), *FACES[result])
        assert (found["gain"], found["initiative_after"]) == (gain, 4 + gain)

    @pytest.mark.parametrize(
        ("inputs", "left"),
        [
            (ActionInputs(dots=1, initiative=4, push="die"), 2),
            (ActionInputs(dots=2, initiative=4, push="effect"), 2),
            (ActionInputs(dots=1, initiative=4, helper_initiative=1), 4),
            (ActionInputs(dots=2, initiative=4, taken_out=True, push_act=True), 2),
            (ActionInputs(dots=1, initiative=4, taken_out=True, push_act=True, push="die"), 0),
        ],
    )
    def test_used_initiative_blocks_the_gain(self, inputs: ActionInputs, left: int) -> None:
        assert ACTION.spends(inputs)
        found = read(ACTION, inputs, 6, 6)
        assert (found["result"], found["gain"], found["initiative_after"]) == ("critical", 0, left)

    def test_tension_does_not_block_it(self) -> None:
        assert not ACTION.spends(ActionInputs(dots=1, tension=True))
        assert read(ACTION, ActionInputs(dots=1, tension=True), 6, 6)["gain"] == 3

    def test_helper_pays_one(self) -> None:
        assert read(ACTION, ActionInputs(dots=1, helper_initiative=3), 1, 1)["helper_initiative_after"] == 2

    def test_nobody_helps(self) -> None:
        assert "helper_initiative_after" not in read(ACTION, ActionInputs(dots=2), 1, 1)

    @pytest.mark.parametrize(
        ("gains", "after"),
        [({"full": 5}, (5, 7, 3, 2)), ({"bad": 1}, (5, 4, 3, 3)), ({"critical": 0, "partial": 0}, (2, 4, 2, 2))],
    )
    def test_slider(self, gains: dict[str, int], after: tuple[int, ...]) -> None:
        """Note du Designer, Curseur de l'initiative; an outcome left out keeps its gain."""
        rules = ChargeRules(initiative_gain=gains)
        found = [read(ACTION, ActionInputs(dots=2), *FACES[r], rules=rules)["initiative_after"] for r in RESULTS]
        assert tuple(found) == after


class TestActionRefusals:
    """Charge, step 4 and Se surpasser: push or tension, two initiative a push, out of the scene only with a push."""

    @pytest.mark.parametrize(
        ("inputs", "code", "name"),
        [
            (ActionInputs(dots=5), "bad_dots", "dots"),
            (ActionInputs(dots=1, initiative=-1), "bad_initiative", "initiative"),
            (ActionInputs(dots=1, helper_initiative=-1), "bad_initiative", "helper_initiative"),
            (ActionInputs(dots=1, minus_dice=21), "bad_value", "minus_dice"),
            (ActionInputs(dots=1, push_act=True), "bad_push", "push_act"),
            (ActionInputs(dots=1, push="die", tension=True), "push_or_tension", "tension"),
            (ActionInputs(dots=1, taken_out=True), "taken_out", "taken_out"),
            (ActionInputs(dots=1, taken_out=True, push="die", initiative=0), "taken_out", "taken_out"),
            (ActionInputs(dots=1, push="effect", initiative=1), "not_enough_initiative", "push"),
            (ActionInputs(dots=1, taken_out=True, push_act=True, initiative=1), "not_enough_initiative", "push_act"),
            (ActionInputs(dots=1, helper_initiative=0), "helper_no_initiative", "helper_initiative"),
            (ActionInputs(dots=1, helper_initiative=0, push="die", initiative=1), "not_enough_initiative", "push"),
        ],
    )
    def test_refused(self, inputs: ActionInputs, code: str, name: str) -> None:
        assert refused(ACTION, inputs) == (code, name)


class TestDetermination:
    """Charge, Jet de Détermination: 1-3 happens, 4-5 reduced (READING: one level), 6 avoided, 66 and +1 position."""

    @pytest.mark.parametrize("level", [1, 2, 3])
    def test_consequence(self, level: int) -> None:
        inputs = DeterminationInputs(spend=2, initiative=3, consequence=level)
        found = [read(DETERMINATION, inputs, *FACES[result])["consequence_after"] for result in RESULTS]
        assert found == [0, 0, level - 1, level]

    @pytest.mark.parametrize(("result", "bonus"), [("critical", 1), ("full", 0), ("partial", 0), ("bad", 0)])
    def test_position_bonus(self, result: str, bonus: int) -> None:
        found = read(DETERMINATION, DeterminationInputs(spend=2, initiative=3), *FACES[result])
        assert found["next_position_bonus"] == bonus

    def test_it_is_paid_and_earns_nothing(self) -> None:
        assert read(DETERMINATION, DeterminationInputs(spend=2, initiative=3), 6, 6)["initiative_after"] == 1

    @pytest.mark.parametrize(
        ("inputs", "code"),
        [
            (DeterminationInputs(spend=0, initiative=2), "spend_at_least_one"),
            (DeterminationInputs(spend=-1, initiative=2), "spend_at_least_one"),
            (DeterminationInputs(spend=3, initiative=2), "not_enough_initiative"),
            (DeterminationInputs(spend=21, initiative=30), "bad_value"),
            (DeterminationInputs(spend=1, initiative=1, consequence=4), "bad_value"),
        ],
    )
    def test_refused(self, inputs: DeterminationInputs, code: str) -> None:
        assert refused(DETERMINATION, inputs)[0] == code

    def test_zero_rule_where_the_table_argues_it(self) -> None:
        rules = ChargeRules(determination_zero=True)
        inputs = DeterminationInputs(spend=0, initiative=0)
        assert read(DETERMINATION, inputs, 6, 6, rules=rules)["result"] == "full"
        assert refused(DETERMINATION, DeterminationInputs(spend=-1, initiative=0), rules)[0] == "spend_at_least_one"

    def test_action_in_place_of_bought_dice(self) -> None:
        """Note du Concepteur, Hacker les Jets de Détermination: the dialog's, not for scripts."""
        inputs = DeterminationInputs(initiative=2, action_dots=3)
        assert DETERMINATION.pools(inputs, RULES)[0].count == 3
        assert read(DETERMINATION, inputs, 4, 1, 1)["initiative_after"] == 2
        assert "action_dots" not in described(DeterminationInputs)


class TestFortune:
    """Charge, Jets de Fortune: no initiative and none of the five consequences."""

    @pytest.mark.parametrize("result", RESULTS)
    def test_result(self, result: str) -> None:
        found = read(FORTUNE, FortuneInputs(likelihood=2), *FACES[result])
        assert found == {"result": result, "gain": 0, "consequence": 0}

    @pytest.mark.parametrize("likelihood", [0, -1, -(10**30)])
    def test_unlikely_is_two_dice(self, likelihood: int) -> None:
        assert FORTUNE.pools(FortuneInputs(likelihood=likelihood), RULES)[0].count == 2
        assert read(FORTUNE, FortuneInputs(likelihood=likelihood), 6, 6)["result"] == "full"

    def test_refused(self) -> None:
        assert refused(FORTUNE, FortuneInputs(likelihood=21)) == ("bad_value", "likelihood")


class TestTable:
    """The page of the rules, Script names: the nine rolls and their inputs in that order."""

    @pytest.mark.parametrize(
        ("roll", "inputs"),
        [
            (
                "action",
                "dots initiative position effect push push_act tension helper_initiative taken_out talent_dice "
                "minus_dice",
            ),
            ("determination", "spend initiative consequence"),
            ("fortune", "likelihood"),
            ("clock", "size filled ticks"),
            ("stress", "stress take"),
            ("recover", "stress clear"),
            ("flashback", "initiative cost"),
            ("position", "position steps"),
            ("session_start", "initiative"),
        ],
    )
    def test_inputs(self, roll: str, inputs: str) -> None:
        assert " ".join(described(PROCEDURES[roll].inputs)) == inputs

    def test_nothing_else(self) -> None:
        assert len(PROCEDURES) == 9

    def test_words(self) -> None:
        assert tuple(RESULTS) == get_args(Result)
        assert tuple(EFFECTS) == ("none", "limited", "standard", "great")

    @pytest.mark.parametrize("roll", PROCEDURES)
    def test_dice_and_odds_go_together(self, roll: str) -> None:
        assert (
            (PROCEDURES[roll].dice is not None)
            == PROCEDURES[roll].has_odds
            == (roll in {"action", "determination", "fortune"})
        )
