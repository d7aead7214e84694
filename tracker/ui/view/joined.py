"""Rows put together from pieces; where they are the very same pieces as before, so is the row.

Putting a row together takes twenty times as long as finding it again, and most rows of a screen stay as they are.
"""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style
from textual.strip import Strip

MOST = 2048
_known: dict[tuple[int, ...], tuple[tuple[Strip, ...], Strip]] = {}
"""By the identities of its pieces, which are kept so that they stay theirs: a row."""


def joined(*pieces: Strip) -> Strip:
    """Give pieces beside each other as one row."""
    key = tuple(map(id, pieces))
    found = _known.get(key)
    if found is None:
        if len(_known) >= MOST:
            _known.clear()
        found = _known[key] = (pieces, Strip.join(pieces))
    return found[1]


@lru_cache(maxsize=256)
def blank(width: int, style: Style) -> Strip:
    """Give a blank row, the same one each time."""
    return Strip.blank(width, style)
