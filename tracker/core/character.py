"""Characters: what every system's sheet has in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tracker.core.fields import choice, flag, line, prose, records, whole, whole_or_none
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in

TextVisibility = Literal["shown", "hidden"]

TEXT_VISIBILITIES = {"shown": text_in("visibility", "shown"), "hidden": text_in("visibility", "hidden")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """A named number of a character: money, reputation, corruption."""

    name: str = line(text("name"), required=True)
    value: int = whole(text("value"), low=0)
    max: int | None = whole_or_none(text("maximum"), low=1)
    filled_by: str = line(text("filled by"), private=True)
    when_full: str = line(text("when full"), private=True)
    cleared_by: str = line(text("cleared by"), private=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """One player character; the sheet of a system adds its own fields."""

    id: str = ""
    """The key of its table in the file."""
    name: str = line(text("name"), required=True)
    player: str = line(text("player"))
    present: bool = flag(text("present"), default=True, help=text("left out of group rolls and turn orders if not"))
    stress: int = whole(text("stress"), low=0, unit=text("segments"))
    condition: str = line(text("condition"))
    condition_visibility: TextVisibility = choice(text("condition for players"), TEXT_VISIBILITIES, default="shown")
    taken_out: bool = flag(text("taken out of the scene"))
    notes: str = prose(text("notes"), private=True, help=text("for the game master only"))
    counters: Mapping[str, Counter] = records(text("counters"), Counter)
