"""Counting segments: the arithmetic that clocks and stress share at the table and in scripts."""

from __future__ import annotations


def ticked(size: int, filled: int, by: int) -> int:
    """Give the segments filled after some more (or, below zero, fewer); what overflows is dropped."""
    return max(0, min(size, filled + by))


def stressed_to(size: int, clears: bool, stress: int, by: int) -> tuple[int, bool]:
    """Give the stress stored after some more (or fewer), and whether the last segment takes the character out.

    `clears`: the clock is then emptied (Charge, Santé et Condition); else it stays full.
    """
    after = max(0, stress + by)
    if after < size:
        return after, False
    return (0 if clears else size), True
