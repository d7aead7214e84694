"""The clocks pane: dangers, progress, projects, complications and long tasks."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.campaign import Campaign
from tracker.core.clock import CLOCK_KINDS, VISIBILITIES, Clock
from tracker.core.text import Text, text, text_in
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.panes.dial import Dial
from tracker.ui.panes.dials import DialsPane, DialsView
from tracker.ui.selection import Selection
from tracker.ui.signs import Signs

TITLE = text("Clocks")
FULL = text_in("clock", "FULL")
EMPTY = text("No clock is running. Press {key} here for a new one.", key="n")


class ClocksPane(DialsPane):
    """Shows which clocks are filling."""


def clocks_view(
    campaign: Campaign, selection: Selection, say: Callable[[Text], str], pies: PieStyle, signs: Signs
) -> DialsView:
    """Give what the clocks pane shows."""
    dials = tuple(_dial(campaign, id, clock, say, signs) for id, clock in campaign.clocks.items())
    moving = selection.moving is not None and selection.pane == "clocks"
    return DialsView(say(TITLE), dials, selection.clock, say(EMPTY), moving, pies)


def _dial(campaign: Campaign, id: str, clock: Clock, say: Callable[[Text], str], signs: Signs) -> Dial:
    kind_signs = {"danger": "!", "progress": "+", "project": signs.project, "complication": "~", "task": "#"}
    words = []
    if clock.visibility != "shown":
        words.append(say(VISIBILITIES[clock.visibility]))
    if clock.owner in campaign.characters:
        words.append(campaign.characters[clock.owner].name or clock.owner)
    if clock.max_rolls is not None:
        words.append(say(text("{used} of {all} steps", used=clock.rolls_used, all=clock.max_rolls)))
    return Dial(
        id=id,
        name=clock.name or id,
        size=clock.size,
        filled=min(clock.filled, clock.size),
        ink=clock.kind,
        sign=kind_signs[clock.kind],
        kind=say(CLOCK_KINDS[clock.kind]),
        alarm=say(FULL) if clock.full else "",
        words=tuple(words),
    )
