"""Scrolling and searching a log of 50,000 entries, all of it read, against one of 50 in the same run.

`python tests/bench/bench_log.py [--rounds N] [--entries N]`
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path
from statistics import median

from bench_screen import Run, campaign_file

PATIENCE = 60.0


def until(run: Run, words: bytes) -> float:
    """Read until some words have been written; gives the seconds."""
    begun = time.perf_counter()
    while words not in run.sent:
        if time.perf_counter() - begun > PATIENCE:
            raise SystemExit(f"no {words!r} on the screen: {run.sent[-2000:]!r}")
        run.read(1)
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--entries", type=int, default=50_000)
    wanted = parser.parse_args()
    figures: dict[str, dict[str, list[float]]] = {}

    def note(figure: str, log: str, value: float) -> None:
        figures.setdefault(figure, {}).setdefault(log, []).append(value)

    with tempfile.TemporaryDirectory() as name:
        runs: dict[str, Run] = {}
        for log, entries in (("short", 50), ("long", wanted.entries)):
            folder = Path(name) / log
            folder.mkdir()
            run = runs[log] = Run(["-m", "tracker", str(campaign_file(folder, entries))])
            run.started(b"Quit")
            for _ in range(3):
                run.key(b"\t")
            begun = time.perf_counter()
            os.write(run.master, b"\x1b[H")
            while run.until_quiet() > time.perf_counter() - 1 and time.perf_counter() - begun < PATIENCE:
                if not run.read(1.5):
                    break
            note("to the first line, s", log, time.perf_counter() - begun - 1.5)
        for _ in range(wanted.rounds):
            for figure, keys in (
                ("line by line, ms", (b"\x1b[B", b"\x1b[A")),
                ("a page, ms", (b"\x1b[6~", b"\x1b[5~")),
            ):
                for log, run in runs.items():
                    for key in keys:
                        note(figure, log, run.key(key)[0] * 1000)
        for log, run in runs.items():
            note("memory, MiB", log, run.leave() / 1024)
    print(f"{'':22}{'short':>10}{'long':>10}{'ratio':>8}")
    for figure, values in figures.items():
        short, long = median(values["short"]), median(values["long"])
        print(f"{figure:22}{short:>10.2f}{long:>10.2f}{long / short if short > 0 else 0:>8.2f}")


if __name__ == "__main__":
    main()
