"""A campaign file read for the players: as much of its log as the lines they may see need."""

from __future__ import annotations

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.core.players import for_players, players_log
from tracker.store.campaign_reader import FileText, read_head, with_log
from tracker.store.log_tail import Source

LINES = 60
"""The newest lines that are kept; nothing tells how many hidden ones lie between them."""
SPARE = 40
"""Lines beyond them that are read, so that what is taken back far behind is known."""
WINDOWS = (200, 1_000, 5_000, 1_000_000_000)
"""Log entries read, until there are enough lines among them."""


@dataclass(frozen=True, slots=True)
class PlayersFile:
    """One state of a campaign file."""

    whole: Campaign
    """For the reader alone: with everything hidden."""
    file: FileText
    shown: Campaign
    """What the players may see."""


def read_for_players(source: Source) -> PlayersFile:
    """Read a campaign for the players. Raises CampaignUnreadable, whose sentences may name what is hidden."""
    campaign, file, _ = read_head(source)
    for count in WINDOWS:
        campaign = with_log(campaign, source, file, count)
        if campaign.log_complete or len(players_log(campaign)) >= LINES + SPARE:
            break
    return PlayersFile(campaign, file, for_players(campaign, LINES))
