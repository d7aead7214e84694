"""The figures of the players' screen, each against a bare Textual application in the same run.

`python tests/bench/bench_view.py [--rounds N] [--idle SECONDS]`
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent))

from bench_screen import BARE, ROOT, Run

CLOCKS = 30
CHANGING = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from dataclasses import replace
from pathlib import Path
from tracker.core.players import for_players
from tracker.store.watch import Sight, Watch
from tracker.ui.view.app import ViewApp, ViewOptions
from tracker.ui.view.screen import PlayersScreen

class Changing(ViewApp):
    n = 0
    async def on_event(self, event):
        if getattr(event, "key", "") == "right":
            self.n += 1
            campaign = self.players._campaign
            id = f"clock_{{1 + self.n % {CLOCKS}}}"
            clock = campaign.clocks[id]
            ticked = replace(clock, filled=(clock.filled + 1) % clock.size)
            self.players.show(replace(campaign, clocks={{**campaign.clocks, id: ticked}}))
        else:
            await super().on_event(event)

Changing(Watch(Path(sys.argv[1])), ViewOptions(language="en")).run(mouse=False)
"""
"""The players' screen with a key that changes one clock, as a change in the file does."""


def campaign_file(folder: Path) -> Path:
    """Write a campaign with four characters, thirty clocks and some log."""
    path = folder / "view.toml"
    parts = ['format = 1\ntitle = "Bench"\nsystem = "charge"\nlanguage = "en"\nsession = 7\n']
    for n in range(4):
        parts.append(f'[characters.c{n}]\nname = "Character {n}"\ninitiative = 2\ncondition = "tired"\n')
    for n in range(CLOCKS):
        parts.append(f'[clocks.k{n}]\nname = "Clock {n}"\nsize = {4 + n % 5}\nfilled = {n % 4}\n')
    for n in range(1, 41):
        parts.append(
            f"[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:04:12+01:00\nsession = 7\n"
            'event = "roll"\nwho = "c1"\nwho_name = "Character 1"\nroll = "action"\n'
            'choice = { action = "finesse" }\nfaces = [6, 3]\noutcome = "full"\n'
            'result = { pool = 2, position = "risky", effect = "standard" }\n'
            'changes = [{ path = "characters.c1.initiative", from = 1, to = 2 }]\n'
        )
    path.write_text("\n".join(parts), encoding="utf-8")
    return path


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--keys", type=int, default=20)
    parser.add_argument("--idle", type=float, default=30.0)
    wanted = parser.parse_args()
    figures: dict[str, dict[str, list[float]]] = {}

    def note(figure: str, program: str, value: float) -> None:
        figures.setdefault(figure, {}).setdefault(program, []).append(value)

    with tempfile.TemporaryDirectory() as folder:
        path = campaign_file(Path(folder))
        for _ in range(wanted.rounds):
            for program, arguments, words in (
                ("bare", ["-c", BARE], b"label 0"),
                ("view", ["-c", CHANGING, str(path)], b"Clock 29"),
            ):
                run = Run(arguments)
                run.started(words)
                for _ in range(wanted.keys):
                    painted, sent = run.key(b"\x1b[C")
                    note("one change, ms", program, painted * 1000)
                    note("one change, bytes", program, sent)
                run.leave()
        for _ in range(3):
            for program, arguments, words in (
                ("bare", ["-c", BARE], b"label 0"),
                ("view", ["-m", "tracker", "view", str(path)], b"Clock 29"),
            ):
                run = Run(arguments)
                note("start, ms", program, run.started(words) * 1000)
                run.leave()
        if wanted.idle:
            runs = {
                "bare": Run(["-c", BARE]),
                "view": Run(["-m", "tracker", "view", str(path)]),
            }
            runs["bare"].started(b"label 0")
            runs["view"].started(b"Clock 29")
            time.sleep(2)
            for run in runs.values():
                run.until_quiet()
            before = {program: (run.cpu(), len(run.sent)) for program, run in runs.items()}
            end = time.monotonic() + wanted.idle
            while time.monotonic() < end:
                for run in runs.values():
                    run.read(0.05)
            for program, run in runs.items():
                note("idle, CPU ms", program, (run.cpu() - before[program][0]) * 1000)
                note("idle, bytes", program, len(run.sent) - before[program][1])
                run.leave()
    print(f"{'':20}{'bare':>10}{'view':>10}{'ratio':>8}")
    for figure, values in figures.items():
        bare, view = median(values["bare"]), median(values["view"])
        print(f"{figure:20}{bare:>10.1f}{view:>10.1f}{f'{view / bare:.2f}' if bare else '-':>8}")


if __name__ == "__main__":
    main()
