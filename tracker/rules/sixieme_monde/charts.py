"""Sixième Monde: a whole roll as tables: every score against every penalty, at once and with d6.

No call is counted: its values are nobody's to guess from a number on the screen.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_n
from tracker.rules.chart import Chart, ChartPart, ChartRow, by_outcome
from tracker.rules.deed import Command
from tracker.rules.sixieme_monde.d20_roll import D20RollDeed
from tracker.rules.sixieme_monde.names import signed
from tracker.rules.sixieme_monde.outlook import Outlook, outlook_of, turned
from tracker.rules.sixieme_monde.roll_numbers import D20Roll, RollNumbers, numbers_of
from tracker.rules.sixieme_monde.scale import HIGH_SCORE, LOW_SCORE, MAX_MALUS
from tracker.rules.sixieme_monde.settle import Refuse, RefuseDeed

SCORES = range(HIGH_SCORE, LOW_SCORE - 1, -1)
RESULTS = 10
"""Columns of results to either side of the one that is refused."""


def chart_of(campaign: Campaign, command: Command) -> Chart | None:
    """Give the table of a roll; None for what is none. Raises Refusal where it cannot be made."""
    match command:
        case D20Roll():
            return Chart(D20RollDeed.label, _roll(campaign, numbers_of(campaign, command)))
        case Refuse():
            return Chart(RefuseDeed.label, (_refusal(campaign, command),))
        case _:
            return None


def _roll(campaign: Campaign, numbers: RollNumbers) -> tuple[ChartPart, ...]:
    """Give success at once, with own d6, and with those of the pot; a penalty known already counts everywhere."""
    penalties = range(1) if numbers.again is not None else range(MAX_MALUS + 1)
    columns = tuple(text("{count}d6 penalty", count=dice) if dice else text("no penalty") for dice in penalties)
    if numbers.again is not None:
        columns = (text("penalty {value}", value=signed(numbers.malus)),)
    outlooks: dict[int, tuple[Outlook, ...]] = {
        score: tuple(
            outlook_of(replace(numbers.inputs, score=score), campaign.rules, dice, numbers.malus) for dice in penalties
        )
        for score in SCORES
    }
    tricks = sum(trick.bonus for trick in numbers.inputs.tricks)
    titles = [
        (text("success at once, by score"), "plain"),
        (text("success with one’s own d6"), "own"),
        (text_n("success with the pot: {count} die", "success with the pot: {count} dice", numbers.inputs.pot), "pot"),
    ]
    outcomes = by_outcome(
        text("outcomes of this skill, by penalty"),
        (
            (columns[n], outlook.chances(), numbers.again is not None or dice == numbers.malus_dice)
            for n, (dice, outlook) in enumerate(zip(penalties, outlooks[numbers.inputs.score], strict=True))
        ),
    )
    scores = (
        ChartPart(
            text("{title}, tricks −{tricks}", title=title, tricks=tricks) if tricks else title,
            columns,
            tuple(
                ChartRow(
                    text("score {score}", score=signed(score)),
                    tuple(getattr(each, way) for each in outlooks[score]),
                    score == numbers.inputs.score,
                )
                for score in SCORES
            ),
            numbers.malus_dice if numbers.again is None else 0,
        )
        for title, way in titles
    )
    return outcomes, *scores


def _refusal(campaign: Campaign, command: Refuse) -> ChartPart:
    """Give every number of d6 against every result they have to bring below 0."""
    total, dice, cap = RefuseDeed().known(campaign, command)
    results = range(max(0, total - RESULTS), total + RESULTS + 1)
    rows = (
        ChartRow(
            _dice(count),
            tuple(turned(result, count, campaign.rules) if count else Fraction(0) for result in results),
            count == dice,
        )
        for count in range(1, max(cap, dice) + 1)
    )
    title = text("success by d6, against the result before them")
    columns = tuple(text("result {value}", value=signed(result)) for result in results)
    return ChartPart(title, columns, tuple(rows), results.index(total))


def _dice(count: int) -> Text:
    return text_n("{count} die", "{count} dice", count)
