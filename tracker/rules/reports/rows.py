"""The rows of a report: sentences, headings, and bars that show what was beside what was to be expected."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias, Union

from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.rules.deed import Tone


@dataclass(frozen=True, slots=True)
class Heading:
    """Begins a part; level 1 is the report, 2 a character or the table, 3 a chart."""

    words: Text
    level: int


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence."""

    words: Text


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: how often something was, and how often it was to be expected."""

    label: Text
    observed: int
    expected: Fraction
    scale: Fraction
    """What the whole width stands for; the same in all bars of a chart."""
    usual: tuple[int, int] | None = None
    """Between which numbers it lies 19 times in 20; None: not said."""
    tone: Tone = Tone.PLAIN


Row: TypeAlias = Union[Heading, Line, Bar]
