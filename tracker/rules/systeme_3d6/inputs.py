"""3D6: what one roll of one kitten takes, and how its dice are read; every procedure is made of such rolls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from tracker.core.fields import rolls, whole
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces, Pool
from tracker.rules.procedure import MAX_DICE, check_face, out_of_range
from tracker.rules.systeme_3d6.count import SIDES, dice_thrown, is_triple, success_counts, successes
from tracker.rules.systeme_3d6.house import DIFFICULTIES, QUALITY, KittenRules

Outcome = Literal["success", "choice", "total_failure"]
Reroll = tuple[int, ...]
"""Which die, from 0, and the face it shows then."""

MOST_COUNTED = 100
"""Steps, and members, that odds are given for: more would be fractions of thousands of digits."""

_ADVANTAGES = text("advantages")
_DISADVANTAGES = text("disadvantages")


class Hand(Protocol):
    """What every roll takes, whatever it is part of."""

    @property
    def quality(self) -> int:
        """The score that dice are compared with."""

    @property
    def advantages(self) -> int:
        """How many there are; only whether there are any matters."""

    @property
    def disadvantages(self) -> int:
        """How many there are; only whether there are any matters."""

    @property
    def rerolls_allowed(self) -> int:
        """How many were granted, by an object, a gift or an idea."""

    @property
    def rerolls(self) -> tuple[Reroll, ...]:
        """Those that were made, in their order."""


def quality_input() -> int:
    """Declare the score of a quality."""
    low, high = QUALITY
    return whole(text("quality"), low=low, high=high, required=True, code="bad_quality")


def difficulty_input() -> int:
    """Declare how many successes are needed."""
    low, high = min(DIFFICULTIES), max(DIFFICULTIES)
    return whole(text("difficulty"), low=low, high=high, required=True, code="bad_difficulty")


def count_input(label: Text, high: int | None = None) -> int:
    """Declare a count of reasons or rerolls."""
    return whole(label, low=0, high=high, code="bad_count")


def advantages_input() -> int:
    """Declare the number of advantages."""
    return count_input(_ADVANTAGES)


def disadvantages_input() -> int:
    """Declare the number of disadvantages."""
    return count_input(_DISADVANTAGES)


def allowed_input() -> int:
    """Declare how many rerolls are granted."""
    return count_input(text("rerolls granted"), MAX_DICE)


def rerolls_input() -> tuple[Reroll, ...]:
    """Declare the rerolls made."""
    return rolls(text("rerolls"), length=2, help=text("which die, counted from 0, and its new face"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenInputs:
    """What a roll without a difficulty of its own takes (3D6, Actions ouvertes); also one that is part of more."""

    quality: int = quality_input()
    advantages: int = advantages_input()
    disadvantages: int = disadvantages_input()
    rerolls_allowed: int = allowed_input()
    rerolls: tuple[Reroll, ...] = rerolls_input()


@dataclass(frozen=True, slots=True)
class Rolled:
    """What the dice of one roll come to."""

    final: tuple[int, ...]
    """The faces as they lie after every reroll."""
    successes: int
    triple: bool


def outcome_of(successes: int, difficulty: int) -> Outcome:
    """Read a number of successes (3D6, Réussite et échec)."""
    if successes >= difficulty:
        return "success"
    return "choice" if successes else "total_failure"


def dice_of(hand: Hand) -> int:
    """Give how many dice a roll throws."""
    return dice_thrown(hand.advantages, hand.disadvantages)


def pool_of(hand: Hand, name: str = "dice") -> Pool:
    """Give the dice of a roll."""
    return Pool(dice_of(hand), SIDES, name)


def counts_of(hand: Hand) -> dict[int, int]:
    """Give in how many throws of a roll each number of successes comes up, every granted reroll used."""
    return success_counts(dice_of(hand), hand.quality, hand.rerolls_allowed)


def rolled(hand: Hand, faces: tuple[int, ...], rules: KittenRules) -> Rolled:
    """Read the dice of a roll and of its rerolls. READING: the new face stands, even if it is worse."""
    shown = [faces]
    for die, face in hand.rerolls:
        shown.append((*shown[-1][:die], face, *shown[-1][die + 1 :]))
    final = shown[-1]
    triple = any(is_triple(each) for each in (shown if rules.triple_on == "any" else shown[-1:]))
    return Rolled(final, successes(hand.quality, final), triple)


def check_unrolled(hand: Hand, at: str) -> None:
    """Refuse rerolls where odds are asked: their faces are dice. What is granted is `rerolls_allowed`."""
    if hand.rerolls:
        raise Refusal("dice_not_used", text("odds are given without dice"), input=f"{at}rerolls")


def check_dice(hand: Hand, at: str) -> None:
    """Refuse the reroll of a die there is not: `bad_die_index`. `at` stands before names in `error.input`."""
    last = dice_of(hand) - 1
    for die, _ in hand.rerolls:
        if not 0 <= die <= last:
            expected = text("a whole number from {low} to {high}", low=0, high=last)
            raise out_of_range("bad_die_index", text("die"), expected, die, f"{at}rerolls")


def check_granted(hand: Hand, at: str) -> None:
    """Refuse more rerolls than are granted: `no_reroll_left`."""
    if len(hand.rerolls) > hand.rerolls_allowed:
        message = text(
            "more rerolls than granted: {found} instead of {expected}",
            found=len(hand.rerolls),
            expected=hand.rerolls_allowed,
        )
        raise Refusal("no_reroll_left", message, input=f"{at}rerolls")


def check_rerolls(hands: Sequence[Hand], faces: Sequence[tuple[int, ...]], at: Sequence[str]) -> None:
    """Refuse new faces that no die has, `bad_face`, then rerolls of dice that succeed: `die_already_success`."""
    for hand in hands:
        for _, face in hand.rerolls:
            check_face(face, SIDES)
    for hand, shown, before in zip(hands, faces, at, strict=True):
        now = list(shown)
        for die, face in hand.rerolls:
            if now[die] <= hand.quality:
                raise Refusal("die_already_success", already(now[die], hand.quality), input=f"{before}rerolls")
            now[die] = face


def check_all_rerolls(entries: Sequence[Hand], faces: Faces) -> None:
    """Refuse the same of rolls that are entries of a list, whose pools are named by their places."""
    check_rerolls(entries, [faces[str(n)] for n in range(len(entries))], [f"dice.{n}." for n in range(len(entries))])


def already(face: int, quality: int) -> Text:
    """Say why a die is not rolled again."""
    return text(
        "the die shows {face}, a success with {quality}: only failed dice are rolled again", face=face, quality=quality
    )
