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
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in, text_n, verbatim
from tracker.core.tree import Value, path_text
from tracker.dice.pool import Faces, Pool
from tracker.rules.charge.names import OUTCOMES, action_name, action_names
from tracker.rules.charge.rolling import LEVELS, Action, ActionInputs, Push, Result, effect_ticks, moved
from tracker.rules.charge.settle import settle
from tracker.rules.charge.sheet import EFFECTS, POSITIONS, SETUP_BONUSES
from tracker.rules.charge.stakes import clock_full, price_fills, stress_lost
from tracker.rules.common.adjust import present_character
from tracker.rules.common.clocks import open_clocks, the_clock, tick_clock
from tracker.rules.common.stress import take_stress
from tracker.rules.deed import Ask, Chance, Command, Deed, Die, Option, Preview, Said, Tone
from tracker.rules.likely import changes

ACTION = Action()
NO_SETUP = -1
PROGRESS_KINDS = ("progress", "project", "task")
DANGER_KINDS = ("danger", "complication")
GAINING: tuple[Result, ...] = ("partial", "full", "critical")
PUSHES: Mapping[str, Push] = {"die": "die", "effect": "effect"}
"""The answers to `boost` that are pushes."""
PRICES = {
    "story": text_in("tension", "a turn of the story"),
    "danger": text_in("tension", "segments on a danger clock"),
    "stress": text_in("tension", "stress"),
}
TALENT_LABELS = {
    "effect": text("+1 effect: {words}"),
    "position": text("+1 position: {words}"),
    "die": text("+1d6: {words}"),
}
"""How a situational talent is said, with its blank filled in."""
PURPOSES = {
    "act": text_in("purpose", "reach the goal"),
    "effect": text_in("purpose", "set up: +1 effect"),
    "position": text_in("purpose", "set up: +1 position"),
}


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


class ActionRollDeed(Deed[ActionRoll]):
    """An action roll: dots and bonus dice, position, effect, initiative, and what they come to."""

    id = "action"
    event = "roll"
    label = text("Action roll")
    outcomes = OUTCOMES
    aim = text_in("odds", "goal")
    aims = frozenset(GAINING)
    command = ActionRoll

    def asks(self, campaign: Campaign, command: ActionRoll) -> tuple[Ask, ...]:
        """Ask for the action and the situation first, then for what evens the odds."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        asks = [
            Ask("action", text("Action"), Kind.CHOICE, command.action, _actions(campaign, character)),
            Ask("position", text("Position"), Kind.CHOICE, command.position, _positions()),
            Ask("effect", text("Effect"), Kind.CHOICE, command.effect, _effects()),
            Ask("boost", text("Push or tension"), Kind.CHOICE, command.boost, _boosts(campaign, command)),
        ]
        if command.boost == "tension":
            asks.extend(_price_asks(campaign, command))
        helpers = _helpers(campaign, command)
        if len(helpers) > 1:
            asks.append(Ask("helper", text("Assisted by"), Kind.CHOICE, command.helper, helpers))
        asks.extend(_talent_asks(character, command))
        setups = _setups(campaign, command)
        if len(setups) > 1:
            asks.append(Ask("setup", text("Follows up"), Kind.CHOICE, command.setup, setups))
        clocks = (Option("", text("none")), *open_clocks(campaign, PROGRESS_KINDS))
        if len(clocks) > 1:
            asks.append(Ask("clock", text("On a success ticks"), Kind.CHOICE, command.clock, clocks))
        asks.append(Ask("purpose", text("In order to"), Kind.CHOICE, command.purpose, _named(PURPOSES)))
        asks.append(Ask("minus_dice", text("Dice taken away"), Kind.WHOLE, command.minus_dice, low=0, high=6))
        asks.append(Ask("goal", text("Goal, in words"), Kind.LINE, command.goal))
        return tuple(asks)

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
            _facts(campaign, command, inputs),
            _warnings(campaign, command, inputs),
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


def _named(names: Mapping[str, Text]) -> tuple[Option, ...]:
    return tuple(Option(id, label) for id, label in names.items())


def _actions(campaign: Campaign, character: Any) -> tuple[Option, ...]:
    return tuple(
        Option(id, name, text_n("{count} dot", "{count} dots", character.actions.get(id, 0)))
        for id, name in action_names(campaign).items()
    )


def _positions() -> tuple[Option, ...]:
    return tuple(
        Option(id, label, text("consequence {level}", level=level))
        for level, (id, label) in enumerate(POSITIONS.items(), 1)
    )


def _effects() -> tuple[Option, ...]:
    return tuple(
        Option(id, label, text_n("{count} segment", "{count} segments", rank))
        for rank, (id, label) in enumerate(EFFECTS.items())
    )


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


def _success(campaign: Campaign, command: ActionRoll) -> Fraction | None:
    """Give the chance to reach the goal (4 or more), or None where the roll would be refused."""
    try:
        inputs = inputs_of(campaign, command)
        ACTION.verify(inputs, campaign.rules)
        return 1 - ACTION.odds(inputs, campaign.rules).get("bad", Fraction(0))
    except Refusal:
        return None


def _gain(campaign: Campaign, without: ActionRoll, taken: ActionRoll) -> Text | None:
    before, after = _success(campaign, without), _success(campaign, taken)
    if before is None or after is None:
        return None
    return changes(ActionRollDeed.aim, before, after)


def _blocked(campaign: Campaign, command: ActionRoll) -> Text | None:
    try:
        ACTION.verify(inputs_of(campaign, command), campaign.rules)
    except Refusal as refusal:
        return refusal.message
    return None


def _priced(price: Text, gain: Text | None) -> Text:
    return price if gain is None else text("{gain} · {price}", gain=gain, price=price)


def _boosts(campaign: Campaign, command: ActionRoll) -> tuple[Option, ...]:
    plain = replace(command, boost="none")
    die, effect, tension = (replace(command, boost=boost) for boost in ("die", "effect", "tension"))
    pushed = text("2 initiative, no gain")
    return (
        Option("none", text("nothing")),
        Option("die", text("push: +1d6"), _priced(pushed, _gain(campaign, plain, die)), _blocked(campaign, die)),
        Option("effect", text("push: +1 effect"), pushed, _blocked(campaign, effect)),
        Option("tension", text("tension: +1d6"), _priced(text("at a price"), _gain(campaign, plain, tension))),
    )


def _price_asks(campaign: Campaign, command: ActionRoll) -> tuple[Ask, ...]:
    asks = [Ask("price", text("Its price"), Kind.CHOICE, command.price, _named(PRICES))]
    if command.price == "danger":
        clocks = (Option("", text("none")), *open_clocks(campaign, DANGER_KINDS))
        asks.append(Ask("price_clock", text("Danger clock"), Kind.CHOICE, command.price_clock, clocks))
    if command.price != "story":
        asks.append(Ask("price_amount", text("How much"), Kind.WHOLE, command.price_amount, low=1, high=8))
    asks.append(Ask("price_words", text("In words"), Kind.LINE, command.price_words))
    return tuple(asks)


def _helpers(campaign: Campaign, command: ActionRoll) -> tuple[Option, ...]:
    alone = replace(command, helper="")
    options = [Option("", text("nobody"))]
    for id, other in campaign.characters.items():
        if id == command.who or not other.present:
            continue
        helped = replace(command, helper=id)
        price = text("1 initiative of {who}, no gain", who=other.name)
        blocked = _blocked(campaign, helped) if other.initiative < 1 else None
        if other.taken_out:
            blocked = text("{who} is out of the scene", who=other.name)
        options.append(
            Option(id, text("{name}", name=other.name or id), _priced(price, _gain(campaign, alone, helped)), blocked)
        )
    return tuple(options)


def _talent_asks(character: Any, command: ActionRoll) -> tuple[Ask, ...]:
    return tuple(
        Ask(
            f"talents.{place}",
            replace(TALENT_LABELS[talent.kind], values={"words": talent.situation}),
            Kind.FLAG,
            place in command.talents,
        )
        for place, talent in enumerate(character.talents)
        if talent.checked and talent.kind in TALENT_LABELS
    )


def _setups(campaign: Campaign, command: ActionRoll) -> tuple[Option, ...]:
    options = [Option(NO_SETUP, text("nobody’s set-up"))]
    for place, setup in enumerate(campaign.table.setups):
        if setup.by == command.who or command.who in setup.used_by:
            continue
        by = campaign.characters.get(setup.by)
        label = text("{bonus} by {who}", bonus=SETUP_BONUSES[setup.bonus], who=by.name if by else setup.by)
        options.append(Option(place, label))
    return tuple(options)


def _facts(campaign: Campaign, command: ActionRoll, inputs: ActionInputs) -> tuple[Text, ...]:
    pool = ACTION.pool(inputs)
    parts = [text_n("{count} dot", "{count} dots", inputs.dots)]
    if inputs.helper_initiative is not None:
        parts.append(text("+1 assistance"))
    if inputs.push == "die":
        parts.append(text("+1 push"))
    if inputs.tension:
        parts.append(text("+1 tension"))
    if inputs.talent_dice:
        parts.append(text("+{dice} talent", dice=inputs.talent_dice))
    if inputs.minus_dice:
        parts.append(text("−{dice}", dice=inputs.minus_dice))
    facts = [text("{pool}d6: {parts}", pool=pool, parts=tuple(parts))]
    if pool <= 0:
        facts.append(text("no dice: two are thrown, the lower one counts"))
    facts.append(
        text("position {position}, effect {effect}", position=POSITIONS[inputs.position], effect=EFFECTS[inputs.effect])
    )
    if ACTION.spends(inputs):
        facts.append(text("initiative is used: this roll earns none"))
    else:
        partial, full, critical = (ACTION.gain(inputs, r, campaign.rules) for r in GAINING)
        facts.append(
            text(
                "initiative +{partial}, +{full} or +{critical} on a success",
                partial=partial,
                full=full,
                critical=critical,
            )
        )
    return tuple(facts)


def _warnings(campaign: Campaign, command: ActionRoll, inputs: ActionInputs) -> tuple[Text, ...]:
    warnings: list[Text] = []
    roller = campaign.characters[command.who]
    if roller.taken_out:
        warnings.append(text("taken out: acting costs 2 initiative more"))
    if roller.position_penalty:
        warnings.append(text_n("position one step worse", "position {count} steps worse", roller.position_penalty))
    if roller.position_bonus:
        warnings.append(
            text_n("position one step better, once", "position {count} steps better, once", roller.position_bonus)
        )
    if command.boost == "effect" and inputs.effect == "great":
        warnings.append(text("the effect is great already: this push brings nothing"))
    if inputs.effect == "none" and inputs.push != "effect":
        warnings.append(text("no effect: a success ticks nothing"))
    return tuple(warnings)


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
