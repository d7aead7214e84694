"""What lies over the table: rolls, the table menu, help, palette, the big mode, and leaving."""

from __future__ import annotations

import asyncio

import pytest
from piloting import piloted
from tables import ambre, app_of, played, press, screen_text, settle, story


class TestRolling:
    """A roll is carried out and logged, and what the rules offer next is on the screen."""

    def test_a_roll_is_logged_and_its_offers_are_shown(self) -> None:
        app, shown = played("r", "enter")
        assert app.table.campaign.log[-1].roll == "action"
        assert "Finesse 2d" in shown

    def test_an_unfinished_beat_is_offered_when_the_table_opens(self) -> None:
        app, shown = played(campaign=story())
        assert app.table.panel.is_open
        assert "Worse condition" in shown

    def test_what_was_left_open_is_in_the_menu(self) -> None:
        _, shown = played("ctrl+g", "t", campaign=story())
        assert "Go on with the last roll" in shown
        app, shown = played("ctrl+g", "t", "g", campaign=story())
        assert app.table.panel.is_open
        assert "Worse condition" in shown


class TestTableMenu:
    """t holds sessions, scenes, recovery, language, theme."""

    def test_a_session_begins(self) -> None:
        app, shown = played("t", "s")
        assert app.table.campaign.session == 8
        assert "session 8" in shown.splitlines()[0]

    def test_a_session_and_a_scene_end(self) -> None:
        assert "session 7 ends" in played("t", "e")[1]
        assert "the scene ends" in played("t", "f")[1]

    def test_recovery_of_the_selected_character(self) -> None:
        app, _ = played("t", "r", "enter")
        assert app.table.campaign.characters["aicha"].stress == 1

    def test_the_language_is_switched_live(self) -> None:
        _, shown = played("right", "t", "l")
        assert "┤ Initiative ├" in shown
        assert "Horloges" in shown
        assert "Journal" in shown
        assert "r Lancer" in shown
        assert "à la main" in shown
        _, shown = played("t", "l", "t", "l")
        assert "Clocks" in shown

    def test_another_theme(self) -> None:
        app, _ = played("t", "t", "b")
        assert app.theme == "tracker-light"

    def test_every_theme_can_be_worn(self) -> None:
        app = app_of(story(), language="en")

        async def run() -> None:
            async with piloted(app, (80, 24)) as pilot:
                for theme in app.available_themes:
                    app.theme = theme
                    await settle(app, pilot)
                    assert "Clocks" in screen_text(app)

        asyncio.run(run())

    def test_opening_another_campaign_is_offered_only_where_it_is_possible(self) -> None:
        assert "Open another campaign" not in played("t")[1]
        app, shown = played("t", can_open=True)
        assert "Open another campaign" in shown
        app, _ = played("t", "o", can_open=True)
        assert app.return_code == 75


class TestHelpAndPalette:
    """? h F1 show every key; Ctrl+P finds an action by its name."""

    @pytest.mark.parametrize("key", ["question_mark", "h", "H", "f1"])
    def test_the_help_opens_and_any_letter_closes_it(self, key: str) -> None:
        _, shown = played(key)
        assert "the rules in short" in shown
        assert "take back what the status line names" in shown
        assert "Clocks" in played(key, "q")[1]

    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_the_help_walks_through_the_first_evening_with_the_keys_of_this_table(self, language: str) -> None:
        _, shown = played("question_mark", "end", *["up"] * 10, language=language, keymap={"undo": "f8"})
        assert {"en": "Your first evening", "fr": "Votre première soirée"}[language] in shown
        assert {"en": "A mistake? F8 takes", "fr": "Une erreur\u00a0? F8 annule"}[language] in shown
        assert {"en": "9. At the end", "fr": "9. À la fin"}[language] in shown

    def test_the_help_is_scrolled(self) -> None:
        _, shown = played("question_mark", "end", size=(80, 24))
        assert "┤ Help" in shown
        assert "↑" in shown.splitlines()[-1]

    def test_the_palette_finds_and_does(self) -> None:
        app, shown = played("ctrl+p", *"one m")
        assert "One more" in shown
        app, _ = played("ctrl+p", *"one m", "enter")
        assert app.table.campaign.characters["aicha"].initiative == 5

    def test_the_palette_is_left_by_its_own_key(self) -> None:
        app, _ = played("ctrl+p", "ctrl+p", "right")
        assert app.table.campaign.characters["aicha"].initiative == 5

    def test_every_action_of_the_palette_can_be_chosen(self) -> None:
        from tracker.ui.palette import palette_view, typed_in
        from tracker.ui.signs import UNICODE

        app, _ = played()
        view = palette_view(app.table.situation, app.table.keys, app.table.say, UNICODE)
        for item in view.items:
            assert item.label
            assert typed_in(view, item.label).found


class TestLeaving:
    """q and Ctrl+C leave; Ctrl+S and Ctrl+Q do nothing."""

    @pytest.mark.parametrize("key", ["q", "Q", "ctrl+c"])
    def test_the_table_is_left(self, key: str) -> None:
        assert played(key)[0].return_code == 0

    @pytest.mark.parametrize("key", ["ctrl+s", "ctrl+q", "f5", "escape"])
    def test_nothing_happens(self, key: str) -> None:
        app, shown = played(key)
        assert app.return_code is None or app.is_running is False
        assert "q Quit" in shown

    def test_what_is_half_typed_is_not_thrown_away_by_one_key(self) -> None:
        app, shown = played("shift+tab", "n", *"half", "ctrl+c")
        assert "half" in shown
        assert app.table.panel.half_typed
        app, _ = played("shift+tab", "n", *"half", "ctrl+c", "ctrl+c")
        assert app.return_code == 0

    def test_redraw(self) -> None:
        assert "┤ Initiative ├" in played("ctrl+l")[1]


def solid(shown: str) -> int:
    """Count the cells of large letters in the lower half of a screen."""
    rows = shown.splitlines()
    return sum(sign in "█▀▄" for row in rows[len(rows) // 2 + 2 :] for sign in row)


class TestBigMode:
    """For a table that is projected: the last roll in letters that are read from the back of the room."""

    @pytest.mark.parametrize("size", [(120, 36), (80, 24), (60, 20)])
    def test_from_the_table_menu_and_back(self, size: tuple[int, int]) -> None:
        _, before = played("ctrl+g", "tab", campaign=story(), size=size)
        _, large = played("ctrl+g", "t", "b", "tab", campaign=story(), size=size)
        _, after = played("ctrl+g", "t", "b", "t", "b", "tab", campaign=story(), size=size)
        assert after == before
        assert size == (60, 20) or solid(large) > solid(before) + 20
        assert "BAD" in before
        assert "Naïla" in large
        assert size != (60, 20) or " BAD OUTCOME " in large

    def test_a_new_roll_is_the_one_in_large_letters(self) -> None:
        app = app_of(story(), language="en")

        async def run() -> tuple[str, str]:
            async with piloted(app, (120, 36)) as pilot:
                await settle(app, pilot)
                await press(app, pilot, "ctrl+g", "t", "b")
                before = screen_text(app)
                await press(app, pilot, "f", "enter", "ctrl+g")
                return before, screen_text(app)

        before, after = asyncio.run(run())
        at = next(n for n, row in enumerate(before.splitlines()) if "─ Log ─" in row)
        assert "Naïla" in before.splitlines()[at + 1]
        assert "ortune" in after.splitlines()[at + 1]

    def test_nothing_rolled_yet(self) -> None:
        _, shown = played("t", "b", campaign=ambre())
        assert "Nothing has happened yet" in shown
