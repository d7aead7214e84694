"""Charge: resisting a consequence at the table (Charge, Jet de détermination)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_in, text_n
from tracker.dice.pool import Faces, Pool
from tracker.rules.charge.action_roll import action_dice
from tracker.rules.charge.beat import BeatState
from tracker.rules.charge.consequence import character_option, check_open, state_of
from tracker.rules.charge.names import DETERMINATION_OUTCOMES, action_names
from tracker.rules.charge.rolling import Determination as DeterminationRule
from tracker.rules.charge.rolling import DeterminationInputs
from tracker.rules.charge.settle import settle
from tracker.rules.charge.sheet import RESIST_WITH
from tracker.rules.charge.stakes import clock_full, stress_lost
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Chance, Command, Deed, Option, Preview, Said, Tone

DETERMINATION = DeterminationRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class Determination(Command):
    """`who` resists a consequence, with what the house rules allow."""

    consequence: int = 2
    """Its level, where it does not come from an action roll."""
    spend: int = 1
    by: str = "initiative"
    action: str = ""
    detail: str = ""


class DeterminationDeed(Deed[Determination]):
    """A determination roll: one die per charge of initiative spent (Charge, Jet de détermination)."""

    id = "determination"
    event = "roll"
    label = text("Determination roll")
    outcomes = DETERMINATION_OUTCOMES
    aim = text_in("odds", "avoided")
    command = Determination

    def asks(self, campaign: Campaign, command: Determination) -> tuple[Ask, ...]:
        """Ask who resists where several may, with what, and how much is spent."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        state = state_of(campaign, command.beat)
        asks: list[Ask] = []
        able = tuple(character_option(campaign, w) for w in state.sufferers if not state.resisted(w))
        if len(able) > 1:
            asks.append(Ask("who", text("Who resists"), Kind.CHOICE, command.who, able))
        if state.roll is None:
            asks.append(Ask("consequence", text("Consequence level"), Kind.WHOLE, command.consequence, low=1, high=3))
        ways = ways_to_resist(campaign)
        if len(ways) > 1:
            options = tuple(Option(way, RESIST_WITH[way]) for way in ways)
            asks.append(Ask("by", text("Resist with"), Kind.CHOICE, command.by, options))
        match command.by:
            case "action":
                actions = tuple(
                    Option(id, name, text_n("{count} dot", "{count} dots", character.actions.get(id, 0)))
                    for id, name in action_names(campaign).items()
                )
                asks.append(Ask("action", text("Action"), Kind.CHOICE, command.action, actions))
            case "detail":
                details = tuple(Option(tie, text("{name}", name=tie)) for tie in character.ties)
                asks.append(Ask("detail", text("Crossed out"), Kind.CHOICE, command.detail, details))
            case _:
                low = 0 if campaign.rules.determination_zero else 1
                asks.append(
                    Ask(
                        "spend",
                        text("Initiative spent"),
                        Kind.WHOLE,
                        command.spend,
                        low=low,
                        high=max(low, character.initiative),
                    )
                )
        return tuple(asks)

    def put(self, campaign: Campaign, command: Determination, name: str, value: Any) -> Determination:
        """Give the command with one more answer; who and how propose an action or a detail."""
        return _with_means(campaign, replace(command, **{name: value}))

    def preview(self, campaign: Campaign, command: Determination) -> Preview:
        """Give the exact odds."""
        if command.by == "detail":
            return Preview(facts=(text("the consequence is cancelled outright"),))
        inputs, rules = determination_inputs(campaign, command), campaign.rules
        DETERMINATION.verify(inputs, rules)
        odds = DETERMINATION.odds(inputs, rules)
        chances = tuple(
            Chance(id, label, odds.get(id, Fraction(0)), tone)
            for id, (label, tone) in DETERMINATION_OUTCOMES.items()
            if id != "cancelled"
        )
        return Preview(
            chances,
            (text("consequence {level}", level=inputs.consequence),),
            also=tuple(_stakes(campaign, command, inputs, odds)),
        )

    def pools(self, campaign: Campaign, command: Determination) -> tuple[Pool, ...]:
        """Give one die per charge, or per dot of the action."""
        if command.by == "detail":
            return ()
        inputs = determination_inputs(campaign, command)
        DETERMINATION.verify(inputs, campaign.rules)
        _check_way(campaign, command)
        return DETERMINATION.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: Determination, faces: Faces) -> None:
        """Spend, read the dice, and write what is left of the consequence."""
        state = state_of(draft.campaign, command.beat)
        character = present_character(draft.campaign, command.who)
        _check_way(draft.campaign, command)
        if state.resisted(command.who):
            raise Refusal("resisted", text("{who} has resisted this consequence already", who=character.name))
        if state.roll is not None:
            check_open(state)
            if command.who not in state.sufferers:
                raise Refusal("not_exposed", text("{who} does not suffer this consequence", who=character.name))
        draft.who(command.who)
        draft.name("characters", command.who)
        if command.by == "detail":
            level = state.level(command.who) if state.roll is not None else command.consequence
            left = _cross_out(draft, command, level)
        else:
            left = _roll(draft, command, faces)
        self._settle_if_avoided(draft, state, command.who, left)

    def _settle_if_avoided(self, draft: Draft, state: BeatState, who: str, left: int) -> None:
        others = [w for w in state.sufferers if w != who]
        if state.partial and left == 0 and all(state.level(w) == 0 for w in others):
            settle(draft, state.roller, state.clock, state.purpose, state.ticks)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say what was spent, the dice, and what is left."""
        outcome = DETERMINATION_OUTCOMES.get(entry.outcome)
        pool = entry.result.get("pool", 1)
        match entry.choice.get("by", "initiative"):
            case "detail":
                what = text("determination: “{detail}” crossed out", detail=str(entry.choice.get("detail", "")))
            case "action":
                what = text("determination {dice}d with an action", dice=pool if isinstance(pool, int) else 1)
            case _:
                what = text("determination {dice}d", dice=pool if isinstance(pool, int) else 1)
        left = entry.result.get("consequence_after")
        details = (text("consequence {level}", level=left),) if isinstance(left, int) else ()
        zero = entry.result.get("zero_rule") is True
        return Said(
            what,
            action_dice(entry.faces, zero),
            outcome[0] if outcome else None,
            outcome[1] if outcome else Tone.PLAIN,
            details,
        )


def ways_to_resist(campaign: Campaign) -> tuple[str, ...]:
    """Give what a consequence may be resisted with at this table; initiative where the house rules name nothing."""
    ways: tuple[str, ...] = campaign.rules.resist_with
    return ways or ("initiative",)


def first_determination(campaign: Campaign, who: str, state: BeatState) -> Determination:
    """Give the determination roll to begin with: the first way there is, one charge, the best action."""
    character = campaign.characters[who]
    by = ways_to_resist(campaign)[0]
    free = by == "initiative" and campaign.rules.determination_zero and character.initiative == 0
    first = _with_means(campaign, Determination(who=who, by=by, spend=0 if free else 1))
    if state.roll is None:
        return first
    return replace(first, beat=state.n, consequence=state.level(who))


def _with_means(campaign: Campaign, command: Determination) -> Determination:
    """Give the command with the best action or the first detail, where its way needs one and it has none."""
    character = campaign.characters.get(command.who)
    if character is None:
        return command
    if command.by == "action" and not command.action:
        return replace(
            command, action=max(action_names(campaign), key=lambda id: character.actions.get(id, 0), default="")
        )
    if command.by == "detail" and character.ties and command.detail not in character.ties:
        return replace(command, detail=character.ties[0])
    return command


def _check_way(campaign: Campaign, command: Determination) -> None:
    """Refuse a way to resist that the house rules do not name, and an action there is not."""
    if command.by not in ways_to_resist(campaign):
        raise Refusal("bad_resist", text("at this table nobody resists like that"))
    if command.by == "action" and command.action not in action_names(campaign):
        raise Refusal("unknown_action", text("“{action}” is no action of this campaign", action=command.action))


def determination_inputs(campaign: Campaign, command: Determination) -> DeterminationInputs:
    """Give the numbers of a determination roll."""
    character = present_character(campaign, command.who)
    state = state_of(campaign, command.beat)
    level = state.level(command.who) if state.roll is not None else command.consequence
    if command.by == "action":
        dots = character.actions.get(command.action, 0)
        return DeterminationInputs(
            spend=0, initiative=character.initiative, consequence=max(1, level), action_dots=dots
        )
    return DeterminationInputs(spend=command.spend, initiative=character.initiative, consequence=max(1, level))


def _stakes(
    campaign: Campaign, command: Determination, inputs: DeterminationInputs, odds: Mapping[str, Fraction]
) -> Iterator[Chance]:
    """Give what the outcomes lead to: the clock of the roll filled where nothing is left, the last of the stress."""
    left = DETERMINATION.left(inputs)
    state = state_of(campaign, command.beat)
    if state.partial and all(state.level(w) == 0 for w in state.sufferers if w != command.who):
        ticks = {outcome: 0 if left.get(outcome) else state.ticks for outcome in odds}
        yield from clock_full(state.clock, campaign, odds, ticks)
    yield from stress_lost(campaign, campaign.characters[command.who], odds, left)


def _roll(draft: Draft, command: Determination, faces: Faces) -> int:
    inputs, rules = determination_inputs(draft.campaign, command), draft.campaign.rules
    DETERMINATION.verify(inputs, rules)
    result = DETERMINATION.read(inputs, rules, faces)
    odds = DETERMINATION.odds(inputs, rules)
    draft.fact(
        outcome=result["result"],
        odds={outcome: str(share) for outcome, share in odds.items()},
        result={
            "consequence": inputs.consequence,
            "consequence_after": result["consequence_after"],
            "pool": DETERMINATION.pool(inputs),
            "zero_rule": DETERMINATION.pool(inputs) <= 0,
        },
    )
    character = draft.campaign.characters[command.who]
    bonus = character.position_bonus + result["next_position_bonus"]
    draft.put_character(replace(character, initiative=result["initiative_after"], position_bonus=bonus))
    left: int = result["consequence_after"]
    return left


def _cross_out(draft: Draft, command: Determination, level: int) -> int:
    character = draft.campaign.characters[command.who]
    if command.detail not in character.ties:
        raise Refusal("no_detail", text("{who} has no such detail to cross out", who=character.name))
    ties = list(character.ties)
    ties.remove(command.detail)
    draft.put_character(replace(character, ties=tuple(ties)))
    draft.fact(outcome="cancelled", result={"consequence": level, "consequence_after": 0})
    return 0
