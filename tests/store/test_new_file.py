"""A new file is whole or not there, and never in the place of another."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tracker.store.new_file import write_new_file


def test_written_whole_and_nothing_beside_it(tmp_path: Path) -> None:
    write_new_file(tmp_path / "a.toml", b"x" * 100_000)
    assert (tmp_path / "a.toml").read_bytes() == b"x" * 100_000
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]


def test_mode_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_new_file(tmp_path / "a.toml", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "a.toml").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("kind", ["file", "folder", "dangling link"])
def test_existing_name_is_left_alone(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    if kind == "file":
        path.write_bytes(b"old")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere")
    with pytest.raises(FileExistsError):
        write_new_file(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["a.toml"]
    if kind == "file":
        assert path.read_bytes() == b"old"


def test_made_by_somebody_else_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    monkeypatch.setattr(os.path, "lexists", lambda path: False)
    path.write_bytes(b"theirs")
    with pytest.raises(FileExistsError):
        write_new_file(path, b"ours")
    assert path.read_bytes() == b"theirs"
    assert [each.name for each in tmp_path.iterdir()] == ["a.toml"]


def test_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    write_new_file(tmp_path / "a.toml", b"x")
    assert (tmp_path / "a.toml").read_bytes() == b"x"
    with pytest.raises(FileExistsError):
        write_new_file(tmp_path / "a.toml", b"y")
    assert [path.name for path in tmp_path.iterdir()] == ["a.toml"]


def test_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="full"):
        write_new_file(tmp_path / "a.toml", b"x")
    assert list(tmp_path.iterdir()) == []


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_new_file(tmp_path / "none" / "a.toml", b"x")
