"""A POT table to play on in tests: three characters with their talents, and a round that stands where it is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playing import campaign_of, do

from tracker.core.campaign import Campaign
from tracker.core.tree import Tree
from tracker.rules.pot.rounds import StartRound
from tracker.rules.pot.sheet import PotCharacter, PotTable
from tracker.rules.pot.taking_turns import Split
from tracker.rules.pot.talent_choice import TalentRoll
from tracker.rules.pot.turns import on_turn

SKILLS: Tree = {
    "tir": {"name": "Tir", "attitude": "hargne", "crosses": 3},
    "parade": {"name": "Parade", "attitude": "discipline", "crosses": 2},
    "ruse": {"name": "Ruse", "attitude": "opportunisme"},
    "incantation": {"name": "Incantation", "attitude": "discipline", "trained_only": True},
}
VASCO: Tree = {
    "name": "Vasco",
    "pot": 5,
    "attitudes": {"hargne": 2, "discipline": 1, "opportunisme": 0},
    "dominant": "hargne",
    "talents": SKILLS,
}
MIRA: Tree = {
    "name": "Mira",
    "pot": 4,
    "attitudes": {"hargne": 3, "discipline": 3, "opportunisme": 1},
    "dominant": "discipline",
    "talents": SKILLS,
}
LOUP: Tree = {
    "name": "Loup",
    "pot": 3,
    "attitudes": {"hargne": 2, "discipline": 0, "opportunisme": 2},
    "talents": SKILLS,
}


def table(characters: Mapping[str, Any] | None = None, **sections: Any) -> Campaign:
    """Give a table of three characters; what is given goes on top, key by key of a sheet."""
    tree: dict[str, Any] = {"format": 1, "title": "T", "system": "pot", "language": "fr", "session": 2}
    sheets: dict[str, Any] = {"vasco": VASCO, "mira": MIRA, "loup": LOUP}
    tree["characters"] = {**sheets, **{id: {**sheets.get(id, {}), **c} for id, c in (characters or {}).items()}}
    return campaign_of({**tree, **sections})


def acting(campaign: Campaign | None = None, **ra: int) -> Campaign:
    """Give a table whose round is at the acting: everybody has split, Vasco 3, Mira 2, Loup 1 into RA if not said."""
    campaign = do(table() if campaign is None else campaign, StartRound())
    split = {"vasco": 3, "mira": 2, "loup": 1, **ra}
    while campaign.table.phase == "split":
        id = on_turn(campaign)
        campaign = do(campaign, Split(who=id, ra=split[id], beat=campaign.log[-1].beat))
    return campaign


def shot(campaign: Campaign, *faces: int, **choice: Any) -> Campaign:
    """Give the campaign after a test; Vasco shoots with one die against 6 if nothing else is said."""
    return do(campaign, TalentRoll(**{"who": "vasco", "talent": "tir", **choice}), *faces)


def who(campaign: Campaign, id: str = "vasco") -> PotCharacter:
    """Give a character."""
    character = campaign.characters[id]
    assert isinstance(character, PotCharacter)
    return character


def commons(campaign: Campaign) -> PotTable:
    """Give what belongs to nobody."""
    assert isinstance(campaign.table, PotTable)
    return campaign.table


def reserves(campaign: Campaign) -> dict[str, tuple[int, int]]:
    """Give RA and RR of everybody."""
    return {id: (pc.ra, pc.rr) for id, pc in campaign.characters.items()}
