"""Bets and defence in the test of a talent at the table (POT, Les paris)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playing import asked, do, en, offers, options, refused, take, told
from playing_pot import acting, shot, table

from tracker.core.campaign import Campaign
from tracker.rules.common.takeback import Undo
from tracker.rules.pot.aftermath import BetsBring, BetsBringDeed
from tracker.rules.pot.talent_choice import TalentRoll
from tracker.rules.pot.talent_roll import TalentRollDeed

DEED = TalentRollDeed()
TIR = TalentRoll(who="vasco", talent="tir", spend=3)


class TestBets:
    """POT, Les paris: up to three, each raises DIFF by 1 and brings one benefit more."""

    @pytest.mark.parametrize("bets", [0, 1, 2, 3])
    def test_diff_and_benefits(self, bets: int) -> None:
        after = do(acting(), replace(TIR, bets=bets, diff=4), 6, 6, 1, 1)
        assert after.log[-1].result["diff"] == 4 + bets
        assert after.log[-1].result.get("bets_won", 0) == bets
        assert (f"{bets} bets won" in told(after)) == (bets > 1)

    def test_the_announced_diff_decides(self) -> None:
        after = do(acting(), replace(TIR, bets=3), 6, 1, 1, 1)
        assert after.log[-1].outcome == "failure", "8 is enough for 6, not for 9"
        assert "bets_won" not in after.log[-1].result

    def test_what_each_brings_may_be_said_before(self) -> None:
        command = DEED.put(acting(), replace(TIR, bets=2, diff=4), "stakes.0", "il lâche sa lame")
        assert [name for name in asked(acting(), command) if name.startswith("stakes")] == ["stakes.0", "stakes.1"]
        after = do(acting(), command, 6, 1, 1, 1)
        assert "bet: il lâche sa lame" in told(after)
        assert en(offers(after)["b"].note) == "1 benefit"

    def test_or_afterwards(self) -> None:
        campaign = do(acting(), replace(TIR, bets=2, diff=4), 6, 1, 1, 1)
        command = offers(campaign)["b"].command
        deed = BetsBringDeed()
        assert [ask.name for ask in deed.asks(campaign, command)] == ["0", "1"]  # type: ignore[arg-type]
        after = take(campaign, "b", benefits=("il recule", "il crie"))
        assert told(after) == "2 bets won | il recule | il crie"
        assert "b" not in offers(after)
        assert after.log[-1].beat == campaign.log[-1].beat

    def test_a_reroll_wins_them_too(self) -> None:
        campaign = take(do(acting(), replace(TIR, bets=1, diff=8), 1, 2, 3, 2), "r", 6, 6, 1)
        assert "1 bet won" in told(campaign)
        assert en(offers(campaign)["b"].note) == "1 benefit"

    def test_nothing_to_say(self) -> None:
        campaign = shot(acting(), 6, 6)
        assert refused(campaign, BetsBring(beat=campaign.log[-1].beat, benefits=("x",))) == "no_bets"
        won = do(acting(), replace(TIR, bets=1), 6, 6, 1, 1)
        assert refused(won, BetsBring(beat=won.log[-1].beat, benefits=(" ",))) == "empty_note"

    def test_stakes_go_with_their_bets(self) -> None:
        command = DEED.put(acting(), replace(TIR, bets=2, stakes=("a", "b")), "bets", 1)
        assert command.stakes == ("a",)


class TestDefence:
    """POT, Les paris: an attack that succeeds with x bets may force x bets on the defence."""

    def attacked(self, campaign: Campaign | None = None, bets: int = 2) -> Campaign:
        return do(acting() if campaign is None else campaign, replace(TIR, bets=bets, diff=4), 6, 6, 1, 1)

    def test_the_defence_is_offered_first_with_its_forced_bets(self) -> None:
        key, offer = next(iter(offers(self.attacked()).items()))
        assert key == "x"
        assert en(offer.note) == "2 bets are forced"
        command = offer.command
        assert isinstance(command, TalentRoll)
        assert (command.who, command.reserve, command.bets, command.defends) == ("mira", "rr", 2, True)

    def test_fewer_are_refused(self) -> None:
        command = offers(self.attacked())["x"].command
        assert isinstance(command, TalentRoll)
        assert refused(self.attacked(), replace(command, bets=1)) == "must_match_bets"
        blocked = options(self.attacked(), command, "bets")[1].blocked
        assert en(blocked) == "2 bets are forced"

    def test_they_raise_diff_and_bring_nothing_of_themselves(self) -> None:
        campaign = self.attacked()
        after = take(campaign, "x", 6, 6, bets=3, talent="parade", spend=1, diff=4)
        assert after.log[-1].result["diff"] == 7
        assert after.log[-1].result["bets_won"] == 1
        assert "opposes Vasco | free die | 3 bets: DIFF +3 | 2 of them forced | 1 bet won" in told(after)
        assert en(offers(after)["b"].note) == "1 benefit"

    def test_the_table_may_say_they_force_nothing(self) -> None:
        command = offers(self.attacked())["x"].command
        assert isinstance(command, TalentRoll)
        free = DEED.put(self.attacked(), command, "forces", False)
        assert free.bets == 0
        assert "forced" not in told(do(self.attacked(), replace(free, spend=1, talent="parade"), 6, 6))
        assert DEED.put(self.attacked(), free, "forces", True).bets == 2

    def test_or_its_house_rules(self) -> None:
        campaign = self.attacked(acting(table(rules={"bets_force_bets": False})))
        command = offers(campaign)["x"].command
        assert isinstance(command, TalentRoll)
        assert command.bets == 0
        assert DEED.put(campaign, command, "forces", True).bets == 2

    def test_a_reaction_that_does_not_oppose_is_forced_to_nothing(self) -> None:
        command = offers(self.attacked())["x"].command
        assert isinstance(command, TalentRoll)
        other = DEED.put(self.attacked(), command, "defends", False)
        assert (other.bets, other.defends) == (0, False)
        assert DEED.put(self.attacked(), other, "defends", True).bets == 2

    def test_an_attack_that_fails_forces_nothing(self) -> None:
        campaign = take(do(acting(), replace(TIR, bets=2, diff=9), 1, 1, 2, 3), "l")
        command = offers(campaign)["x"].command
        assert isinstance(command, TalentRoll)
        assert (command.defends, command.bets) == (False, 0)

    def test_an_attack_that_succeeds_by_a_reroll_does(self) -> None:
        campaign = take(do(acting(), replace(TIR, bets=1, diff=8), 1, 2, 3, 2), "r", 6, 6, 1)
        assert en(offers(campaign)["x"].note) == "1 bet is forced"

    def test_who_defends_can_be_chosen(self) -> None:
        command = offers(self.attacked())["x"].command
        assert isinstance(command, TalentRoll)
        loup = DEED.put(self.attacked(), command, "who", "loup")
        assert (loup.who, loup.reserve, loup.bets) == ("loup", "rr", 2)
        own = DEED.put(self.attacked(), command, "who", "vasco")
        assert (own.defends, own.bets) == (False, 0)

    def test_after_a_failed_defence_the_bets_of_the_attack_count(self) -> None:
        after = take(take(self.attacked(), "x", 1, 2, spend=1, talent="parade"), "l")
        assert en(offers(after)["b"].note) == "2 benefits"
        written = take(after, "b", benefits=("il tombe", "il saigne"))
        assert written.log[-1].who == "vasco"
        assert "b" not in offers(written)

    def test_after_a_defence_that_holds_they_do_not(self) -> None:
        after = take(self.attacked(), "x", 6, 6, spend=1, talent="parade", diff=1)
        assert "b" not in offers(after)

    def test_attack_and_defence_are_one_beat(self) -> None:
        before = acting()
        after = take(self.attacked(before), "x", 6, 6, spend=1, talent="parade", diff=1)
        assert do(after, Undo()).tree == before.tree

    def test_nobody_left_to_react(self) -> None:
        campaign = self.attacked(acting(mira=4, loup=3, vasco=5))
        assert "x" not in offers(campaign)
