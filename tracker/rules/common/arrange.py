"""Order and visibility of what is on the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clock import VISIBILITIES
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.history import struck
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.common.clocks import named, the_clock
from tracker.rules.deed import Command, Deed, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """A character or clock to be put behind another one."""

    section: str = "characters"
    id: str = ""
    after: str | None = None
    """None is the first place."""


class MoveDeed(Deed[Move]):
    """Changes the order on the screen, which is the order in the file."""

    id = "move"
    event = "move"
    label = text("Move")
    command = Move

    def apply(self, draft: Draft, command: Move, faces: Faces) -> None:
        """Move it."""
        if command.section == "characters":
            present_character(draft.campaign, command.id)
        else:
            the_clock(draft.campaign, command.id)
        draft.name(command.section, command.id)
        if command.after != command.id:
            draft.move(command.section, command.id, command.after)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name it."""
        return Said(text("{name} moved", name=named(entry)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVisibility(Command):
    """The next visibility of a clock, a condition or a log line."""

    clock: str = ""
    about: int | None = None


NEXT_VISIBILITY = {"shown": "name", "name": "hidden", "hidden": "shown"}


class SetVisibilityDeed(Deed[SetVisibility]):
    """Says what the players' screen may show: clocks in three states, conditions and log lines in two."""

    id = "visibility"
    event = "visibility"
    label = text("Players’ screen")
    command = SetVisibility

    def apply(self, draft: Draft, command: SetVisibility, faces: Faces) -> None:
        """Go to the next state."""
        campaign = draft.campaign
        if command.about is not None:
            draft.fact(about=command.about, outcome="shown" if line_is_hidden(campaign, command.about) else "hidden")
        elif command.clock:
            clock = the_clock(campaign, command.clock)
            visibility: Any = NEXT_VISIBILITY[clock.visibility]
            draft.put_clock(replace(clock, visibility=visibility))
            draft.fact(outcome=visibility)
        else:
            character = present_character(campaign, command.who)
            shown: Any = "hidden" if character.condition_visibility == "shown" else "shown"
            draft.who(command.who)
            draft.put_character(replace(character, condition_visibility=shown))
            draft.fact(outcome=shown)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say what is shown or hidden now."""
        state = VISIBILITIES.get(entry.outcome, text("{word}", word=entry.outcome))
        if entry.about is not None:
            return Said(text("line {number}: {state}", number=entry.about, state=state))
        if entry.who:
            return Said(text("condition: {state}", state=state), whole=True)
        return Said(text("{name}: {state}", name=named(entry), state=state), whole=True)


def line_is_hidden(campaign: Campaign, n: int) -> bool:
    """Say whether a log line is hidden from the players by hand."""
    hidden, gone = False, struck(campaign.log)
    for entry in campaign.log:
        if entry.event == "visibility" and entry.about == n and entry.beat not in gone:
            hidden = entry.outcome == "hidden"
    return hidden
