"""Pictures of the panel, kept as text; `UPDATE_GOLDEN=1` keeps new ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from test_panel_host import Host, check_golden, play
from textual.pilot import Pilot

from tracker.core.text import text
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.common.characters import EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock
from tracker.rules.common.condition import Recover
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.deed import Offer
from tracker.rules.table import open_beat

SIZES = ((120, 36), (80, 24), (60, 20))
ROLL = ActionRoll(who="aicha", action="finesse")


def rolled(host: Host) -> None:
    """Show what follows a partial success."""
    host.session.perform(ROLL, {"dice": (2, 5)})
    host.panel.offer(host.session.campaign, *open_beat(host.session.campaign))


def menu(host: Host) -> None:
    """Show a menu with an offer that cannot be had."""
    offers = (
        Offer("s", text("Start a session"), StartSession()),
        Offer("r", text("Recovery of {who}", who="Aïcha"), Recover(who="aicha"), note=text("1 to 4 segments")),
        Offer("f", text("End the scene"), EndScene(), blocked=text("there is no scene")),
    )
    host.panel.choose(host.session.campaign, text("Table"), offers)


SCENES: dict[str, tuple[Callable[[Host], None], tuple[str, ...]]] = {
    "roll": (lambda host: host.panel.ask(host.session.campaign, ROLL), ("down", "down", "down", "right")),
    "dice": (lambda host: host.panel.ask(host.session.campaign, ROLL), ("up", "up", "up", "6", "x", "enter")),
    "new_clock": (lambda host: host.panel.ask(host.session.campaign, AddClock()), ("P", "o", "n", "t", "tab")),
    "sheet": (lambda host: host.panel.ask(host.session.campaign, EditCharacter(who="aicha")), ("up",) * 20),
    "remove": (lambda host: host.panel.ask(host.session.campaign, RemoveCharacter(who="naila")), ()),
    "offers": (rolled, ("down",)),
    "condition": (rolled, ("s",)),
    "menu": (menu, ("f",)),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENES)
class TestPictures:
    """Every kind of panel at every size."""

    def picture(self, name: str, size: tuple[int, int], language: str, ascii: bool = False) -> str:
        opened, keys = SCENES[name]

        async def scene(host: Host, pilot: Pilot[None]) -> None:
            opened(host)
            await pilot.pause()
            await pilot.press(*keys)

        return play(scene, size=size, language=language, ascii=ascii).panel_text

    def test_in_english(self, name: str, size: tuple[int, int]) -> None:
        check_golden(f"{name}_{size[0]}", self.picture(name, size, "en"))


def test_in_ascii() -> None:
    """Plain signs where there is no Unicode."""
    for name in ("roll", "offers"):
        check_golden(f"{name}_ascii", TestPictures().picture(name, (80, 24), "en", ascii=True))
