"""POT: the test of a talent at the table, and what it changes (POT, Tester un talent, Les paris)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.text import text
from tracker.core.tree import Value
from tracker.dice.pool import Faces, Pool
from tracker.rules.deed import Ask, Deed, Preview, Said
from tracker.rules.pot import talent_form, talent_said
from tracker.rules.pot.beat import state_of
from tracker.rules.pot.names import OUTCOMES
from tracker.rules.pot.talent_choice import TalentRoll, checked_inputs
from tracker.rules.pot.testing import TALENT, TalentInputs, ones_fact, throw_odds


class TalentRollDeed(Deed[TalentRoll]):
    """The test of a talent: dice out of a reserve, the best and its equals, attitude, against DIFF."""

    id = "talent"
    event = "roll"
    label = text("Test a talent")
    outcomes = OUTCOMES
    command = TalentRoll

    def asks(self, campaign: Campaign, command: TalentRoll) -> tuple[Ask, ...]:
        """Ask for talent, DIFF and dice first, then for bets and who it is."""
        return talent_form.asks(campaign, command)

    def put(self, campaign: Campaign, command: TalentRoll, name: str, value: Any) -> TalentRoll:
        """Give the command with one more answer; who, talent and reserve propose their dice anew."""
        return talent_form.put(campaign, command, name, value)

    def preview(self, campaign: Campaign, command: TalentRoll) -> Preview:
        """Give the exact odds, where dice and DIFF come from, and what is in vain."""
        return talent_form.preview(campaign, command)

    def pools(self, campaign: Campaign, command: TalentRoll) -> tuple[Pool, ...]:
        """Give the dice of the first throw."""
        inputs = checked_inputs(campaign, command)
        return TALENT.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: TalentRoll, faces: Faces) -> None:
        """Draw the dice, count the use, read the throw."""
        campaign = draft.campaign
        inputs = checked_inputs(campaign, command)
        result = TALENT.read(inputs, campaign.rules, faces)
        dice, needed = TALENT.count(inputs, campaign.rules), TALENT.raised(inputs) - inputs.attitude
        odds = throw_odds(dice, needed, campaign.rules)
        pc = campaign.characters[command.who]
        draft.who(command.who)
        draft.name("characters", command.who)
        won = max(0, result["bets_won"] - inputs.forced_bets)
        attack = state_of(campaign, command.beat).attack if command.defends else None
        if attack is not None:
            draft.name("characters", attack.who)
        draft.fact(
            outcome=result["outcome"],
            odds={outcome: str(share) for outcome, share in odds.items()},
            result={
                **{key: result[key] for key in ("n_dice", "diff", "best", "extra", "total", "can_reroll")},
                **_facts(campaign, command, inputs),
                **({"bets_won": won} if won else {}),
                **ones_fact(faces["dice"], result["total"] >= result["diff"], campaign.rules),
            },
        )
        uses = {**pc.uses, command.talent: inputs.prior_uses + 1}
        draft.put_character(replace(pc, uses=uses, **_drawn(command, result["reserve_after"])))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say talent, dice, DIFF, the sum, and every rule that applied."""
        return talent_said.said(entry)


def _drawn(command: TalentRoll, left: int) -> dict[str, Any]:
    if command.reserve == "conditional":
        return {"conditional": left, "conditional_when": ""}
    return {command.reserve: left}


def _facts(campaign: Campaign, command: TalentRoll, inputs: TalentInputs) -> dict[str, Value]:
    """Give what the log line needs when sheet and table have changed."""
    pc = campaign.characters[command.who]
    talent = pc.talents[command.talent]
    facts: dict[str, Value] = {
        "talent": talent.name or command.talent,
        "base": inputs.diff,
        "spend": inputs.spend,
        "free": TALENT.free(inputs, campaign.rules),
        "attitude": talent.attitude,
        "points": inputs.attitude,
        "crosses": inputs.crosses,
    }
    more = {"bets": inputs.bets, "forced_bets": inputs.forced_bets, "prior_uses": inputs.prior_uses}
    facts.update({key: number for key, number in more.items() if number})
    if command.reserve == "conditional":
        facts["when"] = pc.conditional_when
    return facts
