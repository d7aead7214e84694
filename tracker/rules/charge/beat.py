"""Charge: where a beat stands, read from its log entries alone, so that it survives a restart."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

from tracker.core.entry import Entry
from tracker.core.frozen import dataclass


@dataclass(frozen=True, slots=True)
class BeatState:
    """What of a roll is still open."""

    n: int = 0
    """The number of the beat."""
    roll: Entry | None = None
    """The action roll, or the determination roll made without one."""
    sufferers: tuple[str, ...] = ()
    """Who the consequence falls on, as things stand."""
    levels: tuple[tuple[str, int], ...] = ()
    """What determination left of the consequence, by character."""
    consequence: int = 0
    """Its level before anybody resisted."""
    ticks: int = 0
    """Segments that the success still has to bring."""
    clock: str = ""
    purpose: str = "act"
    partial: bool = False
    settled: bool = True
    """The consequence has been taken, avoided, or there was none."""
    ticked: bool = True
    """What the success brings has been given."""
    conditions: tuple[str, ...] = ()
    """Whose condition wants to be rewritten."""
    flashback: Entry | None = None
    """The flashback whose roll is still to be made, if it wants one."""
    noted: bool = False
    """A note has been written into the beat."""

    def level(self, who: str) -> int:
        """Give the level of the consequence for one character."""
        return dict(self.levels).get(who, self.consequence)

    def resisted(self, who: str) -> bool:
        """Say whether a character has resisted already: once per consequence."""
        return who in dict(self.levels)

    @property
    def roller(self) -> str:
        """Who rolled."""
        return self.roll.who if self.roll is not None else ""

    @property
    def helper(self) -> str:
        """Who assisted, and is exposed too."""
        helper = self.roll.choice.get("helper", "") if self.roll is not None else ""
        return helper if isinstance(helper, str) else ""

    @property
    def avoided(self) -> bool:
        """Whether nothing is left of the consequence for anybody."""
        return all(self.level(who) == 0 for who in self.sufferers)


def beat_state(beat: tuple[Entry, ...]) -> BeatState:
    """Read a beat from its first entry on."""
    return reduce(_after, beat, BeatState())


def _after(state: BeatState, entry: Entry) -> BeatState:
    state = replace(state, n=entry.beat, conditions=_conditions(state.conditions, entry))
    match entry.roll:
        case "action":
            return _rolled(state, entry)
        case "flashback":
            return replace(state, flashback=entry)
        case "fortune":
            return replace(state, flashback=None)
        case "determination":
            return _resisted(state, entry)
        case "exposure":
            return replace(state, sufferers=_texts(entry.result.get("sufferers")))
        case "protect":
            victim = str(entry.choice.get("victim", ""))
            changed = tuple(entry.who if who == victim else who for who in state.sufferers)
            return replace(state, sufferers=tuple(dict.fromkeys(changed)))
        case "consequence":
            left = _left_after(state, entry)
            return replace(state, settled=True, ticked=left == 0, ticks=left)
        case "note":
            return replace(state, noted=True)
        case "progress":
            return replace(state, ticked=True, ticks=0)
        case _:
            return state


def _rolled(state: BeatState, entry: Entry) -> BeatState:
    consequence = _whole(entry.result.get("consequence"))
    clock, purpose = str(entry.choice.get("clock", "")), str(entry.choice.get("purpose", "act"))
    return replace(
        state,
        roll=entry,
        sufferers=(entry.who,),
        levels=(),
        consequence=consequence,
        ticks=_whole(entry.result.get("effect_ticks")),
        clock=clock,
        purpose=purpose,
        partial=entry.outcome == "partial",
        settled=consequence == 0,
        ticked=consequence == 0 and bool(clock),
    )


def _resisted(state: BeatState, entry: Entry) -> BeatState:
    left = _whole(entry.result.get("consequence_after"))
    if state.roll is None:
        before = _whole(entry.result.get("consequence"))
        state = replace(state, roll=entry, sufferers=(entry.who,), consequence=before, settled=False, ticked=True)
    state = replace(state, levels=(*state.levels, (entry.who, left)))
    if state.avoided:
        return replace(state, settled=True, ticked=state.ticked or bool(state.clock) or not state.partial)
    return state


def _left_after(state: BeatState, entry: Entry) -> int:
    """Give the segments still to tick by hand: none where the entry has ticked the chosen clock itself."""
    return 0 if state.clock else _whole(entry.result.get("effect_ticks"))


def _conditions(waiting: tuple[str, ...], entry: Entry) -> tuple[str, ...]:
    if entry.roll in {"condition", "recover"}:
        return tuple(who for who in waiting if who != entry.who)
    changed = [
        change.path[1]
        for change in entry.changes
        if len(change.path) == 3 and change.path[0] == "characters" and change.path[2] in {"stress", "taken_out"}
    ]
    return tuple(dict.fromkeys((*waiting, *changed)))


def _whole(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(str(v) for v in value) if isinstance(value, (list, tuple)) else ()
