"""What gives way as the window gets smaller, in the order that layout.py states; and that all of it comes back."""

from __future__ import annotations

import random

import pytest
from tables import AMBRE, ambre, play, press, screen_rows, screen_text, settle, story, table, widths
from textual.pilot import Pilot

from tracker.core.tree import Tree
from tracker.ui.app import TrackerApp
from tracker.ui.layout import LEAST, LEAST_FOUR, TOO_SMALL, arranged
from tracker.ui.selection import PANES

TITLES = ("Initiative", "Stress et condition", "Horloges", "Journal")
PIES = set("▀▄▐▌▟▙▛▜")
KEYS = ["tab", "right", "left", "down", "up", "u", "t", "escape", "question_mark", "ctrl+p", "ctrl+g", "c", "a", "n"]


def opened(size: tuple[int, int], *keys: str) -> str:
    """Give the French table at a size, after keys."""
    shown = ""

    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        nonlocal shown
        await press(app, pilot, "ctrl+g", *keys)
        assert widths(screen_rows(app)) == {size[0]}
        shown = screen_text(app)

    play(story(), scene, size, language="fr")
    return shown


class TestOrder:
    """First the log shrinks, then bars stand for pies, then one pane stands alone, then there is a sentence."""

    def test_eighty_by_twenty_four_shows_four_panes_with_everybody_and_every_clock(self) -> None:
        shown = opened((80, 24))
        for words in (*TITLES, "Aïcha", "Bohort", "Ficelle", "Naïla", "cheville foulée", "MAUVAIS"):
            assert words in shown
        for number in ("3/6", "3/4", "7/8", "1/6", "1/4", "6/8"):
            assert number in shown

    def test_the_log_shrinks_first(self) -> None:
        logs = [int(arranged(120, height, "party", 4).rows.split()[3]) for height in (60, 40, 30, 24, 20, 18)]
        assert logs == sorted(logs, reverse=True)
        assert logs[-1] == 5, "three lines and the frame"
        assert PIES & set(opened((120, 24)))

    def test_bars_stand_for_pies_at_sixty_by_twenty(self) -> None:
        shown = opened((60, 20))
        for words in TITLES:
            assert words in shown
        assert not {"▀", "▄", "▟", "▙"} & set(shown)
        assert "██░░ 2/4" in shown

    @pytest.mark.parametrize("size", [(40, 12), (49, 30), (80, 17), (30, 10)])
    def test_one_pane_alone_and_tab_goes_through_the_four(self, size: tuple[int, int]) -> None:
        for tabs, title in enumerate(TITLES):
            shown = opened(size, *["tab"] * tabs)
            assert [each for each in TITLES if f"┤ {each}" in shown] == [title]
            assert f"Tab {tabs + 1}/4" in shown or size[0] == 30

    def test_alone_a_pane_shows_more_than_beside_three(self) -> None:
        shown = opened((40, 12), "tab", "tab")
        for words in ("3/6 danger", "7/8", "La tempête"):
            assert words in shown

    @pytest.mark.parametrize("size", [(20, 5), (23, 50), (200, 5), (1, 1)])
    def test_a_sentence_where_nothing_has_room(self, size: tuple[int, int]) -> None:
        shown = " ".join(opened(size).split())
        assert shown == ("La fenêtre est trop petite." if size[0] > 1 else "")

    def test_the_limits(self) -> None:
        assert arranged(*LEAST_FOUR, "log", 4).alone == ""
        assert arranged(LEAST_FOUR[0] - 1, 40, "log", 4).alone == "log"
        assert arranged(*LEAST, "log", 4).alone == "log"
        assert arranged(LEAST[0] - 1, 40, "log", 4).too_small
        assert TOO_SMALL.key


class TestBack:
    """A window that grows shows what it showed before; unseen no key does anything but leave."""

    @pytest.mark.parametrize("keys", [["ctrl+g"], [], ["ctrl+g", "c", "a", "b"], ["ctrl+g", "question_mark"]])
    def test_all_comes_back(self, keys: list[str]) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, *keys)
            before = screen_text(app)
            for size in ((20, 5), (40, 12), (3, 3)):
                await pilot.resize_terminal(*size)
                await settle(app, pilot)
                if size == (20, 5):
                    assert " ".join(screen_text(app).split()) == "La fenêtre est trop petite."
            await press(app, pilot, "right", "x", "tab", "b", "enter")
            await pilot.resize_terminal(120, 36)
            await settle(app, pilot)
            assert screen_text(app).splitlines()[:16] == before.splitlines()[:16]
            assert app.session.campaign.last_n == last_n

        last_n = story().last_n
        play(story(), scene, language="fr")

    def test_the_dialog_has_its_keys_again(self) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "c")
            await pilot.resize_terminal(20, 5)
            await settle(app, pilot)
            await pilot.resize_terminal(80, 24)
            await settle(app, pilot)
            await press(app, pilot, "end", "x", "y", "z", "enter")
            assert app.session.campaign.characters["aicha"].condition.endswith("xyz")

        play(ambre(), scene, language="fr")

    def test_quit_leaves_even_unseen(self) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "ctrl+g")
            await pilot.resize_terminal(20, 5)
            await settle(app, pilot)
            await pilot.press("q")
            await pilot.pause()

        assert play(story(), scene).return_value == 0


class TestStorm:
    """Sixty sizes from 1x1 to 200x60 in each of four places, with keys: no crash, the right picture in the end."""

    @pytest.mark.parametrize(
        "over", [[], ["c"], ["question_mark"], ["ctrl+p"]], ids=["table", "dialog", "help", "palette"]
    )
    def test_storm(self, over: list[str]) -> None:
        chance = random.Random(len(over) + 41)

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "ctrl+g", *over)
            for n in range(60):
                await pilot.resize_terminal(chance.randint(1, 200), chance.randint(1, 60))
                if n % 2:
                    await pilot.press(chance.choice(KEYS))
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            await press(app, pilot, "ctrl+g", "ctrl+g", "ctrl+g")
            await settle(app, pilot)
            rows = screen_rows(app)
            assert (len(rows), widths(rows)) == (24, {80})
            ended = screen_text(app)
            app.table.paint_anew()
            await settle(app, pilot)
            assert screen_text(app) == ended
            for id, title in zip(PANES, TITLES, strict=True):
                assert app.table.board.pane(id).display
                assert title in ended

        play(story(), scene, language="fr")


class TestConditions:
    """However many sit at the table, each condition stands under its clock (Charge, Santé et Condition)."""

    @pytest.mark.parametrize("size", [(120, 36), (100, 30), (80, 24)])
    @pytest.mark.parametrize("count", [3, 5, 6])
    def test_the_first_words_of_every_condition_are_on_the_screen(self, count: int, size: tuple[int, int]) -> None:
        names = ("Aïcha", "Bohort", "Ficelle", "Naïla", "Sélim", "Diane")[:count]
        party: Tree = {
            name.lower(): {"name": name, "stress": n % 4, "condition": f"blessé{n} au bras gauche", "taken_out": n == 1}
            for n, name in enumerate(names)
        }
        shown = ""

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            nonlocal shown
            shown = screen_text(app)

        play(table({**AMBRE, "characters": party, "clocks": {}}), scene, size, language="fr")
        unseen = [n for n in range(count) if f"blessé{n}" not in shown]
        # On one row of 38 cells the mark of who is taken out comes first.
        assert not unseen or (size == (80, 24) and unseen == [1]), shown


class TestHiddenClocks:
    """A game master sees on every screen which clocks the players do not; the kind, which its sign says, gives way."""

    @pytest.mark.parametrize("size", [(120, 36), (80, 24), (60, 20)])
    @pytest.mark.parametrize("count", [3, 5, 7, 8])
    def test_how_far_a_clock_is_seen_stands_beside_it(self, count: int, size: tuple[int, int]) -> None:
        clocks: Tree = {
            f"k{n}": {"name": f"Le gardien numéro {n}", "kind": ("danger", "progress")[n % 2], "size": 6, "filled": 2}
            | {"visibility": {count - 2: "name", count - 1: "hidden"}.get(n, "shown")}
            for n in range(count)
        }
        shown = ""

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            nonlocal shown
            shown = screen_text(app)

        play(table({**AMBRE, "clocks": clocks}), scene, size, language="fr")
        assert "nom" in shown, shown
        assert "cach" in shown, shown

    def test_a_full_one_too_where_the_words_stand_beside_small_pies(self) -> None:
        full: Tree = {"name": "Crue", "kind": "danger", "size": 4, "filled": 4, "visibility": "hidden"}
        others: Tree = {f"k{n}": {"name": f"Horloge {n}", "kind": "danger", "size": 6, "filled": 2} for n in range(7)}
        shown = ""

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            nonlocal shown
            shown = screen_text(app)

        play(table({**AMBRE, "clocks": {**others, "crue": full}}), scene, (80, 24), language="fr")
        assert "PLEINE" in shown
        assert "cachée" in shown, shown
