"""Opening a broken file shows all its problems and offers the editor; mended, it opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from driver import Terminal

BROKEN = """\
format = 1
title = "Broken"
system = "charge"
language = "en"

[characters.ada]
name = "Ada"
stress = "2"
initiative = -1
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a file with two mistakes."""
    path = tmp_path / "broken.toml"
    path.write_text(BROKEN, encoding="utf-8")
    return path


class TestBrokenOpening:
    """A file with mistakes in it is never a dead end."""

    def test_every_problem_with_its_place_and_the_editor_at_the_first(self, path: Path, tmp_path: Path) -> None:
        editor = tmp_path / "editor"
        editor.write_text('#!/bin/sh\necho "$1" > "$2.line"\nsed -i -e "s/\\"2\\"/2/" -e "s/-1/1/" "$2"\n')
        editor.chmod(0o755)
        with Terminal([str(path)], environment={"VISUAL": str(editor)}) as terminal:
            terminal.wait_for("broken.toml:8:10")
            terminal.wait_for("broken.toml:9:14")
            terminal.wait_for("line 8")
            terminal.send("\r")
            terminal.wait_for("Ada")
            terminal.wait_for("Initiative")
            terminal.send("q")
            assert terminal.wait() == 0
        assert (tmp_path / "broken.toml.line").read_text() == "+8\n"

    def test_leaving_changes_nothing(self, path: Path) -> None:
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("line 8")
            terminal.send("q\r")
            assert terminal.wait() == 1
        assert path.read_text(encoding="utf-8") == BROKEN
