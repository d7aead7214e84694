"""Following a campaign file for the players, without ever writing or locking it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from datetime import datetime
from enum import Enum
from pathlib import Path

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.store.campaign_reader import Signature, signature_of
from tracker.store.follow import STILL, SURE, Stillness, branch_of, is_untouched, looks_whole
from tracker.store.located import CampaignUnreadable
from tracker.store.lock import table_is_open
from tracker.store.players_file import PlayersFile, read_for_players

POLL_SECONDS = 0.1
WAIT_SECONDS = 0.02
"""Between two looks at a file that somebody is writing."""
TABLE_SECONDS = 0.5
"""Between two looks whether a table is open."""
LOOKED_INTO = 0.0
"""Nothing more is to be learnt of a file before it changes."""
ENDING = 200
"""Bytes at the end of a file that tell whether it has been written to its end."""


class Trouble(Enum):
    """Why the file cannot be followed. The reason itself may name what is hidden: `tracker check` says it."""

    BROKEN = "broken"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Sight:
    """What there is for the players to see."""

    campaign: Campaign
    """As they may see it; the last good state where there is trouble."""
    trouble: Trouble | None = None
    closed_since: datetime | None = None
    """Since when no table is open, as far as that is known; None while one is."""


class Watch:
    """Looks at a campaign file again and again."""

    def __init__(self, path: Path, now: Callable[[], datetime] | None = None) -> None:
        """Read the file. Raises CampaignUnreadable."""
        self.path = path
        self._now = now or (lambda: datetime.now().astimezone())
        self._begun = self._now()
        self._known = read_for_players(path)
        self._ending = _ending(path)
        self._stillness = Stillness()
        self._judged: tuple[Signature | None, float] | None = None
        self._trouble: Trouble | None = None
        self._looked_for_table = 0.0
        self._open: bool | None = None
        self._seen_open: datetime | None = None

    def look(self) -> float:
        """Look at the file and at whether a table is open; give the seconds until the next look."""
        self._look_for_table()
        signature, age = _signature(self.path)
        if signature == self._known.file.signature:
            self._stillness.forget()
            self._trouble = self._judged = None
            return POLL_SECONDS
        still = max(self._stillness.seen(signature), age)
        if still >= self._wanted(signature) and self._is_settled(signature, still):
            return POLL_SECONDS
        return min(POLL_SECONDS, max(WAIT_SECONDS, self._wanted(signature) - still))

    @property
    def sight(self) -> Sight:
        """What there is to see now."""
        campaign = self._known.shown
        closed: datetime | None = None
        if self._open is False:
            closed = self._seen_open or (campaign.log[-1].at if campaign.log else self._begun)
        return Sight(campaign, self._trouble, closed)

    def _wanted(self, signature: Signature | None) -> float:
        """Give for how long the file must be still before it is looked into."""
        judged = self._judged
        return judged[1] if judged is not None and judged[0] == signature else STILL

    def _is_settled(self, signature: Signature | None, still: float) -> bool:
        """Take the file as it is now, or see what is wrong with it; False where it must be still for longer."""
        if self._judged == (signature, LOOKED_INTO):
            return True
        if signature is None:
            wanted = SURE
            trouble = Trouble.GONE
        else:
            try:
                fresh = self._read(signature)
            except OSError:
                return False
            except (CampaignUnreadable, ValueError, RecursionError):
                wanted = STILL if _ending(self.path) == self._ending else SURE
                trouble = Trouble.BROKEN
            else:
                return self._take(signature, fresh, still)
        is_certain = still >= wanted
        if is_certain:
            self._trouble = trouble
        self._judged = (signature, LOOKED_INTO if is_certain else wanted)
        return is_certain

    def _take(self, signature: Signature, fresh: PlayersFile, still: float) -> bool:
        wanted = _seconds(self._known, fresh)
        if still < wanted:
            self._judged = (signature, wanted)
            return False
        self._known, self._trouble, self._judged = fresh, None, None
        self._ending = _ending(self.path)
        return True

    def _read(self, signature: Signature) -> PlayersFile:
        """Read the file of a signature. Raises CampaignUnreadable; OSError where it is another one by now."""
        descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        try:
            try:
                fresh = read_for_players(descriptor)
            finally:
                if not signature_of(descriptor) == signature == signature_of(self.path):
                    raise BlockingIOError
            return fresh
        finally:
            os.close(descriptor)

    def _look_for_table(self) -> None:
        now = time.monotonic()
        if self._open is not None and now - self._looked_for_table < TABLE_SECONDS:
            return
        self._looked_for_table = now
        try:
            self._open = table_is_open(self.path)
        except OSError:
            self._open = None  # nobody can tell, and nothing is said
        if self._open:
            self._seen_open = self._now()


class Watcher:
    """A watch on a thread of its own, which tells when there is something else to see."""

    def __init__(self, watch: Watch, heard: Callable[[Sight], None]) -> None:
        """`heard` is called from the thread."""
        self._watch = watch
        self._heard = heard
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join(1.0)

    def _run(self) -> None:
        told: Sight | None = None
        wait = 0.0
        while not self._end.wait(wait):
            wait = self._watch.look()
            sight = self._watch.sight
            if told is None or not _is_same(told, sight):
                told = sight
                self._heard(sight)


def _is_same(one: Sight, other: Sight) -> bool:
    alike = (one.trouble, one.closed_since) == (other.trouble, other.closed_since)
    return alike and (one.campaign is other.campaign or one.campaign == other.campaign)


def _signature(path: Path) -> tuple[Signature | None, float]:
    """Give what tells a file from another, and for how many seconds nobody has written to it."""
    try:
        found = os.stat(path)
    except OSError:
        return None, 0.0
    age = time.time() - found.st_ctime
    return (found.st_mtime_ns, found.st_size, found.st_ino), age if age > 0 else 0.0


def _seconds(known: PlayersFile, fresh: PlayersFile) -> float:
    """Give for how long a text must have been still to be taken for the whole of what its writer meant."""
    log = known.whole.log
    branch = branch_of(log, fresh.whole.log, is_all=fresh.whole.log_complete)
    if branch is None or branch.missing or not branch.is_related:
        return SURE
    if log:
        theirs = next((entry for entry in reversed(fresh.whole.log) if entry.n == log[-1].n), None)
        if theirs is None or not is_untouched(theirs, log[-1]):
            return SURE
    whole = looks_whole(known.file.head, known.whole.tree, fresh.file.head, fresh.whole.tree, has_log=bool(log))
    return STILL if whole else SURE


def _ending(path: Path) -> bytes:
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - ENDING))
            return file.read().strip()
    except OSError:
        return b""
