"""Charge in numbers: the rolls of the rules, as scripts and dialogs use them."""

from __future__ import annotations

from typing import Any, Literal

from tracker.core.fields import choice, choice_or_none, flag, whole, whole_or_none
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_in
from tracker.dice.best import TWO_SIXES, dice_thrown, value, value_counts
from tracker.dice.distribution import chances, grouped
from tracker.dice.pool import Faces, Pool
from tracker.rules.charge.house import EFFECTS, INITIATIVE_GAIN, MAX_DOTS, POSITIONS, ChargeRules, Effect, Position
from tracker.rules.procedure import MAX_DICE, Odds, Procedure, out_of_range

Push = Literal["die", "effect"]
Result = Literal["critical", "full", "partial", "bad"]

RESULTS = {
    "critical": text_in("result", "critical success"),
    "full": text_in("result", "full success"),
    "partial": text_in("result", "partial success"),
    "bad": text_in("result", "bad outcome"),
}
"""From the best to the worst (Charge, Lancer les dés)."""
PUSHES = {"die": text_in("push", "+1d6"), "effect": text_in("push", "+1 effect")}
PUSH_COST = 2
"""Charge, Se surpasser: 2 initiative for each push."""
ASSIST_COST = 1
"""Charge, Aider: the helper pays 1."""
START_INITIATIVE = 2
"""What a script need not say (Charge, Initiative: 2 at the start of a session)."""
GREAT = 3
"""The rank of a great effect, and the segments it ticks (Charge, Horloges)."""
BEYOND_GREAT = 4
"""What a critical ticks under the house rule `critical_beyond_great` (an extra of the rulebook; READING: off)."""
LEVELS = {"controlled": 1, "risky": 2, "desperate": 3}
"""The level of a consequence by position (Charge, Conséquences)."""
REDUCED_BY = 1
"""READING: a consequence reduced by a determination roll is one level less."""

INITIATIVE = text("initiative")
INITIATIVE_UNIT = text("initiative charges")


def result_of(pool: int, faces: tuple[int, ...]) -> Result:
    """Read the faces of a pool, which may be zero or negative (Charge, Lancer les dés)."""
    return _result(value(pool, faces))


def result_odds(pool: int) -> Odds:
    """Give the exact chance of each result of a pool, the best first."""
    return chances(grouped(value_counts(pool), _result))


def _result(worth: int) -> Result:
    if worth == TWO_SIXES:
        return "critical"
    return "full" if worth == 6 else "partial" if worth >= 4 else "bad"


def moved(position: Position, steps: int) -> Position:
    """Give the position some steps better (or, negative, worse); there is none beyond the ends."""
    order: tuple[Position, ...] = ("controlled", "risky", "desperate")
    return order[min(max(order.index(position) - steps, 0), len(order) - 1)]


def not_enough(cost: int, held: int, input: str) -> Refusal:
    """Give the refusal of an initiative cost above what is held; `input` is what asks for it."""
    message = text("this costs {cost} initiative and {held} are held", cost=cost, held=held)
    return Refusal("not_enough_initiative", message, input=input)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionInputs:
    """What an action roll comes to in numbers (Charge, Jets d'action)."""

    dots: int = whole(text("dots of the action"), low=0, high=MAX_DOTS, required=True, code="bad_dots")
    initiative: int = whole(
        INITIATIVE,
        default=START_INITIATIVE,
        low=0,
        unit=INITIATIVE_UNIT,
        code="bad_initiative",
        help=text("what the roller holds before the roll"),
    )
    position: Position = choice(text("position"), POSITIONS, default="risky", code="bad_position")
    effect: Effect = choice(text("effect"), EFFECTS, default="standard", code="bad_effect")
    push: Push | None = choice_or_none(
        text("push yourself"), PUSHES, code="bad_push", help=text("2 initiative for one more die or a better effect")
    )
    push_act: bool = flag(text("push to act although taken out"), help=text("2 initiative"))
    tension: bool = flag(text("added tension"), help=text("one more die for a consequence that is accepted"))
    helper_initiative: int | None = whole_or_none(
        text("initiative of the helper"),
        low=0,
        unit=INITIATIVE_UNIT,
        code="bad_initiative",
        help=text("given when somebody assists: one more die for 1 initiative of theirs"),
    )
    taken_out: bool = flag(text("taken out of the scene"))
    talent_dice: int = whole(text("dice from talents"), low=0, high=MAX_DICE)
    minus_dice: int = whole(text("dice taken away"), low=0, high=MAX_DICE)


def effect_ticks(rank: int, result: Result, rules: ChargeRules) -> int:
    """Give the segments a progress clock is ticked (Charge, Horloges): the rank, one more on a critical, 0 on bad.

    READING: a critical stops at great, unless the house rule `critical_beyond_great` lets it tick 4.
    """
    match result:
        case "bad":
            return 0
        case "critical":
            return min(BEYOND_GREAT if rules.critical_beyond_great else GREAT, rank + 1)
        case _:
            return rank


class Action(Procedure[ActionInputs]):
    """The action roll (Charge, Jets d'action, Initiative, Conséquences)."""

    id = "action"
    inputs = ActionInputs

    def pool(self, inputs: ActionInputs) -> int:
        """Give the number of dice after every bonus; zero or less is two dice, the lowest kept."""
        bonus = (inputs.push == "die") + inputs.tension + (inputs.helper_initiative is not None) + inputs.talent_dice
        return inputs.dots + bonus - inputs.minus_dice

    def cost(self, inputs: ActionInputs) -> int:
        """Give the initiative the roller pays: 2 for each push (Charge, Se surpasser)."""
        return PUSH_COST * ((inputs.push is not None) + inputs.push_act)

    def spends(self, inputs: ActionInputs) -> bool:
        """Say whether any initiative is used for the roll, the helper's included (Charge, Initiative)."""
        return self.cost(inputs) > 0 or inputs.helper_initiative is not None

    def effect_rank(self, inputs: ActionInputs) -> int:
        """Give the rank of the effect before the dice are read: 0 none, 1 limited, 2 standard, 3 great."""
        return min(GREAT, tuple(EFFECTS).index(inputs.effect) + (inputs.push == "effect"))

    def gain(self, inputs: ActionInputs, result: Result, rules: ChargeRules) -> int:
        """Give the initiative the roller gains.

        Charge, Initiative: +1 on 4-5, +2 on 6, +3 on 66, and none from a roll that initiative was used for.
        """
        if self.spends(inputs):
            return 0
        return rules.initiative_gain.get(result, INITIATIVE_GAIN.get(result, 0))

    def check(self, inputs: ActionInputs, rules: ChargeRules) -> None:
        """Refuse a needless push, push with tension, acting while out; then what roller and helper cannot pay."""
        if inputs.push_act and not inputs.taken_out:
            raise Refusal("bad_push", text("only who is taken out pushes to act"), input="push_act")
        if inputs.push is not None and inputs.tension:
            raise Refusal("push_or_tension", text("a roll takes a push or added tension, not both"), input="tension")
        if inputs.taken_out and not inputs.push_act:
            raise Refusal("taken_out", text("who is taken out acts only with a push"), input="taken_out")
        cost = self.cost(inputs)
        if cost > inputs.initiative:
            raise not_enough(cost, inputs.initiative, "push" if inputs.push is not None else "push_act")
        if inputs.helper_initiative is not None and inputs.helper_initiative < ASSIST_COST:
            raise Refusal(
                "helper_no_initiative", text("the helper has no initiative to pay with"), input="helper_initiative"
            )

    def pools(self, inputs: ActionInputs, rules: ChargeRules) -> tuple[Pool, ...]:
        """Give the pool, or two dice for zero or less."""
        return (Pool(dice_thrown(self.pool(inputs))),)

    def read(self, inputs: ActionInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Read the dice: result, goal, ticks, level of the consequence, initiative."""
        pool = self.pool(inputs)
        result = result_of(pool, faces["dice"])
        gain = self.gain(inputs, result, rules)
        read = {
            "pool": pool,
            "zero_rule": pool <= 0,
            "result": result,
            "goal": result != "bad",
            "effect_ticks": effect_ticks(self.effect_rank(inputs), result, rules),
            "consequence": LEVELS[inputs.position] if result in {"partial", "bad"} else 0,
            "gain": gain,
            "initiative_after": inputs.initiative - self.cost(inputs) + gain,
        }
        if inputs.helper_initiative is not None:
            read["helper_initiative_after"] = inputs.helper_initiative - ASSIST_COST
        return read

    def odds(self, inputs: ActionInputs, rules: ChargeRules) -> Odds:
        """Give the exact chance of each result."""
        return result_odds(self.pool(inputs))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeterminationInputs:
    """What a determination roll comes to in numbers (Charge, Jet de Détermination)."""

    spend: int = whole(
        text("initiative spent"), high=MAX_DICE, required=True, unit=INITIATIVE_UNIT, help=text("one die each")
    )
    initiative: int = whole(INITIATIVE, low=0, required=True, unit=INITIATIVE_UNIT, code="bad_initiative")
    consequence: int = whole(text("level of the consequence"), default=2, low=1, high=3)
    action_dots: int | None = None
    """The dots rolled in place of bought dice, under the house rule `resist_with` action; not for scripts."""


class Determination(Procedure[DeterminationInputs]):
    """Resisting a consequence (Charge, Jet de Détermination). No initiative is gained by it."""

    id = "determination"
    inputs = DeterminationInputs

    def pool(self, inputs: DeterminationInputs) -> int:
        """Give the number of dice: the initiative spent, or an action's dots."""
        return inputs.spend if inputs.action_dots is None else inputs.action_dots

    def left(self, inputs: DeterminationInputs) -> dict[str, int]:
        """Give what is left of the consequence after the results that do not avoid it."""
        return self.left_of(inputs.consequence)

    def left_of(self, level: int) -> dict[str, int]:
        """Give the same of a consequence of some level."""
        return {"bad": level, "partial": max(0, level - REDUCED_BY)}

    def check_input(self, name: str, inputs: DeterminationInputs, rules: ChargeRules) -> None:
        """Refuse a roll without initiative spent. READING: resisting is paid for, unless `determination_zero`."""
        if name != "spend":
            return
        least = 0 if rules.determination_zero or inputs.action_dots is not None else 1
        if inputs.spend < least:
            expected = text("a whole number, {low} or more", low=least)
            raise out_of_range("spend_at_least_one", text("initiative spent"), expected, inputs.spend, name)

    def check(self, inputs: DeterminationInputs, rules: ChargeRules) -> None:
        """Refuse spending more than is held."""
        if inputs.spend > inputs.initiative:
            raise not_enough(inputs.spend, inputs.initiative, "spend")

    def pools(self, inputs: DeterminationInputs, rules: ChargeRules) -> tuple[Pool, ...]:
        """Give one die for each initiative spent."""
        return (Pool(dice_thrown(self.pool(inputs))),)

    def read(self, inputs: DeterminationInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Read the dice: 1-3 it happens, 4-5 reduced, 6 avoided, 66 avoided and a better position next."""
        result = result_of(self.pool(inputs), faces["dice"])
        return {
            "result": result,
            "consequence_after": self.left(inputs).get(result, 0),
            "next_position_bonus": 1 if result == "critical" else 0,
            "initiative_after": inputs.initiative - inputs.spend,
        }

    def odds(self, inputs: DeterminationInputs, rules: ChargeRules) -> Odds:
        """Give the exact chance of each result."""
        return result_odds(self.pool(inputs))


@dataclass(frozen=True, slots=True, kw_only=True)
class FortuneInputs:
    """How likely a thing is (Charge, Jets de Fortune)."""

    likelihood: int = whole(
        text("likelihood"), high=MAX_DICE, required=True, help=text("one die each; zero or less: two dice, the lowest")
    )


class Fortune(Procedure[FortuneInputs]):
    """The fortune roll: no initiative and none of the five consequences (Charge, Jets de Fortune)."""

    id = "fortune"
    inputs = FortuneInputs

    def pools(self, inputs: FortuneInputs, rules: ChargeRules) -> tuple[Pool, ...]:
        """Give one die for each level of likelihood."""
        return (Pool(dice_thrown(inputs.likelihood)),)

    def read(self, inputs: FortuneInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Read the dice."""
        return {"result": result_of(inputs.likelihood, faces["dice"]), "gain": 0, "consequence": 0}

    def odds(self, inputs: FortuneInputs, rules: ChargeRules) -> Odds:
        """Give the exact chance of each result."""
        return result_odds(inputs.likelihood)
