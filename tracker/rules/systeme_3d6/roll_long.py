"""3D6: long tasks at the table: clocks that take successes, step by step (3D6, Tâches longues)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clock import MAX_SIZE, Clock
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces, Pool
from tracker.rules.common.clocks import the_clock, time_asks
from tracker.rules.deed import Ask, Option, Preview, Said
from tracker.rules.systeme_3d6.beat import state_of
from tracker.rules.systeme_3d6.commands import RollLong, usual_quality
from tracker.rules.systeme_3d6.hand import Hand, hands_read, hands_written
from tracker.rules.systeme_3d6.hand_deed import (
    HandDeed,
    hand_dice,
    hand_reasons,
    hand_warnings,
    inputs_of,
    scored,
    triple_fact,
    triple_said,
    with_goal,
)
from tracker.rules.systeme_3d6.inputs import dice_of
from tracker.rules.systeme_3d6.long_task import USUAL_TARGET, time_is_up
from tracker.rules.systeme_3d6.names import COUNTS, success_tone, successes_said
from tracker.rules.systeme_3d6.procedures import OPEN
from tracker.rules.systeme_3d6.reasons import counted
from tracker.rules.systeme_3d6.roll_single import one_hand, success_chances
from tracker.rules.systeme_3d6.task import (
    add_successes,
    completed,
    done_of,
    named_task,
    new_task,
    odds_facts,
    out_of_time,
    task_options,
    task_said,
    task_written,
    time_facts,
    unusual,
    workers,
)

TARGETS = tuple(range(USUAL_TARGET[0], USUAL_TARGET[1] + 1, 4))
"""Successes proposed for a new task (3D6, Tâches longues: 4 for a quick one, up to 16 or 20)."""


class RollLongDeed(HandDeed[RollLong]):
    """One roll for a long task. In a beat that began with one it shares its step; else it takes the next step."""

    id = "long"
    label = text("Long task")
    outcomes = COUNTS
    command = RollLong

    def asks(self, campaign: Campaign, command: RollLong) -> tuple[Ask, ...]:
        """Ask for the task, or for a new one, then for who works on it and how."""
        if command.who not in campaign.characters:
            return ()
        joins = command.beat is not None
        asks = [*self.kind_asks(command)]
        if not joins:
            asks.append(Ask("clock", text("Task"), Kind.CHOICE, command.clock, task_options(campaign)))
            if not command.clock:
                asks.extend(_new_task_asks(command))
        asks.append(Ask("who", text("Who works"), Kind.CHOICE, command.who, workers(campaign, command.beat)))
        return (
            *asks,
            self.quality_ask(campaign, command),
            *self.reason_asks(campaign, command),
            self.goal_ask(command),
        )

    def put(self, campaign: Campaign, command: RollLong, name: str, value: Any) -> RollLong:
        """Give the command with one more answer; somebody else brings a quality of her own."""
        changed = super().put(campaign, command, name, value)
        if name != "who" or value == command.who or value not in campaign.characters:
            return changed
        return replace(changed, quality=usual_quality(campaign, value), advantages=(), disadvantages=())

    def preview(self, campaign: Campaign, command: RollLong) -> Preview:
        """Give the exact odds of each number of successes, and those of getting it done."""
        inputs = inputs_of(campaign, command)
        OPEN.verify(inputs, campaign.rules)
        clock = checked_task(campaign, command)
        state = state_of(campaign, command.beat)
        left = clock.size - done_of(state, clock)
        facts = [
            counted(command.advantages, command.disadvantages),
            *time_facts(clock, joins=command.beat is not None),
            *odds_facts(inputs, clock, left, joins=command.beat is not None),
            triple_fact(dice_of(inputs)),
        ]
        warnings = hand_warnings(campaign, command.who, command.quality, command.disadvantages)
        return Preview(
            success_chances(OPEN.odds(inputs, campaign.rules)),
            tuple(facts),
            (*unusual(clock.size), *warnings),
            also=completed(inputs, left),
        )

    def pools(self, campaign: Campaign, command: RollLong) -> tuple[Pool, ...]:
        """Give two to four dice. Raises Refusal `already_complete`, `time_is_up`, `rolled_already`."""
        inputs = inputs_of(campaign, command)
        OPEN.verify(inputs, campaign.rules)
        checked_task(campaign, command)
        return OPEN.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: RollLong, faces: Faces) -> None:
        """Add the successes to the clock, which stops at its size; the entry keeps the count. Use a step of time."""
        campaign, rules = draft.campaign, draft.campaign.rules
        inputs, clock = inputs_of(campaign, command), checked_task(campaign, command)
        state = state_of(campaign, command.beat)
        OPEN.verify(inputs, rules)
        read = OPEN.read(inputs, rules, faces)
        kept = one_hand(draft, command, inputs.quality, read)
        if command.beat is not None:
            kept["hands"] = [*hands_written(state.hands), *kept["hands"]]
        elif not command.clock:
            draft.add("clocks", clock, "")
        if command.beat is None:
            clock = replace(clock, rolls_used=clock.rolls_used + 1)
            draft.put_clock(clock)
        draft.fact(
            choice={**draft.facts.get("choice", {}), "clock": clock.id},
            outcome=str(read["successes"]),
            odds={outcome: str(share) for outcome, share in OPEN.odds(inputs, rules).items()},
            result={**kept, "task": task_written(clock, done_of(state, clock) + read["successes"])},
        )
        add_successes(draft, clock.id, read["successes"])

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the task and the quality, the successes, how far it is, and how much time is used."""
        hands = hands_read(entry.result.get("hands"))
        hand = hands[-1] if hands else Hand()
        count = hand.successes
        what = text("{task} · {quality}", task=named_task(entry), quality=scored(campaign, hand))
        return Said(
            with_goal(what, entry.choice),
            hand_dice((hand,)),
            successes_said(count),
            success_tone(count),
            (*triple_said(hand), *hand_reasons(entry), *task_said(entry)),
        )


def _new_task_asks(command: RollLong) -> tuple[Ask, ...]:
    sizes = tuple(Option(size, text("{size}", size=size)) for size in TARGETS)
    return (
        Ask("task", text("Its name"), Kind.LINE, command.task),
        Ask("size", text("Successes needed"), Kind.WHOLE, command.size, sizes, 1, MAX_SIZE),
        *time_asks(command.roll_length, command.max_rolls),
    )


def checked_task(campaign: Campaign, command: RollLong) -> Clock:
    """Give the task that is rolled for, new ones included. Raises Refusal where it takes no roll, or not this one."""
    if command.beat is not None:
        return _joined(campaign, command)
    if not command.clock:
        return new_task(campaign, command)
    clock = the_clock(campaign, command.clock)
    if clock.kind != "task":
        raise Refusal("no_task", text("{clock} is no long task", clock=clock.name))
    if clock.full:
        raise Refusal("already_complete", text("the task is complete: nobody rolls for it any more"))
    if out_of_time(clock):
        raise time_is_up(clock.max_rolls or 0)
    return clock


def _joined(campaign: Campaign, command: RollLong) -> Clock:
    state = state_of(campaign, command.beat)
    if state.kind != "long" or state.task is None:
        raise Refusal("no_task", text("there is no step of a long task to share"))
    if any(hand.who == command.who for hand in state.hands):
        who = campaign.characters[command.who].name
        raise Refusal("rolled_already", text("{who} has rolled in this step already", who=who))
    return the_clock(campaign, str(state.task.get("id", "")))
