"""Planted secrets: evenings in which every text is a sign of its own, and everything the players ever get to see."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from textual.strip import Strip

from tracker.cli.show import table_lines
from tracker.cli.show_data import as_json, table_data
from tracker.core.campaign import Campaign
from tracker.core.players import for_players
from tracker.i18n.say import say
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.signs import ASCII, UNICODE
from tracker.ui.themes import THEMES, inks_of
from tracker.ui.view.card import Brush
from tracker.ui.view.picture import draw
from tracker.ui.view.reading import Reader

TOKEN = re.compile(r"zq\d+x")
SIZES = ((120, 36), (80, 24), (60, 20), (40, 12), (200, 60))


class Planting(Random):
    """Chance that answers with a new sign wherever one of some words is to be chosen."""

    def __init__(self, seed: int, words: Sequence[str]) -> None:
        super().__init__(seed)
        self._words = words
        self.made = 0

    def choice(self, seq: Any) -> Any:
        return self.token() if seq is self._words else super().choice(seq)

    def token(self) -> str:
        """Give a text that stands nowhere else."""
        self.made += 1
        return f"zq{self.made}x"


def tokens(thing: object) -> set[str]:
    """Give the planted texts in whatever a thing says of itself."""
    return set(TOKEN.findall(thing if isinstance(thing, str) else repr(thing)))


@lru_cache(maxsize=2)
def brush(ascii: bool = False) -> Brush:
    """Give what the screen is drawn with."""
    variables = {**THEMES[0].to_color_system().generate(), **THEMES[0].variables}
    return Brush(inks_of(variables), ASCII if ascii else UNICODE, PieStyle.QUADRANT)


def words_of(rows: Sequence[Strip]) -> str:
    """Give a picture as text."""
    return "\n".join(row.text for row in rows)


def picture(campaign: Campaign, size: tuple[int, int], language: str = "en", *, ascii: bool = False) -> str:
    """Give the players' screen as text, of a campaign that `for_players` gave."""
    plain = brush(ascii).signs.plain
    view = Reader().read(campaign, brush(ascii), language, lambda what: plain(say(what, language)))
    return words_of(draw(view, *size, 0, brush(ascii))[0])


def sights(campaign: Campaign) -> Iterator[str]:
    """Give everything that the players ever get to see of a whole campaign."""
    shown = for_players(campaign)
    yield repr(shown)
    yield from outputs(shown)


def outputs(shown: Campaign) -> Iterator[str]:
    """Give what is made of a campaign that `for_players` gave: pictures, sentences, data."""
    yield "\n".join(say(line, "en") for line in table_lines(shown, whole=False))
    yield as_json(table_data(shown, "fr", players=True))
    for size in SIZES:
        yield picture(shown, size)
    yield picture(shown, SIZES[0], ascii=True)
