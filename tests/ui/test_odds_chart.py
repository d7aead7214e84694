"""`o` in a roll: the table of the whole roll as a chart, over the dialog, which stays as it is (product.md, 4)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import tomli
from rich.cells import cell_len
from tables import AMBRE, ambre, play, press, screen_rows, screen_text, settle, table
from textual.events import Key
from textual.pilot import Pilot

from tracker.core.campaign import Campaign
from tracker.ui.app import TrackerApp

SAMPLES = Path(__file__).resolve().parents[2] / "campaigns"
SHEET: dict[str, Any] = {"name": "Aïcha", "initiative": 4, "actions": {"finesse": 2}}
SYSTEMS = ("ambre", "moustaches", "basse-ville", "sept-portes")


def sample(name: str) -> Campaign:
    return table(tomli.loads((SAMPLES / f"{name}.toml").read_text(encoding="utf-8")))


def charted(
    campaign: Campaign, *keys: str, size: tuple[int, int] = (120, 36), before: tuple[str, ...] = ("r",), **options: Any
) -> tuple[str, list[str]]:
    """Open a roll and its table; give the screen as text, and all lines of the table."""
    seen: list[Any] = []

    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, "ctrl+g", "ctrl+g", *before, "o", *keys)
        seen.append(screen_text(app))
        seen.append(list(app.table.furniture.overlays.reader.view.lines))
        assert {cell_len(row) for row in screen_rows(app)} == {size[0]}

    play(campaign, scene, size, **options)
    return seen[0], seen[1]


class TestTable:
    """All dice, positions, difficulties, from the exact odds, with the present row marked."""

    def test_charge_shows_every_number_of_dice(self) -> None:
        seen, lines = charted(ambre(), language="en")
        assert "# Outcomes by number of dice" in seen
        row = next(line for line in lines if line.startswith("▸ 2 dice"))
        assert "27.8%" in row
        assert any(line.startswith("  no dice  impossible") for line in lines)
        assert any(line.startswith("  6 dice") for line in lines)

    def test_charge_says_how_likely_stress_takes_somebody_out(self) -> None:
        _, lines = charted(ambre(), language="en")
        at = next(n for n, line in enumerate(lines) if "2 segments are left" in line)
        assert "‹risky›" in lines[at + 1]
        now = next(line for line in lines[at:] if line.startswith("▸"))
        assert now.split()[3] == "impossible"
        assert "‹69.4%›" in now

    def test_3d6_shows_qualities_against_difficulties(self) -> None:
        _, lines = charted(sample("moustaches"), language="en")
        assert "# Success with 3 dice, by quality and difficulty" in lines
        at = lines.index("# Success with 4 dice, by quality and difficulty")
        assert lines[at + 6].startswith("  quality 5  99.9%")

    def test_pot_shows_dice_against_diff(self) -> None:
        _, lines = charted(sample("basse-ville"), language="en", before=("down", "down", "r"))
        assert any(line.startswith("# Success with every reroll") for line in lines)
        assert any("‹DIFF " in line for line in lines)
        assert sum(line.startswith("▸") for line in lines) >= 2

    def test_sixieme_monde_shows_scores_against_penalties(self) -> None:
        _, lines = charted(sample("sept-portes"), language="en")
        assert sum(line[2:].startswith("score ") for line in lines) >= 3 * 37
        assert any("no penalty" in line for line in lines)

    @pytest.mark.parametrize("name", SYSTEMS)
    @pytest.mark.parametrize("size", [(120, 36), (80, 24), (60, 20)])
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_it_is_no_wider_than_the_screen(self, name: str, size: tuple[int, int], language: str) -> None:
        _, lines = charted(sample(name), size=size, language=language)
        assert len(lines) > 5
        assert max(map(cell_len, lines)) <= size[0] - 4

    @pytest.mark.parametrize("name", SYSTEMS)
    def test_bars_of_the_same_chance_are_the_same_also_where_one_is_marked(self, name: str) -> None:
        before = ("r",) if name == "ambre" else ("down", "down", "r")
        _, lines = charted(sample(name), language="en", before=before)
        marked = [line for line in lines if line.startswith("▸")]
        assert marked
        for line in marked:
            drawn = re.findall(r"‹?([\d.]+%)›? *([█▏▎▍▌▋▊▉]+)", line)
            for share in {share for share, _ in drawn}:
                assert len({bar for other, bar in drawn if other == share}) == 1

    @pytest.mark.parametrize("name", SYSTEMS)
    def test_it_can_be_drawn_in_ascii(self, name: str) -> None:
        _, lines = charted(sample(name), language="en", ascii=True)
        assert all(line.isascii() for line in lines)
        assert any(line.startswith("> ") for line in lines)
        assert any("##" in line for line in lines)


class TestKeys:
    """Arrows scroll, any letter closes, and nothing half typed in the dialog is lost."""

    def test_it_is_scrolled_and_closed_and_the_dialog_is_as_before(self) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "r", "up", "up", "up", "6", "down")
            before = screen_text(app)
            await press(app, pilot, "o")
            assert "Outcomes by number of dice" in screen_text(app)
            top = screen_text(app)
            await press(app, pilot, "down", "down")
            assert screen_text(app) != top
            await press(app, pilot, "x")
            assert screen_text(app) == before
            assert app.table.panel.half_typed
            await press(app, pilot, "up", "5", "enter")
            assert app.session.campaign.log[-1].typed

        play(ambre(), scene, (80, 24), language="en")

    def test_keys_that_follow_at_once_are_those_of_the_table(self) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "r", "down")
            before = screen_text(app)
            for key in ("o", "down", "down", "x"):
                app.post_message(Key(key, key if len(key) == 1 else None))
            await settle(app, pilot)
            assert screen_text(app) == before

        play(ambre(), scene)

    @pytest.mark.parametrize("shut", ["escape", "ctrl+g", "o"])
    def test_leaving_it_leaves_the_dialog_open(self, shut: str) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "r", "o", shut)
            assert app.table.panel_is_open
            assert not app.table.furniture.overlays.is_open

        play(ambre(), scene)

    def test_in_a_text_it_is_a_letter(self) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "r", "up", "up", "up", "up", "o")
            assert not app.table.furniture.overlays.is_open
            assert app.table.panel.half_typed

        play(ambre(), scene)

    @pytest.mark.parametrize(("language", "hint"), [("en", "o table"), ("fr", "o tableau")])
    def test_the_key_is_in_the_hints_and_in_the_help(self, language: str, hint: str) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "r")
            assert hint in screen_text(app)
            await press(app, pilot, "ctrl+g", "?", *["pagedown"] * 3)
            assert ("table of the whole roll" if language == "en" else "tableau du jet entier") in screen_text(app)

        play(ambre(), scene, language=language)


class TestGains:
    """What the other answers lead to is on the screen at every size, while a row has the focus."""

    @pytest.mark.parametrize("size", [(120, 36), (80, 24), (60, 20)])
    def test_what_a_push_would_bring(self, size: tuple[int, int]) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "r", "down", "down", "down")
            assert "87.5%" in screen_text(app)
            assert "impossible" in screen_text(app)

        play(table({**AMBRE, "characters": {"aicha": SHEET}}), scene, size, language="en")


class TestLetterO:
    """`o` opens the table; an answer that begins with o has another letter, and the frame shows which."""

    def letter(self, row: str, language: str, *more: str) -> tuple[str, Any, bool]:
        """Press keys in a row of the roll of Aïcha; give the screen, the answer, whether the table is open."""
        campaign = table(
            {
                **AMBRE,
                "characters": {
                    "aicha": {**SHEET, "talents": [{"text": "de nuit", "kind": "die"}]},
                    "odile": {"name": "Odile", "initiative": 2},
                    "oscar": {"name": "Oscar d’Obidos", "initiative": 2},
                    "lea": {"name": "Dalia", "initiative": 2},
                },
            }
        )
        seen: list[Any] = []

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "r")
            form = app.table.panel.form
            assert form is not None
            form.focus = next(each.name for each in form.rows if row in each.name)
            app.table.panel.say = app.table.say
            seen.append(screen_text(app))
            await press(app, pilot, *more)
            seen.append(form.focused.value)
            seen.append(app.table.furniture.overlays.is_open)

        play(campaign, scene, (80, 24), language=language)
        return seen[0], seen[1], seen[2]

    def test_yes_in_french(self) -> None:
        shown, value, is_open = self.letter("secret", "fr", "u")
        assert "u oui" in shown
        assert (value, is_open) == (True, False)
        assert self.letter("secret", "fr", "u", "n")[1] is False
        assert self.letter("secret", "fr", "U")[1] is True
        assert self.letter("secret", "fr", "o")[1:] == (False, True)
        assert "u yes" not in self.letter("secret", "en")[0]

    def test_names_that_begin_with_it_have_a_letter_each(self) -> None:
        """The d of Odile is that of Dalia, the s of Oscar is free."""
        shown, value, _ = self.letter("help", "en", "i")
        assert "i Odile" in shown
        assert value == "odile"
        shown, value, _ = self.letter("help", "en", "s")
        assert "s Oscar" in shown
        assert value == "oscar"
        assert self.letter("help", "en", "d")[1] == "lea"
