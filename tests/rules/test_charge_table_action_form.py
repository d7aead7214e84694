"""What the form of the action roll asks and offers, talents and set-ups among it (Charge, Jets d'action)."""

from __future__ import annotations

import pytest
from playing import commons, en, filled, options, refused, roll, table, told, who

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.fields import Kind
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.action_roll import ActionRollDeed
from tracker.rules.charge.rolls import first_roll
from tracker.rules.charge.sheet import Setup
from tracker.rules.table import needs

DEED = ActionRollDeed()
FINESSE = ActionRoll(who="aicha", action="finesse")


def asked(campaign: Campaign, command: ActionRoll) -> list[str]:
    return [ask.name for ask in DEED.asks(campaign, command)]


TALENTS = [
    {"text": "when it is dark", "kind": "effect", "checked": True},
    {"text": "when alone", "kind": "position", "checked": True},
    {"text": "on ice", "kind": "die", "checked": True},
    {"text": "", "kind": "dot", "action": "finesse", "checked": True},
    {"text": "not yet", "kind": "die", "checked": False},
]


class TestTalents:
    """Charge, Progression: a situational talent gives +1 effect, +1 position or +1d6 when its situation is there."""

    def talented(self) -> Campaign:
        return table({"aicha": {"talents": TALENTS}})

    def test_only_situational_talents_that_are_taken_are_asked_for(self) -> None:
        asks = [ask for ask in DEED.asks(self.talented(), FINESSE) if ask.name.startswith("talents.")]
        assert [ask.name for ask in asks] == ["talents.0", "talents.1", "talents.2"]
        assert [en(ask.label) for ask in asks] == [
            "+1 effect: when it is dark",
            "+1 position: when alone",
            "+1d6: on ice",
        ]
        assert all(ask.kind is Kind.FLAG and ask.value is False for ask in asks)

    def test_each_is_switched_on_and_off(self) -> None:
        on = DEED.put(self.talented(), DEED.put(self.talented(), FINESSE, "talents.2", True), "talents.0", True)
        assert on.talents == (0, 2)
        assert DEED.put(self.talented(), on, "talents.2", False).talents == (0,)

    def test_effect(self) -> None:
        after = roll(self.talented(), "full", talents=(0,), clock="coffre")
        assert filled(after, "coffre") == 3

    def test_position(self) -> None:
        assert roll(self.talented(), "bad", talents=(1,)).log[-1].result["consequence"] == 1

    def test_die(self) -> None:
        assert needs(self.talented(), ActionRoll(who="aicha", action="finesse", talents=(2,)))[0].count == 3

    def test_a_talent_does_not_block_the_gain(self) -> None:
        assert who(roll(self.talented(), "full", talents=(0, 1, 2))).initiative == 6

    def test_the_log_names_them(self) -> None:
        assert "+1d6: on ice" in told(roll(self.talented(), "full", talents=(2,)))

    def test_a_talent_that_is_gone_or_not_taken_brings_nothing(self) -> None:
        after = roll(self.talented(), "full", talents=(4, 9))
        assert after.log[-1].result["pool"] == 2
        assert "not yet" not in told(after)


class TestTakenOut:
    """Charge, Se surpasser: 2 initiative to act although taken out; each push is paid separately."""

    @pytest.mark.parametrize(("boost", "left"), [("none", 2), ("die", 0), ("effect", 0)])
    def test_the_price(self, boost: str, left: int) -> None:
        after = roll(table({"aicha": {"taken_out": True}}), "full", boost=boost)
        assert who(after).initiative == left
        assert who(after).taken_out
        assert "taken out: acting costs 2 initiative more" in told(after)

    def test_three_initiative_do_not_pay_two_pushes(self) -> None:
        campaign = table({"aicha": {"taken_out": True, "initiative": 3}})
        assert refused(campaign, ActionRoll(who="aicha", action="finesse", boost="die")) == "not_enough_initiative"

    def test_who_cannot_pay_stays_out(self) -> None:
        campaign = table({"aicha": {"taken_out": True, "initiative": 1}})
        assert refused(campaign, FINESSE) == "not_enough_initiative"


class TestSettingUp:
    """Charge, Préparer: every follower gets +1 effect or +1 position once, until the scene ends."""

    @pytest.mark.parametrize("bonus", ["effect", "position"])
    def test_a_success_leaves_the_bonus_chosen(self, bonus: str) -> None:
        after = roll(table(), "full", purpose=bonus)
        assert commons(after).setups == (Setup(by="aicha", bonus=bonus),)  # type: ignore[arg-type]

    def test_a_bad_result_leaves_nothing(self) -> None:
        assert commons(roll(table(), "bad", purpose="effect")).setups == ()

    def test_followers_are_offered_it_and_who_prepared_is_not(self) -> None:
        campaign = roll(table(), "full", purpose="effect")
        assert "setup" not in asked(campaign, FINESSE)
        follower = ActionRoll(who="bohort", action="muscle")
        assert [en(o.label) for o in options(campaign, follower, "setup").values()] == [
            "nobody’s set-up",
            "+1 effect by Aïcha",
        ]

    def test_effect(self) -> None:
        campaign = roll(table(), "full", purpose="effect")
        after = roll(campaign, "full", "bohort", action="muscle", setup=0, clock="coffre")
        assert filled(after, "coffre") == 3
        assert "+1 effect by Aïcha" in told(after)

    def test_position(self) -> None:
        campaign = roll(table(), "full", purpose="position")
        assert roll(campaign, "bad", "bohort", action="muscle", setup=0).log[-1].result["consequence"] == 1

    def test_once_for_each_follower(self) -> None:
        campaign = roll(table(), "full", purpose="effect")
        campaign = roll(campaign, "full", "bohort", action="muscle", setup=0)
        assert "setup" not in asked(campaign, ActionRoll(who="bohort", action="muscle"))
        assert refused(campaign, ActionRoll(who="bohort", action="muscle", setup=0)) == "setup_used"
        campaign = roll(campaign, "full", "naila", action="muscle", setup=0, boost="tension")
        assert commons(campaign).setups[0].used_by == ("bohort", "naila")

    @pytest.mark.parametrize("place", [1, 7, -2])
    def test_one_that_is_not_there_is_refused(self, place: int) -> None:
        campaign = roll(table(), "full", purpose="effect")
        assert refused(campaign, ActionRoll(who="bohort", action="muscle", setup=place)) == "setup_used"

    def test_several_wait_side_by_side(self) -> None:
        campaign = roll(roll(table(), "full", purpose="effect"), "full", "bohort", action="muscle", purpose="position")
        assert list(options(campaign, ActionRoll(who="naila", action="muscle"), "setup")) == [-1, 0, 1]


class TestAsks:
    """Product, Rolling: the choices with the sheet's defaults, the price and the gain of each option, exact odds."""

    def test_the_gain_of_each_option_is_on_it(self) -> None:
        notes = {v: en(o.note) for v, o in options(table(), FINESSE, "boost").items()}
        assert notes["die"] == "goal 75% → 87.5% · 2 initiative, no gain"
        assert notes["tension"] == "goal 75% → 87.5% · at a price"
        helped = {v: en(o.note) for v, o in options(table(), FINESSE, "helper").items()}
        assert helped["bohort"] == "goal 75% → 87.5% · 1 initiative of Bohort, no gain"

    def test_who_cannot_help_or_push_is_shown_with_the_reason(self) -> None:
        assert options(table(), FINESSE, "helper")["naila"].blocked is not None
        assert options(table(), ActionRoll(who="naila", action="muscle"), "boost")["die"].blocked is not None

    def test_who_is_absent_does_not_help(self) -> None:
        assert "bohort" not in options(table({"bohort": {"present": False}}), FINESSE, "helper")

    def test_only_clocks_that_a_success_ticks_and_that_are_open_are_offered(self) -> None:
        clocks = {
            "plein": {"name": "P", "kind": "progress", "size": 4, "filled": 4},
            "projet": {"name": "Q", "kind": "project"},
            "souci": {"name": "R", "kind": "complication"},
        }
        assert set(options(table({}, clocks), FINESSE, "clock")) == {"", "coffre", "projet"}

    def test_the_odds_are_exact_and_impossible_is_said(self) -> None:
        preview = DEED.preview(table(), ActionRoll(who="naila", action="muscle"))
        assert [str(chance.share) for chance in preview.chances] == ["0", "1/36", "2/9", "3/4"]
        assert sum(chance.share for chance in preview.chances) == 1

    def test_the_odds_stand_in_the_log(self) -> None:
        assert roll(table(), "full").log[-1].odds == {
            "critical": "1/36",
            "full": "5/18",
            "partial": "4/9",
            "bad": "1/4",
        }

    def test_the_facts_say_where_the_dice_come_from(self) -> None:
        command = ActionRoll(who="aicha", action="finesse", helper="bohort", boost="tension", minus_dice=1)
        assert en(DEED.preview(table(), command).facts[0]) == "3d6: 2 dots, +1 assistance, +1 tension, −1"

    def test_nobody_is_asked_nothing(self) -> None:
        assert DEED.asks(table(), ActionRoll(who="ghost", action="finesse")) == ()
        assert refused(table(), ActionRoll(who="ghost", action="finesse")) == "nobody"


class TestActionList:
    """Charge, Création de personnage: the list of actions is data of the campaign."""

    FOUR = {id: {"name": id.title(), "group": "physique"} for id in ("force", "agilite", "esprit", "charme")}

    def test_a_list_of_four_replaces_the_twelve(self) -> None:
        campaign = table({"aicha": {"actions": {"charme": 2, "finesse": 3}}}, rules={"actions": self.FOUR})
        assert list(options(campaign, FINESSE, "action")) == ["force", "agilite", "esprit", "charme"]

    def test_an_action_of_the_old_list_is_refused(self) -> None:
        campaign = table(rules={"actions": self.FOUR})
        assert refused(campaign, FINESSE) == "unknown_action"

    def test_it_is_told_by_its_own_name(self) -> None:
        campaign = table({"aicha": {"actions": {"charme": 2}}}, rules={"actions": self.FOUR})
        assert told(roll(campaign, "full", action="charme")).startswith("Charme 2d")

    def test_an_action_without_dots_is_no_die(self) -> None:
        assert needs(table(), ActionRoll(who="aicha", action="sway"))[0].count == 2

    def test_the_first_action_proposed_is_the_last_one_done_else_the_best(self) -> None:
        first = first_roll(table(), "aicha")
        assert first is not None
        assert first.action == "finesse"
        again = first_roll(roll(table(), "full", action="move"), "aicha")
        assert again is not None
        assert again.action == "move"
        assert first_roll(table(), "ghost") is None


class TestUserText:
    """Demand 9: user text is data, shown literally, control characters made visible."""

    @pytest.mark.parametrize("words", ["x [/] y", "[b", "{who}", "%s", "\x1b[31m", "a\x00b", "\u202eabc", "日本", "🙂"])
    def test_a_goal_is_told_as_it_is(self, words: str) -> None:
        after = roll(table(), "full", goal=words)
        assert after.log[-1].choice["goal"] == words
        assert clean(words) in told(after)
