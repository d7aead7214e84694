"""POT: where a beat stands, read from its log entries alone, so that it survives a restart."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.rules.common.beat import entries_of


@dataclass(frozen=True, slots=True)
class Attempt:
    """One test of a talent, with its rerolls."""

    entry: Entry
    """Its first throw."""
    rolls: int = 1
    outcome: str = ""
    can_reroll: bool = False
    """It failed, dice are left, and nobody has let it fail."""

    def number(self, name: str) -> int:
        """Give one of the numbers it came to at its first throw."""
        found = self.entry.result.get(name)
        return found if isinstance(found, int) else 0

    @property
    def who(self) -> str:
        """Who tests."""
        return self.entry.who

    @property
    def defends(self) -> bool:
        """It opposes somebody else's action."""
        return self.entry.choice.get("defends") is True

    @property
    def succeeded(self) -> bool:
        """It reached DIFF, at once or by a reroll."""
        return self.outcome == "success"

    @property
    def benefits(self) -> int:
        """What its bets bring: one each, but for those that were forced (READING)."""
        return max(0, self.number("bets") - self.number("forced_bets")) if self.succeeded else 0

    @property
    def stakes(self) -> tuple[str, ...]:
        """What its bets were to bring, as far as it was said when they were made."""
        said = self.entry.choice.get("stakes")
        return tuple(str(each) for each in said if each) if isinstance(said, (list, tuple)) else ()


@dataclass(frozen=True, slots=True)
class BeatState:
    """What of a beat is still open."""

    n: int = 0
    """The number of the beat."""
    last: Attempt | None = None
    """The last test."""
    attack: Attempt | None = None
    """The first test, which others may oppose."""
    told: tuple[int, ...] = ()
    """The tests whose bets have been put into words afterwards."""

    @property
    def forcing(self) -> int:
        """How many bets the attack forces on who opposes it: as many as it succeeded with (POT, Les paris)."""
        return self.attack.number("bets") if self.attack is not None and self.attack.succeeded else 0

    @property
    def telling(self) -> Attempt | None:
        """The test whose bets have something to bring: the last one, or the attack where its defence failed."""
        last = self.last
        found = self.attack if last is not None and last.defends and not last.succeeded else last
        if found is None or found.entry.n in self.told or found.benefits <= len(found.stakes):
            return None
        return found


def beat_state(beat: tuple[Entry, ...]) -> BeatState:
    """Read a beat from its first entry on."""
    return reduce(_after, beat, BeatState())


def state_of(campaign: Campaign, beat: int | None) -> BeatState:
    """Give where a beat stands."""
    return beat_state(entries_of(campaign, beat))


def _after(state: BeatState, entry: Entry) -> BeatState:
    state = replace(state, n=entry.beat)
    last = state.last
    match entry.roll:
        case "talent":
            return _tested(state, Attempt(entry, 1, entry.outcome, _again(entry)))
        case "reroll" if last is not None:
            return _tested(state, replace(last, rolls=last.rolls + 1, outcome=entry.outcome, can_reroll=_again(entry)))
        case "let_fail" if last is not None:
            return _tested(state, replace(last, can_reroll=False))
        case "bets_bring" if isinstance(of := entry.result.get("of"), int):
            return replace(state, told=(*state.told, of))
        case _:
            return state


def _again(entry: Entry) -> bool:
    return entry.result.get("can_reroll") is True


def _tested(state: BeatState, test: Attempt) -> BeatState:
    is_first = state.attack is None or state.attack.entry.n == test.entry.n
    return replace(state, last=test, attack=test if is_first else state.attack)
