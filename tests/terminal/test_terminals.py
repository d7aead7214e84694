"""Every terminal: its kind, its encoding, its signals, its flow control; no mouse unless it is asked for."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from driver import PATIENCE, Terminal
from writers import campaign_in, head_of, log_of

ROOT = Path(__file__).parents[2]
RIGHT = "\x1b[C"
MOUSE = re.compile(rb"\x1b\[\?(?:9|100[0-3]|1005|1006|1015|1016)h")
DRAWN = re.compile("[─│╭╮╰╯▀-▟⠀-⣿◆◇●▸‹›…·→]")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return campaign_in(tmp_path)


def until_logged(path: Path, n: int, terminal: Terminal) -> None:
    end = time.monotonic() + PATIENCE
    while log_of(path)[-1:] != [n]:
        assert time.monotonic() < end, terminal.text
        terminal.read(0.05)


class TestKinds:
    """TERM linux, xterm, screen and tmux-256color play; dumb is refused with a way out."""

    @pytest.mark.parametrize("term", ["linux", "xterm", "screen", "tmux-256color"])
    def test_it_plays(self, path: Path, term: str) -> None:
        with Terminal([str(path)], size=(80, 24), environment={"TERM": term, "COLORTERM": ""}) as terminal:
            terminal.wait_for("q Quit")
            terminal.send(RIGHT)
            terminal.wait_for("2 → 3")
            until_logged(path, 1, terminal)
            terminal.send("q")
            assert terminal.wait() == 0
            if term != "tmux-256color":
                assert not re.search(rb"\x1b\[[0-9;]*[34]8;[25];", terminal.sent), "sixteen colours"

    @pytest.mark.parametrize("command", [(), ("view",)], ids=["table", "view"])
    @pytest.mark.parametrize(
        ("language", "words"), [("en", "cannot draw a screen"), ("fr", "ne peut pas dessiner d’écran")]
    )
    def test_dumb_is_refused(self, path: Path, command: tuple[str, ...], language: str, words: str) -> None:
        """The same by both: one sentence that says why and names the way out, and the code of bad usage."""
        environment = {"TERM": "dumb", "TRACKER_LANGUAGE": language}
        with Terminal([*command, str(path)], environment=environment, size=(200, 10)) as terminal:
            assert terminal.wait() == 2
            terminal.read(0.2)
            sentence = terminal.text.strip()
            assert len(sentence.splitlines()) == 1
            assert "TERM=dumb" in sentence
            assert words in sentence
            assert ("tracker show --players" if command else "tracker show") in sentence

    def test_the_size_is_the_terminals_whatever_is_exported(self, path: Path) -> None:
        with Terminal([str(path)], size=(100, 30), environment={"COLUMNS": "60", "LINES": "20"}) as terminal:
            terminal.wait_for("q Quit")
            assert len(terminal.text.splitlines()[0]) > 60


class TestEncodings:
    """Where Unicode does not arrive the drawing is ASCII; what does not decode is left out."""

    @pytest.mark.parametrize(
        ("more", "environment"),
        [
            ((), {"LANG": "C"}),
            ((), {"LANG": "C", "LC_ALL": "POSIX"}),
            ((), {"LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
            ((), {"LANG": "fr_FR.ISO-8859-1"}),
            ((), {"PYTHONIOENCODING": "iso-8859-1"}),
            (("--ascii",), {}),
        ],
        ids=["C", "POSIX", "C not coerced", "Latin-1", "Latin-1 streams", "--ascii"],
    )
    def test_ascii(self, path: Path, more: tuple[str, ...], environment: dict[str, str]) -> None:
        with Terminal([str(path), *more], size=(80, 24), environment=environment) as terminal:
            terminal.wait_for("q Quit")
            terminal.send(RIGHT)
            terminal.wait_for("2 -> 3")
            assert not DRAWN.search(terminal.text)
            terminal.send("q")
            assert terminal.wait() == 0

    def test_latin_1_is_written_and_read_as_such(self, path: Path) -> None:
        with Terminal([str(path)], size=(80, 24), environment={"LANG": "fr_FR.ISO-8859-1"}) as terminal:
            terminal.wait_for("q Quit")
            assert "Aïcha".encode("latin-1") in terminal.sent
            terminal.send("c")
            terminal.wait_for("Ctrl+G")
            os.write(terminal._master, "blessée\r".encode("latin-1"))
            until_logged(path, 1, terminal)
        assert 'condition = "blessée"' in head_of(path)

    def test_bytes_that_do_not_decode_are_left_out(self, path: Path) -> None:
        with Terminal([str(path)], size=(80, 24)) as terminal:
            terminal.wait_for("q Quit")
            os.write(terminal._master, b"\xe9\xff\x80")
            terminal.send("c")
            terminal.wait_for("Ctrl+G")
            os.write(terminal._master, b"a\xffb\xe9c")
            terminal.wait_for("abc")
            terminal.send("\r")
            until_logged(path, 1, terminal)
        assert 'condition = "abc"' in head_of(path)


class TestMouse:
    """Off unless `--mouse`."""

    @pytest.mark.parametrize(("more", "on"), [((), False), (("--mouse",), True)])
    def test_mouse(self, path: Path, more: tuple[str, ...], on: bool) -> None:
        with Terminal([str(path), *more], size=(80, 24)) as terminal:
            terminal.wait_for("q Quit")
            terminal.read(0.3)
            assert bool(MOUSE.search(terminal.sent)) is on

    def test_view_has_none(self, path: Path) -> None:
        with Terminal(["view", str(path)], size=(80, 24)) as terminal:
            terminal.wait_for("Characters")
            terminal.read(0.3)
            assert not MOUSE.search(terminal.sent)


class TestStopped:
    """Suspended and resumed, or held by flow control: nothing is lost and everything is painted again."""

    @pytest.mark.parametrize("command", [[], ["view"]], ids=["table", "view"])
    def test_suspended_and_resumed(self, path: Path, command: list[str]) -> None:
        words = "Characters" if command else "q Quit"
        with Terminal([*command, str(path)], size=(80, 24)) as terminal:
            terminal.wait_for(words)
            terminal.read(0.5)
            before = terminal.text
            terminal.kill(signal.SIGTSTP)
            end = time.monotonic() + PATIENCE
            while not os.WIFSTOPPED(os.waitpid(terminal.pid, os.WNOHANG | os.WUNTRACED)[1]):
                assert time.monotonic() < end
                terminal.read(0.05)
            terminal.read(0.2)
            assert b"\x1b[?1049l" in terminal.sent, "the former screen is back meanwhile"
            terminal.screen.reset()
            terminal.kill(signal.SIGCONT)
            terminal.wait_for(words)
            terminal.read(0.5)
            assert terminal.text == before
            if not command:
                terminal.send(RIGHT)
                terminal.wait_for("2 → 3")
                until_logged(path, 1, terminal)
            terminal.send("q")
            assert terminal.wait() == 0

    def test_flow_control_keys_freeze_nothing(self, path: Path) -> None:
        with Terminal([str(path)], size=(80, 24)) as terminal:
            terminal.wait_for("q Quit")
            terminal.send("\x13")
            terminal.send(RIGHT)
            terminal.wait_for("2 → 3")
            terminal.send("\x11")
            terminal.send(RIGHT)
            terminal.wait_for("3 → 4")
            until_logged(path, 2, terminal)

    def test_a_terminal_that_takes_nothing_for_a_while_loses_nothing(self, path: Path) -> None:
        with Terminal([str(path)], size=(120, 36)) as terminal:
            terminal.wait_for("q Quit")
            for _ in range(10):
                terminal.send(RIGHT)
                time.sleep(0.05)  # nobody reads: what is written piles up
            terminal.wait_for("11 → 12")
            until_logged(path, 10, terminal)


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
class TestTmux:
    """A tmux session is left and taken up again: the screen is whole."""

    def test_detached_and_attached(self, path: Path, tmp_path: Path) -> None:
        socket = str(tmp_path / "socket")
        environment = {k: v for k, v in os.environ.items() if k not in {"TMUX", "COLUMNS", "LINES"}}
        environment |= {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "SHELL": "/bin/sh"}

        def tmux(*words: str) -> str:
            done = subprocess.run(
                ["tmux", "-f", os.devnull, "-S", socket, *words],
                env=environment,
                cwd=ROOT,
                capture_output=True,
                text=True,
                timeout=20,
            )
            return done.stdout

        def wait_for(words: str) -> str:
            end = time.monotonic() + PATIENCE
            while words not in (shown := tmux("capture-pane", "-p", "-t", "t")):
                assert time.monotonic() < end, shown
                time.sleep(0.1)
            return shown

        try:
            tmux("new-session", "-d", "-s", "t", "-x", "80", "-y", "24", f"{sys.executable} -m tracker {path}")
            wait_for("q Quit")
            client = [sys.executable, "-c", ATTACH, socket]
            for size, key, words in (("100 30", "Right", "2 → 3"), ("80 24", "Right", "3 → 4")):
                attached = subprocess.run([*client, *size.split()], env=environment, capture_output=True, timeout=30)
                assert b"Initiative" in attached.stdout, "painted for whoever attaches"
                tmux("send-keys", "-t", "t", key)
                wait_for(words)
            shown = wait_for("q Quit")
            for words in ("Initiative", "Stress and condition", "Clocks", "Log", "Bohort", "Coffre"):
                assert words in shown
            tmux("send-keys", "-t", "t", "q")
        finally:
            tmux("kill-server")


ATTACH = """
import fcntl, os, pty, select, struct, sys, termios, time
socket, columns, lines = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
pid, master = pty.fork()
if pid == 0:
    os.execvp("tmux", ["tmux", "-u", "-f", os.devnull, "-S", socket, "attach", "-t", "t"])
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
seen, end = b"", time.monotonic() + 15
while time.monotonic() < end and not (b"Initiative" in seen and b"Quit" in seen):
    if select.select([master], [], [], 0.2)[0]:
        try:
            seen += os.read(master, 65536)
        except OSError:
            break
import subprocess
subprocess.run(["tmux", "-S", socket, "detach-client", "-s", "t"], timeout=10)
while select.select([master], [], [], 1.0)[0]:
    try:
        if not os.read(master, 65536):
            break
    except OSError:
        break
sys.stdout.buffer.write(seen)
"""
