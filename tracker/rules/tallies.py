"""Tallies: the log gone through once, entry by entry as it is written, and counted per character.

It has to keep up with the reader of the file, so it works on the plain tables and looks nothing up twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.fields import default_of, described
from tracker.core.text import Text, verbatim
from tracker.core.tree import Path, Tree, Value, path_text, text_path
from tracker.dice.luck import ENOUGH_ROLLS, run_chance
from tracker.rules.deed import Deed, Tone
from tracker.rules.protocol import Gauge
from tracker.rules.table import deed_named, system_of

OddsKey: TypeAlias = tuple[tuple[str, str], ...]
"""The odds of an entry as it has them, in the order it has them."""

_ROLLED = frozenset({"roll", "follow"})
"""Events whose dice and gains count."""
_COUNTED = _ROLLED | {"adjust"}
"""Events whose stress and clocks count."""
_GOOD, _BAD = {Tone.BEST, Tone.GOOD}, {Tone.BAD}
MOST_SIDES = 1000


class _Dice(NamedTuple):
    """Dice of one pool."""

    who: str
    sides: int
    faces: Sequence[int]


class _Fact(NamedTuple):
    """What of an entry counts, until it is known whether its beat stands."""

    n: int
    beat: int
    who: str
    roll: str
    outcome: str
    odds: OddsKey | None
    dice: tuple[_Dice, ...] | None
    """None: no roll."""
    typed: bool
    gains: tuple[tuple[str, int], ...]
    stress: tuple[tuple[str, int], ...]
    filled: tuple[str, ...]


class _Rolled(NamedTuple):
    """A roll that begins a beat, as runs see it."""

    n: int
    tone: Tone
    good: float
    bad: float


class Tally:
    """The counts of one character, or of the table."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.rolls = 0
        self.outcomes: dict[str, Counter[str]] = {}
        """Roll → outcome → how often."""
        self.odds: dict[str, Counter[OddsKey]] = {}
        """Roll → odds → how often."""
        self.faces: dict[tuple[int, bool], list[int]] = {}
        """Sides and whether they were typed → how often each face."""
        self.first: list[_Rolled] = []
        self.earned = self.spent = self.stress = 0
        self.filled: list[str] = []

    def longest(self, *, good: bool) -> tuple[int, int, int, int, float | None]:
        """Give the longest run, the lines it goes from and to, the rolls looked at, and the chance of one as long."""
        tones = _GOOD if good else _BAD
        best = length = begin = first = last = 0
        for each in self.first:
            if each.tone not in tones:
                length = 0
                continue
            begin = each.n if length == 0 else begin
            length += 1
            if length > best:
                best, first, last = length, begin, each.n
        if len(self.first) < ENOUGH_ROLLS or not best:
            return best, first, last, len(self.first), None
        chance = run_chance([each.good if good else each.bad for each in self.first], best)
        return best, first, last, len(self.first), chance


class Tallies:
    """The counts of a log. Lives inside one pure function and never leaves it."""

    def __init__(self, campaign: Campaign, session: int | None) -> None:
        """Count only what belongs to a session, if one is given."""
        self.by_character: dict[str, Tally] = {"": Tally()}
        """By id; nothing is the whole table."""
        self.sessions: set[int] = set()
        self.gauge = _first_gauge(campaign)
        self._session = session
        self._campaign = campaign
        self._gauge_start = _start(campaign, self.gauge.path) if self.gauge is not None else 0
        self._facts: list[_Fact] = []
        self._struck: set[int] = set()
        self._secret: set[int] = set()
        self._names: dict[str, str] = {}
        self._deeds: dict[str, Deed[Any] | None] = {}
        self._shares: dict[OddsKey, Mapping[str, Fraction]] = {}
        self._leanings: dict[tuple[str, OddsKey], tuple[float, float]] = {}
        self._meaning = lru_cache(maxsize=4096)(self._meaning_of)

    def read(self, entry: Tree) -> None:
        """Take one more entry of the log in."""
        event, beat_of = entry.get("event"), entry.get("beat_of")
        if beat_of is not None and isinstance(beat_of, int):
            (self._struck.add if event == "undo" else self._struck.discard)(beat_of)
        session = entry.get("session")
        session = session if isinstance(session, int) else 0
        self.sessions.add(session)
        if self._session is not None and session != self._session:
            return
        if not isinstance(event, str) or event not in _COUNTED:
            return
        n, beat = entry.get("n"), entry.get("beat")
        n = n if isinstance(n, int) else 0
        beat = beat if isinstance(beat, int) else n
        if entry.get("secret") is True:
            self._secret.add(beat)
        who = _word(entry, "who")
        if who:
            self._names[who] = _word(entry, "who_name") or self._names.get(who, "")
        is_roll = event in _ROLLED
        roll, outcome = _word(entry, "roll"), _word(entry, "outcome")
        dice = self._dice(entry, roll) if is_roll and "faces" in entry else None
        odds = self._odds(entry.get("odds")) if is_roll and outcome else None
        gains, stress = self._changes(entry.get("changes"), is_roll)
        result = entry.get("result")
        filled = self._filled(entry, result["filled"]) if isinstance(result, Mapping) and "filled" in result else ()
        if dice is not None or odds is not None or gains or stress or filled:
            typed = entry.get("typed") is True
            self._facts.append(_Fact(n, beat, who, roll, outcome, odds, dice, typed, gains, stress, filled))

    def count(self, with_secret: bool) -> None:
        """Count what stands, once everything is read."""
        for fact in self._facts:
            if fact.beat in self._struck or (fact.beat in self._secret and not with_secret):
                continue
            for tally in self._of(fact.who):
                _count_roll(tally, fact)
                tally.filled.extend(fact.filled)
            for dice in fact.dice or ():
                for tally in self._of(dice.who):
                    _count_faces(tally, dice, fact.typed)
            if fact.odds is not None and fact.n == fact.beat:
                self._count_first(fact, fact.odds)
            for who, by in fact.gains:
                for tally in self._of(who):
                    tally.earned += max(0, by)
                    tally.spent += max(0, -by)
            for who, by in fact.stress:
                for tally in self._of(who):
                    tally.stress += by

    def name_of(self, campaign: Campaign, who: str) -> str:
        """Give the name a character has, or had when the log last spoke of it."""
        character = campaign.characters.get(who)
        name: str = character.name if character is not None else ""
        return clean(name or self._names.get(who, "") or who)

    def label_of(self, roll: str) -> Text:
        """Say what a kind of roll is called."""
        deed = self._deed(roll)
        return deed.label if deed is not None else verbatim(clean(roll) or "?")

    def outcomes_of(self, roll: str) -> Mapping[str, tuple[Text, Tone]]:
        """Give the outcomes that a kind of roll is known to have, best first."""
        deed = self._deed(roll)
        return deed.outcomes if deed is not None else {}

    def outcome_said(self, roll: str, outcome: str) -> tuple[Text, Tone]:
        """Say an outcome and how it feels."""
        return self.outcomes_of(roll).get(outcome) or (verbatim(clean(outcome)), Tone.PLAIN)

    def shares_of(self, odds: OddsKey) -> Mapping[str, Fraction]:
        """Give the exact chances that odds stand for; nothing where they cannot be read or do not sum to 1."""
        found = self._shares.get(odds)
        if found is None:
            found = self._shares[odds] = _read_odds(odds)
        return found

    def _of(self, who: str) -> tuple[Tally, ...]:
        table = self.by_character[""]
        if not who:
            return (table,)
        own = self.by_character.get(who)
        if own is None:
            own = self.by_character[who] = Tally()
        return table, own

    def _deed(self, roll: str) -> Deed[Any] | None:
        if roll not in self._deeds:
            self._deeds[roll] = deed_named(self._campaign, roll)
        return self._deeds[roll]

    def _dice(self, entry: Tree, roll: str) -> tuple[_Dice, ...] | None:
        found = entry["faces"]
        pools: Mapping[str, Value] = found if isinstance(found, Mapping) else {"dice": found}
        deed = self._deed(roll)
        dice: list[_Dice] = []
        is_roll = False
        for pool, faces in pools.items():
            if not isinstance(faces, (list, tuple)) or not faces:
                continue
            is_roll = True
            # How many sides the dice of an unknown roll have, nobody knows.
            sides = deed.sides(entry, pool) if deed is not None else 0
            if 2 <= sides <= MOST_SIDES and all(type(face) is int and 1 <= face <= sides for face in faces):
                who = deed.thrower(entry, pool) if deed is not None else ""
                dice.append(_Dice(who, sides, faces))
        return tuple(dice) if is_roll else None

    def _odds(self, odds: Value | None) -> OddsKey | None:
        if not isinstance(odds, Mapping) or not odds:
            return None
        key: Any = tuple(odds.items())
        try:
            return key if self.shares_of(key) else None
        except TypeError:  # a list among them, which only a hand can have written
            return None

    def _count_first(self, fact: _Fact, odds: OddsKey) -> None:
        tone = self.outcome_said(fact.roll, fact.outcome)[1]
        if tone is Tone.PLAIN:
            return
        key = fact.roll, odds
        leaning = self._leanings.get(key)
        if leaning is None:
            good = bad = Fraction(0)
            for outcome, share in self.shares_of(odds).items():
                feels = self.outcome_said(fact.roll, outcome)[1]
                good += share if feels in _GOOD else 0
                bad += share if feels in _BAD else 0
            leaning = self._leanings[key] = float(good), float(bad)
        for tally in self._of(fact.who):
            tally.first.append(_Rolled(fact.n, tone, *leaning))

    def _changes(
        self, changes: Value | None, is_roll: bool
    ) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
        """Give what of the gauge was gained or lost by whom, and the stress taken by whom."""
        gains: list[tuple[str, int]] = []
        stress: list[tuple[str, int]] = []
        fallen: dict[str, int] = {}
        out: set[str] = set()
        for change in changes if isinstance(changes, (list, tuple)) else ():
            path = change.get("path") if isinstance(change, Mapping) else None
            meaning = self._meaning(path) if isinstance(path, str) else None
            if meaning is None or not isinstance(change, Mapping):
                continue
            kind, who = meaning
            if kind == "taken_out":
                out.update({who} if change.get("to") is True else ())
                continue
            start = self._gauge_start if kind == "gauge" else 0
            old, new = change.get("from", start), change.get("to", start)
            if type(old) is not int or type(new) is not int:
                continue
            if kind == "gauge":
                if is_roll and new != old:
                    gains.append((who, new - old))
            elif new > old:
                stress.append((who, new - old))
            else:
                fallen[who] = old
        if out and self._campaign.rules.stress_full == "clear":
            # At the last segment the clock is cleared: what filled it up was taken all the same.
            risen = {who for who, _ in stress}
            stress += [(who, self._campaign.rules.stress_size - fallen.get(who, 0)) for who in sorted(out - risen)]
        return tuple(gains), tuple(stress)

    def _meaning_of(self, dotted: str) -> tuple[str, str] | None:
        """Give what a changed path is to us, and whose: `gauge`, `stress` or `taken_out`."""
        try:
            path = text_path(dotted)
        except ValueError:
            return None
        if len(path) < 3 or path[0] != "characters":
            return None
        below = path[2:]
        if self.gauge is not None and below == self.gauge.path:
            return "gauge", path[1]
        return (below[0], path[1]) if below in (("stress",), ("taken_out",)) else None

    def _filled(self, entry: Tree, filled: Value) -> tuple[str, ...]:
        names = entry.get("names")
        names = names if isinstance(names, Mapping) else {}
        clocks = self._campaign.clocks
        found: list[str] = []
        for id in filled if isinstance(filled, (list, tuple)) else ():
            if isinstance(id, str):
                then = names.get(path_text(("clocks", id)))
                now = clocks[id].name if id in clocks else ""
                found.append(clean(now or (then if isinstance(then, str) else "") or id))
        return tuple(found)


def _count_roll(tally: Tally, fact: _Fact) -> None:
    if fact.dice is not None or fact.odds is not None:
        tally.rolls += 1
    if fact.odds is not None:
        outcomes = tally.outcomes.get(fact.roll)
        if outcomes is None:
            outcomes = tally.outcomes[fact.roll] = Counter()
            tally.odds[fact.roll] = Counter()
        outcomes[fact.outcome] += 1
        tally.odds[fact.roll][fact.odds] += 1


def _count_faces(tally: Tally, dice: _Dice, typed: bool) -> None:
    counts = tally.faces.get((dice.sides, typed))
    if counts is None:
        counts = tally.faces[dice.sides, typed] = [0] * dice.sides
    for face in dice.faces:
        counts[face - 1] += 1


def _read_odds(odds: OddsKey) -> Mapping[str, Fraction]:
    shares: dict[str, Fraction] = {}
    for outcome, words in odds:
        try:
            share = Fraction(words) if isinstance(words, str) and len(words) < 2000 else Fraction(-1)
        except (ValueError, ZeroDivisionError):
            return {}
        if share < 0:
            return {}
        shares[outcome] = share
    return {outcome: share for outcome, share in shares.items() if share} if sum(shares.values()) == 1 else {}


def _word(entry: Tree, name: str) -> str:
    found = entry.get(name)
    return found if isinstance(found, str) else ""


def _first_gauge(campaign: Campaign) -> Gauge | None:
    character = next(iter(campaign.characters.values()), None) or campaign.shape.character()
    return next(iter(system_of(campaign).gauges(campaign, character)), None)


def _start(campaign: Campaign, path: Path) -> int:
    """Give what the gauge of a sheet without it stands at."""
    kind = campaign.shape.character
    found = described(kind).get(path[0]) if len(path) == 1 else None
    start = default_of(kind, found[0]) if found is not None else 0
    return start if isinstance(start, int) else 0
