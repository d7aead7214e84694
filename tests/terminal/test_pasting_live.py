"""Pastes on a real terminal, marked by it and not: into the table nothing, into a field the text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import Terminal
from writers import campaign_in, head_of, log_of

TEXT = "xxu\rq\trnx++ 12345 the dragon\n"
"""As keys: removes, takes back, quits, rolls."""
MARKED = f"\x1b[200~{TEXT}\x1b[201~"
SAID = {TEXT: "like a paste", MARKED: "pasting does nothing here"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return campaign_in(tmp_path)


@pytest.fixture
def table(path: Path) -> Iterator[Terminal]:
    """Give a table that is at rest."""
    with Terminal([str(path)], size=(120, 36)) as terminal:
        terminal.wait_for("q Quit")
        terminal.rest()
        yield terminal


class TestTable:
    """A paste changes nothing, says so, and the next key works."""

    @pytest.mark.parametrize("paste", SAID, ids=["unmarked", "marked"])
    def test_into_the_panes(self, path: Path, table: Terminal, paste: str) -> None:
        before = path.read_text(encoding="utf-8")
        table.send(paste)
        table.wait_for(SAID[paste])
        table.read(0.3)
        assert path.read_text(encoding="utf-8") == before
        table.send("\x1b[C")
        table.wait_for("2 → 3")
        assert SAID[paste] not in table.text

    def test_longer_than_a_read(self, path: Path, table: Terminal) -> None:
        before = path.read_text(encoding="utf-8")
        for part in (TEXT * 300, "xu\r"):
            table.send(part)
        table.wait_for("like a paste")
        table.read(0.3)
        assert path.read_text(encoding="utf-8") == before

    @pytest.mark.parametrize("paste", SAID, ids=["unmarked", "marked"])
    def test_into_a_menu(self, path: Path, table: Terminal, paste: str) -> None:
        before = path.read_text(encoding="utf-8")
        table.send("t")
        table.wait_for("End the session")
        table.send(paste)
        table.wait_for(SAID[paste])
        assert "End the session" in table.text
        assert path.read_text(encoding="utf-8") == before

    def test_a_held_arrow_is_not_a_paste(self, path: Path, table: Terminal) -> None:
        table.send("\x1b[C" * 12)
        table.wait_for("13 → 14")


class TestFields:
    """A paste into a field is text, whatever it holds; nothing is sent off."""

    @pytest.mark.parametrize("marked", [False, True])
    def test_condition(self, path: Path, table: Terminal, marked: bool) -> None:
        table.send("c")
        table.wait_for("Ctrl+G")
        words = "foulée,\nboite\x07 bas\r"
        table.send(f"\x1b[200~{words}\x1b[201~" if marked else words)
        table.wait_for("foulée, boite bas")
        table.read(0.3)
        assert log_of(path) == []
        table.send("\r")
        table.wait_for("saved")
        end = 100
        while not log_of(path) and end:
            table.read(0.05)
            end -= 1
        assert 'condition = "foulée, boite bas"' in head_of(path)

    def test_too_long(self, table: Terminal) -> None:
        table.send("c")
        table.wait_for("Ctrl+G")
        table.send("\x1b[200~" + "word " * 400 + "\x1b[201~")
        table.wait_for("only the first 400 signs")

    def test_palette(self, table: Terminal) -> None:
        table.send("\x10")
        table.wait_for("All actions")
        table.send("\x1b[200~select this\x1b[201~")
        table.wait_for("select this character")
        table.wait_for("▸ select this")


@pytest.mark.parametrize("paste", SAID, ids=["unmarked", "marked"])
def test_players_screen(path: Path, paste: str) -> None:
    with Terminal(["view", str(path)], size=(120, 36), environment={"TRACKER_LANGUAGE": "en"}) as terminal:
        terminal.wait_for("Characters")
        terminal.send(paste)
        terminal.wait_for(SAID[paste])
        terminal.read(0.3)  # what follows at once would belong to the paste
        terminal.send("q")
        assert terminal.wait() == 0
