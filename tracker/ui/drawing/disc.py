"""The geometry of a clock: which segment a point of the disc belongs to, and how far the next dividing line is.

Lengths are in cell widths from the middle of the picture, y downwards; a cell is taken to be one wide and two high.
"""

from __future__ import annotations

from math import atan2, hypot, pi, sin
from typing import Final, NamedTuple

from tracker.core.frozen import dataclass

SLACK: Final = 1e-9
"""What rounding may take from a length."""
_MOST_DIVIDED: Final = ((10, 12, 11), (8, 12, 9), (7, 12, 7), (6, 10, 7), (5, 8, 5), (4, 8, 5), (3, 6, 3), (2, 4, 1))
"""From which radius on how many segments can be parted: even numbers, and odd ones, whose lines fit the cells less."""


class Place(NamedTuple):
    """Where a point of the disc lies."""

    segment: int
    """From 0, clockwise from twelve o'clock."""
    line: int
    """The nearest dividing line; line n is where segment n begins."""
    distance: float
    """To that line."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc of `size` segments, as large as fits into `width` x `height` cells."""

    size: int
    width: int
    height: int

    @property
    def radius(self) -> float:
        """Half the diameter."""
        return min(self.width, 2 * self.height) / 2

    @property
    def is_divided(self) -> bool:
        """Whether there is room to part the segments from each other."""
        for least_radius, even, odd in _MOST_DIVIDED:
            if self.radius >= least_radius:
                return 1 < self.size <= (odd if self.size % 2 else even)
        return False

    def place(self, x: float, y: float) -> Place | None:
        """Give where a point lies, None outside the disc. Left and right are exact mirrors."""
        reach = hypot(x, y)
        if reach > self.radius + SLACK:
            return None
        turned = atan2(abs(x), -y) / (2 * pi) * self.size
        segment = min(int(turned), self.size - 1)
        line = round(turned)
        distance = reach * sin(min(abs(turned - line) / self.size, 0.25) * 2 * pi)
        if x < 0:
            return Place(self.size - 1 - segment, -line % self.size, distance)
        return Place(segment, line % self.size, distance)
