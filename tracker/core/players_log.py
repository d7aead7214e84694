"""The log as the players may see it.

A line is shown only if all it names was shown when it was written and still is; what is gone must have been shown when
it left. What follows from a line that is not shown is not shown either. Lines are numbered anew, so that no gap tells
of what is left out, and the same evening gives the same lines whether hidden things happened in it or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field, replace

from tracker.core.campaign import Campaign
from tracker.core.draft import is_table
from tracker.core.edits import Change
from tracker.core.entry import Entry
from tracker.core.exposure import Exposure, exposures, things_of
from tracker.core.frozen import dataclass
from tracker.core.history import struck
from tracker.core.public import public_change
from tracker.core.text import text
from tracker.core.tree import MISSING, Missing, Path, Value, path_text

SECRET_ROLL = "secret_roll"
"""The `roll` of the one line that an announced secret roll leaves."""
SECRET_ROLL_SAID = text("secret roll")
_NEVER = {"visibility", "move"}
"""Events that would tell of hidden things by their order or their being."""
_EMPTY_IS_NOTHING = {"adjust", "edit", "outside", "add", "follow"}
"""Events that are not shown when nothing they changed may be."""
_PRIVATE_CHOICES = {"values", "words", "visibility", "after"}
"""Answers that may hold what is hidden; what they came to stands in the changes."""
_TAKING_BACK = {"undo", "redo"}


def renamed_clocks(campaign: Campaign) -> Mapping[str, str]:
    """Give the ids under which the players know the clocks: the real ones tell how a clock was called first."""
    known = (id for id, clock in campaign.clocks.items() if clock.visibility != "hidden")
    return {id: f"clock_{n}" for n, id in enumerate(known, 1)}


def players_log(campaign: Campaign, count: int | None = None) -> tuple[Entry, ...]:
    """Give the log lines that the players may see, numbered anew; with a count that many, the newest.

    The lines are then the same ones however much of the log has been read, if enough has been.
    """
    lines = [line for line in _lines(campaign) if line is not None]
    return _numbered(lines if count is None else lines[len(lines) - count :] if count < len(lines) else lines)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the shown lines of a beat tell."""

    who: str = ""
    names: Mapping[Path, str] = field(default_factory=dict)
    """The things they name, as they were called then."""
    paths: frozenset[Path] = frozenset()
    """Of the values they show to have changed."""


def _lines(campaign: Campaign) -> Iterator[Entry | None]:
    """Give each line as it may be seen, under its real number, or None."""
    ids = _Ids(campaign)
    hidden = hidden_lines(campaign.log)
    shown: set[int] = set()
    secret: set[int] = set()
    told: dict[int, _Told] = {}
    for entry, exposure in zip(campaign.log, exposures(campaign), strict=True):
        line: Entry | None = None
        if entry.secret and entry.event not in _TAKING_BACK:
            is_first = entry.beat not in secret
            secret.add(entry.beat)
            if is_first and campaign.rules.secret_rolls == "announced":
                line = _announced(entry, shown, hidden)
        elif entry.event in _TAKING_BACK:
            line = _taken_back(campaign, entry, exposure, told, ids)
        elif entry.beat not in secret and _may_show(entry, exposure, shown, hidden):
            line = _seen(campaign, entry, exposure, ids)
        if line is not None:
            shown.add(line.n)
            if line.event not in _TAKING_BACK:
                told[line.beat] = _with(told.get(line.beat), entry, line, ids)
        yield line


def _with(told: _Told | None, entry: Entry, line: Entry, ids: _Ids) -> _Told:
    """Give what the lines of a beat tell, with one line more."""
    if line.roll == SECRET_ROLL:
        return told or _Told()
    names = _named_in(entry)
    seen = {change.path for change in line.changes}
    paths = frozenset(change.path for change in entry.changes if ids.path(change.path) in seen)
    if told is None:
        return _Told(line.who, names, paths)
    return _Told(told.who, {**names, **told.names}, told.paths | paths)


def hidden_lines(log: tuple[Entry, ...]) -> frozenset[int]:
    """Give the numbers of the lines hidden by hand."""
    gone = struck(log)
    hidden: set[int] = set()
    for entry in log:
        if entry.event == "visibility" and entry.about is not None and entry.beat not in gone:
            (hidden.add if entry.outcome == "hidden" else hidden.discard)(entry.about)
    return frozenset(hidden)


def _is_placed(entry: Entry, shown: set[int], hidden: frozenset[int]) -> bool:
    """Say whether nothing that an entry hangs on is hidden."""
    if entry.n in hidden:
        return False
    return entry.beat == entry.n or entry.beat in shown


def _may_show(entry: Entry, exposure: Exposure, shown: set[int], hidden: frozenset[int]) -> bool:
    if entry.event in _NEVER or not _is_placed(entry, shown, hidden):
        return False
    if entry.about is not None and entry.about not in shown:
        return False
    return all(exposure.shows(path) for path in _told_of(entry))


def _told_of(entry: Entry) -> Iterable[Path]:
    """Give the things a line is about; that clocks of somebody who leaves belong to nobody now is not among them."""
    gone = [change.path for change in entry.changes if is_table(change) and isinstance(change.new, Missing)]
    return gone if entry.event == "remove" and gone else things_of(entry)


def _announced(entry: Entry, shown: set[int], hidden: frozenset[int]) -> Entry | None:
    """Give the line that says no more than that a secret roll was made."""
    if entry.event != "roll" or not _is_placed(entry, shown, hidden):
        return None
    return Entry(n=entry.n, beat=entry.beat, at=entry.at, session=entry.session, event="roll", roll=SECRET_ROLL)


def _taken_back(
    campaign: Campaign, entry: Entry, exposure: Exposure, told: Mapping[int, _Told], ids: _Ids
) -> Entry | None:
    """Give the line of an undo or redo: of what it changed as much as the lines it is about have told."""
    about = told.get(entry.beat_of or 0)
    if about is None:
        return None
    kept = tuple(
        public
        for change in entry.changes
        if change.path in about.paths and (public := _change(campaign, change, exposure, ids)) is not None
    )
    return Entry(
        n=entry.n,
        beat=entry.beat,
        at=entry.at,
        session=entry.session,
        event=entry.event,
        roll=entry.roll,
        who=about.who,
        who_name=ids.name(("characters", about.who), entry.who_name, exposure) if about.who else "",
        beat_of=entry.beat_of,
        changes=kept,
        names=_names(about.names, exposure, ids),
    )


def _seen(campaign: Campaign, entry: Entry, exposure: Exposure, ids: _Ids) -> Entry | None:
    changes = tuple(
        public for change in entry.changes if (public := _change(campaign, change, exposure, ids)) is not None
    )
    if entry.event in _EMPTY_IS_NOTHING and (entry.changes or entry.order) and not changes and not entry.faces:
        return None
    choice = {key: value for key, value in entry.choice.items() if key not in _PRIVATE_CHOICES}
    clocks = {path[1] for path in things_of(entry) if path[0] == "clocks"}
    return replace(
        entry,
        who_name=ids.name(("characters", entry.who), entry.who_name, exposure) if entry.who else "",
        choice=ids.in_table(choice, clocks),
        result=ids.in_table(entry.result, clocks),
        seed=None,
        changes=changes,
        names=_names(_named_in(entry), exposure, ids),
        order=(),
        text="",
        texts={},
        after=None,
    )


def _change(campaign: Campaign, change: Change, exposure: Exposure, ids: _Ids) -> Change | None:
    """Give a change as it may be seen; of a whole sheet that comes or goes no more than that."""
    path = change.path
    if not exposure.shows(path) or (_is_condition(path) and path[:2] not in exposure.texts):
        return None
    if is_table(change):
        old: Value | Missing = MISSING if isinstance(change.old, Missing) else {}
        return Change(ids.path(path), old, MISSING if isinstance(change.new, Missing) else {})
    public = public_change(campaign, change)
    return None if public is None else Change(ids.path(path), public.old, public.new)


def _is_condition(path: Path) -> bool:
    return path[:1] == ("characters",) and path[2:] == ("condition",)


def _named_in(entry: Entry) -> Mapping[Path, str]:
    """Give the things an entry carries the names of."""
    found = {path: entry.names.get(path_text(path)) for path in things_of(entry)}
    return {path: name for path, name in found.items() if name is not None}


def _names(named: Mapping[Path, str], exposure: Exposure, ids: _Ids) -> dict[str, str]:
    return {
        path_text(ids.path(path)): ids.name(path, then, exposure)
        for path, then in named.items()
        if exposure.shows(path)
    }


class _Ids:
    """The ids of clocks for the players: those of the clocks there are, and numbers for those that are gone."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._known = renamed_clocks(campaign)
        self._gone: dict[str, str] = {}

    def clock(self, id: str) -> str:
        """Give the id of a clock that may be named."""
        return self._known.get(id) or self._gone.setdefault(id, f"gone_{len(self._gone) + 1}")

    def path(self, path: Path) -> Path:
        """Give a path with the id of its clock."""
        return ("clocks", self.clock(path[1]), *path[2:]) if path[0] == "clocks" and len(path) > 1 else path

    def name(self, path: Path, then: str, exposure: Exposure) -> str:
        """Give the name a thing has now, or had when it left."""
        if path not in exposure.living:
            return then
        things = self._campaign.characters if path[0] == "characters" else self._campaign.clocks
        return str(things[path[1]].name)

    def in_table(self, table: Mapping[str, Value], named: Set[str]) -> dict[str, Value]:
        """Give answers or results with the ids of clocks replaced; those of clocks that are not named are left out."""
        return {key: self._value(key, each, named) for key, each in table.items() if _may_stand(key, each, named)}

    def _value(self, key: str, value: Value, named: Set[str]) -> Value:
        match value:
            case str() if _is_about_clocks(key) and value in named:
                return self.clock(value)
            case Mapping():
                return self.in_table(value, named)
            case list() | tuple():
                return [self._value(key, each, named) for each in value if _may_stand(key, each, named)]
            case _:
                return value


def _is_about_clocks(key: str) -> bool:
    return "clock" in key or key in {"id", "filled", "task"}


def _may_stand(key: str, value: Value, named: Set[str]) -> bool:
    """Say whether an answer names no clock but those its line speaks of; others could have been chosen."""
    return "clock" not in key or not isinstance(value, str) or value in named


def _numbered(lines: list[Entry]) -> tuple[Entry, ...]:
    """Number lines from 1; what hangs on a line that is not among them goes with it."""
    numbers: dict[int, int] = {}
    kept: list[Entry] = []
    for line in lines:
        beat = numbers.get(line.beat) if line.beat != line.n else len(kept) + 1
        about = None if line.about is None else numbers.get(line.about, 0)
        beat_of = None if line.beat_of is None else numbers.get(line.beat_of, 0)
        if beat is None or about == 0 or beat_of == 0:
            continue
        numbers[line.n] = len(kept) + 1
        kept.append(replace(line, n=len(kept) + 1, beat=beat, about=about, beat_of=beat_of))
    return tuple(kept)
