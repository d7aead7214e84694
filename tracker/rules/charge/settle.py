"""Charge: what a success brings once its consequence is settled: segments on a clock, or a set-up for the others."""

from __future__ import annotations

from dataclasses import replace

from tracker.core.draft import Draft
from tracker.rules.charge.sheet import Setup
from tracker.rules.common.clocks import tick_clock


def settle(draft: Draft, who: str, clock: str, purpose: str, ticks: int) -> None:
    """Tick the chosen progress clock, or leave the bonus that was prepared (Charge, Horloges; Préparer).

    `ticks` is the number of segments, 0 for none. A clock that is gone or full meanwhile is left alone.
    """
    target = draft.campaign.clocks.get(clock)
    if target is not None and not target.full and ticks > 0:
        tick_clock(draft, clock, ticks)
    if purpose in {"effect", "position"} and who in draft.campaign.characters:
        table = draft.campaign.table
        setup = Setup(by=who, bonus="effect" if purpose == "effect" else "position")
        draft.put_table(replace(table, setups=(*table.setups, setup)))
