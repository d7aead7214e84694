"""Statistics of the log: what was thrown and what came of it, beside what was to be expected of those very rolls.

Everything comes from the entries as they are written: the odds, faces and changes each of them keeps. A beat that is
taken back does not count; what was put back does. What somebody changed outside, and entries nobody knows, are passed
over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from tracker.core.campaign import Campaign
from tracker.core.entry import encode_entry
from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.core.tree import Tree
from tracker.dice.luck import is_enough, stray_chance, usual_range
from tracker.rules.deed import Tone
from tracker.rules.tallies import Tallies


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """How often one outcome came up in rolls of one kind."""

    id: str
    label: Text
    tone: Tone
    observed: int
    expected: Fraction
    """The sum of its exact chances in those very rolls."""
    variance: Fraction
    """The sum of p(1 − p)."""
    of: int
    """The rolls of this kind."""

    @property
    def usual(self) -> tuple[int, int] | None:
        """The numbers between which it lies 19 times in 20; None where there are too few rolls to tell."""
        return usual_range(self.expected, self.variance) if is_enough(self.expected, self.of) else None


@dataclass(frozen=True, slots=True)
class KindCount:
    """All rolls of one deed whose odds the log has."""

    id: str
    label: Text
    outcomes: tuple[OutcomeCount, ...]
    """Best first; those that could have come up are among them."""

    @property
    def rolls(self) -> int:
        """How many there are."""
        return sum(each.observed for each in self.outcomes)


@dataclass(frozen=True, slots=True)
class FaceCount:
    """The faces of all dice of one number of sides, thrown by the program or typed from dice on the table."""

    sides: int
    typed: bool
    counts: tuple[int, ...]
    """How often each face came up, from 1 on."""

    @property
    def thrown(self) -> int:
        """How many dice."""
        return sum(self.counts)

    @property
    def expected(self) -> Fraction:
        """How often each face was to be expected."""
        return Fraction(self.thrown, self.sides)

    @property
    def chance(self) -> float | None:
        """The greatest chance with which fair dice stray at least as far; None where there are too few to tell."""
        return stray_chance(self.counts)


@dataclass(frozen=True, slots=True)
class Run:
    """The longest run of good or of bad outcomes among the rolls that begin a beat.

    What follows a roll is left out: it is thrown because of what the roll came to.
    """

    length: int = 0
    first: int = 0
    """The number of the log line it begins with."""
    last: int = 0
    of: int = 0
    """The rolls looked at."""
    chance: float | None = None
    """With which these very rolls bring one as long; None where there are too few to tell."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one character did, or the whole table."""

    who: str
    name: str
    rolls: int
    """Every throw of dice, with those that follow a roll."""
    kinds: tuple[KindCount, ...]
    faces: tuple[FaceCount, ...]
    good_run: Run
    bad_run: Run
    earned: int
    """Of the first gauge of the system, by rolls and what follows them."""
    spent: int
    stress: int
    """Segments taken, by rolls and by hand; what was cleared later is not taken off."""
    filled: tuple[str, ...]
    """The names of the clocks filled, in order."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of a campaign or of one of its sessions."""

    title: str
    session: int | None
    """None: of all sessions."""
    sessions: tuple[int, ...]
    """The sessions that the log has entries of."""
    gauge: Text | None
    """What is earned and spent."""
    table: Share
    characters: tuple[Share, ...]
    """In the order of the file, then those who are gone; only those of whom there is something to say."""


def statistics(
    campaign: Campaign, entries: Iterable[Tree], session: int | None = None, *, with_secret: bool = True
) -> Statistics:
    """Count the entries of a log, oldest first, as the file has them; they are gone through once.

    `session`: only what belongs to it; what is taken back in another session is taken back. `with_secret`: secret rolls
    count, as they do for the game master.
    """
    tallies = Tallies(campaign, session)
    for entry in entries:
        tallies.read(entry)
    tallies.count(with_secret)
    found = {each.who: each for each in _shares(campaign, tallies)}
    table = found.pop("")
    order = (*(id for id in campaign.characters if id in found), *(id for id in found if id not in campaign.characters))
    return Statistics(
        title=campaign.title,
        session=session,
        sessions=tuple(sorted(tallies.sessions)),
        gauge=tallies.gauge.label if tallies.gauge is not None else None,
        table=table,
        characters=tuple(found[id] for id in order),
    )


def statistics_of(campaign: Campaign, session: int | None = None) -> Statistics:
    """Count the entries a campaign in memory has read; of the players' copy, what the players may know."""
    return statistics(campaign, map(encode_entry, campaign.log), session)


def _shares(campaign: Campaign, tallies: Tallies) -> Iterator[Share]:
    for who, tally in tallies.by_character.items():
        yield Share(
            who=who,
            name=tallies.name_of(campaign, who) if who else "",
            rolls=tally.rolls,
            kinds=tuple(_kind(tallies, roll, tally.outcomes[roll], tally.odds[roll]) for roll in tally.odds),
            faces=tuple(
                FaceCount(sides, typed, tuple(counts)) for (sides, typed), counts in sorted(tally.faces.items())
            ),
            good_run=Run(*tally.longest(good=True)),
            bad_run=Run(*tally.longest(good=False)),
            earned=tally.earned,
            spent=tally.spent,
            stress=tally.stress,
            filled=tuple(tally.filled),
        )


def _kind(
    tallies: Tallies, roll: str, observed: Mapping[str, int], odds: Mapping[tuple[tuple[str, str], ...], int]
) -> KindCount:
    """Sum the chances of equal odds together, exactly."""
    expected: dict[str, Fraction] = {}
    variance: dict[str, Fraction] = {}
    for key, count in odds.items():
        for outcome, share in tallies.shares_of(key).items():
            expected[outcome] = expected.get(outcome, Fraction(0)) + count * share
            variance[outcome] = variance.get(outcome, Fraction(0)) + count * share * (1 - share)
    of = sum(odds.values())
    known = tallies.outcomes_of(roll)
    found = {**expected, **observed}
    ids = (*(id for id in known if id in found), *sorted(id for id in found if id not in known))
    return KindCount(
        roll,
        tallies.label_of(roll),
        tuple(
            OutcomeCount(
                id,
                *tallies.outcome_said(roll, id),
                observed.get(id, 0),
                expected.get(id, Fraction(0)),
                variance.get(id, Fraction(0)),
                of,
            )
            for id in ids
        ),
    )
