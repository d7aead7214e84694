"""The best die of a handful and its equals: +1 for each die equal to the best (POT, Tester un talent)."""

from __future__ import annotations

from functools import lru_cache
from math import comb

SIDES = 6


def best_of(faces: tuple[int, ...]) -> tuple[int, int]:
    """Give the best face and how many further dice show it. The value of the throw is their sum.

    TEXT for ties of 5s; so read for ties of any face, ones too.
    """
    best = max(faces)
    return best, faces.count(best) - 1


def all_ones(faces: tuple[int, ...]) -> bool:
    """Say whether every die shows a 1, which the house rule `all_ones_fail` makes a failure."""
    return max(faces) == 1


@lru_cache(maxsize=64)
def value_counts(dice: int) -> dict[int, int]:
    """Give how many of the 6^n throws are worth each value, from 1 to n + 5.

    Throws with k at best on exactly j dice: C(n, j)·(k-1)^(n-j); their value is k + j - 1.
    """
    counts: dict[int, int] = {}
    for best in range(1, SIDES + 1):
        for equal in range(1, dice + 1):
            found = comb(dice, equal) * (best - 1) ** (dice - equal)
            if found:
                counts[best + equal - 1] = counts.get(best + equal - 1, 0) + found
    return counts


@lru_cache(maxsize=1024)
def failing(dice: int, needed: int, ones_fail: bool) -> int:
    """Give how many of the 6^n throws are worth less than `needed`, with all ones among them if they fail anyway."""
    below = sum(count for value, count in value_counts(dice).items() if value < needed)
    # Dice that all show 1 are worth as much as there are dice.
    return below + (ones_fail and dice >= needed)
