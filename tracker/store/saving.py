"""Saving: the new text of a campaign put in the place of the old one, and known for certain to be there or not."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import tomli

from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.core.frozen import dataclass
from tracker.core.tree import Path as TreePath
from tracker.core.tree import path_text, same
from tracker.store.campaign_reader import FileText, Signature, signature_of
from tracker.store.replace import Lost, replace_file
from tracker.store.toml_patch import ORDERED
from tracker.store.toml_write import Unwritable, entry_text

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Log:
    """The older log, to be copied byte for byte: from an open file, or none."""

    descriptor: int | None
    start: int
    """Where it begins, in bytes."""
    end: int


@dataclass(frozen=True, slots=True)
class Saved:
    """The file as it stands there now."""

    descriptor: int
    """Open on the new file; whoever gets it closes it."""
    signature: Signature | None
    """None where even that could not be found out."""
    lost: tuple[Lost, ...] = ()


class NotDurable(Exception):
    """The new text is there, or may be, but is not known to outlast a power cut. The cause is the OSError."""

    def __init__(self, saved: Saved) -> None:
        """Keep what is there."""
        super().__init__()
        self.saved = saved


def written(entry: Entry, newline: str) -> tuple[Entry, bytes]:
    """Give an entry as it will be read again, and its text. Raises Unwritable where the two do not say the same."""
    table = encode_entry(entry)
    words = newline + entry_text(table, newline)
    (read,) = tomli.loads(words)["log"]
    if not same(read, table):
        raise Unwritable("entry")
    return decode_entry(read), words.encode("utf-8")


def newline_of(head: str) -> str:
    """Give how the lines of a text end."""
    return "\r\n" if "\r\n" in head else "\n"


def with_open_end(head: str, file: FileText, added: bytes) -> tuple[str, bytes]:
    """Give a head and what is added to the log; the blank line before a log's first entry is a part of the head."""
    if file.log_start < file.size or not added:
        return head, added
    return open_ended(head, file), added.removeprefix(newline_of(head).encode())


def open_ended(head: str, file: FileText) -> str:
    """Give a head that a log may follow: where the file has none yet, with a blank line at its end."""
    if file.log_start < file.size:
        return head
    return head + newline_of(head) * (1 if head.endswith("\n") else 2)


def with_taken(entry: Entry, taken: Mapping[TreePath, str]) -> Entry:
    """Give the entry with what the file lost: the table taken out, and old writings that are not the usual ones."""
    gone = [path for path in taken if len(path) == 2 and path[0] in ORDERED]
    removed = taken[gone[0]] if len(gone) == 1 else ""
    texts = {path_text(path): words for path, words in taken.items() if len(gone) > 1 or path not in gone}
    return replace(entry, text=removed, texts=texts)


def save(path: Path, head: bytes, log: Log, added: bytes, ready: Callable[[], None], like: int | None = None) -> Saved:
    """Replace a file by a head, the older log and what is added to it.

    `ready` is asked at the last moment; what it raises leaves the old file alone. `like` is an open file whose mode
    the new one gets when there is none to replace. Raises OSError where the old file is untouched, else NotDurable.
    """
    new: list[int] = []

    def write(file: BinaryIO) -> None:
        new.append(os.dup(file.fileno()))
        if like is not None:
            os.fchmod(file.fileno(), os.fstat(like).st_mode & 0o7777)
        file.write(head)
        if _copy(log, file) not in (b"\n", b""):
            file.write(b"\n")
        file.write(added)

    try:
        lost = replace_file(path, write, ready)
    except BaseException as error:
        if new and isinstance(error, OSError) and _is_there(new[0], path):
            raise NotDurable(_saved(new[0])) from error
        for descriptor in new:
            os.close(descriptor)
        raise
    return _saved(new[0], lost)


def make_durable(path: Path, descriptor: int) -> None:
    """Try once more to have a file that is there outlast a power cut. Raises OSError."""
    os.fsync(descriptor)
    folder = os.open(os.path.dirname(os.path.realpath(path)), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _saved(descriptor: int, lost: tuple[Lost, ...] = ()) -> Saved:
    with contextlib.suppress(OSError):
        # The lock that kept others from tidying it up has done its work.
        fcntl.flock(descriptor, fcntl.LOCK_UN)
    try:
        return Saved(descriptor, signature_of(descriptor), lost)
    except OSError:
        return Saved(descriptor, None, lost)


def _is_there(descriptor: int, path: Path) -> bool:
    """Say whether a new file has taken its place, or whether that cannot be told."""
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _copy(log: Log, new: BinaryIO) -> bytes:
    """Copy the older log byte for byte; give its last byte."""
    at, last = log.start, b""
    while log.descriptor is not None and at < log.end:
        chunk = os.pread(log.descriptor, min(_CHUNK, log.end - at), at)
        if not chunk:
            break
        new.write(chunk)
        at += len(chunk)
        last = chunk[-1:]
    return last
