"""Sixième Monde: what a roll of the d20 is asked for with, and the numbers that this comes to."""

from __future__ import annotations

from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.rules.common.adjust import present_character
from tracker.rules.sixieme_monde.addons import AddonCommand, named_addon
from tracker.rules.sixieme_monde.d20_test import TEST
from tracker.rules.sixieme_monde.inputs import D20Inputs, TrickInputs
from tracker.rules.sixieme_monde.penalty import Penalty, penalty_of
from tracker.rules.sixieme_monde.refusals import check_karma, check_malus_count
from tracker.rules.sixieme_monde.terms import Term

EPHEMERAL = ""
"""Stands for a skill made for this roll from one addon; READING: its score is minus the bonus of the addon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class D20Roll(AddonCommand):
    """Who acts, with which skill, under which penalty, with which tricks."""

    skill: str = EPHEMERAL
    malus: int = 0
    """Penalty dice to throw, 0 to 4."""
    malus_of: int = 0
    """The number of the log line whose penalty counts again, in place of new dice; 0 for none."""
    tricks: tuple[str, ...] = ()
    """The ids of the tricks used; those not active are switched on."""
    goal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollNumbers:
    """The numbers of a roll before its dice."""

    inputs: D20Inputs
    sheet: tuple[Term, ...]
    """The terms that come from the sheet: the skill, then the tricks."""
    malus_dice: int
    """Penalty dice to throw."""
    again: Penalty | None
    """The penalty that counts again in their place."""

    @property
    def malus(self) -> int:
        """What a penalty known before the dice adds."""
        return 0 if self.again is None else self.again.sum


def numbers_of(campaign: Campaign, command: D20Roll) -> RollNumbers:
    """Give the numbers of a roll.

    Raises Refusal where the character, the skill, the addon, a trick or the penalty is gone, for a number outside its
    range, and `no_karma` where the tricks cannot be paid for.
    """
    roller = present_character(campaign, command.who)
    ids = tuple(dict.fromkeys(command.tricks))
    if any(id not in roller.tricks for id in ids):
        raise Refusal("no_trick", text("{who} has no such trick any more", who=roller.name))
    skill, tricks = _skill(roller, command), tuple(roller.tricks[id] for id in ids)
    inputs = D20Inputs(
        score=skill.value,
        tricks=tuple(TrickInputs(bonus=trick.bonus, activate=not trick.active) for trick in tricks),
        karma=roller.karma,
        pot=campaign.table.pot,
    )
    again = penalty_of(campaign, command.malus_of)
    if command.malus_of and again is None:
        raise Refusal("no_penalty", text("that penalty has been taken back meanwhile"))
    TEST.verify(inputs, campaign.rules)
    check_malus_count(command.malus, "malus")
    check_karma(TEST.karma_cost(inputs), inputs.karma)
    return RollNumbers(
        inputs=inputs,
        sheet=(
            skill,
            *(
                Term(kind="trick", value=-trick.bonus, name=trick.name, id=id)
                for id, trick in zip(ids, tricks, strict=True)
            ),
        ),
        malus_dice=0 if again is not None else command.malus,
        again=again,
    )


def _skill(roller: Any, command: D20Roll) -> Term:
    if command.skill == EPHEMERAL:
        name, bonus = named_addon(roller, command)
        return Term(kind="ephemeral", value=-bonus, name=name, id=command.addon)
    found = roller.skills.get(command.skill)
    if found is None:
        raise Refusal("no_skill", text("{who} has no such skill any more", who=roller.name))
    return Term(kind="skill", value=found.score, name=found.name, id=command.skill)
