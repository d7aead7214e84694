"""Two themes of our own, and the inks that the panes draw with in any theme."""

from __future__ import annotations

from collections.abc import Mapping

from rich.color import Color as RichColor
from rich.style import Style
from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

DARK = "tracker-dark"
LIGHT = "tracker-light"

_DARK_INKS = {
    "text-dim": "#afb5c2",
    "frame": "#6e737f",
    "frame-focus": "#91b6f0",
    "cursor-ground": "#222836",
    "bar-ground": "#1b1f27",
    "field-ground": "#313a4e",
    "key": "#91b6f0",
    "momentum": "#ecc966",
    "stress": "#e8a93a",
    "danger": "#ff988a",
    "progress": "#6ec697",
    "project": "#91b6f3",
    "complication": "#cda3f3",
    "task": "#66c2cc",
    "unfilled": "#70747d",
    "best": "#f2cf63",
    "good": "#6ec697",
    "mixed": "#e8a93a",
    "bad": "#ff988a",
}
_LIGHT_INKS = {
    "text-dim": "#454951",
    "frame": "#7e828a",
    "frame-focus": "#00308f",
    "cursor-ground": "#dbe6fb",
    "bar-ground": "#eceff4",
    "field-ground": "#d3d7de",
    "key": "#00308f",
    "momentum": "#644300",
    "stress": "#743a00",
    "danger": "#940d0d",
    "progress": "#00552a",
    "project": "#0b3d91",
    "complication": "#5b1a91",
    "task": "#00525a",
    "unfilled": "#7f8185",
    "best": "#624400",
    "good": "#00552a",
    "mixed": "#743a00",
    "bad": "#940d0d",
}
_DARK_SIXTEEN = {
    "text-dim": 7,
    "frame": 8,
    "frame-focus": 14,
    "cursor-ground": 0,
    "bar-ground": 0,
    "field-ground": 4,
    "momentum": 11,
    "stress": 11,
    "danger": 9,
    "progress": 10,
    "project": 14,
    "complication": 13,
    "task": 6,
    "unfilled": 8,
    "best": 11,
}
_LIGHT_SIXTEEN = {
    "text-dim": 8,
    "frame": 8,
    "cursor-ground": 15,
    "bar-ground": 15,
    "field-ground": 7,
    "momentum": 0,
    "stress": 5,
    "unfilled": 7,
    "best": 0,
}
SIXTEEN: Mapping[str, int] = {
    **{_DARK_INKS[name]: number for name, number in _DARK_SIXTEEN.items()},
    **{_LIGHT_INKS[name]: number for name, number in _LIGHT_SIXTEEN.items()},
}
"""Our colours → which of the sixteen of a terminal is drawn for them, where the nearest would not be read well.

Of what is selected the sign tells then, and not a ground that no words stand out from.
"""

THEMES = (
    Theme(
        name=DARK,
        primary="#91b6f0",
        secondary="#91b6f3",
        accent="#ecc966",
        warning="#e8a93a",
        error="#ff988a",
        success="#6ec697",
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
        accent="#644300",
        warning="#743a00",
        error="#940d0d",
        success="#00552a",
        foreground="#000000",
        background="#ffffff",
        surface="#ffffff",
        panel="#eceff4",
        dark=False,
        variables=_LIGHT_INKS,
    ),
)


def theme_names() -> tuple[str, ...]:
    """Give the names of the themes there are: ours, then those of the toolkit."""
    return (*(theme.name for theme in THEMES), *BUILTIN_THEMES)


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
