"""What becomes of a failure (step 7): accepted for the common pot, or refused with the d6; the pot itself."""

from __future__ import annotations

import pytest
from playing import do, en, offers, refused, take, told
from playing_sixieme import pot, roll, table, total

from tracker.core.fields import Kind
from tracker.rules.common.sessions import CloseBeat, StartSession
from tracker.rules.sixieme_monde.pot import ChangePot, ChangePotDeed
from tracker.rules.sixieme_monde.settle import Accept, Refuse, RefuseDeed, TakeZero
from tracker.rules.sixieme_monde.system import SYSTEM


class TestAccept:
    """Accepted, every full margin puts one die into the common pot."""

    @pytest.mark.parametrize(("d20", "dice"), [(6, 0), (10, 0), (11, 1), (15, 1), (16, 2), (20, 2)])
    def test_one_for_each_full_margin(self, d20: int, dice: int) -> None:
        assert pot(take(roll(table(pot=1), d20), "a")) == 1 + dice

    def test_the_tier_does_not_limit_it(self) -> None:
        after = take(roll(table(), 20, 6, 6, who="lazare"), "a")
        assert pot(after) == 2
        assert told(after) == "accepts the failure | FAILURE | 2 full margins | common pot 0 → 2"

    def test_but_by_house_rule(self) -> None:
        assert pot(take(roll(table(pot_gift_capped=True), 20, 6, 6, who="lazare"), "a")) == 1

    def test_the_offer_says_what_it_gives(self) -> None:
        assert en(offers(roll(table(pot=3), 16))["a"].note) == "2 dice to the pot: 3 → 5"
        assert en(offers(roll(table(), 11))["a"].note) == "1 die to the pot: 0 → 1"
        assert en(offers(roll(table(), 7))["a"].note) == "no full margin: nothing goes to the pot"

    def test_then_it_is_settled(self) -> None:
        after = take(roll(table(), 16), "a")
        assert offers(after) == {}
        assert after.log[-1].outcome == "failure"
        assert refused(after, Accept(beat=1)) == "settled"
        assert refused(after, Refuse(beat=1), 3, 3) == "settled"

    def test_a_success_has_nothing_to_accept(self) -> None:
        assert refused(roll(table(), 1), Accept(beat=1)) == "settled"
        assert refused(table(), Accept()) == "no_roll"


class TestRefuse:
    """Refused, own dice are thrown with dice of the pot up to the cap of the tier, all at once, and taken off."""

    def test_own_dice(self) -> None:
        after = take(roll(table(), 16), "r", 6, 5)
        assert total(after) == -1
        assert after.log[-1].odds == {"success": "1/12", "failure": "11/12"}
        assert told(after) == "refuses the failure | SUCCESS | 10 → −1 | d20 16, Manœuvre −6, d6 −11 = −1"
        assert offers(after) == {}

    def test_completed_from_the_pot(self) -> None:
        after = take(roll(table(pot=3), 16), "r", 4, 3, 4, pot_draw=1)
        assert (total(after), pot(after)) == (-1, 2)
        assert told(after).startswith("refuses the failure with 1 die of the pot | SUCCESS | 10 → −1 | ")

    def test_still_failed_the_dice_are_gone(self) -> None:
        after = take(roll(table(pot=3), 16), "r", 4, 3, 3, pot_draw=1)
        assert (after.log[-1].outcome, total(after), pot(after)) == ("failure", 0, 2)
        assert offers(after) == {}

    def test_success_margins(self) -> None:
        after = take(roll(table(pot=3), 6), "r", 6, 6, pot_draw=2)
        assert told(after).endswith("= −12 | 2 success margins | common pot 3 → 1")

    @pytest.mark.parametrize(
        ("d20", "malus", "who", "held", "expected"),
        [
            (16, (), "isaure", 9, (0, 1)),
            (16, (), "isaure", 0, (0, 0)),
            (6, (), "isaure", 9, (1, 3)),
            (6, (), "isaure", 2, (1, 2)),
            (20, (6, 6), "lazare", 9, (0, 0)),
            (20, (), "lazare", 9, (1, 1)),
        ],
    )
    def test_how_many_may_be_drawn(
        self, d20: int, malus: tuple[int, ...], who: str, held: int, expected: tuple[int, int]
    ) -> None:
        campaign = roll(table(pot=held), d20, *malus, who=who)
        (ask,) = RefuseDeed().asks(campaign, Refuse(beat=1))
        assert (ask.kind, ask.low, ask.high) == (Kind.WHOLE, *expected)
        assert [option.value for option in ask.options] == list(range(expected[0], expected[1] + 1))

    def test_own_margins_above_the_cap_are_lost(self) -> None:
        after = take(roll(table(pot=1), 20, 6, 6, who="lazare"), "r", 6)
        assert (total(after), pot(after)) == (6, 1)

    def test_notes_say_the_chance_of_each_number(self) -> None:
        campaign = roll(table(pot=9), 16)
        (ask,) = RefuseDeed().asks(campaign, Refuse(beat=1))
        assert [en(option.note) for option in ask.options] == ["2d6: 8.3%", "3d6: 50%"]
        assert en(offers(campaign)["r"].note) == "2d6: 8.3%, with the pot 3d6: 50%"
        assert en(offers(roll(table(pot=9), 7))["r"].note) == "with the pot 3d6: 100%"
        assert en(offers(roll(table(), 16))["r"].note) == "2d6: 8.3%"

    def test_preview(self) -> None:
        preview = RefuseDeed().preview(roll(table(pot=9), 16), Refuse(beat=1, pot_draw=1))
        assert [str(chance.share) for chance in preview.chances] == ["1/2", "1/2"]
        assert [en(fact) for fact in preview.facts] == ["2 of one’s own and 1 of the pot: 3d6", "the result is 10"]

    def test_refusals(self) -> None:
        campaign = roll(table(pot=1), 16)
        assert refused(campaign, Refuse(beat=1, pot_draw=2), 3, 3, 3, 3) == "over_cap"
        assert refused(campaign, Refuse(beat=1, pot_draw=-1), 3) == "bad_pot_draw"
        assert refused(roll(table(pot=1), 7), Refuse(beat=1, pot_draw=2), 3, 3) == "pot_too_small"
        assert refused(roll(table(), 7), Refuse(beat=1)) == "no_d6"
        assert refused(roll(table(pot=3), 1), Refuse(beat=1, pot_draw=1), 3) == "d6_not_allowed"
        assert refused(campaign, Refuse(beat=1), 3) == "bad_dice_count"
        assert refused(campaign, Refuse(beat=1), 3, 7) == "bad_face"

    def test_without_any_die_it_says_so(self) -> None:
        offer = offers(roll(table(), 7))["r"]
        assert en(offer.blocked) == "no die of one’s own, and none in the pot"

    def test_a_pot_emptied_meanwhile_is_refused(self) -> None:
        campaign = roll(table(pot=3), 16)
        emptied = do(campaign, ChangePot(pot=0))
        assert refused(emptied, Refuse(beat=1, pot_draw=1), 3, 3, 3) == "pot_too_small"


class TestDiceOnASuccess:
    """Text, step 7, last remark: dice may be played on a success too, as a house rule; they come from the pot."""

    def test_offered_with_a_way_out(self) -> None:
        campaign = roll(table(pot=2, d6_always=True), 3)
        assert list(offers(campaign)) == ["d", "r"]
        after = take(campaign, "r", 4, pot_draw=1)
        assert (total(after), pot(after), after.log[-1].outcome) == (-7, 1, "success")
        assert offers(after) == {}
        assert offers(do(campaign, CloseBeat(beat=1))) == {}

    def test_not_from_an_empty_pot(self) -> None:
        assert offers(roll(table(d6_always=True), 3)) == {}


class TestZero:
    """A result of exactly 0 fails; a late page lets the player choose, as a house rule."""

    def test_by_the_book(self) -> None:
        campaign = roll(table(pot=1), 6)
        assert "z" not in offers(campaign)
        assert refused(campaign, TakeZero(beat=1)) == "no_zero"

    def test_as_the_player_likes(self) -> None:
        campaign = roll(table(zero="player"), 6)
        after = take(campaign, "z")
        assert (after.log[-1].outcome, told(after)) == ("success", "takes the 0 as a success | SUCCESS")
        assert offers(after) == {}
        assert take(campaign, "a").log[-1].outcome == "failure"
        assert refused(roll(table(zero="player"), 7), TakeZero(beat=1)) == "no_zero"

    def test_after_the_d6(self) -> None:
        assert take(roll(table(zero="player"), 16), "r", 5, 5).log[-1].outcome == "success"
        assert take(roll(table(), 16), "r", 5, 5).log[-1].outcome == "failure"


class TestPot:
    """The common pot of the table: shown, changed by hand, stocked at the start of a session by house rule."""

    def test_it_is_shown(self) -> None:
        assert [en(line) for line in SYSTEM.table_lines(table(pot=3))] == ["common pot: 3 dice"]
        assert [en(line) for line in SYSTEM.table_lines(table(pot=1))] == ["common pot: 1 die"]

    def test_changed_by_hand(self) -> None:
        offer = SYSTEM.menu(table(pot=3))[0]
        assert (offer.key, en(offer.note)) == ("p", "common pot: 3 dice")
        (ask,) = ChangePotDeed().asks(table(pot=3), ChangePot())
        assert (ask.value, ask.low) == (3, 0)
        after = do(table(pot=3), ChangePot(pot=5))
        assert (pot(after), told(after)) == (5, "by hand | common pot 3 → 5")

    def test_refused_by_hand(self) -> None:
        assert refused(table(pot=3), ChangePot(pot=3)) == "no_change"
        assert refused(table(pot=3), ChangePot()) == "no_change"
        assert refused(table(pot=3), ChangePot(pot=-1)) == "bad_value"

    def test_stocked_by_seat(self) -> None:
        assert pot(do(table(pot=2, pot_start="seats"), StartSession())) == 9
        absent = table({"odile": {"present": False}}, pot=2, pot_start="seats")
        after = do(absent, StartSession())
        assert (pot(after), told(after)) == (7, "session 4 begins | common pot 2 → 7")

    def test_left_alone_by_the_book(self) -> None:
        assert pot(do(table(pot=2), StartSession())) == 2

    def test_the_table_of_a_new_file_has_none(self) -> None:
        campaign = table()
        assert pot(campaign) == 0
