"""One action at a time, whoever makes it; and the players' screen can tell whether a table is open."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tracker.store.lock import FileLock, TableLock, table_is_open


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ambre.toml"
    path.write_text("format = 1\n")
    return path


class TestFileLock:
    """Held by one at a time; the file beside is permanent and empty."""

    def test_second_holder_waits_in_vain(self, file: Path) -> None:
        with FileLock(file), pytest.raises(TimeoutError):
            FileLock(file, timeout=0.05).acquire()

    def test_second_holder_gets_it_when_released(self, file: Path) -> None:
        first = FileLock(file)
        first.acquire()
        threading.Timer(0.1, first.release).start()
        with FileLock(file, timeout=5) as second:
            assert second.is_held

    def test_another_process_is_kept_out_and_its_death_frees(self, file: Path) -> None:
        code = (
            "import sys; from tracker.store.lock import FileLock; lock = FileLock(sys.argv[1]); lock.acquire()\n"
            "print(1, flush=True); sys.stdin.read()"
        )
        with subprocess.Popen(
            [sys.executable, "-c", code, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as other:
            assert other.stdout is not None
            other.stdout.readline()
            with pytest.raises(TimeoutError):
                FileLock(file, timeout=0.05).acquire()
            other.kill()
            other.wait()
            with FileLock(file, timeout=5):
                pass

    def test_side_file_is_empty_and_stays(self, file: Path) -> None:
        with FileLock(file):
            pass
        assert (file.parent / ".ambre.toml.lock").read_bytes() == b""

    def test_a_link_leads_to_the_same_lock(self, file: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        link = tmp_path / "elsewhere" / "link.toml"
        link.symlink_to(file)
        with FileLock(file), pytest.raises(TimeoutError):
            FileLock(link, timeout=0).acquire()
        assert os.listdir(link.parent) == ["link.toml"]

    def test_a_side_file_removed_by_hand_does_not_let_two_in(self, file: Path) -> None:
        with FileLock(file):
            os.unlink(file.parent / ".ambre.toml.lock")
        with FileLock(file), pytest.raises(TimeoutError):
            FileLock(file, timeout=0).acquire()

    def test_an_exception_releases(self, file: Path) -> None:
        with pytest.raises(KeyError), FileLock(file):
            raise KeyError
        with FileLock(file, timeout=0):
            pass

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_read_only_folder(self, file: Path) -> None:
        file.parent.chmod(0o555)
        try:
            with pytest.raises(PermissionError):
                FileLock(file).acquire()
        finally:
            file.parent.chmod(0o755)

    def test_a_refusal_of_the_system_is_raised_as_it_is(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(*_: object) -> int:
            raise PermissionError(13, "no")

        monkeypatch.setattr(os, "open", refuse)
        with pytest.raises(PermissionError):
            FileLock(file).acquire()


class TestTableLock:
    """Any number of tables may be open; looking makes and writes nothing."""

    def test_open_and_closed(self, file: Path) -> None:
        assert not table_is_open(file)
        assert os.listdir(file.parent) == ["ambre.toml"]
        with TableLock(file), TableLock(file):
            assert table_is_open(file)
        assert not table_is_open(file)

    def test_looking_keeps_nobody_out(self, file: Path) -> None:
        with TableLock(file):
            pass
        stop = threading.Event()

        def look() -> None:
            while not stop.is_set():
                table_is_open(file)

        thread = threading.Thread(target=look)
        thread.start()
        try:
            for _ in range(50):
                with TableLock(file):
                    assert table_is_open(file)
        finally:
            stop.set()
            thread.join()

    def test_the_action_lock_is_another(self, file: Path) -> None:
        with TableLock(file), FileLock(file, timeout=0):
            pass
