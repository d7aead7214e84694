"""Consequences at the table: the five kinds, and what the questions about them say (Charge, Conséquences)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import (
    commons,
    consequence,
    do,
    en,
    filled,
    offers,
    refused,
    roll,
    table,
    take,
    told,
    who,
)

from tracker.core.campaign import Campaign
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.consequence import Consequence, ConsequenceDeed, Progress
from tracker.rules.common.clocks import TickClock
from tracker.rules.common.sessions import CloseBeat
from tracker.rules.table import deed_for


def both_suffer(outcome: str = "bad", **choice: Any) -> Campaign:
    return take(roll(table(), outcome, helper="bohort", **choice), "v")


class TestOffers:
    """Charge, Conséquences: on 4-5 and 1-3 the game master picks one of five, or lets it pass."""

    @pytest.mark.parametrize("outcome", ["critical", "full"])
    def test_a_success_has_none(self, outcome: str) -> None:
        assert not {"s", "c", "e", "w", "l", "n"} & set(offers(roll(table(), outcome)))

    def test_a_partial_has_all_five(self) -> None:
        assert set(offers(roll(table(), "partial"))) == {"s", "c", "e", "w", "l", "d", "p", "n"}

    def test_reduced_effect_is_not_offered_on_a_bad_result(self) -> None:
        assert set(offers(roll(table(), "bad"))) == {"s", "c", "w", "l", "d", "p", "n"}

    def test_nor_where_the_effect_is_none_already(self) -> None:
        campaign = roll(table(), "partial", effect="none")
        assert "e" not in offers(campaign)
        assert refused(campaign, Consequence(beat=1, kind="reduced")) == "bad_consequence"

    @pytest.mark.parametrize(("position", "level"), [("controlled", 1), ("risky", 2), ("desperate", 3)])
    def test_each_says_its_level(self, position: str, level: int) -> None:
        now = offers(roll(table(), "bad", position=position))
        assert en(now["s"].note) == f"{level} stress"
        assert en(now["c"].note) == (f"{level} segments" if level > 1 else "1 segment")

    def test_one_is_picked_once(self) -> None:
        campaign = consequence(roll(table(), "bad"), "position")
        assert refused(campaign, Consequence(beat=1, kind="stress")) == "settled"

    def test_reduced_effect_on_a_bad_result_is_refused(self) -> None:
        assert refused(roll(table(), "bad"), Consequence(beat=1, kind="reduced")) == "bad_consequence"

    def test_an_unknown_kind_is_refused(self) -> None:
        assert refused(roll(table(), "bad"), Consequence(beat=1, kind="doom")) == "bad_consequence"

    def test_a_success_cannot_be_given_one(self) -> None:
        assert refused(roll(table(), "full"), Consequence(beat=1, kind="stress")) == "settled"

    def test_one_without_a_roll_is_refused(self) -> None:
        assert refused(table(), Consequence(kind="stress")) == "settled"

    def test_the_whole_beat_closes_with_done(self) -> None:
        campaign = roll(table(), "full")
        assert set(offers(campaign)) == {"t", "d"}
        closed = take(campaign, "d")
        assert offers(closed) == {}
        assert isinstance(offers(campaign)["d"].command, CloseBeat)

    def test_another_beat_ends_the_offers(self) -> None:
        assert offers(do(roll(table(), "bad"), TickClock(clock="alerte"))) == {}


class TestStress:
    """Charge, Condition aggravée: one stress for each level, then the condition is rewritten."""

    @pytest.mark.parametrize(("position", "stress"), [("controlled", 1), ("risky", 2), ("desperate", 3)])
    def test_level(self, position: str, stress: int) -> None:
        after = take(roll(table(), "bad", position=position), "s")
        assert who(after).stress == stress
        assert told(after) == f"worse condition, level {stress} | stress 0 → {stress}"

    def test_the_condition_opens_by_itself(self) -> None:
        campaign = take(roll(table(), "bad"), "s")
        (offer,) = offers(campaign).values()
        assert offer.opens
        assert en(offer.label) == "condition of Aïcha"
        after = do(campaign, replace(offer.command, words="boite"))  # type: ignore[call-arg]
        assert who(after).condition == "boite"
        assert told(after) == "condition “boite”"
        assert offers(after) == {}

    def test_the_condition_may_stay_as_it_is(self) -> None:
        campaign = take(roll(table({"aicha": {"condition": "boite"}}), "bad"), "s")
        after = take(campaign, "c")
        assert who(after).condition == "boite"
        assert told(after) == "condition kept"

    def test_at_four_the_clock_is_cleared_and_the_character_out_what_overflows_is_dropped(self) -> None:
        campaign = table({"aicha": {"stress": 2, "condition": "boite"}})
        after = take(roll(campaign, "bad", position="desperate"), "s")
        assert (who(after).stress, who(after).taken_out, who(after).condition) == (0, True, "boite")
        assert "taken out of the scene" in told(after)
        assert list(offers(after)) == ["c"]

    def test_stress_may_stay_full_by_a_house_rule(self) -> None:
        campaign = table({"aicha": {"stress": 3}}, rules={"stress_full": "stay"})
        after = take(roll(campaign, "bad"), "s")
        assert (who(after).stress, who(after).taken_out) == (4, True)

    def test_who_is_full_already_takes_no_more(self) -> None:
        campaign = table({"aicha": {"stress": 4}}, rules={"stress_full": "stay"})
        assert who(take(roll(campaign, "bad"), "s")).stress == 4

    def test_the_size_is_a_house_rule(self) -> None:
        after = take(roll(table(rules={"stress_size": 6}), "bad", position="desperate"), "s")
        assert (who(after).stress, who(after).taken_out) == (3, False)


class TestComplication:
    """Charge, Complication: one segment for each level on a danger clock, new or existing."""

    @pytest.mark.parametrize(("position", "after"), [("controlled", 3), ("risky", 4), ("desperate", 5)])
    def test_an_existing_clock(self, position: str, after: int) -> None:
        assert filled(take(roll(table(), "bad", position=position), "c"), "alerte") == after

    def test_the_first_open_danger_clock_is_proposed(self) -> None:
        command = offers(roll(table(), "bad"))["c"].command
        assert isinstance(command, Consequence)
        assert command.clock == "alerte"
        asks = ConsequenceDeed().asks(table(), command)
        assert [ask.name for ask in asks] == ["clock"]
        assert [en(option.label) for option in asks[0].options] == ["Alerte", "a new one"]

    def test_a_new_clock_begins_with_the_segments(self) -> None:
        campaign = roll(table(rules={"new_clock_visibility": "name"}), "bad", position="desperate")
        after = take(campaign, "c", clock="", name="La herse", size=4)
        clock = after.clocks["la_herse"]
        assert (clock.name, clock.kind, clock.size, clock.filled, clock.visibility) == (
            "La herse",
            "danger",
            4,
            3,
            "name",
        )
        assert list(after.clocks)[-1] == "la_herse"

    def test_a_new_clock_that_is_full_at_once_says_so(self) -> None:
        after = take(roll(table(), "bad", position="desperate"), "c", clock="", name="Herse", size=2)
        assert filled(after, "herse") == 2
        assert told(after).count("Herse is full") == 1

    def test_where_every_danger_clock_is_full_a_new_one_is_proposed(self) -> None:
        campaign = table({}, {"alerte": {"filled": 6}})
        command = offers(roll(campaign, "bad"))["c"].command
        assert isinstance(command, Consequence)
        assert command.clock == ""
        assert [ask.name for ask in ConsequenceDeed().asks(campaign, command)] == ["clock", "name", "size"]

    def test_a_new_clock_without_a_name_is_told_and_can_be_taken_back(self) -> None:
        after = take(roll(table(), "bad"), "c", clock="", size=2)
        assert filled(after, "complication") == 2
        assert "complication is full" in told(after)

    def test_filling_a_clock_is_told(self) -> None:
        after = take(roll(table({}, {"alerte": {"filled": 5}}), "bad"), "c")
        assert told(after) == "complication, level 2 | Alerte 5 → 6/6 | Alerte is full"

    def test_a_full_or_absent_clock_is_refused(self) -> None:
        campaign = roll(table({}, {"alerte": {"filled": 6}}), "bad")
        assert refused(campaign, Consequence(beat=1, kind="complication", clock="alerte")) == "already_full"
        assert refused(campaign, Consequence(beat=1, kind="complication", clock="ghost")) == "no_clock"

    def test_complications_of_characters_are_danger_clocks_too(self) -> None:
        campaign = table({}, {"dette": {"name": "Dette", "kind": "complication", "owner": "aicha"}})
        assert filled(take(roll(campaign, "bad"), "c", clock="dette"), "dette") == 2


class TestWorsePosition:
    """Charge, Position défavorable: one step worse on each action roll until the scene ends; it adds up."""

    def test_it_is_one_step_whatever_the_level(self) -> None:
        assert who(take(roll(table(), "bad", position="desperate"), "w")).position_penalty == 1

    def test_it_adds_up(self) -> None:
        campaign = take(roll(table(), "bad"), "w")
        campaign = take(roll(campaign, "bad"), "w")
        assert who(campaign).position_penalty == 2

    def test_it_tells_on_the_next_roll(self) -> None:
        campaign = take(roll(table(), "bad"), "w")
        assert roll(campaign, "bad").log[-1].result["position"] == "desperate"


class TestReducedEffect:
    """Charge, Effet réduit: one rank less, so one segment less."""

    @pytest.mark.parametrize(("effect", "ticks"), [("limited", 0), ("standard", 1), ("great", 2)])
    def test_ticks(self, effect: str, ticks: int) -> None:
        after = take(roll(table(), "partial", effect=effect, clock="coffre"), "e")
        assert filled(after, "coffre") == ticks

    def test_the_goal_and_the_gain_stay(self) -> None:
        after = take(roll(table(), "partial", clock="coffre", purpose="effect"), "e")
        assert after.log[-1].result["goal"] is True
        assert who(after).initiative == 5
        assert len(commons(after).setups) == 1

    def test_what_is_left_is_offered_where_no_clock_was_chosen(self) -> None:
        campaign = take(roll(table(), "partial"), "e")
        assert en(offers(campaign)["t"].note) == "1 segment"


class TestLostOpportunity:
    """Charge, Occasion manquée: another action must be used; on a partial the goal is lost and the gain stays."""

    def test_no_ticks_no_setup_no_goal(self) -> None:
        after = take(roll(table(), "partial", clock="coffre", purpose="effect"), "l")
        assert filled(after, "coffre") == 0
        assert commons(after).setups == ()
        assert after.log[-1].result["goal"] is False
        assert who(after).initiative == 5

    def test_nothing_more_is_offered(self) -> None:
        assert offers(take(roll(table(), "partial"), "l")) == {}


class TestPartial:
    """Charge, Jets d'action: on a partial the goal is reached and there is a consequence; ticks wait for it."""

    @pytest.mark.parametrize("kind", ["stress", "complication", "position", "none"])
    def test_the_chosen_clock_is_ticked_once_the_consequence_is_settled(self, kind: str) -> None:
        campaign = roll(table(), "partial", clock="coffre")
        assert filled(campaign, "coffre") == 0
        after = consequence(campaign, kind, clock="alerte" if kind == "complication" else "")
        assert filled(after, "coffre") == 2

    @pytest.mark.parametrize("kind", ["stress", "complication", "position", "none"])
    def test_a_setup_is_left_once_the_consequence_is_settled(self, kind: str) -> None:
        campaign = roll(table(), "partial", purpose="position")
        assert commons(campaign).setups == ()
        after = consequence(campaign, kind, clock="alerte" if kind == "complication" else "")
        assert len(commons(after).setups) == 1

    def test_without_a_chosen_clock_the_segments_are_offered_after_it(self) -> None:
        campaign = take(roll(table(), "partial"), "w")
        assert set(offers(campaign)) == {"t", "d"}
        after = take(campaign, "t")
        assert filled(after, "coffre") == 2
        assert told(after) == "effect | Coffre 0 → 2/8"
        assert offers(after) == {}

    def test_the_condition_comes_before_the_segments(self) -> None:
        campaign = take(roll(table(), "partial"), "s")
        assert list(offers(campaign)) == ["c"]
        assert set(offers(take(campaign, "c"))) == {"t", "d"}

    def test_segments_are_given_once(self) -> None:
        campaign = take(take(roll(table(), "partial"), "w"), "t")
        assert refused(campaign, Progress(beat=1, clock="coffre", by=2)) == "settled"

    def test_segments_are_not_given_before_the_consequence(self) -> None:
        assert refused(roll(table(), "partial"), Progress(beat=1, clock="coffre", by=2)) == "settled"

    def test_segments_below_one_are_refused(self) -> None:
        assert refused(roll(table(), "full"), Progress(beat=1, clock="coffre", by=-1)) == "bad_ticks"

    def test_nothing_is_offered_where_there_is_no_clock_to_tick(self) -> None:
        campaign = table({}, {"coffre": {"filled": 8}})
        assert offers(roll(campaign, "full")) == {}
        assert offers(take(roll(campaign, "partial"), "w")) == {}

    def test_letting_it_pass_is_told(self) -> None:
        assert told(take(roll(table(), "bad"), "n")) == "no consequence after all"


class TestCriticalAtGreat:
    """READING: a critical at great cannot rise; the game master is asked for something else."""

    @pytest.mark.parametrize(
        ("choice", "asked"),
        [
            ({"effect": "great"}, True),
            ({"effect": "standard"}, False),
            ({"effect": "standard", "boost": "effect"}, True),
            ({"effect": "limited", "boost": "effect"}, False),
        ],
    )
    def test_an_extra_advantage_is_offered(self, choice: dict[str, str], asked: bool) -> None:
        assert ("a" in offers(roll(table(), "critical", **choice))) is asked

    def test_not_where_the_critical_ticks_four(self) -> None:
        campaign = table(rules={"critical_beyond_great": True})
        assert "a" not in offers(roll(campaign, "critical", effect="great"))

    def test_it_is_noted_in_the_beat(self) -> None:
        campaign = roll(table(), "critical", effect="great", clock="coffre")
        after = take(campaign, "a", words="la porte reste ouverte")
        assert told(after) == "la porte reste ouverte"
        assert after.log[-1].beat == 1
        assert offers(after) == {}


class TestDefaultsOfTheBeat:
    """Demand 5: the common beat is one roll, one consequence, one condition."""

    def test_stress_taken_on_a_default_roll(self) -> None:
        campaign = do(table(), ActionRoll(who="aicha", action="finesse"), 4, 2)
        campaign = take(campaign, "s")
        campaign = take(campaign, "c", words="essoufflée")
        assert set(offers(campaign)) == {"t", "d"}
        assert {entry.beat for entry in campaign.log} == {1}


class TestQuestions:
    """Each offer asks only what it must."""

    def asked(self, campaign: Campaign, key: str) -> dict[str, list[str]]:
        command = offers(campaign)[key].command
        return {a.name: [en(o.label) for o in a.options] for a in deed_for(campaign, command).asks(campaign, command)}

    def test_who_suffers(self) -> None:
        campaign = roll(table(), "bad", helper="bohort")
        assert self.asked(campaign, "v") == {"on": ["who rolled", "who assisted", "both"]}

    def test_who_protects_whom(self) -> None:
        assert self.asked(roll(table(), "bad"), "p") == {"who": ["Bohort", "Naïla"]}
        assert self.asked(both_suffer(), "p") == {"who": ["Naïla"], "victim": ["Aïcha", "Bohort"]}

    def test_who_resists_where_two_may(self) -> None:
        assert list(self.asked(both_suffer(), "d")) == ["who", "spend"]
        assert list(self.asked(take(both_suffer(), "d", 4), "d")) == ["spend"]

    def test_which_clock(self) -> None:
        assert self.asked(roll(table(), "full"), "t") == {"clock": ["Coffre"], "by": []}

    @pytest.mark.parametrize("key", ["s", "w", "l", "e", "n"])
    def test_one_key_is_enough(self, key: str) -> None:
        assert self.asked(roll(table(), "partial"), key) == {}

    def test_a_secret_roll_is_marked(self) -> None:
        assert roll(table(), "full", secret=True).log[-1].secret
        assert not roll(table(), "full").log[-1].secret
