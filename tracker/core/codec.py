"""Reading described dataclasses from plain trees, with all problems found and said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from functools import lru_cache
from typing import Any, TypeVar

from tracker.core.clean import clean
from tracker.core.fields import Kind, Spec, described
from tracker.core.problem import Problem, Severity
from tracker.core.text import Filling, Text, text, verbatim
from tracker.core.tree import Path, Tree, Value

T = TypeVar("T")

MAX_WHOLE = 2**63 - 1
"""The greatest whole number of TOML 1.0 that every reader of it holds."""


class Reader:
    """Reads described dataclasses from a tree and collects every problem on the way."""

    def __init__(self) -> None:
        """Begin without problems."""
        self.problems: list[Problem] = []

    def read(self, kind: type[T], table: Value, where: Path, owner: str = "", beside: tuple[str, ...] = ()) -> T:
        """Give the dataclass that a table holds; what is wrong falls back to its default and is noted.

        `owner` is the name of the thing, for the sentences; `beside` are keys that others read.
        """
        if not isinstance(table, Mapping):
            self._wrong(where, where[-1] if where else "", owner, table, text("a table"))
            return kind()
        known = described(kind)
        values: dict[str, Any] = {}
        for key, value in table.items():
            found = known.get(key)
            if found is None:
                self.unknown(key, (*known, *beside), (*where, key))
                continue
            attribute, spec = found
            read = self._value(spec, value, (*where, key), key, owner)
            if read is not _BAD:
                values[attribute] = read
        for key, (attribute, spec) in known.items():
            if spec.required and attribute not in values and key not in table:
                self.error(where, text("{key} is missing; {expected} is expected", key=key, expected=expectation(spec)))
        return kind(**values)

    def unknown(self, key: str, known: Iterable[str], path: Path) -> None:
        """Note a key nobody reads, with the nearest one that is."""
        near = nearest(key, tuple(known))
        if near is None:
            message = text("“{key}” is not a key the tracker knows; it is kept and not used", key=clean(key))
        else:
            message = text(
                "“{key}” is not a key the tracker knows; did you mean “{near}”?", key=clean(key), near=clean(near)
            )
        self.problems.append(Problem(path, Severity.WARNING, message, at_key=True))

    def error(self, path: Path, message: Text, *, at_key: bool = False) -> None:
        """Note an error."""
        self.problems.append(Problem(path, Severity.ERROR, message, at_key))

    def _wrong(self, path: Path, key: str, owner: str, found: Value, expected: Text, *, unspoken: bool = False) -> None:
        shown = text("something else") if unspoken else description(found)
        values: dict[str, Filling] = {"key": clean(key), "found": shown, "expected": expected}
        if owner:
            message = text("{key} of {owner} is {found}, {expected} is expected", owner=clean(owner), **values)
        else:
            message = text("{key} is {found}, {expected} is expected", **values)
        self.error(path, message)

    def _value(self, spec: Spec, value: Value, path: Path, key: str, owner: str) -> Any:
        read = self._typed(spec, value, path, key, owner)
        if read is _WRONG:
            near = None
            if spec.choices and isinstance(value, str):
                near = nearest(value, spec.choices)
            expected = expectation(spec) if in_64_bits(value) else _whole_range(spec.low, spec.high or MAX_WHOLE)
            if near is not None:
                expected = text("{expected} (did you mean “{near}”?)", expected=expected, near=near)
            self._wrong(path, key, owner, value, expected, unspoken=spec.unspoken)
            return _BAD
        return read

    def _typed(self, spec: Spec, value: Value, path: Path, key: str, owner: str) -> Any:
        match spec.kind:
            case Kind.WHOLE:
                return value if in_range(spec, value) else _WRONG
            case Kind.WHOLE_OR_CHOICE:
                return value if in_range(spec, value) or value in spec.choices else _WRONG
            case Kind.FLAG:
                return value if isinstance(value, bool) else _WRONG
            case Kind.LINE:
                return clean(value) if isinstance(value, str) else _WRONG
            case Kind.PROSE:
                return clean(value, lines=True) if isinstance(value, str) else _WRONG
            case Kind.CHOICE:
                return value if isinstance(value, str) and value in spec.choices else _WRONG
            case Kind.RAW:
                return value
            case Kind.LINES | Kind.WHOLES | Kind.CHOICES:
                return self._list(spec, value, path, key, owner)
            case Kind.ROLLS:
                return _rolls(value)
            case Kind.LEVELS:
                return self._levels(spec, value, path, owner)
            case Kind.RECORD:
                return self.read(_record(spec), value, path, owner) if isinstance(value, Mapping) else _WRONG
            case Kind.RECORDS:
                if not isinstance(value, Mapping):
                    return _WRONG
                return {k: self.read(_record(spec), v, (*path, k), name_in(v) or k) for k, v in value.items()}
            case Kind.ROWS:
                if not isinstance(value, (list, tuple)):
                    return _WRONG
                return tuple(self._row(spec, v, (*path, str(n)), key, owner) for n, v in enumerate(value))

    def _row(self, spec: Spec, value: Value, path: Path, key: str, owner: str) -> Any:
        """Read one table of a list, which goes by the name of the list."""
        if isinstance(value, Mapping):
            return self.read(_record(spec), value, path, owner)
        self._wrong(path, key, owner, value, text("a table"))
        return _record(spec)()

    def _list(self, spec: Spec, value: Value, path: Path, key: str, owner: str) -> Any:
        if not isinstance(value, (list, tuple)):
            return _WRONG
        read: list[Any] = []
        for n, each in enumerate(value):
            fits = (
                isinstance(each, str) and (spec.kind is Kind.LINES or each in spec.choices)
                if spec.kind is not Kind.WHOLES
                else in_range(spec, each)
            )
            if not fits:
                self._wrong((*path, str(n)), key, owner, each, _element(spec), unspoken=spec.unspoken)
            elif spec.distinct and each in read:
                shown = text("a number") if spec.unspoken else description(each)
                self.error((*path, str(n)), text("{key} holds {found} twice", key=key, found=shown))
            else:
                read.append(clean(each) if isinstance(each, str) else each)
        return tuple(read)

    def _levels(self, spec: Spec, value: Value, path: Path, owner: str) -> Any:
        if not isinstance(value, Mapping):
            return _WRONG
        read: dict[str, int] = {}
        for k, v in value.items():
            if spec.choices and k not in spec.choices:
                self.unknown(k, spec.choices, (*path, k))
            elif in_range(spec, v):
                assert isinstance(v, int)
                read[k] = v
            else:
                self._wrong((*path, k), k, owner, v, _element(spec))
        return read


def _rolls(value: Value) -> Any:
    if not isinstance(value, (list, tuple)):
        return _WRONG
    rolls: list[tuple[Any, ...]] = []
    for roll in value:
        if not isinstance(roll, (list, tuple)) or not all(type(n) is int for n in roll):
            return _WRONG
        rolls.append(tuple(roll))
    return tuple(rolls)


_WRONG = object()
_BAD = object()


def in_range(spec: Spec, value: object) -> bool:
    """Say whether a value is a whole number within the declared range and within 64 bits, as TOML 1.0 has it."""
    return (
        isinstance(value, int)
        and not isinstance(value, bool)
        and in_64_bits(value)
        and (spec.low is None or value >= spec.low)
        and (spec.high is None or value <= spec.high)
    )


def in_64_bits(value: object) -> bool:
    """Say whether a value is anything but a whole number greater than every reader of TOML holds."""
    return not isinstance(value, int) or -MAX_WHOLE - 1 <= value <= MAX_WHOLE


def name_in(table: Value) -> str:
    """Give the `name` a table holds, or nothing."""
    name = table.get("name") if isinstance(table, Mapping) else None
    return name if isinstance(name, str) else ""


def description(value: Value) -> Text:
    """Say what stands there: its value where that is short, else its kind."""
    match value:
        case bool():
            return verbatim("true" if value else "false")
        case int() if abs(value) >= 10**20:
            return text("a number of more than 20 digits")
        case int():
            return verbatim(str(value))
        case float():
            return text("{number}, a number with a decimal point", number=repr(value))
        case str():
            shown = clean(value)
            return text("the text “{words}”", words=shown if len(shown) <= 30 else shown[:29] + "…")
        case datetime() | date() | time():
            return text("a date or time")
        case Mapping():
            return text("a table")
        case _:
            return text("a list")


def expectation(spec: Spec) -> Text:
    """Say what a field wants."""
    match spec.kind:
        case Kind.WHOLE:
            return _whole_range(spec.low, spec.high)
        case Kind.WHOLE_OR_CHOICE:
            return text("{number} or {words}", number=_whole_range(spec.low, spec.high), words=_words(spec))
        case Kind.FLAG:
            return text("true or false (without quotes, in lower case)")
        case Kind.LINE | Kind.PROSE:
            return text("text in quotes")
        case Kind.CHOICE:
            return text("one of {words}", words=_words(spec))
        case Kind.LINES:
            return text("a list of texts")
        case Kind.CHOICES:
            return text("a list of {words}", words=_words(spec))
        case Kind.WHOLES if spec.low is None and spec.high is None:
            return text("a list of whole numbers")
        case Kind.WHOLES:
            return text("a list of numbers, each {number}", number=_whole_range(spec.low, spec.high))
        case Kind.ROLLS if spec.length is not None:
            return text("a list of lists of {length} whole numbers", length=spec.length)
        case Kind.ROLLS:
            return text("a list of lists of whole numbers")
        case Kind.LEVELS:
            return text("a table of names, each {number}", number=_whole_range(spec.low, spec.high))
        case Kind.RECORD | Kind.RECORDS:
            return text("a table")
        case Kind.ROWS:
            return text("a list of tables")
        case Kind.RAW:
            return text("a value")


def _element(spec: Spec) -> Text:
    match spec.kind:
        case Kind.LINES:
            return text("text in quotes")
        case Kind.CHOICES:
            return text("one of {words}", words=_words(spec))
        case _:
            return _whole_range(spec.low, spec.high)


def _words(spec: Spec) -> str:
    return ", ".join(f'"{word}"' for word in spec.choices)


def _whole_range(low: int | None, high: int | None) -> Text:
    if low is not None and high is not None:
        return text("a whole number from {low} to {high}", low=low, high=high)
    if low is not None:
        return text("a whole number, {low} or more", low=low)
    if high is not None:
        return text("a whole number, {high} or less", high=high)
    return text("a whole number")


def _record(spec: Spec) -> type[Any]:
    assert spec.record is not None
    return spec.record


def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """Give the known word that a mistyped one is nearest to, or None."""
    if len(word) > 60:
        return None
    return _nearest_of_many(word.casefold(), known) if len(known) > _MANY else _nearest(word, known)


_MANY = 100
"""Known words beyond which only those are looked at that differ in one sign."""


@lru_cache(maxsize=4096)
def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    from difflib import get_close_matches

    folded = {k.casefold(): k for k in known}
    if word.casefold() in folded:
        return folded[word.casefold()]
    found = get_close_matches(word.casefold(), folded, n=1, cutoff=0.7)
    return folded[found[0]] if found else None


def _nearest_of_many(word: str, known: tuple[str, ...]) -> str | None:
    # Hashing all of thousands of words for each lookup would be quadratic; a few of them tell one list from another.
    sample = (len(known), *known[:: max(1, len(known) // 16)], known[-1])
    shortened = _SHORTENED.get(sample)
    if shortened is None:
        if len(_SHORTENED) >= 8:
            _SHORTENED.clear()
        shortened = _SHORTENED[sample] = _shortened(known)
    return next((shortened[each] for each in _forms(word) if each in shortened), None)


_SHORTENED: dict[tuple[object, ...], Mapping[str, str]] = {}


def _shortened(known: tuple[str, ...]) -> Mapping[str, str]:
    """Give each word by itself and by what is left of it without one of its signs."""
    return {form: word for word in reversed(known) for form in _forms(word.casefold())}


def _forms(word: str) -> Iterable[str]:
    yield word
    for n in range(len(word)):
        yield word[:n] + word[n + 1 :]


def readable(kind: type[T], table: Tree) -> T:
    """Give the dataclass of a table that has been checked before; problems are ignored."""
    return Reader().read(kind, table, ())
