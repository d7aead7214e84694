"""The whole log of a campaign, for reports: as a campaign in memory, or as one written entry after the other."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tracker.core.campaign import Campaign
from tracker.core.problem import Severity
from tracker.core.tree import Value
from tracker.store.campaign_reader import FileText, read_campaign_file, read_head, with_log
from tracker.store.located import CampaignUnreadable, Located
from tracker.store.log_tail import log_tree, tail
from tracker.store.os_errors import os_error_said

EVERYTHING = 1 << 40
"""More entries than a log can have."""
BLOCK = 256
"""Entries parsed at a time: all at once would take ten times the memory of the file, and longer."""

_HEADER = re.compile(rb"""^[ \t]*\[\[[ \t]*(?:log|"log"|'log')[ \t]*\]\]""", re.MULTILINE)


def read_whole(path: Path) -> Campaign:
    """Read a campaign with all of its log. Raises CampaignUnreadable with every problem where it cannot be read."""
    with _opened(path) as source:
        return read_campaign_file(source, EVERYTHING)[0]


@contextmanager
def opened_log(path: Path) -> Iterator[tuple[Campaign, Iterator[dict[str, Value]]]]:
    """Open a campaign without its log, and beside it the entries of the log as written, oldest first.

    Both are of the same state of the file, also when it is replaced meanwhile. Raises CampaignUnreadable, the entries
    too while they are gone through.
    """
    with _opened(path) as source:
        campaign, file, _ = read_head(source)
        yield campaign, _entries(campaign, source, file)


def _entries(campaign: Campaign, source: int, file: FileText) -> Iterator[dict[str, Value]]:
    data = _read(source, file.log_start)
    given = 0
    # In a string of several lines a `[[log]]` line may be text: then all is parsed together, as below.
    if b'"""' not in data and b"'''" not in data:
        begins = [found.start() for found in _HEADER.finditer(data)]
        for at in range(0, len(begins), BLOCK):
            stop = begins[at + BLOCK] if at + BLOCK < len(begins) else len(data)
            block = _block(data[begins[at] : stop])
            if block is None:
                break
            yield from block
            given += len(block)
        else:
            return
    try:
        read = tail(source, file.log_start, EVERYTHING)
    except ValueError:
        with_log(campaign, source, file, EVERYTHING)  # says where it is no TOML
        raise
    if read.strays:
        with_log(campaign, source, file, EVERYTHING)
    yield from read.entries[given:]


def _block(data: bytes) -> list[dict[str, Value]] | None:
    """Give the entries of a stretch of the log; None where it is not made of entries alone."""
    try:
        tree = log_tree(data)
    except (ValueError, RecursionError):
        return None
    entries = tree.get("log")
    return entries if len(tree) == 1 and isinstance(entries, list) else None


def _read(source: int, start: int) -> bytes:
    """Read from a place to the end; one call gives 2 GiB at most."""
    parts: list[bytes] = []
    while part := os.pread(source, 1 << 26, start):
        parts.append(part)
        start += len(part)
    return b"".join(parts)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    try:
        source = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise CampaignUnreadable([Located(1, 1, Severity.ERROR, os_error_said(error))]) from error
    try:
        yield source
    finally:
        os.close(source)
