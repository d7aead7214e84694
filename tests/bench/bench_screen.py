"""The figures of the table screen, each against a bare Textual application in the same run.

`python tests/bench/bench_screen.py [--rounds N] [--idle SECONDS]`
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import resource
import select
import struct
import sys
import tempfile
import termios
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
SIZE = (36, 120)
BARE = """
from textual.app import App
from textual.widgets import Static
class Bare(App):
    BINDINGS = [("right", "more", "more"), ("q", "quit", "quit")]
    n = 0
    def compose(self):
        yield Static("label 0")
    def action_more(self):
        self.n += 1
        self.query_one(Static).update(f"label {self.n}")
Bare().run(mouse=False)
"""
PATIENCE = 20.0
"""Seconds after which a program counts as stuck."""
QUIET = 0.15
"""Seconds without a byte after which a screen counts as painted."""


def campaign_file(folder: Path, entries: int) -> Path:
    """Write a campaign with four characters, six clocks and a long log."""
    path = folder / "bench.toml"
    parts = ['format = 1\ntitle = "Bench"\nsystem = "charge"\nlanguage = "en"\nsession = 7\n']
    for n in range(4):
        parts.append(f'[characters.c{n}]\nname = "Character {n}"\ninitiative = 2\nactions = {{ finesse = 2 }}\n')
    for n in range(6):
        parts.append(f'[clocks.k{n}]\nname = "Clock {n}"\nsize = 8\nfilled = 2\n')
    for n in range(1, entries + 1):
        parts.append(
            f"[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:04:12+01:00\nsession = 7\n"
            'event = "adjust"\nwho = "c1"\nwho_name = "Character 1"\nroll = "adjust"\n'
            'changes = [{ path = "characters.c1.initiative", from = 1, to = 2 }]\n'
        )
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


@dataclass
class Run:
    """One program on a terminal of its own."""

    arguments: list[str]

    def __post_init__(self) -> None:
        self.begun = time.perf_counter()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
            environment = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": str(ROOT), "COLORTERM": "truecolor"}
            os.execve(sys.executable, [sys.executable, *self.arguments], environment)
        self.sent = b""

    def read(self, seconds: float) -> int:
        """Read what comes within some seconds; gives the number of bytes."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return 0
        data = os.read(self.master, 1 << 16)
        self.sent += data
        return len(data)

    def until_quiet(self) -> float:
        """Read until nothing comes any more; gives the time of the last byte."""
        last = time.perf_counter()
        while self.read(QUIET):
            last = time.perf_counter()
        return last

    def started(self, words: bytes) -> float:
        """Wait for words on the screen; gives the seconds since the start."""
        while words not in self.sent:
            if time.perf_counter() - self.begun > PATIENCE:
                raise SystemExit(f"no {words!r} on the screen after {PATIENCE} s: {self.sent[-2000:]!r}")
            self.read(1)
        at = time.perf_counter() - self.begun
        self.until_quiet()
        return at

    def key(self, key: bytes) -> tuple[float, int]:
        """Press a key; gives the seconds until it is painted, and the bytes until the screen is quiet."""
        before = len(self.sent)
        begun = time.perf_counter()
        os.write(self.master, key)
        if not self.read(PATIENCE):
            raise SystemExit(f"nothing is painted {PATIENCE} s after {key!r}")
        painted = time.perf_counter() - begun
        self.until_quiet()
        return painted, len(self.sent) - before

    def cpu(self) -> float:
        """Give the seconds of processor time used so far by the threads there are; to the nanosecond."""
        threads = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((each / "schedstat").read_text().split()[0]) for each in threads) / 1e9

    def leave(self) -> int:
        """Quit; gives the peak memory in KiB."""
        os.write(self.master, b"q")
        while True:
            try:
                if not os.read(self.master, 1 << 16):
                    break
            except OSError:
                break
        _, _, usage = os.wait4(self.pid, 0)
        os.close(self.master)
        used: resource.struct_rusage = usage
        return used.ru_maxrss


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--keys", type=int, default=18)
    parser.add_argument("--idle", type=float, default=30.0)
    wanted = parser.parse_args()
    figures: dict[str, dict[str, list[float]]] = {}

    def note(figure: str, program: str, value: float) -> None:
        figures.setdefault(figure, {}).setdefault(program, []).append(value)

    with tempfile.TemporaryDirectory() as folder:
        path = campaign_file(Path(folder), 10_000)
        programs = {
            "bare": (["-c", BARE], b"label 0", []),
            "table": (["-m", "tracker", str(path)], b"Quit", [b"\t", b"\t"]),
        }
        for _ in range(wanted.rounds):
            for program, (arguments, words, first) in programs.items():
                run = Run(arguments)
                note("start, ms", program, run.started(words) * 1000)
                for key in first:
                    run.key(key)
                for n in range(wanted.keys):
                    painted, sent = run.key(b"\x1b[D" if program == "table" and n % 6 > 2 else b"\x1b[C")
                    note("key, ms", program, painted * 1000)
                    note("key, bytes", program, sent)
                note("memory, MiB", program, run.leave() / 1024)
        if wanted.idle:
            runs = {program: Run(arguments) for program, (arguments, _, _) in programs.items()}
            for program, run in runs.items():
                run.started(programs[program][1])
            time.sleep(2)
            before = {program: (run.cpu(), len(run.sent)) for program, run in runs.items()}
            end = time.monotonic() + wanted.idle
            while time.monotonic() < end:
                for run in runs.values():
                    run.read(0.05)
            for program, run in runs.items():
                note("idle, CPU ms", program, (run.cpu() - before[program][0]) * 1000)
                note("idle, bytes", program, len(run.sent) - before[program][1])
                run.leave()
    print(f"{'':16}{'bare':>10}{'table':>10}{'ratio':>8}")
    for figure, values in figures.items():
        bare, table = median(values["bare"]), median(values["table"])
        ratio = f"{table / bare:.2f}" if bare else "-"
        print(f"{figure:16}{bare:>10.1f}{table:>10.1f}{ratio:>8}")


if __name__ == "__main__":
    main()
