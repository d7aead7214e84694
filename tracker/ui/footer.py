"""The last line: the keys that matter here, as many as there is room for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.ui.actions import ACTIONS, ALWAYS, LAST
from tracker.ui.cells import Line
from tracker.ui.drawn import Drawn
from tracker.ui.keys import Keys, key_label
from tracker.ui.signs import Signs
from tracker.ui.situation import Situation


@dataclass(frozen=True, slots=True)
class FooterItem:
    """One key with its word."""

    keys: str
    label: str
    rank: int
    """The greater it is the sooner the item gives way."""
    available: bool = True
    always: bool = False
    """It never gives way; where room is short it stands there as its key alone."""

    @property
    def width(self) -> int:
        """How many cells it takes."""
        return cell_len(f" {self.keys} {self.label} ") if self.label else cell_len(f" {self.keys} ")


@dataclass(frozen=True, slots=True)
class FooterView:
    """The items in the order of the line."""

    items: tuple[FooterItem, ...] = ()


class Footer(Drawn[FooterView]):
    """Draws the last line. What cannot be done now is dim, not gone."""

    def draw(self) -> list[Strip]:
        """Give the line."""
        inks, signs, width = self.inks, self.signs, self.size.width
        line = Line(width, inks.ground + inks.bar, signs.more)
        for item in fitting(self.view.items, width):
            key = inks.key + Style(bold=True) if item.available else inks.dim
            label = f" {item.label} " if item.label else " "
            line.put(" ").put(item.keys, key).put(label, inks.text if item.available else inks.dim)
        return [line.strip()]


def fitting(items: tuple[FooterItem, ...], width: int) -> tuple[FooterItem, ...]:
    """Give the items that fit into a width: those that are always there, then those of the least rank.

    Where even the former are too wide their words go, those of the last one first.
    """
    always = {item: item for item in items if item.always}
    for item in reversed(always):
        if sum(each.width for each in always.values()) > width:
            always[item] = replace(item, label="")
    width -= sum(each.width for each in always.values())
    kept = dict(always)
    for item in sorted(items, key=lambda item: item.rank):
        if not item.always and item.width <= width:
            kept[item] = item
            width -= item.width
    return tuple(kept[item] for item in items if item in kept)


LISTED = (*(a for a in ACTIONS if a.rank and a.id not in LAST), *(a for a in ACTIONS if a.id in LAST))


class FooterWords:
    """The words of the last line, said once in each language."""

    def __init__(self, keys: Keys, signs: Signs) -> None:
        """Begin with nothing said."""
        self._keys = keys
        self._signs = signs
        self._said: dict[str, dict[str, tuple[str, str]]] = {}

    def view(self, at: Situation, say: Callable[[Text], str]) -> FooterView:
        """Give what the last line says: the actions with a rank, then those that always stand there."""
        words = self._said.get(at.language)
        if words is None:
            words = self._said[at.language] = dict(self._words(say))
        return FooterView(
            tuple(
                FooterItem(*words[action.id], action.rank, action.refusal(at) is None, action.id in ALWAYS)
                for action in LISTED
                if action.id in words and action.exists(at)
            )
        )

    def _words(self, say: Callable[[Text], str]) -> Iterator[tuple[str, tuple[str, str]]]:
        for action in LISTED:
            shown = self._keys.shown[action.id]
            if shown:
                key = action.footer_keys or say(key_label(shown[0], self._signs))
                yield action.id, (self._signs.plain(key), say(action.footer_label or action.label))
