"""Text of our own themes is read from afar: contrast by the formula of WCAG 2, from the theme's values."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual.color import Color
from textual.theme import Theme

from tracker.ui.painting import brought_down
from tracker.ui.themes import KINDS, THEMES

TEXT_INKS = (
    "foreground", "text-dim", "frame-focus", "key", "momentum", "stress", "best", "good", "mixed", "bad", *KINDS
)  # fmt: skip
"""Everything that words, numbers and signs are drawn in."""
GROUNDS = ("background", "cursor-ground", "bar-ground")
"""The pane, what is selected in it and the row of the panel with the focus, the first and last line and fields."""
GRAPHICS = ("frame", "unfilled")
STYLES = Path(__file__).parents[2] / "tracker" / "ui" / "styles" / "over.tcss"
theme_named = pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)


def luminance(colour: str) -> float:
    """Give the relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance."""
    parts = (value / 255 for value in Color.parse(colour).rgb)
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def values(theme: Theme) -> dict[str, str]:
    assert theme.foreground is not None
    assert theme.background is not None
    return {**theme.variables, "foreground": theme.foreground, "background": theme.background}


def test_the_formula() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@theme_named
class TestContrast:
    """Text at least 7:1, frames and the unfilled part of a pie at least 3:1."""

    @pytest.mark.parametrize("ground", GROUNDS)
    @pytest.mark.parametrize("ink", TEXT_INKS)
    def test_text(self, theme: Theme, ink: str, ground: str) -> None:
        """Reversed words (full clocks, alarms) and lit dice are the same two colours the other way round."""
        found = values(theme)
        assert contrast(found[ink], found[ground]) >= 7

    def test_what_is_typed_stands_on_a_ground_of_its_own(self, theme: Theme) -> None:
        found = values(theme)
        assert contrast(found["foreground"], found["field-ground"]) >= 7
        assert found["field-ground"] not in {found[ground] for ground in GROUNDS}

    @pytest.mark.parametrize("ground", ["background", "cursor-ground"])
    @pytest.mark.parametrize("ink", GRAPHICS)
    def test_graphics(self, theme: Theme, ink: str, ground: str) -> None:
        found = values(theme)
        assert contrast(found[ink], found[ground]) >= 3

    @pytest.mark.parametrize("kind", [*KINDS, "stress"])
    def test_filled_and_empty_differ_in_grey(self, theme: Theme, kind: str) -> None:
        assert contrast(values(theme)[kind], values(theme)["unfilled"]) >= 2

    @pytest.mark.parametrize("kind", [*KINDS, "stress"])
    def test_filled_empty_and_ground_are_three_of_sixteen_colours(self, theme: Theme, kind: str) -> None:
        found = values(theme)
        wanted = [found[name] for name in (kind, "unfilled", "background")]
        sixteen = [brought_down(Color.parse(each).rich_color, ColorSystem.STANDARD) for each in wanted]
        for one, other in combinations(sixteen, 2):
            assert one != other

    @pytest.mark.parametrize("ink", [*TEXT_INKS, "frame"])
    @pytest.mark.parametrize("ground", GROUNDS)
    def test_no_text_vanishes_in_sixteen_colours(self, theme: Theme, ink: str, ground: str) -> None:
        found = values(theme)
        one, other = (brought_down(Color.parse(found[name]).rich_color, ColorSystem.STANDARD) for name in (ink, ground))
        assert one != other


def test_nothing_in_the_panel_is_dimmed_below_its_colour() -> None:
    words = STYLES.read_text(encoding="utf-8")
    assert "text-style: dim" not in words
    assert "opacity" not in words
