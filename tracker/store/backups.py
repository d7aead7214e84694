"""Kept copies of a campaign: as it was before the first save of each day, in the data folder."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.store.lock import FileLock, table_is_open
from tracker.store.new_file import write_new_file
from tracker.store.os_errors import os_error_said
from tracker.store.places import SUFFIX, data_folder
from tracker.store.replace import replace_file

KEPT = 10
"""How many copies of a campaign are kept, the last ones."""
LOCK_SECONDS = 5.0
"""How long another process may hold the file before nothing is brought back."""
FOLDER = "backups"
TIME = "%Y-%m-%dT%H%M%S"
"""The name of a copy: when it was made, in local time."""

_NAME = re.compile(rf"(\d{{4}}-\d\d-\d\dT\d{{6}})(_\d+)?{re.escape(SUFFIX)}")
_days: dict[Path, date] = {}
"""Folder of copies → the day of which this process knows that there is one, or that there cannot be one."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One kept copy."""

    path: Path
    at: datetime
    """When it was made, in local time."""
    size: int
    """In bytes."""


def keep_copy(path: Path, now: datetime | None = None) -> Text | None:
    """Keep a copy of a campaign as it stands there, if it is the first of the day; called before each save.

    Gives what is to be told when that is not possible, once a day. It never stands in the way of playing.
    """
    now = now or datetime.now()
    try:
        folder = _copies_folder(path)
        if _days.get(folder) == now.date():
            return None
        _days[folder] = now.date()
        if not any(copy.at.date() == now.date() for copy in _copies_in(folder)):
            _add(folder, path.read_bytes(), now)
    except FileNotFoundError as error:
        # The file itself is gone: there is nothing to keep.
        return _not_kept(error) if os.path.lexists(path) else None
    except OSError as error:
        return _not_kept(error)
    return None


def kept_copies(path: Path) -> tuple[Copy, ...]:
    """List the copies of a campaign, the newest first. Raises OSError where the folder cannot be read."""
    return _copies_in(_copies_folder(path))[::-1]


def restore_copy(path: Path, copy: Copy, now: datetime | None = None) -> None:
    """Bring a copy back. What stands there is kept as a copy first, also when it is broken.

    Raises Refusal `table_open`, `not_restored`; then nothing has changed.
    """
    try:
        if table_is_open(path):
            raise Refusal(
                "table_open", text("a table is open on this campaign, and would put its state back: leave it")
            )
        with FileLock(path, LOCK_SECONDS):
            words = copy.path.read_bytes()
            with contextlib.suppress(FileNotFoundError):
                _add(_copies_folder(path), path.read_bytes(), now or datetime.now())
            replace_file(path, _writer(words))
    except TimeoutError as error:
        raise Refusal("not_restored", text("another program holds the file; nothing is brought back")) from error
    except OSError as error:
        raise Refusal("not_restored", text("nothing is brought back: {reason}", reason=os_error_said(error))) from error


def _writer(words: bytes) -> Callable[[BinaryIO], None]:
    def write(file: BinaryIO) -> None:
        file.write(words)

    return write


def _copies_folder(path: Path) -> Path:
    """Give the folder of the copies of a file: every link to it finds the same."""
    real = os.path.realpath(path)
    name = re.sub(r"[^a-z0-9]+", "-", Path(real).stem.lower()).strip("-")[:40]
    hashed = f"{crc32(os.fsencode(real)):08x}"  # hashlib would load OpenSSL, 3 MB, at the first save
    return data_folder() / FOLDER / f"{name}-{hashed}".lstrip("-")


def _copies_in(folder: Path) -> tuple[Copy, ...]:
    """List the copies in a folder, the oldest first; what else lies there is left alone."""
    found: list[Copy] = []
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            named = _NAME.fullmatch(entry.name)
            with contextlib.suppress(ValueError, FileNotFoundError):
                if named is not None and entry.is_file():
                    at = datetime.strptime(named[1], TIME)
                    found.append(Copy(Path(entry.path), at, entry.stat().st_size))
    return tuple(sorted(found, key=lambda copy: (copy.at, len(copy.path.name), copy.path.name)))


def _add(folder: Path, words: bytes, now: datetime) -> None:
    """Keep a text, unless the same one is kept already; the oldest beyond the last ten go."""
    copies = _copies_in(folder)
    if any(copy.size == len(words) and copy.path.read_bytes() == words for copy in copies):
        return
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    count = 1
    while True:
        ending = f"_{count}" if count > 1 else ""
        try:
            write_new_file(folder / f"{now.strftime(TIME)}{ending}{SUFFIX}", words)
        except FileExistsError:
            count += 1
            continue
        break
    for old in copies[: max(0, len(copies) + 1 - KEPT)]:
        with contextlib.suppress(OSError):
            old.path.unlink()


def _not_kept(error: OSError) -> Text:
    return text("no copy of the file as it was is kept today: {reason}", reason=os_error_said(error))
