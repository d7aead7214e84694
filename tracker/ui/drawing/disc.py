"""The geometry of a clock: which segment a point of the disc belongs to, and how far the next dividing line is.

Lengths are in cell widths from the middle of the picture, y downwards; a cell is taken to be one wide and two high.
"""

from __future__ import annotations

from math import atan2, hypot, pi, sin
from typing import Final, TypeAlias

from tracker.core.frozen import dataclass

Place: TypeAlias = tuple[int, int, float]
"""Where a point of the disc lies.

The segment, from 0, clockwise from twelve o'clock; the nearest dividing line, line n being where segment n begins; and
the distance to that line.
"""
SLACK: Final = 1e-9
"""What rounding may take from a length."""
_MOST_DIVIDED: Final = ((10, 12, 11), (8, 12, 9), (7, 12, 7), (6, 10, 7), (5, 8, 5), (4, 8, 5), (3, 6, 3), (2, 4, 1))
"""From which radius on how many segments can be parted: even numbers, and odd ones, whose lines fit the cells less."""


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
        return placed(x, y, self.radius, self.size)


def placed(x: float, y: float, radius: float, size: int) -> Place | None:
    """Give where a point of a disc of some radius and number of segments lies, None outside."""
    reach = hypot(x, y)
    if reach > radius + SLACK:
        return None
    turned = atan2(abs(x), -y) / (2 * pi) * size
    segment = min(int(turned), size - 1)
    line = round(turned)
    distance = reach * sin(min(abs(turned - line) / size, 0.25) * 2 * pi)
    return (size - 1 - segment, -line % size, distance) if x < 0 else (segment, line % size, distance)
