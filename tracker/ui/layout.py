"""Which parts of the table screen stand where, and what gives way first where room is short.

In this order, as the window gets smaller:

1. the log shrinks, down to three lines;
2. bars take the place of pies, in a pane where pies would be too small to read;
3. the names of the players, second numbers and small words go, long names are cut;
4. below 50 columns or 18 lines one pane stands alone and Tab goes through the four, its frame says which of them it is;
5. below 24 columns or 6 lines one sentence says that the window is too small, and no key but the one that leaves does
   anything unseen. All comes back as it was when the window grows.
"""

from __future__ import annotations

from tracker.core.frozen import dataclass
from tracker.core.text import text

FIXED = 3
"""Header, status line and footer."""
LEAST_LOG = 5
LARGEST_LOG = 14
LEAST_STRESS = 5
LEAST_FOUR = (50, 18)
"""Columns and lines below which one pane stands alone."""
LEAST = (24, 6)
"""Columns and lines below which nothing is shown."""
TOO_SMALL = text("The window is too small.")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the parts stand."""

    rows: str
    """Heights of the rows of the grid."""
    alone: str = ""
    """The pane that stands alone, if one does."""
    too_small: bool = False
    """There is room for a sentence only."""


def arranged(width: int, height: int, pane: str, party_rows: int, *, big: bool = False) -> Arrangement:
    """Give the arrangement for a screen of some size and a party pane of so many rows; `pane` has the keys."""
    if width < LEAST[0] or height < LEAST[1]:
        return Arrangement("1fr", too_small=True)
    if width < LEAST_FOUR[0] or height < LEAST_FOUR[1]:
        return Arrangement("1 1fr 1 1", pane)
    return Arrangement(grid_rows(height, party_rows, big=big))


def grid_rows(height: int, party_rows: int, *, big: bool = False) -> str:
    """Give the heights of the grid's rows for a screen of some height and a party pane of so many rows, frame apart.

    The log takes three tenths, in big mode four, for the last roll in it; the party what it needs, as long as the
    stress pane keeps the larger part of the rest.
    """
    room = max(0, height - FIXED)
    tenths = 4 if big else 3
    log = max(LEAST_LOG, min(LARGEST_LOG + 6 * big, (room * tenths + 5) // 10))
    above = max(0, room - log)
    party = max(3, min(party_rows + 2, above // 2, max(3, above - LEAST_STRESS)))
    return f"1 {party} 1fr {log} 1 1"
