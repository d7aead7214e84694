"""The campaign file: read with every problem located, and kept by splicing what a command changed into its text."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import tomli

from tracker.core.campaign import FORMAT, Campaign
from tracker.core.draft import Step
from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.core.frozen import dataclass
from tracker.core.history import history
from tracker.core.problem import Severity
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.core.tree import path_text, same
from tracker.rules.check import checked_campaign, has_errors
from tracker.store.located import CampaignUnreadable, Lines, Located, located
from tracker.store.lock import FileLock
from tracker.store.log_tail import split_file, tail
from tracker.store.os_errors import os_error_said
from tracker.store.replace import Lost, remove_leftovers, replace_file
from tracker.store.session import KeepFailed, Kept, Order, Session
from tracker.store.syntax import read_toml
from tracker.store.toml_patch import PatchRefused, patch
from tracker.store.toml_scan import scan
from tracker.store.toml_write import Unwritable, entry_text

FIRST = 60
"""Log entries read before the screen is shown."""
DEEPER = (400, 1600, 6400)
"""Log entries read behind it, until enough beats can be taken back."""
UNDO_DEPTH = 200
"""Beats that can be taken back."""
LOCK_SECONDS = 10.0
"""How long another process may hold the file before a save is given up for now."""

Signature = tuple[int, int, int]
"""What tells that a file is not the one read before: time of change in ns, size, inode."""


@dataclass(frozen=True, slots=True)
class FileText:
    """A campaign file as read: its head as text, and where its log begins in bytes."""

    head: str
    log_start: int
    size: int
    signature: Signature


def signature_of(path: Path) -> Signature:
    """Give what tells one state of a file from another."""
    found = os.stat(path)
    return found.st_mtime_ns, found.st_size, found.st_ino


def read_campaign_file(path: Path, count: int = FIRST) -> tuple[Campaign, FileText, tuple[Located, ...]]:
    """Read a campaign with the last `count` entries of its log; gives the warnings too.

    Raises CampaignUnreadable with every problem where it cannot be played.
    """
    file = read_text(path)
    tree = read_toml(file.head)
    if isinstance(tree, Located):
        raise CampaignUnreadable([tree])
    campaign, problems = checked_campaign(tree)
    found = located(problems, scan(file.head), Lines(file.head)) if problems else ()
    if campaign is None or has_errors(problems):
        raise CampaignUnreadable(found)
    return _with_log(campaign, path, file, count), file, found


def read_text(path: Path) -> FileText:
    """Read the head of a file as text. Raises CampaignUnreadable where it cannot be read or is not UTF-8."""
    try:
        signature = signature_of(path)
        head, log_start = split_file(path)
    except OSError as error:
        raise CampaignUnreadable([Located(1, 1, Severity.ERROR, os_error_said(error))]) from error
    try:
        start = signature[1] if log_start is None else log_start
        return FileText(head.decode("utf-8"), start, signature[1], signature)
    except UnicodeDecodeError as error:
        before = head[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        message = text("byte {byte} is not UTF-8; save the file as UTF-8", byte=f"0x{head[error.start]:02X}")
        raise CampaignUnreadable([Located(line, column, Severity.ERROR, message)]) from error


def _with_log(campaign: Campaign, path: Path, file: FileText, count: int) -> Campaign:
    """Give the campaign with the last entries of its log."""
    try:
        read = tail(path, file.log_start, count)
    except ValueError as error:
        raise CampaignUnreadable([_log_problem(path)]) from error
    if read.strays:
        raise CampaignUnreadable([_stray(path, read.strays[0])])
    entries = tuple(decode_entry(each) for each in read.entries)
    return replace(campaign, log=entries, log_complete=read.is_complete)


def _log_problem(path: Path) -> Located:
    """Say where the log is no TOML; the whole file is read for it."""
    words = path.read_bytes().decode("utf-8", "replace")
    found = read_toml(words)
    return found if isinstance(found, Located) else Located(1, 1, Severity.ERROR, text("the log cannot be read"))


def _stray(path: Path, table: str) -> Located:
    """Say that a table stands behind the log, where it would not be read."""
    words = path.read_bytes().decode("utf-8", "replace")
    offset = max(0, words.rfind(f"[{table}"))
    message = text("[{table}] stands behind the log; move it above the first [[log]]", table=table)
    return Located(*Lines(words).position(offset), Severity.ERROR, message)


class FileKeeper:
    """Keeps a campaign in its file: every order is applied to the file as it is, under the lock."""

    def __init__(self, path: Path, campaign: Campaign, file: FileText) -> None:
        """Begin with the file as read."""
        self.path = path
        self._campaign = campaign
        self._file = file
        self._warned: set[Lost] = set()

    def keep(self, order: Order) -> Kept:
        """Apply an order to the file, and make it durable before returning."""
        try:
            with FileLock(self.path, LOCK_SECONDS):
                self._read_again()
                if self._campaign.head.format > FORMAT:
                    return Kept(self._campaign, _newer_format(self._campaign))
                try:
                    step = order.on(self._campaign)
                except Refusal as refusal:
                    return Kept(self._campaign, refusal)
                return self._write(step)
        except TimeoutError as error:
            raise KeepFailed(text("another program holds the file; trying again")) from error
        except CampaignUnreadable as error:
            first = error.problems[0]
            place = f"{self.path.name}:{first.line}:{first.column}"
            raise KeepFailed(text("{place}: {message}", place=place, message=first.message)) from error
        except OSError as error:
            raise KeepFailed(text("not saved: {reason}", reason=os_error_said(error))) from error

    def deepened(self) -> Kept | None:
        """Give the campaign with as much of its log as undo wants, or None where it has that much."""
        for count in DEEPER:
            log = self._campaign.log
            if self._campaign.log_complete or len(history(log).done) >= UNDO_DEPTH:
                break
            try:
                self._read_again()
                self._campaign = _with_log(self._campaign, self.path, self._file, count)
            except (OSError, CampaignUnreadable):
                return None
        return Kept(self._campaign)

    def latest(self) -> Kept | None:
        """Give what is in the file if somebody else has changed it."""
        try:
            if signature_of(self.path) == self._file.signature:
                return None
            self._read_again()
        except (OSError, CampaignUnreadable):
            return None
        return Kept(self._campaign)

    def _read_again(self) -> None:
        if signature_of(self.path) != self._file.signature:
            count = max(FIRST, len(self._campaign.log))
            self._campaign, self._file, _ = read_campaign_file(self.path, count)

    def _write(self, step: Step) -> Kept:
        try:
            patched = patch(self._file.head, step.edits, step.campaign.tree)
            entry = _with_taken(step.entry, patched.taken)
            newline = "\r\n" if "\r\n" in self._file.head else "\n"
            added = _checked_entry(entry, newline).encode("utf-8")
        except PatchRefused as error:
            return Kept(self._campaign, Refusal("not_patched", _not_patched(error)))
        except Unwritable:
            return Kept(self._campaign, Refusal("not_patched", text("this text cannot be written to the file")))
        head = patched.text.encode("utf-8")
        if not head.endswith(b"\n") and self._file.log_start >= self._file.size:
            head += newline.encode()
        with open(self.path, "rb") as old:
            warnings = replace_file(self.path, _writer(old, head, self._file.log_start, added))
        log = (*step.campaign.log[:-1], entry)
        self._campaign = replace(step.campaign, log=log)
        signature = signature_of(self.path)
        self._file = FileText(patched.text, len(head), signature[1], signature)
        return Kept(self._campaign, notices=tuple(self._news(warnings)))

    def _news(self, warnings: Iterable[Lost]) -> Iterable[Text]:
        for warning in warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                yield _WARNINGS[warning]


_WARNINGS = {
    Lost.HARD_LINK: text("the file had other names (hard links); they keep the old text"),
    Lost.OWNER: text("owner or group of the file could not be kept"),
}


def _writer(old: BinaryIO, head: bytes, log_start: int, added: bytes) -> Callable[[BinaryIO], None]:
    def write(new: BinaryIO) -> None:
        new.write(head)
        last = _copy(old, new, log_start)
        if last not in (b"\n", b""):
            new.write(b"\n")
        new.write(added)

    return write


def _copy(old: BinaryIO, new: BinaryIO, start: int) -> bytes:
    """Copy the older log byte for byte; give its last byte."""
    old.seek(start)
    last = b""
    while chunk := old.read(1 << 20):
        new.write(chunk)
        last = chunk[-1:]
    return last


def _with_taken(entry: Entry, taken: object) -> Entry:
    """Give the entry with what the file lost: the table taken out, and old writings that are not the usual ones."""
    assert isinstance(taken, dict)
    removed = ""
    texts: dict[str, str] = {}
    for path, words in taken.items():
        if len(path) == 2 and path[0] in {"characters", "clocks"}:
            removed = words
        else:
            texts[path_text(path)] = words
    return replace(entry, text=removed, texts=texts)


def _checked_entry(entry: Entry, newline: str) -> str:
    """Write an entry and read it again; raises Unwritable when it does not say the same."""
    table = encode_entry(entry)
    words = newline + entry_text(table, newline)
    (read,) = tomli.loads(words)["log"]
    if not same(read, table):
        raise Unwritable("entry")
    return words


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


def local_now() -> datetime:
    """Give the present time with the zone of this machine, to the second."""
    return datetime.now().astimezone().replace(microsecond=0)


def open_campaign(path: Path) -> Campaign:
    """Read a campaign to look at it. Raises CampaignUnreadable with every problem where it cannot be played."""
    return read_campaign_file(path)[0]


def open_session(path: Path, seed: int | None = None) -> Session:
    """Open a campaign to play it; what a killed process left beside it is cleared away.

    `seed` makes the dice repeat themselves, for demonstrations. Raises CampaignUnreadable.
    """
    campaign, file, _ = read_campaign_file(path)
    with contextlib.suppress(OSError):
        remove_leftovers(os.path.dirname(os.path.realpath(path)))
    saved_at = datetime.fromtimestamp(file.signature[0] / 1e9).astimezone()
    return Session(campaign, FileKeeper(path, campaign, file), local_now, seed, saved_at)
