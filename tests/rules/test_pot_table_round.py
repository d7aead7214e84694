"""How a round begins, is split, is carried over and ends at the table (POT, Répartition des dés)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import do, en, offers, refused, take, told
from playing_pot import acting, commons, reserves, shot, table, who

from tracker.core.campaign import Campaign
from tracker.rules.common.arrange import Move
from tracker.rules.common.clocks import AddClock
from tracker.rules.common.sessions import CloseBeat, EndScene, StartSession
from tracker.rules.common.takeback import Undo
from tracker.rules.pot.rounds import EndRound, EndRoundDeed, StartRound
from tracker.rules.pot.system import SYSTEM
from tracker.rules.pot.taking_turns import EndTurn, Split, SplitDeed, first_split
from tracker.rules.pot.talent_choice import TalentRoll
from tracker.rules.pot.turns import hargne, on_turn, turn_order, waiting

ALONE = {"mira": {"present": False}, "loup": {"present": False}}


def started(campaign: Campaign | None = None) -> Campaign:
    return do(table() if campaign is None else campaign, StartRound())


def menu(campaign: Campaign) -> dict[str, str]:
    return {offer.key: en(offer.label) for offer in SYSTEM.menu(campaign)}


class TestStart:
    """POT, Répartition des dés: at the start of the round, each in turn, the most pugnacious first."""

    def test_the_round_is_counted_and_the_highest_hargne_splits_first(self) -> None:
        after = started()
        assert (commons(after).round, commons(after).phase, commons(after).acting) == (1, "split", "mira")
        assert told(after) == "round 1 begins | splitting: Mira, Vasco, Loup"

    def test_ties_go_in_listed_order(self) -> None:
        assert turn_order(started(table({"mira": {"attitudes": {"hargne": 2}}}))) == ("vasco", "mira", "loup")
        moved = do(table({"mira": {"attitudes": {}}}), Move(id="loup", after=None))
        assert turn_order(started(moved)) == ("loup", "vasco", "mira")

    @pytest.mark.parametrize("name", ["hargne", "Hargne", "HARGNE", "pugnacity"])
    def test_hargne_by_any_of_its_names(self, name: str) -> None:
        assert hargne(who(table({"loup": {"attitudes": {name: 9}}}), "loup")) == 9

    def test_talents_are_fresh_again(self) -> None:
        campaign = table({"vasco": {"uses": {"tir": 2}}})
        assert who(started(campaign)).uses == {}

    def test_absent_and_taken_out_are_left_out(self) -> None:
        after = started(table({"mira": {"present": False}, "vasco": {"taken_out": True}}))
        assert waiting(after) == ["loup"]
        assert turn_order(after) == ("loup", "vasco", "mira")

    def test_nobody_there(self) -> None:
        everybody: dict[str, Any] = {**ALONE, "vasco": {"present": False}}
        assert refused(table(everybody), StartRound()) == "nobody_there"

    def test_one_round_at_a_time(self) -> None:
        assert refused(started(), StartRound()) == "round_open"
        assert refused(acting(), StartRound()) == "round_open"

    def test_the_split_of_the_first_opens_by_itself(self) -> None:
        first = offers(started())["r"]
        assert first.opens
        assert first.command == Split(who="mira", ra=2, beat=1)

    def test_dice_of_a_hand_edit_in_both_reserves_do_not_stop_the_round(self) -> None:
        after = started(table({"vasco": {"ra": 1, "rr": 9}}))
        assert reserves(after)["vasco"] == (0, 5)
        assert reserves(acting(table({"vasco": {"ra": 1, "rr": 9}})))["vasco"] == (3, 7)


class TestSplit:
    """POT, Répartition des dés: dice to the number of POT, between RA and RR."""

    @pytest.mark.parametrize("ra", range(5))
    def test_all_of_pot_is_split(self, ra: int) -> None:
        after = do(started(), Split(who="mira", ra=ra))
        assert reserves(after)["mira"] == (ra, 4 - ra)
        assert told(after).startswith(f"splits 4: RA {ra}, RR {4 - ra}")

    def test_the_next_in_order_is_on(self) -> None:
        after = take(started(), "r")
        assert on_turn(after) == "vasco"
        assert offers(after)["r"].command == Split(who="vasco", ra=3, beat=1)

    def test_after_the_last_the_most_ra_acts(self) -> None:
        after = acting()
        assert (commons(after).phase, commons(after).acting, commons(after).done) == ("act", "vasco", ())
        assert told(after).startswith("splits 3: RA 1, RR 2 | acting: Vasco, Mira, Loup")

    @pytest.mark.parametrize(("ra", "code"), [(-1, "negative_dice"), (5, "negative_dice")])
    def test_more_or_less_than_pot(self, ra: int, code: str) -> None:
        assert refused(started(), Split(who="mira", ra=ra)) == code

    def test_in_order(self) -> None:
        assert refused(started(), Split(who="vasco", ra=2)) == "not_their_turn"
        assert refused(take(started(), "r"), Split(who="mira", ra=2)) == "not_their_turn"

    def test_only_while_dice_are_split(self) -> None:
        assert refused(table(), Split(who="mira", ra=2)) == "other_phase"
        assert refused(acting(), Split(who="mira", ra=2)) == "other_phase"

    def test_who_is_gone(self) -> None:
        assert refused(started(), Split(who="ghost", ra=2)) == "nobody"

    def test_half_to_begin_with_the_odd_one_into_ra(self) -> None:
        assert first_split(table(), "vasco").ra == 3

    def test_as_the_last_time_also_when_it_was_taken_back(self) -> None:
        after = do(started(), Split(who="mira", ra=1))
        assert first_split(after, "mira").ra == 1
        assert first_split(do(after, Undo()), "mira").ra in {1, 2}
        smaller = replace(who(after, "mira"), pot=0)
        assert first_split(replace(after, characters={**after.characters, "mira": smaller}), "mira").ra == 0

    def test_every_split_is_offered_with_what_it_comes_to(self) -> None:
        (ask,) = SplitDeed().asks(started(table({"mira": {"rr": 2}})), Split(who="mira", ra=2))
        assert [en(option.note) for option in ask.options][:2] == ["RA 0 · RR 6", "RA 1 · RR 5"]

    def test_the_roll_key_goes_on_with_whoever_is_to_split(self) -> None:
        ticked = do(started(), AddClock(name="x"))
        assert SYSTEM.command("roll", ticked, "loup") == Split(who="mira", ra=2)

    def test_hargne_is_what_orders_it_not_ra(self) -> None:
        assert on_turn(started(table({"loup": {"ra": 3}}))) == "mira"


class TestCarryOver:
    """POT, Action: dice may be kept in one of the reserves, at most twice POT in all."""

    def test_kept_dice_stay_where_they_were_and_new_ones_join(self) -> None:
        after = do(started(table({"mira": {"rr": 3}})), Split(who="mira", ra=4))
        assert reserves(after)["mira"] == (4, 3)
        assert "kept" not in told(after)
        assert after.log[-1].result["kept_rr"] == 3

    def test_up_to_twice_pot(self) -> None:
        after = do(started(table({"mira": {"ra": 4}})), Split(who="mira", ra=4))
        assert reserves(after)["mira"] == (8, 0)

    def test_more_is_lost_at_the_start(self) -> None:
        assert reserves(started(table({"mira": {"ra": 7}})))["mira"] == (4, 0)

    def test_more_by_hand_is_refused(self) -> None:
        campaign = started()
        full = replace(who(campaign, "mira"), ra=5)
        broken = replace(campaign, characters={**campaign.characters, "mira": full})
        both = replace(campaign, characters={**campaign.characters, "mira": replace(full, ra=1, rr=1)})
        assert refused(broken, Split(who="mira", ra=2)) == "over_twice_pot"
        assert refused(both, Split(who="mira", ra=2)) == "one_reserve_only"


class TestEnd:
    """POT, Action: what is left of one reserve may be kept, at most POT dice, unless a die was set aside."""

    def over(self, **ra: int) -> Campaign:
        return take(take(take(acting(None, **ra), "e"), "e"), "e")

    def test_the_fuller_reserve_unless_something_else_is_said(self) -> None:
        after = take(self.over(), "n")
        assert reserves(after) == {"vasco": (3, 0), "mira": (2, 0), "loup": (0, 2)}

    @pytest.mark.parametrize(("keep", "left"), [("ra", (3, 0)), ("rr", (0, 2)), ("none", (0, 0))])
    def test_one_reserve_or_nothing(self, keep: str, left: tuple[int, int]) -> None:
        after = take(self.over(), "n", keep={"vasco": keep})
        assert reserves(after)["vasco"] == left

    def test_at_most_pot(self) -> None:
        campaign = acting(table({"mira": {"ra": 4}}), mira=4)
        assert reserves(campaign)["mira"] == (8, 0)
        over = take(take(take(campaign, "e"), "e"), "e")
        assert reserves(take(over, "n"))["mira"] == (4, 0)
        asks = {ask.name: ask for ask in EndRoundDeed().asks(over, EndRound())}
        assert en(asks["keep.mira"].options[0].note) == "4 dice kept, 4 lost"

    def test_who_set_a_die_aside_keeps_nothing_fired_or_not(self) -> None:
        campaign = take(acting(), "s", when="x")
        fired = take(campaign, "k", 6, 2)
        for now in (campaign, fired):
            over = do(do(now, EndTurn(who="mira")), EndTurn(who="loup"))
            assert "keep.vasco" not in [ask.name for ask in EndRoundDeed().asks(over, EndRound())]
            assert refused(over, EndRound(keep={"vasco": "ra"})) == "conditional_or_kept"
            assert reserves(do(over, EndRound()))["vasco"] == (0, 0)

    def test_who_has_nothing_is_not_asked(self) -> None:
        over = shot(self.over(), 6, 6, 6, who="mira", talent="parade", reserve="rr", spend=2)
        assert [ask.name for ask in EndRoundDeed().asks(over, EndRound())] == ["keep.vasco", "keep.mira", "keep.loup"]
        bare = do(over, EndRound(keep={"vasco": "none", "mira": "none", "loup": "none"}))
        assert EndRoundDeed().asks(bare, EndRound()) == ()

    def test_bad_answers(self) -> None:
        assert refused(self.over(), EndRound(keep={"vasco": "both"})) == "bad_keep"
        assert refused(self.over(), EndRound(keep={"ghost": "ra"})) == "nobody"
        assert refused(table(), EndRound()) == "no_round"

    def test_it_may_end_before_everybody_has_acted(self) -> None:
        preview = EndRoundDeed().preview(take(acting(), "e"), EndRound())
        assert [en(warning) for warning in preview.warnings] == ["not yet done: Mira, Loup"]
        assert commons(do(take(acting(), "e"), EndRound())).phase == "none"

    def test_then_a_new_round_is_one_key(self) -> None:
        after = take(take(self.over(), "n"), "n")
        assert (commons(after).round, commons(after).phase, commons(after).aside) == (2, "split", ())
        assert reserves(after)["loup"] == (0, 2)

    def test_the_log_says_what_everybody_kept(self) -> None:
        after = take(self.over(), "n", keep={"vasco": "rr"})
        assert told(after) == "round 1 ends | Vasco: RA 3 → 0 | Mira: RR 2 → 0 | Loup: RA 1 → 0"

    def test_the_choice_keeps_only_what_was_said(self) -> None:
        assert take(self.over(), "n").log[-1].choice == {}
        assert take(self.over(), "n", keep={"vasco": "rr"}).log[-1].choice == {"keep": {"vasco": "rr"}}


class TestAroundTheRound:
    """What the pane and the menu show, and what else moves the round."""

    def test_the_menu_follows_the_round(self) -> None:
        assert menu(table()) == {"n": "New round"}
        assert menu(started()) == {"n": "Mira splits", "a": "Somebody else’s turn", "z": "End of the round"}
        assert menu(acting()) == {
            "n": "End of the round",
            "d": "Vasco is done",
            "i": "Vasco is done, one die set aside",
            "a": "Somebody else’s turn",
        }

    @pytest.mark.parametrize(
        ("campaign", "line", "marks"),
        [
            (table(), [], ["POT 5"]),
            (started(), ["round 1: Mira splits"], ["POT 5"]),
            (acting(), ["round 1: Vasco acts"], ["acts now", "POT 5"]),
            (take(acting(), "e"), ["round 1: Mira acts"], ["has acted", "POT 5"]),
            (shot(acting(), 6, 2), ["round 1: Vasco acts"], ["acts now", "POT 5", "Tir DIFF +2"]),
            (take(take(take(acting(), "e"), "e"), "e"), ["round 1: everybody has acted"], ["has acted", "POT 5"]),
            (do(acting(), EndRound()), ["round 1 is over"], ["POT 5"]),
        ],
    )
    def test_lines_and_remarks(self, campaign: Campaign, line: list[str], marks: list[str]) -> None:
        assert [en(each) for each in SYSTEM.table_lines(campaign)] == line
        assert [en(each) for each in SYSTEM.remarks(campaign, who(campaign))] == marks

    def test_who_is_on_is_marked(self) -> None:
        assert [SYSTEM.on_turn(c) for c in (table(), started(), acting())] == ["", "mira", "vasco"]

    def test_ra_then_rr_then_counters(self) -> None:
        campaign = table({"vasco": {"ra": 2, "rr": 1, "counters": {"or": {"name": "Or", "value": 3, "max": 6}}}})
        gauges = SYSTEM.gauges(campaign, who(campaign))
        assert [(en(g.label), g.value, g.maximum) for g in gauges] == [("RA", 2, None), ("RR", 1, None), ("Or", 3, 6)]

    def test_the_end_of_a_scene_ends_the_round_and_empties_the_reserves(self) -> None:
        after = do(take(acting(), "s", when="x"), EndScene())
        assert set(reserves(after).values()) == {(0, 0)}
        assert (commons(after).round, commons(after).phase, commons(after).aside) == (0, "none", ())
        assert who(after).conditional == 0

    def test_a_new_session_leaves_the_round_alone(self) -> None:
        before = acting()
        after = do(before, StartSession())
        assert after.table == before.table
        assert after.characters == before.characters

    def test_a_note_or_a_tick_between_asks_nothing(self) -> None:
        assert offers(do(acting(), AddClock(name="x"))) == {}

    def test_left_alone_the_round_waits_for_a_key(self) -> None:
        after = do(acting(), CloseBeat(beat=1))
        assert offers(after) == {}
        command = SYSTEM.command("roll", after, "vasco")
        assert isinstance(command, TalentRoll)
        assert command.reserve == "ra"

    def test_the_start_and_its_splits_are_one_beat(self) -> None:
        before = table()
        after = do(acting(before), Undo())
        assert after.tree == before.tree
