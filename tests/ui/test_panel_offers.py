"""What the rules offer next: the outcome stays on the screen, each offer is one key (product.md, section 4)."""

from __future__ import annotations

from rich.cells import cell_len
from test_panel_host import Host, play, table, typed
from textual.pilot import Pilot

from tracker.core.text import text, verbatim
from tracker.dice.pool import Faces
from tracker.i18n.say import say
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.common.clocks import TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.deed import Command, Offer
from tracker.rules.table import open_beat

ROLL = ActionRoll(who="aicha", action="finesse")
BAD: Faces = {"dice": (2, 1)}
PARTIAL: Faces = {"dice": (5, 2)}


class Foreign(Command):
    """A command of the screen, which no deed carries out."""


MENU = (
    Offer("s", text("Start a session"), StartSession()),
    Offer("r", text("Recovery"), Recover(who="aicha")),
    Offer("x", text("Never"), EndScene(), blocked=text("there is no scene")),
    Offer("l", text("Language"), Foreign()),
)


def open_rolled(host: Host, faces: Faces = PARTIAL) -> None:
    """Roll, and show what may follow."""
    host.session.perform(ROLL, faces)
    host.panel.offer(host.session.campaign, *open_beat(host.session.campaign))


class TestABeat:
    """A whole beat needs no mouse and no Esc, and at most ten keys beside the condition's text."""

    def test_roll_stress_condition_in_three_keys_beside_the_text(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, ROLL)
            await pilot.pause()
            await pilot.press("up", "up", "up", "2", "1")
            await pilot.press("enter", "s", "ctrl+u")
            await typed(pilot, "bras cassé")
            await pilot.press("enter")

        host = play(scene)
        aicha = host.session.campaign.characters["aicha"]
        assert (aicha.stress, aicha.condition) == (3, "bras cassé")
        assert len({entry.beat for entry in host.session.campaign.log}) == 1

    def test_the_outcome_stays_above_the_offers(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            open_rolled(host)
            await pilot.pause()
            shown = host.shown()
            assert "▐●   ●▌" in shown
            assert "initiative 4 → 5" in shown
            assert "▸ s " in shown

        play(scene)

    def test_an_offer_that_opens_does_so_with_the_outcome_above(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            open_rolled(host, BAD)
            await pilot.press("s")
            await pilot.pause()
            assert "cheville foulée" in host.shown()
            assert "▐●    ▌" in host.shown()

        play(scene)

    def test_leaving_a_form_goes_back_to_the_offers_and_then_out(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            open_rolled(host, BAD)
            await pilot.press("s")
            await pilot.pause()
            await pilot.press("ctrl+g")
            assert host.panel.is_open
            assert host.left == []
            assert "▸ c " in host.shown()
            await pilot.press("ctrl+g")
            assert not host.panel.is_open

        assert play(scene).left == [False]

    def test_it_fits_small_screens(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            open_rolled(host)
            await pilot.pause()
            width = host.size.width
            assert {cell_len(row) for row in host.rows()} == {width}
            for _ in open_beat(host.session.campaign)[1]:
                assert any(row.startswith("│ ▸") for row in host.rows())
                await pilot.press("down")

        for size in ((80, 24), (60, 20)):
            play(scene, size=size)


class TestMenus:
    """Menus: a key in either case, or arrows and Enter."""

    def choose(self, *keys: str, language: str = "en") -> Host:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.choose(host.session.campaign, text("Table"), MENU)
            await pilot.press(*keys)

        return play(scene, language=language)

    def test_a_key_takes_an_offer_at_once(self) -> None:
        assert self.choose("s").session.campaign.session == 8
        assert self.choose("S").session.campaign.session == 8

    def test_arrows_and_enter(self) -> None:
        assert self.choose("down", "up", "enter").session.campaign.session == 8
        assert self.choose("up", "enter").left == [False]

    def test_an_offer_that_asks_opens_its_form(self) -> None:
        assert "Segments cleared" in self.choose("r").panel_text
        assert self.choose("r", "enter").chosen == [(Recover(who="aicha"), None)]

    def test_a_blocked_offer_says_why(self) -> None:
        host = self.choose("x")
        assert host.panel_text.count("there is no scene") == 2
        assert host.chosen == []

    def test_commands_of_the_screen_are_handed_over(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.choose(host.session.campaign, text("Table"), MENU)
            await pilot.press("l")

        assert play(scene).chosen == [(Foreign(), None)]

    def test_other_letters_do_nothing(self) -> None:
        host = self.choose("q", "z", "9")
        assert host.panel.is_open
        assert host.ground.pressed == []

    def test_names_of_people_are_not_read_as_markup(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            offers = (Offer("a", text("Recovery of {who}", who="Zoé [/] [b"), Recover(who="aicha")),)
            host.panel.choose(host.session.campaign, verbatim("[x"), offers)
            await pilot.pause()
            assert "Recovery of Zoé [/] [b" in host.shown()
            assert "┤ [x ├" in host.shown()

        play(scene)


class TestLanguages:
    """The panel is said again when the language changes, with the typography of the language."""

    def test_it_is_said_again(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, ROLL)
            await pilot.pause()
            assert "27.8%" in host.shown()
            host.panel.say = lambda what: say(what, "fr")
            await pilot.pause()
            assert "27,8\u00a0%" in host.shown()

        play(scene)

    def test_what_is_half_typed_stays(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, AddNote())
            await pilot.press("x")
            host.panel.say = lambda what: say(what, "fr")
            await pilot.press("y", "enter")

        assert play(scene).chosen == [(AddNote(words="xy"), None)]


class TestAscii:
    """Where there is no Unicode its own signs are plain."""

    def test_only_user_text_is_not(self) -> None:
        async def scene(host: Host, pilot: Pilot[None]) -> None:
            host.panel.ask(host.session.campaign, TickClock(clock="alerte"))
            await pilot.pause()
            assert host.shown().isascii()
            host.panel.ask(host.session.campaign, ActionRoll(who="bohort", action="muscle"))
            await pilot.press("down", "down", "down", "right")
            assert host.shown().replace("·", "").replace("→", "").replace("ï", "").isascii()
            host.panel.ask(host.session.campaign, Condition(who="bohort", words="ok"))
            await pilot.pause()
            assert host.shown().isascii()

        play(scene, table(), ascii=True)
