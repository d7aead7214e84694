"""The statistics of a long log against bare parsing of the same file, in the same run.

`python tests/bench/bench_statistics.py [--entries N] [--rounds N]`. Bare parsing is one `tomli.loads` of all of it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

import tomli

from tracker.i18n.reports.lines import report_lines
from tracker.rules.reports.statistics_rows import statistics_rows
from tracker.rules.statistics import statistics
from tracker.store.whole_log import opened_log

BOUND = 2.0
"""Times the bare parsing that the statistics may take."""
ODDS = {
    1: 'critical = "0", full = "1/6", partial = "1/3", bad = "1/2"',
    2: 'critical = "1/36", full = "5/18", partial = "4/9", bad = "1/4"',
    3: 'critical = "2/27", full = "25/72", partial = "49/108", bad = "1/8"',
}


def campaign_text(entries: int) -> str:
    """Give a campaign whose log is an evening's mixture: rolls, consequences, ticks, notes, undone beats."""
    random = Random(1)
    parts = ['format = 1\ntitle = "Bench"\nsystem = "charge"\nlanguage = "en"\nsession = 50\n']
    for n in range(4):
        parts.append(f'[characters.c{n}]\nname = "Character {n}"\ninitiative = 2\nactions = {{ finesse = 2 }}\n')
    for n in range(6):
        parts.append(f'[clocks.k{n}]\nname = "Clock {n}"\nsize = 8\nfilled = 2\n')
    beat = 1
    for n in range(1, entries + 1):
        who = n % 4
        head = f"[[log]]\nn = {n}\nbeat = {{beat}}\nat = 2026-11-29T21:04:12+01:00\nsession = {n * 50 // entries + 1}\n"
        acts = f'who = "c{who}"\nwho_name = "Character {who}"\n'
        match n % 5:
            case 0 | 1:
                beat, dice = n, n % 3 + 1
                faces = [random.randrange(6) + 1 for _ in range(dice)]
                outcome = (
                    "critical" if faces.count(6) > 1 else ("bad", "partial", "full")[(max(faces) > 3) + (6 in faces)]
                )
                body = (
                    f'event = "roll"\n{acts}roll = "action"\nchoice = {{ action = "finesse", clock = "k1" }}\n'
                    f'faces = {faces}\nodds = {{ {ODDS[dice]} }}\noutcome = "{outcome}"\n'
                    f"result = {{ pool = {dice}, zero_rule = false, goal = true, effect_ticks = 2, consequence = 2, "
                    f'gain = 1, position = "risky", effect = "standard" }}\n'
                    f'names = {{ "characters.c{who}" = "Character {who}", "clocks.k1" = "Clock 1" }}\n'
                    f'changes = [{{ path = "characters.c{who}.initiative", from = 1, to = 2 }}]\n'
                )
            case 2:
                body = (
                    f'event = "follow"\n{acts}roll = "consequence"\nresult = {{ level = 2, happens = true }}\n'
                    f'changes = [{{ path = "characters.c{who}.stress", from = 0, to = 2 }}]\n'
                )
            case 3:
                beat = n
                body = 'event = "adjust"\nroll = "tick"\nchanges = [{ path = "clocks.k1.filled", from = 1, to = 2 }]\n'
            case _ if n % 25 == 4:
                undone, beat = beat, n
                body = f'event = "undo"\nroll = "undo"\nbeat_of = {undone}\n'
            case _:
                beat = n
                body = 'event = "note"\nroll = "note"\nnote = "They cross the bridge at night."\n'
        parts.append(head.format(beat=beat) + body)
    return "\n".join(parts)


def timed(work: Callable[[], object]) -> float:
    """Give the seconds something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print; exit 1 above the bound."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--entries", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=5)
    wanted = parser.parse_args()
    words = campaign_text(wanted.entries)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.toml"
        path.write_text(words, encoding="utf-8")

        def whole() -> None:
            with opened_log(path) as (campaign, entries):
                found = statistics(campaign, entries)
            report_lines(statistics_rows(found), "en", 80)

        bare, ours = [], []
        for _ in range(wanted.rounds):
            bare.append(timed(lambda: tomli.loads(path.read_text(encoding="utf-8"))))
            ours.append(timed(whole))
    ratio = median(ours) / median(bare)
    print(f"{wanted.entries} entries, {len(words) >> 20} MiB")
    print(f"bare parsing {median(bare) * 1000:.0f} ms, statistics {median(ours) * 1000:.0f} ms, ratio {ratio:.2f}")
    raise SystemExit(int(ratio > BOUND))


if __name__ == "__main__":
    main()
