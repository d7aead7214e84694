"""Two themes of our own, and the inks that the panes draw with in any theme."""

from __future__ import annotations

from collections.abc import Mapping

from rich.color import Color as RichColor
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


class Inks:
    """The styles the panes draw with, by what they mean. Each also works where colour is missing."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        """Make the inks of a theme from its variables."""

        def colour(name: str) -> RichColor:
            return Color.parse(variables[name]).rich_color

        foreground, background, dim, focus = map(colour, ("foreground", "background", "text-dim", "frame-focus"))
        self.text = self.plain = Style(color=foreground)
        self.strong = Style(color=foreground, bold=True)
        self.dim = self.title = Style(color=dim)
        self.struck = Style(color=dim, strike=True)
        self.frame = Style(color=colour("frame"))
        self.frame_focus = Style(color=focus)
        self.title_focus = Style(color=focus, bold=True)
        self.key = Style(color=colour("key"))
        self.ground = Style(bgcolor=background)
        """The ground of a pane."""
        self.cursor = Style(bgcolor=colour("cursor-ground"))
        """The ground of what is selected in the pane that has the keys."""
        self.bar = Style(bgcolor=colour("bar-ground"))
        """The ground of the first and the last line of the screen."""
        self.die = Style(color=background, bgcolor=colour("best"), bold=True)
        """A die that counts, where it is drawn in one cell."""
        self.unfilled = Style(color=colour("unfilled"))
        self.momentum, self.stress = Style(color=colour("momentum")), Style(color=colour("stress"))
        self.best, self.good = Style(color=colour("best")), Style(color=colour("good"))
        self.mixed, self.bad = Style(color=colour("mixed")), Style(color=colour("bad"))
        self._named = {name: Style(color=colour(name)) for name in KINDS}
        self._named |= {"stress": self.stress, "best": self.best, "good": self.good, "mixed": self.mixed}
        self._named["bad"] = self.bad

    def named(self, name: str) -> Style:
        """Give the ink of a kind of clock or of a tone of outcome; plain for one that has none."""
        return self._named.get(name, self.plain)


KINDS = ("danger", "progress", "project", "complication", "task")


def inks_of(variables: Mapping[str, str]) -> Inks:
    """Make the inks of a theme from its variables."""
    return Inks(variables)
