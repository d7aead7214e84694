"""A file that did not exist before: whole or not there at all, and never in the place of another one."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
from pathlib import Path

_NO_LINKS = frozenset({errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES})
"""What a file system says that knows no hard links (FAT, some network and Windows drives)."""


def write_new_file(path: Path, content: bytes) -> None:
    """Write a new file, durable on return. Raises FileExistsError where something has that name, a dangling link too.

    Every other error is raised as it is, and nothing is left behind.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    temporary, descriptor = _temporary(path.parent)
    try:
        _fill(descriptor, content)
        try:
            os.link(temporary, path)
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            _write_in_place(path, content)
    finally:
        os.close(descriptor)
        with contextlib.suppress(OSError):
            os.unlink(temporary)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _temporary(folder: Path) -> tuple[Path, int]:
    """Make a file that is known as a leftover once this process is dead: it stays locked until then."""
    while True:
        path = folder / f".tracker-{os.urandom(2).hex()}.tmp"
        with contextlib.suppress(FileExistsError):
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
            with contextlib.suppress(OSError):  # a file system without locks
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            return path, descriptor


def _write_in_place(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        _fill(descriptor, content)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)


def _fill(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]
    os.fsync(descriptor)
