"""3D6: a long task as a clock of the table: its count, its time, and how both are said (3D6, Tâches longues)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign, new_id
from tracker.core.clock import MAX_SIZE, Clock
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n
from tracker.core.tree import Value
from tracker.rules.common.clocks import named, the_clock, tick_clock
from tracker.rules.deed import Chance, Option, Tone
from tracker.rules.likely import likely
from tracker.rules.systeme_3d6.beat import BeatState, state_of
from tracker.rules.systeme_3d6.commands import RollLong
from tracker.rules.systeme_3d6.count import below
from tracker.rules.systeme_3d6.inputs import MOST_COUNTED, OpenInputs, counts_of
from tracker.rules.systeme_3d6.long_task import USUAL_TARGET, time_is_up

COMPLETE = text("task complete")


def add_successes(draft: Draft, id: str, successes: int) -> None:
    """Fill the clock of a task as far as it goes; what is beyond it stands in the entry."""
    clock = the_clock(draft.campaign, id)
    draft.name("clocks", id)
    if successes and not clock.full:
        tick_clock(draft, id, successes)


def task_written(clock: Clock, done: int) -> dict[str, Value]:
    """Give what an entry keeps of a task: the count, the target, and the time."""
    table: dict[str, Value] = {"id": clock.id, "done": done, "size": clock.size, "step": clock.rolls_used}
    if clock.max_rolls is not None:
        table["steps"] = clock.max_rolls
    if clock.roll_length:
        table["length"] = clock.roll_length
    return table


def done_of(state: BeatState, clock: Clock) -> int:
    """Give the successes so far; those beyond a full clock stand in the log alone."""
    return max(state.done, clock.filled) if state.task is not None and clock.full else clock.filled


def new_task(campaign: Campaign, command: RollLong) -> Clock:
    """Give the clock of a task that the first roll for it puts on the table. Raises `no_task`, `bad_target`."""
    name = command.task.strip()
    if not name:
        raise Refusal("no_task", text("choose a task, or give a new one a name"))
    if not 1 <= command.size <= MAX_SIZE:
        expected = text("a whole number from {low} to {high}", low=1, high=MAX_SIZE)
        message = text(
            "{label}: {expected} is expected, not {found}",
            label=text("Successes needed"),
            expected=expected,
            found=command.size,
        )
        raise Refusal("bad_target", message)
    visibility: Any = campaign.rules.new_clock_visibility
    return Clock(
        id=new_id(name, campaign.clocks),
        name=name,
        kind="task",
        size=command.size,
        visibility=visibility,
        roll_length=command.roll_length.strip(),
        max_rolls=command.max_rolls,
    )


def task_options(campaign: Campaign) -> tuple[Option, ...]:
    """List the long tasks of the table, and a new one."""
    options = [
        Option(
            id,
            text("{name}", name=clock.name or id),
            text("{filled}/{size}, {time}", filled=clock.filled, size=clock.size, time=_time(clock)),
            why_not(clock),
        )
        for id, clock in campaign.clocks.items()
        if clock.kind == "task"
    ]
    return (*options, Option("", text("a new task")))


def workers(campaign: Campaign, beat: int | None) -> tuple[Option, ...]:
    """List who may work: everybody present and in the scene; of a step that is shared, who has not rolled in it yet."""
    worked = {hand.who for hand in state_of(campaign, beat).hands}
    return tuple(
        Option(id, text("{name}", name=each.name or id))
        for id, each in campaign.characters.items()
        if each.present and not each.taken_out and id not in worked
    )


def why_not(clock: Clock) -> Text | None:
    """Say why nobody rolls for a task any more."""
    if clock.full:
        return text("the task is complete: nobody rolls for it any more")
    if out_of_time(clock):
        return time_is_up(clock.max_rolls or 0).message
    return None


def out_of_time(clock: Clock) -> bool:
    """Say whether every step of a task is used."""
    return clock.max_rolls is not None and clock.rolls_used >= clock.max_rolls


def named_task(entry: Entry) -> str:
    """Give the name of the task, as it was then."""
    clocks = {path: name for path, name in entry.names.items() if path.startswith("clocks.")}
    return named(replace(entry, names=clocks))


def task_said(entry: Entry) -> tuple[Text, ...]:
    """Say the count and the time of a task, and whether it is complete or out of time."""
    task = entry.result.get("task")
    if not isinstance(task, Mapping):
        return ()
    done, size, step, steps = (task.get(key) for key in ("done", "size", "step", "steps"))
    if not (isinstance(done, int) and isinstance(size, int) and isinstance(step, int)):
        return ()
    said = [text_n("{count} success of {size}", "{count} successes of {size}", done, size=size)]
    said.append(step_said(step, steps if isinstance(steps, int) else None, str(task.get("length", ""))))
    if done >= size:
        said.append(text("THE TASK IS COMPLETE"))
    elif isinstance(steps, int) and step >= steps:
        said.append(text("TIME IS UP"))
    return tuple(said)


def step_said(step: int, steps: int | None, length: str) -> Text:
    """Say which step of time it is, of how many, and how long one is."""
    what = text("step {step}", step=step) if steps is None else text("step {step} of {steps}", step=step, steps=steps)
    return text("{step} ({length} each)", step=what, length=length) if length else what


def time_facts(clock: Clock, *, joins: bool) -> tuple[Text, ...]:
    """Say which step of time a roll takes."""
    if joins:
        return (text("in the same step of time"),)
    return (step_said(clock.rolls_used + 1, clock.max_rolls, clock.roll_length),)


def completed(inputs: OpenInputs, left: int) -> tuple[Chance, ...]:
    """Give the chance that this roll completes the task; nothing where it is complete."""
    return (Chance("clock", COMPLETE, reached(inputs, 1, left), Tone.GOOD),) if left > 0 else ()


def odds_facts(inputs: OpenInputs, clock: Clock, left: int, *, joins: bool) -> tuple[Text, ...]:
    """Say how likely as many rolls as there is time for complete the task."""
    if left <= 0:
        return ()
    facts: list[Text] = []
    steps = 0 if clock.max_rolls is None else clock.max_rolls - clock.rolls_used + joins
    if 1 < steps <= MOST_COUNTED:
        facts.append(text("in the time left, alone: {chance}", chance=likely(reached(inputs, steps, left))))
    return tuple(facts)


def unusual(size: int) -> tuple[Text, ...]:
    """Warn of a target outside what the text shows (READING: no refusal)."""
    low, high = USUAL_TARGET
    if low <= size <= high:
        return ()
    return (text("long tasks usually need {low} to {high} successes", low=low, high=high),)


def _time(clock: Clock) -> Text:
    return step_said(clock.rolls_used, clock.max_rolls, clock.roll_length)


def reached(inputs: OpenInputs, rolls: int, left: int) -> Fraction:
    """Give the chance that some equal rolls bring the successes that are left."""
    failed, total = below(counts_of(inputs), rolls, left)
    return Fraction(total - failed, total)
