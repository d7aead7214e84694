"""Charge: the command a key begins with: what the character did last, else its best."""

from __future__ import annotations

from tracker.core.campaign import Campaign
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.names import action_names


def first_roll(campaign: Campaign, who: str, beat: int | None = None) -> ActionRoll | None:
    """Give the action roll to begin with, or None for nobody or without any action."""
    character = campaign.characters.get(who)
    names = action_names(campaign)
    if character is None or not names:
        return None
    last = next(
        (
            action
            for entry in reversed(campaign.log)
            if entry.roll == "action"
            and entry.who == who
            and isinstance(action := entry.choice.get("action"), str)
            and action in names
        ),
        None,
    )
    action = last if last is not None else max(names, key=lambda id: character.actions.get(id, 0))
    return ActionRoll(who=who, action=action, beat=beat)
