"""Charge in numbers: every roll and every count of the rules, as scripts and dialogs use them.

Sources: the French text of Charge (Fari RPGs, CC BY 4.0, based on Blades in the Dark, CC BY 3.0), by its chapter. What
the text leaves open is a house rule or a named constant marked READING.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from tracker.core.fields import choice, choice_or_none, flag, whole, whole_or_none
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.tally import stressed_to, ticked
from tracker.core.text import text, text_in
from tracker.dice.best import TWO_SIXES, dice_thrown, value, value_counts
from tracker.dice.distribution import chances, grouped
from tracker.dice.pool import Faces, Pool
from tracker.rules.charge.house import (
    EFFECTS,
    INITIATIVE_GAIN,
    MAX_CLOCK,
    MAX_DOTS,
    POSITIONS,
    ChargeRules,
    Effect,
    Position,
)
from tracker.rules.procedure import MAX_DICE, Odds, Procedure, out_of_range

Push = Literal["die", "effect"]
Result = Literal["critical", "full", "partial", "bad"]

RULES = ChargeRules

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
RECOVERY = (1, 4)
"""Segments of stress cleared at once (Charge, Récupération)."""
FLASHBACK_COST = (0, 2)
"""Charge, Flashbacks."""

_INITIATIVE = text("initiative")
_INITIATIVE_UNIT = text("initiative charges")
_SEGMENTS = text("segments")
_STRESS = text("stress")


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


def _not_enough(cost: int, held: int, input: str) -> Refusal:
    message = text("this costs {cost} initiative and {held} are held", cost=cost, held=held)
    return Refusal("not_enough_initiative", message, input=input)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionInputs:
    """What an action roll comes to in numbers (Charge, Jets d'action)."""

    dots: int = whole(text("dots of the action"), low=0, high=MAX_DOTS, required=True, code="bad_dots")
    initiative: int = whole(
        _INITIATIVE,
        default=START_INITIATIVE,
        low=0,
        unit=_INITIATIVE_UNIT,
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
        unit=_INITIATIVE_UNIT,
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
            raise _not_enough(cost, inputs.initiative, "push" if inputs.push is not None else "push_act")
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
        text("initiative spent"), high=MAX_DICE, required=True, unit=_INITIATIVE_UNIT, help=text("one die each")
    )
    initiative: int = whole(_INITIATIVE, low=0, required=True, unit=_INITIATIVE_UNIT, code="bad_initiative")
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
            raise _not_enough(inputs.spend, inputs.initiative, "spend")

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockInputs:
    """A clock and what is added to it (Charge, Horloges)."""

    size: int = whole(text("size"), required=True, unit=_SEGMENTS, code="bad_clock_size")
    filled: int = whole(text("filled"), low=0, required=True, unit=_SEGMENTS, code="bad_filled")
    ticks: int = whole(text("ticks"), low=0, required=True, unit=_SEGMENTS, code="bad_ticks")


class TickClock(Procedure[ClockInputs]):
    """Filling a clock (Charge, Horloges). READING: what overflows is dropped, a full clock refuses ticks."""

    id = "clock"
    inputs = ClockInputs
    dice: ClassVar[None] = None

    def check_input(self, name: str, inputs: ClockInputs, rules: ChargeRules) -> None:
        """Refuse a size that the table does not use, and more segments filled than there are.

        An empty list in `clock_sizes` leaves every size from 1 to 100.
        """
        if name == "size" and inputs.size not in (rules.clock_sizes or range(1, MAX_CLOCK + 1)):
            sizes = ", ".join(str(size) for size in rules.clock_sizes)
            expected = (
                text("one of the sizes {sizes}", sizes=sizes)
                if sizes
                else text("a whole number from {low} to {high}", low=1, high=MAX_CLOCK)
            )
            raise out_of_range("bad_clock_size", text("size"), expected, inputs.size, name)
        if name == "filled" and inputs.filled > inputs.size:
            raise _over("bad_filled", text("filled"), inputs.size, inputs.filled, name)

    def check(self, inputs: ClockInputs, rules: ChargeRules) -> None:
        """Refuse a clock that is full already: it is resolved, not ticked."""
        if inputs.filled == inputs.size:
            raise Refusal("already_full", text("the clock is full already; it is resolved, not ticked"), input="filled")

    def read(self, inputs: ClockInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Give the segments filled afterwards."""
        filled = ticked(inputs.size, inputs.filled, inputs.ticks)
        return {"filled": filled, "full": filled == inputs.size}


@dataclass(frozen=True, slots=True, kw_only=True)
class StressInputs:
    """Stress held and taken (Charge, Santé et Condition)."""

    stress: int = whole(_STRESS, low=0, required=True, unit=_SEGMENTS, code="bad_stress")
    take: int = whole(text("stress taken"), low=0, required=True, unit=_SEGMENTS, code="bad_take")


class TakeStress(Procedure[StressInputs]):
    """Taking stress: at the last segment out of the scene, and the clock is cleared (Charge, Santé et Condition).

    READING: what overflows is dropped. House rules: `stress_size`, and `stress_full` = "stay" leaves the clock full.
    """

    id = "stress"
    inputs = StressInputs
    dice: ClassVar[None] = None

    def check_input(self, name: str, inputs: StressInputs, rules: ChargeRules) -> None:
        """Refuse more stress than can be stored."""
        if name == "stress":
            _check_stress(inputs.stress, rules)

    def check(self, inputs: StressInputs, rules: ChargeRules) -> None:
        """Refuse to fill a clock that stayed full."""
        if inputs.take and inputs.stress >= rules.stress_size:
            raise Refusal("already_full", text("the stress clock is full already"), input="stress")

    def read(self, inputs: StressInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Give the stress stored afterwards, and whether it takes the character out."""
        clears = rules.stress_full == "clear"
        stress, taken_out = stressed_to(rules.stress_size, clears, inputs.stress, inputs.take)
        return {"stress": stress, "taken_out": taken_out}


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverInputs:
    """Stress held and cleared (Charge, Récupération)."""

    stress: int = whole(_STRESS, low=0, required=True, unit=_SEGMENTS, code="bad_stress")
    clear: int = whole(
        text("segments cleared"),
        low=RECOVERY[0],
        high=RECOVERY[1],
        required=True,
        unit=_SEGMENTS,
        code="bad_recovery",
        help=text("as the game master says"),
    )


class Recover(Procedure[RecoverInputs]):
    """Recovering from stress in the fiction (Charge, Récupération)."""

    id = "recover"
    inputs = RecoverInputs
    dice: ClassVar[None] = None

    def check_input(self, name: str, inputs: RecoverInputs, rules: ChargeRules) -> None:
        """Refuse more stress than can be stored."""
        if name == "stress":
            _check_stress(inputs.stress, rules)

    def read(self, inputs: RecoverInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Give the stress left."""
        return {"stress": ticked(rules.stress_size, inputs.stress, -inputs.clear)}


@dataclass(frozen=True, slots=True, kw_only=True)
class FlashbackInputs:
    """What a flashback costs (Charge, Flashbacks)."""

    initiative: int = whole(_INITIATIVE, low=0, required=True, unit=_INITIATIVE_UNIT, code="bad_initiative")
    cost: int = whole(
        text("cost"),
        low=FLASHBACK_COST[0],
        high=FLASHBACK_COST[1],
        required=True,
        unit=_INITIATIVE_UNIT,
        code="bad_cost",
        help=text("as the game master says"),
    )


class Flashback(Procedure[FlashbackInputs]):
    """Paying for a flashback before it is told (Charge, Flashbacks). Its cost does not block a later gain."""

    id = "flashback"
    inputs = FlashbackInputs
    dice: ClassVar[None] = None

    def check(self, inputs: FlashbackInputs, rules: ChargeRules) -> None:
        """Refuse a cost above what is held."""
        if inputs.cost > inputs.initiative:
            raise _not_enough(inputs.cost, inputs.initiative, "cost")

    def read(self, inputs: FlashbackInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Give the initiative left."""
        return {"initiative_after": inputs.initiative - inputs.cost}


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionInputs:
    """A position and by how much it changes (Charge, Jets d'action, step 2)."""

    position: Position = choice(text("position"), POSITIONS, default="risky", required=True, code="bad_position")
    steps: int = whole(text("steps"), required=True, help=text("positive is better, negative is worse"))


class ChangePosition(Procedure[PositionInputs]):
    """A better or worse position. READING: controlled and desperate are the ends."""

    id = "position"
    inputs = PositionInputs
    dice: ClassVar[None] = None

    def read(self, inputs: PositionInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Give the position afterwards."""
        return {"position": moved(inputs.position, inputs.steps)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionStartInputs:
    """What was left of the last session (Charge, Initiative)."""

    initiative: int = whole(_INITIATIVE, low=0, required=True, unit=_INITIATIVE_UNIT, code="bad_initiative")


class SessionStart(Procedure[SessionStartInputs]):
    """The start of a session. READING: initiative is set to 2, not to at least 2. House rule: `initiative_start`."""

    id = "session_start"
    inputs = SessionStartInputs
    dice: ClassVar[None] = None

    def read(self, inputs: SessionStartInputs, rules: ChargeRules, faces: Faces) -> dict[str, Any]:
        """Give the initiative the session starts with."""
        return {"initiative_after": rules.initiative_start}


def _check_stress(stress: int, rules: ChargeRules) -> None:
    greatest = rules.stress_size - (rules.stress_full == "clear")
    if stress > greatest:
        raise _over("bad_stress", _STRESS, greatest, stress, "stress")


def _over(code: str, label: Any, greatest: int, found: int, input: str) -> Refusal:
    return out_of_range(code, label, text("a whole number from {low} to {high}", low=0, high=greatest), found, input)


ACTION = Action()
DETERMINATION = Determination()
FORTUNE = Fortune()
CLOCK = TickClock()
STRESS = TakeStress()
RECOVER = Recover()
FLASHBACK = Flashback()
POSITION = ChangePosition()
SESSION_START = SessionStart()

PROCEDURES: Mapping[str, Procedure[Any]] = {
    each.id: each
    for each in (ACTION, DETERMINATION, FORTUNE, CLOCK, STRESS, RECOVER, FLASHBACK, POSITION, SESSION_START)
}
