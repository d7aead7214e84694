"""Charge: what the outcomes of a roll lead to: a clock filled, the last of the stress lost. Exact, before the dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clock import Clock
from tracker.core.text import text
from tracker.rules.deed import Chance, Tone

CLOCK_FULL = text("clock full")
PRICE_CLOCK_FULL = text("danger clock full")
OUT = text("out, if stress")
"""Whether a consequence is stress is the game master's to say."""


def clock_full(id: str, campaign: Campaign, odds: Mapping[str, Fraction], ticks: Mapping[str, int]) -> Iterable[Chance]:
    """Give the chance to fill the chosen clock; `ticks` says what each outcome brings. None chosen: nothing.

    A partial success counts as it stands, before a consequence takes some of its effect.
    """
    clock = campaign.clocks.get(id)
    if clock is not None:
        yield Chance("clock", CLOCK_FULL, reached(left_on(clock), odds, ticks), Tone.GOOD)


def stress_lost(
    campaign: Campaign, who: Any, odds: Mapping[str, Fraction], levels: Mapping[str, int], paid: int = 0
) -> Iterable[Chance]:
    """Give the chance that a character takes all the stress that is left, where each consequence is stress.

    Nothing where none is left already. `levels` says how grave it is after each outcome, `paid` how many segments are
    lost whatever the dice show.
    """
    left = campaign.rules.stress_size - who.stress
    with_price = {outcome: paid + levels.get(outcome, 0) for outcome in odds}
    if left > 0:
        yield Chance("taken_out", OUT, reached(left, odds, with_price), Tone.BAD)


def price_fills(campaign: Campaign, id: str, amount: int) -> Iterable[Chance]:
    """Say whether the price of tension fills its danger clock: it is due whatever the dice say."""
    clock = campaign.clocks.get(id)
    if clock is not None:
        yield Chance("price_clock", PRICE_CLOCK_FULL, Fraction(amount >= left_on(clock)), Tone.BAD)


def reached(left: int, odds: Mapping[str, Fraction], brought: Mapping[str, int]) -> Fraction:
    """Give the chance of the outcomes that bring what is left, or more."""
    return sum((share for outcome, share in odds.items() if brought.get(outcome, 0) >= left), Fraction(0))


def left_on(clock: Clock) -> int:
    """Give the segments of a clock still to fill, one at least: a full one takes no tick."""
    return max(1, clock.size - clock.filled)
