"""Exact distributions: how many of the equally likely throws show each value, in integers; fractions at the edge.

A distribution is a plain mapping from value to count, so the closed form of one rule can feed the next.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from fractions import Fraction

K = TypeVar("K", bound=Hashable)
L = TypeVar("L", bound=Hashable)
M = TypeVar("M", bound=Hashable)


def die(sides: int) -> dict[int, int]:
    """Give the distribution of one die."""
    return dict.fromkeys(range(1, sides + 1), 1)


def grouped(counts: Mapping[K, int], group: Callable[[K], L]) -> dict[L, int]:
    """Give the distribution of what each value is read as."""
    read: dict[L, int] = {}
    for value, count in counts.items():
        key = group(value)
        read[key] = read.get(key, 0) + count
    return read


def together(first: Mapping[K, int], second: Mapping[L, int], join: Callable[[K, L], M]) -> dict[M, int]:
    """Give the distribution of two independent throws, read as one value."""
    joined: dict[M, int] = {}
    for a, a_count in first.items():
        for b, b_count in second.items():
            key = join(a, b)
            joined[key] = joined.get(key, 0) + a_count * b_count
    return joined


def chances(counts: Mapping[K, int]) -> dict[K, Fraction]:
    """Give the exact chance of every possible value, in the same order; impossible ones are left out."""
    from fractions import Fraction  # here: a resolved line never needs it, and it loads decimal

    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items() if count}
