"""3D6: where a beat stands, read from its log entries alone, so that it survives a restart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.rules.common.beat import entries_of
from tracker.rules.systeme_3d6.commands import COMMANDS, USUAL_DIFFICULTY
from tracker.rules.systeme_3d6.hand import Hand, hands_read, outcome_now
from tracker.rules.systeme_3d6.inputs import outcome_of

WITH_HANDS = {*COMMANDS, "reroll", "choose"}
"""Deeds whose entries hold all hands as they lie after them."""


@dataclass(frozen=True, slots=True)
class BeatState:
    """What of a roll is still open."""

    n: int = 0
    """The number of the beat."""
    roll: Entry | None = None
    """The roll: the last one where a tie was rolled again, or several share a step."""
    hands: tuple[Hand, ...] = ()
    difficulty: int = USUAL_DIFFICULTY
    settled: bool = False
    """The choice is made, or the tie stands."""
    noted: tuple[str, ...] = ()
    """Of whom the good turn of a triple has been written down."""
    followed: bool = False
    """A consequence hangs on the step of the long task."""
    task: Mapping[str, Any] | None = None
    """The long task as the roll left it: id, done, size, step."""

    @property
    def kind(self) -> str:
        """The kind of roll; nothing without one."""
        return self.roll.roll if self.roll is not None else ""

    @property
    def outcome(self) -> str:
        """What it comes to now."""
        return outcome_now(self.kind, self.hands, self.difficulty) if self.hands else ""

    @property
    def triple(self) -> Hand | None:
        """The first hand with a triple, of which nobody has said yet what good comes of it."""
        return next((hand for hand in self.hands if hand.triple and hand.who not in self.noted), None)

    @property
    def done(self) -> int:
        """The successes of a long task, also those beyond its size."""
        return _whole(self.task, "done")

    @property
    def complete(self) -> bool:
        """Whether the long task is."""
        return self.task is not None and self.done >= _whole(self.task, "size")

    def chooses(self, at: int) -> bool:
        """Say whether whose hand it is still has the choice between failing and paying."""
        if self.kind not in {"test", "group"} or self.settled:
            return False
        return outcome_of(self.hands[at].successes, self.difficulty) == "choice" and not self.hands[at].pays

    def rerolls(self, at: int) -> tuple[int, ...]:
        """Give the dice of a hand that may be rolled again: those that failed, until the roll is settled."""
        if self.settled or self.hands[at].pays or (self.kind == "long" and self.complete):
            return ()
        return self.hands[at].failed


def beat_state(beat: tuple[Entry, ...]) -> BeatState:
    """Read a beat from its first entry on."""
    return reduce(_after, beat, BeatState())


def state_of(campaign: Campaign, beat: int | None) -> BeatState:
    """Give where a beat stands."""
    return beat_state(entries_of(campaign, beat))


def open_state(campaign: Campaign, beat: int | None) -> BeatState:
    """Give where a beat stands. Raises Refusal `no_roll` without one, `settled` when nothing of it is open."""
    state = state_of(campaign, beat)
    if not state.hands:
        raise Refusal("no_roll", text("there is no roll to follow up"))
    if state.settled:
        raise Refusal("settled", text("this roll is settled already"))
    return state


def hand_of(state: BeatState, at: int) -> Hand:
    """Give one hand. Raises Refusal `bad_hand` where there is none."""
    if not 0 <= at < len(state.hands):
        raise Refusal("bad_hand", text("nobody has rolled that"))
    return state.hands[at]


def _after(state: BeatState, entry: Entry) -> BeatState:
    state = replace(state, n=entry.beat)
    if entry.roll in COMMANDS:
        is_joined = entry.roll == "long" and state.kind == "long"
        state = replace(
            state,
            roll=entry,
            difficulty=_whole(entry.result, "difficulty") or USUAL_DIFFICULTY,
            settled=False,
            noted=state.noted if is_joined else (),
            followed=state.followed and is_joined,
        )
    if entry.roll in WITH_HANDS:
        state = replace(state, hands=hands_read(entry.result.get("hands")))
        task = entry.result.get("task")
        state = replace(state, task=task if isinstance(task, Mapping) else None)
    match entry.roll:
        case "choose" if state.kind == "test":
            return replace(state, settled=True)
        case "tie":
            return replace(state, settled=True)
        case "step":
            return replace(state, followed=True)
        case "note":
            return replace(state, noted=(*state.noted, entry.who))
        case _:
            return state


def _whole(table: Mapping[str, Any] | None, key: str) -> int:
    value = table.get(key) if table is not None else None
    return value if isinstance(value, int) else 0
