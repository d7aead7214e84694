"""Tables on a file whose log is longer than what is read at the start, for tests that read it back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from tables import settle
from textual.pilot import Pilot

from tracker.store.campaign_file import open_session
from tracker.ui.app import TrackerApp, UiOptions

ENTRIES = 700
HEAD = """\
format = 1
title = "Long"
system = "charge"
language = "{language}"
session = 3

[characters.ada]
name = "Ada"
initiative = 3
actions = {{ finesse = 2 }}

[characters.bo]
name = "Bohort"

[clocks.k]
name = "Flood"
size = 8
filled = 2

"""
PATIENCE = 10.0
"""Seconds something may take on a busy machine."""
Scene = Callable[[TrackerApp, "Pilot[int]"], Awaitable[None]]


def entry(n: int, more: str = "") -> str:
    """Give a log entry as it is written: a note, unless `more` gives its event and the rest."""
    words = more or f'event = "note"\nroll = "note"\nnote = "remark {n}"\n'
    return f"[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:04:12+01:00\nsession = {(n - 1) // 250 + 1}\n{words}\n"


def long_log(
    path: Path, others: Mapping[int, str] | None = None, *, count: int = ENTRIES, language: str = "en"
) -> Path:
    """Write a campaign with a log of notes; `others` are the entries that are none."""
    log = "".join(entry(n, (others or {}).get(n, "")) for n in range(1, count + 1))
    path.write_text(HEAD.format(language=language) + log, encoding="utf-8")
    return path


def on_file(path: Path, scene: Scene, size: tuple[int, int] = (120, 36), **options: Any) -> TrackerApp:
    """Open the table of a file, have a scene played with the keys in its log, and give the application."""
    session = open_session(path)
    app = TrackerApp(session, path, UiOptions(**options))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await pilot.press("shift+tab")
            await scene(app, pilot)

    try:
        asyncio.run(run())
    finally:
        session.close()
    return app


async def until(pilot: Pilot[int], is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it never came to be so"
        await pilot.pause(0.02)
    await pilot.pause(0.02)
