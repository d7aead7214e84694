"""What is wrong with a text that is no TOML, said in our words."""

from __future__ import annotations

import re

import tomli

from tracker.core.clean import clean
from tracker.core.problem import Severity
from tracker.core.text import Text, text
from tracker.core.tree import Tree
from tracker.store.located import Located

_SAID: tuple[tuple[str, Text], ...] = (
    ("Cannot overwrite a value", text("this key stands here a second time")),
    ("Expected '='", text("a key is followed by = and its value")),
    ("Expected ']'", text("a table header ends with ]")),
    ("Expected ']]'", text("a header of a list of tables ends with ]]")),
    ("Invalid date or datetime", text("this is no date or time")),
    ("Invalid hex value", text("this is no character code")),
    ("Escaped character is not a Unicode scalar value", text("this is no character code")),
    ("Invalid initial character for a key part", text("a key is expected here")),
    ("Invalid statement", text("a key with = and its value, or a table header in [ ], is expected here")),
    ("Unclosed array", text("a list that begins here or before is not closed with ]")),
    ("Unclosed inline table", text("a table that begins here or before is not closed with a curly bracket")),
    ("Unescaped '\\' in a string", text("a backslash in text is written twice, or the text stands in ' '")),
    ("Unterminated string", text("this text is not closed with a quotation mark")),
    ("Cannot declare", text("this table stands here a second time")),
    ("Cannot mutate immutable namespace", text("this table is written in one line above and cannot be added to here")),
    ("Cannot redefine namespace", text("this table stands here a second time")),
    ("Duplicate inline table key", text("this key stands here a second time")),
)


def read_toml(words: str) -> Tree | Located:
    """Give the tree of a text, or the first place where it is no TOML. A byte order mark is no part of it."""
    try:
        tree: Tree = tomli.loads(words.removeprefix("\ufeff"))
    except tomli.TOMLDecodeError as error:
        return Located(error.lineno, error.colno, Severity.ERROR, _message(error, words))
    except RecursionError:
        return Located(1, 1, Severity.ERROR, text("lists or tables stand too deep in one another"))
    return tree


def _message(error: tomli.TOMLDecodeError, words: str) -> Text:
    line = _line(words, error.lineno)
    near = clean(line[max(0, error.colno - 1) : error.colno + 24].strip())
    if error.msg.startswith("Illegal character '\\n'"):
        return text("this text is not closed with a quotation mark")
    if error.msg.startswith(("Illegal character", "Found invalid character")):
        return text("the sign “{sign}” may not stand here", sign=clean(line[error.colno - 1 : error.colno]) or "\u2424")
    if error.msg.startswith(("Invalid value", "Expected newline")):
        value = _hint(line.partition("=")[2].strip())
        if value is not None:
            return value
    if error.msg.startswith("Expected newline"):
        return text("nothing may follow the value on its line, here stands “{words}”", words=near)
    if error.msg.startswith("Invalid value"):
        return text("a value is expected here: text in quotes, a number, true or false, a list or a table")
    for start, said in _SAID:
        if error.msg.startswith(start):
            return said
    return text("this cannot be read: {words}", words=clean(error.msg))


def _line(words: str, number: int) -> str:
    lines = words.removeprefix("\ufeff").split("\n")
    return lines[number - 1] if 0 < number <= len(lines) else ""


def _hint(value: str) -> Text | None:
    """Name the usual slips of the hand: 08, 3,5, True, typographic quotes, an apostrophe in single quotes."""
    if found := re.match(r"0+(\d+)\b", value):
        return text("a number is written without zeros before it: {number}", number=found[1])
    if found := re.match(r"([+-]?\d+),(\d+)\s*(#.*)?$", value):
        return text("a decimal number is written with a point: {number}", number=f"{found[1]}.{found[2]}")
    if found := re.match(r"(True|TRUE|False|FALSE|[Oo]ui|[Vv]rai|[Nn]on|[Ff]aux|[Yy]es|[Nn]o)\b", value):
        word = "true" if found[1][0] in "TtOoVvYy" else "false"
        return text("true and false are written in lower case: {word}", word=word)
    if value[:1] in "“”«»„‘’":
        return text('text stands in straight quotation marks: "…"')
    if re.match(r"'[^']*'[^\s#]", value):
        return text('text that holds an apostrophe stands in double quotation marks: "…"')
    if re.match(r"[A-Za-zÀ-ÿ]", value):
        return text('text stands in quotation marks: "…"')
    return None
