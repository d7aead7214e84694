"""The log as the players may see it.

A line is shown only if all it names was shown when it was written and still is; what is gone must have been shown when
it left. What follows from a line that is not shown is not shown either. Lines are numbered anew, so that no gap tells
of what is left out, and the same evening gives the same lines whether hidden things happened in it or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace

from tracker.core.campaign import Campaign
from tracker.core.draft import is_table
from tracker.core.edits import Change
from tracker.core.entry import Entry
from tracker.core.exposure import Exposure, exposures, things_of
from tracker.core.frozen import dataclass
from tracker.core.history import struck
from tracker.core.public import public_change
from tracker.core.tree import MISSING, Missing, Path, Value, path_text, text_path
from tracker.core.visibility import SECRET_ROLL

_NEVER = {"visibility", "move"}
"""Events that would tell of hidden things by their order or their being."""
_EMPTY_IS_NOTHING = {"adjust", "edit", "outside", "add", "follow"}
"""Events that are not shown when nothing they changed may be."""
_PRIVATE_CHOICES = {"values", "words", "visibility", "after", "about", "target", "name", "task"}
"""Answers that may hold what is hidden, then or later; what they came to stands in names and changes."""
_TAKING_BACK = {"undo", "redo"}
_CLOCKS = {"id", "filled", "task"}
"""Keys of answers and results under which the id of a clock may stand, beside those that have it in their name."""
_LINES = {"of", "malus_of", "line", "beat"}
"""Keys under which the number of a line stands."""


def renamed_clocks(campaign: Campaign) -> Mapping[str, str]:
    """Give the ids under which the players know the clocks: the real ones tell how a clock was called first."""
    known = (id for id, clock in campaign.clocks.items() if clock.visibility != "hidden")
    return {id: f"clock_{n}" for n, id in enumerate(known, 1)}


def players_log(campaign: Campaign, count: int | None = None) -> tuple[Entry, ...]:
    """Give the log lines that the players may see, numbered anew; with a count that many, the newest.

    The lines are then the same ones however much of the log has been read, if enough has been.
    """
    lines = [line for line in _lines(campaign) if line is not None]
    return _numbered(lines if count is None else lines[max(0, len(lines) - count) :], campaign)


@dataclass(frozen=True, slots=True)
class _Told:
    """What the shown lines of a beat tell."""

    who: str = ""
    names: frozenset[str] = frozenset()
    """Paths of the things they name."""
    paths: frozenset[Path] = frozenset()
    """Of the values they show to have changed."""


def _lines(campaign: Campaign) -> Iterator[Entry | None]:
    """Give each line as it may be seen, under its real number and with the real ids, or None."""
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
            line = _taken_back(campaign, entry, exposure, told)
        elif entry.beat not in secret and _may_show(entry, exposure, shown, hidden):
            line = _seen(campaign, entry, exposure)
        if line is not None:
            shown.add(line.n)
            if line.event not in _TAKING_BACK:
                told[line.beat] = _with(told.get(line.beat), line)
        yield line


def _with(told: _Told | None, line: Entry) -> _Told:
    """Give what the lines of a beat tell, with one line more."""
    told = told or _Told(line.who)
    paths = frozenset(change.path for change in line.changes)
    return _Told(told.who, frozenset({*told.names, *line.names}), told.paths | paths)


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


def _taken_back(campaign: Campaign, entry: Entry, exposure: Exposure, told: Mapping[int, _Told]) -> Entry | None:
    """Give the line of an undo or redo: of what it changed as much as the lines it is about have told."""
    about = told.get(entry.beat_of or 0)
    if about is None:
        return None
    names = _names(campaign, entry, exposure)
    return Entry(
        n=entry.n,
        beat=entry.beat,
        at=entry.at,
        session=entry.session,
        event=entry.event,
        roll=entry.roll,
        who=about.who,
        who_name=_name(campaign, ("characters", about.who), entry.who_name, exposure) if about.who else "",
        beat_of=entry.beat_of,
        changes=tuple(each for each in _changes(campaign, entry, exposure) if each.path in about.paths),
        names={path: name for path, name in names.items() if path in about.names},
    )


def _seen(campaign: Campaign, entry: Entry, exposure: Exposure) -> Entry | None:
    changes = _changes(campaign, entry, exposure)
    if entry.event in _EMPTY_IS_NOTHING and (entry.changes or entry.order) and not changes and not entry.faces:
        return None
    return replace(
        entry,
        who_name=_name(campaign, ("characters", entry.who), entry.who_name, exposure) if entry.who else "",
        choice={key: value for key, value in entry.choice.items() if key not in _PRIVATE_CHOICES},
        seed=None,
        changes=changes,
        names=_names(campaign, entry, exposure),
        order=(),
        text="",
        texts={},
        after=None,
    )


def _changes(campaign: Campaign, entry: Entry, exposure: Exposure) -> tuple[Change, ...]:
    found = (_change(campaign, change, exposure) for change in entry.changes)
    return tuple(change for change in found if change is not None)


def _change(campaign: Campaign, change: Change, exposure: Exposure) -> Change | None:
    """Give a change as it may be seen; of a whole sheet that comes or goes no more than that."""
    path = change.path
    if not exposure.shows(path) or (_may_have_been_hidden(change) and path[:2] not in exposure.texts):
        return None
    if is_table(change):
        old: Value | Missing = MISSING if isinstance(change.old, Missing) else {}
        return Change(path, old, MISSING if isinstance(change.new, Missing) else {})
    return public_change(campaign, change)


def _may_have_been_hidden(change: Change) -> bool:
    """Say whether a change is one of texts that somebody may have hidden afterwards: of a clock, or a condition."""
    match change.path:
        case ("characters", _, "condition"):
            return True
        case ("clocks", _, _, *_):
            return isinstance(change.old, str) or isinstance(change.new, str)
        case _:
            return False


def _names(campaign: Campaign, entry: Entry, exposure: Exposure) -> dict[str, str]:
    """Give the names of what an entry speaks of, as far as it may be named."""
    named: dict[str, str] = {}
    for path in things_of(entry):
        then = entry.names.get(path_text(path))
        if then is not None and exposure.shows(path):
            named[path_text(path)] = _name(campaign, path, then, exposure)
    return named


def _name(campaign: Campaign, path: Path, then: str, exposure: Exposure) -> str:
    """Give the name a thing has now, or had when it left."""
    if path not in exposure.living:
        return then
    things = campaign.characters if path[0] == "characters" else campaign.clocks
    return str(things[path[1]].name)


def _numbered(lines: list[Entry], campaign: Campaign) -> tuple[Entry, ...]:
    """Number lines from 1, with ids for the players; what hangs on a line that is not among them goes with it."""
    players = _Players(campaign)
    kept: list[Entry] = []
    for line in lines:
        n = len(kept) + 1
        beat = n if line.beat == line.n else players.numbers.get(line.beat)
        about = None if line.about is None else players.numbers.get(line.about, 0)
        beat_of = None if line.beat_of is None else players.numbers.get(line.beat_of, 0)
        if beat is None or about == 0 or beat_of == 0:
            continue
        players.numbers[line.n] = n
        kept.append(replace(players.line(line), n=n, beat=beat, about=about, beat_of=beat_of))
    return tuple(kept)


class _Players:
    """The numbers of lines and the ids of clocks as the players know them: those that are gone are counted."""

    def __init__(self, campaign: Campaign) -> None:
        self.numbers: dict[int, int] = {}
        """Number of a line in the file → that of the same line here."""
        self._known = renamed_clocks(campaign)
        self._gone: dict[str, str] = {}

    def line(self, line: Entry) -> Entry:
        """Give a line with the ids of clocks and the numbers of lines replaced."""
        clocks = {path[1] for path in things_of(line) if path[0] == "clocks"}
        return replace(
            line,
            choice=self._table(line.choice, clocks),
            result=self._table(line.result, clocks),
            changes=tuple(replace(change, path=self._path(change.path)) for change in line.changes),
            names={path_text(self._path(text_path(path))): name for path, name in line.names.items()},
        )

    def _clock(self, id: str) -> str:
        return self._known.get(id) or self._gone.setdefault(id, f"gone_{len(self._gone) + 1}")

    def _path(self, path: Path) -> Path:
        return ("clocks", self._clock(path[1]), *path[2:]) if path[0] == "clocks" and len(path) > 1 else path

    def _table(self, table: Mapping[str, Value], named: Set[str]) -> dict[str, Value]:
        """Give answers or results; those that name clocks or lines that are not known here are left out."""
        return {key: self._value(key, each, named) for key, each in table.items() if self._may_stand(key, each, named)}

    def _value(self, key: str, value: Value, named: Set[str]) -> Value:
        match value:
            case int() if key in _LINES:
                return self.numbers[value]
            case str() if value in named and ("clock" in key or key in _CLOCKS):
                return self._clock(value)
            case Mapping():
                return self._table(value, named)
            case list() | tuple():
                return [self._value(key, each, named) for each in value if self._may_stand(key, each, named)]
            case _:
                return value

    def _may_stand(self, key: str, value: Value, named: Set[str]) -> bool:
        if key in _LINES and isinstance(value, int):
            return value in self.numbers
        return "clock" not in key or not isinstance(value, str) or value in named
