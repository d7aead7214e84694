"""A save never leaves less than the old file, and nothing beside it."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from tracker.store.replace import Lost, hard_links, remove_leftovers, replace_file


def content(data: bytes) -> Callable[[BinaryIO], None]:
    def write(file: BinaryIO) -> None:
        file.write(data)

    return write


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "ambre.toml"
    path.write_bytes(b"old")
    return path


class TestReplaceFile:
    """The new content stands there with what the old file had."""

    def test_content_mode_and_nothing_beside(self, file: Path) -> None:
        file.chmod(0o640)
        assert replace_file(file, content(b"new")) == ()
        assert file.read_bytes() == b"new"
        assert stat.S_IMODE(file.stat().st_mode) == 0o640
        assert os.listdir(file.parent) == ["ambre.toml"]

    def test_a_new_file_follows_the_umask(self, tmp_path: Path) -> None:
        before = os.umask(0o027)
        try:
            replace_file(tmp_path / "new.toml", content(b"x"))
        finally:
            os.umask(before)
        assert stat.S_IMODE((tmp_path / "new.toml").stat().st_mode) == 0o640

    def test_links_are_followed(self, file: Path, tmp_path: Path) -> None:
        (tmp_path / "far").mkdir()
        link = tmp_path / "far" / "link.toml"
        link.symlink_to("../ambre.toml")
        replace_file(link, content(b"new"))
        assert link.is_symlink()
        assert file.read_bytes() == b"new"
        assert os.listdir(link.parent) == ["link.toml"]

    def test_a_hard_link_is_told(self, file: Path) -> None:
        os.link(file, file.parent / "other.toml")
        assert hard_links(file) == 2
        assert replace_file(file, content(b"new")) == (Lost.HARD_LINK,)
        assert (file.parent / "other.toml").read_bytes() == b"old"
        assert replace_file(file, content(b"newer")) == ()

    def test_an_owner_that_cannot_be_kept_is_told(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        class Other:
            def __init__(self, real: os.stat_result) -> None:
                self.real = real

            def __getattr__(self, name: str) -> object:
                return self.real.st_uid + 1 if name == "st_uid" else getattr(self.real, name)

        def refuse(descriptor: int, owner: int, group: int) -> None:
            raise PermissionError(errno.EPERM, "no")

        real = os.stat
        monkeypatch.setattr(os, "stat", lambda *a, **k: Other(real(*a, **k)))
        monkeypatch.setattr(os, "fchown", refuse)
        assert replace_file(file, content(b"new")) == (Lost.OWNER,)
        assert file.read_bytes() == b"new"

    @pytest.mark.parametrize("call", ["open", "fsync", "replace", "fchmod"])
    def test_every_failure_leaves_the_old_file_alone(
        self, file: Path, monkeypatch: pytest.MonkeyPatch, call: str
    ) -> None:
        file.chmod(0o604)
        failure = OSError(errno.ENOSPC, "full")

        def fail(*_: object, **__: object) -> None:
            raise failure

        monkeypatch.setattr(os, call, fail)
        with pytest.raises(OSError, match="full") as caught:
            replace_file(file, content(b"new"))
        monkeypatch.undo()
        assert caught.value is failure
        assert file.read_bytes() == b"old"
        assert os.listdir(file.parent) == ["ambre.toml"]

    @pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt(), UnicodeError("half")])
    def test_a_failure_of_the_writer(self, file: Path, error: BaseException) -> None:
        def write(out: BinaryIO) -> None:
            out.write(b"ne")
            raise error

        with pytest.raises(type(error)):
            replace_file(file, write)
        assert file.read_bytes() == b"old"
        assert os.listdir(file.parent) == ["ambre.toml"]

    def test_a_folder_that_cannot_be_synced_is_an_error_but_nothing_is_left(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = os.fsync

        def fail(descriptor: int) -> None:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                raise OSError(errno.EIO, "io")
            real(descriptor)

        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="io"):
            replace_file(file, content(b"new"))
        assert file.read_bytes() == b"new"
        assert os.listdir(file.parent) == ["ambre.toml"]

    def test_the_new_content_is_synced_before_it_has_the_name(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        order: list[str] = []
        real_sync, real_replace = os.fsync, os.replace

        def sync(descriptor: int) -> None:
            order.append("sync")
            real_sync(descriptor)

        def rename(old: str, new: str) -> None:
            order.append("rename")
            real_replace(old, new)

        monkeypatch.setattr(os, "fsync", sync)
        monkeypatch.setattr(os, "replace", rename)
        replace_file(file, content(b"new"))
        assert order == ["sync", "rename", "sync"]

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
    def test_a_read_only_file_is_respected(self, file: Path) -> None:
        file.chmod(0o444)
        with pytest.raises(PermissionError):
            replace_file(file, content(b"new"))

    def test_only_files_are_replaced(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for path in (tmp_path, tmp_path / "pipe"):
            with pytest.raises(OSError, match=r".+"):
                replace_file(path, content(b"new"))
        assert os.listdir(tmp_path) == ["pipe"]


class TestLeftovers:
    """What a killed process left goes at the next start; what a living one is writing stays."""

    def test_dead_and_living(self, file: Path) -> None:
        code = (
            "import sys, time; from tracker.store.replace import replace_file\n"
            "def write(f): f.write(b'x'); f.flush(); print(1, flush=True); time.sleep(60)\n"
            "replace_file(sys.argv[1], write)"
        )
        with subprocess.Popen([sys.executable, "-c", code, str(file)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            assert remove_leftovers(file.parent) == ()
            assert len(os.listdir(file.parent)) == 2
            writer.kill()
            writer.wait()
        assert len(remove_leftovers(file.parent)) == 1
        assert os.listdir(file.parent) == ["ambre.toml"]
        assert file.read_bytes() == b"old"

    def test_other_names_and_kinds_stay(self, file: Path) -> None:
        names = [".tracker-12345.tmp", "tracker-1234.tmp", ".tracker-zzzz.tmp", ".ambre.toml.lock"]
        for name in names:
            (file.parent / name).write_bytes(b"")
        (file.parent / ".tracker-aaaa.tmp").mkdir()
        (file.parent / ".tracker-bbbb.tmp").symlink_to(file)
        os.mkfifo(file.parent / ".tracker-cccc.tmp")
        assert remove_leftovers(file.parent) == ()
        assert file.read_bytes() == b"old"

    def test_somebody_tidies_up_while_a_file_is_made(self, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        import fcntl

        real = fcntl.flock
        calls = 0

        def tidied(descriptor: int, kind: int) -> None:
            nonlocal calls
            calls += 1
            if calls == 1:
                monkeypatch.setattr(fcntl, "flock", real)
                assert len(remove_leftovers(file.parent)) == 1
            real(descriptor, kind)

        monkeypatch.setattr(fcntl, "flock", tidied)
        replace_file(file, content(b"new"))
        assert file.read_bytes() == b"new"
