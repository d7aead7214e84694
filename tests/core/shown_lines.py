"""What the players are shown of a campaign, as a test reads it."""

from __future__ import annotations

from typing import Any

from planted import sights
from playing import told

from tracker.core.campaign import Campaign
from tracker.core.players import for_players

SECRET: dict[str, Any] = {"name": "Traître", "kind": "danger", "size": 97, "filled": 83, "visibility": "hidden"}


def lines(campaign: Campaign) -> list[str]:
    """Give the players' log in words."""
    shown = for_players(campaign)
    return [told(shown, entry) for entry in shown.log]


def seen(campaign: Campaign) -> str:
    """Give everything the players ever get to see."""
    return "\n".join(sights(campaign))
