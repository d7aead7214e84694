"""POT: what is asked before a talent is tested, with the price and the gain of every answer."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n
from tracker.rules.deed import Ask, Chance, Option, Preview
from tracker.rules.likely import likely
from tracker.rules.pot.best import SIDES, failing
from tracker.rules.pot.first_test import MOST_DIFF, proposed, with_dice
from tracker.rules.pot.house import MAX_BETS, REUSE
from tracker.rules.pot.names import OUTCOMES, RESERVES, attitude_name, name_of, talent_name
from tracker.rules.pot.talent_choice import (
    TalentRoll,
    checked_inputs,
    forced_bets,
    inputs_of,
    max_spend,
    opposed,
)
from tracker.rules.pot.testing import TALENT, TalentInputs
from tracker.rules.pot.turns import on_turn, phase_of, takes_part

STAKES = "stakes."


def asks(campaign: Campaign, command: TalentRoll) -> tuple[Ask, ...]:
    """List the questions: talent, DIFF and dice first, for they change most."""
    pc = campaign.characters.get(command.who)
    if pc is None:
        return ()
    found = [
        Ask("talent", text("Talent"), Kind.CHOICE, command.talent, _talents(campaign, command)),
        Ask("diff", text("DIFF"), Kind.WHOLE, command.diff, low=0, high=MOST_DIFF),
    ]
    if command.reserve != "conditional":
        found.append(_spend_ask(campaign, command))
    found.append(Ask("bets", text("Bets"), Kind.WHOLE, command.bets, _bets(campaign, command), 0, MAX_BETS))
    found.extend(
        Ask(f"{STAKES}{n}", text("bet {number} brings", number=n + 1), Kind.LINE, _stake(command, n))
        for n in range(forced_bets(campaign, command), command.bets)
    )
    found.append(Ask("reserve", text("Dice from"), Kind.CHOICE, command.reserve, _reserves(campaign, command)))
    found.append(Ask("who", text("Who"), Kind.CHOICE, command.who, _people(campaign, command)))
    state = opposed(campaign, command)
    if state.attack is not None:
        label = text("Opposes {who}", who=state.attack.entry.who_name or state.attack.who)
        found.append(Ask("defends", label, Kind.FLAG, command.defends))
        if command.defends and state.forcing:
            found.append(
                Ask(
                    "forces",
                    text_n("{count} bet forces one", "{count} bets force as many", state.forcing),
                    Kind.FLAG,
                    campaign.rules.bets_force_bets if command.forces is None else command.forces,
                )
            )
    found.append(Ask("goal", text("Action, in words"), Kind.LINE, command.goal))
    return tuple(found)


def put(campaign: Campaign, command: TalentRoll, name: str, value: Any) -> TalentRoll:
    """Give the command with one more answer."""
    if name.startswith(STAKES):
        at = int(name.removeprefix(STAKES))
        stakes = [*command.stakes, *[""] * (at + 1 - len(command.stakes))]
        stakes[at] = value
        while stakes and not stakes[-1]:
            stakes.pop()
        return replace(command, stakes=tuple(stakes))
    before = forced_bets(campaign, command)
    new: TalentRoll = replace(command, **{name: value})
    match name:
        case "who":
            if new.defends and opposed(campaign, new).attack is None:
                new = replace(new, defends=False)
            return proposed(campaign, new, value, new.reserve if new.beat is not None else None)
        case "talent" | "reserve":
            return with_dice(campaign, new)
        case "bets":
            return replace(new, stakes=new.stakes[: new.bets])
        case "defends" | "forces":
            return _matched(campaign, new, before)
        case _:
            return new


def _matched(campaign: Campaign, command: TalentRoll, before: int) -> TalentRoll:
    """Give the command with the bets that are forced now, and without those that only were forced."""
    forced = forced_bets(campaign, command)
    bets = max(command.bets, forced) if forced >= before or command.bets > before else forced
    return replace(command, bets=bets, stakes=command.stakes[:bets])


def preview(campaign: Campaign, command: TalentRoll) -> Preview:
    """Give the exact odds with all rerolls, where dice and DIFF come from, and what is in vain."""
    inputs = checked_inputs(campaign, command)
    odds = TALENT.odds(inputs, campaign.rules)
    chances = tuple(Chance(id, label, odds.get(id, Fraction(0)), tone) for id, (label, tone) in OUTCOMES.items())
    return Preview(chances, _facts(campaign, command, inputs), _warnings(campaign, command, inputs, odds))


def _facts(campaign: Campaign, command: TalentRoll, inputs: TalentInputs) -> tuple[Text, ...]:
    rules = campaign.rules
    count, free = TALENT.count(inputs, rules), TALENT.free(inputs, rules)
    talent = campaign.characters[command.who].talents[command.talent]
    dice = [text_n("{count} drawn", "{count} drawn", inputs.spend)]
    if free:
        dice.append(text("+{number} free, dominant attitude", number=free))
    facts = [text("{count}d6: {parts}", count=count, parts=tuple(dice))]
    if talent.attitude:
        facts.append(
            text(
                "best +1 per equal, {attitude} +{points}",
                attitude=attitude_name(talent.attitude),
                points=inputs.attitude,
            )
        )
    parts = [text("{number}", number=inputs.diff)]
    if inputs.bets:
        parts.append(text_n("+{count} bet", "+{count} bets", inputs.bets))
    if inputs.prior_uses:
        parts.append(text("+{number} used again", number=REUSE * inputs.prior_uses))
    facts.append(text("DIFF {diff}: {parts}", diff=TALENT.raised(inputs), parts=tuple(parts)))
    needed = TALENT.raised(inputs) - inputs.attitude
    first = 1 - Fraction(failing(count, needed, rules.all_ones_fail), SIDES**count)
    facts.append(text("first throw alone {share}", share=likely(first)))
    if command.reserve == "conditional":
        facts.append(text("if {words}", words=campaign.characters[command.who].conditional_when))
    return tuple(facts)


def _warnings(campaign: Campaign, command: TalentRoll, inputs: TalentInputs, odds: Any) -> tuple[Text, ...]:
    pc = campaign.characters[command.who]
    warnings: list[Text] = []
    if not odds.get("success"):
        warnings.append(text("impossible with these dice"))
    if not inputs.crosses:
        warnings.append(text("no cross in this talent"))
    if inputs.prior_uses:
        warnings.append(text("used already this round: DIFF +{number}", number=REUSE * inputs.prior_uses))
    if inputs.forced_bets:
        warnings.append(text_n("{count} bet is forced", "{count} bets are forced", inputs.forced_bets))
    if pc.taken_out:
        warnings.append(text("{who} is out of the scene", who=pc.name))
    return tuple(warnings)


def chance_of(campaign: Campaign, command: TalentRoll) -> Fraction | None:
    """Give the chance of success with all rerolls, or None where the test would be refused."""
    try:
        inputs = inputs_of(campaign, command)
        TALENT.verify(inputs, campaign.rules)
        return TALENT.odds(inputs, campaign.rules).get("success", Fraction(0))
    except Refusal:
        return None


def _gain(campaign: Campaign, now: TalentRoll, taken: TalentRoll) -> Text | None:
    before, after = chance_of(campaign, now), chance_of(campaign, taken)
    if after is None:
        return None
    if before is None or before == after:
        return text("success {share}", share=likely(after))
    return text("success {before} → {after}", before=likely(before), after=likely(after))


def _priced(price: Text, gain: Text | None) -> Text:
    return price if gain is None else text("{gain} · {price}", gain=gain, price=price)


def _refused(campaign: Campaign, command: TalentRoll) -> Text | None:
    try:
        TALENT.verify(inputs_of(campaign, command), campaign.rules)
    except Refusal as refusal:
        return refusal.message
    return None


def _talents(campaign: Campaign, command: TalentRoll) -> tuple[Option, ...]:
    pc = campaign.characters[command.who]
    options: list[Option] = []
    for id, talent in pc.talents.items():
        price = text_n("{count} cross", "{count} crosses", talent.crosses)
        if talent.attitude:
            points = pc.attitudes.get(talent.attitude, 0)
            price = text(
                "{crosses}, {attitude} {points}", crosses=price, attitude=attitude_name(talent.attitude), points=points
            )
        uses = pc.uses.get(id, 0)
        if uses:
            price = text("{words}, DIFF +{number}", words=price, number=REUSE * uses)
        taken = command if id == command.talent else with_dice(campaign, replace(command, talent=id))
        share = chance_of(campaign, taken)
        gain = None if share is None else text("success {share}", share=likely(share))
        untrained = talent.trained_only and not talent.crosses
        blocked = text("this talent cannot be tested without a cross") if untrained else None
        options.append(Option(id, talent_name(talent, id), _priced(price, gain), blocked))
    return tuple(options)


def _spend_ask(campaign: Campaign, command: TalentRoll) -> Ask:
    try:
        least, most = max_spend(campaign, command)
    except Refusal:
        least, most = 1, 1
    options = tuple(
        Option(n, text("{number}", number=n), _gain(campaign, command, replace(command, spend=n)))
        for n in range(least, most + 1)
    )
    low, high = min(least, command.spend), max(most, command.spend)
    return Ask("spend", text("Dice drawn"), Kind.WHOLE, command.spend, options, low, high)


def _bets(campaign: Campaign, command: TalentRoll) -> tuple[Option, ...]:
    forced = forced_bets(campaign, command)
    options: list[Option] = []
    for bets in range(MAX_BETS + 1):
        taken = replace(command, bets=bets)
        brings = text_n("{count} benefit", "{count} benefits", max(0, bets - forced))
        price = text("DIFF +{number}, {brings}", number=bets, brings=brings) if bets else text("no bet")
        blocked = None
        if bets < forced:
            blocked = text_n("{count} bet is forced", "{count} bets are forced", forced)
        options.append(
            Option(bets, text("{number}", number=bets), _priced(price, _gain(campaign, command, taken)), blocked)
        )
    return tuple(options)


def _stake(command: TalentRoll, n: int) -> str:
    return command.stakes[n] if n < len(command.stakes) else ""


def _reserves(campaign: Campaign, command: TalentRoll) -> tuple[Option, ...]:
    pc = campaign.characters[command.who]
    options = []
    now = on_turn(campaign)
    for reserve, label in RESERVES.items():
        if reserve == "conditional" and not pc.conditional:
            continue
        blocked = None
        if reserve == "ra" and phase_of(campaign) != "none" and now != command.who:
            blocked = (
                text("it is the turn of {who}", who=name_of(campaign, now)) if now else text("everybody has acted")
            )
        note = text("{count} held", count=getattr(pc, reserve))
        if reserve == "conditional":
            note = text("if {words}", words=pc.conditional_when)
        options.append(Option(reserve, label, note, blocked))
    return tuple(options)


def _people(campaign: Campaign, command: TalentRoll) -> tuple[Option, ...]:
    return tuple(
        Option(
            id,
            text("{name}", name=pc.name or id),
            text("RA {ra} · RR {rr}", ra=pc.ra, rr=pc.rr),
            None if takes_part(pc) else text("{who} is not in the round", who=pc.name or id),
        )
        for id, pc in campaign.characters.items()
        if pc.talents or id == command.who
    )
