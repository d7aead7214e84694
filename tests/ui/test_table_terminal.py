"""The table and the terminal around it: the editor, a break-down, where it will not open, what is written for a key."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from driver import Terminal
from piloting import piloted
from rich.console import Console
from rich.segment import Segment
from tables import ambre, app_of, press, settle
from textual._compositor import ChopsUpdate
from textual.strip import Strip

from tracker.ui.cells import changed_regions
from tracker.ui.painting import Lean

CAMPAIGN = 'format = 1\ntitle = "T"\nsystem = "charge"\nlanguage = "en"\n\n[characters.aicha]\nname = "Aïcha"\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a campaign file."""
    path = tmp_path / "t.toml"
    path.write_text(CAMPAIGN, encoding="utf-8")
    return path


class TestEditor:
    """w lends the terminal to the editor, and takes it back whole."""

    def test_the_editor_gets_the_file_and_the_screen_comes_back(self, path: Path, tmp_path: Path) -> None:
        script = tmp_path / "editor"
        script.write_text(f"#!/bin/sh\necho EDITING $1\nsleep 0.3\ncp $1 {tmp_path}/seen.toml\n", encoding="utf-8")
        script.chmod(0o755)
        with Terminal([str(path)], environment={"VISUAL": str(script)}) as terminal:
            terminal.wait_for("Aïcha")
            terminal.send("w")
            terminal.wait_for("EDITING")
            terminal.wait_for("Aïcha")
            assert "q Quit" in terminal.text
            terminal.send("q")
            assert terminal.wait() == 0
        assert (tmp_path / "seen.toml").read_text(encoding="utf-8") == CAMPAIGN

    def test_an_editor_that_is_not_there_is_named(self, path: Path) -> None:
        with Terminal([str(path)], environment={"VISUAL": "no-such-editor"}) as terminal:
            terminal.wait_for("Aïcha")
            terminal.send("w")
            terminal.wait_for("no-such-editor")


class TestEndings:
    """A break-down leaves a sentence and a report; without a terminal the table does not open."""

    def test_an_error_while_drawing_leaves_one_sentence_and_a_report(self, path: Path, tmp_path: Path) -> None:
        breaking = tmp_path / "breaking"
        breaking.mkdir()
        hook = "import os, sys\nif os.environ.get('BREAK'):\n    import tracker.ui.panes.party as p\n"
        hook += "    def body(self, width, height): raise RuntimeError('secret notes')\n    p.PartyPane.body = body\n"
        (breaking / "sitecustomize.py").write_text(hook, encoding="utf-8")
        root = str(Path(__file__).parents[2])
        environment = {"BREAK": "1", "PYTHONPATH": f"{breaking}:{root}", "XDG_STATE_HOME": str(tmp_path / "state")}
        with Terminal([str(path)], environment=environment) as terminal:
            assert terminal.wait() == 70
            terminal.read(0.3)
            assert "The table broke down" in terminal.text
            assert "secret notes" not in terminal.text
        reports = list((tmp_path / "state").rglob("crash-*.txt"))
        assert len(reports) == 1
        assert "secret notes" in reports[0].read_text(encoding="utf-8")

    def test_without_a_terminal_one_sentence_says_so(self, path: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "tracker", str(path)],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            env={**os.environ, "TERM": "xterm"},
        )
        assert done.returncode == 2
        assert "needs a terminal" in done.stderr
        assert len(done.stderr.splitlines()) == 1

    def test_a_byte_of_another_encoding_does_not_end_it(self, path: Path) -> None:
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("Aïcha")
            os.write(terminal._master, b"\xe9\xff")
            terminal.send("\x1b[C")
            terminal.wait_for("by hand")

    @pytest.mark.parametrize("command", [[], ["view"]], ids=["table", "view"])
    def test_the_network_is_not_loaded(self, path: Path, command: list[str]) -> None:
        with Terminal([*command, str(path)]) as terminal:
            terminal.rest(1.0)
            maps = Path(f"/proc/{terminal.pid}/maps").read_text()
        assert "python" in maps
        assert "_ssl." not in maps


class TestWriting:
    """A key costs about as many bytes as cells change; an idle table writes nothing."""

    def test_a_tick_is_a_few_hundred_bytes_and_idle_is_none(self, path: Path) -> None:
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("Aïcha")
            terminal.rest()
            terminal.send("\x1b[C")
            terminal.wait_for("2 → 3")
            terminal.rest()
            before = len(terminal.sent)
            terminal.send("\x1b[C")
            terminal.read(1.0)
            assert 0 < len(terminal.sent) - before < 1200
            assert terminal.read(2.0) == 0

    def test_only_the_cells_that_differ_are_painted(self) -> None:
        old = (Strip([Segment("abc ◆◆  2")]), Strip([Segment("same")]))
        new = (Strip([Segment("abc ◆◆◆ 3")]), Strip([Segment("same")]))
        assert [(r.x, r.y, r.width) for r in changed_regions(old, new)] == [(6, 0, 3)]

    def test_half_a_wide_sign_is_never_painted(self) -> None:
        old, new = (Strip([Segment("a猫b")]),), (Strip([Segment("a犬b")]),)
        assert [(r.x, r.width) for r in changed_regions(old, new)] == [(1, 2)]

    def test_an_update_begins_at_the_first_cell_that_differs(self) -> None:
        strip = Strip([Segment("0123456789")])
        update = ChopsUpdate([{0: strip}], [(0, 4, 6)], [[10]])
        assert Lean(update).render_segments(Console(color_system="truecolor")) == "\x1b[1;5H\x1b[0m45\x1b[0m"

    def test_a_view_that_is_the_same_paints_nothing(self) -> None:
        app = app_of(ambre(), language="en")
        painted: list[object] = []

        async def run() -> None:
            async with piloted(app, (120, 36)) as pilot:
                await press(app, pilot, "right")
                app.post_display_hook = lambda: painted.append(None)  # type: ignore[method-assign]
                app.table.show()
                await settle(app, pilot)

        asyncio.run(run())
        assert not painted
