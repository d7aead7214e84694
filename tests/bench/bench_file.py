"""The figures of the campaign file: an action and the memory with 10,000 log entries against none, in the same run.

`python tests/bench/bench_file.py [--rounds N] [--entries N] [--idle SECONDS]`
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tracker.rules.common.adjust import Adjust  # noqa: E402
from tracker.rules.common.takeback import Undo  # noqa: E402
from tracker.rules.deed import Command  # noqa: E402
from tracker.store.campaign_file import open_session, read_campaign_file  # noqa: E402
from tracker.store.file_keeper import FileKeeper  # noqa: E402
from tracker.store.keeper import local_now  # noqa: E402
from tracker.store.session import Order  # noqa: E402

USE = """
import sys
from pathlib import Path
from tracker.rules.common.adjust import Adjust
from tracker.store.campaign_file import open_session
session = open_session(Path(sys.argv[1]))
session.follow()
for _ in range(30):
    session.perform(Adjust(who="c1", path=("initiative",), by=1))
session.flush()
session.close()
# The peak that the system keeps for the children of a large process is that process's own.
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def campaign_file(folder: Path, entries: int) -> Path:
    """Write a campaign of 12 characters and 30 clocks with a log."""
    path = folder / f"bench-{entries}.toml"
    parts = ['format = 1\ntitle = "Bench"\nsystem = "charge"\nlanguage = "en"\nsession = 7\n']
    for n in range(12):
        parts.append(
            f'[characters.c{n}]\nname = "Character {n}"  # played\nplayer = "Player {n}"\ninitiative = 2\nstress = 1\n'
            'condition = "tired"\nactions = { finesse = 2, move = 1 }\nties = ["one", "two"]\n'
        )
    for n in range(30):
        parts.append(f'# clock {n}\n[clocks.k{n}]\nname = "Clock {n}"\nsize = 8\nfilled = 2\n')
    for n in range(1, entries + 1):
        parts.append(
            f"[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:04:12+01:00\nsession = 7\n"
            'event = "adjust"\nwho = "c1"\nwho_name = "Character 1"\nroll = "adjust"\n'
            'names = { "characters.c1" = "Character 1" }\n'
            'changes = [{ path = "characters.c1.initiative", from = 1, to = 2 }]\n'
        )
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def plain(path: Path) -> float:
    """Give the seconds that writing the bytes of a file takes: write, fsync, rename, fsync of the folder."""
    data = path.read_bytes()
    begun = time.perf_counter()
    new = path.with_suffix(".plain")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.write(descriptor, data)
    os.fsync(descriptor)
    os.close(descriptor)
    os.replace(new, path.with_suffix(".plain2"))
    folder = os.open(path.parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)
    return time.perf_counter() - begun


def action(keeper: FileKeeper, command: Command) -> float:
    """Give the seconds from an order to the file that holds it."""
    order = Order(command, {}, local_now())
    begun = time.perf_counter()
    kept = keeper.keep(order)
    took = time.perf_counter() - begun
    assert kept.refusal is None
    return took


def memory(path: Path) -> int:
    """Give the peak memory in KiB of a process that opens a campaign and plays thirty actions on it."""
    run = subprocess.run(
        [sys.executable, "-c", USE, path], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=True
    )
    return int(run.stdout)


def idle(path: Path, seconds: float) -> float:
    """Give the milliseconds of processor time that following an idle file takes."""
    session = open_session(path)
    session.follow()
    time.sleep(1)
    begun = time.process_time()
    time.sleep(seconds)
    used = (time.process_time() - begun) * 1000
    session.close()
    return used


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--idle", type=float, default=10.0)
    wanted = parser.parse_args()
    figures: dict[str, dict[int, list[float]]] = {}
    sizes = (0, wanted.entries)

    def note(figure: str, size: int, value: float) -> None:
        figures.setdefault(figure, {}).setdefault(size, []).append(value)

    more = Adjust(who="c1", path=("initiative",), by=1)
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        paths = {size: campaign_file(Path(folder), size) for size in sizes}
        keepers: dict[int, FileKeeper] = {}
        for size, path in paths.items():
            campaign, file, _ = read_campaign_file(path)
            keepers[size] = FileKeeper(path, campaign, file)
            keepers[size].deepened()
        for _ in range(wanted.rounds):
            for size, path in paths.items():
                for name, command in (("action", more), ("undo", Undo())):
                    took, bytes_only = action(keepers[size], command), plain(path)
                    note(f"{name}, ms", size, took * 1000)
                    note("plain write, ms", size, bytes_only * 1000)
                    note(f"{name} beyond plain, ms", size, (took - bytes_only) * 1000)
        for size, path in paths.items():
            for _ in range(3):
                note("memory, MiB", size, memory(path) / 1024)
            if wanted.idle:
                note("idle, CPU ms", size, idle(path, wanted.idle))
    print(f"{'':28}{sizes[0]:>10}{sizes[1]:>10}{'ratio':>8}")
    for figure, values in figures.items():
        none, many = (median(values[size]) for size in sizes)
        ratio = f"{many / none:.2f}" if none > 0 else "-"
        print(f"{figure:28}{none:>10.2f}{many:>10.2f}{ratio:>8}")


if __name__ == "__main__":
    main()
