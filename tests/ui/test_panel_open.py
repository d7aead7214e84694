"""Opening and closing the panel."""

from __future__ import annotations

from rich.cells import cell_len
from test_panel_host import HOSTILE, Host, play, table
from textual import events
from textual.pilot import Pilot

from tracker.core.text import text
from tracker.rules.common.clocks import AddClock
from tracker.rules.common.notes import AddNote
from tracker.rules.system import system_of


class TestOpeningAndClosing:
    """The panel lies over the table: nothing under it is laid out anew, and it has all keys while it is open."""

    def test_nothing_under_it_is_laid_out_anew(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            before = host.ground.resized, host.ground.region
            host.panel.ask(host.session.campaign, AddClock())
            await pilot.pause()
            assert host.panel.is_open
            assert host.panel.region.bottom == 36
            assert (host.ground.resized, host.ground.region) == before

        play(scene)

    def test_the_keys_come_and_go_with_it(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            await pilot.press("a")
            host.panel.ask(host.session.campaign, AddNote())
            await pilot.pause()
            await pilot.press("q", "tab", "u", "f1", "ctrl+s", "ctrl+q", "ctrl+p")
            assert host.ground.pressed == ["a"]
            await pilot.press("ctrl+g", "b")
            assert host.ground.pressed == ["a", "b"]
            assert not host.panel.is_open

        assert play(scene).left == [True]

    def test_leaving_untouched_says_so(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddClock())
            await pilot.press("escape")

        assert play(scene).left == [False]

    def test_the_last_row_leaves(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddClock())
            await pilot.press("shift+tab", "enter")
            assert not host.panel.is_open

        assert play(scene).left == [False]

    def test_what_takes_the_focus_gives_it_back(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddNote())
            await pilot.pause()
            host.ground.focus()
            await pilot.pause()
            await pilot.press("z")
            assert host.ground.pressed == []
            assert host.panel.half_typed

        play(scene)

    def test_enter_pressed_twice_does_it_once(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddNote(words="minuit"))
            await pilot.pause()
            for _ in range(2):
                host.panel._press(events.Key("enter", None))
            await pilot.pause()
            await pilot.pause()

        host = play(scene)
        assert len(host.chosen) == 1
        assert host.ground.pressed == ["enter"]

    def test_it_is_never_higher_than_its_share(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(
                host.session.campaign, system_of("charge").command("roll", host.session.campaign, "aicha") or AddNote()
            )

        for size, most in (((120, 36), 16), ((80, 24), 12), ((60, 20), 11)):
            host = play(scene, size=size)
            assert host.panel.size.height <= most

    def test_every_row_is_as_wide_as_the_screen(self) -> None:
        for words in HOSTILE:
            campaign = table(characters={"a": {"name": words or "-", "condition": words, "ties": [words]}})

            async def scene(host: Host, pilot: Pilot[None]) -> None:
                host.panel.choose(host.session.campaign, text("{w}", w="titre"), ())
                await pilot.pause()
                assert {cell_len(row) for row in host.rows()} == {120}

            play(scene, campaign)
