"""POT: the test a key or an offer begins with: what the character did last, else its best."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.refusal import Refusal
from tracker.rules.pot.house import START_DIFF
from tracker.rules.pot.talent_choice import TalentRoll, forced_bets, max_spend, opposed
from tracker.rules.pot.turns import on_turn, phase_of

MOST_DIFF = 99
"""What a form offers; a DIFF of a script may be any whole number."""


def first_test(campaign: Campaign, who: str, reserve: str | None = None, beat: int | None = None) -> TalentRoll | None:
    """Give the test to begin with: the talent of the last time, else the best; None for nobody or without talents.

    Without a reserve: RA on one's turn and outside of rounds, else RR. In a beat that somebody else began with a
    success it opposes that.
    """
    pc = campaign.characters.get(who)
    if pc is None or not pc.talents:
        return None
    command = TalentRoll(who=who, beat=beat)
    attack = opposed(campaign, command).attack
    command = replace(command, defends=attack is not None and attack.succeeded)
    return proposed(campaign, command, who, reserve)


def proposed(campaign: Campaign, command: TalentRoll, who: str, reserve: str | None) -> TalentRoll:
    """Give a test for a character with talent, reserve, DIFF and dice as they were the last time, as far as they go."""
    pc = campaign.characters.get(who)
    if pc is None:
        return command
    if reserve is None:
        reserve = "rr" if phase_of(campaign) == "act" and on_turn(campaign) != who else "ra"
    if reserve == "conditional" and not pc.conditional:
        reserve = "rr"
    last = _last(campaign, who, pc, "rr" if reserve == "rr" else "ra") or _last(campaign, who, pc, None)
    talent = str(last.choice.get("talent")) if last is not None else best_talent(pc)
    command = replace(command, who=who, reserve=reserve, talent=talent, diff=_last_diff(campaign, last), forces=None)
    command = replace(command, bets=0, stakes=())
    command = with_dice(campaign, replace(command, bets=forced_bets(campaign, command)))
    spent = last.result.get("spend") if last is not None else None
    return replace(command, spend=min(command.spend, max(1, spent))) if isinstance(spent, int) else command


def best_talent(character: Any) -> str:
    """Give the talent with the most crosses and points of attitude together; one that can be tested first."""

    def worth(id: str) -> tuple[bool, int, int]:
        talent = character.talents[id]
        points = character.attitudes.get(talent.attitude, 0)
        return not talent.trained_only or talent.crosses > 0, talent.crosses + points, talent.crosses

    return max(character.talents, key=worth, default="")


def with_dice(campaign: Campaign, command: TalentRoll) -> TalentRoll:
    """Give the command with as many dice as its talent and reserve allow."""
    try:
        least, most = max_spend(campaign, command)
    except Refusal:
        return command
    return replace(command, spend=max(least, most))


def _last(campaign: Campaign, who: str, character: Any, reserve: str | None) -> Entry | None:
    for entry in reversed(campaign.log):
        if entry.roll == "talent" and entry.who == who and entry.choice.get("talent") in character.talents:
            kind = "rr" if entry.choice.get("reserve") == "rr" else "ra"
            if reserve in (None, kind):
                return entry
    return None


def _last_diff(campaign: Campaign, last: Entry | None) -> int:
    """Give the DIFF of the last time, else that of the table's last test, else the one of the text's example."""
    if last is None:
        last = next((entry for entry in reversed(campaign.log) if entry.roll == "talent"), None)
    base = last.result.get("base") if last is not None else None
    return base if isinstance(base, int) and 0 <= base <= MOST_DIFF else START_DIFF
