"""Sixième Monde: what is asked before the d20 is thrown, each option with its price and its exact gain.

No chance here counts a call in: its values are nobody's to guess from a number on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in
from tracker.rules.deed import Ask, Option
from tracker.rules.likely import likely
from tracker.rules.sixieme_monde.addons import addon_asks
from tracker.rules.sixieme_monde.names import signed, skill_note
from tracker.rules.sixieme_monde.outlook import success_at_once
from tracker.rules.sixieme_monde.penalty import Penalty, last_penalty, penalty_of
from tracker.rules.sixieme_monde.roll_numbers import EPHEMERAL, D20Roll, numbers_of
from tracker.rules.sixieme_monde.scale import MAX_MALUS


def roll_asks(campaign: Campaign, character: Any, command: D20Roll) -> Iterable[Ask]:
    """Ask for the skill, or for what makes one, then for the penalty and the tricks."""
    yield Ask("skill", text_in("sixième monde", "Skill"), Kind.CHOICE, command.skill, _skills(campaign, command))
    if command.skill == EPHEMERAL:
        yield from addon_asks(character, command, lambda bonus: skill_note(-bonus))
    if not command.malus_of:
        options = _penalties(campaign, command)
        yield Ask("malus", text("Penalty dice"), Kind.WHOLE, command.malus, options, 0, MAX_MALUS)
    shared = penalty_of(campaign, command.malus_of) or last_penalty(campaign)
    if shared is not None:
        yield Ask("malus_of", text("The same penalty again"), Kind.FLAG, bool(command.malus_of), _shared(shared))
    yield from _tricks(campaign, character, command)
    yield Ask("goal", text("Goal, in words"), Kind.LINE, command.goal)


def _skills(campaign: Campaign, command: D20Roll) -> tuple[Option, ...]:
    skills = campaign.characters[command.who].skills
    return (
        *(
            Option(id, text("{name}", name=skill.name or id), _skill_note(campaign, command, id, skill.score))
            for id, skill in skills.items()
        ),
        Option(EPHEMERAL, text("ephemeral"), text("from one addon, score minus its bonus")),
    )


def _skill_note(campaign: Campaign, command: D20Roll, id: str, score: int) -> Text:
    share = _success(campaign, replace(command, skill=id))
    if share is None:
        return skill_note(score)
    return text("{skill} · success {share}", skill=skill_note(score), share=likely(share))


def _penalties(campaign: Campaign, command: D20Roll) -> tuple[Option, ...]:
    none = replace(command, malus=0)
    return (
        Option(0, text("{size}", size=0)),
        *(
            Option(dice, text("{size}", size=dice), _gain(campaign, none, replace(command, malus=dice)))
            for dice in range(1, MAX_MALUS + 1)
        ),
    )


def _shared(penalty: Penalty) -> tuple[Option, ...]:
    note = text("{value}, thrown for {who}", value=signed(penalty.sum), who=penalty.who_name)
    return _flag(note)


def _tricks(campaign: Campaign, character: Any, command: D20Roll) -> Iterable[Ask]:
    heading: Text | None = text("Tricks")
    for id, trick in character.tricks.items():
        without = replace(command, tricks=tuple(each for each in command.tricks if each != id))
        gained = _gain(campaign, without, replace(without, tricks=(*without.tricks, id)))
        price = text_in("trick", "active") if trick.active else text("1 karma")
        note = price if gained is None else text("{gain} · {price}", gain=gained, price=price)
        label = text_in("sixième monde", "{name} {value}", name=trick.name or id, value=signed(-trick.bonus))
        yield Ask(f"tricks.{id}", label, Kind.FLAG, id in command.tricks, _flag(note), heading=heading)
        heading = None


def _flag(note: Text) -> tuple[Option, ...]:
    return (Option(False, text("no"), note), Option(True, text("yes"), note))


def _gain(campaign: Campaign, without: D20Roll, taken: D20Roll) -> Text | None:
    before, after = _success(campaign, without), _success(campaign, taken)
    if before is None or after is None:
        return None
    return text_in("sixième monde", "success {before} → {after}", before=likely(before), after=likely(after))


def _success(campaign: Campaign, command: D20Roll) -> Fraction | None:
    """Give the chance to succeed without any d6, or None where the roll would be refused."""
    try:
        numbers = numbers_of(campaign, command)
    except Refusal:
        return None
    return success_at_once(numbers.inputs, campaign.rules, numbers.malus_dice, numbers.malus)
