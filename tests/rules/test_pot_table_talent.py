"""The test of a talent at the table: dice, turns, rerolls, the form (POT, Tester un talent)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from playing import asked, dice, do, en, offers, options, refused, take, told
from playing_pot import acting, reserves, shot, table, who

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.characters import EditCharacter, RemoveCharacter
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.common.takeback import Undo
from tracker.rules.pot.aftermath import LetFail, Reroll, RerollDeed
from tracker.rules.pot.first_test import first_test
from tracker.rules.pot.rounds import StartRound
from tracker.rules.pot.system import SYSTEM
from tracker.rules.pot.talent_choice import TalentRoll
from tracker.rules.pot.talent_roll import TalentRollDeed
from tracker.rules.table import apply, deed_for, needs

DEED = TalentRollDeed()
TIR = TalentRoll(who="vasco", talent="tir", spend=3)


class TestDice:
    """POT, Tester un talent: at most as many dice as crosses, out of the reserve; a free die under the dominant."""

    @pytest.mark.parametrize(
        ("choice", "count"),
        [
            ({"spend": 3}, 4),
            ({"spend": 1}, 2),
            ({"talent": "parade", "spend": 2}, 2),
            ({"talent": "ruse", "spend": 1}, 1),
            ({"reserve": "rr", "spend": 2}, 3),
        ],
    )
    def test_pool(self, choice: dict[str, Any], count: int) -> None:
        (pool,) = needs(acting(), TalentRoll(**{"who": "vasco", "talent": "tir", **choice}))
        assert (pool.count, pool.sides) == (count, 6)

    def test_the_best_and_its_equals_are_kept(self) -> None:
        after = do(acting(), TIR, 5, 2, 5, 1)
        assert dice(after) == [(5, True), (2, False), (5, True), (1, False)]
        assert told(after).startswith(
            "Tir · RA 4d · DIFF 6 | SUCCESS | total 8: 5, +1 equal die, +2 pugnacity | free die | RA 3 → 0"
        )

    def test_equal_to_diff_is_enough(self) -> None:
        assert shot(acting(), 4, 1).log[-1].outcome == "success"
        assert shot(acting(), 3, 1).log[-1].outcome == "failure"

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"spend": 0}, "must_spend_a_die"),
            ({"spend": -1}, "must_spend_a_die"),
            ({"spend": 4}, "over_crosses"),
            ({"talent": "ruse", "spend": 2}, "over_crosses"),
            ({"talent": "incantation", "spend": 1}, "talent_needs_cross"),
            ({"talent": "danse"}, "unknown_talent"),
            ({"talent": ""}, "unknown_talent"),
            ({"who": "ghost"}, "nobody"),
            ({"bets": 4}, "bad_bets"),
            ({"bets": -1}, "bad_bets"),
            ({"reserve": "pot"}, "bad_reserve"),
            ({"reserve": "rr", "spend": 3}, "reserve_too_small"),
            ({"defends": True}, "nothing_to_oppose"),
        ],
    )
    def test_refused(self, change: dict[str, Any], code: str) -> None:
        assert refused(acting(), replace(TIR, **change)) == code

    def test_what_the_reserve_does_not_hold(self) -> None:
        assert refused(acting(vasco=5, mira=4), replace(TIR, spend=3), 1, 1, 1, 1, 1) == "bad_dice_count"
        assert refused(shot(acting(), 6, 6), replace(TIR, spend=3)) == "reserve_too_small"
        assert refused(table(), TIR) == "reserve_too_small"

    def test_an_attitude_the_sheet_does_not_have(self) -> None:
        sheet = {"talents": {"tir": {"name": "Tir", "attitude": "rage", "crosses": 3}}}
        assert refused(acting(table({"vasco": sheet})), TIR) == "unknown_attitude"
        assert refused(acting(table({"vasco": {"dominant": "rage"}})), TIR) == "unknown_attitude"

    def test_a_talent_without_attitude_has_neither_points_nor_free_die(self) -> None:
        sheet = {"dominant": "", "talents": {"tir": {"name": "Tir", "crosses": 3}}}
        after = shot(acting(table({"vasco": sheet})), 5)
        assert told(after).startswith("Tir · RA 1d · DIFF 6 | FAILURE | total 5: 5")

    def test_house_rules_reach_the_table(self) -> None:
        strict = acting(table(rules={"untrained_dice": 0}))
        assert refused(strict, replace(TIR, talent="ruse", spend=1)) == "over_crosses"
        capped = acting(table(rules={"free_die_over_cap": False}))
        assert refused(capped, TIR) == "over_crosses"
        alone = acting(table(rules={"free_die_alone": True}))
        assert do(alone, replace(TIR, spend=0), 5).log[-1].outcome == "success"
        ones = do(acting(table(rules={"all_ones_fail": True})), replace(TIR, diff=3, spend=2), 1, 1, 1)
        assert ones.log[-1].outcome == "failure"
        assert "nothing but ones: failed" in told(ones)
        assert "nothing but ones: failed" in told(take(ones, "r", 1, 1))

    def test_free_die_only_where_a_dominant_attitude_is_all_there_is(self) -> None:
        sheet = {"dominant": "opportunisme"}
        strict = acting(table({"vasco": sheet}, rules={"untrained_dice": 0}))
        after = do(strict, replace(TIR, talent="ruse", spend=0), 6)
        assert (who(after).ra, after.log[-1].outcome) == (3, "success")
        assert first_test(strict, "vasco", "ra") is not None
        assert DEED.put(strict, TIR, "talent", "ruse").spend == 0

    def test_typed_faces_are_marked_and_odds_kept(self) -> None:
        after = do(acting(), TIR, 6, 1, 1, 1, typed=True)
        entry = after.log[-1]
        assert entry.typed
        assert sum(Fraction(share) for share in entry.odds.values()) == 1
        assert entry.faces == [6, 1, 1, 1]


class TestTurnOrder:
    """POT, Action: actions on one's turn, reactions at any moment."""

    def test_an_action_die_out_of_turn(self) -> None:
        assert refused(acting(), replace(TIR, who="mira")) == "not_their_turn"
        over = take(take(take(acting(), "e"), "e"), "e")
        assert refused(over, TIR) == "not_their_turn"

    def test_an_action_die_while_dice_are_split(self) -> None:
        assert refused(do(table({"vasco": {"ra": 3}}), StartRound()), TIR) == "other_phase"

    @pytest.mark.parametrize(("id", "faces"), [("vasco", (6,)), ("mira", (6, 1)), ("loup", (6,))])
    def test_a_reaction_of_anybody_at_any_moment(self, id: str, faces: tuple[int, ...]) -> None:
        after = shot(acting(), *faces, who=id, talent="parade", reserve="rr", diff=1)
        assert after.log[-1].outcome == "success"

    def test_outside_of_rounds_dice_that_were_kept_may_be_used(self) -> None:
        after = shot(table({"vasco": {"ra": 2}}), 6, 1)
        assert who(after).ra == 1

    def test_the_roll_key_of_who_is_on_is_an_action_of_others_a_reaction(self) -> None:
        commands = {id: SYSTEM.command("roll", acting(), id) for id in ("vasco", "mira", "loup")}
        assert [c.reserve for c in commands.values() if isinstance(c, TalentRoll)] == ["ra", "rr", "rr"]

    def test_plain_dice_under_the_key_of_fortune_and_no_other_keys(self) -> None:
        assert SYSTEM.command("fortune", table(), "") == PlainDice()
        assert [SYSTEM.has(key) for key in ("roll", "fortune", "resist", "flashback")] == [True, True, False, False]
        assert SYSTEM.command("resist", table(), "vasco") is None
        assert SYSTEM.command("roll", table(), "ghost") is None
        assert SYSTEM.command("roll", table({"vasco": {"talents": {}}}), "vasco") is None


class TestReuse:
    """POT, Tester un talent: the same talent twice in a round has DIFF +2; READING: +2 more each further time."""

    def test_each_further_use(self) -> None:
        campaign = acting(vasco=5)
        for diff in (6, 8, 10):
            campaign = shot(campaign, 6, 6)
            assert campaign.log[-1].result["diff"] == diff
        assert who(campaign).uses == {"tir": 3}
        assert "used again: DIFF +4" in told(campaign)

    def test_actions_and_reactions_count_together(self) -> None:
        campaign = shot(acting(), 6, 6)
        assert shot(campaign, 6, 6, reserve="rr").log[-1].result["diff"] == 8

    def test_another_talent_is_fresh(self) -> None:
        campaign = shot(acting(), 6, 6)
        assert shot(campaign, 6, talent="parade").log[-1].result["diff"] == 6

    def test_a_reroll_is_no_use(self) -> None:
        campaign = take(shot(acting(), 1, 2), "r", 6)
        assert who(campaign).uses == {"tir": 1}

    def test_a_failure_is_one(self) -> None:
        assert who(shot(acting(), 1, 2)).uses == {"tir": 1}


class TestReroll:
    """POT, Tester un talent: below DIFF one may throw again x - 1 dice, or fails."""

    def failed(self) -> Campaign:
        return do(acting(), replace(TIR, diff=9), 1, 2, 3, 2)

    def test_offered_with_its_dice_and_its_chance(self) -> None:
        found = offers(self.failed())
        assert list(found) == ["r", "l"]
        assert en(found["r"].note) == "3d, success 10.4%"

    def test_one_die_fewer_down_to_one(self) -> None:
        campaign = self.failed()
        for faces in [(1, 2, 3), (2, 1), (5,)]:
            (pool,) = needs(campaign, offers(campaign)["r"].command)
            assert pool.count == len(faces)
            campaign = take(campaign, "r", *faces)
        assert "r" not in {k for k, o in offers(campaign).items() if isinstance(o.command, Reroll)}
        assert refused(campaign, Reroll(beat=campaign.log[-1].beat)) == "no_die_left"
        assert who(campaign).ra == 0
        assert len({entry.beat for entry in campaign.log[-4:]}) == 1

    def test_attitude_is_added_again_and_old_faces_are_gone(self) -> None:
        after = take(self.failed(), "r", 6, 6, 1)
        assert after.log[-1].outcome == "success"
        assert told(after) == "reroll 3d · DIFF 9 | SUCCESS | total 9: 6, +1 equal die, +2 pugnacity"

    def test_each_throw_keeps_its_own_odds_and_the_panel_shows_those_of_all_that_are_left(self) -> None:
        after = take(self.failed(), "r", 1, 1, 2)
        assert dict(after.log[-1].odds) == {"success": "17/216", "failure": "199/216"}
        preview = RerollDeed().preview(self.failed(), Reroll(beat=self.failed().log[-1].beat))
        assert {c.outcome: str(c.share) for c in preview.chances} == {"success": "811/7776", "failure": "6965/7776"}

    def test_not_after_a_success(self) -> None:
        after = shot(acting(), 6, 6)
        assert refused(after, Reroll(beat=after.log[-1].beat)) == "already_success"
        again = take(self.failed(), "r", 6, 6, 6)
        assert refused(again, Reroll(beat=again.log[-1].beat)) == "already_success"

    def test_not_without_a_test(self) -> None:
        assert refused(acting(), Reroll(beat=1)) == "no_test"

    def test_not_after_it_was_left_at_that(self) -> None:
        after = take(self.failed(), "l")
        assert told(after) == "no reroll | FAILURE"
        assert refused(after, Reroll(beat=after.log[-1].beat)) == "no_die_left"
        assert refused(after, LetFail(beat=after.log[-1].beat)) == "no_die_left"

    def test_one_die_has_no_reroll(self) -> None:
        after = shot(acting(), 1, talent="parade")
        assert not any(isinstance(offer.command, Reroll) for offer in offers(after).values())

    def test_as_many_as_the_house_rules_say(self) -> None:
        campaign = do(acting(table(rules={"max_rerolls": 1})), replace(TIR, diff=9), 1, 2, 3, 2)
        after = take(campaign, "r", 1, 1, 2)
        assert refused(after, Reroll(beat=after.log[-1].beat)) == "no_die_left"

    def test_who_is_gone_throws_no_more(self) -> None:
        gone = do(self.failed(), RemoveCharacter(who="vasco"))
        beat = self.failed().log[-1].beat
        with pytest.raises(Refusal) as caught:
            apply(gone, Reroll(beat=beat), {"dice": (1, 1, 1)}, gone.log[-1].at)
        assert caught.value.code == "nobody"
        assert refused(gone, LetFail(beat=beat)) == "nobody"

    def test_taken_back_as_one(self) -> None:
        before = acting()
        after = take(take(do(before, replace(TIR, diff=9), 1, 2, 3, 2), "r", 1, 1, 2), "l")
        assert do(after, Undo()).tree == before.tree

    def test_a_second_terminal_comes_too_late(self) -> None:
        campaign = take(self.failed(), "l")
        assert refused(campaign, Reroll(beat=self.failed().log[-1].beat)) == "no_die_left"


class TestForm:
    """product.md, Rolling: default answers, the price and gain of each option, warnings."""

    def test_the_best_talent_to_begin_with(self) -> None:
        command = first_test(acting(), "vasco")
        assert command == replace(TIR, spend=3)
        mira = first_test(acting(), "mira", "rr")
        assert mira is not None
        assert (mira.talent, mira.spend) == ("tir", 2)

    def test_what_was_done_last_after_that(self) -> None:
        campaign = shot(acting(), 6, talent="parade", diff=9)
        command = first_test(campaign, "vasco")
        assert command is not None
        assert (command.talent, command.diff, command.spend) == ("parade", 9, 1)

    def test_reactions_have_a_last_time_of_their_own(self) -> None:
        campaign = shot(shot(acting(), 6, talent="parade", reserve="rr"), 6, 6)
        action, reaction = first_test(campaign, "vasco", "ra"), first_test(campaign, "vasco", "rr")
        assert action is not None
        assert reaction is not None
        assert (action.talent, reaction.talent) == ("tir", "parade")

    def test_the_questions_in_the_order_they_change(self) -> None:
        assert list(asked(acting(), TIR)) == ["talent", "diff", "spend", "bets", "reserve", "who", "goal"]

    def test_options_show_price_and_gain(self) -> None:
        assert en(options(acting(), TIR, "talent")["parade"].note) == "success 72.2% · 2 crosses, discipline 1"
        assert en(options(acting(), replace(TIR, spend=1, diff=8), "spend")[3].note) == "success 44.4% → 89%"
        assert en(options(acting(), replace(TIR, diff=8), "bets")[2].note) == "success 89% → 2.2% · DIFF +2, 2 benefits"
        assert en(options(acting(), TIR, "reserve")["rr"].note) == "2 held"

    def test_what_cannot_be_had_says_why(self) -> None:
        blocked = options(acting(), TIR, "talent")["incantation"].blocked
        assert en(blocked) == "this talent cannot be tested without a cross"
        mira = first_test(acting(), "mira", "rr")
        assert mira is not None
        assert en(options(acting(), mira, "reserve")["ra"].blocked) == "it is the turn of Vasco"
        absent = acting(table({"loup": {"present": False}}))
        assert en(options(absent, TIR, "who")["loup"].blocked) == "Loup is not in the round"

    def test_facts_and_warnings(self) -> None:
        preview = DEED.preview(shot(acting(), 6, 6), replace(TIR, spend=2, bets=1, diff=30))
        assert [en(fact) for fact in preview.facts] == [
            "3d6: 2 drawn, +1 free, dominant attitude",
            "best +1 per equal, pugnacity +2",
            "DIFF 33: 30, +1 bet, +2 used again",
            "first throw alone impossible",
        ]
        assert [en(w) for w in preview.warnings] == [
            "impossible with these dice",
            "used already this round: DIFF +2",
        ]

    def test_warnings_of_untrained_and_out_of_the_scene(self) -> None:
        campaign = do(acting(), EditCharacter(who="mira", values={"taken_out": True}))
        preview = DEED.preview(campaign, TalentRoll(who="mira", talent="ruse", reserve="rr"))
        assert [en(w) for w in preview.warnings] == ["no cross in this talent", "Mira is out of the scene"]

    def test_another_talent_takes_as_many_dice_as_it_may(self) -> None:
        assert DEED.put(acting(), TIR, "talent", "parade").spend == 2
        assert DEED.put(acting(), TIR, "reserve", "rr").spend == 2
        assert DEED.put(acting(table(rules={"free_die_over_cap": False})), TIR, "talent", "tir").spend == 2

    def test_the_sheet_offers_its_own_attitudes(self) -> None:
        command = EditCharacter(who="vasco")
        asks = {ask.name: ask for ask in deed_for(table(), command).asks(table(), command)}
        assert asks["dominant"].kind is Kind.CHOICE
        assert [o.value for o in asks["talents.tir.attitude"].options] == ["", "hargne", "discipline", "opportunisme"]
        assert asks["attitudes.+"].kind is Kind.LINE
        assert "uses" not in {name.split(".")[0] for name in asks}

    def test_a_new_attitude_is_added_and_given_points(self) -> None:
        campaign = table()
        command = EditCharacter(who="vasco")
        deed = deed_for(campaign, command)
        command = deed.put(campaign, command, "attitudes.+", "Sang-froid")
        command = deed.put(campaign, command, "attitudes.sang_froid", 3)
        after = do(campaign, command)
        assert who(after).attitudes["sang_froid"] == 3
        assert "sang froid – → 3" in told(after) or "sang froid 0 → 3" in told(after)


class TestCheck:
    """rules/pot.md, Bad inputs: attitudes that are not there, more dice than twice POT."""

    @pytest.mark.parametrize(
        ("change", "path"),
        [
            ({"dominant": "hargen"}, ("characters", "vasco", "dominant")),
            (
                {"talents": {"x": {"name": "X", "attitude": "hargen"}}},
                ("characters", "vasco", "talents", "x", "attitude"),
            ),
            ({"ra": 6, "rr": 5}, ("characters", "vasco", "ra")),
            ({"rr": 11}, ("characters", "vasco", "rr")),
        ],
    )
    def test_errors(self, change: dict[str, Any], path: tuple[str, ...]) -> None:
        problems = list(SYSTEM.check(table({"vasco": change})))
        assert [problem.path for problem in problems] == [path]
        assert problems[0].severity.name == "ERROR"
        assert en(problems[0].message)

    def test_uses_of_no_talent_are_a_warning(self) -> None:
        problems = list(SYSTEM.check(table({"vasco": {"uses": {"tirr": 1}}})))
        assert [(p.path, p.severity.name, p.at_key) for p in problems] == [
            (("characters", "vasco", "uses", "tirr"), "WARNING", True)
        ]
        assert "did you mean “tir”" in en(problems[0].message)

    def test_who_is_no_character(self) -> None:
        problems = list(SYSTEM.check(table(table={"acting": "vasko", "done": ["x"]})))
        assert [(p.path, p.severity.name) for p in problems] == [
            (("table", "acting"), "ERROR"),
            (("table", "done", "0"), "WARNING"),
        ]

    def test_by_hand_reserves_stay_within_twice_pot(self) -> None:
        campaign = table({"vasco": {"ra": 10}})
        assert refused(campaign, Adjust(who="vasco", path=("rr",), by=1)) == "bad_value"
        assert refused(campaign, EditCharacter(who="vasco", values={"pot": 4})) == "bad_value"
        assert reserves(do(campaign, Adjust(who="vasco", path=("ra",), by=-1)))["vasco"] == (9, 0)
