"""`tracker view` on a real terminal: it follows the file, writes nothing, is quiet when idle, and ends in order."""

from __future__ import annotations

import os
import re
import signal
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from driver import Terminal

from tracker.store.lock import TableLock

SAMPLE = Path(__file__).parents[2] / "campaigns" / "ambre.toml"
SECRETS = ("Orsini", "chambellan", "la couronne est fausse", "ne le sait encore")
"""Hidden in the sample: a clock, notes."""


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    found = tmp_path / "ambre.toml"
    found.write_bytes(SAMPLE.read_bytes())
    yield found
    assert sorted(os.listdir(tmp_path)) == sorted({"ambre.toml", *KNOWN} & set(os.listdir(tmp_path)))


KNOWN = {".ambre.toml.table"}


def view(path: Path, size: tuple[int, int] = (120, 36), *more: str, **environment: str) -> Terminal:
    """Open the players' screen of a campaign."""
    return Terminal(["view", str(path), *more], size=size, environment=environment)


class TestFollowing:
    """The screen follows the file within half a second of the last write, whoever writes."""

    def test_change_in_place(self, path: Path) -> None:
        with view(path) as terminal:
            terminal.wait_for("Aïcha")
            terminal.read(0.5)
            text = path.read_text(encoding="utf-8").replace('name = "Aïcha"', 'name = "Zoé"')
            path.write_text(text, encoding="utf-8")
            begun = time.monotonic()
            terminal.wait_for("Zoé", 5)
            assert time.monotonic() - begun < 0.8, "half a second, and what a busy machine takes"

    def test_broken_and_mended(self, path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        with view(path) as terminal:
            terminal.wait_for("Aïcha")
            path.write_text(text.replace("stress = 3", "stress = trois"), encoding="utf-8")
            terminal.wait_for("fichier abîmé")
            assert "Aïcha" in terminal.text
            assert "trois" not in terminal.text
            path.write_text(text, encoding="utf-8")
            terminal.wait_for("pas de table depuis")

    def test_table_opened_and_closed(self, path: Path) -> None:
        with view(path) as terminal:
            terminal.wait_for("pas de table depuis")
            lock = TableLock(path)
            lock.acquire()
            terminal.wait_for("aide")
            lock.release()
            terminal.wait_for(f"pas de table depuis {time.strftime('%H:')}")

    def test_beside_a_table(self, path: Path) -> None:
        with view(path) as terminal, Terminal([str(path)], size=(120, 36)) as table:
            table.wait_for("Quitter")
            terminal.wait_for("Bohort")
            table.send("\x07")  # the sample ends with an open beat
            table.rest()
            table.send("\t\t\x1b[C")
            terminal.wait_for("5/6")
            table.send("q")
            table.wait()
            terminal.wait_for("pas de table depuis")
        for name in os.listdir(path.parent):
            if name != "ambre.toml":
                (path.parent / name).unlink()


class TestQuiet:
    """Idle it sends no byte; it never writes; the terminal's title is left alone."""

    def test_idle(self, path: Path) -> None:
        with view(path) as terminal:
            terminal.wait_for("pas de table depuis")
            terminal.rest()
            assert terminal.read(3.0) == 0

    def test_read_only_folder_and_file(self, path: Path) -> None:
        path.chmod(0o444)
        path.parent.chmod(0o555)
        before = path.stat()[:7]
        try:
            with view(path) as terminal:
                terminal.wait_for("Aïcha")
                terminal.send("rnxu+\r\t")
                terminal.read(0.5)
                terminal.send("q")
                assert terminal.wait() == 0
        finally:
            path.parent.chmod(stat.S_IRWXU)
        assert path.stat()[:7] == before
        assert path.read_bytes() == SAMPLE.read_bytes()

    def test_title_of_the_window(self, path: Path) -> None:
        with view(path) as terminal:
            terminal.wait_for("Aïcha")
            assert not re.search(rb"\x1b\][012];", terminal.sent)

    def test_nothing_hidden_was_ever_sent(self, path: Path) -> None:
        for size in ((120, 36), (80, 24), (60, 20)):
            with view(path, size) as terminal:
                terminal.wait_for("Horloges")
                for words in SECRETS:
                    assert words.encode() not in terminal.sent


class TestTerminals:
    """Every terminal: no colour, no Unicode, none at all; told to end it ends."""

    @pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "linux"}, {"TERM": "screen"}])
    def test_plain_ones(self, environment: dict[str, str], path: Path) -> None:
        with view(path, (80, 24), **environment) as terminal:
            terminal.wait_for("Bohort")
            terminal.send("q")
            assert terminal.wait() == 0

    def test_no_colour_is_sent_without_colour(self, path: Path) -> None:
        with view(path, (80, 24), NO_COLOR="1") as terminal:
            terminal.wait_for("Bohort")
            assert not re.search(rb"\x1b\[[0-9;]*[34]8;", terminal.sent)

    @pytest.mark.parametrize(
        ("more", "environment"),
        [((), {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}), (("--ascii",), {})],
    )
    def test_no_unicode(self, more: tuple[str, ...], environment: dict[str, str], path: Path) -> None:
        with view(path, (80, 24), *more, **environment) as terminal:
            terminal.wait_for("[###.] 3/4")
            assert not re.search("[▀-▟─│╭●◆]", terminal.text)
            terminal.send("q")
            assert terminal.wait() == 0

    def test_dumb_terminal_is_refused(self, path: Path) -> None:
        with view(path, TERM="dumb", TRACKER_LANGUAGE="en") as terminal:
            assert terminal.wait() == 2
            assert "tracker show --players" in terminal.sent.decode()

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    def test_signals(self, number: signal.Signals, path: Path) -> None:
        with view(path) as terminal:
            terminal.wait_for("Aïcha")
            terminal.kill(number)
            assert terminal.wait() == 128 + number

    def test_resizing_storm(self, path: Path) -> None:
        with view(path) as terminal:
            terminal.wait_for("Aïcha")
            for n in range(30):
                terminal.resize(10 + n * 7 % 130, 3 + n * 5 % 50)
                terminal.read(0.01)
            terminal.resize(80, 24)
            terminal.send("\x0c")
            terminal.wait_for("Bohort")

    def test_broken_from_the_start_names_nothing(self, path: Path) -> None:
        path.write_text(path.read_text(encoding="utf-8") + "\n[clocks.late]\nname = 'S-secret'\n", encoding="utf-8")
        with view(path, TRACKER_LANGUAGE="en") as terminal:
            assert terminal.wait() == 1
            assert "tracker check" in terminal.sent.decode()
            assert b"secret" not in terminal.sent
