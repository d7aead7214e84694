"""Charge in numbers: the counts of the rules, without dice, as scripts and dialogs use them."""

from __future__ import annotations

from typing import Any, ClassVar

from tracker.core.fields import choice, whole
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.tally import stressed_to, ticked
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.charge.house import MAX_CLOCK, POSITIONS, ChargeRules, Position
from tracker.rules.charge.rolling import INITIATIVE, INITIATIVE_UNIT, moved, not_enough
from tracker.rules.procedure import Procedure, out_of_range

RECOVERY = (1, 4)
"""Segments of stress cleared at once (Charge, Récupération)."""
FLASHBACK_COST = (0, 2)
"""Charge, Flashbacks."""


_SEGMENTS = text("segments")
_STRESS = text("stress")


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

    initiative: int = whole(INITIATIVE, low=0, required=True, unit=INITIATIVE_UNIT, code="bad_initiative")
    cost: int = whole(
        text("cost"),
        low=FLASHBACK_COST[0],
        high=FLASHBACK_COST[1],
        required=True,
        unit=INITIATIVE_UNIT,
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
            raise not_enough(inputs.cost, inputs.initiative, "cost")

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

    initiative: int = whole(INITIATIVE, low=0, required=True, unit=INITIATIVE_UNIT, code="bad_initiative")


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
