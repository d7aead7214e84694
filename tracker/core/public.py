"""What of a changed value may be seen: nothing private, nothing that nobody knows, nothing about hiding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.campaign import Campaign, Head
from tracker.core.clock import Clock
from tracker.core.edits import Change
from tracker.core.fields import Kind, Spec, described
from tracker.core.tree import MISSING, Missing, Path, Value, same

ABOUT_HIDING = frozenset({"visibility", "condition_visibility", "new_clock_visibility", "secret_rolls"})
"""Keys that tell what is hidden, or how it is."""


def public_change(campaign: Campaign, change: Change) -> Change | None:
    """Give a change as it may be seen, as far as its value goes; None for one that may not."""
    kind, below = _place(campaign, change.path)
    if kind is None:
        return None
    spec = _spec_at(kind, below)
    if spec is None:
        return None
    old, new = _side(spec, change.old), _side(spec, change.new)
    is_told = not same(old, new) and (_tells(old) or _tells(new))
    return Change(change.path, old, new) if is_told else None


def _place(campaign: Campaign, path: Path) -> tuple[type[Any] | None, Path]:
    """Give the described dataclass that a path leads into, and the rest of the path."""
    match path:
        case ("characters", _, _, *_):
            return campaign.shape.character, path[2:]
        case ("clocks", _, _, *_):
            return Clock, path[2:]
        case ("table", _, *_):
            return campaign.shape.table, path[1:]
        case ("rules", _, *_):
            return campaign.shape.rules, path[1:]
        case (_,):
            return Head, path
        case _:
            return None, path


def _spec_at(kind: type[Any], path: Path) -> Spec | Mapping[str, Spec] | None:
    """Give what describes the value at a path below a dataclass: a field, or all fields of one of its records."""
    found = described(kind).get(path[0])
    if found is None or found[1].private or found[1].kind is Kind.RAW or path[0] in ABOUT_HIDING:
        return None
    spec, rest = found[1], path[1:]
    if not rest or spec.kind is Kind.LEVELS:
        return spec
    if spec.record is None:
        return None
    if spec.kind is Kind.RECORD:
        return _spec_at(spec.record, rest)
    return _fields(spec.record) if len(rest) == 1 else _spec_at(spec.record, rest[1:])


def _fields(kind: type[Any]) -> Mapping[str, Spec]:
    return {
        key: spec
        for key, (_, spec) in described(kind).items()
        if not spec.private and spec.kind is not Kind.RAW and key not in ABOUT_HIDING
    }


def _side(spec: Spec | Mapping[str, Spec], value: Value | Missing) -> Value | Missing:
    if isinstance(value, Missing):
        return MISSING
    if not isinstance(spec, Spec):
        if not isinstance(value, Mapping):
            return MISSING
        return {key: _seen(spec[key], each) for key, each in value.items() if key in spec}
    return _seen(spec, value)


def _seen(spec: Spec, value: Value) -> Value:
    """Give a value without what is private in it."""
    match spec.kind:
        case Kind.RECORD if spec.record is not None and isinstance(value, Mapping):
            return _record(spec.record, value)
        case Kind.RECORDS if spec.record is not None and isinstance(value, Mapping):
            return {key: _record(spec.record, each) for key, each in value.items() if isinstance(each, Mapping)}
        case Kind.ROWS if spec.record is not None and isinstance(value, (list, tuple)):
            return [_record(spec.record, each) for each in value if isinstance(each, Mapping)]
        case Kind.LEVELS if isinstance(value, Mapping):
            return {key: each for key, each in value.items() if isinstance(each, int)}
        case _ if isinstance(value, Mapping):
            return {}
        case Kind.LINES | Kind.WHOLES | Kind.CHOICES | Kind.ROLLS:
            return value
        case _ if isinstance(value, (list, tuple)):
            return []
        case _:
            return value


def _record(kind: type[Any], value: Mapping[str, Value]) -> Value:
    fields = _fields(kind)
    return {key: _seen(fields[key], each) for key, each in value.items() if key in fields}


def _tells(side: Value | Missing) -> bool:
    return not isinstance(side, Missing) and side != {}
