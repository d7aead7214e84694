"""Tables to show in tests: campaigns as trees, sessions that keep them in memory, and screens as text."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from piloting import piloted, until
from rich.cells import cell_len
from textual.pilot import Pilot

from tracker.core.campaign import Campaign, read_campaign
from tracker.core.tree import Tree
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.consequence import Consequence, Progress
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import TickClock
from tracker.rules.common.notes import AddNote
from tracker.rules.common.takeback import Undo
from tracker.rules.deed import Command
from tracker.rules.system import system_of
from tracker.rules.table import apply, needs
from tracker.store.session import MemoryKeeper, Session
from tracker.ui.app import TrackerApp, UiOptions

PARIS = timezone(timedelta(hours=1))
EVENING = datetime(2026, 11, 29, 21, 0, tzinfo=PARIS)

AMBRE: dict[str, Any] = {
    "format": 1,
    "title": "La Couronne d'ambre",
    "system": "charge",
    "language": "fr",
    "session": 7,
    "characters": {
        "aicha": {
            "name": "Aïcha",
            "player": "Léa",
            "initiative": 4,
            "stress": 2,
            "condition": "cheville foulée, boite",
            "actions": {"finesse": 2, "move": 1, "notice": 1},
            "counters": {"argent": {"name": "argent", "value": 3, "max": 6}},
        },
        "bohort": {
            "name": "Bohort",
            "player": "Karim",
            "initiative": 2,
            "stress": 1,
            "condition": "trempé, grelottant",
            "actions": {"muscle": 2, "command": 1},
        },
        "ficelle": {"name": "Ficelle", "player": "Jo", "initiative": 5, "actions": {"sneak": 2, "tinker": 2}},
        "naila": {
            "name": "Naïla",
            "player": "Sam",
            "initiative": 0,
            "stress": 3,
            "condition": "main brûlée",
            "actions": {"bond": 2, "sway": 1},
        },
    },
    "clocks": {
        "alerte": {"name": "Alerte de la garde", "kind": "danger", "size": 6, "filled": 2},
        "pont": {"name": "Le pont s'effondre", "kind": "danger", "size": 4, "filled": 3, "visibility": "name"},
        "coffre": {"name": "Ouvrir le coffre", "kind": "progress", "size": 8, "filled": 5},
        "diane": {"name": "Gagner Diane", "kind": "progress", "size": 6, "filled": 1},
        "dette": {"name": "Dette d'Aïcha", "kind": "project", "size": 4, "filled": 1, "owner": "aicha"},
        "tempete": {"name": "La tempête", "kind": "danger", "size": 8, "filled": 6, "visibility": "hidden"},
    },
}
EMPTY: dict[str, Any] = {"format": 1, "title": "", "system": "charge", "language": "en"}


def table(tree: Tree) -> Campaign:
    """Give the campaign of a tree."""
    system = tree["system"]
    assert isinstance(system, str)
    return read_campaign(tree, system_of(system).shape)[0]


class Clock:
    """Goes on by a minute at each look."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> datetime:
        self.minutes += 1
        return EVENING + timedelta(minutes=self.minutes)


def after(campaign: Campaign, *deeds: tuple[Command, tuple[int, ...]], start: int = 0) -> Campaign:
    """Give the campaign after commands with the faces they are thrown, a minute apart."""
    for minute, (command, faces) in enumerate(deeds, start):
        pools = needs(campaign, command)
        thrown = {pool.name: faces for pool in pools}
        campaign = apply(campaign, command, thrown, EVENING + timedelta(minutes=minute)).campaign
    return campaign


def session_of(campaign: Campaign, seed: int | None = 7) -> Session:
    """Give a session that keeps a campaign in memory."""
    return Session(campaign, MemoryKeeper(campaign), Clock(), seed)


def ambre() -> Campaign:
    """Give a Charge table in the middle of a story."""
    return table(AMBRE)


def app_of(campaign: Campaign, **options: Any) -> TrackerApp:
    """Give the application on a campaign."""
    return TrackerApp(session_of(campaign), Path("ambre.toml"), UiOptions(**options))


def screen_rows(app: TrackerApp) -> list[str]:
    """Give the screen as text, one string a row."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def screen_text(app: TrackerApp) -> str:
    """Give the screen as text, blanks at line ends left out."""
    return "\n".join(row.rstrip() for row in screen_rows(app)) + "\n"


def play(
    campaign: Campaign,
    scene: Callable[[TrackerApp, Pilot[int]], Awaitable[None]],
    size: tuple[int, int] = (120, 36),
    **options: Any,
) -> TrackerApp:
    """Open a table, have a scene played on it, and give the application as it was then."""
    app = app_of(campaign, **options)

    async def run() -> None:
        async with piloted(app, size) as pilot:
            await settle(app, pilot)
            await scene(app, pilot)

    asyncio.run(run())
    return app


async def settle(app: TrackerApp, pilot: Pilot[int]) -> None:
    """Wait until all is saved and painted."""
    await pilot.pause()
    app.session.flush(5)
    await until(pilot, lambda: app.session._thread is None or _waits(app.session._work))
    await pilot.pause()
    assert not app.table.is_painting


def _waits(work: Any) -> bool:
    """Whether a thread waits for work: it has then told what came of the last."""
    return bool(work._waiters)


async def press(app: TrackerApp, pilot: Pilot[int], *keys: str) -> None:
    """Press keys, each after the one before has come to rest."""
    for key in keys:
        await pilot.press(key)
        await settle(app, pilot)


def played(
    *keys: str, campaign: Campaign | None = None, size: tuple[int, int] = (120, 36), **options: Any
) -> tuple[TrackerApp, str]:
    """Press keys on the sample table; give the application and the screen as it was then."""
    shown = ""

    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        nonlocal shown
        await press(app, pilot, *keys)
        shown = screen_text(app)

    app = play(ambre() if campaign is None else campaign, scene, size, **{"language": "en", **options})
    return app, shown


def row_with(shown: str, words: str) -> str:
    """Give the first row of a screen that holds some words."""
    return next(row for row in shown.splitlines() if words in row)


def widths(rows: list[str]) -> set[int]:
    """Give the widths of rows in cells."""
    return {cell_len(row) for row in rows}


def story() -> Campaign:
    """Give the table after an evening's first rolls: three outcomes, a followed beat, an undone one, an open one."""
    campaign = after(
        ambre(),
        (AddNote(words="La garde change à minuit"), ()),
        (ActionRoll(who="aicha", action="finesse", position="desperate"), (6, 6)),
    )
    campaign = after(campaign, (Progress(beat=2, clock="coffre", by=2), ()), start=3)
    campaign = after(
        campaign,
        (TickClock(clock="alerte", by=1), ()),
        (ActionRoll(who="bohort", action="muscle"), (4, 2)),
        start=4,
    )
    campaign = after(campaign, (Consequence(who="bohort", beat=5, kind="stress"), ()), start=6)
    campaign = after(
        campaign,
        (Adjust(who="naila", path=("initiative",), by=1), ()),
        (Undo(target=7), ()),
        (ActionRoll(who="naila", action="muscle"), (6, 2)),
        start=7,
    )
    return campaign
