"""A small table that hosts the panel alone, for its tests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from piloting import piloted
from textual import events
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widget import Widget

import tracker.ui
from tracker.core.campaign import Campaign, read_campaign
from tracker.core.refusal import Refusal
from tracker.core.text import Text
from tracker.dice.pool import Faces
from tracker.i18n.say import say
from tracker.rules.deed import Command
from tracker.rules.system import system_of
from tracker.rules.table import deed_for, open_beat
from tracker.store.session import MemoryKeeper, Session
from tracker.ui.panel.panel import Panel
from tracker.ui.themes import DARK, THEMES, ink_defaults

GOLDEN = Path(__file__).parent / "golden" / "panel"
EVENING = datetime(2026, 11, 29, 21, 4, tzinfo=UTC)
HOSTILE = (
    "x [/] y",
    "Zoé [morte]",
    "[@click=app.quit]a[/]",
    "[b",
    "日本語の名前",
    "e\u0301te\u0301",
    "🎲 six",
    "",
    "\x1b[31m\x00",
)
TREE: dict[str, Any] = {
    "format": 1,
    "title": "La Couronne d'ambre",
    "system": "charge",
    "language": "fr",
    "session": 7,
    "characters": {
        "aicha": {
            "name": "Aïcha",
            "initiative": 4,
            "stress": 1,
            "condition": "cheville foulée",
            "ties": ["Bohort, son frère", "la guilde"],
            "actions": {"finesse": 2, "move": 1, "study": 2},
            "talents": [{"text": "seule contre plusieurs gardes", "kind": "die", "checked": True}],
        },
        "bohort": {"name": "Bohort", "initiative": 2, "stress": 1, "condition": "trempé", "actions": {"muscle": 2}},
        "naila": {"name": "Naïla", "initiative": 0, "actions": {"focus": 2}},
    },
    "clocks": {
        "alerte": {"name": "Alerte", "kind": "danger", "size": 6, "filled": 2},
        "coffre": {"name": "Le coffre", "kind": "progress", "size": 8, "filled": 5},
    },
}


def table(**more: Any) -> Campaign:
    """Give a Charge table in the middle of a story."""
    campaign, problems = read_campaign({**TREE, **more}, system_of("charge").shape)
    assert not problems
    return campaign


class Ground(Widget):
    """What lies under the panel; counts how often it is laid out and takes what keys reach it."""

    can_focus = True

    def __init__(self) -> None:
        super().__init__()
        self.resized = 0
        self.pressed: list[str] = []

    def on_resize(self) -> None:
        self.resized += 1

    def on_key(self, event: events.Key) -> None:
        self.pressed.append(event.key)

    def render_line(self, y: int) -> Strip:
        return Strip.blank(self.size.width)


class Host(App[None]):
    """Does what the table screen does with the messages of the panel, and nothing else."""

    CSS_PATH = Path(tracker.ui.__file__).parent / "styles" / "over.tcss"
    CSS = "Screen { layers: table over; } Ground { height: 100%; }"

    def __init__(self, campaign: Campaign, language: str = "en", ascii: bool = False, seed: int = 5) -> None:
        super().__init__()
        self.session = Session(campaign, MemoryKeeper(campaign), lambda: EVENING, seed)
        self.language = language
        self.ground = Ground()
        self.panel = Panel(self.say, ascii=ascii)
        self.chosen: list[tuple[Command, Faces | None]] = []
        self.left: list[bool] = []
        self.panel_text = ""
        """The panel as it was when the scene ended."""

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return ink_defaults(self.current_theme)

    def compose(self) -> ComposeResult:
        yield self.ground
        yield self.panel

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DARK
        self.ground.focus()

    def say(self, what: Text) -> str:
        return say(what, self.language)

    def on_panel_chosen(self, message: Panel.Chosen) -> None:
        self.chosen.append((message.command, message.faces))
        try:
            deed_for(self.session.campaign, message.command)
        except KeyError:
            self.panel.close()
            return
        try:
            self.session.perform(message.command, message.faces)
        except Refusal as refusal:
            self.panel.show_refusal(refusal.message)
            return
        beat, offers = open_beat(self.session.campaign)
        if offers:
            self.panel.offer(self.session.campaign, beat, offers)
        else:
            self.panel.close()

    def on_panel_chart_wanted(self, message: Panel.ChartWanted) -> None:
        self.panel.resume()

    def on_panel_left(self, message: Panel.Left) -> None:
        self.left.append(message.half_typed)

    def rows(self) -> list[str]:
        """Give the panel as text, one string a row."""
        strips = self.screen._compositor.render_strips()
        region = self.panel.region
        return [strip.text for strip in strips[region.y : region.bottom]] if self.panel.is_open else []

    def shown(self) -> str:
        """Give the panel as text, blanks at line ends left out."""
        return "\n".join(row.rstrip() for row in self.rows()) + "\n"


Scene = Callable[[Host, "Pilot[None]"], Awaitable[None]]


def play(scene: Scene, campaign: Campaign | None = None, size: tuple[int, int] = (120, 36), **options: Any) -> Host:
    """Open a table, have a scene played on it, and give the host as it was then."""
    host = Host(campaign or table(), **options)

    async def run() -> None:
        async with piloted(host, size) as pilot:
            await pilot.pause()
            await scene(host, pilot)
            await pilot.pause()
            host.panel_text = host.shown()

    asyncio.run(run())
    return host


async def typed(pilot: Pilot[None], words: str) -> None:
    """Type words."""
    for sign in words:
        await pilot.press("space" if sign == " " else sign)


def check_golden(name: str, picture: str) -> None:
    """Compare a picture with the one kept; `UPDATE_GOLDEN=1` keeps the new one."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text(picture, encoding="utf-8")
    assert picture == path.read_text(encoding="utf-8")


NAMED = {"enter", "tab", "down", "up", "left", "right", "space", "plus", "minus", "home", "end", "backspace", "delete"}


def asking(command: Command, *keys: str, campaign: Campaign | None = None, **options: object) -> Host:
    """Open the form of a command, press keys, and give the host."""

    async def scene(host: Host, pilot: Pilot[None]) -> None:
        host.panel.ask(host.session.campaign, command)
        await pilot.pause()
        for key in keys:
            await (pilot.press(key) if len(key) == 1 or "+" in key or key in NAMED else typed(pilot, key))

    return play(scene, campaign, **options)  # type: ignore[arg-type]
