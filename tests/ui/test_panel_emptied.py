"""A number that may be left out is taken away by emptying it, in panel and file alike, and comes back by undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_panel_host import TREE, Host, asking, play
from test_panel_host import table as charge_table
from textual.pilot import Pilot

from tracker.core.campaign import Campaign
from tracker.core.tree import same
from tracker.rules.common.characters import EditCharacter
from tracker.rules.common.clocks import EditClock
from tracker.rules.common.takeback import Undo
from tracker.rules.deed import Command
from tracker.store.campaign_file import open_session

COUNTERS = {"or": {"name": "Or", "value": 3, "max": 12}}
FILE = """\
format = 1
title = "Or"
system = "charge"

[characters.aicha]
name = "Aïcha"

[characters.aicha.counters.or]  # sa bourse
name = "Or"
value = 3
max = 12  # ce que la bourse tient
"""


def with_counter() -> Campaign:
    return charge_table(characters={"aicha": {**TREE["characters"]["aicha"], "counters": COUNTERS}})


def edited(*keys: str, campaign: Campaign | None = None, row: str = "counters.or.max", **options: str) -> Host:
    """Open the sheet, go to a row, press keys there and carry the form out."""
    command: Command = EditCharacter(who="aicha") if row.startswith("counters") else EditClock(clock="alerte")

    async def scene(host: Host, pilot: Pilot[None]) -> None:
        host.panel.ask(host.session.campaign, command)
        await pilot.pause()
        while host.panel.form is not None and host.panel.form.focus != row:
            await pilot.press("down")
        seen.append(host.shown())
        await pilot.press(*keys)
        seen.append(host.shown())
        await pilot.press("enter")

    seen: list[str] = []
    host = play(scene, campaign or with_counter(), language=options.get("language", "en"))
    host.panel_text = "\n".join(seen)
    return host


def maximum(host: Host) -> int | None:
    most = host.session.campaign.characters["aicha"].counters["or"].max
    assert most is None or isinstance(most, int)
    return most


class TestEmptied:
    """Del takes all of it, Backspace digit by digit, ← what is below the least."""

    @pytest.mark.parametrize("keys", [("delete",), ("backspace", "backspace"), ("1", "left")])
    def test_the_maximum_of_a_counter_goes(self, keys: tuple[str, ...]) -> None:
        host = edited(*keys)
        assert maximum(host) is None
        entry = host.session.campaign.log[-1]
        assert [(change.path[-1], change.old) for change in entry.changes] == [("max", 12)]
        host.session.perform(Undo(target=entry.n))
        assert maximum(host) == 12
        assert same(host.session.campaign.tree["characters"], with_counter().tree["characters"])

    def test_it_comes_back_by_typing(self) -> None:
        assert maximum(edited("delete", "8")) == 8
        assert maximum(edited("backspace", "5")) == 15

    def test_the_steps_of_a_long_task_go_too(self) -> None:
        clocks = {"alerte": {"name": "Alerte", "kind": "task", "size": 6, "max_rolls": 5}}
        host = edited("delete", campaign=charge_table(clocks=clocks), row="max_rolls")
        assert host.session.campaign.clocks["alerte"].max_rolls is None

    @pytest.mark.parametrize(("language", "hint"), [("en", "Del none"), ("fr", "Suppr aucun")])
    def test_the_key_is_shown_where_it_works_and_as_long_as_there_is_something(self, language: str, hint: str) -> None:
        before, after = edited("delete", language=language).panel_text.split("\n\n", 1)
        assert hint in before
        assert hint not in after

    def test_a_number_that_must_be_there_stays(self) -> None:
        host = edited("delete", "backspace", row="counters.or.value")
        assert host.session.campaign.characters["aicha"].counters["or"].value == 0
        assert (
            asking(EditClock(clock="alerte"), "down", "down", "delete", "backspace", "enter").session.campaign.log == ()
        )


def test_in_the_file_the_line_goes_and_undo_writes_it_again(tmp_path: Path) -> None:
    path = tmp_path / "or.toml"
    path.write_text(FILE, encoding="utf-8")
    session = open_session(path)
    session.perform(EditCharacter(who="aicha", values={"counters.or.max": None}))
    assert session.flush(5)
    head = path.read_text(encoding="utf-8").split("[[log]]")[0]
    assert "max" not in head
    assert "[characters.aicha.counters.or]  # sa bourse\n" in head
    session.perform(Undo(target=1))
    assert session.flush(5)
    session.close()
    assert "max = 12" in path.read_text(encoding="utf-8").split("[[log]]")[0]
