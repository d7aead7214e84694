"""Locks beside the campaign file: one for each action, one for as long as a table is open."""

from __future__ import annotations

import errno
import fcntl
import os
import time
from types import TracebackType
from typing import Self

_POLL_SECONDS = 0.01


class _SideLock:
    """A flock on a permanent, empty file beside the real one, where a lock would be lost when it is replaced."""

    _ending: str
    _kind: int

    def __init__(self, path: str | os.PathLike[str], timeout: float = 5.0) -> None:
        """Name the file to guard and how many seconds to wait for it."""
        self.path = side_path(path, self._ending)
        self.timeout = timeout
        self._descriptor: int | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock now."""
        return self._descriptor is not None

    def acquire(self) -> None:
        """Wait for the lock. Raises TimeoutError when others keep it, another OSError when the folder allows none."""
        if self._descriptor is not None:
            raise RuntimeError("the lock is held already")
        deadline = time.monotonic() + self.timeout
        while True:
            descriptor = _opened(self.path)
            try:
                if _locked(descriptor, self._kind):
                    if _is_at(descriptor, self.path):
                        self._descriptor = descriptor
                        return
                    # Somebody removed the file by hand: a lock on it holds back nobody.
                elif time.monotonic() >= deadline:
                    raise TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT), self.path)
                else:
                    time.sleep(_POLL_SECONDS)
            finally:
                if self._descriptor is None:
                    os.close(descriptor)

    def release(self) -> None:
        """Give the lock back; nothing happens when it is not held."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            os.close(descriptor)

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


class FileLock(_SideLock):
    """The lock of one action: one holder at a time, in any process or thread."""

    _ending = "lock"
    _kind = fcntl.LOCK_EX


class TableLock(_SideLock):
    """The sign that a table is open: any number may hold it; the players' screen looks at it with `table_is_open`."""

    _ending = "table"
    _kind = fcntl.LOCK_SH


def table_is_open(path: str | os.PathLike[str]) -> bool:
    """Whether somebody holds the TableLock of a file. Nothing is written or made."""
    try:
        descriptor = os.open(side_path(path, "table"), os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        # Another one who is looking at the same instant holds it for microseconds, an open table for hours.
        for _ in range(3):
            if _locked(descriptor, fcntl.LOCK_EX):
                return False
            time.sleep(0.002)
        return True
    finally:
        os.close(descriptor)


def side_path(path: str | os.PathLike[str], ending: str) -> str:
    """Give the path of a side file, `.NAME.ending`, beside the real file: every link to it finds the same."""
    folder, name = os.path.split(os.path.realpath(path))
    return os.path.join(folder, f".{name}.{ending}")


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as error:
        # Another user's file, or a folder that is read-only by now: reading is enough to lock what is there.
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        try:
            return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            raise error from None


def _locked(descriptor: int, kind: int) -> bool:
    try:
        fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_at(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
