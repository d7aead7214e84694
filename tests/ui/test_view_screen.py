"""The players' screen as a screen: its few keys, what it repaints, and what it says about the file."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, cast

import pytest
from piloting import piloted, until
from planted import brush
from rich.cells import cell_len
from tables import EVENING, story
from textual.app import App, ComposeResult
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Static

from tracker.core.players import for_players
from tracker.i18n.say import say
from tracker.store.watch import Sight, Trouble, Watch
from tracker.ui.view.app import ViewApp, ViewOptions
from tracker.ui.view.reading import notice_of
from tracker.ui.view.screen import PlayersScreen


class StillWatch:
    """A watch on nothing: what it sees is set by the test."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight

    def look(self) -> float:
        return 0.02


def play(
    scene: Callable[[ViewApp, Pilot[int], StillWatch], Awaitable[None]],
    sight: Sight | None = None,
    size: tuple[int, int] = (120, 36),
    **options: Any,
) -> ViewApp:
    """Open the players' screen and have a scene played on it."""
    watch = StillWatch(sight or Sight(for_players(story())))
    app = ViewApp(cast(Watch, watch), ViewOptions(**options))

    async def run() -> None:
        async with piloted(app, size) as pilot:
            await until(pilot, lambda: text_of(app).strip() != "")
            await scene(app, pilot, watch)

    asyncio.run(run())
    return app


def text_of(app: App[int]) -> str:
    """Give the screen as text."""
    return "\n".join("".join(s.text for s in strip) for strip in app.screen._compositor.render_strips())


class TestKeys:
    """p and q leave, ? helps, arrows scroll, Ctrl+L draws again; nothing else does anything."""

    @pytest.mark.parametrize("key", ["p", "P", "q", "Q", "ctrl+c"])
    def test_leaving(self, key: str) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            await pilot.press(key)
            await pilot.pause()
            assert app.return_code == 0
            assert not app.is_running or app._exit

        play(scene)

    def test_help_and_back(self) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            before = text_of(app)
            await pilot.press("question_mark")
            assert "quitter" in text_of(app)
            assert "Aïcha" not in text_of(app)
            await pilot.press("x")
            assert text_of(app) == before

        play(scene)

    def test_other_keys_do_nothing(self) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            before = text_of(app)
            await pilot.press(
                "r", "u", "enter", "plus", "right", "tab", "ctrl+p", "ctrl+z", "x", "1", "escape", "t", "ctrl+l"
            )
            await pilot.pause()
            assert text_of(app) == before
            assert len(app.screen_stack) == 1

        play(scene)

    def test_scrolling_holds_at_the_ends(self) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            before = text_of(app)
            await pilot.press("up")
            assert text_of(app) == before
            await pilot.press("down")
            assert text_of(app) != before
            await pilot.press("end", "down", "end", "home")
            assert text_of(app) == before

        play(scene, size=(40, 12))


class TestFollowing:
    """What the watch sees is on the screen at once; what changes nothing paints nothing."""

    def test_new_state(self) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            campaign = watch.sight.campaign
            named = replace(campaign.characters["aicha"], name="Zoé")
            watch.sight = Sight(replace(campaign, characters={**campaign.characters, "aicha": named}))
            await until(pilot, lambda: "Zoé" in text_of(app))

        play(scene)

    def test_resizing(self) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            before = text_of(app)
            for size in ((80, 24), (20, 5), (60, 20), (1, 1), (40, 12), (200, 60), (120, 36)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                if size == (20, 5):
                    assert "trop" in text_of(app)
            assert text_of(app) == before

        play(scene)

    def test_notices(self) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            campaign = watch.sight.campaign
            watch.sight = Sight(campaign, Trouble.BROKEN)
            await until(pilot, lambda: "! fichier abîmé" in text_of(app))
            assert "Aïcha" in text_of(app)
            watch.sight = Sight(campaign, Trouble.GONE)
            await until(pilot, lambda: "! fichier disparu" in text_of(app))
            watch.sight = Sight(campaign)
            await until(pilot, lambda: "!" not in text_of(app).partition("\n")[0])

        play(scene, size=(60, 20))

    @pytest.mark.parametrize(
        ("since", "words"), [(timedelta(minutes=20), "21:40"), (timedelta(days=1), "2026-11-28 22:00")]
    )
    def test_no_table(self, since: timedelta, words: str) -> None:
        now = EVENING + timedelta(hours=1)
        found = notice_of(Sight(for_players(story()), None, now - since), now)
        assert found is not None
        assert say(found, "en") == f"no table since {words}"

    def test_language_is_that_of_the_campaign_unless_another_is_wanted(self) -> None:
        async def english(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            assert "Last roll" in text_of(app)

        async def french(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            assert "Dernier jet" in text_of(app)

        play(english, language="en")
        play(french)

    def test_title_of_the_terminal_tells_nothing(self) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            assert (app.title, app.sub_title) == ("tracker", "")

        play(scene)

    @pytest.mark.parametrize("theme", ["tracker-dark", "tracker-light", "textual-dark", "dracula"])
    def test_themes(self, theme: str) -> None:
        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            assert app.theme == theme
            app.theme = "tracker-light"
            await pilot.pause()
            assert "Aïcha" in text_of(app)

        play(scene, theme=theme)


class TestStorm:
    """Forty-five sizes from 1x1 to 200x60, with keys and news of the file: no crash, the right picture in the end."""

    @pytest.mark.parametrize("over", [[], ["question_mark"]], ids=["screen", "help"])
    def test_storm(self, over: list[str]) -> None:
        chance = random.Random(len(over) + 7)
        keys = ("down", "up", "pagedown", "home", "end", "x", "ctrl+l", "question_mark")

        async def scene(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            await pilot.press(*over)
            for n in range(45):
                await pilot.resize_terminal(chance.randint(1, 200), chance.randint(1, 60))
                if n % 3 == 0:
                    app.post_message(Key(key := chance.choice(keys), key if len(key) == 1 else None))
                if n % 7 == 0:
                    watch.sight = replace(watch.sight, trouble=chance.choice([None, *Trouble]))
            watch.sight = replace(watch.sight, trouble=None)
            await pilot.resize_terminal(80, 24)
            app.players._helps, app.players.board.first = False, 0
            await pilot.pause(0.1)
            app.players.see(watch.sight)
            await pilot.pause()
            rows = text_of(app).split("\n")
            assert (len(rows), {cell_len(row) for row in rows}) == (24, {80})
            ended.append(text_of(app))

        async def calm(app: ViewApp, pilot: Pilot[int], watch: StillWatch) -> None:
            ended.append(text_of(app))

        ended: list[str] = []
        play(scene, size=(80, 24), language="fr")
        play(calm, size=(80, 24), language="fr")
        assert ended[0] == ended[1]


class Host(App[int]):
    """Somebody else's application, which shows the players' screen for a while."""

    left = ""

    def compose(self) -> ComposeResult:
        yield Static("the table")

    def on_players_screen_left(self, event: PlayersScreen.Left) -> None:
        self.left = event.key
        self.pop_screen()


class TestOnTheTable:
    """The same screen can be shown over the table; `p` goes back, `q` is told apart."""

    @pytest.mark.parametrize("key", ["p", "q"])
    def test_pushed_and_left(self, key: str) -> None:
        async def run() -> None:
            app = Host()
            async with piloted(app, (80, 24)) as pilot:
                screen = PlayersScreen(for_players(story()), "fr", brush(), on_table=True)
                await app.push_screen(screen)
                await pilot.pause()
                assert "retour à la table" in text_of(app)
                screen.show(replace(for_players(story()), head=replace(story().head, title="Autre")))
                await pilot.pause()
                assert "Autre" in text_of(app)
                await pilot.press("r", key)
                await pilot.pause()
                assert app.left == key
                assert "the table" in text_of(app)

        asyncio.run(run())
