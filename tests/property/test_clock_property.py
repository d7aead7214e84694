"""Clocks: whatever is ticked, 0 to its size; field notes, Clocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import do, table

from tracker.core.clock import Clock, tick
from tracker.core.refusal import Refusal
from tracker.rules.common.clocks import TickClock, full_clocks


@st.composite
def clocks(draw: st.DrawFn) -> Clock:
    """Any clock of the table."""
    size = draw(st.integers(1, 100))
    return Clock(name="C", size=size, filled=draw(st.integers(0, size)))


class TestTick:
    """A tick stops at the ends, changes nothing else, and is refused where nothing could change."""

    @given(clocks(), st.integers(-120, 120))
    def test_within_its_ends(self, clock: Clock, by: int) -> None:
        if (by > 0 and clock.full) or (by < 0 and clock.filled == 0):
            with pytest.raises(Refusal) as caught:
                tick(clock, by)
            assert caught.value.code == ("already_full" if by > 0 else "bad_ticks")
            return
        after = tick(clock, by)
        assert 0 <= after.filled <= clock.size
        assert after.filled == clock.filled + by or after.filled in {0, clock.size}
        assert after.full == (after.filled == after.size)
        assert (after.name, after.size, after.kind) == (clock.name, clock.size, clock.kind)

    @given(clocks(), st.lists(st.integers(1, 5), max_size=40))
    def test_it_fills_once_and_never_wraps(self, clock: Clock, ticks: list[int]) -> None:
        seen = [clock.filled]
        for by in ticks:
            if clock.full:
                with pytest.raises(Refusal):
                    tick(clock, by)
            else:
                clock = tick(clock, by)
                seen.append(clock.filled)
        assert seen == sorted(seen)

    @given(clocks())
    def test_one_more_and_one_less_is_where_it_was(self, clock: Clock) -> None:
        if not clock.full:
            assert tick(tick(clock, 1), -1) == clock

    @given(st.lists(st.integers(-4, 4), max_size=12))
    def test_at_the_table_full_is_announced_when_it_becomes_full(self, ticks: list[int]) -> None:
        campaign = table()
        for by in ticks:
            before = campaign.clocks["alerte"]
            try:
                campaign = do(campaign, TickClock(clock="alerte", by=by))
            except Refusal:
                continue
            announced = full_clocks(campaign.log[-1]) == ("alerte",)
            assert announced == (campaign.clocks["alerte"].full and not before.full)
