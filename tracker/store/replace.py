"""Durable replacement of a file: the old one stands untouched until the new one is safely beside it."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import stat
from collections.abc import Callable
from enum import Enum
from typing import BinaryIO

_NAME = r"\.tracker-[0-9a-f]{4}\.tmp"
_NOT_OURS = frozenset({errno.EPERM, errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP})
"""What a system says that does not let this user, or anybody, change the owner of a file."""

NO_LOCKS = frozenset({errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP})
"""What a file system says that knows no locks."""


class Lost(Enum):
    """What a replacement could not keep of the old file."""

    OWNER = "owner"
    """The owner or the group: the new file belongs to who wrote it."""
    HARD_LINK = "hard link"
    """Another name for the same file: it still leads to the old content."""


def replace_file(
    path: str | os.PathLike[str], write: Callable[[BinaryIO], None], ready: Callable[[], None] | None = None
) -> tuple[Lost, ...]:
    """Replace a file by what `write` writes; durable on return. Give what could not be kept.

    `ready` is asked at the last moment before the old file is gone; what it raises leaves the old one there.

    Links are followed; mode, owner and group are copied where permitted. Every error is raised as it is: up to the
    rename the old file is untouched then, and the temporary file is removed. An OSError after the rename means that
    the new content is there but may not outlast a power cut.
    """
    real = os.path.realpath(path)
    folder = os.path.dirname(real)
    old = _status(path)
    if old is not None and not os.access(real, os.W_OK):
        # The rename would not mind; the person who made the file read-only would.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
    lost: list[Lost] = []
    temporary, descriptor = _temporary(folder, 0o666 if old is None else 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            write(file)
            file.flush()
            if old is not None:
                lost += _adopt(descriptor, old)
            os.fsync(descriptor)
            if ready is not None:
                ready()
            # Renamed while it is locked: nobody takes it for a leftover before it has its name.
            os.replace(temporary, real)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(folder)
    return tuple(lost)


def hard_links(path: str | os.PathLike[str]) -> int:
    """Give how many names a file has; a replacement breaks all but one."""
    return os.stat(path).st_nlink


def remove_leftovers(folder: str | os.PathLike[str]) -> tuple[str, ...]:
    """Remove the temporary files of processes that are dead; give their names.

    A living writer holds a lock on its file, whatever its process number. What cannot be opened or removed stays.
    """
    removed = []
    for name in sorted(os.listdir(folder)):
        if not re.fullmatch(_NAME, name):
            continue
        path = os.path.join(folder, name)
        with contextlib.suppress(OSError):
            # Not to follow a link, nor to wait for a pipe, that somebody gave such a name.
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    os.unlink(path)
                    removed.append(name)
            finally:
                os.close(descriptor)
    return tuple(removed)


def _status(path: str | os.PathLike[str]) -> os.stat_result | None:
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), os.fspath(path))
    return status


def _temporary(folder: str, mode: int) -> tuple[str, int]:
    """Make a locked file beside the real one; give its path and its descriptor."""
    while True:
        path = os.path.join(folder, f".tracker-{os.urandom(2).hex()}.tmp")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        except FileExistsError:
            continue
        try:
            _lock(descriptor)
            if os.fstat(descriptor).st_nlink:
                return path, descriptor
        except BaseException:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise
        # Somebody tidied up between the making and the locking.
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    except OSError as error:
        # Where there are no locks, nobody tidies up either: that needs one too.
        if error.errno not in NO_LOCKS:
            raise


def _adopt(descriptor: int, old: os.stat_result) -> list[Lost]:
    """Give the new file the owner, group and mode of the old one."""
    lost = [Lost.HARD_LINK] if old.st_nlink > 1 else []
    new = os.fstat(descriptor)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid) and not _chown(descriptor, old.st_uid, old.st_gid):
        # The group alone may still be permitted: what the table shares stays shared.
        _chown(descriptor, -1, old.st_gid)
        lost.insert(0, Lost.OWNER)
    mode = stat.S_IMODE(old.st_mode)
    if stat.S_IMODE(os.fstat(descriptor).st_mode) != mode:
        os.fchmod(descriptor, mode)
    return lost


def _chown(descriptor: int, owner: int, group: int) -> bool:
    try:
        os.fchown(descriptor, owner, group)
    except OSError as error:
        if error.errno not in _NOT_OURS:
            raise
        return False
    return True


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
