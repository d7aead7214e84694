"""What is at stake in a roll, and what each answer would change of it (product.md, 4: the odds before the dice)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from playing import campaign_of, en
from playing_3d6 import table as kittens

from tracker.core.campaign import Campaign
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.determination import Determination
from tracker.rules.charge.other_rolls import Fortune
from tracker.rules.deed import Ask, Command
from tracker.rules.gains import weighed
from tracker.rules.likely import changes, likely
from tracker.rules.systeme_3d6.commands import RollLong, RollOpen, RollTest
from tracker.rules.table import deed_for

TREE: dict[str, Any] = {
    "format": 1,
    "title": "T",
    "system": "charge",
    "language": "en",
    "characters": {
        "aicha": {"name": "Aïcha", "initiative": 4, "stress": 2, "actions": {"finesse": 2}},
        "bohort": {"name": "Bohort", "initiative": 2, "actions": {"muscle": 2}},
    },
    "clocks": {
        "alerte": {"name": "Alerte", "kind": "danger", "size": 4, "filled": 3},
        "coffre": {"name": "Coffre", "kind": "progress", "size": 8, "filled": 5},
    },
}
FINESSE = ActionRoll(who="aicha", action="finesse", position="risky", effect="standard")


def charge(**aicha: Any) -> Campaign:
    return campaign_of(
        {**TREE, "characters": {**TREE["characters"], "aicha": {**TREE["characters"]["aicha"], **aicha}}}
    )


def stakes(campaign: Campaign, command: Command) -> dict[str, Fraction]:
    return {each.outcome: each.share for each in deed_for(campaign, command).preview(campaign, command).also}


def gains(campaign: Campaign, command: Command, name: str) -> dict[Any, str]:
    """Give what the answers to one question say, where they say anything."""
    deed = deed_for(campaign, command)
    ask: Ask = next(each for each in deed.asks(campaign, command) if each.name == name)
    known = weighed(campaign, command, deed, ask, deed.preview(campaign, command))
    return {option.value: en(option.note) for option in known.options if option.note is not None}


class TestClock:
    """Charge, Horloges: a success ticks by its effect, a critical one rank more."""

    @pytest.mark.parametrize(
        ("effect", "share"),
        [("limited", Fraction(0)), ("standard", Fraction(1, 36)), ("great", Fraction(3, 4))],
    )
    def test_three_segments_on_two_dice(self, effect: str, share: Fraction) -> None:
        command = ActionRoll(who="aicha", action="finesse", effect=effect, clock="coffre")
        assert stakes(charge(), command)["clock"] == share

    def test_no_clock_chosen_nothing_said(self) -> None:
        assert "clock" not in stakes(charge(), FINESSE)

    def test_the_price_of_tension_is_due_whatever_the_dice_say(self) -> None:
        command = ActionRoll(who="aicha", action="finesse", boost="tension", price="danger", price_clock="alerte")
        assert stakes(charge(), command)["price_clock"] == 1

    def test_a_long_task_is_completed_by_enough_successes(self) -> None:
        campaign = kittens({}, {"radeau": {"filled": 5}})
        command = RollLong(who="ficelle", quality="costaud", clock="radeau")
        assert stakes(campaign, command) == {"clock": Fraction(1, 8)}


class TestStress:
    """Charge, Santé et Condition: at four segments somebody is out; 1, 2 or 3 are ticked by the position."""

    @pytest.mark.parametrize(
        ("position", "share"),
        [("controlled", Fraction(0)), ("risky", Fraction(25, 36)), ("desperate", Fraction(25, 36))],
    )
    def test_two_segments_left_on_two_dice(self, position: str, share: Fraction) -> None:
        command = ActionRoll(who="aicha", action="finesse", position=position)
        assert stakes(charge(), command)["taken_out"] == share

    def test_what_tension_costs_counts_whatever_the_dice_say(self) -> None:
        command = ActionRoll(who="aicha", action="finesse", boost="tension", price="stress", price_amount=2)
        assert stakes(charge(), command)["taken_out"] == 1

    def test_determination_keeps_it_away(self) -> None:
        command = Determination(who="aicha", spend=2, consequence=2)
        assert stakes(charge(), command)["taken_out"] == Fraction(1, 4)
        assert stakes(charge(stress=3), command)["taken_out"] == Fraction(25, 36)

    def test_fortune_costs_nobody_anything(self) -> None:
        assert stakes(charge(), Fortune(likelihood=2)) == {}


class TestGains:
    """Every answer at hand says what it would change, in all systems, without each saying so itself."""

    def test_positions_change_what_happens_to_the_stress(self) -> None:
        said = gains(charge(), FINESSE, "position")
        assert said["controlled"] == "out, if stress 69.4% → impossible · consequence 1"
        assert said["desperate"] == "consequence 3"

    def test_effects_change_how_soon_the_clock_is_full(self) -> None:
        command = ActionRoll(who="aicha", action="finesse", clock="coffre")
        said = gains(charge(), command, "effect")
        assert said["great"] == "clock full 2.8% → 75% · 3 segments"
        assert said["limited"] == "clock full 2.8% → impossible · 1 segment"

    def test_a_clock_says_how_likely_it_is_filled(self) -> None:
        assert gains(charge(), FINESSE, "clock")["coffre"].startswith("clock full 2.8%")

    def test_assistance(self) -> None:
        assert gains(charge(), FINESSE, "helper")["bohort"].startswith("goal 75% → 87.5%")

    def test_actions_and_dice_taken_away(self) -> None:
        assert gains(charge(), FINESSE, "action")["muscle"].startswith("goal 75% → 25%")
        assert gains(charge(), FINESSE, "minus_dice")[1] == "goal 75% → 50% · out, if stress 69.4% → 83.3%"

    def test_levels_of_likelihood_and_initiative_spent(self) -> None:
        assert gains(charge(), Fortune(likelihood=1), "likelihood")[2] == "success 16.7% → 30.6%"
        command = Determination(who="aicha", spend=1, consequence=2)
        assert gains(charge(), command, "spend")[2].startswith("avoided 16.7% → 30.6%")

    def test_reasons_of_an_open_action(self) -> None:
        command = RollOpen(who="ficelle", quality="costaud")
        assert "success 87.5% → 93.8%" in gains(kittens(), command, "advantages")["circumstances"]

    def test_a_note_that_gives_the_chance_is_left_alone(self) -> None:
        command = RollTest(who="ficelle", quality="costaud", difficulty=2)
        assert gains(kittens(), command, "difficulty")[4].count("success impossible") == 1


class TestWords:
    """What cannot be is impossible, what cannot fail is certain; only what lies between is a number."""

    @pytest.mark.parametrize(
        ("share", "said"),
        [
            (Fraction(0), "impossible"),
            (Fraction(1), "certain"),
            (Fraction(1, 2), "50%"),
            (Fraction(1, 10**6), "<\u00a00.1%"),
        ],
    )
    def test_chances(self, share: Fraction, said: str) -> None:
        assert en(likely(share)) == said

    def test_changes(self) -> None:
        assert en(changes(likely(Fraction(1)), Fraction(0), Fraction(3, 4))) == "certain impossible → 75%"
