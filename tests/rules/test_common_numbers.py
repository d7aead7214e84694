"""Numbers and clocks changed by hand (product.md, Keys: more, less; clocks)."""

from __future__ import annotations

from typing import Any

import pytest
from playing import do, en, filled, offers, refused, table, told, who

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.rules.check import checked_campaign
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import (
    AddClock,
    AddClockDeed,
    EditClock,
    EditClockDeed,
    RemoveClock,
    ResolveClock,
    TickClock,
    TickClockDeed,
    full_clocks,
)
from tracker.rules.common.takeback import Undo


def counted(value: int = 3, most: int | None = 6) -> Campaign:
    counter: dict[str, Any] = {"name": "Or", "value": value}
    return table({"aicha": {"counters": {"or": {**counter, **({"max": most} if most else {})}}}})


def adjusted(campaign: Campaign, by: int, *path: str) -> Campaign:
    return do(campaign, Adjust(who="aicha", path=path, by=by))


class TestAdjust:
    """One more, one less of the marked number; its range holds."""

    @pytest.mark.parametrize(("by", "after"), [(1, 5), (-1, 3), (-4, 0), (9, 13)])
    def test_initiative_has_no_cap(self, by: int, after: int) -> None:
        assert who(adjusted(table(), by, "initiative")).initiative == after

    def test_it_is_told_from_what_to_what(self) -> None:
        assert told(adjusted(table(), 1, "initiative")) == "by hand | initiative 4 → 5"

    def test_nothing_goes_below_nothing(self) -> None:
        assert refused(table(), Adjust(who="naila", path=("initiative",), by=-1)) == "bad_value"

    def test_a_counter_and_its_maximum(self) -> None:
        assert who(adjusted(counted(), 1, "counters", "or", "value")).counters["or"].value == 4
        path = ("counters", "or", "value")
        assert refused(counted(6), Adjust(who="aicha", path=path, by=1)) == "bad_value"
        assert refused(counted(0), Adjust(who="aicha", path=path, by=-1)) == "bad_value"

    def test_a_counter_without_a_maximum(self) -> None:
        assert who(adjusted(counted(6, None), 7, "counters", "or", "value")).counters["or"].value == 13

    @pytest.mark.parametrize("path", [("counters", "gone", "value"), (), ("karma",), ("counters", "or")])
    def test_a_number_that_is_not_there_is_refused(self, path: tuple[str, ...]) -> None:
        assert refused(counted(), Adjust(who="aicha", path=path, by=1)) == "bad_value"

    def test_nobody_is_refused(self) -> None:
        assert refused(table(), Adjust(who="ghost", path=("initiative",), by=1)) == "nobody"


class TestStressByHand:
    """Charge, Santé et Condition: at four segments out of the scene, the clock cleared; never below nothing."""

    def test_a_segment_more_and_less(self) -> None:
        assert who(adjusted(table({"aicha": {"stress": 1}}), 1, "stress")).stress == 2
        assert who(adjusted(table({"aicha": {"stress": 1}}), -1, "stress")).stress == 0

    def test_the_last_segment(self) -> None:
        after = adjusted(table({"aicha": {"stress": 3, "condition": "boite"}}), 1, "stress")
        assert (who(after).stress, who(after).taken_out, who(after).condition) == (0, True, "boite")

    def test_nothing_to_clear(self) -> None:
        assert refused(table(), Adjust(who="aicha", path=("stress",), by=-1)) == "bad_stress"

    def test_full_and_staying_full(self) -> None:
        campaign = table({"aicha": {"stress": 4}}, rules={"stress_full": "stay"})
        assert refused(campaign, Adjust(who="aicha", path=("stress",), by=1)) == "already_full"
        assert who(adjusted(campaign, -1, "stress")).stress == 3


class TestTick:
    """Charge, Horloges; field notes: never past the size or below zero, never silent; filled is not resolved."""

    @pytest.mark.parametrize(("by", "after"), [(1, 3), (4, 6), (9, 6), (-1, 1), (-2, 0), (-5, 0)])
    def test_it_stops_at_its_ends(self, by: int, after: int) -> None:
        assert filled(do(table(), TickClock(clock="alerte", by=by)), "alerte") == after

    def test_it_is_told_from_what_to_what(self) -> None:
        assert told(do(table(), TickClock(clock="alerte", by=2))) == "by hand | Alerte 2 → 4/6"

    def test_full_is_announced_once_by_the_entry_that_filled_it(self) -> None:
        after = do(table(), TickClock(clock="alerte", by=4))
        assert full_clocks(after.log[-1]) == ("alerte",)
        assert told(after) == "by hand | Alerte 2 → 6/6 | Alerte is full"
        assert full_clocks(do(after, TickClock(clock="alerte", by=-1)).log[-1]) == ()

    def test_a_full_one_refuses_ticks_and_an_empty_one_unticks(self) -> None:
        full = do(table(), TickClock(clock="alerte", by=4))
        assert refused(full, TickClock(clock="alerte")) == "already_full"
        assert refused(table(), TickClock(clock="coffre", by=-1)) == "bad_ticks"

    def test_one_that_is_gone_is_refused(self) -> None:
        assert refused(table(), TickClock(clock="ghost")) == "no_clock"

    def test_what_is_asked_stays_in_its_range(self) -> None:
        (by,) = TickClockDeed().asks(table(), TickClock(clock="alerte"))
        assert (by.low, by.high) == (-2, 4)

    @pytest.mark.parametrize("kind", ["danger", "progress", "project", "complication", "task"])
    def test_every_kind_is_created_and_ticked(self, kind: str) -> None:
        campaign = do(table(), AddClock(name="N", kind=kind, size=8, owner="aicha"))
        assert filled(do(campaign, TickClock(clock="n", by=3)), "n") == 3


class TestResolve:
    """A full clock stays until it is resolved: taken off, emptied or left full."""

    def full(self) -> Campaign:
        return do(table(), TickClock(clock="alerte", by=4))

    def test_taken_off(self) -> None:
        after = do(self.full(), ResolveClock(clock="alerte"))
        assert list(after.clocks) == ["coffre"]
        assert told(after) == "Alerte is resolved"
        assert after.log[-1].result["was_shown"] is True

    def test_emptied(self) -> None:
        after = do(self.full(), ResolveClock(clock="alerte", then="empty"))
        assert filled(after, "alerte") == 0
        assert told(after) == "Alerte is resolved | Alerte 6 → 0/6"

    def test_left_full(self) -> None:
        after = do(self.full(), ResolveClock(clock="alerte", then="keep"))
        assert filled(after, "alerte") == 6

    def test_only_a_full_one(self) -> None:
        assert refused(table(), ResolveClock(clock="alerte")) == "not_full"

    @pytest.mark.parametrize("then", ["remove", "empty", "keep"])
    def test_each_way_is_taken_back(self, then: str) -> None:
        back = do(do(self.full(), ResolveClock(clock="alerte", then=then)), Undo())
        assert list(back.clocks) == ["alerte", "coffre"]
        assert filled(back, "alerte") == 6


class TestNewClock:
    """Charge, Horloges: of 4, 6 or 8 segments, of the table or of a character."""

    def test_it_stands_behind_the_selected_one(self) -> None:
        after = do(table(), AddClock(name="Le pont", kind="danger", size=4, after="alerte"))
        assert list(after.clocks) == ["alerte", "le_pont", "coffre"]
        assert told(after) == "new clock Le pont, 4 segments"
        assert checked_campaign(after.tree)[1] == ()

    def test_behind_one_that_is_gone_it_is_the_last(self) -> None:
        assert list(do(table(), AddClock(name="N", after="ghost")).clocks)[-1] == "n"

    def test_ids_are_never_taken_twice(self) -> None:
        after = do(do(table(), AddClock(name="Alerte !")), AddClock(name="alerte"))
        assert list(after.clocks) == ["alerte", "coffre", "alerte_2", "alerte_3"]

    def test_the_house_rules_say_sizes_and_visibility(self) -> None:
        campaign = table(rules={"clock_sizes": [5, 10], "new_clock_visibility": "hidden"})
        asks = {ask.name: ask for ask in AddClockDeed().asks(campaign, AddClock())}
        assert [option.value for option in asks["size"].options] == [5, 10]
        assert asks["visibility"].value == "hidden"
        assert do(campaign, AddClock(name="N")).clocks["n"].visibility == "hidden"
        assert do(campaign, AddClock(name="N", visibility="name")).clocks["n"].visibility == "name"

    @pytest.mark.parametrize("size", [0, -1, 101])
    def test_impossible_sizes_are_refused(self, size: int) -> None:
        assert refused(table(), AddClock(name="N", size=size)) == "bad_value"

    def test_an_owner_who_is_gone_is_refused(self) -> None:
        assert refused(table(), AddClock(name="N", owner="ghost")) == "bad_value"

    def test_an_empty_name(self) -> None:
        after = do(table(), AddClock(name=""))
        assert "pc" in after.clocks
        assert told(after) == "new clock pc, 4 segments"


class TestEditClock:
    """The sheet of a clock, every field of it."""

    def edited(self, **values: Any) -> Campaign:
        return do(table(), EditClock(clock="alerte", values=values))

    def test_renaming_keeps_the_id(self) -> None:
        after = self.edited(name="Garde")
        assert after.clocks["alerte"].name == "Garde"
        assert told(after) == "Alerte edited | Alerte: name “Garde”"

    def test_more_filled_than_there_is_is_refused(self) -> None:
        assert refused(table(), EditClock(clock="alerte", values={"filled": 7})) == "bad_filled"
        assert refused(table(), EditClock(clock="alerte", values={"size": 1})) == "bad_filled"

    def test_size_and_filled_together(self) -> None:
        after = self.edited(size=8, filled=8)
        assert (after.clocks["alerte"].size, filled(after, "alerte")) == (8, 8)

    def test_nothing_changed_is_no_entry(self) -> None:
        assert refused(table(), EditClock(clock="alerte", values={"name": "Alerte"})) == "no_change"
        assert refused(table(), EditClock(clock="alerte")) == "no_change"

    @pytest.mark.parametrize("values", [{"size": 0}, {"kind": "doom"}, {"owner": "ghost"}, {"filled": -1}])
    def test_what_would_break_the_file_is_refused(self, values: dict[str, Any]) -> None:
        assert refused(table(), EditClock(clock="alerte", values=values)) in {"bad_value", "bad_filled"}

    def test_a_limit_is_set_and_taken_away(self) -> None:
        campaign = self.edited(max_rolls=5)
        assert campaign.clocks["alerte"].max_rolls == 5
        after = do(campaign, EditClock(clock="alerte", values={"max_rolls": None}))
        assert after.clocks["alerte"].max_rolls is None
        assert "max_rolls" not in after.log[-1].choice.get("values", {})  # type: ignore[operator]

    def test_the_owner_is_chosen_among_the_characters(self) -> None:
        asks = {ask.name: ask for ask in EditClockDeed().asks(table(), EditClock(clock="alerte"))}
        assert asks["owner"].kind is Kind.CHOICE
        assert [en(option.label) for option in asks["owner"].options] == ["the table", "Aïcha", "Bohort", "Naïla"]

    def test_the_designers_note_on_clocks_of_ones_own(self) -> None:
        after = self.edited(filled_by="un échec", when_full="la garde arrive", cleared_by="une nuit")
        clock = after.clocks["alerte"]
        assert (clock.filled_by, clock.when_full, clock.cleared_by) == ("un échec", "la garde arrive", "une nuit")


class TestRemoveClock:
    """A clock taken off: the log says whether players had seen it."""

    @pytest.mark.parametrize(("visibility", "seen"), [("shown", True), ("name", False), ("hidden", False)])
    def test_it_goes(self, visibility: str, seen: bool) -> None:
        campaign = table({}, {"alerte": {"visibility": visibility}})
        after = do(campaign, RemoveClock(clock="alerte"))
        assert list(after.clocks) == ["coffre"]
        assert after.log[-1].result["was_shown"] is seen
        assert told(after) == "Alerte removed"
        assert offers(after) == {}
