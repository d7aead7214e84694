"""The entries of one beat, from which every system reads where it stands."""

from __future__ import annotations

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry


def entries_of(campaign: Campaign, beat: int | None) -> tuple[Entry, ...]:
    """Give the entries of a beat by its number, the first one first; none for None or a beat the log does not have."""
    return tuple(entry for entry in campaign.log if entry.beat == beat) if beat is not None else ()
