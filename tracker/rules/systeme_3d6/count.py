"""3D6 counted: how many dice, how many successes, three alike, and how often. Integers only, no reading of inputs.

A die is a success when it shows the quality or less, so each throw of a die succeeds `quality` times in six. Granted
rerolls go to failed dice as long as there are any, or as long as the difficulty is not reached; either way the number
of successes is what the first `n + rerolls` throws bring, cut off at `n`: a closed form instead of a tree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb

SIDES = 6
USUAL_DICE = 3
"""3D6, Le Système 3D6."""
ALIKE = 3
"""Dice that make a triple; READING: four alike are still one triple."""


def dice_thrown(advantages: int, disadvantages: int) -> int:
    """Give the number of dice: 3, one more with any advantage, one fewer with any disadvantage (Modificateurs).

    READING: several of a kind are as one, so that two against one cancel too.
    """
    return USUAL_DICE + (advantages > 0) - (disadvantages > 0)


def successes(quality: int, faces: Sequence[int]) -> int:
    """Give how many dice show the quality or less (TEXT: equal counts)."""
    return sum(face <= quality for face in faces)


def is_triple(faces: Sequence[int]) -> bool:
    """Say whether three dice show the same, whatever they show (Réussite et échec)."""
    return any(faces.count(face) >= ALIKE for face in set(faces))


def success_counts(dice: int, quality: int, rerolls: int) -> dict[int, int]:
    """Give how many of the 6^(dice + rerolls) throws come to each number of successes, the most first."""
    throws = dice + rerolls
    fewer = {k: comb(throws, k) * quality**k * (SIDES - quality) ** (throws - k) for k in range(dice - 1, -1, -1)}
    return {dice: SIDES**throws - sum(fewer.values()), **fewer}


def triple_count(dice: int) -> int:
    """Give how many of the 6^dice throws show three alike, rerolls apart."""
    return sum(SIDES * comb(dice, alike) * (SIDES - 1) ** (dice - alike) for alike in range(ALIKE, dice + 1))


def below(counts: Mapping[int, int], rolls: int, target: int) -> tuple[int, int]:
    """Give how many of the throws of several equal rolls add up to less than a target, and how many throws there are.

    The counts of a sum of `rolls` are the coefficients of a power of a polynomial. With a₀ = p₀ⁿ each follows from
    those before: k·p₀·aₖ = Σ (i·(n+1) − k)·pᵢ·aₖ₋ᵢ, so that a hundred rolls take a hundredth of a second.
    """
    p = [counts.get(i, 0) for i in range(max(counts) + 1)]
    total = sum(p) ** rolls
    if target > (len(p) - 1) * rolls:
        return total, total
    a = [p[0] ** rolls]
    for k in range(1, target):
        terms = ((i * (rolls + 1) - k) * p[i] * a[k - i] for i in range(1, min(k, len(p) - 1) + 1))
        a.append(sum(terms) // (k * p[0]))
    return sum(a[:target]), total


def majority(passing: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Give in how many of all throws more than half of the members pass, and how many throws there are.

    `passing` holds for each member in how many of how many throws they pass. READING: exactly half is no majority.
    """
    counts = [1]
    for passed, throws in passing:
        failed = throws - passed
        counts = [
            (counts[k] * failed if k < len(counts) else 0) + (counts[k - 1] * passed if k else 0)
            for k in range(len(counts) + 1)
        ]
    enough = sum(count for k, count in enumerate(counts) if 2 * k > len(passing))
    return enough, sum(counts)
