"""Keeping a campaign where it lasts: what a keeper is asked and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from tracker.core.campaign import Campaign
from tracker.core.draft import Step
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text
from tracker.dice.pool import Faces
from tracker.rules.deed import Command
from tracker.rules.table import apply


@dataclass(frozen=True, slots=True)
class Order:
    """A command with what chance and the clock gave it, so that it can be applied again."""

    command: Command
    faces: Faces
    at: datetime
    typed: bool = False
    seed: int | None = None

    def on(self, campaign: Campaign) -> Step:
        """Apply it to a campaign. Raises Refusal where it makes no sense there."""
        return apply(campaign, self.command, self.faces, self.at, typed=self.typed, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Kept:
    """What a keeper made of one order: the campaign as the file now has it, or why the order was refused."""

    campaign: Campaign
    refusal: Refusal | None = None
    notices: tuple[Text, ...] = ()
    """What the table should be told once: an owner that could not be kept, an outside change."""
    numbers: Mapping[int, int] = field(default_factory=dict)
    """Log entries that have another number now: old → new."""
    n: int = 0
    """The number of the order's own entry where that is not the last one."""
    log_edits: int = 0
    """How often, since it is kept, somebody may have edited what the log already said."""


class Keeper(Protocol):
    """Keeps a campaign where it lasts."""

    def keep(self, order: Order) -> Kept:
        """Apply an order to what is kept, and make it durable. Raises KeepFailed or KeepWaits where not now."""

    def deepened(self) -> Kept | None:
        """Give what is kept with more of its log, where less than all that undo wants has been read."""

    def latest(self) -> Kept | None:
        """Give what is kept if somebody else has changed it since it was last given, else None.

        Raises KeepFailed as long as what is there cannot be taken, KeepWaits while somebody is writing.
        """

    def rescue(self, orders: tuple[Order, ...]) -> Path | None:
        """Put what could not be kept with these orders somewhere else; give where, or None where that failed too."""

    def close(self) -> None:
        """Let go of what keeps it."""


class KeepFailed(Exception):
    """What was done cannot be made durable now. Nothing is half written; it will be tried again."""

    def __init__(self, message: Text, line: int = 0) -> None:
        """Keep the sentence for the banner, and the line of the file where it is to be mended."""
        super().__init__(message.key)
        self.message = message
        self.line = line


class KeepWaits(Exception):
    """Somebody else is writing; it will be tried again in a moment."""

    def __init__(self, message: Text) -> None:
        """Keep the sentence for the banner."""
        super().__init__(message.key)
        self.message = message


class LateKeeper:
    """A keeper that is made when it is first asked for something: what saves a file is loaded behind the screen.

    It belongs to one thread at a time, like any keeper.
    """

    def __init__(self, make: Callable[[], Keeper]) -> None:
        """Begin with what makes the keeper."""
        self._make = make
        self._made: Keeper | None = None

    @property
    def _keeper(self) -> Keeper:
        if self._made is None:
            self._made = self._make()
        return self._made

    def keep(self, order: Order) -> Kept:
        """Apply an order to what is kept."""
        return self._keeper.keep(order)

    def deepened(self) -> Kept | None:
        """Give what is kept with more of its log."""
        return self._keeper.deepened()

    def latest(self) -> Kept | None:
        """Give what is kept if somebody else has changed it."""
        return self._keeper.latest()

    def rescue(self, orders: tuple[Order, ...]) -> Path | None:
        """Put what could not be kept somewhere else."""
        return self._keeper.rescue(orders)

    def close(self) -> None:
        """Let go of what keeps it."""
        self._keeper.close()


class MemoryKeeper:
    """Keeps a campaign in memory only: for trying things out, and for tests of the screen."""

    def __init__(self, campaign: Campaign) -> None:
        """Begin with a campaign."""
        self.campaign = campaign

    def keep(self, order: Order) -> Kept:
        """Apply an order."""
        try:
            self.campaign = order.on(self.campaign).campaign
        except Refusal as refusal:
            return Kept(self.campaign, refusal)
        return Kept(self.campaign)

    def deepened(self) -> Kept | None:
        """It is all there."""
        return None

    def latest(self) -> Kept | None:
        """Nobody else changes it."""
        return None

    def rescue(self, orders: tuple[Order, ...]) -> Path | None:
        """There is nowhere else."""
        return None

    def close(self) -> None:
        """There is nothing to let go of."""


def local_now() -> datetime:
    """Give the present time with the zone of this machine, to the second."""
    return datetime.now().astimezone().replace(microsecond=0)
