"""Charge: the action roll at the table, from the choice to what it changes (Charge, Jets d'action)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clock import tick
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n, verbatim
from tracker.core.tree import Value, path_text
from tracker.dice.pool import Faces, Pool
from tracker.rules.charge.action_choice import ACTION, DANGER_KINDS, GAINING, GOAL, NO_SETUP, ActionRoll, inputs_of
from tracker.rules.charge.action_form import TALENT_LABELS, action_asks, facts, warnings
from tracker.rules.charge.names import OUTCOMES, action_name
from tracker.rules.charge.rolling import LEVELS, ActionInputs, effect_ticks
from tracker.rules.charge.settle import settle
from tracker.rules.charge.sheet import EFFECTS, POSITIONS, SETUP_BONUSES
from tracker.rules.charge.stakes import clock_full, price_fills, stress_lost
from tracker.rules.common.clocks import open_clocks, the_clock, tick_clock
from tracker.rules.common.stress import take_stress
from tracker.rules.deed import Ask, Chance, Deed, Die, Preview, Said, Tone


class ActionRollDeed(Deed[ActionRoll]):
    """An action roll: dots and bonus dice, position, effect, initiative, and what they come to."""

    id = "action"
    event = "roll"
    label = text("Action roll")
    outcomes = OUTCOMES
    aim = GOAL
    aims = frozenset(GAINING)
    command = ActionRoll

    def asks(self, campaign: Campaign, command: ActionRoll) -> tuple[Ask, ...]:
        """Ask for the action and the situation first, then for what evens the odds."""
        return action_asks(campaign, command)

    def put(self, campaign: Campaign, command: ActionRoll, name: str, value: Any) -> ActionRoll:
        """Give the command with one more answer; a talent is switched by its place, a danger clock proposed."""
        attribute, _, place = name.partition(".")
        if attribute == "talents":
            kept = tuple(t for t in command.talents if t != int(place))
            return replace(command, talents=tuple(sorted((*kept, int(place)))) if value else kept)
        new: ActionRoll = replace(command, **{name: value})
        clocks = open_clocks(campaign, DANGER_KINDS)
        if new.price == "danger" and name == "price" and not new.price_clock and clocks:
            return replace(new, price_clock=str(clocks[0].value))
        return new

    def preview(self, campaign: Campaign, command: ActionRoll) -> Preview:
        """Give the exact odds, where the pool comes from, and what is in vain."""
        inputs = inputs_of(campaign, command)
        rules = campaign.rules
        ACTION.verify(inputs, rules)
        odds = ACTION.odds(inputs, rules)
        chances = tuple(Chance(id, label, odds.get(id, Fraction(0)), tone) for id, (label, tone) in OUTCOMES.items())
        return Preview(
            chances,
            facts(campaign, command, inputs),
            warnings(campaign, command, inputs),
            also=tuple(_stakes(campaign, command, inputs, odds)),
        )

    def pools(self, campaign: Campaign, command: ActionRoll) -> tuple[Pool, ...]:
        """Give the action dice; two on no dice or fewer."""
        inputs = inputs_of(campaign, command)
        ACTION.verify(inputs, campaign.rules)
        _check_setup(campaign, command)
        _check_price(campaign, command)
        return ACTION.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: ActionRoll, faces: Faces) -> None:
        """Read the dice, move initiative, pay the tension's price, and tick what a clean success ticks."""
        campaign = draft.campaign
        inputs = inputs_of(campaign, command)
        ACTION.verify(inputs, campaign.rules)
        result = ACTION.read(inputs, campaign.rules, faces)
        odds = ACTION.odds(inputs, campaign.rules)
        draft.who(command.who)
        draft.fact(
            outcome=result["result"],
            odds={outcome: str(share) for outcome, share in odds.items()},
            result={
                **{k: result[k] for k in ("pool", "zero_rule", "goal", "effect_ticks", "consequence", "gain")},
                "position": inputs.position,
                "effect": inputs.effect,
                **_applied(draft, command),
            },
        )
        roller = campaign.characters[command.who]
        draft.put_character(replace(roller, initiative=result["initiative_after"], position_bonus=0))
        if command.helper:
            helper = draft.campaign.characters[command.helper]
            draft.put_character(replace(helper, initiative=result["helper_initiative_after"]))
            draft.name("characters", command.helper)
        if command.setup != NO_SETUP:
            _follow_setup(draft, command)
        if command.boost == "tension":
            _pay_price(draft, command)
        if command.clock:
            draft.name("clocks", command.clock)
        if result["goal"] and result["consequence"] == 0:
            settle(draft, command.who, command.clock, command.purpose, result["effect_ticks"])

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the action with its dice and situation, the dice with those kept lit, and the rule that read them."""
        choice, result = entry.choice, entry.result
        outcome = OUTCOMES.get(entry.outcome)
        return Said(
            _what(campaign, choice, result),
            action_dice(entry.faces, result.get("zero_rule") is True),
            outcome[0] if outcome else None,
            outcome[1] if outcome else Tone.PLAIN,
            _details(entry),
        )


def _applied(draft: Draft, command: ActionRoll) -> dict[str, Value]:
    """Give what of the sheet and the table counted, so that the log can say it when they have changed."""
    campaign = draft.campaign
    roller = campaign.characters[command.who]
    applied: dict[str, Value] = {}
    talents = [roller.talents[place] for place in command.talents if place < len(roller.talents)]
    if talents:
        applied["talents"] = [{"kind": each.kind, "text": each.situation} for each in talents if each.checked]
    if command.setup != NO_SETUP:
        setup = campaign.table.setups[command.setup]
        applied["setup"] = {"by": setup.by, "bonus": setup.bonus}
        draft.name("characters", setup.by)
    if roller.position_penalty:
        applied["penalty"] = roller.position_penalty
    if roller.taken_out:
        applied["push_act"] = True
    return applied


def _check_setup(campaign: Campaign, command: ActionRoll) -> None:
    """Refuse a set-up that is over, or that this follower has used (Charge, Préparer: one use each)."""
    setups = campaign.table.setups
    if command.setup == NO_SETUP:
        return
    if not 0 <= command.setup < len(setups) or command.who in setups[command.setup].used_by:
        raise Refusal("setup_used", text("this set-up is used up or over"))


def _check_price(campaign: Campaign, command: ActionRoll) -> None:
    """Refuse tension whose price could not be paid: it is due whatever the dice say (Charge, Ajouter de la tension)."""
    if command.boost != "tension" or command.price != "danger":
        return
    if not command.price_clock:
        raise Refusal("no_price", text("choose the danger clock that pays for the tension"))
    if command.price_amount < 1:
        raise Refusal("bad_ticks", text("the price of tension is one segment or more"))
    tick(the_clock(campaign, command.price_clock), command.price_amount)


def _follow_setup(draft: Draft, command: ActionRoll) -> None:
    table = draft.campaign.table
    used = replace(table.setups[command.setup], used_by=(*table.setups[command.setup].used_by, command.who))
    setups = (*table.setups[: command.setup], used, *table.setups[command.setup + 1 :])
    draft.put_table(replace(table, setups=setups))


def _pay_price(draft: Draft, command: ActionRoll) -> None:
    if command.price == "danger":
        tick_clock(draft, command.price_clock, command.price_amount)
    elif command.price == "stress":
        take_stress(draft, command.who, command.price_amount)


def _stakes(
    campaign: Campaign, command: ActionRoll, inputs: ActionInputs, odds: Mapping[str, Fraction]
) -> Iterator[Chance]:
    """Give what the outcomes lead to: the chosen clock filled, the price of tension, the last of the stress."""
    rank, rules = ACTION.effect_rank(inputs), campaign.rules
    yield from clock_full(command.clock, campaign, odds, {each: effect_ticks(rank, each, rules) for each in GAINING})
    is_tense = command.boost == "tension"
    if is_tense and command.price == "danger":
        yield from price_fills(campaign, command.price_clock, command.price_amount)
    paid = command.price_amount if is_tense and command.price == "stress" else 0
    level = LEVELS[inputs.position]
    yield from stress_lost(campaign, campaign.characters[command.who], odds, {"partial": level, "bad": level}, paid)


def _what(campaign: Campaign, choice: Mapping[str, Any], result: Mapping[str, Any]) -> Text:
    position = POSITIONS.get(str(result.get("position", "risky")), verbatim("?"))
    effect = EFFECTS.get(str(result.get("effect", "standard")), verbatim("?"))
    what = text(
        "{action} {pool}d · {position} · {effect}",
        action=action_name(campaign, str(choice.get("action", ""))),
        pool=str(result.get("pool", "?")),
        position=position,
        effect=effect,
    )
    goal = choice.get("goal")
    return text("{what} · {goal}", what=what, goal=goal) if isinstance(goal, str) and goal else what


def action_dice(faces: Any, zero_rule: bool) -> tuple[Die, ...]:
    """Give the dice with those kept: the highest, every 6 of a critical, or the lower of two on no dice."""
    shown = [f for f in faces if isinstance(f, int)] if isinstance(faces, (list, tuple)) else []
    if not shown:
        return ()
    if zero_rule:
        kept = shown.index(min(shown))
        return tuple(Die(face, n == kept) for n, face in enumerate(shown))
    if shown.count(6) > 1:
        return tuple(Die(face, face == 6) for face in shown)
    kept = shown.index(max(shown))
    return tuple(Die(face, n == kept) for n, face in enumerate(shown))


def _details(entry: Entry) -> tuple[Text, ...]:
    choice, result = entry.choice, entry.result
    details: list[Text] = []
    if result.get("zero_rule") is True:
        details.append(text("no dice: two thrown, the lower kept"))
    if result.get("push_act") is True:
        details.append(text("taken out: acting costs 2 initiative more"))
    match choice.get("boost"):
        case "die":
            details.append(text("pushed: +1d6 for 2 initiative"))
        case "effect":
            details.append(text("pushed: +1 effect for 2 initiative"))
        case "tension":
            words = choice.get("price_words")
            details.append(text("tension: {words}", words=str(words)) if words else text("tension: +1d6"))
        case _:
            pass
    if choice.get("helper"):
        details.append(text("assisted"))
    talents = result.get("talents")
    for talent in talents if isinstance(talents, (list, tuple)) else ():
        label = TALENT_LABELS.get(str(talent.get("kind"))) if isinstance(talent, Mapping) else None
        if label is not None:
            details.append(replace(label, values={"words": str(talent.get("text", ""))}))
    setup = result.get("setup")
    bonus = SETUP_BONUSES.get(str(setup.get("bonus"))) if isinstance(setup, Mapping) else None
    if isinstance(setup, Mapping) and bonus is not None:
        by = str(setup.get("by", ""))
        who = entry.names.get(path_text(("characters", by)), by)
        details.append(text("{bonus} by {who}", bonus=bonus, who=who))
    penalty, minus = result.get("penalty"), choice.get("minus_dice")
    if isinstance(penalty, int):
        details.append(text_n("position one step worse", "position {count} steps worse", penalty))
    if isinstance(minus, int) and minus:
        details.append(text("−{dice}", dice=minus))
    return tuple(details)
