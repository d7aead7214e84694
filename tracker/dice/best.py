"""The best of a handful of d6, where two sixes are better than one: the reading of Charge and of its kin.

A handful of zero dice or fewer is two dice of which the lowest counts, and two sixes are then no better than one.
"""

from __future__ import annotations

from collections.abc import Sequence

TWO_SIXES = 7
"""Stands for two or more sixes: one better than a six."""
ZERO_DICE = 2
"""Dice thrown for a handful of zero or fewer (Charge, Lancer les dés)."""


def dice_thrown(pool: int) -> int:
    """Give how many dice are thrown for a handful, which may be zero or negative."""
    return pool if pool > 0 else ZERO_DICE


def value(pool: int, faces: Sequence[int]) -> int:
    """Give what the faces of a handful are worth: 1 to 6, or `TWO_SIXES`."""
    if pool <= 0:
        return min(faces)
    return TWO_SIXES if faces.count(6) > 1 else max(faces)


def kept(pool: int, faces: Sequence[int]) -> tuple[int, ...]:
    """Give the positions, from 0, of the dice that made the value: one die, or every six of two or more."""
    worth = value(pool, faces)
    if worth == TWO_SIXES:
        return tuple(n for n, face in enumerate(faces) if face == 6)
    return (list(faces).index(worth),)


def value_counts(pool: int) -> dict[int, int]:
    """Give how many of the 6^n throws of a handful are worth each value, the best first.

    Highest of n: k^n - (k-1)^n throws show k at best. Of those with a six, the ones with two or more are the rest of
    6^n after none and exactly one. Lowest of two: (7-k)² - (6-k)².
    """
    if pool <= 0:
        return {k: (7 - k) ** 2 - (6 - k) ** 2 for k in range(6, 0, -1)}
    two_sixes = 6**pool - 5**pool - pool * 5 ** (pool - 1)
    highest = {k: k**pool - (k - 1) ** pool for k in range(6, 0, -1)}
    return {TWO_SIXES: two_sixes, **highest, 6: highest[6] - two_sixes}
