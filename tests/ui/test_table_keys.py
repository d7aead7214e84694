"""Every key of the table: what it does to the campaign, and what is then on the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from piloting import piloted
from tables import ambre, app_of, press, screen_text, settle, story, table
from textual.events import Key
from textual.pilot import Pilot

from tracker.core.campaign import Campaign
from tracker.ui.app import TrackerApp

Scene = Callable[[TrackerApp, Pilot[int]], Awaitable[None]]


def played(
    *keys: str, campaign: Campaign | None = None, size: tuple[int, int] = (120, 36), **options: Any
) -> tuple[TrackerApp, str]:
    """Press keys on the sample table; give the application and the screen as it was then."""
    app = app_of(campaign if campaign is not None else ambre(), **{"language": "en", **options})
    shown = ""

    async def run() -> None:
        nonlocal shown
        async with piloted(app, size) as pilot:
            await settle(app, pilot)
            await press(app, pilot, *keys)
            shown = screen_text(app)

    asyncio.run(run())
    return app, shown


def row_with(shown: str, words: str) -> str:
    """Give the first row of a screen that holds some words."""
    return next(row for row in shown.splitlines() if words in row)


class TestSelecting:
    """Arrows, j and k, Tab, digits and the unshifted French row select; the character stays across panes."""

    def test_the_party_has_the_keys_and_its_first_character_is_selected(self) -> None:
        _, shown = played()
        assert "┤ Initiative ├" in shown
        assert "▸ Aïcha" in shown

    @pytest.mark.parametrize(
        ("keys", "name"),
        [
            (["down"], "Bohort"),
            (["j", "J"], "Ficelle"),
            (["down", "up"], "Aïcha"),
            (["down", "K"], "Aïcha"),
            (["end"], "Naïla"),
            (["down"] * 9, "Naïla"),
            (["3"], "Ficelle"),
            (["é"], "Bohort"),
            (["É"], "Bohort"),
            (["quotation_mark"], "Ficelle"),
            (["apostrophe"], "Naïla"),
            (["4", "ampersand"], "Aïcha"),
            (["9"], "Aïcha"),
        ],
    )
    def test_a_character_is_selected(self, keys: list[str], name: str) -> None:
        app, shown = played(*keys)
        assert app.table.campaign.characters[app.table.selection.who].name == name
        assert f"▸ {name}" in shown

    def test_the_character_stays_selected_in_the_stress_pane(self) -> None:
        app, shown = played("down", "tab", "down")
        assert app.table.selection.who == "ficelle"
        assert "┤ Stress and condition ├" in shown

    @pytest.mark.parametrize(
        ("keys", "pane"),
        [
            (["tab"], "Stress and condition"),
            (["tab", "tab"], "Clocks"),
            (["tab"] * 3, "Log"),
            (["tab"] * 4, "Initiative"),
            (["shift+tab"], "Log"),
            (["tab", "tab", "2"], "Initiative"),
        ],
    )
    def test_a_pane_gets_the_keys(self, keys: list[str], pane: str) -> None:
        assert f"┤ {pane} ├" in played(*keys)[1]

    def test_the_selection_goes_to_the_neighbour_of_what_is_gone(self) -> None:
        app, shown = played("down", "x")
        assert "bohort" not in app.table.campaign.characters
        assert app.table.selection.who == "ficelle"
        assert "▸ Ficelle" in shown


class TestMoreAndLess:
    """→ + = give one more of the marked number, ← - one less; g marks the next one."""

    @pytest.mark.parametrize("key", ["right", "plus", "equals_sign"])
    def test_one_more(self, key: str) -> None:
        app, shown = played(key)
        assert app.table.campaign.characters["aicha"].initiative == 5
        assert "‹5›" in row_with(shown, "▸ Aïcha")
        assert "initiative 4 → 5" in shown

    @pytest.mark.parametrize("key", ["left", "minus"])
    def test_one_less(self, key: str) -> None:
        assert played(key)[0].table.campaign.characters["aicha"].initiative == 3

    @pytest.mark.parametrize("key", ["g", "G"])
    def test_the_next_number_is_marked(self, key: str) -> None:
        app, shown = played(key, "right")
        assert app.table.campaign.characters["aicha"].counters["argent"].value == 4
        assert "‹4›" in row_with(shown, "▸ Aïcha")

    def test_stress_in_its_pane(self) -> None:
        app, shown = played("tab", "right")
        assert app.table.campaign.characters["aicha"].stress == 3
        assert "3/4" in shown

    def test_segments_of_a_clock(self) -> None:
        app, shown = played("tab", "tab", "right")
        assert app.table.campaign.clocks["alerte"].filled == 3
        assert "! 3/6" in shown

    def test_below_nothing_is_refused_with_a_reason(self) -> None:
        app, shown = played("4", "left")
        assert app.table.campaign.characters["naila"].initiative == 0
        assert "! initiative of Naïla is 0 and goes no further" in shown

    def test_a_full_clock_is_announced_and_stays(self) -> None:
        app, shown = played("tab", "tab", "down", "right")
        assert app.table.campaign.clocks["pont"].full
        assert "FULL" in shown
        assert "Le pont s'effondre is full; Enter on it resolves it" in shown


class TestForms:
    """Keys that ask something first open the panel; Enter carries it out."""

    @pytest.mark.parametrize(
        ("keys", "words"),
        [
            (["r"], "Action roll"),
            (["enter"], "Action roll"),
            (["R"], "Action roll"),
            (["d"], "Determination roll"),
            (["f"], "Fortune roll"),
            (["b"], "Flashback"),
            (["c"], "Condition of Aïcha"),
            (["n"], "New character"),
            (["e"], "Edit the character"),
            (["tab", "tab", "n"], "New clock"),
            (["tab", "tab", "e"], "Edit the clock"),
            (["tab", "tab", "enter"], "Advance the clock"),
            (["tab", "tab", "down", "right", "enter"], "Resolve the clock"),
            (["tab", "tab", "tab", "n"], "Note"),
            (["t"], "Start a session"),
        ],
    )
    def test_the_panel_opens(self, keys: list[str], words: str) -> None:
        app, shown = played(*keys)
        assert app.table.panel.is_open
        assert words in shown

    def test_a_new_clock_takes_at_most_four_keys_beside_its_name(self) -> None:
        app, shown = played("tab", "tab", "n", *"fire", "enter")
        assert app.table.campaign.clocks["fire"].name == "fire"
        assert not app.table.panel.is_open
        assert "fire" in shown

    def test_a_new_character(self) -> None:
        app, _ = played("n", *"Zoé", "enter")
        assert app.table.campaign.characters["zoe"].initiative == 2

    def test_a_note(self) -> None:
        app, shown = played("shift+tab", "n", *"rain", "enter")
        assert app.table.campaign.log[-1].note == "rain"
        assert "rain" in shown

    def test_the_condition(self) -> None:
        app, shown = played("4", "c", *" now", "enter")
        assert app.table.campaign.characters["naila"].condition == "main brûlée now"
        assert "main brûlée" in shown

    def test_what_is_asked_can_be_left_without_esc(self) -> None:
        app, shown = played("r", "ctrl+g")
        assert not app.table.panel.is_open
        assert "q Quit" in shown

    def test_a_refused_command_leaves_the_form_open_with_the_reason(self) -> None:
        app, shown = played("shift+tab", "n", "enter")
        assert app.table.panel.is_open
        assert "a note needs some words" in shown


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


class TestOrderAndSight:
    """m moves the selected thing, v says what the players see, x takes out."""

    def test_a_character_is_moved_and_one_undo_moves_it_back(self) -> None:
        app, _ = played("m", "down", "down", "enter")
        assert list(app.table.campaign.characters) == ["bohort", "ficelle", "aicha", "naila"]
        app, _ = played("m", "down", "down", "m", "u")
        assert list(app.table.campaign.characters) == ["aicha", "bohort", "ficelle", "naila"]

    def test_a_clock_is_moved(self) -> None:
        app, _ = played("tab", "tab", "end", "M", "up", "m")
        assert list(app.table.campaign.clocks)[-2:] == ["tempete", "dette"]

    def test_after_moving_the_arrows_select_again(self) -> None:
        app, _ = played("m", "down", "enter", "down")
        assert app.table.selection.who == "ficelle"

    @pytest.mark.parametrize(("presses", "state"), [(1, "name"), (2, "hidden"), (3, "shown")])
    def test_the_visibility_of_a_clock_has_three_states(self, presses: int, state: str) -> None:
        app, shown = played("tab", "tab", *["v"] * presses)
        assert app.table.campaign.clocks["alerte"].visibility == state
        assert ("name only" in shown) is True

    def test_a_condition_is_hidden(self) -> None:
        app, shown = played("v")
        assert app.table.campaign.characters["aicha"].condition_visibility == "hidden"
        assert "hidden" in shown

    def test_a_log_line_is_hidden_struck_and_noted(self) -> None:
        app, shown = played("right", "shift+tab", "v")
        assert app.table.campaign.log[-1].about == 1
        assert "hidden from the players" in shown
        _, shown = played("right", "shift+tab", "x")
        assert "×" in row_with(shown, "initiative 4 → 5")
        _, shown = played("right", "shift+tab", "e", *"no", "enter")
        assert "about line 1: no" in shown

    def test_things_are_taken_out(self) -> None:
        assert "alerte" not in played("tab", "tab", "x")[0].table.campaign.clocks
        assert "aicha" not in played("X")[0].table.campaign.characters


class TestUndo:
    """u takes back what the status line names, y puts it back."""

    def test_the_status_line_names_what_u_would_take_back(self) -> None:
        assert "nothing to take back" in played()[1]
        _, shown = played("right")
        assert "u takes back: Aïcha: by hand (initiative 4 → 5)" in shown

    @pytest.mark.parametrize("undo", ["u", "U", "ctrl+z"])
    def test_it_is_taken_back_and_struck(self, undo: str) -> None:
        app, shown = played("right", undo)
        assert app.table.campaign.characters["aicha"].initiative == 4
        assert "×" in row_with(shown, "initiative 4 → 5")

    @pytest.mark.parametrize("redo", ["y", "Y", "ctrl+y"])
    def test_it_is_put_back(self, redo: str) -> None:
        app, _ = played("right", "u", redo)
        assert app.table.campaign.characters["aicha"].initiative == 5

    def test_there_is_nothing_to_take_back(self) -> None:
        _, shown = played("u")
        assert "! there is nothing to take back" in shown
        _, shown = played("y")
        assert "! there is nothing to put back" in shown

    def test_a_refusal_goes_with_the_next_key(self) -> None:
        assert "! there is" not in played("u", "down")[1]

    def test_u_right_after_a_change_takes_back_that_change(self) -> None:
        app = app_of(ambre())

        async def run() -> None:
            async with piloted(app, (120, 36)) as pilot:
                await settle(app, pilot)
                app.table.act("more")
                app.table.act("undo")
                await settle(app, pilot)

        asyncio.run(run())
        assert app.table.campaign.characters["aicha"].initiative == 4


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
        _, shown = played("question_mark", "end", language=language, keymap={"undo": "f8"})
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


class TestKeymap:
    """Keys are remapped by the id of the action."""

    def test_another_key_does_it_and_the_footer_says_so(self) -> None:
        app, _ = played("o", keymap={"more": "o,ctrl+o"})
        assert app.table.campaign.characters["aicha"].initiative == 5
        app, _ = played("z", keymap={"condition": "z"})
        assert app.table.panel.is_open
        assert "z Condition" in played(keymap={"condition": "z"})[1]

    def test_the_default_key_is_free_then(self) -> None:
        assert not played("c", keymap={"condition": "z"})[0].table.panel_is_open

    def test_clashes_and_unknown_ids_are_said_once(self) -> None:
        _, shown = played(keymap={"nonsense": "z", "undo": "r"})
        assert "there is no action “nonsense”" in shown
        assert "there is no action" not in played("down", keymap={"nonsense": "z"})[1]

    def test_a_table_without_anybody_answers_every_key(self) -> None:
        empty = table({"format": 1, "title": "", "system": "charge", "language": "en"})
        for keys in (["r"], ["right"], ["e"], ["x"], ["v"], ["m"], ["g"], ["c"], ["tab", "tab", "enter"]):
            app, shown = played(*keys, campaign=empty)
            assert app.table.campaign.log == ()
            assert "Nobody is at the table yet" in shown


class TestFastTyping:
    """Keys that come faster than the screen are not lost."""

    def test_the_key_right_after_the_one_that_opens_the_panel_goes_to_the_panel(self) -> None:
        app = app_of(ambre(), language="en")

        async def run() -> None:
            async with piloted(app, (120, 36)) as pilot:
                await settle(app, pilot)
                for key in ("r", "enter"):
                    app.post_message(Key(key, None))
                await settle(app, pilot)

        asyncio.run(run())
        assert app.table.campaign.log[-1].roll == "action"


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
