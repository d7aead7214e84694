"""Reading a campaign file: its head as text and tree, the last entries of its log, and every problem with its place."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from tracker.core.campaign import Campaign
from tracker.core.entry import decode_entry
from tracker.core.frozen import dataclass
from tracker.core.problem import Problem, Severity
from tracker.core.text import Text, text
from tracker.rules.check import checked_campaign, has_errors
from tracker.store.located import CampaignUnreadable, Lines, Located, located
from tracker.store.log_tail import Source, split_file, tail
from tracker.store.os_errors import os_error_said
from tracker.store.syntax import read_toml

FIRST = 60
"""Log entries read before the screen is shown."""

Signature = tuple[int, int, int]
"""What tells that a file is not the one read before: time of change in ns, size, inode."""


@dataclass(frozen=True, slots=True)
class FileText:
    """A campaign file as read: its head as text, and where its log begins in bytes."""

    head: str
    log_start: int
    size: int
    signature: Signature


def signature_of(source: Source) -> Signature:
    """Give what tells one state of a file from another."""
    found = os.stat(source)
    return found.st_mtime_ns, found.st_size, found.st_ino


def read_campaign_file(source: Source, count: int = FIRST) -> tuple[Campaign, FileText, tuple[Located, ...]]:
    """Read a campaign with the last `count` entries of its log; gives the warnings too.

    Raises CampaignUnreadable with every problem where it cannot be played.
    """
    campaign, file, found = read_head(source)
    return with_log(campaign, source, file, count), file, found


def read_head(source: Source) -> tuple[Campaign, FileText, tuple[Located, ...]]:
    """Read a campaign without its log. Raises CampaignUnreadable with every problem where it cannot be played."""
    file = read_text(source)
    tree = read_toml(file.head)
    if isinstance(tree, Located):
        raise CampaignUnreadable(_every_problem(source, tree))
    campaign, problems = checked_campaign(tree)
    found = _located(problems, file.head) if problems else ()
    if campaign is None or has_errors(problems):
        raise CampaignUnreadable(found)
    return campaign, file, found


def read_text(source: Source) -> FileText:
    """Read the head of a file as text. Raises CampaignUnreadable where it cannot be read or is not UTF-8."""
    try:
        signature = signature_of(source)
        head, log_start = split_file(source)
    except OSError as error:
        raise CampaignUnreadable([Located(1, 1, Severity.ERROR, os_error_said(error))]) from error
    try:
        start = signature[1] if log_start is None else log_start
        return FileText(head.decode("utf-8"), start, signature[1], signature)
    except UnicodeDecodeError as error:
        line = head.count(b"\n", 0, error.start) + 1
        known = Located(line, 1, Severity.ERROR, text("this is not UTF-8; save the file as UTF-8"))
        raise CampaignUnreadable(_every_problem(source, known)) from error


def with_log(campaign: Campaign, source: Source, file: FileText, count: int) -> Campaign:
    """Give the campaign with the last entries of its log. Raises CampaignUnreadable where that is no TOML."""
    try:
        read = tail(source, file.log_start, count)
    except ValueError as error:
        raise CampaignUnreadable(_every_problem(source, _log_problem(text("the log cannot be read")))) from error
    if read.strays:
        message = text("[{table}] stands behind the log; move it above the first [[log]]", table=read.strays[0])
        raise CampaignUnreadable(_every_problem(source, _log_problem(message)))
    entries = tuple(decode_entry(each) for each in read.entries)
    return replace(campaign, log=entries, log_complete=read.is_complete)


def _log_problem(message: Text) -> Located:
    return Located(1, 1, Severity.ERROR, message)


def opened(path: Path) -> int:
    """Open a file to read it; a pipe in its place keeps nobody waiting."""
    return os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)


def _every_problem(source: Source, known: Located) -> tuple[Located, ...]:
    from tracker.store.checking import every_problem  # here, and below: most files have none

    return every_problem(source, known)


def _located(problems: tuple[Problem, ...], head: str) -> tuple[Located, ...]:
    from tracker.store.toml_scan import scan

    return located(problems, scan(head), Lines(head))
