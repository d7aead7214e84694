"""Clocks: circles of segments that fill as a danger nears or a work goes on."""

from __future__ import annotations

from dataclasses import replace

from tracker.core.fields import choice, line, prose, whole, whole_or_none
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.tally import ticked
from tracker.core.text import text, text_in
from tracker.core.visibility import VISIBILITIES as VISIBILITIES
from tracker.core.visibility import Visibility as Visibility

CLOCK_KINDS = {
    "danger": text_in("clock kind", "danger"),
    "progress": text_in("clock kind", "progress"),
    "project": text_in("clock kind", "project"),
    "complication": text_in("clock kind", "complication"),
    "task": text_in("clock kind", "long task"),
}
SEGMENTS = text("segments")
MAX_SIZE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """One clock of the table or of a character."""

    id: str = ""
    """The key of its table in the file."""
    name: str = line(text("name"), required=True)
    kind: str = choice(text("kind"), CLOCK_KINDS, default="danger")
    size: int = whole(text("size"), default=4, low=1, high=MAX_SIZE, unit=SEGMENTS)
    filled: int = whole(text("filled"), low=0, unit=SEGMENTS)
    visibility: Visibility = choice(text("visibility"), VISIBILITIES, default="shown")
    owner: str = line(text("owner"), help=text("the id of the character it belongs to"))
    note: str = prose(text("note"), private=True, help=text("for the game master only"))
    filled_by: str = line(text("filled by"), private=True, help=text("what fills it"))
    when_full: str = line(text("when full"), private=True, help=text("what happens when it is full"))
    cleared_by: str = line(text("cleared by"), private=True, help=text("what clears it"))
    roll_length: str = line(text("length of a roll"), help=text("long task: how long one roll takes"))
    rolls_used: int = whole(text("steps used"), low=0, help=text("long task: steps of time used so far"))
    max_rolls: int | None = whole_or_none(text("steps in all"), low=1, help=text("long task: the limit of time"))

    @property
    def full(self) -> bool:
        """Whether every segment is filled."""
        return self.filled >= self.size


def tick(clock: Clock, by: int) -> Clock:
    """Give the clock with more (or, below zero, fewer) segments filled; it stops at its ends.

    Raises Refusal `already_full` when a full one is to be filled further, `bad_ticks` when an empty one is to be
    emptied.
    """
    if by > 0 and clock.full:
        raise Refusal("already_full", text("{clock} is full: resolve it first", clock=clock.name))
    if by < 0 and clock.filled == 0:
        raise Refusal("bad_ticks", text("{clock} is empty already", clock=clock.name))
    return replace(clock, filled=ticked(clock.size, clock.filled, by))
