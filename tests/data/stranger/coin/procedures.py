"""The numbers: what scripts give and read."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tracker.core.fields import whole
from tracker.core.house import Rules
from tracker.core.text import text
from tracker.dice.pool import Faces, Pool
from tracker.rules.procedure import Odds, Procedure

RULES = Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class TossInputs:
    """What a toss takes."""

    luck: int = whole(text("luck"), low=1, high=6, required=True, code="bad_luck")


class Toss(Procedure[TossInputs]):
    """Won with at least one even die."""

    id = "toss"
    inputs = TossInputs

    def pools(self, inputs: TossInputs, rules: Any) -> tuple[Pool, ...]:
        """Give one die for each point of luck."""
        return (Pool(inputs.luck),)

    def read(self, inputs: TossInputs, rules: Any, faces: Faces) -> dict[str, Any]:
        """Look for an even face."""
        return {"result": "won" if any(face % 2 == 0 for face in faces["dice"]) else "lost"}

    def odds(self, inputs: TossInputs, rules: Any) -> Odds:
        """Give the exact chance of each result."""
        lost = Fraction(1, 2**inputs.luck)
        return {"won": 1 - lost, "lost": lost}


TOSS = Toss()
PROCEDURES = {TOSS.id: TOSS}
