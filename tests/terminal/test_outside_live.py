"""The real program on a terminal, and real editors in its file."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from driver import Terminal
from writers import campaign_in, changed, head_of, log_of

RIGHT = "\x1b[C"
EDIT = ("stress = 1", "stress = 2")
HALF_A_SECOND = 0.5
SLACK = 0.4
"""What reading the screen and a busy machine add in a test."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return campaign_in(tmp_path)


@pytest.fixture
def table(path: Path) -> Iterator[Terminal]:
    """Give a table on which something has been done."""
    with Terminal([str(path)]) as terminal:
        terminal.wait_for("Aïcha")
        terminal.send(RIGHT)
        terminal.wait_for("2 → 3")
        until_logged(path, 1, terminal)
        yield terminal


def until_logged(path: Path, n: int, terminal: Terminal) -> None:
    end = time.monotonic() + 10
    while log_of(path)[-1:] != [n]:
        assert time.monotonic() < end, f"{log_of(path)}\n{terminal.text}"
        terminal.read(0.05)


def with_vim(path: Path) -> None:
    """Have somebody edit and save it in vim, on a terminal of its own."""
    edited_on_screen(["vim", "-u", "NONE", str(path)], [":%s/stress = 1/stress = 2/\r", ":wq\r"])


def with_nano(path: Path) -> None:
    search = ["\x1c", "stress = 1\r", "stress = 2\r", "a", "\x0f", "\r", "\x18"]
    edited_on_screen(["nano", "--ignorercfiles", str(path)], search)


def with_sed(path: Path) -> None:
    subprocess.run(["sed", "-i", "s/stress = 1/stress = 2/", path], check=True)


def with_cp(path: Path) -> None:
    new = path.with_suffix(".new")
    new.write_text(changed(path, EDIT), encoding="utf-8")
    subprocess.run(["cp", new, path], check=True)


def with_mv(path: Path) -> None:
    away = path.with_suffix(".away")
    subprocess.run(["mv", path, away], check=True)
    time.sleep(0.4)
    away.write_text(changed(away, EDIT), encoding="utf-8")
    subprocess.run(["mv", away, path], check=True)


def slowly(path: Path) -> None:
    words = changed(path, EDIT).encode()
    with path.open("wb") as file:
        for place in range(0, len(words), 150):
            file.write(words[place : place + 150])
            file.flush()
            time.sleep(0.5)


def edited_on_screen(command: list[str], keys: list[str]) -> None:
    """Type keys into an editor."""
    script = (
        "import os,pty,sys,time,threading\n"
        "pid, master = pty.fork()\n"
        "if pid == 0:\n"
        f"    os.environ['TERM'] = 'xterm'; os.execvp({command[0]!r}, {command!r})\n"
        "def drain():\n"
        "    try:\n"
        "        while os.read(master, 65536): pass\n"
        "    except OSError: pass\n"
        "threading.Thread(target=drain, daemon=True).start()\n"
        "time.sleep(0.6)\n"
        f"for key in {keys!r}:\n"
        "    os.write(master, key.encode()); time.sleep(0.25)\n"
        "os.waitpid(pid, 0)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=30)


WAYS = (with_vim, with_nano, with_sed, with_cp, with_mv, slowly)


class TestFollowing:
    """The screen shows what somebody did in the file, says so, and `u` takes it back at the second press."""

    @pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
    def test_it_is_shown_told_and_can_be_undone(self, path: Path, table: Terminal, way: Callable[[Path], None]) -> None:
        way(path)
        assert "stress = 2" in head_of(path)
        begun = time.monotonic()
        table.wait_for("changed outside, in the file: Bohort: stress 1 → 2")
        assert time.monotonic() - begun < HALF_A_SECOND + SLACK
        assert "saved" in table.text.splitlines()[0]
        table.send("u")
        table.wait_for("somebody else did this")
        assert "stress = 2" in head_of(path)
        table.send("u")
        until_logged(path, 3, table)
        assert "stress = 1" in head_of(path)
        assert "initiative = 3" in head_of(path)

    def test_selection_and_a_half_typed_dialog_stay(self, path: Path, table: Terminal) -> None:
        table.send("j")
        table.send("c")
        table.wait_for("Ctrl+G")
        table.send(" and half ty")
        table.wait_for("half ty")
        with_sed(path)
        table.read(1.0)
        assert "half ty" in table.text
        table.send("ped\r")
        until_logged(path, 3, table)
        assert 'condition = "tired and half typed"' in head_of(path)
        assert "stress = 2" in head_of(path)
        table.send(RIGHT)  # Bohort is still selected
        until_logged(path, 4, table)
        assert "initiative = 3  # momentum" in head_of(path)

    def test_an_older_text_saved_over_the_table(self, path: Path, table: Terminal) -> None:
        editor = changed(path, EDIT)
        table.send(RIGHT)
        until_logged(path, 2, table)
        path.write_text(editor, encoding="utf-8")
        table.wait_for("an older text was saved over the table")
        until_logged(path, 3, table)
        assert "initiative = 4  # momentum" in head_of(path)
        assert "stress = 2" in head_of(path)

    def test_a_second_terminal(self, path: Path, table: Terminal) -> None:
        with Terminal([str(path)]) as other:
            other.wait_for("Aïcha")
            other.send(RIGHT)
            table.wait_for("3 → 4")
            until_logged(path, 2, other)
            table.send("u")
            table.wait_for("somebody else did this")
            other.send("u")
            until_logged(path, 3, other)
        assert "initiative = 3" in head_of(path)


class TestBroken:
    """A file broken by hand under an open table."""

    def test_it_is_said_with_its_place_and_play_goes_on_when_it_is_mended(self, path: Path, table: Terminal) -> None:
        good = path.read_text(encoding="utf-8")
        path.write_text(changed(path, ("stress = 1", "stress = 9")), encoding="utf-8")
        table.wait_for("ambre.toml:16:10: stress of Bohort is 9")
        assert "NOT SAVED" not in table.text
        table.send(RIGHT)
        table.wait_for("NOT SAVED: ambre.toml:16:10")
        table.read(0.5)
        assert "initiative = 3" in head_of(path)
        path.write_text(good, encoding="utf-8")
        until_logged(path, 2, table)
        assert "initiative = 4" in head_of(path)
        table.wait_for("saved")

    def test_w_opens_the_editor_at_the_line(self, path: Path, tmp_path: Path) -> None:
        noted = tmp_path / "noted"
        editor = tmp_path / "editor"
        editor.write_text(f'#!/bin/sh\nprintf "%s " "$@" > {noted}\nsed -i "s/stress = 9/stress = 0/" "{path}"\n')
        editor.chmod(0o755)
        with Terminal([str(path)], environment={"EDITOR": str(editor)}) as terminal:
            terminal.wait_for("Aïcha")
            path.write_text(changed(path, ("stress = 1", "stress = 9")), encoding="utf-8")
            terminal.wait_for("ambre.toml:16:10")
            terminal.send("w")
            end = time.monotonic() + 10
            while not noted.exists() and time.monotonic() < end:
                terminal.read(0.05)
            terminal.wait_for("Bohort: stress 1 → 0")
        assert noted.read_text(encoding="utf-8") == f"+16 {path} "

    def test_leaving_with_unsaved_changes_says_where_they_are(self, path: Path, table: Terminal) -> None:
        path.write_text(changed(path, ("stress = 1", "stress = 9")), encoding="utf-8")
        table.wait_for("ambre.toml:16:10")
        table.send(RIGHT)
        table.wait_for("NOT SAVED")
        table.send("q")
        assert table.wait() == 1
        table.read(0.3)
        assert "The last changes could not be saved." in table.text
        assert "A copy of the campaign that holds them" in table.text


class TestIdle:
    """An open table that nobody touches."""

    def test_it_sends_nothing(self, table: Terminal) -> None:
        table.read(1.5)
        assert table.read(3.0) == 0
        assert os.path.exists(f"/proc/{table.pid}")
