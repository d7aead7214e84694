"""Determination rolls at the table (Charge, Jet de détermination)."""

from __future__ import annotations

import pytest
from playing import commons, do, en, filled, offers, refused, roll, table, take, told, who

from tracker.core.campaign import Campaign
from tracker.rules.charge.determination import Determination, DeterminationDeed
from tracker.rules.charge.system import SYSTEM
from tracker.rules.table import needs

DEED = DeterminationDeed()


def resist(campaign: Campaign, id: str = "aicha") -> Determination:
    """Give what the key `d` begins with."""
    command = SYSTEM.command("resist", campaign, id)
    assert isinstance(command, Determination)
    return command


class TestOutcomes:
    """1-3 it happens, 4-5 reduced, 6 avoided, 66 avoided and +1 position for who rolled."""

    @pytest.mark.parametrize(
        ("spend", "faces", "left", "bonus", "outcome"),
        [
            (1, (3,), 2, 0, "IT HAPPENS"),
            (1, (4,), 1, 0, "REDUCED"),
            (2, (1, 5), 1, 0, "REDUCED"),
            (1, (6,), 0, 0, "AVOIDED"),
            (2, (6, 6), 0, 1, "AVOIDED, +1 POSITION"),
            (3, (6, 2, 6), 0, 1, "AVOIDED, +1 POSITION"),
        ],
    )
    def test_what_is_left(self, spend: int, faces: tuple[int, ...], left: int, bonus: int, outcome: str) -> None:
        after = take(roll(table(), "bad"), "d", *faces, spend=spend)
        assert after.log[-1].result["consequence_after"] == left
        assert who(after).position_bonus == bonus
        assert who(after).initiative == 4 - spend
        assert told(after).startswith(f"determination {spend}d | {outcome} | consequence {left}")

    @pytest.mark.parametrize(("position", "left"), [("controlled", 0), ("risky", 1), ("desperate", 2)])
    def test_reduced_is_one_level_less(self, position: str, left: int) -> None:
        after = take(roll(table(), "bad", position=position), "d", 4)
        assert after.log[-1].result["consequence_after"] == left

    @pytest.mark.parametrize(("position", "stress"), [("risky", 1), ("desperate", 2)])
    def test_stress_at_the_level_left(self, position: str, stress: int) -> None:
        assert who(take(take(roll(table(), "bad", position=position), "d", 5), "s")).stress == stress

    @pytest.mark.parametrize("key", ["w", "l", "e"])
    def test_reduced_kinds_without_a_number_do_not_happen(self, key: str) -> None:
        campaign = take(roll(table(), "partial", clock="coffre"), "d", 4)
        assert en(offers(campaign)[key].note) == "reduced to nothing"
        after = take(campaign, key)
        assert who(after).position_penalty == 0
        assert filled(after, "coffre") == 2
        assert told(after).split(" | ")[0].endswith("nothing is left of it")

    def test_the_position_of_66_serves_the_next_roll_and_not_this_one(self) -> None:
        campaign = take(roll(table(), "bad"), "d", 6, 6, spend=2)
        assert who(campaign).position_bonus == 1
        after = roll(campaign, "bad")
        assert after.log[-1].result["position"] == "controlled"
        assert who(after).position_bonus == 0

    def test_the_bonus_of_66_is_the_protectors_if_the_protector_rolled(self) -> None:
        campaign = take(take(roll(table(), "bad"), "p"), "d", 6, 6, spend=2)
        assert (who(campaign).position_bonus, who(campaign, "bohort").position_bonus) == (0, 1)

    def test_no_initiative_is_gained(self) -> None:
        assert who(take(roll(table(), "bad"), "d", 6)).initiative == 3

    def test_the_odds_stand_in_the_log(self) -> None:
        assert take(roll(table(), "bad"), "d", 6).log[-1].odds == {"full": "1/6", "partial": "1/3", "bad": "1/2"}


class TestAvoided:
    """Nothing is left of the consequence: the success is settled."""

    def test_on_a_partial_the_clock_is_ticked_and_the_setup_left(self) -> None:
        after = take(roll(table(), "partial", clock="coffre", purpose="effect"), "d", 6)
        assert filled(after, "coffre") == 2
        assert len(commons(after).setups) == 1
        assert offers(after) == {}

    def test_on_a_partial_without_a_clock_the_segments_are_offered(self) -> None:
        assert set(offers(take(roll(table(), "partial"), "d", 6))) == {"t", "d"}

    def test_on_a_bad_result_nothing_follows(self) -> None:
        assert offers(take(roll(table(), "bad", clock="coffre"), "d", 6)) == {}

    def test_a_controlled_consequence_reduced_is_avoided(self) -> None:
        after = take(roll(table(), "partial", position="controlled", clock="coffre"), "d", 4)
        assert filled(after, "coffre") == 2
        assert offers(after) == {}

    def test_where_two_suffer_both_must_avoid_it(self) -> None:
        campaign = take(roll(table(), "partial", helper="bohort", clock="coffre"), "v")
        campaign = take(campaign, "d", 6)
        assert filled(campaign, "coffre") == 0
        after = take(campaign, "d", 6)
        assert filled(after, "coffre") == 2
        assert offers(after) == {}


class TestOnce:
    """READING: once per consequence and character."""

    def test_it_is_not_offered_again(self) -> None:
        assert "d" not in offers(take(roll(table(), "bad"), "d", 3))

    def test_it_is_refused_again(self) -> None:
        campaign = take(roll(table(), "bad"), "d", 3)
        assert refused(campaign, Determination(who="aicha", beat=1), 6) == "resisted"

    def test_the_next_roll_may_be_resisted_again(self) -> None:
        campaign = take(take(roll(table(), "bad"), "d", 3), "w")
        assert "d" in offers(roll(campaign, "bad"))

    def test_who_does_not_suffer_does_not_resist(self) -> None:
        assert refused(roll(table(), "bad"), Determination(who="bohort", beat=1), 6) == "not_exposed"

    def test_what_is_settled_is_not_resisted(self) -> None:
        campaign = take(roll(table(), "partial", purpose="effect", clock="coffre"), "w")
        assert refused(campaign, Determination(who="aicha", beat=1), 6) == "settled"


class TestPrice:
    """Charge, Jet de détermination: one die for each charge of initiative; READING: resisting is paid for."""

    def test_initiative_just_gained_may_be_spent(self) -> None:
        campaign = roll(table({"aicha": {"initiative": 0}}), "partial")
        after = take(campaign, "d", 6)
        assert who(after).initiative == 0

    def test_more_than_is_held_is_refused(self) -> None:
        campaign = roll(table(), "bad")
        assert refused(campaign, Determination(who="aicha", beat=1, spend=5)) == "not_enough_initiative"

    def test_nothing_is_refused(self) -> None:
        campaign = roll(table(), "bad")
        for spend in (0, -1):
            assert refused(campaign, Determination(who="aicha", beat=1, spend=spend)) == "spend_at_least_one"

    def test_without_initiative_it_is_shown_with_the_reason(self) -> None:
        offer = offers(roll(table({"aicha": {"initiative": 0}}), "bad"))["d"]
        assert en(offer.blocked) == "Aïcha has no initiative"

    def test_determination_on_nothing_as_a_house_rule(self) -> None:
        campaign = roll(table({"aicha": {"initiative": 0}}, rules={"determination_zero": True}), "bad")
        offer = offers(campaign)["d"]
        assert offer.blocked is None
        assert needs(campaign, offer.command)[0].count == 2
        after = do(campaign, offer.command, 6, 4)
        assert told(after).startswith("determination 0d | REDUCED")
        after = do(campaign, offer.command, 6, 6)
        assert who(after).position_bonus == 0

    def test_the_stock_bounds_what_is_asked(self) -> None:
        campaign = roll(table(), "bad")
        (spend,) = DEED.asks(campaign, Determination(who="aicha", beat=1))
        assert (spend.name, spend.low, spend.high) == ("spend", 1, 4)


class TestWays:
    """Charge, Hacker les jets de détermination: initiative, the dots of an action, or a detail crossed out."""

    def test_dots_of_an_action_in_place_of_initiative(self) -> None:
        campaign = roll(table(rules={"resist_with": ["initiative", "action"]}), "bad")
        after = take(campaign, "d", 1, 4, by="action", action="finesse")
        assert who(after).initiative == 4
        assert told(after).startswith("determination 2d with an action | REDUCED")

    def test_an_action_without_dots_is_two_dice_the_lower_kept(self) -> None:
        campaign = roll(table(rules={"resist_with": ["action"]}), "bad")
        after = do(campaign, Determination(who="aicha", beat=1, by="action", action="sway"), 6, 5)
        assert after.log[-1].outcome == "partial"

    def test_a_detail_is_crossed_out_and_the_consequence_cancelled(self) -> None:
        campaign = table({"aicha": {"ties": ["sa sœur", "la guilde"]}}, rules={"resist_with": ["initiative", "detail"]})
        campaign = roll(campaign, "partial", clock="coffre")
        after = take(campaign, "d", by="detail", detail="sa sœur")
        assert who(after).ties == ("la guilde",)
        assert who(after).initiative == 5
        assert filled(after, "coffre") == 2
        assert told(after).startswith("determination: “sa sœur” crossed out | CANCELLED | consequence 0")
        assert after.log[-1].result["consequence"] == 2

    def test_a_detail_that_is_not_there_is_refused(self) -> None:
        campaign = roll(table(rules={"resist_with": ["detail"]}), "bad")
        assert refused(campaign, Determination(who="aicha", beat=1, by="detail", detail="x")) == "no_detail"

    @pytest.mark.parametrize("by", ["action", "detail", "prayer"])
    def test_a_way_the_table_does_not_use_is_refused(self, by: str) -> None:
        campaign = table({"aicha": {"ties": ["sa sœur"]}})
        command = Determination(who="aicha", by=by, action="finesse", detail="sa sœur")
        assert refused(campaign, command) == "bad_resist"

    def test_initiative_too_where_the_table_does_not_use_it(self) -> None:
        assert refused(table(rules={"resist_with": ["action"]}), Determination(who="aicha")) == "bad_resist"

    def test_an_unknown_action_is_refused(self) -> None:
        campaign = table(rules={"resist_with": ["action"]})
        assert refused(campaign, Determination(who="aicha", by="action", action="fly")) == "unknown_action"

    @pytest.mark.parametrize(
        ("ways", "by", "action", "detail"),
        [([], "initiative", "", ""), (["action"], "action", "finesse", ""), (["detail"], "detail", "", "sa sœur")],
    )
    def test_the_key_begins_with_a_way_of_the_table(self, ways: list[str], by: str, action: str, detail: str) -> None:
        command = resist(table({"aicha": {"ties": ["sa sœur"]}}, rules={"resist_with": ways}))
        assert (command.by, command.action, command.detail) == (by, action, detail)
        assert "by" not in [ask.name for ask in DEED.asks(table(rules={"resist_with": ways}), command)]

    def test_another_way_chosen_proposes_its_means(self) -> None:
        campaign = table({"aicha": {"ties": ["sa sœur"]}}, rules={"resist_with": ["initiative", "action", "detail"]})
        assert DEED.put(campaign, resist(campaign), "by", "action").action == "finesse"
        assert DEED.put(campaign, resist(campaign), "by", "detail").detail == "sa sœur"


class TestWithoutARoll:
    """A consequence may come from the story: determination alone, with the level the game master names."""

    @pytest.mark.parametrize(("face", "stress"), [(2, 3), (4, 2)])
    def test_what_is_left_is_offered(self, face: int, stress: int) -> None:
        campaign = do(table(), Determination(who="aicha", consequence=3), face)
        assert set(offers(campaign)) == {"s", "c", "w", "l", "p", "n"}
        assert who(take(campaign, "s")).stress == stress

    def test_avoided_nothing_follows(self) -> None:
        assert offers(do(table(), Determination(who="aicha"), 6)) == {}

    def test_66_brings_no_extra_advantage(self) -> None:
        assert offers(do(table(), Determination(who="aicha", spend=2), 6, 6)) == {}

    def test_the_key_begins_a_beat_of_its_own_where_nothing_waits(self) -> None:
        assert resist(table()).beat is None
        assert resist(roll(table(), "full")).beat is None
        assert resist(roll(table(), "bad"), "bohort").beat is None

    def test_the_key_goes_on_with_the_consequence_that_waits(self) -> None:
        command = resist(roll(table(), "bad", position="desperate"))
        assert (command.beat, command.consequence) == (1, 3)
