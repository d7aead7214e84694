"""What the table knows of its file, and how that is brought up to date when others have written to it."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import tomli

from tracker.core.campaign import Campaign
from tracker.core.edits import apply_edits
from tracker.core.entry import Entry
from tracker.core.history import inverse
from tracker.core.problem import Severity
from tracker.core.text import Text, text
from tracker.core.tree import Tree, get_in, same
from tracker.rules.said import changes_said, said
from tracker.store.campaign_reader import FIRST, FileText, Signature, opened, signature_of, with_log
from tracker.store.changed import (
    Former,
    Fresh,
    NeedsLock,
    ending_of,
    has_edited_log,
    is_explained,
    read_changed,
    seconds_wanted,
    seconds_wanted_broken,
    unsettled,
)
from tracker.store.follow import SURE, Stillness, marks_of
from tracker.store.keeper import KeepFailed
from tracker.store.located import CampaignUnreadable
from tracker.store.merge import Joined, joined
from tracker.store.os_errors import os_error_said
from tracker.store.outside import Outside, outside_entry, outside_of, replayed
from tracker.store.saving import Log, Saved

TEXTS = 200
"""Heads kept from points of the log, to see what an editor changed that began with one of them."""


class Known:
    """The campaign as the file has it, with what was changed outside as the last entry of its log until it is written.

    The log accounts for `accounted`; what the file says beyond that is the pending entry.
    """

    def __init__(
        self, path: Path, campaign: Campaign, file: FileText, now: Callable[[], datetime], held: int | None = None
    ) -> None:
        """Begin with the file as read; `held` is open on it, where it was opened at once."""
        self.path = path
        self.campaign = campaign
        self.file = file
        self.accounted: Tree = campaign.tree
        self.pending: Entry | None = None
        self.notices: list[Text] = []
        self.log_edits = 0
        """How often somebody may have edited what the log already said."""
        self.is_gone = False
        """Nothing stands there any more."""
        self.held: int | None = None
        """Open on the file known: what it held can be read even when it has lost its name."""
        self._now = now
        self._accounted_head = file.head
        """The text that says what the log accounts for; empty where there was none."""
        self._heads: deque[tuple[int, str]] = deque([(campaign.last_n, file.head)], TEXTS)
        self._renumbered: dict[tuple[object, ...], int] = {}
        """What told entries that got another number here → that number; an older text may still have the former."""
        self._began_with_log = bool(campaign.log)
        self._stillness = Stillness()
        self._judged: tuple[Signature, float] | None = None
        self._trouble: tuple[Signature | None, KeepFailed] | None = None
        self._ending = b""
        with contextlib.suppress(OSError):
            self._hold(opened(path) if held is None else held)

    @property
    def log(self) -> tuple[Entry, ...]:
        """The entries that stand in the file."""
        log = self.campaign.log
        return log[:-1] if self.pending is not None else log

    @property
    def _former(self) -> Former:
        return Former(self.file.head, self.campaign.tree, self.log, self.accounted)

    @property
    def is_held(self) -> bool:
        """Whether what was known of the file can still be read."""
        if self.held is None:
            return False
        try:
            return signature_of(self.held) == self.file.signature
        except OSError:
            return False

    @property
    def old_log(self) -> Log:
        """The log as it stands in the file that is known."""
        return Log(self.held if self.is_held else None, self.file.log_start, self.file.size)

    def is_as_known(self) -> bool:
        """Whether the file on the disk still is the one known. Raises OSError."""
        try:
            signature = signature_of(self.path)
        except (FileNotFoundError, NotADirectoryError):
            return self.is_gone
        return not self.is_gone and signature == self.file.signature

    def catch_up(self) -> None:
        """Take what others have written, where it is certain that it is the whole.

        Raises KeepWaits where it is not yet, KeepFailed where it cannot be taken, NeedsLock where it is to be joined
        with what the table knows.
        """
        try:
            signature = signature_of(self.path)
        except (FileNotFoundError, NotADirectoryError):
            self._miss()
            return
        except OSError as error:
            raise self._fail(None, text("the file cannot be read: {reason}", reason=os_error_said(error))) from error
        self.is_gone = False
        if signature == self.file.signature:
            self._stillness.forget()
            self._trouble = None
            return
        still = self._stillness.seen(signature)
        if self._trouble is not None and self._trouble[0] == signature:
            raise self._trouble[1]
        if self._judged is not None and self._judged[0] == signature and still < self._judged[1]:
            raise unsettled()
        try:
            fresh = read_changed(self.path, signature, self.log)
        except CampaignUnreadable as error:
            self._judge(signature, still, seconds_wanted_broken(self.path, self._ending))
            raise self._broken(signature, error) from error
        except OSError as error:
            raise self._fail(None, text("the file cannot be read: {reason}", reason=os_error_said(error))) from error
        try:
            self._judge(signature, still, seconds_wanted(self._former, fresh))
            self._take(fresh)
        except NeedsLock:
            raise
        except BaseException:
            if fresh.descriptor != self.held:
                os.close(fresh.descriptor)
            raise

    def _judge(self, signature: Signature, still: float, wanted: float) -> None:
        if still < wanted:
            self._judged = (signature, wanted)
            raise unsettled()

    def _miss(self) -> None:
        """Wait a while for a file that has lost its name: some editors put the new one there in two steps."""
        if self._stillness.seen(None) < SURE:
            raise unsettled()
        self.is_gone = True

    def gone(self) -> KeepFailed:
        """Say that the file is gone."""
        words = text("the file is gone; what is on the screen is written again at the next change, or on leaving")
        return self._fail(None, words)

    def _fail(self, signature: Signature | None, words: Text, line: int = 0) -> KeepFailed:
        """Give the failure; the same one as long as nothing changes."""
        if self._trouble is None or self._trouble[0] != signature or self._trouble[1].message != words:
            self._trouble = (signature, KeepFailed(words, line))
        return self._trouble[1]

    def _broken(self, signature: Signature, error: CampaignUnreadable) -> KeepFailed:
        first = next((each for each in error.problems if each.severity is Severity.ERROR), error.problems[0])
        place = f"{self.path.name}:{first.line}:{first.column}"
        return self._fail(signature, text("{place}: {message}", place=place, message=first.message), first.line)

    def _take(self, fresh: Fresh) -> None:
        """Make a changed file the one that is known."""
        branch = fresh.branch
        is_edited = self._is_log_edited(fresh)
        if self._is_other(fresh):
            self.notices.append(text("another campaign, or another history of it, stands in the file now"))
            self._start_from(fresh)
        elif branch.missing and self._is_cut(fresh):
            self.notices.append(text("the log has been taken out of the file; it begins anew"))
            self._accept(fresh, fresh.campaign)
        elif branch.missing:
            raise NeedsLock(fresh)
        elif is_explained(self._former, fresh) and not is_edited:
            log = (*self.log, *branch.newer)
            self._accept(fresh, replace(fresh.campaign, log=log, log_complete=self.campaign.log_complete))
        else:
            count = max(FIRST, len(self.log) + len(branch.newer))
            self._accept(fresh, with_log(fresh.campaign, fresh.descriptor, fresh.file, count))

    def _is_log_edited(self, fresh: Fresh) -> bool:
        """Say, and count, whether a changed file may tell otherwise what the log said before."""
        is_edited = has_edited_log(self.held if self.is_held else None, self.file, fresh)
        self.log_edits += is_edited
        return is_edited

    def _accept(self, fresh: Fresh, campaign: Campaign) -> None:
        """Take a text whose log goes on from the one known, and tell what else it changed."""
        newer = fresh.branch.newer
        told = outside_of(campaign.shape, replayed(self.campaign.tree, newer), campaign.tree, newer)
        self._tell(campaign, told, fresh)
        self.accounted = replayed(self.accounted, newer)
        outside = outside_of(campaign.shape, self.accounted, campaign.tree, newer)
        if newer:
            self._accounted_head = "" if outside else fresh.file.head
        if outside:
            n = campaign.last_n + 1
            entry = outside_entry(outside, campaign, self.accounted, n, self._now(), self._accounted_head)
            if self.pending is not None and self.pending.n == n and self.pending.changes == entry.changes:
                entry = replace(entry, at=self.pending.at)
            self._know(fresh.file, replace(campaign, log=(*campaign.log, entry)), entry)
        else:
            # What nobody undoes goes with what the log accounts for: unknown keys, and tables that are empty.
            self.accounted = campaign.tree
            self._accounted_head = fresh.file.head
            self._know(fresh.file, campaign, None)
            self._heads.append((campaign.last_n, fresh.file.head))
        self._hold(fresh.descriptor)

    def _start_from(self, fresh: Fresh) -> None:
        """Forget what was known."""
        self.accounted = fresh.campaign.tree
        self._accounted_head = fresh.file.head
        self._heads.clear()
        self._know(fresh.file, with_log(fresh.campaign, fresh.descriptor, fresh.file, FIRST), None)
        self._hold(fresh.descriptor)

    def _know(self, file: FileText, campaign: Campaign, pending: Entry | None) -> None:
        self.file, self.campaign, self.pending = file, campaign, pending
        self._trouble = self._judged = None
        self._stillness.forget()

    def _tell(self, campaign: Campaign, outside: Outside, fresh: Fresh) -> None:
        """Have the table told what was changed outside."""
        if outside:
            entry = outside_entry(outside, campaign, self.campaign.tree, 1, self._now())
            line = said(campaign, entry)
            details = line.details or changes_said(campaign, entry)
            self.notices.append(text("{what}: {details}", what=line.what, details=details) if details else line.what)
        elif not fresh.branch.newer and fresh.file.head.rstrip() != self.file.head.rstrip():
            self.notices.append(text("the file was edited outside; nothing the table shows has changed"))

    def _is_other(self, fresh: Fresh) -> bool:
        """Say whether a text is that of another campaign."""
        if fresh.campaign.system != self.campaign.system or not fresh.branch.is_related:
            return True
        ours = {*self.campaign.characters, *self.campaign.clocks}
        theirs = {*fresh.campaign.characters, *fresh.campaign.clocks}
        return not fresh.campaign.log and bool(ours and theirs) and not ours & theirs

    def _is_cut(self, fresh: Fresh) -> bool:
        """Say whether a text without a log has all that the table did: then its log was taken out on purpose.

        Where the table has begun without a log, it may as well be the text from before.
        """
        if fresh.campaign.log or not self._began_with_log:
            return False
        before = apply_edits(self.campaign.tree, inverse(self.campaign.log))
        done = outside_of(self.campaign.shape, before, self.campaign.tree).changes
        return bool(done) and all(same(get_in(fresh.campaign.tree, change.path), change.new) for change in done)

    def join(self, fresh: Fresh) -> Joined:
        """Put a text that lacks the newest entries together with them."""
        branch = fresh.branch
        self._is_log_edited(fresh)
        there = {self._renumbered.get(marks_of(entry)) for entry in branch.newer}
        missing = tuple(entry for entry in branch.missing if entry.n not in there)
        pending = () if self.pending is None else (self.pending,)
        base = self._tree_at(branch.common, (*branch.missing, *pending))
        missing = (*missing, *pending)
        theirs = with_log(fresh.campaign, fresh.descriptor, fresh.file, max(FIRST, len(self.log)))
        found = joined(base, self.campaign, missing, theirs, branch.newer, fresh.file.head, self._now())
        new = {marks: found.numbers.get(n, n) for marks, n in self._renumbered.items()}
        new.update((marks_of(each), found.numbers[each.n]) for each in missing if each.n in found.numbers)
        self._renumbered = new
        return replace(found, campaign=replace(found.campaign, log=theirs.log, log_complete=theirs.log_complete))

    def _tree_at(self, n: int, missing: tuple[Entry, ...]) -> Tree:
        """Give what the file said when its log ended with an entry."""
        for number, head in self._heads:
            if number == n:
                tree: Tree = tomli.loads(head.removeprefix("\ufeff"))
                return tree
        return apply_edits(self.campaign.tree, inverse(missing))

    def become(self, saved: Saved, head: str, campaign: Campaign) -> None:
        """Know what has been written: its log accounts for all of it."""
        signature = saved.signature or (0, 0, 0)
        self._know(FileText(head, len(head.encode("utf-8")), signature[1], signature), campaign, None)
        self.accounted = campaign.tree
        self._accounted_head = head
        self._heads.append((campaign.last_n, head))
        self.is_gone = False
        self._hold(saved.descriptor)

    def regain(self) -> None:
        """Open the file that is known once more, where it is not open.

        Raises OSError, or KeepWaits where another stands there.
        """
        if self.is_gone or self.is_held:
            return
        descriptor = opened(self.path)
        if signature_of(descriptor) != self.file.signature:
            os.close(descriptor)
            raise unsettled()
        self._hold(descriptor)

    def _hold(self, descriptor: int) -> None:
        """Hold another file open than before."""
        if self.held is not None and self.held != descriptor:
            os.close(self.held)
        self.held = descriptor
        self._ending = ending_of(descriptor)

    def close(self) -> None:
        """Let go of the file."""
        if self.held is not None:
            os.close(self.held)
            self.held = None
