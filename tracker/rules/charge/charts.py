"""Charge: whole rolls as tables: every number of dice, and what position and effect make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_n
from tracker.rules.charge.action_choice import ACTION, GAINING, ActionRoll, inputs_of
from tracker.rules.charge.action_roll import ActionRollDeed
from tracker.rules.charge.determination import DETERMINATION, Determination, DeterminationDeed, determination_inputs
from tracker.rules.charge.names import DETERMINATION_OUTCOMES, FORTUNE_OUTCOMES, OUTCOMES
from tracker.rules.charge.other_rolls import Fortune, FortuneDeed
from tracker.rules.charge.rolling import LEVELS, effect_ticks, result_odds
from tracker.rules.charge.sheet import EFFECTS, POSITIONS
from tracker.rules.charge.stakes import left_on, reached
from tracker.rules.chart import Chart, ChartPart, ChartRow, by_outcome
from tracker.rules.deed import Chance, Command, Tone

MOST_DICE = 6
"""Rows that are always there; a larger handful has rows up to its own (a handful of the text is four and two)."""
ZERO = text("no dice")


def chart_of(campaign: Campaign, command: Command) -> Chart | None:
    """Give the table of a roll of Charge; None for what is none. Raises Refusal where it cannot be made."""
    match command:
        case ActionRoll():
            return Chart(ActionRollDeed.label, tuple(_action(campaign, command)))
        case Determination() if command.by != "detail":
            return Chart(DeterminationDeed.label, tuple(_determination(campaign, command)))
        case Fortune():
            return Chart(FortuneDeed.label, (_outcomes(FORTUNE_OUTCOMES, command.likelihood),))
        case _:
            return None


def _action(campaign: Campaign, command: ActionRoll) -> list[ChartPart]:
    inputs, rules = inputs_of(campaign, command), campaign.rules
    pool, rank = ACTION.pool(inputs), ACTION.effect_rank(inputs)
    parts = [_outcomes(OUTCOMES, pool)]
    clock = campaign.clocks.get(command.clock)
    size = left_on(clock) if clock is not None else None
    ranks = range(len(EFFECTS))
    ticks: list[Mapping[str, int]] = [{str(each): effect_ticks(n, each, rules) for each in GAINING} for n in ranks]
    if size is not None:
        title = text_n("fills the clock: {count} segment is left", "fills the clock: {count} segments are left", size)
        parts.append(_reaching(title, tuple(EFFECTS.values()), [(size, each) for each in ticks], pool, rank))
    else:
        most = max(max(each.values()) for each in ticks)
        title = text("segments, effect {effect}", effect=tuple(EFFECTS.values())[rank])
        columns = tuple(text_n("{count} or more", "{count} or more", n) for n in range(1, most + 1))
        parts.append(_reaching(title, columns, [(n, ticks[rank]) for n in range(1, most + 1)], pool, None))
    roller = campaign.characters[command.who]
    left = rules.stress_size - roller.stress
    if left > 0:
        title = text_n(
            "out of the scene, if the consequence is stress: {count} segment is left",
            "out of the scene, if the consequence is stress: {count} segments are left",
            left,
        )
        levels = [(left, dict.fromkeys(("partial", "bad"), LEVELS[position])) for position in POSITIONS]
        now = tuple(POSITIONS).index(inputs.position)
        parts.append(_reaching(title, tuple(POSITIONS.values()), levels, pool, now))
    return parts


def _determination(campaign: Campaign, command: Determination) -> list[ChartPart]:
    inputs = determination_inputs(campaign, command)
    pool = DETERMINATION.pool(inputs)
    labels = {id: each for id, each in DETERMINATION_OUTCOMES.items() if id != "cancelled"}
    left = campaign.rules.stress_size - campaign.characters[command.who].stress
    parts = [_outcomes(labels, pool)]
    if left > 0:
        title = text_n(
            "out of the scene, if the consequence is stress: {count} segment is left",
            "out of the scene, if the consequence is stress: {count} segments are left",
            left,
        )
        columns = tuple(text("consequence {level}", level=level) for level in (1, 2, 3))
        levels = [(left, DETERMINATION.left_of(level)) for level in (1, 2, 3)]
        parts.append(_reaching(title, columns, levels, pool, inputs.consequence - 1))
    return parts


def _outcomes(labels: Mapping[str, tuple[Text, Tone]], pool: int) -> ChartPart:
    def chances(dice: int) -> list[Chance]:
        odds = result_odds(dice)
        return [Chance(id, label, odds.get(id, Fraction(0)), tone) for id, (label, tone) in labels.items()]

    return by_outcome(
        text("outcomes by number of dice"),
        ((_dice(dice), chances(dice), dice == max(0, pool)) for dice in range(max(MOST_DICE, pool) + 1)),
    )


def _reaching(
    title: Text, columns: tuple[Text, ...], wanted: Sequence[tuple[int, Mapping[str, int]]], pool: int, now: int | None
) -> ChartPart:
    """Give the chance, by dice, that each column brings as much as it wants."""
    rows = []
    for dice in range(max(MOST_DICE, pool) + 1):
        odds = result_odds(dice)
        shares = tuple(reached(least, odds, brought) for least, brought in wanted)
        rows.append(ChartRow(_dice(dice), shares, dice == max(0, pool)))
    return ChartPart(title, columns, tuple(rows), now)


def _dice(count: int) -> Text:
    return text_n("{count} die", "{count} dice", count) if count else ZERO
