"""Throwing dice: the only randomness of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Throw: TypeAlias = Callable[[int, int], tuple[int, ...]]


def thrower(seed: int | None = None) -> Throw:
    """Give what throws a number of dice of a number of sides, each face drawn directly.

    Without a seed the system's generator is used; with one the throws can be repeated.
    """
    from random import Random, SystemRandom  # here: scripts bring their dice, and it loads hashlib

    draw = SystemRandom() if seed is None else Random(seed)

    def throw(count: int, sides: int) -> tuple[int, ...]:
        return tuple(draw.randrange(sides) + 1 for _ in range(count))

    return throw


def throw(count: int, sides: int) -> tuple[int, ...]:
    """Throw dice with the system's generator."""
    return thrower()(count, sides)
