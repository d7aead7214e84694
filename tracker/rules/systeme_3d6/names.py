"""3D6: how qualities, difficulties, outcomes and reasons are said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_in, text_n, verbatim
from tracker.rules.deed import Tone
from tracker.rules.systeme_3d6.house import QUALITY
from tracker.rules.systeme_3d6.sheet import QUALITIES

KINDS = {
    "test": text_in("kind of roll", "test"),
    "open": text_in("kind of roll", "open action"),
    "opposed": text_in("kind of roll", "opposed action"),
    "group": text_in("kind of roll", "group action"),
    "long": text_in("kind of roll", "long task"),
}
"""In the order of the text; each has a first letter, or a second press of it, of its own."""
OUTCOMES = {
    "success": (text_in("3d6 test", "SUCCESS"), Tone.GOOD),
    "choice": (text_in("3d6 test", "A CHOICE"), Tone.MIXED),
    "total_failure": (text_in("3d6 test", "TOTAL FAILURE"), Tone.BAD),
}
"""3D6, Réussite et échec, best first."""
GROUP_OUTCOMES = {
    "success": (text_in("group", "ALL SUCCEED"), Tone.GOOD),
    "failure": (text_in("group", "ALL FAIL"), Tone.BAD),
}
"""3D6, Actions de groupe."""
TIE = text_in("opposed", "TIE")
OPPOSED_OUTCOMES = {
    "a": (text_in("opposed", "WON"), Tone.GOOD),
    "tie": (TIE, Tone.MIXED),
    "b": (text_in("opposed", "LOST"), Tone.BAD),
}
"""3D6, Actions en opposition, as who rolls sees it."""


def quality_names(campaign: Campaign) -> Mapping[str, Text]:
    """Give the qualities of a campaign: those of the text, or the list in its house rules."""
    if campaign.rules.qualities:
        return {each.id: text("{name}", name=each.name or each.id) for each in campaign.rules.qualities}
    return QUALITIES


def quality_name(campaign: Campaign, id: str) -> Text:
    """Give the name of one quality; an unknown one is called by its id."""
    return quality_names(campaign).get(id, verbatim(id))


def score_of(character: Any, quality: str) -> int:
    """Give the score of a quality; the least where the sheet does not have it."""
    score: int = character.qualities.get(quality, QUALITY[0])
    return score


def best_quality(campaign: Campaign, character: Any) -> str:
    """Give the id of a character's best quality, the first of equals; nothing where there is none."""
    return max(quality_names(campaign), key=lambda id: score_of(character, id), default="")


def successes_said(count: int) -> Text:
    """Say how many successes there are, as an outcome."""
    return text_n("{count} SUCCESS", "{count} SUCCESSES", count)


def success_tone(count: int) -> Tone:
    """Give the tone of a number of successes that no difficulty judges."""
    return Tone.GOOD if count else Tone.BAD


COUNTS = {str(count): (successes_said(count), success_tone(count)) for count in range(4, -1, -1)}
"""Numbers of successes that no difficulty judges, of the most dice there are."""
