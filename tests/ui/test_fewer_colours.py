"""What is really drawn, cell by cell, as a terminal of sixteen colours and a grey one show it.

The colours are those of the cells on the screen, brought down as `painting` brings them down for the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pytest
from rich.color import Color, ColorSystem
from small_tables import SMALL, small
from tables import play, press, story, table
from test_themes import contrast
from textual.pilot import Pilot

from tracker.ui.app import TrackerApp
from tracker.ui.painting import brought_down
from tracker.ui.themes import DARK, LIGHT, THEMES

SCENES: dict[str, tuple[str, ...]] = {
    "table": (),
    "clocks": ("tab", "tab"),
    "log": ("shift+tab", "up"),
    "roll": ("r", "down"),
    "typing": ("c", "x"),
    "menu": ("t",),
    "palette": ("ctrl+p", "down"),
    "help": ("question_mark",),
    "odds": ("r", "o"),
    "players": ("p",),
}
WORDS, DRAWN = "words", "drawn"


class Cell(NamedTuple):
    """One sign on the screen."""

    sign: str
    ink: Color
    ground: Color

    @property
    def kind(self) -> str:
        """Words and numbers, or lines, blocks and Braille."""
        return DRAWN if "\u2500" <= self.sign <= "\u259f" or "\u2800" <= self.sign <= "\u28ff" else WORDS


@lru_cache(maxsize=64)
def cells(system: str, theme: str, size: tuple[int, int], keys: tuple[str, ...]) -> frozenset[Cell]:
    """Give every different cell of a scene that has something in it; a reversed one as it is seen."""
    found: set[Cell] = set()

    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, "ctrl+g", "ctrl+g", *keys)
        await pilot.pause(0.05)
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                style = segment.style
                if segment.text.isspace():
                    continue
                assert style is not None, segment
                assert style.color is not None, segment
                assert style.bgcolor is not None, segment
                ink, ground = (style.bgcolor, style.color) if style.reverse else (style.color, style.bgcolor)
                found.update(Cell(sign, ink, ground) for sign in segment.text if not sign.isspace())

    play(story() if system == "story" else table(small(system)), scene, size, language="fr", theme=theme)
    return frozenset(found)


def grey(colour: Color) -> str:
    """Give the grey of a colour, one of the 24 that a terminal of 256 colours has beside black and white."""
    red, green, blue = colour.get_truecolor()
    level = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    nearest = min((0, *range(8, 239, 10), 255), key=lambda step: abs(step / 255 - level))
    return f"#{nearest:02x}{nearest:02x}{nearest:02x}"


def sixteen(colour: Color, palette: Sequence[str]) -> str:
    number = brought_down(colour, ColorSystem.STANDARD).number
    assert number is not None
    return palette[number]


LINUX = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip
XTERM = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip
"""What the sixteen are on the Linux console and in xterm."""
SEEN = [(system, scene) for system in SMALL for scene in ("table", "roll")]
SEEN += [("story", scene) for scene in SCENES]
every_scene = pytest.mark.parametrize(("system", "scene"), SEEN, ids=lambda part: part)
in_both_themes = pytest.mark.parametrize("theme", [DARK, LIGHT])
SOLID = "█"
"""Nothing of its ground is seen."""


@every_scene
@in_both_themes
class TestEveryCell:
    """Words stand out from the ground they are drawn on, lines and the parts of a pie from what they border on."""

    def test_in_sixteen_colours(self, system: str, scene: str, theme: str) -> None:
        """Words 3:1 or better on both kinds of terminal; what is drawn is of another colour than what it is drawn on.

        Red beside grey differs in little but its hue: how far a pie is filled stands beside it in numbers.
        """
        for cell in cells(system, theme, (80, 24), SCENES[scene]):
            for palette in (LINUX, XTERM):
                ink, ground = sixteen(cell.ink, palette), sixteen(cell.ground, palette)
                if cell.kind == WORDS:
                    assert contrast(ink, ground) >= 3, cell
                elif cell.sign != SOLID:
                    assert ink != ground, cell

    def test_in_grey(self, system: str, scene: str, theme: str) -> None:
        """Words 4.5:1 or better, lines and pies against the ground 3:1, filled against unfilled 1.8:1."""
        for cell in cells(system, theme, (80, 24), SCENES[scene]):
            found = contrast(grey(cell.ink), grey(cell.ground))
            if cell.kind == WORDS:
                assert found >= 4.5, cell
            elif cell.sign != SOLID:
                assert found >= (1.8 if is_pie(cell) else 3), cell


def is_pie(cell: Cell) -> bool:
    """Say whether two parts of a pie meet in a cell: its ground is no ground of a pane."""
    return cell.ground.triplet is not None and cell.ground.triplet.hex not in GROUNDS


GROUNDS = {theme.background for theme in THEMES} | {
    theme.variables[name] for theme in THEMES for name in ("cursor-ground", "bar-ground", "field-ground")
}


class TestMeaning:
    """Two things that mean something else are other signs, never the same signs in another colour."""

    @pytest.mark.parametrize("size", [(120, 36), (80, 24)], ids=lambda size: f"{size[0]}x{size[1]}")
    def test_no_colour_alone_changes_when_something_does(self, size: tuple[int, int]) -> None:
        """Whatever a key changes in the colours of a row it changes in the row's signs or in those of its frame."""
        steps = (
            ("down",), ("g",), ("right",), ("c",), ("ctrl+g",), ("tab", "tab"), ("down",), ("right",), ("v",), ("v",),
            ("tab",), ("up",), ("x",), ("v",), ("shift+tab", "u"), ("t",), ("down",), ("ctrl+g",), ("r",),
        )  # fmt: skip

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await press(app, pilot, "ctrl+g", "ctrl+g")
            before = pictured(app)
            for keys in steps:
                await press(app, pilot, *keys)
                now = pictured(app)
                recoloured = [n for n, (was, row) in enumerate(zip(before, now, strict=True)) if was != row]
                reworded = [n for n in recoloured if words_of(before[n]) != words_of(now[n])]
                assert not recoloured or reworded, keys
                before = now

        play(story(), scene, size, language="en")


def pictured(app: TrackerApp) -> list[list[tuple[str, str]]]:
    return [[(s.text, str(s.style)) for s in strip] for strip in app.screen._compositor.render_strips()]


def words_of(row: list[tuple[str, str]]) -> str:
    return "".join(words for words, _ in row)
