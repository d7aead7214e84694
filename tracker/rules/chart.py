"""The table of a whole roll: not what these answers come to, but what all of them would."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.rules.deed import Ask, Chance, Command, Deed, Preview
from tracker.rules.gains import answered, options_of

SWEPT = frozenset({Kind.CHOICE, Kind.FLAG, Kind.WHOLE})
NOW = text("this roll")


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One line of a table: a number of dice, a score, an answer."""

    label: Text
    shares: tuple[Fraction, ...]
    """The chance in each column."""
    is_now: bool = False
    """It is the one the answers so far lead to."""


@dataclass(frozen=True, slots=True)
class ChartPart:
    """A table: rows of one thing against columns of another."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[ChartRow, ...]
    now: int | None = None
    """The column the answers so far lead to, where the columns are answers too."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The tables of a roll, the most wanted first."""

    title: Text
    parts: tuple[ChartPart, ...] = ()


def by_outcome(title: Text, rows: Iterable[tuple[Text, Sequence[Chance], bool]]) -> ChartPart:
    """Give a table whose columns are outcomes; an outcome that a row does not have is impossible there."""
    listed = tuple(rows)
    labels: dict[str, Text] = {}
    for _, chances, _ in listed:
        labels.update({chance.outcome: chance.label for chance in chances if chance.outcome not in labels})
    return ChartPart(
        title,
        tuple(labels.values()),
        tuple(
            ChartRow(label, tuple(_share(chances, outcome) for outcome in labels), is_now)
            for label, chances, is_now in listed
        ),
    )


def chart_of_answers(campaign: Campaign, command: Command, deed: Deed[Any]) -> Chart | None:
    """Give the odds of a roll as it stands, then of every other answer to each question that changes them.

    None where nothing is known of the odds. Raises Refusal where the roll cannot be made.
    """
    now = deed.preview(campaign, command)
    if not now.chances:
        return None
    parts = [by_outcome(text("as it stands"), [(NOW, (*now.chances, *now.also), True)])]
    for ask in deed.asks(campaign, command):
        rows = list(_answers(campaign, command, deed, ask, now)) if ask.kind in SWEPT else []
        if any(chances != rows[0][1] for _, chances, _ in rows):
            parts.append(by_outcome(ask.label, rows))
    return Chart(deed.label, tuple(parts))


def _answers(
    campaign: Campaign, command: Command, deed: Deed[Any], ask: Ask, now: Preview
) -> Iterator[tuple[Text, tuple[Chance, ...], bool]]:
    for option in options_of(ask):
        is_now = option.value == ask.value
        known = now if is_now else answered(campaign, command, deed, ask, option.value)
        if known is not None and option.blocked is None:
            yield option.label, (*known.chances, *known.also), is_now


def _share(chances: Sequence[Chance], outcome: str) -> Fraction:
    return next((chance.share for chance in chances if chance.outcome == outcome), Fraction(0))


def chart_or_none(campaign: Campaign, command: Command, deed: Deed[Any]) -> Chart | None:
    """Give the same, and nothing for a roll that would be refused."""
    try:
        return chart_of_answers(campaign, command, deed)
    except Refusal:
        return None
