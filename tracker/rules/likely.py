"""How chances are said: in per cent, but for what cannot fail and what cannot be."""

from __future__ import annotations

from fractions import Fraction

from tracker.core.text import Text, text

IMPOSSIBLE = text("impossible")
CERTAIN = text("certain")


def likely(share: Fraction) -> Text:
    """Say a chance: 0 is impossible, 1 is certain, whatever lies between is no less than a trace."""
    if share <= 0:
        return IMPOSSIBLE
    return CERTAIN if share >= 1 else text("{share}", share=share)


def changes(what: Text, before: Fraction, after: Fraction) -> Text:
    """Say what a chance would become: `assistance: 50 % → 75 %` without the first word."""
    return text("{what} {before} → {after}", what=what, before=likely(before), after=likely(after))


def speaks_of_chance(said: Text | None) -> bool:
    """Say whether a sentence gives a chance already."""
    if said is None:
        return False
    if said in (IMPOSSIBLE, CERTAIN):
        return True
    return any(
        isinstance(value, Fraction) or (isinstance(value, Text) and speaks_of_chance(value))
        for value in said.values.values()
    )
