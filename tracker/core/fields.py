"""Described fields: one declaration that the codec, the dialogs, the script door, the schema and the help all read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields
from enum import Enum
from types import MappingProxyType
from typing import Any, TypeVar, cast

from tracker.core.frozen import dataclass
from tracker.core.text import Text

R = TypeVar("R")
_NO_NAMES: Mapping[str, Text] = MappingProxyType({})


class Kind(Enum):
    """The shape of a described value."""

    WHOLE = "whole number"
    FLAG = "true or false"
    LINE = "text on one line"
    PROSE = "text of several lines"
    CHOICE = "one of several words"
    WHOLE_OR_CHOICE = "whole number or a word"
    LINES = "list of texts"
    CHOICES = "list of words"
    WHOLES = "list of whole numbers"
    ROLLS = "list of lists of whole numbers"
    LEVELS = "table of name and whole number"
    RECORD = "one table"
    RECORDS = "table of tables by id"
    ROWS = "list of tables"
    RAW = "any value"


@dataclass(frozen=True, slots=True)
class Spec:
    """What there is to know about one field."""

    kind: Kind
    label: Text
    help: Text | None = None
    low: int | None = None
    """Least value allowed: of the number, of each number of a list, of each level."""
    high: int | None = None
    choices: tuple[str, ...] = ()
    names: Mapping[str, Text] = field(default_factory=lambda: _NO_NAMES)
    """How the choices are said."""
    record: type[Any] | None = None
    unit: Text | None = None
    required: bool = False
    nullable: bool = False
    """None means left out."""
    distinct: bool = False
    """No number of the list may stand there twice."""
    length: int | None = None
    """Of a list of lists: how many numbers each of them holds."""
    code: str = "bad_value"
    """What a script is answered when the value is out of range."""
    edited: bool = True
    """Offered in the edit panel of its thing."""
    told: bool = True
    """A log line says that it changed; False for what its own words tell better, such as whose turn it is."""
    grows: bool = False
    """A table of levels to which the edit panel may add names."""
    private: bool = False
    """For the game master, or the owner of the sheet, only: never on the players' screen."""
    unspoken: bool = False
    """Its value stands on no screen but the edit panel of its thing: no log line and no problem says it."""
    key: str = ""
    """The name in the file and in scripts, where it differs from the attribute."""


_EMPTY: Mapping[str, Any] = MappingProxyType({})


def _make(default: object, spec: Spec) -> Any:
    metadata = {"spec": spec}
    if isinstance(default, MappingProxyType):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


def whole(
    label: Text,
    *,
    default: int = 0,
    low: int | None = None,
    high: int | None = None,
    **more: Any,
) -> int:
    """Declare a whole number; `low` and `high` are the least and greatest value allowed."""
    return cast(int, _make(default, Spec(Kind.WHOLE, label, low=low, high=high, **more)))


def whole_or_none(label: Text, *, low: int | None = None, high: int | None = None, **more: Any) -> int | None:
    """Declare a whole number that may be left out."""
    return cast("int | None", _make(None, Spec(Kind.WHOLE, label, low=low, high=high, nullable=True, **more)))


def flag(label: Text, *, default: bool = False, **more: Any) -> bool:
    """Declare something that is true or false."""
    return cast(bool, _make(default, Spec(Kind.FLAG, label, **more)))


def flag_or_none(label: Text, **more: Any) -> bool | None:
    """Declare something that is true or false, or left out."""
    return cast("bool | None", _make(None, Spec(Kind.FLAG, label, nullable=True, **more)))


def line(label: Text, *, default: str = "", **more: Any) -> str:
    """Declare text on one line."""
    return cast(str, _make(default, Spec(Kind.LINE, label, **more)))


def prose(label: Text, *, default: str = "", **more: Any) -> str:
    """Declare text that may have several lines."""
    return cast(str, _make(default, Spec(Kind.PROSE, label, **more)))


def choice(label: Text, names: Mapping[str, Text], *, default: str, **more: Any) -> Any:
    """Declare one of several words, with how each is said."""
    return _make(default, Spec(Kind.CHOICE, label, choices=tuple(names), names=names, **more))


def choice_or_none(label: Text, names: Mapping[str, Text], **more: Any) -> Any:
    """Declare one of several words, or nothing."""
    return _make(None, Spec(Kind.CHOICE, label, choices=tuple(names), names=names, nullable=True, **more))


def whole_or_choice(
    label: Text,
    names: Mapping[str, Text],
    *,
    default: int | str = 0,
    low: int | None = None,
    high: int | None = None,
    **more: Any,
) -> Any:
    """Declare a whole number or one of several words, with how each word is said."""
    spec = Spec(Kind.WHOLE_OR_CHOICE, label, low=low, high=high, choices=tuple(names), names=names, **more)
    return _make(default, spec)


def lines(label: Text, **more: Any) -> tuple[str, ...]:
    """Declare a list of texts."""
    return cast("tuple[str, ...]", _make((), Spec(Kind.LINES, label, **more)))


def words(label: Text, names: Mapping[str, Text], *, default: tuple[str, ...] = (), **more: Any) -> tuple[str, ...]:
    """Declare a list of words out of several, with how each is said."""
    spec = Spec(Kind.CHOICES, label, choices=tuple(names), names=names, **more)
    return cast("tuple[str, ...]", _make(default, spec))


def wholes(label: Text, *, default: tuple[int, ...] = (), **more: Any) -> tuple[int, ...]:
    """Declare a list of whole numbers."""
    return cast("tuple[int, ...]", _make(default, Spec(Kind.WHOLES, label, **more)))


def rolls(label: Text, **more: Any) -> tuple[tuple[int, ...], ...]:
    """Declare a list of lists of whole numbers: several rolls, or pairs."""
    return cast("tuple[tuple[int, ...], ...]", _make((), Spec(Kind.ROLLS, label, **more)))


def levels(label: Text, *, default: Mapping[str, int] = _EMPTY, **more: Any) -> Mapping[str, int]:
    """Declare a table of names with a whole number each."""
    return cast("Mapping[str, int]", _make(MappingProxyType(dict(default)), Spec(Kind.LEVELS, label, **more)))


def record(label: Text, kind: type[R], **more: Any) -> R:
    """Declare one table with described fields of its own."""
    return cast(R, _make(kind(), Spec(Kind.RECORD, label, record=kind, **more)))


def record_or_none(label: Text, kind: type[R], **more: Any) -> R | None:
    """Declare one table that may be left out."""
    return cast("R | None", _make(None, Spec(Kind.RECORD, label, record=kind, nullable=True, **more)))


def records(label: Text, kind: type[R], **more: Any) -> Mapping[str, R]:
    """Declare tables by id, each with described fields."""
    return cast("Mapping[str, R]", _make(_EMPTY, Spec(Kind.RECORDS, label, record=kind, **more)))


def rows(label: Text, kind: type[R], **more: Any) -> tuple[R, ...]:
    """Declare a list of tables, each with described fields."""
    return cast("tuple[R, ...]", _make((), Spec(Kind.ROWS, label, record=kind, **more)))


def raw(label: Text, *, default: Any = None, **more: Any) -> Any:
    """Declare a value that its owner reads itself."""
    return _make(default, Spec(Kind.RAW, label, **more))


_DESCRIBED: dict[type[Any], Mapping[str, tuple[str, Spec]]] = {}


def described(kind: type[Any]) -> Mapping[str, tuple[str, Spec]]:
    """Give the described fields of a dataclass: key in files and scripts → attribute and description."""
    known = _DESCRIBED.get(kind)
    if known is None:
        known = {
            spec.key or each.name: (each.name, spec)
            for each in fields(kind)
            if (spec := each.metadata.get("spec")) is not None
        }
        _DESCRIBED[kind] = known
    return known


def default_of(kind: type[Any], attribute: str) -> Any:
    """Give the declared default of an attribute."""
    for each in fields(kind):
        if each.name == attribute:
            return _default(each)
    raise KeyError(attribute)


def _default(each: Field[Any]) -> Any:
    factory = cast("Callable[[], Any] | Any", each.default_factory)
    return factory() if callable(factory) else each.default
