"""Bytes sent for ticking one segment, against the fewest that lead from one screen to the other.

The fewest: for each run of cells that differ a cursor move, the colours and attributes that change from cell to cell,
and the signs themselves. Header, log line and status line included; the log pane is full.

`python tests/bench/bench_bytes.py [--rounds N]`
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench_screen import campaign_file
from driver import Terminal

NEAR = 4
"""Unchanged cells between two changes that are cheaper to write again than to jump over."""
ATTRIBUTES = ("bold", "italics", "underscore", "reverse", "strikethrough")


def cells(terminal: Terminal) -> list[list[Any]]:
    """Give every cell of the screen."""
    screen = terminal.screen
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


def fewest(before: list[list[Any]], after: list[list[Any]]) -> int:
    """Count the bytes of the shortest way from one screen to another."""
    total = 0
    pen: Any = None
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        last = -100
        for x, (one, other) in enumerate(zip(old, new, strict=True)):
            if one == other:
                continue
            if x - last > NEAR:
                total += len(f"\x1b[{y + 1};{x + 1}H")
                last = x - 1
            for between in range(last + 1, x + 1):
                total += _style(pen, new[between]) + len(new[between].data.encode())
                pen = new[between]
            last = x
    return total


def _style(pen: Any, cell: Any) -> int:
    parts = []
    for name, code in (("fg", "38"), ("bg", "48")):
        if pen is None or getattr(pen, name) != getattr(cell, name):
            colour = getattr(cell, name)
            if colour == "default":
                parts.append("39" if name == "fg" else "49")
            else:
                red, green, blue = (int(colour[at : at + 2], 16) for at in (0, 2, 4))
                parts.append(f"{code};2;{red};{green};{blue}")
    if pen is not None and cell.data == " " and parts and parts[0].startswith(("38", "39")):
        parts = parts[1:]  # the colour of a blank is not seen
    parts += ["1" for name in ATTRIBUTES if pen is not None and getattr(pen, name) != getattr(cell, name)]
    return len(f"\x1b[{';'.join(parts)}m") if parts else 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    print(f"{'size':10}{'fewest':>10}{'sent':>10}{'ratio':>8}")
    for size in ((120, 36), (80, 24)):
        ratios: list[tuple[float, int, int]] = []
        with tempfile.TemporaryDirectory() as folder:
            path = campaign_file(Path(folder), 200)
            environment = {"COLORTERM": "truecolor"}
            with Terminal([str(path)], size=size, environment=environment) as terminal:
                terminal.wait_for("Quit")
                terminal.send("\t\t")
                terminal.read(1.0)
                for n in range(rounds + 1):
                    before = cells(terminal)
                    terminal.send("\x1b[D" if n % 6 > 2 else "\x1b[C")
                    sent = 0
                    while more := terminal.read(0.6):
                        sent += more
                    least = fewest(before, cells(terminal))
                    if n:
                        ratios.append((sent / least, least, sent))
        ratio, shortest, written = (median(each[k] for each in ratios) for k in range(3))
        print(f"{f'{size[0]}x{size[1]}':10}{shortest:>10.0f}{written:>10.0f}{ratio:>8.2f}")


if __name__ == "__main__":
    main()
