"""What is wrong where a text is no TOML, in our words: what stands there, what is expected, how it is written."""

from __future__ import annotations

import re
from typing import NamedTuple

import tomli

from tracker.core.clean import clean
from tracker.core.text import Text, text
from tracker.core.tree import Path, path_text
from tracker.store.toml_write import key_text, value_text

SHOWN = 30
"""Signs of the text that are shown in a sentence."""
UNKNOWN = "0"
"""What stands for a value that cannot be guessed."""
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

NO_VALUE = text("a value is expected here: text in quotes, a number, true or false, a list or a table")
NO_STATEMENT = text("a key with = and its value, or a table header in [ ], is expected here")
NO_EQUALS = text("a key is followed by = and its value")
NO_KEY = text("a key is expected here")
NOT_CLOSED = text("this text is not closed with a quotation mark")
LIST_NOT_CLOSED = text("the list that begins here is not closed with ]")
TABLE_NOT_CLOSED = text("the table that begins here is not closed with a curly bracket")
LIST_CLOSED_WRONG = text("a list is closed with ], not with a curly bracket")
TABLE_CLOSED_WRONG = text("a table in one line is closed with a curly bracket, not with ]")
NO_COMMA = text("a comma is missing before this value")
HEADER_END = text("a table header ends with ]")
LIST_HEADER_END = text("a header of a list of tables ends with ]]")
TOO_DEEP = text("lists or tables stand too deep in one another")

_SAID: tuple[tuple[str, Text], ...] = (
    ("Invalid date or datetime", text("this is no date or time")),
    ("Invalid hex value", text("this is no character code")),
    ("Escaped character is not a Unicode scalar value", text("this is no character code")),
    ("Invalid initial character for a key part", NO_KEY),
    ("Unescaped '\\' in a string", text("a backslash in text is written twice, or the text stands in ' '")),
    ("Unterminated string", NOT_CLOSED),
    ("Expected '=", NO_EQUALS),
    ("Cannot", text("this table or key stands here a second time")),
    ("Duplicate inline table key", text("this table or key stands here a second time")),
)
_BEHIND = 2
"""How far behind a bad escape the parser points."""


class Slip(NamedTuple):
    """One place where a text is no TOML: an offset in characters, and the sentence."""

    offset: int
    message: Text


class Guess(NamedTuple):
    """What was probably meant by a value that is none."""

    message: Text
    written: str
    """How it is written; `UNKNOWN` where nobody can say."""


def guess(value: str) -> Guess:
    """Name the slip in a value that is none: 08, 3,5, True, typographic quotes, an apostrophe in single quotes."""
    found = _usual(value)
    if found is None:
        return Guess(_with_words(value, NO_VALUE), UNKNOWN)
    return Guess(text("“{words}”: {message}", words=shown(value), message=found.message), found.written)


def _usual(value: str) -> Guess | None:
    if found := re.fullmatch(r"([+-]?)0+(\d[\d_]*)", value):
        number = found[1] + found[2]
        return Guess(text("a number is written without zeros before it: {number}", number=number), _or_unknown(number))
    if found := re.fullmatch(r"([+-]?\d+),(\d+)", value):
        number = f"{found[1]}.{found[2]}"
        return Guess(text("a decimal number is written with a point: {number}", number=number), _or_unknown(number))
    if re.fullmatch(r"(?i:true|false|oui|vrai|non|faux|yes|no|on|off)", value):
        word = "true" if value.casefold() in {"true", "oui", "vrai", "yes", "on"} else "false"
        return Guess(text("true and false are written in lower case: {word}", word=word), word)
    if value[:1] in "“”«»„‘’`":
        written = value_text(value.strip("“”«»„‘’`\u00a0\u202f "))
        return Guess(text("text stands in straight quotation marks: {written}", written=shown(written)), written)
    if re.match(r"'[^']*'[^\s#]", value):
        written = value_text(value.strip("'"))
        message = text(
            "text that holds an apostrophe stands in double quotation marks: {written}", written=shown(written)
        )
        return Guess(message, written)
    if re.match(r'"(?:[^"\\]|\\.)*"[^\s#]', value):
        return Guess(text("a quotation mark inside text has a backslash before it, or the text stands in ' '"), '""')
    if re.match(r"\d{4}-\d\d-\d\d|\d\d:\d\d", value):
        return Guess(text("this is no date or time"), UNKNOWN)
    if re.match(r"[+-]?[.\d]", value):
        return Guess(text("this is no number"), UNKNOWN)
    if re.match(r"[^\W\d_]", value):
        written = value_text(value)
        return Guess(text("text stands in quotation marks: {written}", written=shown(written)), written)
    return None


def bare_name(name: str) -> Text:
    """Say how a key is written that is not written right."""
    if BARE_KEY.fullmatch(name):
        return text("a name like this stands without quotation marks, or in straight ones: {name}", name=name)
    return text("a name with signs other than a-z, 0-9, _ and - stands in quotation marks: {name}", name=key_text(name))


def twice(keys: Path) -> Text:
    """Say that a table in one line holds a key twice."""
    return text("the key {name} stands here a second time", name=path_text(keys))


def trailing(words: str) -> Text:
    """Say that nothing may follow a value on its line."""
    return text("nothing may follow the value on its line, here stands “{words}”", words=shown(words))


def trailing_header(words: str) -> Text:
    """Say that nothing may follow a table header on its line."""
    return text("nothing may follow a table header on its line, here stands “{words}”", words=shown(words))


def instead(words: str, expected: Text) -> Text:
    """Say what is expected and what stands there."""
    return _with_words(words, expected) if words else expected


def illegal_sign(sign: str) -> Text:
    """Say that a control character may not stand there."""
    return text("the sign “{sign}” may not stand here", sign=clean(sign))


def said(error: tomli.TOMLDecodeError) -> Text:
    """Say what the parser found."""
    for start, message in _SAID:
        if error.msg.startswith(start):
            return message
    return text("this cannot be read: {words}", words=clean(error.msg))


def error_offset(error: tomli.TOMLDecodeError, words: str) -> int:
    """Give the offset of an error in the text that was parsed, CRLF or not."""
    begin = 0
    for _ in range(error.lineno - 1):
        begin = words.find("\n", begin) + 1
    back = _BEHIND if error.msg.startswith(("Unescaped", "Invalid hex", "Escaped")) else 0
    return min(max(0, begin + error.colno - 1 - back), len(words))


def shown(words: str) -> str:
    """Give words as a sentence shows them: safe to draw, and not too many."""
    safe = clean(words.strip())
    return safe if len(safe) <= SHOWN else safe[: SHOWN - 1] + "…"


def is_value(written: str) -> bool:
    """Whether this is one TOML value."""
    try:
        return len(tomli.loads(f"v = {written}\n")) == 1
    except (ValueError, RecursionError):
        return False


def _with_words(words: str, message: Text) -> Text:
    return text("“{words}”: {message}", words=shown(words), message=message)


def _or_unknown(written: str) -> str:
    return written if is_value(written) else UNKNOWN
