"""However the program ends, the file is good: the state before or after the last step, and nothing left beside it."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest
import tomli
from driver import Terminal

from tracker.core.edits import apply_edits
from tracker.core.entry import decode_entry
from tracker.core.history import inverse
from tracker.core.tree import same
from tracker.store.campaign_file import read_campaign_file

CAMPAIGN = """\
format = 1
title = "Kill"
system = "charge"
language = "en"
session = 1

[characters.aicha]
name = "Aïcha"
initiative = 5
actions = { finesse = 2 }

[characters.bohort]
name = "Bohort"

[clocks.alerte]
name = "Alerte"
size = 8

[clocks.coffre]
name = "Coffre"
kind = "progress"
size = 8
"""
KEYS = [
    "\t",
    "\x1b[C",
    "\x1b[D",
    "\x1b[B",
    "u",
    "y",
    "v",
    "r\r",
    "s",
    "n",
    "+",
    "-",
    "nx\r",
    "cword\r",
    "\x07",
    "x",
    "mj\r",
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a campaign to be rough with."""
    path = tmp_path / "kill.toml"
    path.write_text(CAMPAIGN, encoding="utf-8")
    return path


def state_follows_from_log(path: Path) -> bool:
    """Say whether taking back every entry of the log, newest first, gives the file as it was at the beginning."""
    tree = tomli.loads(path.read_text(encoding="utf-8"))
    entries = [decode_entry(each) for each in tree.pop("log", [])]
    assert [entry.n for entry in entries] == list(range(1, len(entries) + 1))
    return same(apply_edits(tree, inverse(entries)), tomli.loads(CAMPAIGN))


class TestKill:
    """`kill -9` at any moment leaves the state before or after the last step."""

    @pytest.mark.parametrize("seed", range(6))
    def test_the_file_is_whole_and_says_what_its_log_says(self, path: Path, seed: int) -> None:
        chance = random.Random(seed)
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("Aïcha")
            for _ in range(chance.randrange(5, 40)):
                terminal.send(chance.choice(KEYS))
                terminal.read(chance.choice([0.0, 0.002, 0.02, 0.05]))
            terminal.kill(signal.SIGKILL)
            assert terminal.wait() == -signal.SIGKILL
        assert state_follows_from_log(path)
        read_campaign_file(path)
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("Kill")
            terminal.send("\x07\x07\x07q")
            assert terminal.wait() == 0
        assert not [name for name in os.listdir(path.parent) if name.endswith(".tmp")]
        assert state_follows_from_log(path)

    def test_open_offers_are_on_the_screen_again(self, path: Path) -> None:
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("Aïcha")
            terminal.send("r")
            terminal.wait_for("Action roll")
            terminal.send("\r")
            while "[[log]]" not in path.read_text(encoding="utf-8"):
                terminal.read(0.02)
            terminal.kill(signal.SIGKILL)
            terminal.wait()
        entry = read_campaign_file(path)[0].log[-1]
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("Aïcha")
            if entry.outcome in {"partial", "bad"}:
                terminal.wait_for("omplication")
            else:
                terminal.wait_for("rogress clock")


class TestSignals:
    """HUP, TERM, INT and a closed terminal end the program; the file is good and the terminal is given back."""

    @pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
    def test_a_signal_ends_it_with_everything_saved(self, path: Path, number: signal.Signals) -> None:
        with Terminal([str(path)]) as terminal:
            terminal.wait_for("Aïcha")
            terminal.send("\x1b[C\x1b[C")
            terminal.read(0.3)
            terminal.kill(number)
            terminal.wait(5)
            terminal.read(0.2)
            assert b"\x1b[?1049l" in terminal.sent  # the alternate screen is left
            assert b"\x1b[?25h" in terminal.sent  # the cursor is shown again
        assert "initiative = 7" in path.read_text(encoding="utf-8")
        assert state_follows_from_log(path)

    @pytest.mark.parametrize("command", [[], ["view"]], ids=["table", "view"])
    @pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT])
    def test_a_signal_ends_it_whichever_thread_gets_it(
        self, path: Path, number: signal.Signals, command: list[str]
    ) -> None:
        with Terminal([*command, str(path)]) as terminal:
            terminal.wait_for("Kill · Charge")
            terminal.rest(0.5)
            terminal.kill_another_thread(number)
            assert terminal.wait(5) == 128 + number

    def test_a_closed_terminal_ends_it_soon(self, path: Path) -> None:
        terminal = Terminal([str(path)])
        terminal.wait_for("Aïcha")
        terminal.send("\x1b[C")
        terminal.read(0.3)
        terminal.close()
        terminal.wait(8)
        assert "initiative = 6" in path.read_text(encoding="utf-8")
        assert state_follows_from_log(path)

    def test_a_closed_terminal_ends_it_even_when_hup_is_ignored(self, path: Path) -> None:
        terminal = Terminal([str(path)], ignoring=(signal.SIGHUP,))
        terminal.wait_for("Aïcha")
        terminal.close()
        terminal.wait(8)
        assert state_follows_from_log(path)
