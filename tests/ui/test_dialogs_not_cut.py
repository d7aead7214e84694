"""No label, answer, outcome or fact of a dialog is cut at the sizes people use, whatever row has the focus."""

from __future__ import annotations

import asyncio
from functools import lru_cache

import pytest
from small_tables import SMALL, small
from tables import app_of, press, screen_rows, screen_text, settle, table
from textual.widget import Widget

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.i18n.say import say
from tracker.rules.deed import Command
from tracker.rules.table import system_of
from tracker.ui.actions import BY_ID
from tracker.ui.app import TrackerApp
from tracker.ui.panel.conversation import form_for
from tracker.ui.panel.form import Form
from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.menu import Menu
from tracker.ui.panel.picture import draw, most_rows, rows_wanted
from tracker.ui.selection import PANES, Selection
from tracker.ui.situation import Asking, Situation

SIZES = ((120, 36), (80, 24))
DIALOGS = ("roll", "resist", "fortune", "flashback", "condition", "new", "edit")
every = pytest.mark.parametrize("system", SMALL)
sized = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
spoken = pytest.mark.parametrize("language", ["en", "fr"])


@lru_cache(maxsize=8)
def small_table(system: str) -> Campaign:
    return table(small(system))


def commands(campaign: Campaign, language: str) -> dict[str, Command]:
    """Give what each key that opens a dialog asks, in each pane."""
    found: dict[str, Command] = {}
    for pane in PANES:
        clock = next(iter(campaign.clocks))
        selection = Selection(pane, next(iter(campaign.characters)), clock)
        at = Situation(campaign, system_of(campaign), selection, lambda: None, language)  # type: ignore[arg-type,return-value]
        for id in DIALOGS:
            action = BY_ID[id]
            if not action.exists(at) or action.build is None:
                continue
            try:
                built = action.build(at)
            except Refusal:
                continue
            if isinstance(built, Asking):
                found[f"{id} {type(built.command).__name__}"] = built.command
    return found


def drawn(form: Form | None, menu: Menu | None, size: tuple[int, int], language: str) -> list[str]:
    """Give a dialog as text."""
    pen = Pen(lambda what: say(what, language))
    height = max(min(rows_wanted(form, menu, size[0], pen), most_rows(size[1])), 3)
    picture = draw(form, menu, size[0], height, 0, pen)
    return ["".join(words for words, _ in row.spans) for row in picture.rows]


def cut_rows(form: Form, size: tuple[int, int], language: str) -> set[str]:
    """Give the rows that are cut, whichever row has the focus and whatever is answered there."""
    found: set[str] = set()
    for row in [row.name for row in form.rows]:
        form.focus = row
        turns = len(form.focused.options) if form.focused.kind is Kind.CHOICE else 1
        for _ in range(max(turns, 1)):
            found |= {
                line
                for line in drawn(form, None, size, language)
                if "…" in line.replace("when …", "").replace("quand …", "")
            }
            if turns > 1 and form.focus == row:
                form.turn(1)
    return found


@every
@sized
@spoken
def test_in_no_dialog_is_anything_cut(system: str, size: tuple[int, int], language: str) -> None:
    campaign = small_table(system)
    dialogs = commands(campaign, language)
    assert len(dialogs) >= 5
    for name, command in dialogs.items():
        form = form_for(campaign, command)
        assert form is not None
        assert cut_rows(form, size, language) == set(), name


def within(app: TrackerApp, widget: Widget) -> str:
    """Give what stands where a widget is."""
    return "\n".join(screen_rows(app)[widget.region.y : widget.region.bottom])


@lru_cache(maxsize=8)
def screens(system: str, size: tuple[int, int], language: str) -> dict[str, str]:
    """Give what lies over the table, and the players' screen, as they are drawn."""
    app = app_of(small_table(system), language=language)
    seen: dict[str, str] = {}

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await press(app, pilot, "ctrl+p")
            palette = app.table.furniture.overlays.palette
            for n, item in enumerate(palette.view.found):
                palette.view = palette.view._replace(selected=n)
                seen[f"palette {item.id}"] = within(app, palette)
                shown = " ".join(seen[f"palette {item.id}"].replace("│", "").split())
                assert " ".join(item.about.split()) in shown
            await press(app, pilot, "ctrl+g", "r")
            seen["roll"] = within(app, app.table.panel)
            await press(app, pilot, "ctrl+g", "p")
            await pilot.pause(0.05)
            seen["players"] = screen_text(app)
            await press(app, pilot, "question_mark")
            seen["players' help"] = screen_text(app)

    asyncio.run(run())
    return seen


@every
@sized
@spoken
def test_on_the_screens_nothing_is_cut(system: str, size: tuple[int, int], language: str) -> None:
    """The palette from its first line to its last, the roll over the table, the players' screen and its help."""
    shown = screens(system, size, language)
    assert len(shown) >= 30
    for name, picture in shown.items():
        rows = [row for row in picture.splitlines() if "…" in row and "1..9" not in row]
        assert rows == [], name
