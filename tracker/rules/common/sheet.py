"""Asking for the fields of a described thing, and putting the answers back into it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tracker.core.campaign import new_id
from tracker.core.fields import Kind, Spec, described
from tracker.core.text import Text, text, verbatim
from tracker.rules.deed import Ask, Option

T = TypeVar("T")
NEW = "+"
"""Stands for the index or id of an element that is not there yet."""
LevelNames = Mapping[str, Mapping[str, Text]]
"""For tables of levels: attribute → key → how it is said."""


def asks_of(thing: Any, level_names: LevelNames, prefix: str = "", heading: Text | None = None) -> tuple[Ask, ...]:
    """List the fields of a described thing as questions, lists and tables element by element."""
    asks: list[Ask] = []
    for attribute, spec in described(type(thing)).values():
        if not spec.edited:
            continue
        asks.extend(_asks_for(thing, attribute, spec, level_names, prefix + attribute))
    if heading is not None and asks:
        asks[0] = replace(asks[0], heading=heading)
    return tuple(asks)


def lasting_name(thing: Any, name: str, value: Any) -> str:
    """Give the name under which an answer is kept: for a new element the place or the id that it gets."""
    attribute, _, rest = name.partition(".")
    key, dot, below = rest.partition(".")
    if key != NEW:
        return name
    now = getattr(thing, attribute)
    place = new_id(value, now) if isinstance(now, Mapping) else str(len(now))
    return f"{attribute}.{place}{dot}{below}"


def without_emptied(thing: T, names: Iterable[str]) -> T:
    """Give a described thing without the empty lines that its answers left in lists."""
    for attribute, spec in described(type(thing)).values():
        if spec.kind is Kind.LINES and any(name.startswith(f"{attribute}.") for name in names):
            kept = tuple(line for line in getattr(thing, attribute) if line)
            thing = replace(thing, **{attribute: kept})  # type: ignore[type-var]
    return thing


def put_in(thing: T, name: str, value: Any) -> T:
    """Give a described thing with one answer put in; an emptied line of a list keeps its place."""
    attribute, _, rest = name.partition(".")
    spec = next(s for a, s in described(type(thing)).values() if a == attribute)
    now = getattr(thing, attribute)
    if not rest:
        return replace(thing, **{attribute: value})  # type: ignore[type-var]
    key, _, below = rest.partition(".")
    changed: Any
    match spec.kind:
        case Kind.LEVELS:
            # A new name comes as text and begins at its least level; a name may hold dots.
            changed = {**now, rest: spec.low or 0 if isinstance(value, str) else value}
        case Kind.LINES:
            changed = _line_put(now, key, value)
        case Kind.ROWS:
            changed = _row_put(spec, now, key, below, value)
        case Kind.RECORDS:
            changed = _record_put(spec, now, key, below, value)
        case _:
            changed = put_in(now, rest, value)
    return replace(thing, **{attribute: changed})  # type: ignore[type-var]


def _line_put(now: tuple[str, ...], key: str, value: str) -> tuple[str, ...]:
    at = int(key)
    return (*now[:at], value, *now[at + 1 :])


def _row_put(spec: Spec, now: tuple[Any, ...], key: str, below: str, value: Any) -> tuple[Any, ...]:
    assert spec.record is not None
    at = int(key)
    row = now[at] if at < len(now) else spec.record()
    return (*now[:at], put_in(row, below, value), *now[at + 1 :])


def _record_put(spec: Spec, now: Mapping[str, Any], key: str, below: str, value: Any) -> Mapping[str, Any]:
    assert spec.record is not None
    if below == "name" and not value:
        return {k: v for k, v in now.items() if k != key}
    return {**now, key: put_in(now.get(key, spec.record()), below, value)}


def _asks_for(thing: Any, attribute: str, spec: Spec, level_names: LevelNames, name: str) -> Iterable[Ask]:
    now = getattr(thing, attribute)
    match spec.kind:
        case Kind.LEVELS:
            yield from _level_asks(spec, now, level_names.get(attribute, {}), name)
            if spec.grows:
                yield Ask(f"{name}.{NEW}", text("{thing}: a new one", thing=spec.label), Kind.LINE, "", help=spec.help)
        case Kind.LINES:
            for n, each in enumerate((*now, "")):
                key = str(n) if n < len(now) else NEW
                yield Ask(f"{name}.{key}", spec.label, Kind.LINE, each, help=spec.help)
        case Kind.ROWS:
            for n, row in enumerate(now):
                yield from asks_of(row, level_names, f"{name}.{n}.", spec.label)
            yield from _new_ask(spec, name)
        case Kind.RECORDS:
            for id, each in now.items():
                yield from asks_of(each, level_names, f"{name}.{id}.", spec.label)
            yield from _new_ask(spec, name)
        case Kind.WHOLES:
            yield Ask(name, spec.label, Kind.WHOLES, now, low=spec.low, high=spec.high, help=spec.help)
        case Kind.RECORD:
            if now is not None:
                yield from asks_of(now, level_names, f"{name}.", spec.label)
        case Kind.RAW | Kind.CHOICES | Kind.WHOLE_OR_CHOICE:
            return
        case _:
            yield simple_ask(spec, name, now)


def _level_asks(spec: Spec, now: Mapping[str, int], names: Mapping[str, Text], name: str) -> Iterable[Ask]:
    heading: Text | None = spec.label
    for key in (*names, *(k for k in now if k not in names)):
        label = names.get(key, verbatim(key))
        yield Ask(f"{name}.{key}", label, Kind.WHOLE, now.get(key, 0), low=spec.low, high=spec.high, heading=heading)
        heading = None


def _new_ask(spec: Spec, name: str) -> Iterable[Ask]:
    assert spec.record is not None
    for attribute, below in described(spec.record).values():
        if below.kind is Kind.LINE:
            yield Ask(f"{name}.{NEW}.{attribute}", text("{thing}: a new one", thing=spec.label), Kind.LINE, "")
            return


def simple_ask(spec: Spec, name: str, now: Any) -> Ask:
    """Give the question for a field of one value."""
    options = tuple(Option(word, spec.names[word]) for word in spec.choices)
    optional = spec.kind is Kind.WHOLE and spec.nullable
    return Ask(name, spec.label, spec.kind, now, options, spec.low, spec.high, spec.help, optional=optional)
