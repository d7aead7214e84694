"""Reading the statements of a text past what is no TOML in it.

Reading goes on at the next line that begins a key or a table. What follows from a slip is none of its own: the lines of
a list that is not closed, prose behind a text that is not closed, statements under a header that cannot be read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import tomli

from tracker.core.tree import Path
from tracker.store import slips
from tracker.store.doubles import Kind, Statement
from tracker.store.headers import HeaderRead, read_header
from tracker.store.keys import read_key
from tracker.store.lenient import GAP, HEADER_LINE, RESUME, Abandoned, ValueReader, past_blanks
from tracker.store.mends import Mend
from tracker.store.slips import BARE_KEY, UNKNOWN
from tracker.store.toml_scan import read_keys

_LOG_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*(?:log|\"log\"|'log')[ \t]*\]\]", re.MULTILINE)
_EMPTY = {"[": "[]", "{": "{}", '"': '""', "'": '""'}
"""What stands for a value that is not closed, by how it begins."""
_CLOSERS = re.compile(r"[\]},\s]*\Z")


class _Section(NamedTuple):
    """What the statements that follow belong to."""

    path: Path
    number: int
    readable: bool


class _Checkpoint(NamedTuple):
    """How far everything was when a text of several lines began that may not be closed."""

    statement: int
    opening: int
    slips: int
    mends: int
    broken: int
    unknown: int
    statements: int
    section: _Section


class Reading:
    """Reads the statements of one text: first those of its head, then those of the log that are in doubt."""

    def __init__(self, text: str) -> None:
        """Begin with a text of which no sign stands where it may not."""
        self._text = text
        self.values = ValueReader(text)
        """With the slips and mends so far."""
        self.statements: list[Statement] = []
        self._section = _Section((), 0, True)
        self._sections = 0
        self._arrays: dict[Path, int] = {}
        self.lost: list[Path] = []
        """Sections with a line that could not be read."""
        self.lost_sections = False
        self.strays: list[tuple[Path, int]] = []
        self._in_log = False
        self._wreck = ""
        """What was not closed above: "", "list" or "text"."""
        self._after_list = False
        """A list or table of this section was not closed: brackets that close nothing are its own."""
        self._doubt: _Checkpoint | None = None

    def head(self) -> int:
        """Read what stands before the log; give where the log begins."""
        return self._read(0)

    def _read(self, at: int) -> int:
        """Read statements up to the next entry of the log or to the end; give where that is."""
        text = self._text
        while True:
            found = GAP.match(text, at)
            at = found.end() if found else at
            if at >= len(text):
                return at
            if text[at] != "[" or (self._wreck == "list" and not HEADER_LINE.match(text, at)):
                at = self._statement(at)
                continue
            end = self.values.line_end(at)
            header = read_header(text, at, end)
            if header.is_array and header.keys == ("log",):
                return text.rfind("\n", 0, at) + 1
            self._header(header, at, end)
            at = end

    def entry(self, at: int) -> int:
        """Read one entry of the log, at its header; give where the next begins. One that is in order is passed."""
        self._in_log = True
        following = _LOG_HEADER.search(self._text, self.values.line_end(at))
        end = following.start() if following else len(self._text)
        try:
            tree = tomli.loads(self._text[at:end])
        except (ValueError, RecursionError):
            tree = {}
        if tree.keys() == {"log"}:
            return end
        self._section = _Section(("log", str(at)), self._next_section(), True)
        self.statements.append(Statement("array", self._section.path, 1, at, at, self._section.number))
        self._arrays.clear()
        self._wreck, self._doubt, self._after_list = "", None, False
        return self._read(self._header_end(at))

    def _header_end(self, at: int) -> int:
        end = self.values.line_end(at)
        self.values.slips.extend(read_header(self._text, past_blanks(self._text, at), end).slips)
        return end

    def _next_section(self) -> int:
        self._sections += 1
        return self._sections

    def _header(self, header: HeaderRead, at: int, end: int) -> None:
        if header.slips and self._wreck == "text":
            return
        self.values.slips.extend(header.slips)
        self._wreck, self._doubt, self._after_list = "", None, False
        number = self._next_section()
        if not header.keys:
            self.values.mends.append(Mend(at, end, ""))
            self._section = _Section((), number, False)
            self.lost_sections = True
            return
        if header.written:
            self.values.mends.append(Mend(at, end, header.written))
        path = self._resolved(header.keys, header.is_array)
        self._section = _Section(path, number, True)
        kind: Kind = "array" if header.is_array else "header"
        self.statements.append(Statement(kind, path, len(header.keys), at, end, number))
        if self._in_log and header.keys[0] != "log":
            self.strays.append((header.keys, at))

    def _resolved(self, keys: Path, is_array: bool) -> Path:
        path: Path = ()
        for key in keys[:-1]:
            path = (*path, key)
            if self._in_log and path == ("log",):
                path = self._section.path[:2]
            elif path in self._arrays:
                path = (*path, str(self._arrays[path]))
        path = (*path, keys[-1])
        if not is_array:
            return path
        self._arrays[path] = self._arrays.get(path, -1) + 1
        return (*path, str(self._arrays[path]))

    def _statement(self, at: int) -> int:
        text, end = self._text, self.values.line_end(at)
        if _parses(text[at:end]):
            keys, _ = read_keys(text, at)
            self._keep(keys, at, end)
            self._doubt = None
            if self._wreck == "list":
                self._wreck = ""
            return end
        values = self.values
        before = len(values.slips), len(values.mends)
        key = read_key(values, self._section.path, at, end, in_prose=self._wreck == "text")
        if key is None:
            return self._lost_line(at, end)
        keys, begin = key
        path = (*self._section.path, *keys)
        opening = text[begin : begin + 3]
        point = self._checkpoint(at, begin)
        values.commas_are_fine = self._after_list
        try:
            stop = self.values.value(begin, path)
        except Abandoned as abandoned:
            return self._abandon(at, begin, keys, abandoned)
        after = text[stop : self.values.line_end(stop)]
        if after.strip() and not after.lstrip().startswith("#"):
            if opening in ('"""', "'''"):
                self.values.slip(begin, slips.NOT_CLOSED)
                return self._abandon(at, begin, keys, Abandoned(end, in_text=True))
            words = after[: len(after) - len(after.lstrip())] + re.split(r"\s#", after.lstrip())[0].rstrip()
            self.values.slip(stop + len(after) - len(after.lstrip()), slips.trailing(words))
            self.values.mends.append(Mend(stop, stop + len(words), ""))
        end = self.values.line_end(stop)
        if before == (len(values.slips), len(values.mends)) and not self._verified(at, begin, end):
            return end
        self._keep(keys, at, end)
        self._doubt = None
        if opening in ('"""', "'''") and RESUME.search(text, self.values.line_end(begin), stop):
            self._doubt = point
        return end

    def _lost_line(self, at: int, end: int) -> int:
        """Leave out a line that is no statement; give where reading goes on."""
        line = self._text[at:end]
        if self._is_news(line):
            words = line.strip()
            is_key = BARE_KEY.match(words) and " " not in words and "=" not in words
            self.values.slip(at, slips.instead(words, slips.NO_EQUALS if is_key else slips.NO_STATEMENT))
            self.lost.append(self._section.path)
        self.values.mends.append(Mend(at, end, ""))
        return end if self._doubt is None else self._gone_back(self._doubt)

    def _is_news(self, line: str) -> bool:
        """Whether a line that is no statement is a slip of its own."""
        if self._doubt is not None or self._wreck or not self._section.readable:
            return False
        return not (self._after_list and _CLOSERS.fullmatch(line))

    def _keep(self, keys: Path, at: int, end: int) -> None:
        if not self._section.readable:
            self.values.mends.append(Mend(at, end, ""))
            return
        path = (*self._section.path, *keys)
        self.statements.append(Statement("value", path, len(keys), at, end, self._section.number))

    def _abandon(self, at: int, begin: int, keys: Path, abandoned: Abandoned) -> int:
        """Leave out a value whose end cannot be told; give where reading goes on."""
        found = RESUME.search(self._text, abandoned.again)
        again = found.start() if found else len(self._text)
        empty = _EMPTY.get(self._text[begin], UNKNOWN)
        self.values.rewrite(begin, again, f"{empty}\n", (*self._section.path, *keys))
        self._keep(keys, at, max(begin, again - 1))
        self._wreck = "text" if abandoned.in_text or self._wreck == "text" else "list"
        self._after_list = self._after_list or not abandoned.in_text
        return again

    def _verified(self, at: int, begin: int, end: int) -> bool:
        """Whether the parser takes a statement in which nothing wrong was found; else it is noted and left out."""
        words = self._text[at:end]
        try:
            tomli.loads(words)
        except tomli.TOMLDecodeError as error:
            self.values.slip(at + slips.error_offset(error, words), slips.said(error))
        except RecursionError:
            self.values.slip(begin, slips.TOO_DEEP)
        else:
            return True
        self.lost.append(self._section.path)
        self.values.mends.append(Mend(at, end, ""))
        return False

    def _checkpoint(self, at: int, begin: int) -> _Checkpoint:
        values = self.values
        return _Checkpoint(
            at,
            begin,
            len(values.slips),
            len(values.mends),
            len(values.broken),
            len(values.unknown),
            len(self.statements),
            self._section,
        )

    def _gone_back(self, point: _Checkpoint) -> int:
        """Take a text of several lines that ended too late for one that is not closed; give where to go on from."""
        values = self.values
        del values.slips[point.slips :], values.mends[point.mends :]
        del values.broken[point.broken :], values.unknown[point.unknown :]
        del self.statements[point.statements :]
        self._section, self._doubt = point.section, None
        keys, _ = read_keys(self._text, point.statement)
        values.slip(point.opening, slips.NOT_CLOSED)
        again = self.values.line_end(point.opening)
        return self._abandon(point.statement, point.opening, keys, Abandoned(again, in_text=True))


def _parses(words: str) -> bool:
    try:
        tomli.loads(words)
    except (ValueError, RecursionError):
        return False
    return True
