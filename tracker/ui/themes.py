"""Two themes of our own, and the inks that the panes draw with in any theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from rich.style import Style
from textual.color import Color
from textual.theme import Theme

DARK = "tracker-dark"
LIGHT = "tracker-light"

_DARK_INKS = {
    "text-dim": "#8b94a6",
    "frame": "#3b4252",
    "frame-focus": "#8fb4f0",
    "cursor-ground": "#262d3b",
    "bar-ground": "#1b1f27",
    "key": "#8fb4f0",
    "momentum": "#ecc966",
    "stress": "#e8a838",
    "danger": "#ec6a5e",
    "progress": "#5cbf8a",
    "project": "#7aa7f0",
    "complication": "#c08cf0",
    "task": "#4fb9c4",
    "unfilled": "#2c3240",
    "best": "#f2cf63",
    "good": "#5cbf8a",
    "mixed": "#e8a838",
    "bad": "#ec6a5e",
}
_LIGHT_INKS = {
    "text-dim": "#4a4f57",
    "frame": "#8a8f98",
    "frame-focus": "#00308f",
    "cursor-ground": "#dbe6fb",
    "bar-ground": "#eceff4",
    "key": "#00308f",
    "momentum": "#7a5200",
    "stress": "#8f4700",
    "danger": "#a80f0f",
    "progress": "#00602f",
    "project": "#0b3d91",
    "complication": "#5b1a91",
    "task": "#00545c",
    "unfilled": "#d3d7de",
    "best": "#6b4a00",
    "good": "#00602f",
    "mixed": "#8f4700",
    "bad": "#a80f0f",
}

THEMES = (
    Theme(
        name=DARK,
        primary="#8fb4f0",
        secondary="#7aa7f0",
        accent="#ecc966",
        warning="#e8a838",
        error="#ec6a5e",
        success="#5cbf8a",
        foreground="#dde2eb",
        background="#13161b",
        surface="#171b21",
        panel="#1b1f27",
        dark=True,
        variables=_DARK_INKS,
    ),
    Theme(
        name=LIGHT,
        primary="#00308f",
        secondary="#0b3d91",
        accent="#7a5200",
        warning="#8f4700",
        error="#a80f0f",
        success="#00602f",
        foreground="#000000",
        background="#ffffff",
        surface="#ffffff",
        panel="#eceff4",
        dark=False,
        variables=_LIGHT_INKS,
    ),
)


def ink_defaults(theme: Theme) -> dict[str, str]:
    """Give our own variables for a theme that does not know them, out of the colours it has."""
    own = dict(_DARK_INKS if theme.dark else _LIGHT_INKS)
    for names, colour in (
        (("danger", "bad"), theme.error),
        (("progress", "good"), theme.success),
        (("stress", "mixed"), theme.warning),
        (("momentum", "best"), theme.accent),
        (("project",), theme.secondary),
        (("frame-focus", "key"), theme.primary),
    ):
        if colour is not None and not colour.startswith("ansi"):
            own.update(dict.fromkeys(names, colour))
    return own


@dataclass(frozen=True, eq=False)
class Inks:
    """The styles the panes draw with, by what they mean. Each also works where colour is missing."""

    text: Style
    dim: Style
    strong: Style
    frame: Style
    frame_focus: Style
    title: Style
    title_focus: Style
    cursor: Style
    """The ground of what is selected in the pane that has the focus."""
    bar: Style
    """The ground of the first and the last lines of the screen."""
    key: Style
    momentum: Style
    stress: Style
    danger: Style
    progress: Style
    project: Style
    complication: Style
    task: Style
    unfilled: Style
    best: Style
    good: Style
    mixed: Style
    bad: Style
    plain: Style
    die: Style
    """A die that counts."""
    struck: Style
    ground: Style
    """The ground of a pane."""

    def named(self, name: str) -> Style:
        """Give the ink of a kind of clock or of a tone of outcome; plain for one that has none."""
        found = getattr(self, name, self.plain)
        return found if isinstance(found, Style) else self.plain


def inks_of(variables: Mapping[str, str]) -> Inks:
    """Make the inks of a theme from its variables."""

    def colour(name: str) -> str:
        return Color.parse(variables[name]).rich_color.name

    named = {
        name: Style(color=colour(name))
        for name in (each.name for each in fields(Inks))
        if name in _DARK_INKS and name not in {"frame"}
    }
    foreground, background = colour("foreground"), colour("background")
    return Inks(
        **named,
        text=Style(color=foreground),
        plain=Style(color=foreground),
        dim=Style(color=colour("text-dim")),
        strong=Style(color=foreground, bold=True),
        frame=Style(color=colour("frame")),
        frame_focus=Style(color=colour("frame-focus")),
        title=Style(color=colour("text-dim")),
        title_focus=Style(color=colour("frame-focus"), bold=True),
        cursor=Style(bgcolor=colour("cursor-ground")),
        bar=Style(bgcolor=colour("bar-ground")),
        die=Style(color=background, bgcolor=colour("best"), bold=True),
        struck=Style(color=colour("text-dim"), strike=True),
        ground=Style(bgcolor=background),
    )
