"""Writing described dataclasses: as plain trees, and as the edits that lead from one to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from tracker.core.edits import Edit, RemoveValue, SetValue, apply_edits
from tracker.core.fields import Kind, Spec, default_of, described
from tracker.core.tree import MISSING, Missing, Path, Value

T = TypeVar("T")

_TABLES = {Kind.LEVELS, Kind.RECORD, Kind.RECORDS}


def encode(thing: object, *, full: bool = False) -> dict[str, Value]:
    """Give the table of a described dataclass; defaults are left out unless `full`."""
    kind = type(thing)
    table: dict[str, Value] = {}
    for key, (attribute, spec) in described(kind).items():
        value = getattr(thing, attribute)
        if value is None or (not full and not spec.required and value == default_of(kind, attribute)):
            continue
        table[key] = encode_value(spec, value)
    return table


def encode_value(spec: Spec, value: Any) -> Value:
    """Give the plain value of one field."""
    match spec.kind:
        case Kind.RECORD:
            return encode(value)
        case Kind.RECORDS:
            return {k: encode(v) for k, v in value.items()}
        case Kind.ROWS:
            return [encode(v) for v in value]
        case Kind.LEVELS:
            return dict(value)
        case Kind.ROLLS:
            return [list(roll) for roll in value]
        case Kind.LINES | Kind.WHOLES | Kind.CHOICES:
            return list(value)
        case _:
            plain: Value = value
            return plain


def edits_between(old: T, new: T, path: Path, raw: Value | Missing) -> tuple[Edit, ...]:
    """List the edits that turn one described dataclass into another, leaf by leaf.

    `raw` is the table `old` was read from: what a list keeps is written as it stood there, unknown keys included.
    """
    edits: list[Edit] = []
    for key, (attribute, spec) in described(type(new)).items():
        before, after = getattr(old, attribute), getattr(new, attribute)
        if before == after:
            continue
        here = (*path, key)
        below = raw.get(key, MISSING) if isinstance(raw, Mapping) else MISSING
        if after is None:
            edits.append(RemoveValue(here))
        elif spec.kind in {Kind.ROWS, Kind.LINES}:
            edits.append(SetValue(here, _list_kept(spec, before, after, below)))
        elif spec.kind not in _TABLES or before is None:
            edits.append(SetValue(here, encode_value(spec, after)))
        elif spec.kind is Kind.RECORD:
            edits.extend(edits_between(before, after, here, below))
        else:
            edits.extend(_keyed(spec, before, after, here, below))
    return tuple(edits)


def _list_kept(spec: Spec, before: tuple[Any, ...], after: tuple[Any, ...], raw: Value | Missing) -> list[Value]:
    """Give a list with its elements as they stood where they are kept, and only new keys where they are changed."""
    if not isinstance(raw, (list, tuple)) or len(raw) != len(before):
        return [encode(each) if spec.kind is Kind.ROWS else each for each in after]
    same_length = len(before) == len(after)
    left = list(range(len(before)))
    kept: list[Value] = []
    for place, each in enumerate(after):
        found = place if place in left and before[place] == each else None
        if found is None and not same_length:
            found = next((n for n in left if before[n] == each), None)
        if found is not None:
            left.remove(found)
            kept.append(raw[found])
        elif (
            spec.kind is Kind.ROWS and place in left and before[place] not in after and isinstance(raw[place], Mapping)
        ):
            kept.append(_row_kept(before[place], each, raw[place]))
        else:
            kept.append(encode(each) if spec.kind is Kind.ROWS else each)
    return kept


def _row_kept(before: Any, after: Any, raw: Value) -> Value:
    assert isinstance(raw, Mapping)
    return apply_edits(raw, edits_between(before, after, (), raw))


def _keyed(
    spec: Spec, before: Mapping[str, Any], after: Mapping[str, Any], path: Path, raw: Value | Missing
) -> Iterable[Edit]:
    for k in before:
        if k not in after:
            yield RemoveValue((*path, k))
    for k, value in after.items():
        here = (*path, k)
        below = raw.get(k, MISSING) if isinstance(raw, Mapping) else MISSING
        if k not in before:
            yield SetValue(here, encode(value) if spec.kind is Kind.RECORDS else value)
        elif before[k] != value:
            if spec.kind is Kind.RECORDS:
                yield from edits_between(before[k], value, here, below)
            else:
                yield SetValue(here, value)
