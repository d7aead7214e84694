"""A log longer than what is read at the start: scrolled, searched, jumped about in, and written to meanwhile."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from driver import Terminal

from tracker.store.older_log import OlderLog

ENTRIES = 3000
HEAD = """\
format = 1
title = "Long"
system = "charge"
language = "en"
session = 6

[characters.ada]
name = "Ada"
initiative = 3
actions = { finesse = 2 }

[clocks.k]
name = "Flood"
size = 8
filled = 2
"""


def entry(n: int) -> str:
    words = {10: "the amber key", 1500: "a lighthouse"}.get(n, f"remark {n}")
    return (
        f"[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:04:12+01:00\nsession = {(n - 1) // 500 + 1}\n"
        f'event = "note"\nroll = "note"\nnote = "{words}"\n\n'
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "long.toml"
    struck = (
        "[[log]]\nn = 3001\nbeat = 3001\nat = 2026-11-29T22:00:00+01:00\nsession = 6\n"
        'event = "note"\nroll = "strike"\nabout = 10\noutcome = "struck"\n\n'
        "[[log]]\nn = 3002\nbeat = 3002\nat = 2026-11-29T22:00:01+01:00\nsession = 6\n"
        'event = "undo"\nbeat_of = 20\nroll = "undo"\n'
    )
    path.write_text(HEAD + "\n" + "".join(map(entry, range(1, ENTRIES + 1))) + struck, encoding="utf-8")
    return path


def at_log(path: Path) -> Terminal:
    """Open the table with the keys in the log pane."""
    terminal = Terminal([str(path)])
    terminal.wait_for("Quit")
    terminal.send("\t\t\t")
    terminal.wait_for("┤ Log")
    return terminal


class TestOlderLog:
    """Page by page from the newest to the first, each once."""

    @pytest.mark.parametrize("size", [1, 7, 200, 5000])
    def test_all_of_it(self, path: Path, size: int) -> None:
        older, n, is_complete = OlderLog(path), 2990, False
        numbers: list[int] = []
        while not is_complete:
            page, is_complete = older.page(n, size)
            numbers = [each.n for each in page] + numbers
            n = numbers[0]
            if size == 1 and len(numbers) > 500:
                break
        older.close()
        assert numbers == list(range(numbers[0], 2990))
        assert numbers[0] == 1 or size == 1

    def test_from_somewhere_else(self, path: Path) -> None:
        older = OlderLog(path)
        assert [each.n for each in older.page(2000, 100)[0]][-1] == 1999
        assert [each.n for each in older.page(5, 100)[0]][-1] == 4
        assert older.page(1, 100) == ((), True)
        assert [each.n for each in older.page(3001, 2)[0]][-1] == 3000


class TestScrolling:
    """Older lines come in as they are wanted; the position stays."""

    def test_home_leads_to_the_very_first_line_and_end_back(self, path: Path) -> None:
        with at_log(path) as terminal:
            terminal.send("\x1b[H")
            terminal.wait_for("remark 1 ", 30)
            terminal.send("\x1b[F")
            terminal.wait_for("line 10 struck")

    def test_page_after_page(self, path: Path) -> None:
        with at_log(path) as terminal:
            for _ in range(70):
                terminal.send("\x1b[5~")
                terminal.read(0.03)
            terminal.rest()
            shown = [int(n) for n in re.findall(r"remark (\d+)", terminal.text)]
            assert shown == list(range(shown[0], shown[-1] + 1))
            assert shown[0] < 2830

    def test_new_lines_leave_the_place_and_are_told(self, path: Path) -> None:
        with at_log(path) as terminal, Terminal([str(path)]) as other:
            terminal.send("\x1b[5~" * 5)
            terminal.wait_for("remark 29")
            terminal.rest()
            before = re.findall(r"remark \d+", terminal.text)
            other.wait_for("Quit")
            other.send("\t\t")
            other.wait_for("┤ Clocks")
            other.send("\x1b[C")
            terminal.wait_for("1 new line below", 10)
            other.send("\x1b[C")
            terminal.wait_for("2 new lines below", 10)
            assert re.findall(r"remark \d+", terminal.text) == before
            terminal.send("\x1b[F")
            terminal.wait_for("Flood")
            terminal.read(0.3)
            assert "below" not in terminal.text


class TestSearch:
    """The whole log is searched, whatever has been read of it."""

    @pytest.mark.parametrize("words", ["amber key", "lighthouse"])
    def test_far_back(self, path: Path, words: str) -> None:
        with at_log(path) as terminal:
            terminal.send("/")
            terminal.wait_for("Search the log")
            terminal.send(words)
            terminal.wait_for("1500 21:04" if words == "lighthouse" else "10 21:04", 30)
            terminal.rest()
            terminal.send("\r")
            terminal.wait_for("┤ Log")
            terminal.wait_for("remark 1501" if words == "lighthouse" else "remark 11")

    @pytest.mark.parametrize("words", ["session 2 remark 501", "séance 2 501"])
    def test_by_session_in_either_language(self, path: Path, words: str) -> None:
        with at_log(path) as terminal:
            terminal.send("/")
            terminal.wait_for("Search the log")
            terminal.send(words)
            terminal.wait_for("501 21:04", 30)

    def test_a_session_from_the_palette(self, path: Path) -> None:
        with at_log(path) as terminal:
            terminal.send("\x10")
            terminal.wait_for("All actions")
            terminal.send("session 2")
            terminal.wait_for("go to its first line")
            terminal.rest()
            terminal.send("\r")
            terminal.wait_for("remark 501 ", 30)
            terminal.wait_for("┤ Log")

    def test_a_note_about_a_line_far_back_and_one_that_was_struck(self, path: Path) -> None:
        with at_log(path) as terminal:
            terminal.send("/")
            terminal.wait_for("Search the log")
            terminal.send("remark 12")
            terminal.wait_for("12 21:04", 30)
            terminal.send(" ")
            terminal.wait_until_gone("reading on", 30)
            terminal.rest()
            terminal.send("\x1b[B" * 400 + "\r")
            terminal.wait_for("remark 12 ")
            terminal.send("\x1b[A\x1b[A\x1b[A\x1b[B\x1b[B\x1b[B")
            terminal.wait_for("the amber key")
            row = next(n for n, line in enumerate(terminal.screen.display) if "amber key" in line)
            at = terminal.screen.display[row].index("amber")
            assert terminal.screen.buffer[row][at].strikethrough
            plain = next(n for n, line in enumerate(terminal.screen.display) if "remark 12 " in line)
            assert not terminal.screen.buffer[plain][terminal.screen.display[plain].index("remark")].strikethrough
            terminal.send("e")
            terminal.wait_for("Note about line")
            terminal.send("as promised")
            terminal.wait_for("as promised")
            terminal.rest()
            terminal.send("\r")
            terminal.wait_for("see line 3003")
        assert "as promised" in path.read_text(encoding="utf-8")
