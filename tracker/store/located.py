"""Problems with their place in a file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tracker.core.frozen import dataclass
from tracker.core.problem import Problem, Severity
from tracker.core.text import Text

if TYPE_CHECKING:
    from tracker.store.toml_scan import Layout


class Lines:
    """Where the lines of a text begin, to give line and column of many offsets quickly."""

    def __init__(self, text: str) -> None:
        """Find the line ends; a byte order mark at the start is not counted."""
        self._starts = [1 if text.startswith("\ufeff") else 0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)

    def position(self, offset: int) -> tuple[int, int]:
        """Give line and column of an offset, both from 1, in characters."""
        line = max(0, bisect_right(self._starts, offset) - 1)
        return line + 1, max(0, offset - self._starts[line]) + 1


@dataclass(frozen=True, slots=True)
class Located:
    """One problem of a file: line and column from 1, in characters."""

    line: int
    column: int
    severity: Severity
    message: Text


class CampaignUnreadable(Exception):
    """A file that is not a campaign one can play; all its problems are in `problems`, in the order of the file."""

    def __init__(self, problems: Iterable[Located]) -> None:
        """Keep the problems."""
        self.problems = tuple(problems)
        super().__init__(len(self.problems))

    @property
    def first(self) -> Located:
        """The first error: what to say where there is room for one sentence."""
        return next((each for each in self.problems if each.severity is Severity.ERROR), self.problems[0])


def located(
    problems: Iterable[Problem], layout: Layout, lines: Lines, original: Callable[[int], int] | None = None
) -> tuple[Located, ...]:
    """Give problems their places in the text, in the order of the file.

    Where the layout is that of a mended text, `original` gives the offset in the file.
    """
    found: list[Located] = []
    for problem in problems:
        place = layout.values.get(problem.path)
        if place is None:
            offset = layout.place_of(problem.path).start
        else:
            offset = (place.key if problem.at_key else place.value).start
        if original is not None:
            offset = original(offset)
        found.append(Located(*lines.position(offset), problem.severity, problem.message))
    return tuple(sorted(found, key=lambda each: (each.line, each.column)))
