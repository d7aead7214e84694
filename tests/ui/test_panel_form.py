"""Forms: what is asked, typed and chosen before something is done (product.md, sections 3 and 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len
from test_panel_host import HOSTILE, Host, asking, play, typed
from textual import events
from textual.pilot import Pilot

from tracker.core.clean import clean
from tracker.core.fields import Kind
from tracker.core.text import text
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.common.characters import EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote
from tracker.rules.deed import Ask, Option
from tracker.ui.panel.answers import digit_typed, option_by_letter, turned
from tracker.ui.panel.editor import pasted
from tracker.ui.panel.form import Form


class TestTyping:
    """In text fields letters are text; Enter carries the form out from any row."""

    def test_a_new_clock_takes_two_keys_beside_its_name(self) -> None:
        host = asking(AddClock(), "Le pont", "enter")
        assert [clock.name for clock in host.session.campaign.clocks.values()][-1] == "Le pont"
        assert not host.panel.is_open

    def test_a_progress_clock_of_six_takes_four(self) -> None:
        host = asking(AddClock(kind="progress"), "Fuir", "down", "down", "right", "enter")
        clock = list(host.session.campaign.clocks.values())[-1]
        assert (clock.name, clock.kind, clock.size) == ("Fuir", "progress", 6)

    def test_keys_of_the_table_are_letters_here(self) -> None:
        host = asking(AddNote(), "quj/?", "enter")
        assert host.session.campaign.log[-1].note == "quj/?"

    def test_the_text_there_is_can_be_changed(self) -> None:
        host = asking(Condition(who="aicha"), "!", "home", "delete", "C", "end", "backspace", "enter")
        assert host.session.campaign.characters["aicha"].condition == "Cheville foulée"

    @pytest.mark.parametrize("words", HOSTILE)
    def test_any_text_is_shown_as_it_is_and_columns_hold(self, words: str) -> None:
        taken = pasted(words)

        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddNote())
            await pilot.pause()
            host.panel.post_message(events.Paste(words))
            await pilot.pause()
            assert clean(taken) in host.shown()
            assert {cell_len(row) for row in host.rows()} == {120}
            await pilot.press("enter")

        host = play(scene)
        assert [command for command, _ in host.chosen] == [AddNote(words=taken)]

    def test_pasted_line_ends_are_spaces(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddNote())
            host.panel.post_message(events.Paste("a\r\nb\nc"))
            await pilot.press("enter")

        assert play(scene).chosen == [(AddNote(words="a b c"), None)]

    def test_eighty_characters_scroll_under_the_cursor(self) -> None:
        words = " ".join(str(n) for n in range(60))

        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddNote())
            host.panel.post_message(events.Paste(words))
            await pilot.pause()
            assert words[-30:] in host.shown()
            assert {cell_len(row) for row in host.rows()} == {80}
            await pilot.press("home")
            assert words[:30] in host.shown()
            assert words[-30:] not in host.shown()

        play(scene, size=(80, 24))

    def test_in_the_smallest_window_what_is_typed_is_seen(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, Condition(who="aicha"))
            await pilot.pause()
            await pilot.press(*"abcdefg")
            await pilot.pause()
            assert "abcdefg" in host.shown()

        play(scene, size=(24, 6))

    def test_text_of_several_lines_shows_its_line_ends(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, EditCharacter(who="aicha"))
            await pilot.pause()
            while host.panel.form is not None and host.panel.form.focused.kind is not Kind.PROSE:
                await pilot.press("down")
            await pilot.press("a", "ctrl+j", "b")
            assert "a⏎b" in host.shown()
            await pilot.press("enter")

        assert play(scene).session.campaign.characters["aicha"].notes == "a\nb"


class TestRefusals:
    """A refusal is said in the panel, and nothing typed is lost."""

    def test_the_sentence_is_in_the_panel_and_the_text_stays(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddNote())
            await pilot.press("space", "enter")
            await pilot.pause()
            assert "a note needs some words" in host.shown()
            await pilot.press("x", "enter")

        assert play(scene).session.campaign.log[-1].note == " x"

    def test_what_the_rules_refuse_beforehand_is_not_posted(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, ActionRoll(who="naila", action="focus", boost="die"))
            await pilot.press("enter")
            assert "! " in host.shown()

        host = play(scene)
        assert host.chosen == []
        assert host.panel.is_open

    def test_nothing_to_ask_still_needs_enter(self) -> None:
        host = asking(RemoveCharacter(who="naila"))
        assert host.panel.is_open
        assert "naila" not in asking(RemoveCharacter(who="naila"), "enter").session.campaign.characters


class TestChoosing:
    """← → change a choice, a number, a flag; + - and digits a number; a letter jumps."""

    def test_numbers_stop_at_their_ends(self) -> None:
        host = asking(Recover(who="aicha", clear=4), "right", "enter")
        assert host.chosen == [(Recover(who="aicha", clear=4), None)]

    def test_one_less_and_digits(self) -> None:
        assert asking(Recover(who="aicha", clear=4), "minus", "enter").chosen[0][0] == Recover(who="aicha", clear=3)
        assert asking(Recover(who="aicha", clear=4), "2", "enter").chosen[0][0] == Recover(who="aicha", clear=2)
        assert asking(TickClock(clock="alerte"), "left", "left", "enter").chosen[0][0] == TickClock(
            clock="alerte", by=-1
        )

    def test_suggested_sizes_come_first_and_others_one_by_one(self) -> None:
        assert asking(AddClock(), "down", "down", "right", "right", "enter").chosen[0][0] == AddClock(size=8)
        assert asking(AddClock(), "down", "down", "plus", "enter").chosen[0][0] == AddClock(size=5)

    def test_a_letter_jumps_in_the_language_of_the_screen(self) -> None:
        assert asking(AddClock(), "down", "p", "enter").chosen[0][0] == AddClock(kind="progress")

    def test_blocked_options_are_passed_over_with_their_reason(self) -> None:
        options = (
            Option("a", text("first")),
            Option("b", text("second"), blocked=text("not now")),
            Option("c", text("third")),
        )
        ask = Ask("x", text("X"), Kind.CHOICE, "a", options)
        assert turned(ask, 1).value == "c"
        assert turned(ask, 1).passed == options[1]
        assert turned(ask, -1).value == "c"
        assert turned(ask, -1).passed is None

    def test_a_number_may_be_none(self) -> None:
        ask = Ask("x", text("X"), Kind.WHOLE, 1, low=1, high=3)
        assert turned(ask, -1, optional=True).value is None
        assert turned(replace(ask, value=None), 1, optional=True).value == 1
        assert turned(replace(ask, value=None), -1, optional=True).value is None

    def test_a_letter_goes_on_among_equals_and_knows_no_accents(self) -> None:
        options = (Option(1, text("Étudier")), Option(2, text("Tirer")), Option(3, text("écouter")))
        ask = Ask("x", text("X"), Kind.CHOICE, 1, options)
        assert option_by_letter(ask, "e", lambda what: what.key) == options[2]
        assert option_by_letter(replace(ask, value=3), "E", lambda what: what.key) == options[0]

    def test_digits_make_a_number_where_it_fits(self) -> None:
        ask = Ask("x", text("X"), Kind.WHOLE, 1, low=1, high=20)
        assert digit_typed(ask, "2", False) == 2
        assert digit_typed(ask, "2", True) == 12
        assert digit_typed(replace(ask, value=12), "5", True) == 5
        assert digit_typed(ask, "0", False) is None


async def sheet_at(host: Host, pilot: Pilot[None], who: str, row: str) -> Form:
    """Open the sheet of a character and go down to one of its rows."""
    host.panel.ask(host.session.campaign, EditCharacter(who=who))
    await pilot.pause()
    form = host.panel.form
    assert form is not None
    while form.focus != row:
        await pilot.press("down")
    return form


class TestSheets:
    """Lists of a sheet are edited line by line; an empty line more adds one."""

    def test_a_tie_is_rewritten_and_one_is_added(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            form = await sheet_at(host, pilot, "aicha", "ties.1")
            await pilot.press("ctrl+u")
            await typed(pilot, "le roi")
            await pilot.press("down")
            assert form.focus == "ties.+"
            await typed(pilot, "la mer")
            await pilot.press("down")
            assert form.focus == "ties.+"
            await pilot.press("enter")

        character = play(scene).session.campaign.characters["aicha"]
        assert character.ties == ("Bohort, son frère", "le roi", "la mer")

    def test_two_ties_are_added_one_after_the_other(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            form = await sheet_at(host, pilot, "bohort", "ties.+")
            await typed(pilot, "un")
            await pilot.press("down")
            assert form.focus == "ties.+"
            await typed(pilot, "deux")
            await pilot.press("enter")

        assert play(scene).session.campaign.characters["bohort"].ties == ("un", "deux")

    def test_an_emptied_tie_goes(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            form = await sheet_at(host, pilot, "aicha", "ties.0")
            await pilot.press("ctrl+u", "down")
            assert form.focus == "ties.1"
            await pilot.press("enter")

        assert play(scene).session.campaign.characters["aicha"].ties == ("la guilde",)

    def test_a_long_sheet_scrolls_with_the_focus(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, EditCharacter(who="aicha"))
            await pilot.pause()
            assert "↓" in host.rows()[-1]
            await pilot.press("up", "up")
            assert "↑" in host.rows()[-1]
            assert any("▸" in row for row in host.rows()[1:-1])

        play(scene, size=(60, 20))
