"""`tracker backups`: the kept copies of a campaign, numbered, and bringing one back."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from shell import Shell, fresh_shell

from tracker.store.backups import keep_copy

EVENING = datetime(2026, 11, 1, 20, 30)


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shell:
    shell = fresh_shell(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(shell.home / "data"))
    return shell


@pytest.fixture
def path(shell: Shell) -> Path:
    """Give a campaign with copies of three evenings, sessions 1 to 3; session 4 stands in the file."""
    path = shell.campaign("Ambre")
    words = path.read_text(encoding="utf-8")
    for n in range(1, 5):
        path.write_text(words.replace("session = 0", f"session = {n}"), encoding="utf-8")
        if n < 4:
            keep_copy(path, EVENING + timedelta(days=n))
    return path


def session(path: Path) -> str:
    found = re.search(r"^session = (\d+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


@pytest.mark.usefixtures("path")
class TestListing:
    """Newest first, with date, size, session and title."""

    def test_each_copy_is_one_line_newest_first(self, shell: Shell) -> None:
        done = shell.run("backups", "Ambre", TRACKER_LANGUAGE="en")
        assert (done.code, done.err) == (0, "")
        first, _, third = done.out.splitlines()
        assert re.fullmatch(r"1 · 2026-11-04 20:30:00 · \d+ kB · session 3 · Ambre", first)
        assert re.fullmatch(r"3 · 2026-11-02 20:30:00 · \d+ kB · session 1 · Ambre", third)

    def test_copies_are_listed_in_french(self, shell: Shell) -> None:
        done = shell.run("backups", "Ambre", TRACKER_LANGUAGE="fr")
        assert re.match(r"1 · 2026-11-04 20:30:00 · \d+\u00a0ko · séance 3 · Ambre\n", done.out)

    def test_a_broken_copy_says_so(self, shell: Shell, path: Path) -> None:
        path.write_text("title = \x1b08\n", encoding="utf-8")
        keep_copy(path, EVENING + timedelta(days=9))
        first = shell.run("backups", "Ambre", TRACKER_LANGUAGE="en").out.splitlines()[0]
        assert "cannot be played: " in first
        assert "\x1b" not in first

    def test_it_says_where_no_copy_is_kept_yet(self, shell: Shell) -> None:
        shell.campaign("Autre")
        done = shell.run("backups", "Autre", TRACKER_LANGUAGE="en")
        assert (done.code, done.out) == (0, "no copy is kept of “~/data/tracker/Autre.toml” yet\n")


class TestRestoring:
    """`--restore N` brings copy N back; what stood there is a copy then."""

    def test_and_back_again(self, shell: Shell, path: Path) -> None:
        done = shell.run("backups", "Ambre", "--restore", "2", TRACKER_LANGUAGE="en")
        assert done.code == 0
        assert done.out == "“~/data/tracker/Ambre.toml” is again as it was on 2026-11-03 20:30:00\n"
        assert session(path) == "2"
        assert shell.run("backups", "Ambre", "--restore", "1").code == 0
        assert session(path) == "4"

    @pytest.mark.parametrize("words", [b"", b"\xff\0", b"title = 08\n"])
    def test_over_a_broken_file(self, words: bytes, shell: Shell, path: Path) -> None:
        path.write_bytes(words)
        assert shell.run("backups", str(path), "--restore", "1").code == 0
        assert session(path) == "3"

    def test_a_missing_file_by_its_name(self, shell: Shell, path: Path) -> None:
        path.unlink()
        assert shell.run("backups", "Ambre").out.count("\n") == 3
        assert shell.run("backups", "Ambre", "--restore", "1").code == 0
        assert session(path) == "3"

    @pytest.mark.parametrize("number", ["0", "4", "-1", "x"])
    def test_a_number_there_is_not(self, number: str, shell: Shell, path: Path) -> None:
        done = shell.run("backups", "Ambre", f"--restore={number}", TRACKER_LANGUAGE="en")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
        assert session(path) == "4"

    def test_an_unknown_campaign(self, shell: Shell) -> None:
        done = shell.run("backups", "nope", "--restore", "1")
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
