"""How far chance alone goes: what is usual, and how often fair dice do as much as was seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp, floor, isqrt, lgamma, log, prod

ENOUGH = 10
"""With fewer expected, or fewer expected to be something else, nothing is said about what is usual."""
ENOUGH_ROLLS = 30
"""Below this many rolls in a row nothing is said about how unusual a run is."""
_NEGLIGIBLE = 1e-17


def is_enough(expected: Fraction, of: int) -> bool:
    """Say whether there were enough throws to tell what is usual: 10 expected, and 10 expected to be something else."""
    return expected >= ENOUGH and of - expected >= ENOUGH


def usual_range(expected: Fraction, variance: Fraction) -> tuple[int, int]:
    """Give the whole numbers between which a count lies at least 19 times in 20.

    Two standard deviations on either side, rounded outwards. That is enough for any counts that `is_enough` lets
    through: a test goes through them with exact sums. `variance` is the sum of p(1 − p) of the single throws.
    """
    numerator, denominator = (4 * variance).as_integer_ratio()
    root = isqrt(numerator * denominator)
    reach = Fraction(root + (root * root < numerator * denominator), denominator)
    return max(0, floor(expected - reach)), ceil(expected + reach)


def stray_chance(counts: Sequence[int]) -> float | None:
    """Give the greatest chance with which fair dice let some face stray from its share at least as far as one did.

    `counts` holds how often each face was thrown. The binomial chance of the face that strayed farthest, on both sides,
    times the number of faces: never too small, and 1 where that says nothing. None below 10 expected of each face.
    """
    thrown, sides = sum(counts), len(counts)
    if sides < 2 or thrown < ENOUGH * sides:
        return None
    farthest = max(abs(count * sides - thrown) for count in counts)
    low, high = (thrown - farthest) // sides, -((-thrown - farthest) // sides)
    if low >= high:
        return 1.0
    return min(1.0, sides * (_down(thrown, sides, low) + _up(thrown, sides, high)))


def run_chance(chances: Sequence[float], length: int) -> float:
    """Give the chance of at least so many in a row among throws, each of which has a chance of its own."""
    if length < 1:
        return 1.0
    done = [0.0] * (len(chances) + 1)
    for n in range(length, len(chances) + 1):
        run = prod(chances[n - length : n])
        if n == length:
            done[n] = run
            continue
        # It is completed just now: a failure before it, and nothing completed before that.
        done[n] = done[n - 1] + (1 - done[n - length - 1]) * (1 - chances[n - length - 1]) * run
    return done[-1]


def _down(thrown: int, sides: int, count: int) -> float:
    """Give the chance of so many or fewer of one face; `count` is below the share."""
    if count < 0:
        return 0.0
    term = total = _just(thrown, sides, count)
    while count > 0 and term > total * _NEGLIGIBLE:
        term *= count * (sides - 1) / (thrown - count + 1)
        count -= 1
        total += term
    return total


def _up(thrown: int, sides: int, count: int) -> float:
    """Give the chance of so many or more of one face; `count` is above the share."""
    if count > thrown:
        return 0.0
    term = total = _just(thrown, sides, count)
    while count < thrown and term > total * _NEGLIGIBLE:
        term *= (thrown - count) / ((count + 1) * (sides - 1))
        count += 1
        total += term
    return total


def _just(thrown: int, sides: int, count: int) -> float:
    ways = lgamma(thrown + 1) - lgamma(count + 1) - lgamma(thrown - count + 1)
    return exp(ways + (thrown - count) * log(sides - 1) - thrown * log(sides))
