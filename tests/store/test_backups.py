"""The first save of a day keeps a copy of the file as it was; the last ten can be brought back."""

from __future__ import annotations

import errno
import os
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tracker.core.refusal import Refusal
from tracker.i18n.say import say
from tracker.rules.common.clocks import TickClock
from tracker.store import backups
from tracker.store.backups import KEPT, keep_copy, kept_copies, restore_copy
from tracker.store.campaign_file import open_session
from tracker.store.lock import FileLock, TableLock
from tracker.store.places import data_folder

EVENING = datetime(2026, 11, 1, 20, 30)
TEXT = 'format = 1\nsystem = "charge"\n[clocks.pont]\nname = "Pont"\nsize = 8\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ambre.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def days(path: Path, count: int) -> None:
    """Have a first save on each of some days; what stood there was "day 0", "day 1" and so on."""
    for n in range(count):
        path.write_text(f"# day {n}\n", encoding="utf-8")
        assert keep_copy(path, EVENING + timedelta(days=n)) is None


class TestKeeping:
    """product.md: kept copies are in the data folder; file-format.md: nothing is lost."""

    def test_the_first_save_of_a_day_keeps_the_file_as_it_was(self, path: Path) -> None:
        session = open_session(path)
        session.perform(TickClock(clock="pont"))
        session.perform(TickClock(clock="pont"))
        assert session.close()
        (copy,) = kept_copies(path)
        assert copy.path.read_text(encoding="utf-8") == TEXT
        assert copy.path.is_relative_to(data_folder())
        assert "filled = 2" in path.read_text(encoding="utf-8")

    def test_one_a_day_also_in_another_process(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        keep_copy(path, EVENING)
        path.write_text("# later\n", encoding="utf-8")
        keep_copy(path, EVENING + timedelta(hours=1))
        monkeypatch.setattr(backups, "_days", {})
        keep_copy(path, EVENING + timedelta(hours=2))
        assert [copy.at for copy in kept_copies(path)] == [EVENING]
        keep_copy(path, EVENING + timedelta(hours=4))
        assert [copy.at for copy in kept_copies(path)] == [EVENING + timedelta(hours=4), EVENING]

    def test_the_last_ten(self, path: Path) -> None:
        days(path, KEPT + 3)
        copies = kept_copies(path)
        assert [copy.path.read_text(encoding="utf-8") for copy in copies] == [f"# day {n}\n" for n in range(12, 2, -1)]

    def test_a_link_and_the_file_have_the_same_copies(self, path: Path) -> None:
        link = path.parent / "other.toml"
        link.symlink_to(path)
        keep_copy(link, EVENING)
        assert keep_copy(path, EVENING + timedelta(hours=1)) is None
        assert len(kept_copies(path)) == len(kept_copies(link)) == 1

    def test_files_of_one_name_are_kept_apart(self, path: Path) -> None:
        other = path.parent / "b" / path.name
        other.parent.mkdir()
        shutil.copy(path, other)
        keep_copy(path, EVENING)
        assert kept_copies(other) == ()

    def test_a_name_of_other_signs(self, tmp_path: Path) -> None:
        path = tmp_path / "“É\udc80”.toml"
        path.write_text(TEXT, encoding="utf-8")
        assert keep_copy(path, EVENING) is None
        assert len(kept_copies(path)) == 1

    def test_what_else_lies_in_the_folder_is_left_alone(self, path: Path) -> None:
        keep_copy(path, EVENING)
        mine = kept_copies(path)[0].path.parent / "mine.toml"
        mine.write_text("x", encoding="utf-8")
        days(path, KEPT + 5)
        assert mine.exists()
        assert len(kept_copies(path)) == KEPT


class TestNeverInTheWay:
    """Where no copy can be kept the table plays on, and is told once a day."""

    def test_a_data_folder_that_cannot_be_written(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        data_folder().parent.mkdir(parents=True, exist_ok=True)
        data_folder().write_text("a file where the folder should be", encoding="utf-8")
        session = open_session(path)
        session.perform(TickClock(clock="pont"))
        session.perform(TickClock(clock="pont"))
        assert session.close()
        assert "filled = 2" in path.read_text(encoding="utf-8")
        told = keep_copy(path, datetime.now() + timedelta(days=1))
        assert told is not None
        assert say(told, "en").startswith("no copy of the file as it was is kept today: ")
        assert keep_copy(path, datetime.now() + timedelta(days=1)) is None

    def test_a_full_disk(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> int:
            raise OSError(errno.ENOSPC, "full")

        with monkeypatch.context() as patched:
            patched.setattr(os, "write", full)
            told = keep_copy(path, EVENING)
        assert told is not None
        assert "the disk is full" in say(told, "en")
        assert kept_copies(path) == ()

    def test_a_file_that_is_gone(self, tmp_path: Path) -> None:
        assert keep_copy(tmp_path / "gone.toml", EVENING) is None


class TestRestoring:
    """A copy takes the place of the file under the lock; what stood there is a copy then."""

    def test_back_and_forth(self, path: Path) -> None:
        days(path, 3)
        path.write_bytes(b"broken \xff")
        path.chmod(0o640)
        now = EVENING + timedelta(days=9)
        restore_copy(path, kept_copies(path)[1], now)
        assert path.read_text(encoding="utf-8") == "# day 1\n"
        assert path.stat().st_mode & 0o777 == 0o640
        newest = kept_copies(path)[0]
        assert (newest.at, newest.path.read_bytes()) == (now, b"broken \xff")
        restore_copy(path, newest, now)
        assert path.read_bytes() == b"broken \xff"

    def test_what_is_kept_already_is_not_kept_twice(self, path: Path) -> None:
        days(path, 2)
        for _ in range(30):
            restore_copy(path, kept_copies(path)[1])
            restore_copy(path, kept_copies(path)[0])
        assert len(kept_copies(path)) == 2

    def test_two_in_the_same_second(self, path: Path) -> None:
        days(path, 1)
        for words in ("# a\n", "# b\n"):
            path.write_text(words, encoding="utf-8")
            restore_copy(path, kept_copies(path)[-1], EVENING + timedelta(days=1))
        texts = [copy.path.read_text(encoding="utf-8") for copy in kept_copies(path)]
        assert texts == ["# b\n", "# a\n", "# day 0\n"]

    def test_the_oldest_can_be_brought_back_though_it_makes_room(self, path: Path) -> None:
        days(path, KEPT)
        path.write_text("# now\n", encoding="utf-8")
        restore_copy(path, kept_copies(path)[-1])
        assert path.read_text(encoding="utf-8") == "# day 0\n"

    def test_a_file_that_is_gone(self, path: Path) -> None:
        days(path, 1)
        path.unlink()
        restore_copy(path, kept_copies(path)[0])
        assert path.read_text(encoding="utf-8") == "# day 0\n"

    def test_through_a_link_that_stays_one(self, path: Path) -> None:
        days(path, 1)
        link = path.parent / "link.toml"
        link.symlink_to(path)
        path.write_text("# now\n", encoding="utf-8")
        restore_copy(link, kept_copies(link)[0])
        assert link.is_symlink()
        assert path.read_text(encoding="utf-8") == "# day 0\n"

    def test_refused_while_a_table_is_open(self, path: Path) -> None:
        days(path, 1)
        path.write_text("# now\n", encoding="utf-8")
        with TableLock(path), pytest.raises(Refusal) as caught:
            restore_copy(path, kept_copies(path)[0])
        assert caught.value.code == "table_open"
        assert path.read_text(encoding="utf-8") == "# now\n"

    def test_refused_while_another_program_writes(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        days(path, 1)
        monkeypatch.setattr(backups, "LOCK_SECONDS", 0.05)
        with FileLock(path), pytest.raises(Refusal, match="not_restored"):
            restore_copy(path, kept_copies(path)[0])

    def test_refused_where_what_stands_there_cannot_be_kept(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        days(path, 1)
        path.write_text("# now\n", encoding="utf-8")

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "full")

        monkeypatch.setattr(backups, "write_new_file", full)
        with pytest.raises(Refusal) as caught:
            restore_copy(path, kept_copies(path)[0])
        assert say(caught.value.message, "en") == "nothing is brought back: the disk is full"
        assert path.read_text(encoding="utf-8") == "# now\n"
