"""Every key of the table: what it does to the campaign, and what is then on the screen."""

from __future__ import annotations

import asyncio

import pytest
from piloting import piloted
from tables import ambre, app_of, played, row_with, settle, table
from textual.events import Key


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
