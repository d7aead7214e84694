"""The footer: what fits, by importance, and always undo, help and quit."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from tables import app_of, play, screen_rows, settle, story
from textual.pilot import Pilot

from tracker.i18n.say import say
from tracker.ui.actions import BY_ID
from tracker.ui.app import TrackerApp
from tracker.ui.footer import FooterItem, FooterWords, fitting
from tracker.ui.keys import keys_for
from tracker.ui.signs import ASCII, UNICODE, Signs

WIDTHS = range(20, 201)


def items(language: str, signs: Signs = UNICODE, **keymap: str) -> tuple[FooterItem, ...]:
    """Give everything the footer would say with room enough."""
    table = app_of(story(), language=language).get_default_screen()
    return FooterWords(keys_for(keymap), signs).view(table.situation, lambda what: say(what, language)).items


def drawn(language: str, width: int) -> tuple[FooterItem, ...]:
    return fitting(items(language), width)


@pytest.mark.parametrize("signs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("keymap", [{}, {"undo": "ctrl+z", "quit": "ctrl+x", "help": "f1"}], ids=["keys", "remapped"])
@pytest.mark.parametrize("language", ["fr", "en"])
class TestWidths:
    """At every width from 20 to 200."""

    def test_help_undo_and_quit_are_always_there(self, language: str, keymap: dict[str, str], signs: Signs) -> None:
        everything = items(language, signs, **keymap)
        wanted = [item.keys for item in everything if item.always]
        assert len(wanted) == 3
        for width in WIDTHS:
            kept = fitting(everything, width)
            assert [item.keys for item in kept if item.always] == wanted, width
            assert sum(item.width for item in kept) <= width

    def test_what_is_left_out_matters_no_more_than_what_stays(
        self, language: str, keymap: dict[str, str], signs: Signs
    ) -> None:
        everything = items(language, signs, **keymap)
        for width in WIDTHS:
            kept = fitting(everything, width)
            free = width - sum(item.width for item in kept)
            for item in everything:
                if not item.always and item not in kept:
                    lesser = [each for each in kept if not each.always and each.rank > item.rank]
                    assert item.width > free + sum(each.width for each in lesser), (width, item)

    def test_order_stays(self, language: str, keymap: dict[str, str], signs: Signs) -> None:
        everything = [item.keys for item in items(language, signs, **keymap)]
        for width in WIDTHS:
            kept = [item.keys for item in fitting(items(language, signs, **keymap), width)]
            assert kept == [keys for keys in everything if keys in kept]


@pytest.mark.parametrize(("language", "undo", "help"), [("fr", "u Annuler", "? Aide"), ("en", "u Undo", "? Help")])
def test_with_their_words_from_thirty_columns(language: str, undo: str, help: str) -> None:
    for width in range(30, 201):
        said = [f"{item.keys} {item.label}" for item in drawn(language, width)]
        assert undo in said
        assert help in said


@pytest.mark.parametrize("width", [24, 40, 60, 80, 120, 200])
def test_on_the_screen(width: int) -> None:
    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+g")
        await settle(app, pilot)
        last = screen_rows(app)[-1]
        assert cell_len(last) == width
        for id in ("undo", "help", "quit"):
            assert f" {BY_ID[id].keys[0]} " in last

    play(story(), scene, (width, 24), language="fr")
