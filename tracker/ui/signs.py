"""The signs the screen is drawn with, in Unicode and in plain ASCII."""

from __future__ import annotations

from tracker.core.frozen import dataclass
from tracker.i18n.plain_signs import plain_signs


@dataclass(frozen=True, slots=True)
class Signs:
    """Every sign that is ours and not a word."""

    ascii: bool
    corners: str
    """Top left, top right, bottom left, bottom right."""
    level: str
    upright: str
    title_ends: tuple[str, str]
    """Around the title of the pane that has the focus, so that colour is not its only mark."""
    cursor: str
    """Before what is selected."""
    marked: tuple[str, str]
    """Around the number that the arrows change."""
    full: str
    empty: str
    """One segment of a bar."""
    more: str
    """Ends what was too long."""
    dot: str
    """Between the parts of a line."""
    up: str
    down: str
    saved: str
    unsaved: str
    failed: str
    follows: str
    """Before a line that follows from the one above."""
    undone: str
    """Before a line that was taken back."""
    project: str
    player: str
    grip: str
    """Before what is being moved."""

    def plain(self, words: str) -> str:
        """Give a sentence with its typographic signs written as this terminal can show them."""
        return plain_signs(words.replace("←→", "← →")) if self.ascii else words


UNICODE = Signs(
    ascii=False,
    corners="╭╮╰╯",
    level="─",
    upright="│",
    title_ends=("┤", "├"),
    cursor="▸",
    marked=("‹", "›"),
    full="█",
    empty="░",
    more="…",
    dot=" · ",
    up="↑",
    down="↓",
    saved="●",
    unsaved="…",
    failed="!",
    follows="└",
    undone="×",
    project="◇",
    player="·",
    grip="↕",
)
ASCII = Signs(
    ascii=True,
    corners="++++",
    level="-",
    upright="|",
    title_ends=("[", "]"),
    cursor=">",
    marked=("<", ">"),
    full="#",
    empty=".",
    more="~",
    dot=" - ",
    up="^",
    down="v",
    saved="*",
    unsaved="...",
    failed="!",
    follows="`-",
    undone="x",
    project="o",
    player="-",
    grip="%",
)
