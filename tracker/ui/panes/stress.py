"""The stress pane: one clock per character with the condition under it."""

from __future__ import annotations

from collections.abc import Callable

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_in
from tracker.rules.protocol import System
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.panes.dial import Dial
from tracker.ui.panes.dials import DialsPane, DialsView
from tracker.ui.selection import Selection

TITLE = text("Stress and condition")
TAKEN_OUT = text("taken out")
CONDITION_HIDDEN = text_in("condition", "hidden")
EMPTY = text("No stress to show: nobody is at the table yet.")
ABSENT = text_in("character", "absent")


class StressPane(DialsPane):
    """Shows who is hurt and how."""


def stress_view(
    campaign: Campaign, system: System, selection: Selection, say: Callable[[Text], str], pies: PieStyle
) -> DialsView:
    """Give what the stress pane shows."""
    size = campaign.rules.stress_size
    dials = []
    for id in system.order(campaign):
        character = campaign.characters[id]
        words = [say(CONDITION_HIDDEN)] if character.condition and character.condition_visibility == "hidden" else []
        if not character.present:
            words.insert(0, say(ABSENT))
        dials.append(
            Dial(
                id=id,
                name=character.name or id,
                size=size,
                filled=min(character.stress, size),
                ink="stress",
                alarm=say(TAKEN_OUT) if character.taken_out else "",
                words=tuple(words),
                note=character.condition,
            )
        )
    return DialsView(
        say(TITLE),
        tuple(dials),
        selection.who,
        say(EMPTY),
        selection.moving is not None and selection.pane == "stress",
        pies,
    )
