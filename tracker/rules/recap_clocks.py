"""The clocks over a session: from what to what, read backwards from how they stand now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.clock import CLOCK_KINDS, Clock
from tracker.core.codec import readable
from tracker.core.edits import Change
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.core.tree import Missing, Value, path_text
from tracker.core.visibility import VISIBILITIES

_CLOCKS = "clocks"


@dataclass(frozen=True, slots=True)
class ClockStory:
    """One clock over a session."""

    name: str
    kind: Text | None = None
    """None where only the name may be known."""
    size: int | None = None
    """None where it is not known any more, or may not be."""
    before: int | None = None
    """The segments filled when the session began; None: it was not there yet."""
    after: int | None = None
    """The same when it ended; None: it was gone."""
    visibility: Text | None = None
    """What the players see of it, where that is not all."""

    @property
    def full(self) -> bool:
        """Whether it ended full."""
        return self.size is not None and self.after is not None and self.after >= self.size


_Tables = dict[str, dict[str, Value]]


def clock_stories(campaign: Campaign, session: int, *, named_only: bool = False) -> tuple[ClockStory, ...]:
    """Tell every clock that was there in a session: those of its end in their order, then those that went.

    `named_only`: of a clock of which the players may know the name only, no more than the name is told.
    """
    tables: _Tables = {id: dict(t) for id, t in _written(campaign).items() if isinstance(t, Mapping)}
    after: _Tables | None = None
    for entry in reversed(campaign.log):
        if entry.session < session:
            break
        if after is None and entry.session == session:
            after = {id: dict(table) for id, table in tables.items()}
        for change in reversed(entry.changes):
            _take_back(tables, change)
    after = tables if after is None else after
    gone = [id for id in _seen_in(campaign.log, session) if id not in after]
    names = _names(campaign.log, session)
    stories = (
        ClockStory(campaign.clocks[id].name, visibility=VISIBILITIES["name"])
        if named_only and id in campaign.clocks and campaign.clocks[id].visibility == "name"
        else _story(campaign, id, tables.get(id), after.get(id), names.get(id, ""))
        for id in (*after, *sorted(gone))
    )
    return tuple(stories)


def _written(campaign: Campaign) -> Mapping[str, Value]:
    section = campaign.tree.get(_CLOCKS)
    return section if isinstance(section, Mapping) else {}


def _take_back(tables: _Tables, change: Change) -> None:
    match change.path:
        case (section, id) if section == _CLOCKS:
            if isinstance(change.old, Mapping):
                tables[id] = dict(change.old)
            elif isinstance(change.old, Missing):
                tables.pop(id, None)
        case (section, id, key) if section == _CLOCKS and id in tables:
            if isinstance(change.old, Missing):
                tables[id].pop(key, None)
            else:
                tables[id][key] = change.old


def _seen_in(log: Iterable[Entry], session: int) -> dict[str, None]:
    return dict.fromkeys(
        change.path[1]
        for entry in log
        if entry.session == session
        for change in entry.changes
        if change.path[:1] == (_CLOCKS,) and len(change.path) > 1
    )


def _names(log: Iterable[Entry], session: int) -> dict[str, str]:
    prefix = path_text((_CLOCKS, ""))[:-2]
    return {
        path.removeprefix(prefix): name
        for entry in log
        if entry.session == session
        for path, name in entry.names.items()
        if path.startswith(prefix) and name
    }


def _story(
    campaign: Campaign, id: str, before: Mapping[str, Value] | None, after: Mapping[str, Value] | None, then: str
) -> ClockStory:
    table = after if after is not None else before if before is not None else {}
    clock = readable(Clock, table)
    now = campaign.clocks.get(id)
    name = (now.name if now is not None else "") or clock.name or clean(then) or clean(id)
    # A removal that the players saw keeps no table: what the clock was like is not known then.
    known = after is not None or "name" in table or "size" in table
    hidden = clock.visibility if now is None else now.visibility
    return ClockStory(
        name=name,
        kind=CLOCK_KINDS.get(clock.kind) if known else None,
        size=clock.size if known else None,
        before=None if before is None else readable(Clock, before).filled,
        after=None if after is None else clock.filled,
        visibility=VISIBILITIES[hidden] if hidden != "shown" else None,
    )
