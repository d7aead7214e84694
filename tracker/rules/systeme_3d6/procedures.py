"""3D6 in numbers: every roll of the rules, as scripts and dialogs use them.

Sources: the French text “Le Système 3D6”, by its headings; GROG's page on Donjons & Chatons where it says SOURCE. What
the text leaves open is a house rule or marked READING.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from tracker.core.fields import Kind, Spec, record, wholes
from tracker.core.frozen import dataclass
from tracker.core.text import text
from tracker.dice.distribution import chances, grouped, together
from tracker.dice.pool import Faces, Pool
from tracker.rules.procedure import Json, Odds, Procedure
from tracker.rules.systeme_3d6.count import dice_thrown
from tracker.rules.systeme_3d6.group_action import GROUP
from tracker.rules.systeme_3d6.house import KittenRules
from tracker.rules.systeme_3d6.inputs import (
    Hand,
    OpenInputs,
    Reroll,
    advantages_input,
    allowed_input,
    check_dice,
    check_granted,
    check_rerolls,
    check_unrolled,
    counts_of,
    dice_of,
    difficulty_input,
    disadvantages_input,
    outcome_of,
    pool_of,
    quality_input,
    rerolls_input,
    rolled,
)
from tracker.rules.systeme_3d6.long_task import LONG

Winner = Literal["a", "b", "tie"]
H = TypeVar("H", bound=Hand)

RULES = KittenRules


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolInputs:
    """What changes the number of dice (3D6, Modificateurs)."""

    advantages: int = advantages_input()
    disadvantages: int = disadvantages_input()


class PoolSize(Procedure[PoolInputs]):
    """The number of dice: 2, 3 or 4 (3D6, Modificateurs)."""

    id = "pool"
    inputs = PoolInputs
    dice: ClassVar[None] = None

    def read(self, inputs: PoolInputs, rules: KittenRules, faces: Faces) -> dict[str, Any]:
        """Give it."""
        return {"n_dice": dice_thrown(inputs.advantages, inputs.disadvantages)}


class OneHand(Procedure[H]):
    """A roll of one kitten, with its rerolls; what its dice come to is up to each."""

    def check_input(self, name: str, inputs: H, rules: KittenRules) -> None:
        """Refuse the reroll of a die there is not."""
        if name == "rerolls":
            check_dice(inputs, "")

    def check(self, inputs: H, rules: KittenRules) -> None:
        """Refuse more rerolls than are granted."""
        check_granted(inputs, "")

    def pools(self, inputs: H, rules: KittenRules) -> tuple[Pool, ...]:
        """Give the dice."""
        return (pool_of(inputs),)

    def faces_of(self, inputs: H, rules: KittenRules, dice: Json) -> Faces:
        """Read the faces; then refuse rerolls of dice that succeed."""
        faces = super().faces_of(inputs, rules, dice)
        check_rerolls([inputs], [faces["dice"]], [""])
        return faces


@dataclass(frozen=True, slots=True, kw_only=True)
class DifficultyInputs:
    """What a test takes (3D6, Difficulté): refused in this order, the difficulty before the modifiers."""

    quality: int = quality_input()
    difficulty: int = difficulty_input()
    advantages: int = advantages_input()
    disadvantages: int = disadvantages_input()
    rerolls_allowed: int = allowed_input()
    rerolls: tuple[Reroll, ...] = rerolls_input()


class SimpleTest(OneHand[DifficultyInputs]):
    """A test against a difficulty (3D6, Réussite et échec). READING: Legendary with three dice is allowed, in vain."""

    id = "test"
    inputs = DifficultyInputs

    def read(self, inputs: DifficultyInputs, rules: KittenRules, faces: Faces) -> dict[str, Any]:
        """Read the dice against the difficulty; a triple changes nothing of the outcome."""
        dice = rolled(inputs, faces["dice"], rules)
        return {
            "n_dice": dice_of(inputs),
            "final": list(dice.final),
            "successes": dice.successes,
            "outcome": outcome_of(dice.successes, inputs.difficulty),
            "triple": dice.triple,
        }

    def odds(self, inputs: DifficultyInputs, rules: KittenRules) -> Odds:
        """Give the exact chance of each outcome, every granted reroll used while the difficulty is not reached."""
        check_unrolled(inputs, "")
        return chances(grouped(counts_of(inputs), lambda successes: outcome_of(successes, inputs.difficulty)))


class OpenAction(OneHand[OpenInputs]):
    """A roll without difficulty: the storyteller judges the number of successes (3D6, Actions ouvertes)."""

    id = "open"
    inputs = OpenInputs

    def read(self, inputs: OpenInputs, rules: KittenRules, faces: Faces) -> dict[str, Any]:
        """Count the successes. READING: none is no total failure here."""
        dice = rolled(inputs, faces["dice"], rules)
        return {
            "n_dice": dice_of(inputs),
            "final": list(dice.final),
            "successes": dice.successes,
            "triple": dice.triple,
        }

    def odds(self, inputs: OpenInputs, rules: KittenRules) -> Odds:
        """Give the exact chance of each number of successes, every granted reroll used on failed dice."""
        check_unrolled(inputs, "")
        return {str(successes): share for successes, share in chances(counts_of(inputs)).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpposedInputs:
    """The two sides (3D6, Actions en opposition)."""

    a: OpenInputs = record(text("one side"), OpenInputs, required=True)
    b: OpenInputs = record(text("the other side"), OpenInputs, required=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoHands:
    """The faces of both sides."""

    a: tuple[int, ...] = wholes(text("dice of one side"))
    b: tuple[int, ...] = wholes(text("dice of the other side"))


class OpposedAction(Procedure[OpposedInputs]):
    """Two against each other, both roll, more successes wins (3D6, Actions en opposition).

    READING: nothing against nothing is a tie like any other.
    """

    id = "opposed"
    inputs = OpposedInputs
    dice = Spec(Kind.RECORD, text("dice"), record=TwoHands)

    def check_input(self, name: str, inputs: OpposedInputs, rules: KittenRules) -> None:
        """Refuse the reroll of a die there is not."""
        check_dice(getattr(inputs, name), f"{name}.")

    def check(self, inputs: OpposedInputs, rules: KittenRules) -> None:
        """Refuse more rerolls than are granted."""
        check_granted(inputs.a, "a.")
        check_granted(inputs.b, "b.")

    def pools(self, inputs: OpposedInputs, rules: KittenRules) -> tuple[Pool, ...]:
        """Give the dice of either side."""
        return (pool_of(inputs.a, "a"), pool_of(inputs.b, "b"))

    def faces_of(self, inputs: OpposedInputs, rules: KittenRules, dice: Json) -> Faces:
        """Read the faces; then refuse rerolls of dice that succeed."""
        faces = super().faces_of(inputs, rules, dice)
        check_rerolls([inputs.a, inputs.b], [faces["a"], faces["b"]], ["a.", "b."])
        return faces

    def read(self, inputs: OpposedInputs, rules: KittenRules, faces: Faces) -> dict[str, Any]:
        """Count the successes of both."""
        a, b = rolled(inputs.a, faces["a"], rules), rolled(inputs.b, faces["b"], rules)
        return {
            "a": a.successes,
            "b": b.successes,
            "winner": winner(a.successes, b.successes),
            "triples": {"a": a.triple, "b": b.triple},
        }

    def odds(self, inputs: OpposedInputs, rules: KittenRules) -> Odds:
        """Give the exact chance of each side and of a tie, every granted reroll used on failed dice."""
        check_unrolled(inputs.a, "a.")
        check_unrolled(inputs.b, "b.")
        shares = chances(together(counts_of(inputs.a), counts_of(inputs.b), winner))
        return {who: shares[who] for who in ("a", "b", "tie") if who in shares}


def winner(a: int, b: int) -> Winner:
    """Say who has more successes."""
    return "a" if a > b else "b" if b > a else "tie"


POOL = PoolSize()
TEST = SimpleTest()
OPEN = OpenAction()
OPPOSED = OpposedAction()

PROCEDURES: Mapping[str, Procedure[Any]] = {each.id: each for each in (POOL, TEST, OPEN, OPPOSED, LONG, GROUP)}
