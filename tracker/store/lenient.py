"""Reading values that may be broken: each slip is noted with what was probably meant, and reading goes on."""

from __future__ import annotations

import re
from typing import NoReturn

import tomli

from tracker.core.text import Text
from tracker.core.tree import Path
from tracker.store import slips
from tracker.store.mends import Mend
from tracker.store.slips import UNKNOWN, Slip, guess, is_value
from tracker.store.toml_scan import read_keys
from tracker.store.toml_write import key_text

DEPTH = 300
"""Levels of lists and tables in one another that are read on past a slip."""

_K = r"""(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_KEYS = rf"{_K}(?:[ \t]*+\.[ \t]*+{_K})*+[ \t]*+"
KEY_LINE = re.compile(rf"[ \t]*+{_KEYS}=")
COLON_LINE = re.compile(rf"[ \t]*+({_KEYS}):")
_HEADER = rf"[ \t]*+\[\[?+[ \t]*+{_KEYS}\]\]?+[ \t]*+(?:#[^\n]*+)?\r?(?=\n|\Z)"
HEADER_LINE = re.compile(_HEADER)
RESUME = re.compile(rf"^(?:[ \t]*+{_KEYS}[=:]|{_HEADER})", re.MULTILINE)
_LIKE_HEADER = re.compile(rf"(?=[ \t]*+\[\[?[ \t]*[A-Za-z]){_HEADER}")
"""A header that is no line of a list, such as `["a"],` or `[1],`."""
GAP = re.compile(r"(?:[ \t]*+(?:#[^\n]*+)?\r?\n)*+[ \t]*+(?:#[^\n]*+)?")
_ONE_LINE = {'"': re.compile(r'"(?:[^"\\\n]|\\[^\n])*+"'), "'": re.compile(r"'[^'\n]*+'")}
_LONG = {
    '"""': re.compile(r'"""(?:[^"\\]++|\\.|""?(?!"))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"'''(?:[^']++|''?(?!'))*+'{3,5}"),
}
_LINE = re.compile(r"(?:[^#\n\"']++|\"(?:[^\"\\\n]|\\[^\n])*+\"|'[^'\n]*+'|[\"'])*+")
"""A value and what follows it on its line; a # inside quotes does not end it."""
_WORD = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:[^\s,\]}#]++|[^\s,\]}#\"'=]++")
_WORDS = re.compile(r"[^,\]}#\n=]++")
_TO_NEXT = re.compile(r"[^,\]}#\n]*+")


class Abandoned(Exception):
    """A value whose end cannot be told; its slip is noted."""

    def __init__(self, again: int, *, in_text: bool) -> None:
        """Keep where reading may go on: at the next line from there that begins a key or a table."""
        super().__init__(again)
        self.again = again
        self.in_text = in_text
        """It is a text of several lines: prose may follow."""


class ValueReader:
    """Reads the values of one text; slips, mends and paths of unknown values are collected in order."""

    def __init__(self, text: str) -> None:
        """Begin without slips."""
        self.text = text
        self.slips: list[Slip] = []
        self.mends: list[Mend] = []
        self.broken: list[Path] = []
        """What was written anew, and may say something else than was meant."""
        self.unknown: list[Path] = []
        """Those of which nobody can say what was meant."""
        self.commas_are_fine = False
        """Lines of an unclosed list or table are read: that they end with a comma is no slip of its own."""
        self._never_closed: set[str] = set()

    def value(self, at: int, path: Path) -> int:
        """Read the value of a statement; give where it ends. Raises Abandoned."""
        sign = self.text[at : at + 1]
        if sign in ("[", "{"):
            return self._brackets(at, path, "")
        if sign in ('"', "'"):
            return self._text(at, path, nested=False)
        found = _LINE.match(self.text, at)
        words = found[0].rstrip() if found else ""
        self._word(at, words, path)
        return at + len(words)

    def line_end(self, at: int) -> int:
        """Give where the line of an offset ends, before its newline."""
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        return end - 1 if end > at and self.text[end - 1] == "\r" else end

    def slip(self, offset: int, message: Text) -> None:
        """Note a slip."""
        self.slips.append(Slip(offset, message))

    def rewrite(self, start: int, end: int, written: str, path: Path) -> None:
        """Write a value anew in the mended text."""
        self.mends.append(Mend(start, end, written))
        self.broken.append(path)
        if written == UNKNOWN:
            self.unknown.append(path)

    def _brackets(self, start: int, path: Path, outer: str) -> int:
        """Read a list or an inline table; `outer` are the brackets that close those around it."""
        text = self.text
        is_table = text[start] == "{"
        close, other = ("}", "]") if is_table else ("]", "}")
        if len(outer) > DEPTH:
            self.slip(start, slips.TOO_DEEP)
            raise Abandoned(self.line_end(start), in_text=False)
        count, wants_comma = 0, False
        seen: set[Path] = set()
        at = start + 1
        while True:
            at = _past(GAP, text, at)
            sign = text[at : at + 1]
            if sign == close:
                return at + 1
            if sign == other and other not in outer:
                self.slip(at, slips.TABLE_CLOSED_WRONG if is_table else slips.LIST_CLOSED_WRONG)
                self.mends.append(Mend(at, at + 1, close))
                return at + 1
            if sign in ("", other) or self._is_statement(at, is_table and not wants_comma):
                self._not_closed(start, at)
            if sign == ",":
                if not wants_comma:
                    self.slip(at, slips.instead(",", slips.NO_VALUE))
                    self.mends.append(Mend(at, at + 1, ""))
                wants_comma = False
                at += 1
                continue
            if wants_comma:
                self.slip(at, slips.NO_COMMA)
                self.mends.append(Mend(at, at, ","))
            below = (*path, str(count))
            if is_table:
                if text[at] in "[{":
                    self._not_closed(start, at)
                keys, begin = self._key(at)
                below = (*path, *keys)
                if keys in seen:
                    self.slip(at, slips.twice(keys))
                    self.rewrite(at, begin, f"{key_text(f'{keys[-1]} {count}')} = ", below)
                seen.add(keys)
                at = begin
            # Here and not in a function of its own: Python allows 1000 frames.
            if text[at : at + 1] in ("[", "{"):
                at = self._brackets(at, below, outer + close)
            elif text[at : at + 1] in ('"', "'"):
                at = self._text(at, below, nested=True)
            else:
                at = self._nested_word(at, below)
            count, wants_comma = count + 1, True

    def _is_statement(self, at: int, keys_are_fine: bool) -> bool:
        """Whether something begins here that belongs to no list or table any more."""
        line = self.text.rfind("\n", 0, at) + 1
        begins = not self.text[line:at].strip(" \t")
        if begins and _LIKE_HEADER.match(self.text, line):
            return True
        if keys_are_fine:
            return False
        return bool(KEY_LINE.match(self.text, at) or (begins and COLON_LINE.match(self.text, at)))

    def _not_closed(self, start: int, at: int) -> NoReturn:
        self.slip(start, slips.TABLE_NOT_CLOSED if self.text[start] == "{" else slips.LIST_NOT_CLOSED)
        line = self.text.rfind("\n", 0, at) + 1
        raise Abandoned(line if start < line else self.line_end(at), in_text=False)

    def _key(self, at: int) -> tuple[Path, int]:
        """Read a key of an inline table with its equals sign; give where its value begins."""
        text = self.text
        try:
            keys, end = read_keys(text, at)
        except ValueError:
            keys, end = (), at
        begin = past_blanks(text, end)
        if keys and text[begin : begin + 1] == "=" and is_value(f"{{{text[at:end]} = 1}}"):
            return keys, past_blanks(text, begin + 1)
        found = _TO_NEXT.match(text, at)
        words = found[0] if found else ""
        name, equals, _ = words.partition("=")
        if equals and name.strip():
            self.slip(at, slips.bare_name(name.strip(" \t'\"“”«»")))
        elif before := re.search(r"(?<![\w.,])[+-]?\d+,\Z", text[max(0, at - 20) : at]):
            self.slip(at - len(before[0]), guess(before[0] + words.strip()).message)
        else:
            self.slip(at, slips.instead(words.strip(), slips.NO_EQUALS if keys else slips.NO_KEY))
        raise Abandoned(self.line_end(at), in_text=False)

    def _text(self, at: int, path: Path, *, nested: bool) -> int:
        """Read a text in quotes, and what follows it without a blank."""
        text = self.text
        quote = text[at : at + 3]
        if quote in _LONG:
            found = None if quote in self._never_closed else _LONG[quote].match(text, at)
            if found is None:
                self._never_closed.add(quote)
                self.slip(at, slips.NOT_CLOSED)
                raise Abandoned(self.line_end(at), in_text=True)
        else:
            found = _ONE_LINE[text[at]].match(text, at)
            if found is None:
                self.slip(at, slips.NOT_CLOSED)
                raise Abandoned(self.line_end(at), in_text=False)
        end = found.end()
        rest = (_TO_NEXT if nested else _LINE).match(text, end)
        more = rest[0].rstrip() if rest and quote not in _LONG else ""
        if more and not nested and more.lstrip()[0] == ",":
            return self._after(end, more)
        if more and more[0] not in " \t":
            meant = guess(text[at:end] + more)
            self.slip(at, meant.message)
            self.rewrite(at, end + len(more), meant.written, path)
            return end + len(more)
        if more and not nested:
            return self._after(end, more)
        try:
            tomli.loads(f"v = {text[at:end]}\n")
        except tomli.TOMLDecodeError as error:
            self.slip(at + max(0, slips.error_offset(error, f"v = {text[at:end]}\n") - 4), slips.said(error))
            self.rewrite(at, end, '""', path)
        return end

    def _nested_word(self, at: int, path: Path) -> int:
        found = _WORD.match(self.text, at)
        if found is not None and is_value(found[0]):
            return found.end()
        found = _WORDS.match(self.text, at)
        words = found[0].rstrip() if found else ""
        self._word(at, words, path)
        # Something is always passed, or the same place would be read again for ever.
        return at + len(words) if words or self.text[at : at + 1] in (",", "]", "}", "\n", "#") else at + 1

    def _word(self, at: int, words: str, path: Path) -> None:
        if words and is_value(words):
            return
        if not words:
            self.slip(at, slips.NO_VALUE)
            self.rewrite(at, at, UNKNOWN, path)
            return
        first = re.match(r"[^\s,]++(?=,\Z|\s)", words)
        if first is not None and is_value(first[0]):
            self._after(at + first.end(), words[first.end() :])
            return
        meant = guess(words)
        self.slip(at, meant.message)
        self.rewrite(at, at + len(words), meant.written, path)

    def _after(self, at: int, words: str) -> int:
        """Note what follows a value; give where it ends."""
        if not (self.commas_are_fine and words.strip()[0] in ",]}"):
            self.slip(at + len(words) - len(words.lstrip()), slips.trailing(words))
        self.mends.append(Mend(at, at + len(words), ""))
        return at + len(words)


_BLANKS = re.compile(r"[ \t]*+")


def past_blanks(text: str, at: int) -> int:
    """Give where the blanks at an offset end."""
    return _past(_BLANKS, text, at)


def _past(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at
