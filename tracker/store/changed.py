"""A file that others have changed: read in one piece, compared with what is known, and judged whether it is whole."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import NamedTuple

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.text import text
from tracker.core.tree import Tree
from tracker.store.campaign_reader import FileText, Signature, opened, read_head, signature_of, with_log
from tracker.store.follow import STILL, SURE, Branch, branch_of, is_untouched, looks_whole
from tracker.store.keeper import KeepWaits
from tracker.store.outside import outside_of, replayed

WINDOWS = (8, 64, 512, 4096, 1 << 30)
"""How many of the newest entries of a changed file are read, until one is known."""
_ENDING = 200
_BLOCK = 1 << 18


class Former(NamedTuple):
    """What is known of a file from before."""

    head: str
    tree: Tree
    log: tuple[Entry, ...]
    accounted: Tree
    """What its log accounts for."""


@dataclass(frozen=True, slots=True)
class Fresh:
    """A changed file as read."""

    campaign: Campaign
    """With the entries that were read."""
    file: FileText
    branch: Branch
    descriptor: int
    """Open on it; whoever gets it closes it."""


class NeedsLock(Exception):
    """What was found can only be taken by whoever holds the lock: the file is to be written."""

    def __init__(self, fresh: Fresh) -> None:
        """Keep what was found."""
        super().__init__()
        self.fresh = fresh


def unsettled() -> KeepWaits:
    """Say that the file is being written."""
    return KeepWaits(text("somebody else is writing the file; waiting"))


def read_changed(path: Path, signature: Signature, log: tuple[Entry, ...]) -> Fresh:
    """Read a changed file and the part of its log that the one known lacks.

    Raises CampaignUnreadable, OSError, or KeepWaits where it is being written right now.
    """
    try:
        descriptor = opened(path)
    except FileNotFoundError:
        raise unsettled() from None
    is_given = False
    try:
        if signature_of(descriptor) != signature:
            raise unsettled()
        fresh = _read(descriptor, log)
        if not signature_of(descriptor) == signature == signature_of(path):
            raise unsettled()
        is_given = True
        return fresh
    finally:
        if not is_given:
            os.close(descriptor)


def _read(descriptor: int, log: tuple[Entry, ...]) -> Fresh:
    head, file, _ = read_head(descriptor)
    for count in WINDOWS:
        campaign = with_log(head, descriptor, file, count)
        branch = branch_of(log, campaign.log, is_all=campaign.log_complete)
        if branch is not None:
            return Fresh(campaign, file, branch, descriptor)
    raise AssertionError("the last window is the whole log")


def seconds_wanted(known: Former, fresh: Fresh) -> float:
    """Give for how long a text must have been still to be taken for the whole of what its writer meant."""
    log, branch = known.log, fresh.branch
    if branch.missing or not branch.is_related:
        return SURE
    if log:
        theirs = next((entry for entry in reversed(fresh.campaign.log) if entry.n == log[-1].n), None)
        if theirs is None or not is_untouched(theirs, log[-1]):
            return SURE
    if not looks_whole(known.head, known.tree, fresh.file.head, fresh.campaign.tree, has_log=bool(log)):
        return SURE
    return 0.0 if is_explained(known, fresh) else STILL


def seconds_wanted_broken(path: Path, ending: bytes) -> float:
    """Give the same for a text that cannot be read: one that ends as before has been written to its end."""
    now = b""
    with contextlib.suppress(OSError):
        descriptor = opened(path)
        now = ending_of(descriptor)
        os.close(descriptor)
    return STILL if now and now == ending else SURE


def is_explained(known: Former, fresh: Fresh) -> bool:
    """Say whether the log of a text accounts for all that is new in it: then a table has written it."""
    newer = fresh.branch.newer
    if not newer:
        return fresh.file.head == known.head
    return not outside_of(fresh.campaign.shape, replayed(known.accounted, newer), fresh.campaign.tree, newer)


def has_edited_log(held: int | None, before: FileText, fresh: Fresh) -> bool:
    """Say whether a changed file tells otherwise what the log said before; what was appended to it is no edit.

    `held` is open on the file as it was; where that is gone, such as with an editor that writes in place, nobody can
    know that it is the same. Reads no more than both logs, and parses nothing.
    """
    if held is None:
        return True
    both = min(before.size - before.log_start, fresh.file.size - fresh.file.log_start)
    for at in range(0, both, _BLOCK):
        size = min(_BLOCK, both - at)
        try:
            was = os.pread(held, size, before.log_start + at)
            now = os.pread(fresh.descriptor, size, fresh.file.log_start + at)
        except OSError:
            return True
        if was != now:
            return True
    return False


def ending_of(descriptor: int) -> bytes:
    """Give the last bytes of a file, blanks apart."""
    try:
        size = os.fstat(descriptor).st_size
        return os.pread(descriptor, _ENDING, max(0, size - _ENDING)).strip()
    except OSError:
        return b""
