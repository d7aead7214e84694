"""POT: how attitudes, talents, reserves and outcomes are said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_in, verbatim
from tracker.rules.deed import Tone

OUTCOMES = {
    "success": (text_in("test", "SUCCESS"), Tone.GOOD),
    "failure": (text_in("test", "FAILURE"), Tone.BAD),
}
"""POT, Tester un talent."""
RESERVES = {
    "ra": text_in("reserve", "RA, an action"),
    "rr": text_in("reserve", "RR, a reaction"),
    "conditional": text_in("reserve", "the conditional die"),
}
SHORT_RESERVES = {
    "ra": text("RA"),
    "rr": text("RR"),
    "conditional": text("conditional die"),
}
ATTITUDES = {
    "hargne": text_in("attitude", "pugnacity"),
    "opportunisme": text_in("attitude", "opportunism"),
    "discipline": text_in("attitude", "discipline"),
}
"""Those the text names (POT, Tester un talent); its list goes on, so a sheet may hold any other."""


def attitude_name(key: str) -> Text:
    """Give how an attitude is said: those of the text in the reader's language, others as they stand."""
    return ATTITUDES.get(key) or verbatim(key.replace("_", " "))


def attitude_names(campaign: Campaign) -> Mapping[str, Text]:
    """Give every attitude of the table; those the text names where no sheet has any."""
    keys = dict.fromkeys(key for pc in campaign.characters.values() for key in pc.attitudes)
    return {key: attitude_name(key) for key in keys or ATTITUDES}


def talent_names(campaign: Campaign) -> Mapping[str, Text]:
    """Give every talent of the table by its id."""
    return {id: talent_name(talent, id) for pc in campaign.characters.values() for id, talent in pc.talents.items()}


def talent_name(talent: Any, id: str) -> Text:
    """Give how a talent is said."""
    return text("{name}", name=talent.name or id)


def name_of(campaign: Campaign, id: str) -> str:
    """Give the name of a character, or its id."""
    found = campaign.characters.get(id)
    return (found.name or id) if found is not None else id
