"""Charge: how actions and outcomes are said."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_in, verbatim
from tracker.rules.charge.sheet import ACTIONS
from tracker.rules.deed import Tone

OUTCOMES = {
    "critical": (text_in("outcome", "CRITICAL"), Tone.BEST),
    "full": (text_in("outcome", "FULL SUCCESS"), Tone.GOOD),
    "partial": (text_in("outcome", "PARTIAL SUCCESS"), Tone.MIXED),
    "bad": (text_in("outcome", "BAD OUTCOME"), Tone.BAD),
}
"""Charge, Lancer les dés, best first."""
DETERMINATION_OUTCOMES = {
    "critical": (text_in("determination", "AVOIDED, +1 POSITION"), Tone.BEST),
    "full": (text_in("determination", "AVOIDED"), Tone.GOOD),
    "partial": (text_in("determination", "REDUCED"), Tone.MIXED),
    "bad": (text_in("determination", "IT HAPPENS"), Tone.BAD),
    "cancelled": (text_in("determination", "CANCELLED"), Tone.GOOD),
}
"""Charge, Jet de détermination, best first."""
FORTUNE_OUTCOMES = {
    "critical": (text_in("fortune", "EXCELLENT, AND MORE"), Tone.BEST),
    "full": (text_in("fortune", "EXCELLENT"), Tone.GOOD),
    "partial": (text_in("fortune", "MIXED"), Tone.MIXED),
    "bad": (text_in("fortune", "BAD"), Tone.BAD),
}
"""Charge, Jets de fortune, best first."""


def action_names(campaign: Campaign) -> Mapping[str, Text]:
    """Give the actions of a campaign: the list of the text, or the one in its house rules."""
    if campaign.rules.actions:
        return {id: text("{name}", name=action.name or id) for id, action in campaign.rules.actions.items()}
    return {id: name for id, (_, name) in ACTIONS.items()}


def action_name(campaign: Campaign, id: str) -> Text:
    """Give the name of one action; an unknown one is called by its id."""
    return action_names(campaign).get(id, verbatim(id))
