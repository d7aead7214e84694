"""POT: a whole test as tables: every number of dice against every DIFF."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tracker.core.campaign import Campaign
from tracker.core.text import Text, text, text_n
from tracker.rules.chart import Chart, ChartPart, ChartRow
from tracker.rules.deed import Command
from tracker.rules.pot.aftermath import Reroll, RerollDeed, failed_test
from tracker.rules.pot.house import PotRules
from tracker.rules.pot.names import talent_name
from tracker.rules.pot.talent_choice import TalentRoll, checked_inputs
from tracker.rules.pot.talent_roll import TalentRollDeed
from tracker.rules.pot.testing import TALENT, dice_after, odds_after, throw_odds

MOST_DICE = 6
"""Rows that are always there; a larger handful has rows up to its own."""
BEST = 6
BELOW, ABOVE = 5, 6
"""Columns below and above the DIFF of the moment."""


def chart_of(campaign: Campaign, command: Command) -> Chart | None:
    """Give the table of a test; None for what is none. Raises Refusal where it cannot be made."""
    rules: PotRules = campaign.rules
    match command:
        case TalentRoll():
            inputs = checked_inputs(campaign, command)
            talent = campaign.characters[command.who].talents[command.talent]
            title = text("{what} · {who}", what=TalentRollDeed.label, who=talent_name(talent, command.talent))
            return Chart(title, _parts(rules, TALENT.count(inputs, rules), TALENT.raised(inputs), inputs.attitude))
        case Reroll():
            test = failed_test(campaign, command)
            dice = dice_after(test.number("n_dice"), test.rolls, rules)
            return Chart(RerollDeed.label, _parts(rules, dice, test.number("diff"), test.number("points")))
        case _:
            return None


def _parts(rules: PotRules, dice: int, diff: int, points: int) -> tuple[ChartPart, ...]:
    def with_rerolls(count: int, needed: int) -> Fraction:
        return odds_after(count, 0, needed, rules).get("success", Fraction(0))

    def alone(count: int, needed: int) -> Fraction:
        return throw_odds(count, needed, rules).get("success", Fraction(0))

    added = text("attitude +{points}", points=points)
    every = text("success with every reroll, {added}", added=added)
    return _part(every, with_rerolls, dice, diff, points), _part(
        text("success of one throw alone, {added}", added=added), alone, dice, diff, points
    )


def _part(title: Text, share: Callable[[int, int], Fraction], dice: int, diff: int, points: int) -> ChartPart:
    """Give dice against DIFF, from where every handful reaches it to where none does, around the present one."""
    most = max(MOST_DICE, dice)
    first = min(max(points + 1, diff - BELOW), points + most + BEST)
    last = max(min(points + most + BEST, diff + ABOVE), first)
    diffs = sorted({*range(first, last + 1), diff})
    rows = (
        ChartRow(
            text_n("{count} die", "{count} dice", count), tuple(share(count, n - points) for n in diffs), count == dice
        )
        for count in range(1, most + 1)
    )
    return ChartPart(title, tuple(text("DIFF {diff}", diff=n) for n in diffs), tuple(rows), diffs.index(diff))
