"""The session of an open table: commands go in, the campaign is painted at once and saved behind it.

A command is applied to the campaign in memory first, so that the screen follows at once. A keeper then applies the same
command with the same faces to the file as it is, under the lock. Where the file had changed meanwhile, what the keeper
made of it is the truth, and commands still waiting are applied on top again.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.draft import Step
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces
from tracker.rules.deed import Command
from tracker.rules.table import needs
from tracker.store.keeper import Keeper as Keeper
from tracker.store.keeper import KeepFailed as KeepFailed
from tracker.store.keeper import KeepWaits as KeepWaits
from tracker.store.keeper import Kept as Kept
from tracker.store.keeper import MemoryKeeper as MemoryKeeper
from tracker.store.keeper import Order as Order
from tracker.store.throw import thrower


class SaveState(Enum):
    """Whether what is on the screen lasts."""

    SAVED = "saved"
    SAVING = "saving"
    WAITING = "waiting"
    """Commands wait until somebody else has finished writing the file."""
    FAILED = "failed"
    """What is kept cannot be read or written now; commands are held in their order, `held` of them."""


@dataclass(frozen=True, slots=True)
class Status:
    """What the header says about saving."""

    state: SaveState
    at: datetime | None = None
    """When the file last was made durable."""
    message: Text | None = None
    """Why it is not saved, or what is wrong with the file."""
    line: int = 0
    """The line of the file where it is to be mended; 0 for none."""
    held: int = 0
    """How many commands are on the screen only."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """An order that is painted and not kept yet."""

    order: Order
    n: int
    """The number its entry has on the screen; 0 where it makes no sense there."""


GONE = -1
"""The number of an entry that was refused after it had been on the screen."""
Listener = Callable[[], None]
PAINT_FIRST = 0.02
"""Seconds the work behind the screen leaves to the screen, which would wait for it otherwise."""
RETRY_SECONDS = 2.0
"""How long a failed save waits before it is tried again."""
FOLLOW_SECONDS = 0.05
"""How often what is kept is looked at for what others have done to it, and how long a save waits for them."""
CLOSE_SECONDS = 1.5
"""How long closing waits for what the saving thread is in the middle of."""


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
        self._waiting: deque[_Waiting] = deque()
        self._lock = threading.Lock()
        self._work = threading.Condition(self._lock)
        self._idle = threading.Condition(self._lock)
        self._saved_at = saved_at
        self._trouble: KeepFailed | KeepWaits | None = None
        """Why the last save was not done."""
        self._outside: KeepFailed | None = None
        """What is wrong with what others have left in the file."""
        self._status = Status(SaveState.SAVED, saved_at)
        self._notices: list[Text] = []
        self._listeners: list[Listener] = []
        self._opened_n = campaign.last_n
        self._own: set[int] = set()
        self._numbers: dict[int, int] = {}
        """Numbers that entries made here had on the screen → the ones they have now."""
        self._log_edits = 0
        self._is_following = False
        self._closing = False
        self._rescued: Path | None = None
        self._thread: threading.Thread | None = None

    @property
    def campaign(self) -> Campaign:
        """The campaign as it is on the screen."""
        return self._painted

    @property
    def status(self) -> Status:
        """Whether it lasts."""
        return self._status

    @property
    def log_edits(self) -> int:
        """How often somebody may have edited lines that the log already had: what was read of it may be out of date."""
        return self._log_edits

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
            if command.beat in self._numbers:
                command = replace(command, beat=self._numbers[command.beat])
            order = Order(command, faces, self._now(), typed is not None and bool(pools), seed)
            step = order.on(self._painted)
            self._painted = step.campaign
            self._waiting.append(_Waiting(order, step.entry.n))
            self._restate()
            self.start()
            self._work.notify()
        return step

    def is_foreign(self, beat: int) -> bool:
        """Say whether somebody else has a hand in a beat: another table or editor, since this one was opened."""
        with self._lock:
            known = self._own | {each.n for each in self._waiting}
            return any(
                entry.n > self._opened_n and entry.n not in known for entry in self._painted.log if entry.beat == beat
            )

    def follow(self) -> None:
        """Have the screen follow what others do to what is kept, from now on."""
        with self._lock:
            self._is_following = True
            self._work.notify()
        self.start()

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
        if self._thread is None:
            self._keeper.close()
        else:
            self._thread.join(CLOSE_SECONDS)
        return done

    @property
    def rescued(self) -> Path | None:
        """Where the state is that could not be saved when the table was closed; None where nothing was left."""
        return self._rescued

    def start(self) -> None:
        """Begin the work behind the screen: reading more of the log, following, and saving."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="saving", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(Exception):  # without it undo reaches less far back, and nothing else
            deeper = self._keeper.deepened()
            if deeper is not None:
                self._take(deeper)
                self._tell()
        not_before = 0.0
        while self._rest(not_before):
            if self._is_following and self._look():
                not_before = 0.0
            with self._lock:
                first = self._waiting[0] if self._waiting and time.monotonic() >= not_before else None
            if first is not None:
                not_before = time.monotonic() + self._keep(first)
        with contextlib.suppress(Exception):  # it is over; whatever lasts, lasts
            if self._waiting:
                self._rescued = self._keeper.rescue(tuple(each.order for each in self._waiting))
            self._keeper.close()

    def _rest(self, not_before: float) -> bool:
        """Wait for something to do; False when it is time to end."""
        with self._lock:
            if self._waiting and self._trouble is None:
                if not self._closing:
                    self._work.wait(PAINT_FIRST)
                return True
            if self._closing:
                return False
            left = not_before - time.monotonic() if self._waiting else None
            if self._is_following:
                left = FOLLOW_SECONDS if left is None else min(left, FOLLOW_SECONDS)
            if left is None or left > 0:
                self._work.wait(left)
            return not (self._closing and (self._trouble is not None or not self._waiting))

    def _look(self) -> bool:
        """Take what others have done; True when what kept a save back may have gone."""
        before = self._outside
        try:
            kept = self._keeper.latest()
        except KeepWaits:
            return False
        except KeepFailed as failure:
            self._outside = failure
        except Exception as error:  # whatever it was: the table must see that it follows no more
            if self._outside is None:
                self._outside = KeepFailed(_unexpected(error))
        else:
            self._outside = None
            if kept is not None:
                self._take(kept)
        if self._outside is before and (before is not None or kept is None):
            return False
        with self._lock:
            self._restate()
        self._tell()
        return self._outside is None

    def _keep(self, first: _Waiting) -> float:
        """Have the first of the waiting orders kept; give the seconds to wait before the next try."""
        try:
            kept = self._keeper.keep(first.order)
        except KeepWaits as waits:
            self._fail(waits)
            return FOLLOW_SECONDS
        except KeepFailed as failure:
            self._fail(failure)
            return RETRY_SECONDS
        except Exception as error:  # whatever it was: the table must see that nothing lasts any more
            self._fail(KeepFailed(_unexpected(error)))
            return RETRY_SECONDS
        self._take(kept, first)
        self._tell()
        return 0.0

    def _fail(self, trouble: KeepFailed | KeepWaits) -> None:
        with self._lock:
            is_news = self._trouble is None or self._trouble.message != trouble.message
            self._trouble = trouble
            self._restate()
        if is_news:
            self._tell()

    def _take(self, kept: Kept, done: _Waiting | None = None) -> None:
        """Make what is kept what the screen builds on, with what still waits on top; `done` waits no more."""
        with self._lock:
            numbers = dict(kept.numbers)
            self._own.update(new for old, new in numbers.items() if old in self._own or old <= self._opened_n)
            if done is not None:
                self._waiting.popleft()
                self._trouble = None
                self._saved_at = self._now()
                numbers[done.n] = (kept.n or kept.campaign.last_n) if kept.refusal is None else GONE
                self._own.add(numbers[done.n])
            self._kept = kept.campaign
            self._log_edits = kept.log_edits
            self._notices.extend(kept.notices)
            if kept.refusal is not None:
                self._notices.append(kept.refusal.message)
            self._repaint(numbers)
            self._restate()
            if not self._waiting:
                self._idle.notify_all()

    def _repaint(self, numbers: dict[int, int]) -> None:
        """Apply what still waits on top of what is kept; what makes no sense there is refused when its turn comes.

        `numbers` are entries that have others now; what waits may speak of them.
        """
        campaign = self._kept
        waiting: list[_Waiting] = []
        for each in self._waiting:
            order = replace(each.order, command=_renumbered(each.order.command, numbers))
            n = GONE
            with contextlib.suppress(Refusal):
                campaign = order.on(campaign).campaign
                n = campaign.last_n
            numbers[each.n] = n
            waiting.append(_Waiting(order if order.command != each.order.command else each.order, n))
        self._waiting = deque(waiting)
        self._painted = campaign
        changed = {old: new for old, new in numbers.items() if old != new and old > 0}
        self._numbers = {old: changed.get(new, new) for old, new in self._numbers.items()} | changed

    def _restate(self) -> None:
        """Say anew whether everything lasts."""
        held = len(self._waiting)
        trouble = self._outside or (self._trouble if held else None)
        match trouble:
            case KeepFailed():
                self._status = Status(SaveState.FAILED, self._saved_at, trouble.message, trouble.line, held)
            case KeepWaits():
                self._status = Status(SaveState.WAITING, self._saved_at, trouble.message, 0, held)
            case _:
                state = SaveState.SAVING if held else SaveState.SAVED
                self._status = Status(state, self._saved_at, held=held)

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def _renumbered(command: Command, numbers: Mapping[int, int]) -> Command:
    """Give a command that speaks of entries by the numbers they have now."""
    changed: dict[str, Any] = {}
    for name in ("beat", "target", "about"):
        old = getattr(command, name, None)
        new = old if old is None else numbers.get(old, old)
        if new != old:
            changed[name] = new
    return replace(command, **changed) if changed else command


def _unexpected(error: Exception) -> Text:
    return text("not saved: {reason}", reason=text("{words}", words=clean(repr(error))))
