"""The session of an open table: commands go in, the campaign is painted at once and saved behind it.

A command is applied to the campaign in memory first, so that the screen follows at once. A keeper then applies the same
command with the same faces to the file as it is, under the lock. Where the file had changed meanwhile, what the keeper
made of it is the truth, and commands still waiting are applied on top again.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from enum import Enum
from typing import Protocol

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.draft import Step
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces
from tracker.rules.deed import Command
from tracker.rules.table import apply, needs
from tracker.store.throw import thrower


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


class Keeper(Protocol):
    """Keeps a campaign where it lasts."""

    def keep(self, order: Order) -> Kept:
        """Apply an order to what is kept, and make it durable. Raises KeepFailed where that cannot be done now."""

    def deepened(self) -> Kept | None:
        """Give what is kept with more of its log, where less than all that undo wants has been read."""

    def latest(self) -> Kept | None:
        """Give what is kept if somebody else has changed it since it was last read, else None."""


class KeepFailed(Exception):
    """What was done cannot be made durable now. Nothing is half written; it will be tried again."""

    def __init__(self, message: Text) -> None:
        """Keep the sentence for the banner."""
        super().__init__(message.key)
        self.message = message


class SaveState(Enum):
    """Whether what is on the screen lasts."""

    SAVED = "saved"
    SAVING = "saving"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Status:
    """What the header says about saving."""

    state: SaveState
    at: datetime | None = None
    """When the file last was made durable."""
    message: Text | None = None
    """Why it is not saved."""


Listener = Callable[[], None]
PAINT_FIRST = 0.012
"""Seconds the work behind the screen leaves to the screen, which would wait for it otherwise."""
RETRY_SECONDS = 2.0
"""How long a failed save waits before it is tried again."""


class Session:
    """An open table. `perform` and the properties belong to the thread of the screen; saving has its own."""

    def __init__(
        self,
        campaign: Campaign,
        keeper: Keeper,
        now: Callable[[], datetime],
        seed: int | None = None,
        saved_at: datetime | None = None,
    ) -> None:
        """Open on a campaign that is kept by `keeper`; `now` gives the present time with its zone.

        `saved_at` is when what is kept was last made durable, if that is known.
        """
        self._kept = campaign
        self._painted = campaign
        self._keeper = keeper
        self._now = now
        self._throw = thrower(seed)
        self._seed = seed
        self._waiting: deque[Order] = deque()
        self._lock = threading.Lock()
        self._work = threading.Condition(self._lock)
        self._idle = threading.Condition(self._lock)
        self._status = Status(SaveState.SAVED, saved_at)
        self._notices: list[Text] = []
        self._listeners: list[Listener] = []
        self._closing = False
        self._thread: threading.Thread | None = None

    @property
    def campaign(self) -> Campaign:
        """The campaign as it is on the screen."""
        return self._painted

    @property
    def status(self) -> Status:
        """Whether it lasts."""
        return self._status

    def listen(self, listener: Listener) -> None:
        """Have a function called, from the saving thread, whenever campaign or status changed behind the screen."""
        self._listeners.append(listener)

    def take_notices(self) -> tuple[Text, ...]:
        """Give what the table should be told, once."""
        with self._lock:
            notices, self._notices = tuple(self._notices), []
        return notices

    def perform(self, command: Command, typed: Faces | None = None) -> Step:
        """Do what somebody wants, paint it, and have it saved. Raises Refusal; nothing has changed then.

        `typed` are the faces of dice thrown on the table; without them the program throws.
        """
        with self._lock:
            pools = needs(self._painted, command)
            faces = typed if typed is not None else {pool.name: self._throw(pool.count, pool.sides) for pool in pools}
            seed = self._seed if typed is None and pools else None
            order = Order(command, faces, self._now(), typed is not None and bool(pools), seed)
            step = order.on(self._painted)
            self._painted = step.campaign
            self._waiting.append(order)
            self._status = replace(self._status, state=SaveState.SAVING)
            self.start()
            self._work.notify()
        return step

    def flush(self, timeout: float | None = None) -> bool:
        """Wait until everything is durable; False when it is not after `timeout` seconds."""
        with self._lock:
            return self._idle.wait_for(lambda: not self._waiting, timeout)

    def close(self, timeout: float = 5.0) -> bool:
        """Save what waits and stop; False when something could not be saved in time."""
        done = self.flush(timeout)
        with self._lock:
            self._closing = True
            self._work.notify()
        return done

    def start(self) -> None:
        """Begin the work behind the screen: reading more of the log, and saving."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="saving", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        deeper = None
        with contextlib.suppress(Exception):  # without it undo reaches less far back, and nothing else
            deeper = self._keeper.deepened()
        if deeper is not None:
            with self._lock:
                self._kept = deeper.campaign
                self._repaint()
            self._tell()
        while True:
            with self._lock:
                self._work.wait_for(lambda: self._waiting or self._closing)
                if not self._waiting:
                    return
                if not self._closing:
                    self._work.wait(PAINT_FIRST)
                order = self._waiting[0]
            try:
                kept = self._keeper.keep(order)
            except KeepFailed as failure:
                self._failed(failure)
            except Exception as error:  # whatever it was: the table must see that nothing lasts any more
                self._failed(KeepFailed(text("not saved: {reason}", reason=text("{words}", words=clean(repr(error))))))
            else:
                self._done(kept)
                continue
            with self._lock:
                if self._closing:
                    return

    def _failed(self, failure: KeepFailed) -> None:
        with self._lock:
            self._status = replace(self._status, state=SaveState.FAILED, message=failure.message)
        self._tell()
        with self._lock:
            self._work.wait_for(lambda: self._closing, RETRY_SECONDS)

    def _done(self, kept: Kept) -> None:
        with self._lock:
            self._waiting.popleft()
            self._kept = kept.campaign
            self._notices.extend(kept.notices)
            if kept.refusal is not None:
                self._notices.append(kept.refusal.message)
            self._repaint()
            saved = not self._waiting
            self._status = Status(SaveState.SAVED if saved else SaveState.SAVING, self._now())
            if saved:
                self._idle.notify_all()
        self._tell()

    def _repaint(self) -> None:
        """Apply what still waits on top of what is kept; what makes no sense there is refused when its turn comes."""
        campaign = self._kept
        for order in self._waiting:
            try:
                campaign = order.on(campaign).campaign
            except Refusal:
                continue
        self._painted = campaign

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


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
