"""How the log tells an entry: in parts that can be said in any language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.clock import Clock
from tracker.core.draft import is_table
from tracker.core.edits import Change, difference
from tracker.core.entry import Entry
from tracker.core.fields import Kind, Spec, default_of, described
from tracker.core.text import Filling, Quoted, Text, text, verbatim
from tracker.core.tree import Missing, Value, path_text
from tracker.core.visibility import SECRET_ROLL, SECRET_ROLL_SAID
from tracker.rules.common.clocks import full_clocks
from tracker.rules.deed import Die, Said, Tone
from tracker.rules.table import deed_named, system_of

MAX_CHANGES = 6
"""More changed values than this in one entry are counted, not listed."""


def said(campaign: Campaign, entry: Entry) -> Said:
    """Give a log line in parts. An entry of an unknown kind is told as far as it goes."""
    deed = deed_named(campaign, entry.roll)
    if entry.event == "outside":
        line = _outside(entry)
    elif entry.roll == SECRET_ROLL:
        line = Said(SECRET_ROLL_SAID)
    else:
        line = deed.said(campaign, entry) if deed is not None else _unknown(entry)
    changes = () if line.whole else changes_said(campaign, entry)
    details = (*line.details, *changes, *_full(entry))
    outcome = None if line.outcome is None else _cleaned(line.outcome)
    return replace(line, what=_cleaned(line.what), outcome=outcome, details=tuple(_cleaned(each) for each in details))


def _cleaned(said: Text) -> Text:
    """Give a sentence with the user text in it safe to draw: what the log keeps is kept as it was typed."""
    return replace(said, values={name: _clean_filling(value) for name, value in said.values.items()})


def _clean_filling(value: Filling) -> Filling:
    match value:
        case str():
            return clean(value)
        case Quoted(words):
            return Quoted(clean(words))
        case Text():
            return _cleaned(value)
        case tuple():
            return tuple(_cleaned(each) for each in value)
        case _:
            return value


def beat_said(campaign: Campaign, beat: tuple[Entry, ...]) -> Text:
    """Name a beat in one short phrase: who, what, and what it changed."""
    first = beat[0]
    line = said(campaign, first)
    details = [*line.details, *(d for entry in beat[1:] for d in changes_said(campaign, entry))]
    who = clean(first.who_name)
    label = text("{who}: {what}", who=who, what=line.what) if who else line.what
    if not details:
        return label
    return text("{what} ({details})", what=label, details=tuple(details[:3]))


def changes_said(campaign: Campaign, entry: Entry) -> tuple[Text, ...]:
    """Say every value that an entry changed, from what to what."""
    changes = (each for change in entry.changes for each in _leaves(change))
    told = [t for change in changes if (t := _change(campaign, entry, change)) is not None]
    if len(told) > MAX_CHANGES:
        return (*told[:MAX_CHANGES], text("and {count} more", count=len(told) - MAX_CHANGES))
    return tuple(told)


def _leaves(change: Change) -> Iterable[Change]:
    """Give a change of a whole table as what it means for the values in it, but for characters and clocks."""
    sides = (change.old, change.new)
    if is_table(change) or not any(isinstance(side, Missing) for side in sides):
        return (change,)
    if not any(isinstance(side, Mapping) for side in sides):
        return (change,)
    old, new = ({} if isinstance(side, Missing) else side for side in sides)
    return difference(old, new, change.path)


def _unknown(entry: Entry) -> Said:
    words = entry.note or clean(entry.roll or entry.event)
    dice = tuple(Die(f) for f in entry.faces if isinstance(f, int)) if isinstance(entry.faces, (list, tuple)) else ()
    outcome = verbatim(clean(entry.outcome)) if entry.outcome else None
    return Said(text("{words}", words=words), dice, outcome, Tone.PLAIN)


def _outside(entry: Entry) -> Said:
    """Tell what somebody did in the file: which things are new, gone or moved; their values are told with the rest."""
    told: list[Text] = []
    for change in entry.changes:
        if is_table(change):
            name = _name(entry, *change.path)
            gone = isinstance(change.new, Missing)
            told.append(text("{name} is gone", name=name) if gone else text("{name} is new", name=name))
    gone_paths = {change.path for change in entry.changes if isinstance(change.new, Missing)}
    moved = [_name(entry, *each.path[:2]) for each in entry.order if each.path not in gone_paths and len(each.path) > 1]
    if moved:
        told.append(text("{name} has moved", name=", ".join(moved)))
    return Said(text("changed outside, in the file"), details=tuple(told))


def _full(entry: Entry) -> Iterable[Text]:
    for id in full_clocks(entry):
        yield text("{clock} is full", clock=_name(entry, "clocks", id))


def _name(entry: Entry, section: str, id: str) -> str:
    return clean(entry.names.get(path_text((section, id)), "")) or id


def _change(campaign: Campaign, entry: Entry, change: Change) -> Text | None:
    if is_table(change) or not change.path:
        return None
    match change.path:
        case ("clocks", id, "filled"):
            return _filled(campaign, entry, change, id)
        case ("clocks", id, *rest):
            return _titled(_name(entry, "clocks", id), _field(Clock, rest, change))
        case ("characters", id, *rest):
            said = _field(campaign.shape.character, rest, change, _names_below(campaign, id, rest))
            return said if id == entry.who else _titled(_name(entry, "characters", id), said)
        case ("table", *rest):
            return _field(campaign.shape.table, rest, change)
        case ("session",):
            return None
        case _:
            return _from_to(verbatim(clean(path_text(change.path))), None, change)


def _titled(name: str, words: Text | None) -> Text | None:
    return None if words is None else text("{name}: {words}", name=name, words=words)


def _filled(campaign: Campaign, entry: Entry, change: Change, id: str) -> Text:
    clock = campaign.clocks.get(id)
    old = 0 if isinstance(change.old, Missing) else change.old
    new = 0 if isinstance(change.new, Missing) else change.new
    size = str(clock.size) if clock is not None else "…"
    return text("{name} {old} → {new}/{size}", name=_name(entry, "clocks", id), old=str(old), new=str(new), size=size)


def _names_below(campaign: Campaign, id: str, rest: list[str]) -> Mapping[str, Text]:
    """Give how the entries of a table on a sheet are called: actions by the system, counters by their own name."""
    character = campaign.characters.get(id)
    below = getattr(character, rest[0], None) if rest else None
    if not isinstance(below, Mapping):
        return {}
    own = {k: text("{name}", name=v.name) for k, v in below.items() if getattr(v, "name", "")}
    return {**own, **system_of(campaign).level_names(campaign, rest[0])}


def _field(
    kind: type[Any], rest: list[str], change: Change, names: Mapping[str, Text] = MappingProxyType({})
) -> Text | None:
    if not rest or rest[0] not in described(kind):
        return None
    attribute, spec = described(kind)[rest[0]]
    if not spec.told:
        return None
    if spec.unspoken:
        return text("{label} changed", label=spec.label)
    if len(rest) == 1:
        if spec.kind is Kind.WHOLE:
            start = default_of(kind, attribute) or 0
            old = start if isinstance(change.old, Missing) else change.old
            new = start if isinstance(change.new, Missing) else change.new
            change = replace(change, old=old, new=new)
        return _from_to(spec.label, spec, change)
    if spec.kind is Kind.RECORDS and spec.record is not None and len(rest) > 2:
        below = described(spec.record).get(rest[2])
        label = names.get(rest[1], verbatim(clean(rest[1])))
        if below is not None and below[1].kind is Kind.FLAG:
            flag = _from_to(below[1].label, below[1], change)
            return None if flag is None else text("{name}: {words}", name=label, words=flag)
        return _from_to(label, below[1] if below else None, change)
    label = names.get(rest[-1], verbatim(clean(rest[-1])))
    return _from_to(label, spec if spec.kind is Kind.LEVELS else None, change)


def _from_to(label: Text, spec: Spec | None, change: Change) -> Text | None:
    old, new = _value(spec, change.old), _value(spec, change.new)
    if spec is not None and spec.kind in {Kind.LINE, Kind.PROSE}:
        words = "" if isinstance(change.new, Missing) else str(change.new)
        if spec.kind is Kind.PROSE or not words:
            return text("{label} changed", label=label) if words else text("{label} cleared", label=label)
        return text("{label} {words}", label=label, words=Quoted(clean(words)))
    if spec is not None and spec.kind is Kind.FLAG:
        return label if change.new is True else text("no longer {label}", label=label)
    if old is None or new is None:
        return text("{label} changed", label=label)
    return text("{label} {old} → {new}", label=label, old=old, new=new)


def _value(spec: Spec | None, value: Value | Missing) -> Text | None:
    if isinstance(value, Missing):
        return verbatim("0") if spec is not None and spec.kind in {Kind.WHOLE, Kind.LEVELS} else verbatim("–")
    if isinstance(value, str):
        return spec.names.get(value, verbatim(clean(value))) if spec is not None else verbatim(clean(value))
    if isinstance(value, (Mapping, list, tuple)):
        return None
    return verbatim(str(value))
