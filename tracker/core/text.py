"""Sentences as values: a catalogue key and what fills it, said later in the reader's language.

The catalogue tool looks for calls of `text`, `text_in` and `text_n`: their first arguments must be literals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from tracker.core.frozen import dataclass

if TYPE_CHECKING:
    from fractions import Fraction

Filling: TypeAlias = "str | int | Fraction | Text | tuple[Text, ...] | Quoted"
"""What may fill a placeholder: user text, a number, a probability (said in per cent), another sentence, a list."""

_NOTHING: Mapping[str, Filling] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Quoted:
    """User text to be put between the quotation marks of the language."""

    words: str


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence or label: the English key, its placeholders, and for counted things the plural key."""

    key: str
    values: Mapping[str, Filling] = field(default_factory=lambda: _NOTHING)
    plural: str = ""
    """The English plural; chosen by `values["count"]`."""
    context: str = ""
    """Tells apart equal English words that differ in another language."""


def text(key: str, /, **values: Filling) -> Text:
    """Give the sentence of a catalogue key with its placeholders filled."""
    return Text(key, values)


def text_in(context: str, key: str, /, **values: Filling) -> Text:
    """Give the sentence of a key that needs a context to be translated."""
    return Text(key, values, context=context)


def text_n(one: str, many: str, count: int, /, **values: Filling) -> Text:
    """Give a counted sentence: `one` for one thing, `many` else; `{count}` is filled in."""
    return Text(one, {**values, "count": count}, plural=many)


def verbatim(words: str) -> Text:
    """Give user text as a sentence that no catalogue translates."""
    return Text("", {"words": words})
