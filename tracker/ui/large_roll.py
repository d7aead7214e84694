"""The last roll in large letters, for a table that is projected: big mode."""

from __future__ import annotations

from collections.abc import Callable

from textual.strip import Strip

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.rules.said import said
from tracker.ui.panes.log import LogView
from tracker.ui.view.card import Brush
from tracker.ui.view.last_roll import LastRoll, draw_roll
from tracker.ui.view.reading import last_roll

LOOKED_AT = 40
"""Entries among which the last roll is looked for."""


@dataclass(frozen=True, slots=True)
class LargeRoll:
    """A roll, ready to be drawn in any room."""

    roll: LastRoll
    brush: Brush

    def __call__(self, width: int, height: int) -> tuple[Strip, ...]:
        """Draw it on `height` rows of `width` cells."""
        return draw_roll(self.roll, width, height, self.brush)


def large_roll(campaign: Campaign, log: LogView, brush: Brush, say: Callable[[Text], str]) -> LargeRoll | None:
    """Give the last roll of a log as it stands; None where nothing has been rolled of late."""
    if log.line is None:
        return None
    near = range(max(0, len(campaign.log) - LOOKED_AT), len(campaign.log))
    lines = {n: log.line(n + log.length - len(campaign.log)) for n in near}
    roll = last_roll(tuple((campaign.log[n], lines[n], said(campaign, campaign.log[n])) for n in near), say)
    return None if roll is None else LargeRoll(roll, brush)
