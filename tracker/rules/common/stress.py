"""Stress: a clock per character with the condition text under it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.refusal import Refusal
from tracker.core.tally import stressed_to
from tracker.core.text import text


def greatest_stress(campaign: Campaign) -> int:
    """Give the greatest number of segments that can stand filled."""
    size: int = campaign.rules.stress_size
    return size - 1 if campaign.rules.stress_full == "clear" else size


def stressed(campaign: Campaign, character: Any, by: int) -> Any:
    """Give a character with more (or fewer) segments of stress filled.

    At the last segment the character is taken out of the scene; the clock is then cleared or stays full by the house
    rule `stress_full` (Charge, Santé et Condition: cleared). What overflows is dropped.
    Raises Refusal `bad_stress` when there is nothing to clear, `already_full` when a full clock would be filled.
    """
    size = campaign.rules.stress_size
    if by < 0 and character.stress == 0:
        raise Refusal("bad_stress", text("{who} has no stress to clear", who=character.name))
    if by > 0 and character.stress >= size:
        raise Refusal("already_full", text("the stress of {who} is full already", who=character.name))
    clears = campaign.rules.stress_full == "clear"
    after, taken_out = stressed_to(size, clears, character.stress, by)
    return replace(character, stress=after, taken_out=character.taken_out or taken_out)


def take_stress(draft: Draft, who: str, by: int) -> None:
    """Have a character take stress and write down what it came to."""
    if by <= 0:
        return
    character = draft.campaign.characters[who]
    if character.stress >= draft.campaign.rules.stress_size:
        return
    draft.put_character(stressed(draft.campaign, character, by))
