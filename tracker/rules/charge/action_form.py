"""Charge: what the dialog of an action roll asks and shows before the dice (Charge, Jets d'action)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in, text_n
from tracker.rules.charge.action_choice import (
    ACTION,
    DANGER_KINDS,
    GAINING,
    GOAL,
    NO_SETUP,
    PROGRESS_KINDS,
    ActionRoll,
    inputs_of,
)
from tracker.rules.charge.names import action_names
from tracker.rules.charge.rolling import ActionInputs
from tracker.rules.charge.sheet import EFFECTS, POSITIONS, SETUP_BONUSES
from tracker.rules.common.clocks import open_clocks
from tracker.rules.deed import Ask, Option
from tracker.rules.likely import changes

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


def action_asks(campaign: Campaign, command: ActionRoll) -> tuple[Ask, ...]:
    """Give the questions: the action and the situation first, then what evens the odds."""
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
    return changes(GOAL, before, after)


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


def facts(campaign: Campaign, command: ActionRoll, inputs: ActionInputs) -> tuple[Text, ...]:
    """Say where the pool comes from, in which situation, and what initiative a success brings."""
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
    told = [text("{pool}d6: {parts}", pool=pool, parts=tuple(parts))]
    if pool <= 0:
        told.append(text("no dice: two are thrown, the lower one counts"))
    told.append(
        text("position {position}, effect {effect}", position=POSITIONS[inputs.position], effect=EFFECTS[inputs.effect])
    )
    if ACTION.spends(inputs):
        told.append(text("initiative is used: this roll earns none"))
    else:
        partial, full, critical = (ACTION.gain(inputs, r, campaign.rules) for r in GAINING)
        told.append(
            text(
                "initiative +{partial}, +{full} or +{critical} on a success",
                partial=partial,
                full=full,
                critical=critical,
            )
        )
    return tuple(told)


def warnings(campaign: Campaign, command: ActionRoll, inputs: ActionInputs) -> tuple[Text, ...]:
    """Say what makes the roll worse, costs more or brings nothing."""
    told: list[Text] = []
    roller = campaign.characters[command.who]
    if roller.taken_out:
        told.append(text("taken out: acting costs 2 initiative more"))
    if roller.position_penalty:
        told.append(text_n("position one step worse", "position {count} steps worse", roller.position_penalty))
    if roller.position_bonus:
        told.append(
            text_n("position one step better, once", "position {count} steps better, once", roller.position_bonus)
        )
    if command.boost == "effect" and inputs.effect == "great":
        told.append(text("the effect is great already: this push brings nothing"))
    if inputs.effect == "none" and inputs.push != "effect":
        told.append(text("no effect: a success ticks nothing"))
    return tuple(told)
