"""`tracker check` of a long campaign against a bare `tomllib.loads` of the same file, in the same run.

`python tests/bench/bench_check.py [--rounds N]`. Ends with 1 when a figure is over its bound.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
BOUND = 3.0
"""How many times the bare reading of the sound file a check may take, start of the program included."""
BARE = "import sys, tomllib; tomllib.loads(open(sys.argv[1], encoding='utf-8').read())"
ENTRY = """
[[log]]
n = {n}
beat = {n}
at = 2026-11-29T21:04:12+01:00
session = 7
event = "roll"
who = "pc_1"
who_name = "Character 1"
roll = "action"
choice = {{ action = "finesse", position = "desperate", effect = "standard", tension = "l'alerte avance" }}
faces = [6, 6, 3]
odds = {{ critical = "2/27", full = "25/72", partial = "49/108", bad = "1/8" }}
outcome = "critical"
changes = [{{ path = "characters.pc_1.initiative", from = 1, to = 4 }}]
"""


def campaign_text(characters: int = 12, clocks: int = 30, entries: int = 10_000) -> str:
    """Give a campaign with a long log."""
    parts = ['format = 1\ntitle = "Bench"\nsystem = "charge"\nlanguage = "en"\nsession = 7\n']
    for n in range(characters):
        parts.append(
            f'\n[characters.pc_{n}]\nname = "Character {n}"\nstress = 1\ncondition = "cheville foulée"\n'
            'actions = { finesse = 2, move = 1 }\nties = ["one", "two"]\n'
        )
    for n in range(clocks):
        parts.append(f'\n[clocks.c_{n}]\nname = "Clock {n}"\nsize = 6\nfilled = 2\nowner = "pc_{n % characters}"\n')
    parts.extend(ENTRY.format(n=n) for n in range(1, entries + 1))
    return "".join(parts)


def problems_text(count: int = 5000) -> str:
    """Give a campaign with so many problems of shape."""
    return 'format = 1\nsystem = "charge"\n' + "".join(
        f'[characters.pc_{n}]\nname = "N{n}"\nstrss_{n} = 1\n' for n in range(count)
    )


def seconds(arguments: list[str]) -> float:
    """Give how long a program takes."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - begun


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    sound = campaign_text()
    texts: dict[str, Callable[[], str]] = {
        "sound": lambda: sound,
        "a slip in the head": lambda: sound.replace("stress = 1", "stress = 01", 1),
        "a slip in the log": lambda: "session = 07".join(sound.rsplit("session = 7", 1)),
        "a table behind the log": lambda: sound + "\n[table]\n",
        "5,000 problems": problems_text,
    }
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.toml"
        path.write_text(sound, encoding="utf-8")
        bare = median(seconds(["-c", BARE, str(path)]) for _ in range(rounds))
        print(f"{'bare tomllib.loads':24}{bare * 1000:>8.0f} ms")
        for name, words in texts.items():
            path.write_text(words(), encoding="utf-8")
            taken = median(seconds(["-m", "tracker", "check", str(path)]) for _ in range(rounds))
            failed |= taken > BOUND * bare
            print(f"{name:24}{taken * 1000:>8.0f} ms{taken / bare:>8.2f} times, at most {BOUND}")
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
