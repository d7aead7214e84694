"""3D6 in numbers: long tasks (3D6, Tâches longues)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.core.fields import Kind, Spec, flag, whole, whole_or_none, wholes
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_n
from tracker.dice.distribution import chances
from tracker.dice.pool import Faces, Pool
from tracker.rules.procedure import Json, Odds, Procedure, faces_in
from tracker.rules.systeme_3d6.count import below
from tracker.rules.systeme_3d6.house import KittenRules
from tracker.rules.systeme_3d6.inputs import (
    MOST_COUNTED,
    OpenInputs,
    check_all_rerolls,
    check_dice,
    check_granted,
    check_rerolls,
    check_unrolled,
    counts_of,
    pool_of,
    rolled,
)

USUAL_TARGET = (4, 20)
"""Successes of a quick and of a long task (3D6, Tâches longues); beyond them a warning, no refusal (READING)."""

_SUCCESSES = text("successes")
_STEPS = text("steps")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRoll(OpenInputs):
    """One roll for a long task, with its dice where they are given."""

    same_step: bool = flag(text("shares the step of the roll before"))
    dice: tuple[int, ...] = wholes(text("dice"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LongInputs:
    """Where a long task stands (3D6, Tâches longues)."""

    target: int = whole(text("target"), low=1, required=True, unit=_SUCCESSES, code="bad_target")
    done: int = whole(text("done"), low=0, unit=_SUCCESSES)
    rolls_used: int = whole(text("steps used"), low=0, unit=_STEPS)
    max_rolls: int | None = whole_or_none(text("steps in all"), low=1, unit=_STEPS)
    entries: tuple[TaskRoll, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LongForOdds(LongInputs):
    """The same with a limit, without which there is nothing to give the odds of."""

    max_rolls: int | None = whole(text("steps in all"), low=1, high=MOST_COUNTED, required=True, unit=_STEPS)


class LongTask(Procedure[LongInputs]):
    """Successes added up over several rolls (3D6, Tâches longues).

    Time runs in steps of one roll's length: kittens at work together share a step, relays use one each. READING: what
    goes beyond the target is kept in the count; no success adds nothing.
    """

    id = "long"
    inputs = LongInputs
    inputs_for_odds = LongForOdds
    dice = Spec(Kind.ROWS, text("rolls"), record=TaskRoll)
    entries = "entries"

    def check(self, inputs: LongInputs, rules: KittenRules) -> None:
        """Refuse rerolls of dice there are not, a first roll that shares a step, rerolls not granted, late rolls."""
        for n, entry in enumerate(inputs.entries):
            check_dice(entry, f"dice.{n}.")
        if inputs.entries and inputs.entries[0].same_step:
            message = text("the first roll has no roll before it to share a step with")
            raise Refusal("bad_value", message, input="dice.0.same_step")
        for n, entry in enumerate(inputs.entries):
            check_granted(entry, f"dice.{n}.")
        late = self._first_too_late(inputs)
        if inputs.entries and inputs.done >= inputs.target:
            raise _complete(0)
        _check_open(inputs, _given_running(inputs, late, rules))
        if late is not None:
            raise time_is_up(inputs.max_rolls or 0, f"dice.{late}")

    def pools(self, inputs: LongInputs, rules: KittenRules) -> tuple[Pool, ...]:
        """Give the dice of each roll."""
        return tuple(pool_of(entry, str(n)) for n, entry in enumerate(inputs.entries))

    def faces_of(self, inputs: LongInputs, rules: KittenRules, dice: Json) -> Faces:
        """Read the faces; then refuse rerolls of dice that succeed, and a roll after the task is complete."""
        faces = super().faces_of(inputs, rules, dice)
        check_all_rerolls(inputs.entries, faces)
        _check_open(inputs, self._running(inputs, rules, faces)[:-1])
        return faces

    def read(self, inputs: LongInputs, rules: KittenRules, faces: Faces) -> dict[str, Any]:
        """Add up the successes, and count the steps."""
        running = self._running(inputs, rules, faces)
        done = running[-1] if running else inputs.done
        used = inputs.rolls_used + _steps(inputs.entries)
        complete = done >= inputs.target
        return {
            "running": running,
            "done": done,
            "complete": complete,
            "rolls_used": used,
            "time_is_up": not complete and inputs.max_rolls is not None and used >= inputs.max_rolls,
            "triples": [rolled(each, faces[str(n)], rules).triple for n, each in enumerate(inputs.entries)],
        }

    def odds(self, inputs: LongInputs, rules: KittenRules) -> Odds:
        """Give the exact chance that one kitten alone completes the task within the steps left, one roll each."""
        if not inputs.entries:
            raise Refusal("no_members", text("nobody rolls"), input="dice")
        if len(inputs.entries) > 1:
            message = text(
                "odds of a long task are those of one roll made again and again, not of {found}",
                found=len(inputs.entries),
            )
            raise Refusal("bad_value", message, input="dice")
        (entry,) = inputs.entries
        check_unrolled(entry, "dice.0.")
        left = (inputs.max_rolls or 0) - inputs.rolls_used
        failed, total = below(counts_of(entry), left, inputs.target - inputs.done)
        return chances({"true": total - failed, "false": failed})

    def _running(self, inputs: LongInputs, rules: KittenRules, faces: Faces) -> list[int]:
        done, running = inputs.done, []
        for n, entry in enumerate(inputs.entries):
            done += rolled(entry, faces[str(n)], rules).successes
            running.append(done)
        return running

    def _first_too_late(self, inputs: LongInputs) -> int | None:
        """Give the first roll that begins a step there is no time for."""
        used = inputs.rolls_used
        for n, entry in enumerate(inputs.entries):
            used += not entry.same_step
            if inputs.max_rolls is not None and used > inputs.max_rolls:
                return n
        return None


def _steps(entries: Sequence[TaskRoll]) -> int:
    return sum(not entry.same_step for entry in entries)


def _given_running(inputs: LongInputs, late: int | None, rules: KittenRules) -> list[int]:
    """Give the count after each roll that another follows, as far as their dice are given as they should be.

    `late` is the first roll that there is no time for, if there is one; those after it do not count.
    """
    done, running = inputs.done, list[int]()
    for entry in inputs.entries[: len(inputs.entries) - 1 if late is None else late]:
        try:
            faces = faces_in([list(entry.dice)], [pool_of(entry)])["dice"]
            check_rerolls([entry], [faces], [""])
        except Refusal:
            return running
        done += rolled(entry, faces, rules).successes
        running.append(done)
    return running


def _check_open(inputs: LongInputs, before: Sequence[int]) -> None:
    """Refuse a step begun when the task is complete; `before` holds the count after each roll that another follows.

    READING: who shares the step that completes it rolls together with the others, so that her successes are kept too.
    """
    for n, done in enumerate(before, 1):
        if done >= inputs.target and not inputs.entries[n].same_step:
            raise _complete(n)


def time_is_up(steps: int, input: str | None = None) -> Refusal:
    """Give the refusal of a step there is no time for."""
    message = text_n("the only step is used: time is up", "all {count} steps are used: time is up", steps)
    return Refusal("time_is_up", message, input=input)


def _complete(n: int) -> Refusal:
    return Refusal("already_complete", text("the task is complete: nobody rolls for it any more"), input=f"dice.{n}")


LONG = LongTask()
