"""3D6: whole rolls as tables: every quality, difficulty and number of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_n
from tracker.rules.chart import Chart, ChartPart, ChartRow, by_outcome
from tracker.rules.deed import Command
from tracker.rules.systeme_3d6.beat import state_of
from tracker.rules.systeme_3d6.commands import RollGroup, RollLong, RollOpen, RollOpposed, RollTest
from tracker.rules.systeme_3d6.group_action import GROUP
from tracker.rules.systeme_3d6.hand_deed import inputs_of
from tracker.rules.systeme_3d6.house import DIFFICULTIES, QUALITY
from tracker.rules.systeme_3d6.inputs import MOST_COUNTED, OpenInputs, dice_of
from tracker.rules.systeme_3d6.procedures import OPEN, OPPOSED, TEST, OpposedInputs
from tracker.rules.systeme_3d6.roll_group import RollGroupDeed, group_inputs
from tracker.rules.systeme_3d6.roll_long import RollLongDeed, checked_task
from tracker.rules.systeme_3d6.roll_opposed import RollOpposedDeed, opposed_inputs
from tracker.rules.systeme_3d6.roll_single import (
    RollOpenDeed,
    RollTestDeed,
    inputs_for_test,
    outcome_chances,
    success_chances,
)
from tracker.rules.systeme_3d6.task import done_of, reached

HANDS = {2: (0, 1), 3: (0, 0), 4: (1, 0)}
"""Dice → the advantages and disadvantages that give them."""
MOST_ROLLS = 8
"""Rows of a long task without a limit of time."""
SCORES = range(QUALITY[0], QUALITY[1] + 1)


def chart_of(campaign: Campaign, command: Command) -> Chart | None:
    """Give the table of a roll of 3D6; None for what is none. Raises Refusal where it cannot be made."""
    match command:
        case RollTest():
            return Chart(RollTestDeed.label, tuple(_test(campaign, command)))
        case RollOpen():
            return Chart(RollOpenDeed.label, tuple(_counts(campaign, inputs_of(campaign, command))))
        case RollLong():
            return Chart(RollLongDeed.label, tuple(_long(campaign, command)))
        case RollOpposed():
            return Chart(RollOpposedDeed.label, tuple(_opposed(campaign, opposed_inputs(campaign, command))))
        case RollGroup():
            return Chart(RollGroupDeed.label, tuple(_group(campaign, command)))
        case _:
            return None


def _test(campaign: Campaign, command: RollTest) -> Iterable[ChartPart]:
    inputs, rules = inputs_for_test(campaign, command), campaign.rules
    yield by_outcome(
        text("outcomes by difficulty"),
        (
            (label, outcome_chances(TEST.odds(replace(inputs, difficulty=needed), rules)), needed == inputs.difficulty)
            for needed, label in DIFFICULTIES.items()
        ),
    )
    for dice, (up, down) in HANDS.items():

        def success(score: int, needed: int, up: int = up, down: int = down) -> Fraction:
            asked = replace(inputs, quality=score, difficulty=needed, advantages=up, disadvantages=down)
            return TEST.odds(asked, rules).get("success", Fraction(0))

        now = (inputs.quality, inputs.difficulty) if dice == dice_of(inputs) else None
        title = text("success with {dice} dice, by quality and difficulty", dice=dice)
        yield _grid(title, DIFFICULTIES, success, now)


def _counts(campaign: Campaign, inputs: OpenInputs) -> Iterable[ChartPart]:
    for dice, (up, down) in HANDS.items():
        yield by_outcome(
            text("successes with {dice} dice, by quality", dice=dice),
            (
                (
                    text("quality {score}", score=score),
                    success_chances(
                        OPEN.odds(replace(inputs, quality=score, advantages=up, disadvantages=down), campaign.rules)
                    ),
                    (score, dice) == (inputs.quality, dice_of(inputs)),
                )
                for score in SCORES
            ),
        )


def _long(campaign: Campaign, command: RollLong) -> Iterable[ChartPart]:
    inputs, clock = inputs_of(campaign, command), checked_task(campaign, command)
    left = clock.size - done_of(state_of(campaign, command.beat), clock)
    if left > 0:
        limit = MOST_ROLLS if clock.max_rolls is None else clock.max_rolls - clock.rolls_used
        rolls = range(1, max(1, min(limit, MOST_COUNTED)) + 1)
        hands = [replace(inputs, advantages=up, disadvantages=down) for up, down in HANDS.values()]
        title = text_n("complete: {count} success is left", "complete: {count} successes are left", left)
        columns = tuple(text("{dice} dice", dice=dice) for dice in HANDS)
        rows = (
            ChartRow(
                text_n("{count} roll", "{count} rolls", n), tuple(reached(hand, n, left) for hand in hands), n == 1
            )
            for n in rolls
        )
        yield ChartPart(title, columns, tuple(rows), tuple(HANDS).index(dice_of(inputs)))
    yield from _counts(campaign, inputs)


def _opposed(campaign: Campaign, inputs: OpposedInputs) -> Iterable[ChartPart]:
    titles = {
        "a": text("the roller wins, by own and other quality"),
        "tie": text("a tie, by own and other quality"),
        "b": text("the other side wins, by own and other quality"),
    }
    columns = {score: text("against {score}", score=score) for score in SCORES}
    for outcome, title in titles.items():

        def share(mine: int, theirs: int, outcome: str = outcome) -> Fraction:
            both = OpposedInputs(a=replace(inputs.a, quality=mine), b=replace(inputs.b, quality=theirs))
            return OPPOSED.odds(both, campaign.rules).get(outcome, Fraction(0))

        yield _grid(title, columns, share, (inputs.a.quality, inputs.b.quality))


def _group(campaign: Campaign, command: RollGroup) -> Iterable[ChartPart]:
    inputs, rules = group_inputs(campaign, command), campaign.rules
    paying = (("nobody", text("nobody pays")), ("all", text("every choice is paid")))
    for title, hand in (
        (text("all succeed, by difficulty"), None),
        (text("all succeed, everybody with an advantage"), HANDS[4]),
        (text("all succeed, everybody with a disadvantage"), HANDS[2]),
    ):
        rows = []
        for needed, label in DIFFICULTIES.items():
            shares = []
            for who, _ in paying:
                changes: Any = {"pays_cost": who == "all"}
                if hand is not None:
                    changes.update(advantages=hand[0], disadvantages=hand[1])
                entries = tuple(replace(entry, **changes) for entry in inputs.entries)
                odds = GROUP.odds(replace(inputs, difficulty=needed, entries=entries), rules)
                shares.append(odds.get("success", Fraction(0)))
            rows.append(ChartRow(label, tuple(shares), hand is None and needed == inputs.difficulty))
        yield ChartPart(title, tuple(label for _, label in paying), tuple(rows))


def _grid(title: Text, columns: Any, share: Callable[[int, int], Fraction], now: tuple[int, int] | None) -> ChartPart:
    """Give a table of qualities against something else."""
    rows = (
        ChartRow(
            text("quality {score}", score=score),
            tuple(share(score, key) for key in columns),
            now is not None and now[0] == score,
        )
        for score in SCORES
    )
    return ChartPart(title, tuple(columns.values()), tuple(rows), None if now is None else list(columns).index(now[1]))
