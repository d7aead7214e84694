"""What in the log, which only a hand can have written so, is left out where the log is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tracker.core.clean import clean
from tracker.core.codec import MAX_WHOLE, description, in_64_bits
from tracker.core.problem import Problem, Severity
from tracker.core.text import Text, text
from tracker.core.tree import Path, Value
from tracker.store.located import Lines, Located, located
from tracker.store.log_tail import may_hold_great_number
from tracker.store.toml_scan import ScanError, scan


def log_problems(log: Value | None, words: str, lines: Lines) -> tuple[Located, ...]:
    """List the warnings of a log, read from a text without a slip, with their places in it.

    They are warnings: what the log tells of the past is never an error.
    """
    entries = log if isinstance(log, (list, tuple)) else ()
    found = [each for n, entry in enumerate(entries) for each in _odd_faces(entry, ("log", str(n)))]
    if entries and may_hold_great_number(words.encode("utf-8", "surrogatepass")):
        told = {each.path for each in found}
        found += (each for each in _great_numbers(entries, ("log",)) if each.path not in told)
    if not found:
        return ()
    try:
        return located(found, scan(words, with_log=True), lines)
    except ScanError:  # what stands behind the log has been named already
        return ()


def _odd_faces(entry: Value, path: Path) -> Iterator[Problem]:
    """Give what is no whole number among the faces of an entry."""
    faces = entry.get("faces") if isinstance(entry, Mapping) else None
    if faces is not None:
        yield from _not_whole(faces, (*path, "faces"))


def _not_whole(faces: Value, path: Path) -> Iterator[Problem]:
    match faces:
        case Mapping():
            for name, each in faces.items():
                yield from _not_whole(each, (*path, name))
        case list() | tuple():
            for n, face in enumerate(faces):
                if type(face) is not int:
                    yield _left_out((*path, str(n)), "faces", face, text("a whole number"))
        case _ if type(faces) is not int:
            yield _left_out(path, "faces", faces, text("a list of whole numbers"))


def _great_numbers(value: Value, path: Path, key: str = "log") -> Iterator[Problem]:
    """Give the whole numbers that take more than 64 bits; an element of a list goes by the name of the list."""
    match value:
        case Mapping():
            for name, below in value.items():
                yield from _great_numbers(below, (*path, name), name)
        case list() | tuple():
            for n, each in enumerate(value):
                yield from _great_numbers(each, (*path, str(n)), key)
        case _ if not in_64_bits(value):
            expected = text("a whole number from {low} to {high}", low=-MAX_WHOLE - 1, high=MAX_WHOLE)
            yield _left_out(path, key, value, expected)


def _left_out(path: Path, key: str, found: Value, expected: Text) -> Problem:
    message = text(
        "{key} is {found}, {expected} is expected; the log is shown without it",
        key=clean(key),
        found=description(found),
        expected=expected,
    )
    return Problem(path, Severity.WARNING, message)
