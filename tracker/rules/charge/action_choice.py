"""Charge: an action roll as it is chosen at the table, and the numbers it comes to (Charge, Jets d'action)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_in
from tracker.rules.charge.names import action_names
from tracker.rules.charge.rolling import Action, ActionInputs, Push, Result, moved
from tracker.rules.charge.sheet import EFFECTS
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Command

ACTION = Action()
NO_SETUP = -1
PROGRESS_KINDS = ("progress", "project", "task")
DANGER_KINDS = ("danger", "complication")
GAINING: tuple[Result, ...] = ("partial", "full", "critical")
PUSHES: Mapping[str, Push] = {"die": "die", "effect": "effect"}
"""The answers to `boost` that are pushes."""
GOAL = text_in("odds", "goal")
"""What the odds of an action roll are for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRoll(Command):
    """Who acts, with which action, in which situation, and how the odds are evened."""

    action: str = ""
    position: str = "risky"
    """As the game master says it, before what earlier rolls changed."""
    effect: str = "standard"
    boost: str = "none"
    """`none`, a push for a `die` or for `effect`, or `tension`: one of them at most (Charge, step 4)."""
    helper: str = ""
    talents: tuple[int, ...] = ()
    """The places on the sheet of the situational talents that count."""
    setup: int = NO_SETUP
    """The place of the set-up followed."""
    minus_dice: int = 0
    clock: str = ""
    """The progress clock that a success ticks."""
    purpose: str = "act"
    price: str = "story"
    """What added tension costs."""
    price_clock: str = ""
    price_amount: int = 1
    price_words: str = ""
    goal: str = ""


def inputs_of(campaign: Campaign, command: ActionRoll) -> ActionInputs:
    """Give the numbers of a roll: the sheet, the situation, and what earlier rolls left.

    A worse position left by a consequence is counted first, then bonuses (READING: a bonus is applied after it).
    """
    roller = present_character(campaign, command.who)
    if command.action not in action_names(campaign):
        raise Refusal("unknown_action", text("“{action}” is no action of this campaign", action=command.action))
    helper = present_character(campaign, command.helper) if command.helper else None
    if helper is not None and helper.id == roller.id:
        raise Refusal("bad_helper", text("{who} cannot assist themselves", who=roller.name))
    bonus = _bonuses(campaign, command, roller)
    as_said: Any = command.position
    worse = moved(as_said, -roller.position_penalty)
    return ActionInputs(
        dots=roller.actions.get(command.action, 0),
        initiative=roller.initiative,
        position=moved(worse, bonus["position"] + roller.position_bonus),
        effect=_raised(command.effect, bonus["effect"]),
        push=PUSHES.get(command.boost),
        push_act=roller.taken_out,
        tension=command.boost == "tension",
        helper_initiative=helper.initiative if helper is not None else None,
        taken_out=roller.taken_out,
        talent_dice=bonus["die"],
        minus_dice=command.minus_dice,
    )


def _raised(effect: str, ranks: int) -> Any:
    scale = tuple(EFFECTS)
    return scale[min(len(scale) - 1, scale.index(effect) + ranks)]


def _bonuses(campaign: Campaign, command: ActionRoll, roller: Any) -> dict[str, int]:
    bonus = {"effect": 0, "position": 0, "die": 0, "dot": 0}
    for place in command.talents:
        if place < len(roller.talents) and roller.talents[place].checked:
            bonus[roller.talents[place].kind] += 1
    if 0 <= command.setup < len(campaign.table.setups):
        bonus[campaign.table.setups[command.setup].bonus] += 1
    return bonus
