"""A table of kittens to play on in tests: commands with the faces of each pool, what is asked and shown before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from fractions import Fraction
from typing import Any

from playing import EVENING, campaign_of, en, encoded

from tracker.core.campaign import Campaign
from tracker.core.tree import Tree
from tracker.rules.deed import Command
from tracker.rules.likely import likely
from tracker.rules.table import apply, deed_for

FICELLE: Tree = {
    "name": "Ficelle",
    "qualities": {"costaud": 3, "malin": 2, "mignon": 4},
    "talents": ["grimper"],
    "objects": ["pelote"],
    "gifts": ["ronron"],
}
DIANE: Tree = {"name": "Diane", "qualities": {"costaud": 1, "malin": 5, "mignon": 2}}
GRIBOUILLE: Tree = {"name": "Gribouille", "qualities": {"costaud": 4, "malin": 1, "mignon": 3}}
RADEAU: Tree = {"name": "Radeau", "kind": "task", "size": 8, "roll_length": "une heure", "max_rolls": 3}
RENARD: Tree = {"name": "Renard", "kind": "danger", "size": 4, "filled": 1}


def table(
    characters: Mapping[str, Any] | None = None, clocks: Mapping[str, Any] | None = None, **sections: Any
) -> Campaign:
    """Give a table of three kittens, a long task and a danger; what is given goes on top, key by key of a sheet."""
    tree: dict[str, Any] = {"format": 1, "title": "T", "system": "3d6", "language": "fr", "session": 2}
    sheets: dict[str, Any] = {"ficelle": FICELLE, "diane": DIANE, "gribouille": GRIBOUILLE}
    tree["characters"] = {**sheets, **{id: {**sheets.get(id, {}), **c} for id, c in (characters or {}).items()}}
    dials: dict[str, Any] = {"radeau": RADEAU, "renard": RENARD}
    tree["clocks"] = {**dials, **{id: {**dials.get(id, {}), **c} for id, c in (clocks or {}).items()}}
    return campaign_of({**tree, **sections})


def play(campaign: Campaign, command: Command, **faces: tuple[int, ...]) -> Campaign:
    """Give the campaign after a command whose dice are given by the name of their pool."""
    before = encoded(campaign)
    step = apply(campaign, command, faces, EVENING + timedelta(minutes=campaign.last_n))
    assert encoded(campaign) == before, "a command has changed the campaign it was applied to"
    return step.campaign


def chances(campaign: Campaign, command: Command) -> dict[str, Fraction]:
    """Give the odds that are shown before the roll."""
    return {each.outcome: each.share for each in deed_for(campaign, command).preview(campaign, command).chances}


def stakes(campaign: Campaign, command: Command) -> dict[str, str]:
    """Give what the outcomes would lead to, and how likely that is said to be."""
    preview = deed_for(campaign, command).preview(campaign, command)
    return {en(each.label): en(likely(each.share)) for each in preview.also}


def known(campaign: Campaign, command: Command) -> str:
    """Give what else is shown before the roll: facts, then warnings."""
    preview = deed_for(campaign, command).preview(campaign, command)
    return " | ".join(map(en, (*preview.facts, *preview.warnings)))
