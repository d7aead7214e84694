"""POT: what the test of a talent comes to at the table, from the choice, the sheet and the round."""

from __future__ import annotations

from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Command
from tracker.rules.pot.beat import BeatState, state_of
from tracker.rules.pot.house import CONDITIONAL_DICE, FREE_DIE_ON_REACTIONS, START_DIFF
from tracker.rules.pot.testing import TALENT, TalentInputs
from tracker.rules.pot.turns import not_their_turn, on_turn, phase_of

RESERVE_NAMES = ("ra", "rr", "conditional")


@dataclass(frozen=True, slots=True, kw_only=True)
class TalentRoll(Command):
    """Who tests which talent, with which dice, against what, and how boldly."""

    talent: str = ""
    reserve: str = "ra"
    """Where the dice are drawn: `ra` on one's turn, `rr` for a reaction, `conditional` for the die set aside."""
    spend: int = 1
    diff: int = START_DIFF
    """Before bets and earlier uses."""
    bets: int = 0
    stakes: tuple[str, ...] = ()
    """What each bet is to bring, in words."""
    defends: bool = False
    """It opposes the action its beat began with."""
    forces: bool | None = None
    """Whether the bets of that action force as many; None: as the house rules say."""
    goal: str = ""


def checked_inputs(campaign: Campaign, command: TalentRoll) -> TalentInputs:
    """Give the numbers of a test once everything about it is allowed. Raises Refusal."""
    inputs = inputs_of(campaign, command)
    _check_time(campaign, command)
    TALENT.verify(inputs, campaign.rules)
    return inputs


def inputs_of(campaign: Campaign, command: TalentRoll) -> TalentInputs:
    """Give the numbers of a test: sheet, table, and the attack it opposes. Refuses names that are not there."""
    pc = present_character(campaign, command.who)
    talent = pc.talents.get(command.talent)
    if talent is None:
        message = text("{who} has no talent “{talent}”", who=pc.name, talent=command.talent)
        raise Refusal("unknown_talent", message)
    for attitude in (talent.attitude, pc.dominant):
        if attitude and attitude not in pc.attitudes:
            message = text("{who} has no attitude “{attitude}”", who=pc.name, attitude=attitude)
            raise Refusal("unknown_attitude", message)
    return TalentInputs(
        crosses=talent.crosses,
        spend=command.spend,
        reserve=held(pc, command.reserve),
        attitude=pc.attitudes.get(talent.attitude, 0),
        diff=command.diff,
        dominant=gives_free_die(pc, talent, command.reserve),
        trained_only=talent.trained_only,
        bets=command.bets,
        forced_bets=forced_bets(campaign, command),
        prior_uses=pc.uses.get(command.talent, 0),
    )


def held(character: Any, reserve: str) -> int:
    """Give the dice of a reserve. Raises Refusal `bad_reserve` for a name that is none."""
    if reserve not in RESERVE_NAMES:
        raise Refusal("bad_reserve", text("dice come from RA, from RR, or from what was set aside"))
    found: int = getattr(character, reserve)
    return found


def gives_free_die(character: Any, talent: Any, reserve: str) -> bool:
    """Say whether the talent is under the dominant attitude, and the reserve lets that count."""
    dominant = bool(character.dominant) and talent.attitude == character.dominant
    return dominant and (reserve != "rr" or FREE_DIE_ON_REACTIONS)


def forced_bets(campaign: Campaign, command: TalentRoll) -> int:
    """Give the bets that must be matched: those of the action opposed, unless the table says otherwise."""
    forces = campaign.rules.bets_force_bets if command.forces is None else command.forces
    if not (command.defends and forces):
        return 0
    return opposed(campaign, command).forcing


def opposed(campaign: Campaign, command: TalentRoll) -> BeatState:
    """Give the beat whose action somebody else may oppose; an empty one where there is none."""
    state = state_of(campaign, command.beat)
    return state if state.attack is not None and state.attack.who != command.who else BeatState()


def _check_time(campaign: Campaign, command: TalentRoll) -> None:
    """Refuse an action die out of turn: everybody performs their actions on their own turn (POT, Action)."""
    phase = phase_of(campaign)
    if command.defends and opposed(campaign, command).attack is None:
        raise Refusal("nothing_to_oppose", text("there is no action of somebody else to oppose"))
    if command.reserve == "conditional" and not campaign.characters[command.who].conditional:
        raise Refusal("no_conditional_die", text("no die has been set aside for a conditional action"))
    if command.reserve != "ra":
        return
    if phase == "split":
        raise Refusal("other_phase", text("the dice are being split; actions come afterwards"))
    if phase == "act" and (now := on_turn(campaign)) != command.who:
        raise not_their_turn(campaign, now)


def max_spend(campaign: Campaign, command: TalentRoll) -> tuple[int, int]:
    """Give the least and the most dice that may be drawn for a test; the most may be less. Raises Refusal."""
    if command.reserve == "conditional":
        return CONDITIONAL_DICE, CONDITIONAL_DICE
    inputs = inputs_of(campaign, command)
    rules = campaign.rules
    cap, least = TALENT.cap(inputs, rules), TALENT.least(inputs, rules)
    if not rules.free_die_over_cap and inputs.dominant and cap > 1:
        cap -= 1
    return least, min(cap, inputs.reserve)
