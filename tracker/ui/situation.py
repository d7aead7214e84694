"""What an action looks at to know what it would do: the campaign, what is selected, and what can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clock import Clock
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.history import History
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.rules.deed import Command, Offer
from tracker.rules.protocol import System
from tracker.ui.selection import Selection


@dataclass(frozen=True, slots=True)
class Asking:
    """A command whose questions are to be asked in the panel before it is done."""

    command: Command


@dataclass(frozen=True, slots=True)
class Choosing:
    """A menu for the panel."""

    title: Text
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """One moment at the table."""

    campaign: Campaign
    system: System
    selection: Selection
    history: Callable[[], History]
    """Reads what can be taken back and put back, once it is asked for."""
    language: str = "en"
    can_open: bool = False
    """Another campaign can be opened from here."""
    big: bool = False
    """The screen is in big mode."""

    @property
    def undo_target(self) -> tuple[Entry, ...] | None:
        """The beat that undo takes back."""
        return self.history().undo_target

    @property
    def redo_target(self) -> tuple[Entry, ...] | None:
        """The beat that redo puts back."""
        return self.history().redo_target

    def character(self) -> Any:
        """Give the selected character. Raises Refusal where there is none."""
        found = self.campaign.characters.get(self.selection.who)
        if found is None:
            raise Refusal("nobody_selected", text("there is no character to do this with"))
        return found

    def clock(self) -> Clock:
        """Give the selected clock. Raises Refusal where there is none."""
        found = self.campaign.clocks.get(self.selection.clock)
        if found is None:
            raise Refusal("no_clock_selected", text("there is no clock to do this with"))
        return found

    def line(self) -> int:
        """Give the number of the selected log line. Raises Refusal where the log is empty."""
        if not self.campaign.log:
            raise Refusal("no_line_selected", text("there is no line in the log yet"))
        return self.selection.line or self.campaign.last_n
