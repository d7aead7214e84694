"""Keeps a campaign in its file: what a command changed is spliced into its text, whoever else writes to it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tracker.core.campaign import FORMAT, Campaign
from tracker.core.draft import Step
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.history import history
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.core.tree import path_text
from tracker.store.backups import keep_copy
from tracker.store.campaign_reader import FileText, signature_of, with_log
from tracker.store.changed import Fresh, NeedsLock, unsettled
from tracker.store.follow import is_untouched
from tracker.store.former_heads import FormerHeads, State
from tracker.store.keeper import KeepFailed, KeepWaits, Kept, Order, local_now
from tracker.store.known import Known
from tracker.store.located import CampaignUnreadable
from tracker.store.lock import FileLock, TableLock
from tracker.store.os_errors import os_error_said
from tracker.store.places import data_folder
from tracker.store.replace import NO_LOCKS, Lost
from tracker.store.saving import (
    Log,
    NotDurable,
    Saved,
    make_durable,
    newline_of,
    open_ended,
    save,
    with_open_end,
    with_taken,
    written,
)
from tracker.store.toml_patch import Patched, PatchRefused, patch
from tracker.store.toml_write import Unwritable

DEEPER = (400, 1600, 6400)
"""Log entries read behind the screen, until enough beats can be taken back."""
UNDO_DEPTH = 200
"""Beats that can be taken back."""
LOCK_SECONDS = 1.0
"""How long another process may hold the file before the table is told; the save is tried again."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """An order whose text has taken its place, or may have, without being known to outlast a power cut."""

    order: Order
    head: str
    campaign: Campaign
    entries: tuple[Entry, ...]
    saved: Saved
    before: State


class _Moved(Exception):
    """Somebody has written to the file while a save was being prepared."""


class FileKeeper:
    """Keeps a campaign in its file: every order is applied to the file as it is, under the lock."""

    def __init__(
        self,
        path: Path,
        campaign: Campaign,
        file: FileText,
        now: Callable[[], datetime] | None = None,
        table: TableLock | None = None,
        held: int | None = None,
    ) -> None:
        """Begin with the file as read, on which `held` is open; `table` is the lock that tells others of the table."""
        self.path = path
        self._known = Known(path, campaign, file, now or local_now, held)
        self._table = table
        self._given = campaign
        """What was given away last: `latest` gives only what is new."""
        self._numbers: dict[int, int] = {}
        self._doubt: Doubt | None = None
        self._former = FormerHeads()
        self._warned: set[Lost] = set()
        self._is_lockless = False

    def keep(self, order: Order) -> Kept:
        """Apply an order to the file, and make it durable before returning."""
        with self._failures(), self._locked():
            if self._doubt is not None and self._is_settled(self._doubt, order):
                return self._kept()
            self._catch_up()
            if (doubt := self._doubt) is not None and self._has(doubt, order):
                return self._kept(n=doubt.entries[-1].n)
            if self._known.campaign.head.format > FORMAT:
                return self._kept(_newer_format(self._known.campaign))
            try:
                step = order.on(self._known.campaign)
            except Refusal as refusal:
                return self._kept(refusal)
            return self._write(order, step)

    def latest(self) -> Kept | None:
        """Give what is in the file if somebody else has changed it. Raises KeepWaits, KeepFailed."""
        if self._doubt is None:
            with self._failures():
                try:
                    self._known.catch_up()
                except NeedsLock as needed:
                    os.close(needed.fresh.descriptor)
                    with self._locked():
                        self._catch_up()
            if self._known.is_gone:
                raise self._known.gone()
        known = self._known
        return self._kept() if known.campaign is not self._given or known.notices else None

    def deepened(self) -> Kept | None:
        """Give the campaign with as much of its log as undo wants, or None where it has that much."""
        known = self._known
        for count in DEEPER:
            if known.campaign.log_complete or len(history(known.campaign.log).done) >= UNDO_DEPTH:
                break
            if not known.is_held or known.held is None:
                return None
            try:
                deeper = with_log(known.campaign, known.held, known.file, count)
            except (OSError, CampaignUnreadable):
                return None
            pending = () if known.pending is None else (known.pending,)
            known.campaign = replace(deeper, log=(*deeper.log, *pending))
        return self._kept() if known.campaign is not self._given else None

    def rescue(self, orders: tuple[Order, ...]) -> Path | None:
        """Write the last good state, with orders that could not be kept, into the user's data folder."""
        known = self._known
        campaign, head, added = known.campaign, known.file.head, b""
        with contextlib.suppress(OSError, NotDurable, Unwritable):
            if known.pending is not None:
                added += written(known.pending, newline_of(head))[1]
            for order in orders:
                with contextlib.suppress(Refusal, PatchRefused):
                    step = order.on(campaign)
                    patched = patch(head, step.edits, step.campaign.tree)
                    added += written(with_taken(step.entry, patched.taken), newline_of(head))[1]
                    campaign, head = step.campaign, patched.text
            log = known.old_log
            if log.descriptor is None:
                added = self._all_entries() + added
            folder = data_folder() / "rescued"
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{self.path.stem}-{local_now():%Y%m%d-%H%M%S}.toml"
            head, added = with_open_end(head, known.file, added)
            os.close(save(path, head.encode("utf-8"), log, added, lambda: None).descriptor)
            return path
        return None

    def close(self) -> None:
        """Let go of the file; one that has lost its name is written anew."""
        known = self._known
        with contextlib.suppress(OSError, KeepFailed, KeepWaits, NotDurable, Unwritable):
            if not os.path.lexists(os.path.realpath(self.path)):
                with self._locked():
                    known.is_gone = True
                    self._put(known.file.head.encode("utf-8"), b"")
        if self._table is not None:
            self._table.release()
        known.close()

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        """Say every failure in a sentence."""
        try:
            yield
        except TimeoutError as error:
            raise KeepFailed(text("another program holds the file; trying again")) from error
        except OSError as error:
            raise KeepFailed(os_error_said(error)) from error

    @contextlib.contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the lock of an action; where the file system knows none, say so once and go on."""
        lock = FileLock(self.path, LOCK_SECONDS)
        try:
            lock.acquire()
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            if not self._is_lockless:
                self._is_lockless = True
                self._known.notices.append(
                    text("this disk knows no locks: a second table on the same file may lose changes")
                )
        try:
            yield
        finally:
            lock.release()

    def _catch_up(self) -> None:
        """Take what others have written, under the lock; where it lacks what the table did, that is put back."""
        try:
            self._known.catch_up()
        except NeedsLock as needed:
            self._join(needed.fresh)

    def _write(self, order: Order, step: Step) -> Kept:
        known = self._known
        known.regain()
        pending = () if known.pending is None else (known.pending,)
        try:
            start = open_ended(known.file.head, known.file)
            patched = self._patched(start, step)
            entry = with_taken(step.entry, patched.taken)
            pairs = [written(each, newline_of(known.file.head)) for each in (*pending, entry)]
        except PatchRefused as error:
            return self._kept(Refusal("not_patched", _not_patched(error)))
        except Unwritable:
            return self._kept(Refusal("not_patched", text("this text cannot be written to the file")))
        entries = tuple(entry for entry, _ in pairs)
        campaign = replace(step.campaign, log=(*known.log, *entries))
        head, before = patched.text, State(entry.n - 1, start, known.campaign.tree)
        _, added = with_open_end(start, known.file, b"".join(words for _, words in pairs))
        try:
            saved = self._put(head.encode("utf-8"), added)
        except NotDurable as doubt:
            self._doubt = Doubt(order, head, campaign, entries, doubt.saved, before)
            cause = doubt.__cause__
            assert isinstance(cause, OSError)
            raise cause from doubt
        self._become(saved, before, head, campaign)
        return self._kept()

    def _patched(self, head: str, step: Step) -> Patched:
        """Give the head after a step; where that takes back what was done, as it stood. Raises PatchRefused."""
        again = self._former.again(head, step.entry, self._known.campaign.log, step.campaign.tree)
        try:
            patched = patch(head, step.edits, step.campaign.tree)
        except PatchRefused:
            if again is None:
                raise
            return again
        return patched if again is None else replace(again, taken=patched.taken)

    def _become(self, saved: Saved, before: State, head: str, campaign: Campaign) -> None:
        """Know what a step has written, and remember what it led from and to."""
        self._former.add(before, State(campaign.last_n, head, campaign.tree))
        self._known.become(saved, head, campaign)

    def _put(self, head: bytes, added: bytes) -> Saved:
        """Replace the file as it is known; nothing is replaced where somebody else has been quicker."""
        known = self._known
        if (told := keep_copy(self.path)) is not None:
            known.notices.append(told)

        def ready() -> None:
            if not known.is_as_known():
                raise _Moved

        log = known.old_log
        if log.descriptor is None and known.is_gone:
            added = self._all_entries() + added
        elif log.descriptor is None:
            raise unsettled()
        try:
            saved = save(self.path, head, log, added, ready, known.held if known.is_gone else None)
        except _Moved:
            raise unsettled() from None
        known.notices.extend(self._news(saved.lost))
        return saved

    def _all_entries(self) -> bytes:
        """Write the entries that are in memory: where the file that held them cannot be read any more."""
        known = self._known
        newline = newline_of(known.file.head)
        return b"".join(written(entry, newline)[1] for entry in known.log)

    def _join(self, fresh: Fresh) -> None:
        """Put a text that lacks the newest entries together with them, and write that."""
        known = self._known
        try:
            found = known.join(fresh)
            pairs = [written(each, newline_of(found.text)) for each in found.entries]

            def ready() -> None:
                if not signature_of(self.path) == signature_of(fresh.descriptor) == fresh.file.signature:
                    raise _Moved

            if (told := keep_copy(self.path)) is not None:
                known.notices.append(told)
            head, added = with_open_end(found.text, fresh.file, b"".join(words for _, words in pairs))
            log = Log(fresh.descriptor, fresh.file.log_start, fresh.file.size)
            saved = save(self.path, head.encode("utf-8"), log, added, ready)
        except _Moved:
            raise unsettled() from None
        except NotDurable as doubt:
            # The next save makes it last; whoever reads it now reads all of it.
            saved = doubt.saved
        except (PatchRefused, Unwritable) as error:
            raise KeepFailed(text("the file was saved over newer state and cannot be put together with it")) from error
        finally:
            os.close(fresh.descriptor)
        campaign = replace(found.campaign, log=(*found.campaign.log, *(entry for entry, _ in pairs)))
        known.become(saved, head, campaign)
        self._numbers.update(found.numbers)
        known.notices.append(
            text("an older text was saved over the table; its changes are kept, the table's are back on top of them")
        )
        known.notices.extend(found.lost)
        known.notices.extend(self._news(saved.lost))

    def _is_settled(self, doubt: Doubt, order: Order) -> bool:
        """Make the text of an order that stands there last, where it still is what stands there."""
        if doubt.order is not order or doubt.saved.signature is None:
            return False
        try:
            if signature_of(self.path) != doubt.saved.signature:
                return False
        except FileNotFoundError:
            return False
        make_durable(self.path, doubt.saved.descriptor)
        self._doubt = None
        self._become(doubt.saved, doubt.before, doubt.head, doubt.campaign)
        return True

    def _has(self, doubt: Doubt, order: Order) -> bool:
        """Say whether the file, as others have written it since, holds the entries of an order in doubt."""
        there = {entry.n: entry for entry in self._known.log}
        is_there = doubt.order is order and all(
            entry.n in there and is_untouched(entry, there[entry.n]) for entry in doubt.entries
        )
        if is_there and self._known.held is not None:
            make_durable(self.path, self._known.held)
        self._doubt = None
        os.close(doubt.saved.descriptor)
        return is_there

    def _kept(self, refusal: Refusal | None = None, n: int = 0) -> Kept:
        """Give what is known, with what is to be told."""
        known = self._known
        notices, known.notices = tuple(known.notices), []
        numbers, self._numbers = self._numbers, {}
        self._given = known.campaign
        return Kept(known.campaign, refusal, notices, numbers, n, known.log_edits)

    def _news(self, warnings: Iterable[Lost]) -> Iterable[Text]:
        for warning in warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                yield _WARNINGS[warning]


_WARNINGS = {
    Lost.HARD_LINK: text("the file had other names (hard links); they keep the old text"),
    Lost.OWNER: text("owner or group of the file could not be kept"),
}


def _newer_format(campaign: Campaign) -> Refusal:
    return Refusal(
        "read_only",
        text(
            "this file has format {number}, newer than this program; it is open for reading only",
            number=campaign.head.format,
        ),
    )


def _not_patched(error: PatchRefused) -> Text:
    return text(
        "{path} cannot be changed in the file without touching other lines; change it in the editor",
        path=path_text(error.path) or "?",
    )
