"""The action roll at the table (Charge, Jets d'action)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import dice, do, en, filled, offers, refused, roll, table, told, who

from tracker.core.campaign import Campaign
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.action_roll import ActionRollDeed
from tracker.rules.table import needs

DEED = ActionRollDeed()
FINESSE = ActionRoll(who="aicha", action="finesse")


def asked(campaign: Campaign, command: ActionRoll) -> list[str]:
    return [ask.name for ask in DEED.asks(campaign, command)]


class TestDice:
    """Charge, Jets d'action: as many dice as dots; step 4: one for an assist, one for a push or for tension."""

    @pytest.mark.parametrize(
        ("choice", "count"),
        [
            ({}, 2),
            ({"action": "move"}, 1),
            ({"boost": "die"}, 3),
            ({"boost": "tension"}, 3),
            ({"boost": "effect"}, 2),
            ({"helper": "bohort"}, 3),
            ({"helper": "bohort", "boost": "die"}, 4),
            ({"helper": "bohort", "boost": "tension"}, 4),
            ({"minus_dice": 1}, 1),
        ],
    )
    def test_pool(self, choice: dict[str, Any], count: int) -> None:
        (pool,) = needs(table(), ActionRoll(**{"who": "aicha", "action": "finesse", **choice}))
        assert (pool.count, pool.sides) == (count, 6)

    @pytest.mark.parametrize("minus", [2, 3, 6])
    def test_no_dice_are_two_and_the_lower_counts(self, minus: int) -> None:
        after = do(table(), ActionRoll(who="aicha", action="finesse", minus_dice=minus), 6, 4)
        assert after.log[-1].outcome == "partial"
        assert dice(after) == [(6, False), (4, True)]
        assert "no dice: two thrown, the lower kept" in told(after)

    def test_two_sixes_on_no_dice_are_a_full_success(self) -> None:
        after = do(table(), ActionRoll(who="naila", action="muscle"), 6, 6)
        assert after.log[-1].outcome == "full"
        assert who(after, "naila").initiative == 2

    def test_every_six_of_a_critical_is_kept(self) -> None:
        after = do(table(), ActionRoll(who="aicha", action="finesse", boost="tension"), 6, 1, 6)
        assert dice(after) == [(6, True), (1, False), (6, True)]
        assert after.log[-1].outcome == "critical"

    @pytest.mark.parametrize(("faces", "code"), [((6,), "bad_dice_count"), ((6, 6, 6), "bad_dice_count")])
    def test_a_wrong_number_of_faces_is_refused(self, faces: tuple[int, ...], code: str) -> None:
        assert refused(table(), FINESSE, *faces) == code

    @pytest.mark.parametrize("face", [0, 7, -1])
    def test_a_face_that_no_die_shows_is_refused(self, face: int) -> None:
        assert refused(table(), FINESSE, 6, face) == "bad_face"

    def test_typed_faces_are_marked(self) -> None:
        assert do(table(), FINESSE, 6, 1, typed=True).log[-1].typed
        assert not do(table(), FINESSE, 6, 1).log[-1].typed


class TestInitiative:
    """Charge, Initiative: +1 on 4-5, +2 on 6, +3 on 66; none from a roll that initiative was used for."""

    @pytest.mark.parametrize(("outcome", "gain"), [("critical", 3), ("full", 2), ("partial", 1), ("bad", 0)])
    def test_gain_by_outcome(self, outcome: str, gain: int) -> None:
        after = roll(table(), outcome)
        assert who(after).initiative == 4 + gain
        assert after.log[-1].result["gain"] == gain

    @pytest.mark.parametrize("boost", ["die", "effect"])
    def test_a_push_costs_two_and_earns_nothing(self, boost: str) -> None:
        after = roll(table(), "full", boost=boost)
        assert who(after).initiative == 2
        assert "initiative 4 → 2" in told(after)

    def test_an_assist_costs_the_helper_one_and_blocks_the_gain(self) -> None:
        after = roll(table(), "critical", helper="bohort")
        assert (who(after).initiative, who(after, "bohort").initiative) == (4, 1)
        assert "assisted | Bohort: initiative 2 → 1" in told(after)

    def test_tension_does_not_block_the_gain(self) -> None:
        assert who(roll(table(), "full", boost="tension")).initiative == 6

    def test_the_house_rules_say_the_gain(self) -> None:
        after = roll(table(rules={"initiative_gain": {"full": 5, "bad": 1}}), "full")
        assert who(after).initiative == 9
        assert who(roll(table(rules={"initiative_gain": {"bad": 1}}), "bad")).initiative == 5
        assert who(roll(table(rules={"initiative_gain": {"bad": 1}}), "partial")).initiative == 5

    def test_a_push_that_cannot_be_paid_is_refused(self) -> None:
        for boost in ("die", "effect"):
            assert refused(table(), ActionRoll(who="naila", action="muscle", boost=boost)) == "not_enough_initiative"

    def test_a_helper_without_initiative_is_refused(self) -> None:
        assert refused(table(), ActionRoll(who="aicha", action="finesse", helper="naila")) == "helper_no_initiative"

    def test_nobody_assists_themselves(self) -> None:
        assert refused(table(), ActionRoll(who="aicha", action="finesse", helper="aicha")) == "bad_helper"

    def test_a_helper_who_is_gone_is_refused(self) -> None:
        assert refused(table(), ActionRoll(who="aicha", action="finesse", helper="ghost")) == "nobody"


class TestTension:
    """Charge, Ajouter de la tension: an accepted price is due whatever the dice say."""

    @pytest.mark.parametrize("outcome", ["critical", "full", "partial", "bad"])
    def test_segments_on_a_danger_clock(self, outcome: str) -> None:
        after = roll(table(), outcome, boost="tension", price="danger", price_clock="alerte", price_amount=2)
        assert filled(after, "alerte") == 4

    @pytest.mark.parametrize("outcome", ["critical", "bad"])
    def test_stress(self, outcome: str) -> None:
        after = roll(table(), outcome, boost="tension", price="stress", price_amount=1)
        assert who(after).stress == 1

    def test_stress_as_a_price_has_the_condition_rewritten_first(self) -> None:
        after = roll(table(), "bad", boost="tension", price="stress")
        assert list(offers(after)) == ["c"]

    def test_the_last_segment_as_a_price_takes_the_roller_out(self) -> None:
        after = roll(table({"aicha": {"stress": 3}}), "full", boost="tension", price="stress", price_amount=2)
        assert (who(after).stress, who(after).taken_out) == (0, True)

    def test_a_turn_of_the_story_changes_nothing_and_is_told(self) -> None:
        after = roll(table(), "full", boost="tension", price="story", price_words="l'alerte avance")
        assert "tension: l'alerte avance" in told(after)
        assert who(after).stress == 0

    def test_a_price_on_no_clock_is_refused(self) -> None:
        command = ActionRoll(who="aicha", action="finesse", boost="tension", price="danger")
        assert refused(table(), command) == "no_price"

    def test_the_first_open_danger_clock_is_proposed(self) -> None:
        campaign = table({}, {"plein": {"name": "P", "kind": "danger", "size": 4, "filled": 4}})
        command = DEED.put(campaign, ActionRoll(who="aicha", action="finesse", boost="tension"), "price", "danger")
        assert command.price_clock == "alerte"

    def test_a_full_danger_clock_cannot_pay(self) -> None:
        campaign = table({}, {"alerte": {"filled": 6}})
        command = ActionRoll(who="aicha", action="finesse", boost="tension", price="danger", price_clock="alerte")
        assert refused(campaign, command) == "already_full"

    def test_a_clock_that_is_gone_cannot_pay(self) -> None:
        command = ActionRoll(who="aicha", action="finesse", boost="tension", price="danger", price_clock="ghost")
        assert refused(table(), command) == "no_clock"

    def test_a_price_below_one_is_refused(self) -> None:
        command = ActionRoll(who="aicha", action="finesse", boost="tension", price="danger", price_clock="alerte")
        assert refused(table(), DEED.put(table(), command, "price_amount", -2)) == "bad_ticks"

    def test_the_price_is_asked_only_of_tension(self) -> None:
        assert not {"price", "price_words"} & set(asked(table(), FINESSE))
        with_tension = DEED.put(table(), FINESSE, "boost", "tension")
        assert {"price", "price_words"} <= set(asked(table(), with_tension))


class TestPositionAndEffect:
    """Charge, Jets d'action, steps 2 and 3; the level of a consequence and the segments come from them."""

    @pytest.mark.parametrize(("position", "level"), [("controlled", 1), ("risky", 2), ("desperate", 3)])
    def test_level_by_position(self, position: str, level: int) -> None:
        assert roll(table(), "bad", position=position).log[-1].result["consequence"] == level

    @pytest.mark.parametrize(("effect", "ticks"), [("none", 0), ("limited", 1), ("standard", 2), ("great", 3)])
    def test_segments_by_effect(self, effect: str, ticks: int) -> None:
        assert filled(roll(table(), "full", effect=effect, clock="coffre"), "coffre") == ticks

    @pytest.mark.parametrize(("effect", "ticks"), [("none", 1), ("limited", 2), ("standard", 3), ("great", 3)])
    def test_a_critical_is_one_rank_up_at_most_great(self, effect: str, ticks: int) -> None:
        assert filled(roll(table(), "critical", effect=effect, clock="coffre"), "coffre") == ticks

    def test_beyond_great_as_a_house_rule(self) -> None:
        campaign = table(rules={"critical_beyond_great": True})
        assert filled(roll(campaign, "critical", effect="great", clock="coffre"), "coffre") == 4

    @pytest.mark.parametrize(("effect", "ticks"), [("none", 1), ("limited", 2), ("standard", 3), ("great", 3)])
    def test_a_push_for_effect_is_one_rank_up(self, effect: str, ticks: int) -> None:
        assert filled(roll(table(), "full", effect=effect, boost="effect", clock="coffre"), "coffre") == ticks

    def test_a_push_at_great_is_allowed_and_warned_of(self) -> None:
        preview = DEED.preview(table(), ActionRoll(who="aicha", action="finesse", effect="great", boost="effect"))
        assert [en(warning) for warning in preview.warnings] == [
            "the effect is great already: this push brings nothing"
        ]

    def test_a_bad_result_ticks_nothing(self) -> None:
        assert filled(roll(table(), "bad", clock="coffre"), "coffre") == 0

    def test_ticks_stop_at_the_last_segment_and_say_so_once(self) -> None:
        after = roll(table({}, {"coffre": {"filled": 7}}), "full", effect="great", clock="coffre")
        assert filled(after, "coffre") == 8
        assert told(after).count("Coffre is full") == 1

    def test_a_clock_chosen_and_gone_meanwhile_is_left_alone(self) -> None:
        assert roll(table(), "full", clock="ghost").log[-1].outcome == "full"


class TestEarlierRolls:
    """Charge, Conséquences and Jet de détermination: a worse position lasts, a better one serves once."""

    def test_a_worse_position_counts_first_then_the_bonus(self) -> None:
        campaign = table({"aicha": {"position_penalty": 2, "position_bonus": 1}})
        after = roll(campaign, "bad", position="desperate")
        assert after.log[-1].result["position"] == "risky"

    @pytest.mark.parametrize(
        ("penalty", "bonus", "said", "comes_to"),
        [
            (0, 0, "risky", "risky"),
            (1, 0, "controlled", "risky"),
            (1, 0, "risky", "desperate"),
            (3, 0, "controlled", "desperate"),
            (0, 1, "risky", "controlled"),
            (0, 1, "controlled", "controlled"),
            (0, 2, "desperate", "controlled"),
            (1, 1, "risky", "risky"),
            (1, 1, "desperate", "risky"),
        ],
    )
    def test_steps(self, penalty: int, bonus: int, said: str, comes_to: str) -> None:
        campaign = table({"aicha": {"position_penalty": penalty, "position_bonus": bonus}})
        assert roll(campaign, "bad", position=said).log[-1].result["position"] == comes_to

    def test_the_bonus_is_cleared_by_the_next_action_roll_and_the_penalty_stays(self) -> None:
        after = roll(table({"aicha": {"position_penalty": 1, "position_bonus": 2}}), "full")
        assert (who(after).position_bonus, who(after).position_penalty) == (0, 1)

    def test_somebody_elses_roll_leaves_the_bonus(self) -> None:
        after = roll(table({"aicha": {"position_bonus": 1}}), "full", "bohort", action="muscle")
        assert who(after).position_bonus == 1

    def test_the_log_says_why_the_position_is_not_what_was_said(self) -> None:
        after = roll(table({"aicha": {"position_penalty": 2}}), "full", position="controlled")
        assert told(after).startswith("Finesse 2d · desperate · standard")
        assert "position 2 steps worse" in told(after)
