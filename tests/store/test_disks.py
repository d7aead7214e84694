"""Machines that fail: whatever a save runs into, the file is whole, the state stays, and it is saved at last, once."""

from __future__ import annotations

import errno
import fcntl
import os
import resource
import shutil
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
    TABLE,
    done,
    followed,
    hasten,
    head_of,
    is_saved,
    keeper_of,
    log_of,
    settled,
    until,
    whole,
    words_of,
)

from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import TickClock
from tracker.store import session as session_module
from tracker.store.campaign_file import open_session
from tracker.store.file_keeper import FileKeeper
from tracker.store.session import KeepFailed, KeepWaits, Order, SaveState

ROOT = Path(__file__).resolve().parents[2]
MORE = Adjust(who="aicha", path=("initiative",), by=1)
TICK = TickClock(clock="alerte")
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
    folder = tmp_path / "table"
    folder.mkdir()
    path = folder / "ambre.toml"
    path.write_text(TABLE, encoding="utf-8")
    path.chmod(0o640)
    done(keeper_of(path), MORE)
    return path


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


class TestGone:
    """A file that was deleted is written anew, with its whole log."""

    def gone(self, path: Path) -> FileKeeper:
        keeper = keeper_of(path)
        path.unlink()
        with pytest.raises(KeepWaits):
            keeper.latest()
        with pytest.raises(KeepFailed, match="gone"):
            settled(keeper.latest)
        assert not path.exists()
        return keeper

    def test_with_the_next_command(self, path: Path) -> None:
        for _ in range(100):
            done(keeper_of(path), MORE)
        before = path.read_text(encoding="utf-8")
        keeper = self.gone(path)
        done(keeper, TICK)
        assert (
            path.read_text(encoding="utf-8")
            .replace("filled = 1\n\n[clocks.coffre]", "\n[clocks.coffre]")
            .startswith(before)
        )
        assert log_of(path) == list(range(1, 103))
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert done(keeper, TICK).campaign.last_n == 103

    def test_right_after_opening(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        hasten(monkeypatch)
        for _ in range(100):
            done(keeper_of(path), MORE)
        session = open_session(path)
        path.unlink()
        session.perform(TICK)
        session.close()
        assert log_of(path) == list(range(1, 103))

    def test_on_leaving(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        hasten(monkeypatch)
        before = path.read_bytes()
        session = followed(path)
        path.unlink()
        until(lambda: session.status.state is SaveState.FAILED)
        assert "gone" in en(session.status.message)
        assert session.status.held == 0
        session.close()
        assert path.read_bytes() == before

    def test_its_words_are_known_even_when_it_was_emptied_before(self, path: Path) -> None:
        keeper = keeper_of(path)
        path.write_bytes(b"")
        path.unlink()
        done(keeper, TICK)
        assert log_of(path) == [1, 2]
        assert head_of(path) == TABLE.replace("initiative = 2", "initiative = 3").replace(
            "size = 6\n", "size = 6\nfilled = 1\n"
        )

    def test_moved_away_and_back_is_nothing_at_all(self, path: Path) -> None:
        session = followed(path)
        away = path.with_suffix(".away")
        path.rename(away)
        session.perform(TICK)
        until(lambda: session.status.state is SaveState.WAITING)
        assert not path.exists()
        away.rename(path)
        until(lambda: is_saved(session))
        assert log_of(path) == [1, 2]
        assert session.take_notices() == ()
        session.close()


class TestNames:
    """Links, other names, modes."""

    def test_a_link_to_a_file_elsewhere_stays_one(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.toml"
        link.symlink_to("table/ambre.toml")
        done(keeper_of(link), TICK)
        assert link.is_symlink()
        assert log_of(path) == [1, 2]
        assert sorted(os.listdir(tmp_path)) == ["link.toml", "table"]

    def test_a_link_whose_file_was_deleted_gets_it_back(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.toml"
        link.symlink_to("table/ambre.toml")
        keeper = keeper_of(link)
        path.unlink()
        done(keeper, TICK)
        assert link.is_symlink()
        assert log_of(path) == [1, 2]

    def test_a_link_that_leads_to_another_campaign_now(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.toml"
        link.symlink_to("table/ambre.toml")
        other = tmp_path / "other.toml"
        other.write_text(TABLE.replace("aicha", "zoe").replace("bohort", "max"), encoding="utf-8")
        keeper = keeper_of(link)
        link.unlink()
        link.symlink_to("other.toml")
        settled(keeper.latest)
        done(keeper, TICK)
        assert log_of(path) == [1]
        assert "filled = 1" in head_of(other)

    def test_other_names_of_the_file_keep_the_old_text_and_that_is_said_once(self, path: Path) -> None:
        other = path.with_name("other.toml")
        os.link(path, other)
        before = other.read_bytes()
        keeper = keeper_of(path)
        assert words_of(done(keeper, TICK)) == "the file had other names (hard links); they keep the old text"
        assert words_of(done(keeper, TICK)) == ""
        assert other.read_bytes() == before

    @pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o777, 0o4640])
    def test_the_mode_stays(self, path: Path, mode: int) -> None:
        path.chmod(mode)
        done(keeper_of(path), TICK)
        assert stat.S_IMODE(path.stat().st_mode) == mode

    def test_a_name_too_long_for_the_lock_beside_it(self, path: Path) -> None:
        long = path.with_name("a" * 247 + ".toml")
        shutil.copy(path, long)
        session = open_session(long)
        session.perform(TICK)
        until(lambda: session.status.state is SaveState.FAILED)
        assert "name is too long" in en(session.status.message)
        assert session.close(0.1) is False
        assert log_of(long) == [1]
