"""User text is data: whatever stands in a name is shown as it is, and the columns stay where they are."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from typing import Any

import pytest
from piloting import piloted
from rich.cells import cell_len
from tables import AMBRE, app_of, press, screen_rows, settle, table, widths

from tracker.core.clean import clean
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import TickClock
from tracker.rules.common.condition import Condition
from tracker.rules.common.notes import AddNote
from tracker.ui.cells import cut, fit, wrapped

HOSTILE = (
    "x [/] y",
    "Zoé [morte]",
    "[@click=app.quit]a[/]",
    "[b",
    "n" * 80,
    "猫の手も借りたい忙しさ",
    "e\u0301a\u0300\u0302 n\u0303o",
    "🐉 Ignis 🔥🔥🔥",
    "",
    "\x1b[31mrouge\x00",
    "{who} %s {0}",
    "\u202egnirts",
    "$momentum",
    " ",
)


def campaign_with(name: str) -> Any:
    """Give the sample table with a name put everywhere there is one."""
    tree = deepcopy(AMBRE)
    tree["title"] = name
    tree["characters"]["bohort"] |= {"name": name, "player": name, "condition": name}
    tree["characters"]["aicha"]["counters"]["argent"]["name"] = name
    tree["clocks"]["pont"] |= {"name": name, "filled": 4, "owner": "bohort"}
    return table(tree)


@pytest.mark.parametrize("size", [(120, 36), (80, 24), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_name_is_shown_as_it_is(name: str, size: tuple[int, int]) -> None:
    app = app_of(campaign_with(name), language="en")
    rows: list[str] = []

    async def run() -> None:
        async with piloted(app, size) as pilot:
            await settle(app, pilot)
            for command in (
                Adjust(who="bohort", path=("initiative",), by=1),
                Condition(who="bohort", words=name),
                AddNote(words=name or "."),
                TickClock(clock="pont", by=-1),
            ):
                app.table.perform(command)
                await settle(app, pilot)
            await press(app, pilot, "down", "tab", "tab", "down", "right", "m", "up", "m", "shift+tab", "shift+tab")
            rows.extend(screen_rows(app))
            for keys in (["e"], ["ctrl+g", "t"], ["ctrl+g", "c"], ["ctrl+g", "h"], ["q", "r"]):
                await press(app, pilot, *keys)
                assert widths(screen_rows(app)) == {size[0]}

    asyncio.run(run())
    assert widths(rows) == {size[0]}
    start = clean(name).strip()[:4]
    assert start in "\n".join(rows)
    assert not any(sign in row for row in rows for sign in "\x1b\x00\u202e")
    middle = size[0] // 2
    for row in rows[1:7]:
        assert cell_len(row[: row.index("│", 1) + 1] if row[0] == "│" else "x" * middle) <= middle


class TestCutting:
    """Words are cut by their cells, between whole signs."""

    @pytest.mark.parametrize("name", HOSTILE, ids=ascii)
    @pytest.mark.parametrize("width", [0, 1, 2, 5, 9, 40])
    def test_they_take_the_room_they_are_given(self, name: str, width: int) -> None:
        words = clean(name)
        assert cell_len(cut(words, width)) <= width
        assert cell_len(fit(words, width)) == width
        for line in wrapped(words, width, 3):
            assert cell_len(line) <= width

    def test_what_is_too_long_says_so(self) -> None:
        assert cut("Le pont s'effondre", 8) == "Le pont…"
        assert cut("猫の手", 5) == "猫の…"
        assert cut("猫の手", 4) == "猫…"

    def test_words_are_broken_at_blanks(self) -> None:
        assert wrapped("cheville foulée, boite", 15, 3) == ("cheville", "foulée, boite")
        assert wrapped("cheville foulée, boite", 15, 1) == ("cheville foulé…",)
        assert wrapped("", 10, 3) == ()
