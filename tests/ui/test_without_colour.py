"""Meaning is never told by colour alone: the signs and words of a picture tell it, on the table and for the players."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from planted import brush, words_of
from tables import after, ambre, app_of, play, press, screen_text, settle, story
from textual.pilot import Pilot

from tracker.core.campaign import Campaign
from tracker.core.players import for_players
from tracker.i18n.say import say
from tracker.rules.charge.action_choice import ActionRoll
from tracker.ui.app import TrackerApp
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.view.picture import draw
from tracker.ui.view.reading import Reader

SIZES = [(120, 36), (80, 24), (60, 20), (40, 12)]
TIERS = {"CRITICAL": (6, 6), "FULL SUCCESS": (6, 2), "PARTIAL SUCCESS": (4, 2), "BAD OUTCOME": (2, 1)}


def table_text(campaign: Campaign, size: tuple[int, int], *keys: str) -> str:
    """Give the table as its signs alone, as NO_COLOR leaves it."""
    shown = ""

    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        nonlocal shown
        await press(app, pilot, "ctrl+g", "ctrl+g", *keys)
        await settle(app, pilot)
        shown = screen_text(app)

    play(campaign, scene, size, language="en")
    return shown


def players_text(campaign: Campaign, size: tuple[int, int]) -> str:
    """Give the players' screen as its signs alone."""
    plain = brush()._replace(pies=PieStyle.BRAILLE)
    view = Reader().read(for_players(campaign), plain, "en", lambda what: say(what, "en"))
    return words_of(draw(view, *size, 0, plain)[0])


def clock(kind: str, filled: int) -> Campaign:
    """Give a table whose one clock is of a kind."""
    from tables import AMBRE, table

    tree: dict[str, Any] = {**AMBRE, "clocks": {"k": {"name": "Horloge", "kind": kind, "size": 6, "filled": filled}}}
    return table(tree)


@pytest.fixture(autouse=True)
def _no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


PICTURES = pytest.mark.parametrize("picture", [lambda c, s: table_text(c, s, "tab", "tab"), players_text],
                                   ids=["table", "players"])  # fmt: skip
Shown = Callable[[Campaign, tuple[int, int]], str]


@PICTURES
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
class TestClocks:
    """Kinds by sign, filled from empty by shape and number."""

    def test_danger_from_progress(self, picture: Shown, size: tuple[int, int]) -> None:
        assert "! 3/6" in " ".join(picture(clock("danger", 3), size).replace("███░░░", "").split())
        assert "+ 3/6" in " ".join(picture(clock("progress", 3), size).replace("███░░░", "").split())

    def test_every_filling_looks_different(self, picture: Shown, size: tuple[int, int]) -> None:
        drawn = [picture(clock("danger", filled), size) for filled in range(7)]
        for n, m in combinations(range(7), 2):
            without_numbers = (drawn[n].replace(f"{n}/6", "?"), drawn[m].replace(f"{m}/6", "?"))
            assert without_numbers[0] != without_numbers[1] or size == (40, 12)
            assert drawn[n] != drawn[m]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
class TestSelected:
    """A sign stands before what is selected, and the pane with the keys has another title."""

    def test_the_sign_moves(self, size: tuple[int, int]) -> None:
        first, second = (table_text(story(), size, *keys) for keys in ([], ["down"]))
        assert "▸ Aïcha" in first
        assert "▸ Bohort" in second
        assert "▸ Aïcha" not in second

    def test_the_pane(self, size: tuple[int, int]) -> None:
        assert "┤ Initiative ├" in table_text(story(), size)
        assert "┤ Clocks ├" in table_text(story(), size, "tab", "tab")


@pytest.mark.parametrize(
    "picture", [lambda c, s: table_text(c, s, "shift+tab"), players_text], ids=["table", "players"]
)
@pytest.mark.parametrize("size", [(120, 36), (80, 24), (60, 20)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_each_tier_of_outcome_is_another_picture(picture: Shown, size: tuple[int, int]) -> None:
    drawn = {
        tier: picture(after(ambre(), (ActionRoll(who="aicha", action="finesse"), faces)), size)
        for tier, faces in TIERS.items()
    }
    if picture is not players_text:
        for tier, shown in drawn.items():
            assert [each for each in TIERS if each in shown] == [tier]
    for one, other in combinations(drawn.values(), 2):
        assert one != other


def test_the_application_knows_that_there_is_no_colour() -> None:
    assert "NO_COLOR" in os.environ
    assert app_of(ambre()).no_color
