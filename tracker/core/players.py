"""What the players may see: a copy of the campaign with everything hidden taken out at the source, once.

Characters are always shown. A clock is shown, shown by its name only, or not there at all. A log line is shown only if
everything it names is shown now; what no longer exists counts as hidden unless it was shown when it was taken away.
Lines are numbered anew, so that no gap tells of what is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign, read_campaign
from tracker.core.clock import Clock
from tracker.core.codec import encode_value
from tracker.core.draft import is_table
from tracker.core.edits import Change
from tracker.core.entry import Entry
from tracker.core.fields import Kind, Spec, described
from tracker.core.frozen import dataclass
from tracker.core.history import struck
from tracker.core.text import text
from tracker.core.tree import Missing, Path, Value, path_text, text_path

SECRET_ROLL = "secret_roll"
"""The `roll` of the one line that an announced secret roll leaves."""
SECRET_ROLL_SAID = text("secret roll")
_NEVER = {"visibility", "move"}
"""Events that would tell of hidden things by their order or their being."""
_EMPTY_IS_NOTHING = {"adjust", "edit", "outside", "add", "follow"}
"""Events that are not shown when nothing they changed may be."""
_PRIVATE_CHOICES = {"values", "words", "visibility"}
"""Answers that may hold what is hidden; what they came to stands in the changes."""


def for_players(campaign: Campaign) -> Campaign:
    """Give the campaign as the players may see it; nothing hidden is in it, in no field and no number."""
    tree: dict[str, Value] = {
        "format": campaign.head.format,
        "title": campaign.head.title,
        "system": campaign.head.system,
        "language": campaign.head.language,
        "session": campaign.head.session,
        "rules": _public(campaign.rules),
        "table": _public(campaign.table),
        "characters": {id: _character(each) for id, each in campaign.characters.items()},
        "clocks": {id: _clock(each) for id, each in campaign.clocks.items() if each.visibility != "hidden"},
    }
    shown, _ = read_campaign(tree, campaign.shape)
    return replace(shown, log=players_log(campaign), log_complete=campaign.log_complete)


def _public(thing: Any) -> dict[str, Value]:
    """Give the table of a described thing without what is private, and without keys nobody knows."""
    table: dict[str, Value] = {}
    for key, (attribute, spec) in described(type(thing)).items():
        value = getattr(thing, attribute)
        if not spec.private and value is not None:
            table[key] = _public_value(spec, value)
    return table


def _public_value(spec: Spec, value: Any) -> Value:
    match spec.kind:
        case Kind.RECORD:
            return _public(value)
        case Kind.RECORDS:
            return {k: _public(v) for k, v in value.items()}
        case Kind.ROWS:
            return [_public(v) for v in value]
        case _:
            return encode_value(spec, value)


def _character(character: Any) -> dict[str, Value]:
    table = _public(character)
    if character.condition_visibility == "hidden":
        table["condition"] = ""
    return table


def _clock(clock: Clock) -> dict[str, Value]:
    return _public(clock) if clock.visibility == "shown" else {"name": clock.name, "visibility": "name"}


def players_log(campaign: Campaign) -> tuple[Entry, ...]:
    """Give the log lines that the players may see, numbered anew."""
    view = _View(campaign, _removed(campaign.log), struck(campaign.log))
    hidden = _hidden_beats(campaign)
    secret = {entry.beat for entry in campaign.log if entry.secret}
    lines: list[Entry] = []
    beats: dict[int, int] = {}
    for entry in campaign.log:
        line = _line(view, entry, hidden, secret, beats)
        if line is None:
            continue
        n = len(lines) + 1
        beats.setdefault(entry.beat, n)
        about = None if entry.about is None else beats.get(entry.about)
        beat_of = None if entry.beat_of is None else beats[entry.beat_of]
        lines.append(replace(line, n=n, beat=beats[entry.beat], about=about, beat_of=beat_of))
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class _View:
    """The campaign, and what is known of things that are gone."""

    campaign: Campaign
    removed: Mapping[Path, bool]
    """Things that the log says were taken away, and whether they were shown then."""
    struck: frozenset[int]

    def shows(self, path: Path) -> bool:
        """Say whether the thing a path leads to, or leads into, may be named."""
        match path:
            case ("characters", id, *_):
                return id in self.campaign.characters or self.removed.get(("characters", id), False)
            case ("clocks", id, *_):
                clock = self.campaign.clocks.get(id)
                return self.removed.get(("clocks", id), False) if clock is None else clock.visibility != "hidden"
            case _:
                return True

    def only_named(self, path: Path) -> bool:
        """Say whether a path leads to a clock of which only the name is shown."""
        clock = self.campaign.clocks.get(path[1]) if path[:1] == ("clocks",) and len(path) > 1 else None
        return clock is not None and clock.visibility == "name"

    def shows_change(self, change: Change) -> bool:
        """Say whether a changed value may be seen."""
        match change.path:
            case ("characters", id, key, *_):
                return self._sheet_change(id, key, change)
            case ("clocks", id, key, *_):
                clock = self.campaign.clocks.get(id)
                numbers = clock is None or clock.visibility == "shown"
                return (numbers or key == "name") and key != "visibility" and not _is_private(Clock, key)
            case ("table", key, *_):
                return not _is_private(self.campaign.shape.table, key)
            case ("rules", *_) | (_,):
                return True
            case ("characters" | "clocks", _):
                return is_table(change)
            case _:
                return False

    def _sheet_change(self, id: str, key: str, change: Change) -> bool:
        character = self.campaign.characters.get(id)
        if key == "condition":
            if character is None or character.condition_visibility == "hidden":
                return False
            current: bool = change.new == character.condition
            return current
        return key != "condition_visibility" and not _is_private(self.campaign.shape.character, key)


def _is_private(kind: type[Any], key: str) -> bool:
    found = described(kind).get(key)
    return found is None or found[1].private


def _line(view: _View, entry: Entry, hidden: set[int], secret: set[int], beats: Mapping[int, int]) -> Entry | None:
    if entry.event in _NEVER or entry.beat in hidden or entry.n in hidden:
        return None
    if entry.beat_of is not None and entry.beat_of not in beats:
        return None
    if entry.about is not None and entry.about not in beats:
        return None
    if not all(view.shows(path) for path in _paths(entry)):
        return None
    if entry.beat in secret or (entry.beat_of is not None and entry.beat_of in secret):
        announced = view.campaign.rules.secret_rolls == "announced" and entry.event == "roll" and entry.n == entry.beat
        return (
            Entry(n=0, beat=0, at=entry.at, session=entry.session, event="roll", roll=SECRET_ROLL)
            if announced
            else None
        )
    if entry.event == "add" and any(view.only_named(path) for path in _paths(entry)):
        return None
    changes = tuple(_seen(change) for change in entry.changes if view.shows_change(change))
    if entry.event in _EMPTY_IS_NOTHING and entry.changes and not changes and not entry.faces:
        return None
    return _shown(view, entry, changes)


def _shown(view: _View, entry: Entry, changes: tuple[Change, ...]) -> Entry:
    names = {path: _name(view, path, name) for path, name in entry.names.items()}
    choice = {k: v for k, v in entry.choice.items() if k not in _PRIVATE_CHOICES}
    return replace(
        entry,
        who_name=_name(view, path_text(("characters", entry.who)), entry.who_name) if entry.who else "",
        choice=choice,
        result=_result(view, entry.result),
        changes=changes,
        names=names,
        order=(),
        text="",
        texts={},
        after=None,
    )


def _seen(change: Change) -> Change:
    """Give a change without the text or the table that stood there before: it may have been hidden then."""
    if isinstance(change.old, (str, Mapping)) or isinstance(change.new, Mapping):
        old: Value | Missing = (
            "" if isinstance(change.old, str) else {} if isinstance(change.old, Mapping) else change.old
        )
        return Change(change.path, old, {} if isinstance(change.new, Mapping) else change.new)
    return change


def _result(view: _View, result: Mapping[str, Value]) -> Mapping[str, Value]:
    filled = result.get("filled")
    if not isinstance(filled, (list, tuple)):
        return result
    clocks = view.campaign.clocks
    kept = [id for id in filled if isinstance(id, str) and id in clocks and clocks[id].visibility == "shown"]
    return {**{k: v for k, v in result.items() if k != "filled"}, **({"filled": kept} if kept else {})}


def _name(view: _View, dotted: str, then: str) -> str:
    """Give the name a thing has now: the one it had then may have been hidden."""
    try:
        section, id = text_path(dotted)
    except ValueError:
        return ""
    things: Mapping[str, Any] = view.campaign.characters if section == "characters" else view.campaign.clocks
    return things[id].name if id in things else then


def _paths(entry: Entry) -> Iterable[Path]:
    for dotted in entry.names:
        try:
            yield text_path(dotted)
        except ValueError:
            yield ("clocks", "")
    for change in entry.changes:
        yield change.path[:2]
    for each in entry.order:
        yield each.path
    if entry.who:
        yield ("characters", entry.who)


def _removed(log: tuple[Entry, ...]) -> Mapping[Path, bool]:
    removed: dict[Path, bool] = {}
    for entry in log:
        for change in entry.changes:
            if is_table(change) and isinstance(change.new, Missing):
                removed[change.path] = entry.result.get("was_shown") is True
    return removed


def _hidden_beats(campaign: Campaign) -> set[int]:
    """Give the numbers of the lines hidden by hand; what follows a hidden roll is hidden with it."""
    gone = struck(campaign.log)
    hidden: set[int] = set()
    for entry in campaign.log:
        if entry.event == "visibility" and entry.about is not None and entry.beat not in gone:
            (hidden.add if entry.outcome == "hidden" else hidden.discard)(entry.about)
    return hidden
