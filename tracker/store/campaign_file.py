"""The campaign file: reading it, looking at it, and opening it to play."""

from __future__ import annotations

import contextlib
import os
from datetime import datetime
from pathlib import Path

from tracker.core.campaign import Campaign
from tracker.store.campaign_reader import FIRST as FIRST
from tracker.store.campaign_reader import FileText as FileText
from tracker.store.campaign_reader import opened as opened
from tracker.store.campaign_reader import read_campaign_file as read_campaign_file
from tracker.store.campaign_reader import read_text as read_text
from tracker.store.campaign_reader import signature_of as signature_of
from tracker.store.keeper import Keeper, LateKeeper, local_now
from tracker.store.lock import TableLock
from tracker.store.replace import remove_leftovers
from tracker.store.session import Session

IN_SIGHT = 32
"""Log entries read before the table is shown: as many as a large screen holds; the rest is read behind it."""


def open_campaign(path: Path) -> Campaign:
    """Read a campaign to look at it. Raises CampaignUnreadable with every problem where it cannot be played."""
    return read_campaign_file(path)[0]


def open_session(path: Path, seed: int | None = None) -> Session:
    """Open a campaign to play it; what a killed process left beside it is cleared away.

    `seed` makes the dice repeat themselves, for demonstrations. Raises CampaignUnreadable.
    """
    campaign, file, _ = read_campaign_file(path, IN_SIGHT)
    held = None
    with contextlib.suppress(OSError):  # at once: what the log holds must be there even if the file is deleted now
        held = opened(path)
    with contextlib.suppress(OSError):
        remove_leftovers(os.path.dirname(os.path.realpath(path)))
    table = TableLock(path)
    with contextlib.suppress(OSError):  # a folder where nothing can be made; the players' screen must do without
        table.acquire()
    saved_at = datetime.fromtimestamp(file.signature[0] / 1e9).astimezone()

    def keeper() -> Keeper:
        from tracker.store.file_keeper import FileKeeper

        return FileKeeper(path, campaign, file, table=table, held=held)

    return Session(campaign, LateKeeper(keeper), local_now, seed, saved_at)
