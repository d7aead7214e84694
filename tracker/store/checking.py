"""Every problem of a campaign file at once: of the file itself, of its syntax and of its shape, in the file's order."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Sequence

import tomli

from tracker.core.clean import clean
from tracker.core.problem import Problem, Severity
from tracker.core.text import Text, text
from tracker.core.tree import Path, Tree, path_text
from tracker.rules.check import checked_campaign, problems_of
from tracker.store.decoding import decoded
from tracker.store.located import Lines, Located, located
from tracker.store.log_checking import log_problems
from tracker.store.log_tail import Source
from tracker.store.mending import Mended, mend
from tracker.store.os_errors import os_error_said
from tracker.store.slips import Slip
from tracker.store.toml_scan import scan

SLIPS = 20
"""Places where a text is no TOML that are listed in one pass."""

_MAY_BE_STRAY = re.compile(r"^[ \t]*\[(?!\[[ \t]*log[ \t]*\]\])", re.MULTILINE)


def file_problems(source: Source) -> tuple[Located, ...]:
    """List the problems of a file, errors and warnings, in its order; a file that cannot be read has one, at 1:1."""
    try:
        data, names = _read(source)
    except FileNotFoundError as error:
        return (_at_start(_missing(source, error)),)
    except OSError as error:
        return (_at_start(os_error_said(error)),)
    found = content_problems(data)
    if names < 2:
        return found
    message = text("the file has other names (hard links); from the next save on they keep the old text")
    return (Located(1, 1, Severity.WARNING, message), *found)


def every_problem(source: Source, known: Located) -> tuple[Located, ...]:
    """List the problems of a file that is known to have one; that one alone if it has been mended meanwhile."""
    found = file_problems(source)
    return found if any(each.severity is Severity.ERROR for each in found) else (known,)


def content_problems(data: bytes) -> tuple[Located, ...]:
    """List the problems of the content of a file, in its order."""
    read = decoded(data)
    if not read.is_text:
        return tuple(_at_start(slip.message) for slip in read.slips)
    if not read.words.strip("\ufeff \t\r\n"):
        return (_at_start(text("the file is empty; a campaign begins with format, title and system")),)
    return text_problems(read.words, read.slips)


def text_problems(words: str, noted: Sequence[Slip] = ()) -> tuple[Located, ...]:
    """List the problems of a text, with those of its encoding that are noted already."""
    lines = Lines(words if "\n" in words else words.replace("\r", "\n"))
    try:
        tree: Tree = tomli.loads(words.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return _mended_problems(words, noted, lines)
    layout = scan(words)
    log = tree.get("log")
    found: list[Located] = []
    if layout.log_start is not None:
        if _MAY_BE_STRAY.search(words, layout.log_start):
            found = [_stray(path, at, lines) for path, at in mend(words).strays]
        head = words[: layout.log_start].removeprefix("\ufeff")
        tree = tomli.loads(head) if found else {key: value for key, value in tree.items() if key != "log"}
    _, problems = checked_campaign(tree)
    found += log_problems(log, words, lines)
    return _in_order([*_slips(noted, lines), *located(problems, layout, lines), *found])


def _mended_problems(words: str, noted: Sequence[Slip], lines: Lines) -> tuple[Located, ...]:
    """List the slips of a text, and the problems of shape of what can be read of it."""
    mended = mend(words)
    found = _slips(sorted([*noted, *mended.slips], key=lambda slip: slip.offset), lines)
    found += [_stray(path, at, lines) for path, at in mended.strays]
    if mended.head is not None:
        problems = _of_what_is_read(tomli.loads(mended.head), mended)
        found += located(problems, scan(mended.head), lines, mended.original)
    return _in_order(found)


def _of_what_is_read(tree: Tree, mended: Mended) -> list[Problem]:
    """List the problems of shape that do not follow from what could not be read."""
    campaign, problems = checked_campaign(tree)
    between = tuple(problems_of(campaign)) if campaign is not None else ()
    own = problems[: len(problems) - len(between)]
    broken, lost = set(mended.broken), set(mended.lost)
    found = [each for each in own if each.path not in lost and not _is_below(each.path, broken)]
    if mended.lost_sections or any(path[0] == "rules" for path in mended.unknown):
        return found
    touched = {path[:2] for path in (*mended.unknown, *lost)}
    return found + [each for each in between if each.path[:2] not in touched and not _is_below(each.path, broken)]


def _is_below(path: Path, broken: set[Path]) -> bool:
    return any(path[:length] in broken for length in range(1, len(path) + 1))


def _slips(slips: Iterable[Slip], lines: Lines) -> list[Located]:
    """Give the first slips their places; behind them, that there are more."""
    found: list[Located] = []
    for count, slip in enumerate(slips):
        more = count == SLIPS
        message = (
            text("and more that cannot be read, listed once what stands above is mended") if more else slip.message
        )
        found.append(Located(*lines.position(slip.offset), Severity.ERROR, message))
        if more:
            break
    return found


def _stray(path: Path, offset: int, lines: Lines) -> Located:
    message = text("[{table}] stands behind the log; move it above the first [[log]]", table=path_text(path))
    return Located(*lines.position(offset), Severity.ERROR, message)


def _in_order(found: Iterable[Located]) -> tuple[Located, ...]:
    return tuple(sorted(found, key=lambda each: (each.line, each.column)))


def _at_start(message: Text) -> Located:
    return Located(1, 1, Severity.ERROR, message)


def _read(source: Source) -> tuple[bytes, int]:
    """Give the content of an ordinary file, and how many names it has. Never waits for a pipe."""
    if isinstance(source, int):
        return os.pread(source, os.fstat(source).st_size, 0), os.fstat(source).st_nlink
    descriptor = os.open(source, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL, "no file")
        return file.read(), status.st_nlink


def _missing(source: Source, error: OSError) -> Text:
    if isinstance(source, int) or not os.path.islink(source):
        return os_error_said(error)
    return text("this is a link to {path}, and nothing is there", path=clean(os.readlink(source)))
