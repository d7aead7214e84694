"""Keys and tables that stand in a text a second time, each with the line of the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text
from tracker.core.tree import Path, path_text
from tracker.store.located import Lines

Kind = Literal["header", "array", "value"]


class Statement(NamedTuple):
    """One header, or one key with its value."""

    kind: Kind
    path: Path
    """An element of an array of tables ends with its index."""
    parts: int
    """How many keys it writes."""
    start: int
    end: int
    """Where its last line ends, before the newline."""
    section: int
    """The number of the section it stands in, or begins."""


@dataclass(frozen=True, slots=True)
class Double:
    """One that stands there twice."""

    offset: int
    message: Text
    spans: tuple[tuple[int, int], ...]
    """What is left out for it: the statement, or the header with its statements."""


class _Known(NamedTuple):
    how: Literal["header", "array", "value", "above", "dotted"]
    """`above`: a header below it speaks of it; `dotted`: a dotted key does."""
    offset: int
    section: int


def doubles(statements: Sequence[Statement], lines: Lines) -> Iterator[Double]:
    """List what stands there a second time, in the order of the text."""
    known: dict[Path, _Known] = {}
    dropped = -1
    for place, statement in enumerate(statements):
        if statement.section == dropped:
            continue
        first = _first(known, statement)
        if first is None:
            continue
        dropped = -1 if statement.kind == "value" else statement.section
        spans: tuple[tuple[int, int], ...] = ((statement.start, statement.end),)
        if statement.kind != "value":
            spans += tuple(under(statements, place))
        yield Double(statement.start, _said(statement, lines.position(first.offset)[0]), spans)


def under(statements: Sequence[Statement], place: int) -> Iterable[tuple[int, int]]:
    """Give where the statements under a header stand."""
    for below in statements[place + 1 :]:
        if below.section != statements[place].section:
            return
        yield below.start, below.end


def _first(known: dict[Path, _Known], statement: Statement) -> _Known | None:
    """Give what stands in the way of a statement; where nothing does, it is known from now on."""
    path, offset, section = statement.path, statement.start, statement.section
    if statement.kind == "array":
        array = path[:-1]
        found = _above(known, array, 1, offset, section, "above") or known.get(array)
        if found is not None and found.how != "array":
            return found
        known.setdefault(array, _Known("array", offset, section))
        known[path] = _Known("header", offset, section)
        return None
    if statement.kind == "header":
        found = _above(known, path, 1, offset, section, "above") or known.get(path)
        if found is not None and found.how != "above":
            return found
        known[path] = _Known("header", offset, section)
        return None
    found = _above(known, path, len(path) - statement.parts + 1, offset, section, "dotted") or known.get(path)
    if found is not None:
        return found
    known[path] = _Known("value", offset, section)
    return None


def _above(
    known: dict[Path, _Known], path: Path, shortest: int, offset: int, section: int, how: Literal["above", "dotted"]
) -> _Known | None:
    for length in range(shortest, len(path)):
        found = known.get(path[:length])
        if found is None:
            known[path[:length]] = _Known(how, offset, section)
        elif found.how == "value" or (how == "dotted" and _is_closed(found, section)):
            return found
    return None


def _is_closed(known: _Known, section: int) -> bool:
    """Whether dotted keys of a section may not add to a table."""
    return known.how in ("header", "array") or (known.how == "dotted" and known.section != section)


def _said(statement: Statement, line: int) -> Text:
    name = path_text(statement.path[-statement.parts :] if statement.kind == "value" else statement.path)
    match statement.kind:
        case "value":
            return text("the key {name} stands here a second time; the first is in line {line}", name=name, line=line)
        case "header":
            return text(
                "the table [{name}] stands here a second time; the first is in line {line}", name=name, line=line
            )
        case "array":
            name = path_text(statement.path[:-1])
            return text("[[{name}]] cannot stand here; {name} is something else in line {line}", name=name, line=line)
