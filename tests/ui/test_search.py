"""`/` finds lines of the log by names and by what happened, however old they are and whatever the language."""

from __future__ import annotations

from pathlib import Path

import pytest
from long_logs import long_log, on_file, until
from tables import screen_text
from textual.events import Paste
from textual.pilot import Pilot

from tracker.ui.app import TrackerApp
from tracker.ui.found_by import EVENTS
from tracker.ui.palette import typed_in

OTHERS = {
    5: 'event = "scene"\nroll = "scene_end"\n',
    6: 'event = "adjust"\nwho = "bo"\nwho_name = "Bo"\nroll = "adjust"\nnames = { "characters.bo" = "Bo" }\n',
    7: 'event = "adjust"\nroll = "tick"\nnames = { "clocks.k" = "Inondation" }\n',
    8: 'event = "visibility"\nroll = "visibility"\nabout = 3\noutcome = "hidden"\n',
    9: 'event = "outside"\nchanges = [{ path = "characters.ada.initiative", from = 2, to = 3 }]\n',
    10: 'event = "roll"\nwho = "ada"\nwho_name = "Ada"\nroll = "fortune"\nfaces = [3]\noutcome = "bad"\n',
    11: 'event = "remove"\nroll = "remove_character"\nwho = "zoe"\nwho_name = "Zoé d’Œuf"\n',
    12: 'event = "round"\nroll = "a round of a plug-in"\n',
    13: 'event = "session"\nroll = "session_start"\n',
    14: 'event = "undo"\nroll = "undo"\nbeat_of = 10\n',
    15: 'event = "redo"\nroll = "redo"\nbeat_of = 10\n',
    16: 'event = "add"\nroll = "add_clock"\nnames = { "clocks.k" = "Flood" }\n',
    17: 'event = "edit"\nwho = "ada"\nwho_name = "Ada"\nroll = "edit_character"\n',
    18: 'event = "move"\nroll = "move"\nnames = { "clocks.k" = "Flood" }\n',
    19: 'event = "follow"\nwho = "ada"\nwho_name = "Ada"\nroll = "progress"\n',
}
"""All far back: none of them is read at the start."""
WORDS: dict[str, tuple[int, str, str]] = {
    "scene": (5, "scene", "scène"),
    "adjust": (6, "by hand", "à la main"),
    "visibility": (8, "visibility", "visibilite"),
    "outside": (9, "outside edit", "hors de la table"),
    "roll": (10, "roll", "jet"),
    "remove": (11, "removal", "retrait"),
    "round": (12, "round", "round"),
    "session": (13, "start a session", "commencer une séance"),
    "undo": (14, "undo", "annulation"),
    "redo": (15, "redo", "rétablissement"),
    "add": (16, "addition", "ajout"),
    "edit": (17, "edit", "modification"),
    "move": (18, "move", "déplacement"),
    "follow": (19, "follow-up", "suite"),
    "note": (20, "note", "note"),
}
"""Event → the line of it, and what it is called in English and in French."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return long_log(tmp_path_factory.mktemp("search") / "long.toml", OTHERS)


def found(path: Path, language: str, *queries: str) -> list[list[int]]:
    """Give the lines that each of some queries finds, once the whole log has been looked through."""
    seen: list[list[int]] = []

    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        await pilot.press("slash")
        palette = app.table.furniture.overlays.palette
        await until(pilot, lambda: len(palette.view.items) == 700)
        for query in queries:
            palette.view = typed_in(palette.view, query)
            seen.append([int(item.id.partition(":")[2]) for item in palette.view.found])

    on_file(path, scene, language=language)
    return seen


@pytest.mark.parametrize("language", ["en", "fr"])
class TestSearch:
    """By the names on the screen in either language, also in pages that were read back."""

    def test_every_event_by_its_name(self, path: Path, language: str) -> None:
        assert set(WORDS) == set(EVENTS)
        queries = [english if language == "en" else french for _, english, french in WORDS.values()]
        for (event, (line, *_)), query, lines in zip(
            WORDS.items(), queries, found(path, language, *queries), strict=True
        ):
            assert line in lines, (event, query)
            others = {n for n in OTHERS if n in lines and f'event = "{event}"' not in OTHERS[n]}
            assert event in {"move", "edit", "roll"} or not others, (event, query)

    def test_by_the_name_of_a_character(self, path: Path, language: str) -> None:
        """As it was called then and as it is called now; with the keys there are for typographic signs."""
        ada, then, now, odd = found(path, language, "ada", "bo", "bohort", "zoe d'oeuf")
        assert ada == [19, 17, 10, 9]
        assert 6 in then
        assert now == [6]
        assert odd == [11]

    def test_by_the_name_of_a_clock_then_and_now(self, path: Path, language: str) -> None:
        assert found(path, language, "inondation", "flood") == [[7], [18, 16, 7]]

    def test_by_what_was_done_and_by_whom_together(self, path: Path, language: str) -> None:
        query = "ada fortune roll" if language == "en" else "ada jet de fortune"
        assert found(path, language, query) == [[10]]

    def test_the_line_found_is_gone_to(self, path: Path, language: str) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await pilot.press("slash")
            palette = app.table.furniture.overlays.palette
            await until(pilot, lambda: len(palette.view.items) == 700)
            app.post_message(Paste("scene" if language == "en" else "scène"))
            await pilot.press("enter")
            await pilot.pause(0.05)
            assert app.table.selection.line == 5
            shown = screen_text(app)
            assert "remark 4 " in shown, "what stands around it is in sight"
            assert "remark 20" not in shown

        on_file(path, scene, language=language)
