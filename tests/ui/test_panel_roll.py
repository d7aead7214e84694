"""Rolls in the panel, and what happens to a form when the table changes meanwhile (product.md, section 4)."""

from __future__ import annotations

import pytest
from test_panel_host import Host, asking, play, table
from textual.pilot import Pilot

from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.common.characters import RemoveCharacter
from tracker.rules.common.clocks import EditClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.ui.panel.form import Form


class TestDice:
    """A roll shows its exact odds, takes faces of dice on the table, and can be secret."""

    def test_enter_rolls_with_what_is_proposed(self) -> None:
        host = asking(ActionRoll(who="aicha", action="finesse"), "enter")
        assert host.chosen == [(ActionRoll(who="aicha", action="finesse"), None)]

    def test_the_odds_follow_every_change(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, ActionRoll(who="aicha", action="finesse"))
            await pilot.pause()
            assert "1/36" in host.shown()
            await pilot.press("down", "down", "down", "right")
            assert "2/27" in host.shown()

        play(scene)

    def test_impossible_is_said(self) -> None:
        assert "impossible" in asking(ActionRoll(who="aicha", action="muscle")).panel_text

    def test_faces_typed_are_read_back_and_carried(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, ActionRoll(who="aicha", action="finesse"))
            await pilot.press("up", "up", "up", "6")
            assert "6 · …" in host.shown()
            await pilot.press("4")
            assert "6 · 4  (2d6)" in host.shown()
            await pilot.press("enter")

        host = play(scene)
        assert host.chosen[0][1] == {"dice": (6, 4)}
        assert host.session.campaign.log[0].typed

    def test_faces_typed_on_any_row_are_those_of_the_table(self) -> None:
        """Whoever types what the dice show must not have the program throw others."""

        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, ActionRoll(who="aicha", action="finesse"))
            await pilot.press("down", "6", "4")
            assert "6 · 4  (2d6)" in host.shown()
            await pilot.press("enter")

        assert play(scene).chosen == [(ActionRoll(who="aicha", action="finesse"), {"dice": (6, 4)})]

    @pytest.mark.parametrize(("faces", "sentence"), [("6", "not 1"), ("67", "not 7"), ("6x", "no face")])
    def test_wrong_faces_are_named_and_nothing_is_rolled(self, faces: str, sentence: str) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, ActionRoll(who="aicha", action="finesse"))
            await pilot.press("up", "up", "up", *faces, "enter")
            assert sentence in host.shown()
            assert host.panel.half_typed

        assert play(scene).chosen == []

    def test_a_secret_roll(self) -> None:
        host = asking(ActionRoll(who="aicha", action="finesse"), "up", "up", "space", "enter")
        assert host.session.campaign.log[0].secret


class TestChangesMeanwhile:
    """The form follows the campaign; what is half typed stays, and a thing that is gone is said to be."""

    def test_half_typed_text_stays(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, Condition(who="aicha"))
            await pilot.press("X")
            host.session.perform(TickClock(clock="alerte"))
            host.session.perform(Recover(who="aicha", clear=1, words="autre"))
            host.panel.campaign = host.session.campaign
            await pilot.pause()
            assert "cheville fouléeX" in host.shown()
            await pilot.press("enter")

        assert play(scene).session.campaign.characters["aicha"].condition == "cheville fouléeX"

    def test_untouched_text_follows(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, Condition(who="aicha"))
            host.session.perform(Recover(who="aicha", clear=1, words="autre"))
            host.panel.campaign = host.session.campaign
            await pilot.pause()
            assert "autre" in host.shown()

        play(scene)

    def test_what_is_gone_is_said_and_not_done(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, Condition(who="naila"))
            await pilot.press("X")
            host.session.perform(RemoveCharacter(who="naila"))
            host.panel.campaign = host.session.campaign
            await pilot.pause()
            assert "not there any more" in host.shown()
            await pilot.press("enter")
            assert "not there any more" in host.shown()

        assert play(scene).chosen == []

    def test_the_price_of_an_option_follows(self) -> None:
        form = Form(table(), ActionRoll(who="aicha", action="finesse"))
        before = next(ask for ask in form.asks if ask.name == "boost").options[1].blocked
        characters = {**table().tree["characters"]}  # type: ignore[dict-item]
        form.on(table(characters={**characters, "aicha": {**characters["aicha"], "initiative": 0}}))  # type: ignore[dict-item]
        assert before is None
        assert next(ask for ask in form.asks if ask.name == "boost").options[1].blocked is not None


class TestHalfTyped:
    """Leaving asks nothing unless something would be lost."""

    def test_typing_and_taking_it_back_is_nothing(self) -> None:
        assert asking(Condition(who="aicha"), "x").panel.half_typed
        assert not asking(Condition(who="aicha"), "x", "backspace").panel.half_typed

    def test_a_changed_sheet_is_something_a_chosen_option_of_a_roll_is_not(self) -> None:
        assert asking(EditClock(clock="alerte"), "x", "tab").panel.half_typed
        assert not asking(ActionRoll(who="aicha", action="finesse"), "right").panel.half_typed
