"""Sixième Monde: exact odds in whole numbers: one d20, up to four d6 added, up to four taken off after a failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

Counts = Mapping[int, int]
"""Result before the d6 → how many of the equally likely throws show it."""


@lru_cache(maxsize=32)
def d6_sums(dice: int) -> tuple[int, ...]:
    """Give how many of the 6^n throws of n d6 show each sum, by the sum from 0 up (running sums of width 6)."""
    counts = [1]
    for _ in range(dice):
        running, longer = 0, [0] * (len(counts) + 6)
        for total in range(1, len(longer)):
            running += counts[total - 1] if total <= len(counts) else 0
            running -= counts[total - 7] if total >= 7 else 0
            longer[total] = running
        counts = longer
    return tuple(counts)


@lru_cache(maxsize=512)
def at_least(dice: int, least: int) -> int:
    """Give how many of the 6^n throws of n d6 show a sum of `least` or more."""
    return sum(d6_sums(dice)[max(0, least) :])


def before_counts(by_face: Sequence[int], malus_dice: int) -> dict[int, int]:
    """Give the counts of the results before the d6: what each face of the d20 comes to, and the penalty dice added."""
    counts: dict[int, int] = {}
    sums = d6_sums(malus_dice)
    for start in by_face:
        for malus, count in enumerate(sums):
            if count:
                counts[start + malus] = counts.get(start + malus, 0) + count
    return counts


def successes(counts: Counts, cap: int, dice_for: Callable[[int], int], zero: bool) -> tuple[int, int]:
    """Give how many of how many equally likely throws end in a success.

    `dice_for` gives the d6, 0 to `cap`, thrown against a failure that stands at some result; `zero` counts a result of
    exactly 0 as a success.
    """
    limit, whole, won = int(zero), 6**cap, 0
    for before, count in counts.items():
        if before < limit:
            won += count * whole
            continue
        dice = dice_for(before)
        won += count * at_least(dice, before + 1 - limit) * 6 ** (cap - dice)
    return won, sum(counts.values()) * whole
