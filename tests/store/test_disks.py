"""Machines that fail: whatever a save runs into, the file is whole, the state stays, and it is saved at last, once."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playing import en
from writers import (
    AT,
    MORE,
    TICK,
    done,
    followed,
    head_of,
    is_saved,
    keeper_of,
    log_of,
    saved_once,
    settled,
    until,
    whole,
    words_of,
)

from tracker.store import session as session_module
from tracker.store.session import KeepFailed, KeepWaits, Order, SaveState

ROOT = Path(__file__).resolve().parents[2]
CALLS = {
    (os, "open"): 12,
    (os, "stat"): 12,
    (os, "fstat"): 14,
    (os, "fsync"): 2,
    (os, "replace"): 1,
    (os, "fdopen"): 1,
    (os, "fchmod"): 1,
    (os, "dup"): 1,
    (os, "pread"): 6,
    (fcntl, "flock"): 3,
}
"""Every system call of a save, and how often it is made at most."""
ERRORS = (errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved_once(tmp_path)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "RETRY_SECONDS", 0.05)


class Fault:
    """Fails one of the calls of a function, and only that one."""

    def __init__(self, real: Callable[..., Any], number: int, error: int) -> None:
        self.real = real
        self.left = number
        self.error = error
        self.has_struck = False

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            self.has_struck = True
            raise OSError(self.error, os.strerror(self.error))
        return self.real(*arguments, **options)


def is_whole(path: Path, before: bytes) -> None:
    """The file is the one before or after, and nothing is left beside it."""
    now = path.read_bytes()
    if now != before:
        assert [entry.n for entry in whole(path).log] == [1, 2]
        assert "filled = 1" in head_of(path)
    assert set(os.listdir(path.parent)) <= {"ambre.toml", ".ambre.toml.lock", ".ambre.toml.table"}


class TestEverySystemCall:
    """One fault at each call of a save."""

    @pytest.mark.parametrize("error", ERRORS, ids=lambda e: errno.errorcode[e])
    @pytest.mark.parametrize("call", CALLS, ids=lambda call: call[1])
    def test_the_order_is_in_the_file_once_in_the_end(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[Any, str], error: int
    ) -> None:
        start = path.read_bytes()
        module, name = call
        struck = 0
        for number in range(1, CALLS[call] + 1):
            path.write_bytes(start)
            path.chmod(0o640)
            keeper = keeper_of(path)
            order = Order(TICK, {}, AT)
            fault = Fault(getattr(module, name), number, error)
            with monkeypatch.context() as patched:
                patched.setattr(module, name, fault)
                with suppress(KeepFailed, KeepWaits):
                    keeper.keep(order)
                    order = Order(MORE, {}, AT)
            struck += fault.has_struck
            is_whole(path, start)
            kept = settled(lambda keeper=keeper, order=order: keeper.keep(order))  # type: ignore[misc]
            assert kept.refusal is None
            campaign = whole(path)
            assert campaign.clocks["alerte"].filled == 1
            assert [entry.n for entry in campaign.log] == list(range(1, 3 + (order.command is MORE)))
            assert campaign.tree == kept.campaign.tree
            assert stat.S_IMODE(path.stat().st_mode) == 0o640
            is_whole(path, path.read_bytes())
            keeper.close()
        assert struck

    @pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG])
    @pytest.mark.parametrize("method", ["write", "flush", "close"])
    def test_a_write_that_fails(self, path: Path, monkeypatch: pytest.MonkeyPatch, method: str, error: int) -> None:
        before = path.read_bytes()
        keeper = keeper_of(path)
        real = os.fdopen

        class Full:
            def __init__(self, file: Any) -> None:
                self.file = file

            def __enter__(self) -> Any:
                return self

            def __exit__(self, *_: object) -> None:
                self.file.close()
                if method == "close":
                    raise OSError(error, "no")

            def __getattr__(self, name: str) -> Any:
                if name == method:
                    raise OSError(error, "no")
                return getattr(self.file, name)

        with monkeypatch.context() as patched:
            patched.setattr(os, "fdopen", lambda *a, **k: Full(real(*a, **k)))
            order = Order(TICK, {}, AT)
            for _ in range(1 if method == "close" else 3):  # a close comes after the rename
                with pytest.raises(KeepFailed):
                    settled(lambda: keeper.keep(order))
                is_whole(path, before)
        settled(lambda: keeper.keep(order))
        assert whole(path).clocks["alerte"].filled == 1
        assert log_of(path) == [1, 2]

    def test_a_power_cut_may_still_come_after_the_rename_and_that_is_said(
        self, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keeper = keeper_of(path)
        order = Order(TICK, {}, AT)
        real = os.fsync

        def folder_fails(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(errno.EIO, "io")
            real(descriptor)

        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", folder_fails)
            for _ in range(3):
                with pytest.raises(KeepFailed, match="does not answer"):
                    keeper.keep(order)
                assert log_of(path) == [1, 2]
                latest = keeper.latest()
                assert latest is None or latest.campaign.last_n == 1
        assert keeper.keep(order).campaign.clocks["alerte"].filled == 1
        assert done(keeper, TICK).campaign.clocks["alerte"].filled == 2
        assert log_of(path) == [1, 2, 3]

    def test_another_table_that_goes_on_from_a_text_in_doubt(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        keeper, other = keeper_of(path), keeper_of(path)
        order = Order(TICK, {}, AT)
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", Fault(os.fsync, 2, errno.EIO))
            with pytest.raises(KeepFailed):
                keeper.keep(order)
        done(other, MORE)
        kept = settled(lambda: keeper.keep(order))
        assert kept.n == 2
        assert kept.campaign.clocks["alerte"].filled == 1
        assert log_of(path) == [1, 2, 3]


class TestTable:
    """What the people at the table see of it."""

    def failing(self, path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: int, words: str) -> None:
        session = followed(path)
        before = path.read_bytes()
        with monkeypatch.context() as patched:
            real = getattr(os, call)

            def fail(*arguments: Any, **options: Any) -> Any:
                raise OSError(error, "no")

            patched.setattr(os, call, fail)
            session.perform(TICK)
            session.perform(MORE)
            until(lambda: session.status.state is SaveState.FAILED)
            assert en(session.status.message) == words
            assert session.status.held == 2
            assert session.campaign.clocks["alerte"].filled == 1
            patched.setattr(os, call, real)
        is_whole(path, before)
        until(lambda: is_saved(session))
        assert log_of(path) == [1, 2, 3]
        session.close()

    @pytest.mark.parametrize(
        ("error", "words"),
        [
            (errno.ENOSPC, "the disk is full"),
            (errno.EDQUOT, "your share of the disk is used up"),
            (errno.EIO, "the disk does not answer as it should"),
            (errno.EROFS, "the disk is read-only"),
        ],
    )
    def test_the_banner_says_what_and_it_is_saved_when_it_can_be(
        self, path: Path, monkeypatch: pytest.MonkeyPatch, error: int, words: str
    ) -> None:
        self.failing(path, monkeypatch, "fsync", error, words)

    def test_a_file_made_read_only(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        session = followed(path)
        with monkeypatch.context() as patched:
            patched.setattr(os, "access", lambda *_: False)
            session.perform(TICK)
            until(lambda: session.status.state is SaveState.FAILED)
            assert en(session.status.message) == "no permission for this file or its folder"
            assert log_of(path) == [1]
        until(lambda: is_saved(session))
        session.close()

    def test_a_folder_that_goes_and_comes_back(self, path: Path) -> None:
        session = followed(path)
        away = path.parent.with_name("away")
        path.parent.rename(away)
        session.perform(TICK)
        until(lambda: session.status.state is SaveState.FAILED)
        assert session.campaign.clocks["alerte"].filled == 1
        away.rename(path.parent)
        until(lambda: is_saved(session))
        assert log_of(path) == [1, 2]
        session.close()

    def test_a_disk_without_locks_is_said_and_saved_to(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def no_lock(*_: object) -> None:
            raise OSError(errno.ENOLCK, "no locks")

        keeper = keeper_of(path)
        monkeypatch.setattr(fcntl, "flock", no_lock)
        assert "knows no locks" in words_of(done(keeper, TICK))
        assert words_of(done(keeper, TICK)) == ""

    def test_a_limit_on_the_size_of_files(self, path: Path) -> None:
        program = f"""
import resource, sys
from pathlib import Path
from tracker.rules.common.clocks import TickClock
from tracker.store.campaign_file import open_session
session = open_session(Path({str(path)!r}))
limit = Path({str(path)!r}).stat().st_size + 20
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, {resource.RLIM_INFINITY}))
session.perform(TickClock(clock="alerte"))
assert not session.flush(1)
print(session.status.message.key)
resource.setrlimit(resource.RLIMIT_FSIZE, ({resource.RLIM_INFINITY}, {resource.RLIM_INFINITY}))
assert session.close(10)
"""
        run = subprocess.run(
            [sys.executable, "-c", program], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
        )
        assert (run.stdout, run.stderr) == ("the file is too large\n", "")
        assert log_of(path) == [1, 2]
        is_whole(path, path.read_bytes())
