"""Whose turn it is in a round, and what is kept for a conditional action (POT, Action)."""

from __future__ import annotations

import pytest
from playing import do, en, offers, refused, take, told
from playing_pot import acting, commons, shot, table, who

from tracker.core.campaign import Campaign
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.pot.rounds import EndRound, StartRound
from tracker.rules.pot.system import SYSTEM
from tracker.rules.pot.taking_turns import EndTurn, GiveTurn, GiveTurnDeed, Split
from tracker.rules.pot.talent_choice import TalentRoll
from tracker.rules.pot.turns import on_turn, turn_order, waiting


def started(campaign: Campaign | None = None) -> Campaign:
    return do(table() if campaign is None else campaign, StartRound())


def menu(campaign: Campaign) -> dict[str, str]:
    return {offer.key: en(offer.label) for offer in SYSTEM.menu(campaign)}


class TestTurns:
    """POT, Action: who has most RA performs all their actions; the table may say otherwise (OPEN: ties)."""

    @pytest.mark.parametrize(
        ("ra", "order"),
        [
            ({"vasco": 1, "mira": 4, "loup": 2}, ["mira", "loup", "vasco"]),
            ({"vasco": 2, "mira": 2, "loup": 2}, ["mira", "vasco", "loup"]),
            ({"vasco": 0, "mira": 0, "loup": 0}, ["mira", "vasco", "loup"]),
        ],
    )
    def test_order_of_acting(self, ra: dict[str, int], order: list[str]) -> None:
        assert list(turn_order(acting(None, **ra))) == order

    def test_spending_does_not_end_a_turn(self) -> None:
        after = shot(acting(), 6, 6, 6, 6, spend=3)
        assert who(after).ra == 0
        assert on_turn(after) == "vasco"
        assert list(turn_order(after)) == ["vasco", "mira", "loup"]

    def test_done_is_one_key_and_the_next_is_on(self) -> None:
        after = take(acting(), "e")
        assert on_turn(after) == "mira"
        assert told(after) == "done acting | next: Mira"
        assert en(offers(after)["r"].label) == "Mira tests a talent"
        assert list(turn_order(after)) == ["vasco", "mira", "loup"]

    def test_after_the_last_the_end_of_the_round_opens(self) -> None:
        after = take(take(take(acting(), "e"), "e"), "e")
        assert on_turn(after) == ""
        assert told(after) == "done acting | everybody has acted"
        first = next(iter(offers(after).values()))
        assert (first.command, first.opens) == (EndRound(), True)

    def test_each_turn_is_a_beat_of_its_own(self) -> None:
        after = take(take(acting(), "e"), "e")
        assert on_turn(do(after, Undo())) == "mira"
        assert on_turn(do(do(after, Undo()), Redo())) == "loup"

    def test_only_ones_own(self) -> None:
        assert refused(acting(), EndTurn(who="mira")) == "not_their_turn"
        assert refused(take(acting(), "e"), EndTurn(who="vasco")) == "not_their_turn"
        over = take(take(take(acting(), "e"), "e"), "e")
        assert refused(over, EndTurn(who="loup")) == "not_their_turn"
        assert refused(started(), EndTurn(who="mira")) == "other_phase"
        assert refused(acting(), EndTurn(who="ghost")) == "nobody"

    def test_the_table_gives_the_turn_to_somebody_else(self) -> None:
        after = do(acting(), GiveTurn(who="loup"))
        assert on_turn(after) == "loup"
        assert on_turn(take(after, "e")) == "vasco"
        assert told(after) == "takes the turn"

    def test_also_while_splitting(self) -> None:
        after = do(started(), GiveTurn(who="loup"))
        assert offers(after)["r"].command == Split(who="loup", ra=2, beat=2)
        assert on_turn(take(after, "r")) == "mira"

    def test_given_only_to_who_waits(self) -> None:
        assert refused(acting(), GiveTurn(who="vasco")) == "no_turn"
        assert refused(take(acting(), "e"), GiveTurn(who="vasco")) == "no_turn"
        assert refused(table(), GiveTurn(who="vasco")) == "no_turn"
        assert refused(acting(), GiveTurn(who="ghost")) == "nobody"
        (ask,) = GiveTurnDeed().asks(acting(), GiveTurn(who="mira"))
        assert [option.value for option in ask.options] == ["vasco", "mira", "loup"]

    def test_who_comes_late_has_a_turn_without_dice(self) -> None:
        after = do(acting(), AddCharacter(name="Zoé"))
        assert waiting(after) == ["vasco", "mira", "loup", "zoe"]

    def test_who_leaves_gives_the_turn_on(self) -> None:
        after = do(acting(), RemoveCharacter(who="vasco"))
        assert on_turn(after) == "mira"
        assert commons(after).acting == ""
        assert on_turn(do(after, Undo())) == "vasco"

    def test_who_is_taken_out_loses_the_turn(self) -> None:
        after = do(acting(), EditCharacter(who="vasco", values={"taken_out": True}))
        assert on_turn(after) == "mira"

    def test_when_the_last_to_split_leaves_the_acting_begins(self) -> None:
        campaign = do(do(started(), Split(who="mira", ra=2)), Split(who="vasco", ra=3))
        after = do(campaign, RemoveCharacter(who="loup"))
        assert (commons(after).phase, on_turn(after)) == ("split", "vasco")
        assert shot(after, 6, 1).log[-1].outcome == "success"
        ended = do(after, EndTurn(who="vasco"))
        assert (commons(ended).phase, commons(ended).done, on_turn(ended)) == ("act", ("vasco",), "mira")


class TestConditional:
    """POT, Action: one action die may be kept for a conditional action; READING: lost when the round ends."""

    def aside(self, campaign: Campaign | None = None) -> Campaign:
        return take(acting() if campaign is None else campaign, "s", when="quelqu'un passe la porte")

    def test_one_ra_die_is_set_aside_with_its_condition(self) -> None:
        after = self.aside()
        assert (who(after).ra, who(after).conditional) == (2, 1)
        assert who(after).conditional_when == "quelqu'un passe la porte"
        assert commons(after).aside == ("vasco",)
        assert on_turn(after) == "mira"
        assert "its condition “quelqu'un passe la porte”" in told(after)
        assert "1 die aside: quelqu'un passe la porte" in [en(r) for r in SYSTEM.remarks(after, who(after))]

    def test_a_condition_is_named(self) -> None:
        assert refused(acting(), EndTurn(who="vasco", conditional=True, when="  ")) == "no_condition"

    def test_an_action_die_is_needed(self) -> None:
        empty = acting(vasco=0, mira=0, loup=0)
        assert "s" not in offers(empty)
        assert refused(empty, EndTurn(who="mira", conditional=True, when="x")) == "no_action_die"

    def test_fired_later_it_is_one_die_and_gone(self) -> None:
        after = take(take(self.aside(), "e"), "k", 6, 2)
        assert (who(after).conditional, who(after).conditional_when, who(after).ra) == (0, "", 2)
        assert after.log[-1].result["n_dice"] == 2, "the free die of the dominant attitude comes with it"
        assert "since quelqu'un passe la porte" in told(after)
        assert who(after).uses == {"tir": 1}

    def test_without_the_dominant_attitude_it_is_one(self) -> None:
        campaign = take(self.aside(), "e")
        assert take(campaign, "k", 6, talent="parade").log[-1].result["n_dice"] == 1

    def test_only_what_was_set_aside(self) -> None:
        assert refused(acting(), TalentRoll(who="vasco", talent="tir", reserve="conditional")) == "no_conditional_die"
        assert refused(self.aside(), TalentRoll(who="vasco", talent="tir", reserve="conditional", spend=2)) in {
            "reserve_too_small",
            "over_crosses",
        }

    def test_it_is_offered_by_the_menu_too(self) -> None:
        assert "conditional die of Vasco" in menu(self.aside()).values()

    def test_two_of_them_have_a_key_each(self) -> None:
        campaign = self.aside(self.aside())
        labels = [en(offer.label) for offer in offers(campaign).values()]
        assert labels.count("conditional die of Vasco") == labels.count("conditional die of Mira") == 1

    def test_with_a_die_waiting_the_end_does_not_open_by_itself(self) -> None:
        over = take(take(self.aside(), "e"), "e")
        assert offers(over)["n"].opens is False

    def test_lost_at_the_end(self) -> None:
        over = take(take(take(self.aside(), "e"), "e"), "n")
        assert (who(over).conditional, who(over).conditional_when) == (0, "")
        assert "the conditional die of Vasco is lost" in told(over)
