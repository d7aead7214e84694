"""Saying sentences: from a `Text` to words in a language."""

from __future__ import annotations

from fractions import Fraction

from tracker.core.clean import clean
from tracker.core.text import Filling, Quoted, Text
from tracker.i18n.catalogue import translated, translated_for
from tracker.i18n.typography import percent, quoted


def say(text: Text, language: str) -> str:
    """Give a sentence in a language ("fr" or "en"); a key without translation is said in English."""
    if not text.key:
        return "".join(_filled(value, language, lines=True) for value in text.values.values())
    words = _translated(text, language)
    if not text.values:
        return words
    return words.format_map({name: _filled(value, language) for name, value in text.values.items()})


def _translated(text: Text, language: str) -> str:
    if text.plural:
        count = text.values["count"]
        assert isinstance(count, int)
        return translated_for(language, text.key, text.plural, count)
    return translated(language, text.key, text.context)


def _filled(value: Filling, language: str, *, lines: bool = False) -> str:
    """Say what fills a sentence; `lines` keeps line ends, where user text stands alone and not within a sentence."""
    match value:
        case Text():
            return say(value, language)
        case Quoted(words):
            return quoted(clean(words), language)
        case tuple():
            return ", ".join(say(each, language) for each in value)
        case Fraction():
            return percent(value, language)
        case str():
            return clean(value, lines=lines)
        case _:
            return str(value)
