"""How high the parts of the table screen are."""

from __future__ import annotations

FIXED = 3
"""Header, status line and footer."""
LEAST_LOG = 5
LARGEST_LOG = 14
LEAST_STRESS = 5


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
