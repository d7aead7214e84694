"""POT in numbers: the dice, the reserves and the order of a round, as scripts and dialogs use them.

Sources: the French text, by its chapter. What it leaves open is a house rule or a named constant of `house`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from tracker.core.fields import choice_or_none, line, record_or_none, rows, whole, whole_or_none
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_in, text_n
from tracker.dice.distribution import chances
from tracker.dice.pool import Faces, Pool
from tracker.rules.pot.best import best_of, value_counts
from tracker.rules.pot.house import CONDITIONAL_DICE, TWICE, PotRules
from tracker.rules.pot.testing import TALENT
from tracker.rules.procedure import MAX_DICE, Json, Odds, Procedure, check_face, dice_expected

RULES = PotRules

KEEPS = {
    "ra": text_in("kept", "what is left of RA"),
    "rr": text_in("kept", "what is left of RR"),
    "conditional": text_in("kept", "one action die, for a conditional action"),
}
"""What may be kept (POT, Action); nothing is the fourth answer."""

K = TypeVar("K")
_POT, _RA, _RR = text("POT"), text("RA"), text("RR")


@dataclass(frozen=True, slots=True, kw_only=True)
class BestInputs:
    """Nothing but the faces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BestToThrow(BestInputs):
    """How many dice to throw."""

    n: int = whole(text("dice"), low=1, high=MAX_DICE, required=True)


class Best(Procedure[BestInputs]):
    """The best die, +1 for each of its equals (POT, Tester un talent)."""

    id = "best"
    inputs = BestInputs
    inputs_to_throw = BestToThrow

    def pools(self, inputs: BestInputs, rules: PotRules) -> tuple[Pool, ...]:
        """Give the dice to throw; none where the faces are given."""
        return (Pool(inputs.n),) if isinstance(inputs, BestToThrow) else ()

    def faces_of(self, inputs: BestInputs, rules: PotRules, dice: Json) -> Faces:
        """Take any number of faces. Refuses `no_dice`, more than there may be, then `bad_face`."""
        faces: Any = dice
        if not faces:
            raise Refusal("no_dice", text("at least one die is expected"), input="dice")
        if len(faces) > MAX_DICE:
            raise Refusal("bad_dice_count", dice_expected(MAX_DICE, len(faces)), input="dice")
        for face in faces:
            check_face(face, 6)
        return {"dice": tuple(faces)}

    def read(self, inputs: BestInputs, rules: PotRules, faces: Faces) -> dict[str, Any]:
        """Read the dice."""
        best, extra = best_of(faces["dice"])
        return {"best": best, "extra": extra, "value": best + extra}

    def odds(self, inputs: BestInputs, rules: PotRules) -> Odds:
        """Give the exact chance of each value, the lowest first."""
        assert isinstance(inputs, BestToThrow)
        return {str(value): share for value, share in chances(dict(sorted(value_counts(inputs.n).items()))).items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Dice kept from the round before, in one of the reserves."""

    ra: int | None = whole_or_none(_RA, low=0, code="negative_dice")
    rr: int | None = whole_or_none(_RR, low=0, code="negative_dice")


@dataclass(frozen=True, slots=True, kw_only=True)
class DistributeInputs:
    """The new dice of a round, split between the reserves (POT, Répartition des dés)."""

    pot: int = whole(_POT, low=1, required=True, code="bad_pot")
    ra: int = whole(_RA, low=0, required=True, code="negative_dice", help=text("new dice put there"))
    rr: int = whole(_RR, low=0, required=True, code="negative_dice", help=text("new dice put there"))
    carried: Carried | None = record_or_none(text("kept from the round before"), Carried)


class Distribute(Procedure[DistributeInputs]):
    """Exactly POT new dice go into RA and RR; kept dice stay where they were kept (POT, Répartition des dés)."""

    id = "distribute"
    inputs = DistributeInputs
    dice: ClassVar[None] = None

    def check(self, inputs: DistributeInputs, rules: PotRules) -> None:
        """Refuse a split that is not POT, dice kept in both reserves, and more than twice POT in all."""
        if inputs.ra + inputs.rr != inputs.pot:
            message = text_n(
                "exactly {count} die is split between RA and RR, not {found}",
                "exactly {count} dice are split between RA and RR, not {found}",
                inputs.pot,
                found=inputs.ra + inputs.rr,
            )
            raise Refusal("must_equal_pot", message, input="ra")
        kept_ra, kept_rr = _kept(inputs)
        if kept_ra and kept_rr:
            raise Refusal("one_reserve_only", text("dice are kept in one reserve only, RA or RR"), input="carried")
        _check_twice(inputs.pot, inputs.pot + kept_ra + kept_rr, "carried")

    def read(self, inputs: DistributeInputs, rules: PotRules, faces: Faces) -> dict[str, Any]:
        """Give the reserves afterwards."""
        kept_ra, kept_rr = _kept(inputs)
        ra, rr = inputs.ra + kept_ra, inputs.rr + kept_rr
        return {"ra": ra, "rr": rr, "total": ra + rr}


def _kept(inputs: DistributeInputs) -> tuple[int, int]:
    return (inputs.carried.ra or 0, inputs.carried.rr or 0) if inputs.carried is not None else (0, 0)


def _check_twice(pot: int, dice: int, input: str) -> None:
    if dice > TWICE * pot:
        message = text("RA and RR hold at most {most} dice, twice POT, not {found}", most=TWICE * pot, found=dice)
        raise Refusal("over_twice_pot", message, input=input)


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """What decides when somebody is on."""

    name: str = line(text("name"), required=True)
    hargne: int = whole(text("pugnacity"), low=0, required=True)
    ra: int = whole(_RA, low=0, required=True, code="negative_dice")


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderInputs:
    """Everybody in the round, in the order they are listed."""

    chars: tuple[Actor, ...] = rows(text("characters"), Actor, required=True)


class Order(Procedure[OrderInputs]):
    """Who splits and who acts first (POT, Répartition des dés, Action)."""

    id = "order"
    inputs = OrderInputs
    dice: ClassVar[None] = None

    def read(self, inputs: OrderInputs, rules: PotRules, faces: Faces) -> dict[str, Any]:
        """Give both orders."""
        split = by_hargne((each, each.hargne) for each in inputs.chars)
        act = by_reserve((each, each.ra, each.hargne) for each in inputs.chars)
        return {"distribute": [each.name for each in split], "act": [each.name for each in act]}


def by_hargne(listed: Iterable[tuple[K, int]]) -> list[K]:
    """Give the order of splitting: highest hargne first (POT, Répartition des dés). OPEN: ties in listed order."""
    return [each for each, _ in sorted(listed, key=lambda pair: -pair[1])]


def by_reserve(listed: Iterable[tuple[K, int, int]]) -> list[K]:
    """Give the order of acting: most RA first (POT, Action). OPEN: ties by higher hargne, then in listed order."""
    return [each for each, _, _ in sorted(listed, key=lambda row: (-row[1], -row[2]))]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOfRoundInputs:
    """What is left, and what of it is kept (POT, Action)."""

    pot: int = whole(_POT, low=1, required=True, code="bad_pot")
    ra: int = whole(_RA, low=0, required=True, code="negative_dice")
    rr: int = whole(_RR, low=0, required=True, code="negative_dice")
    keep: str | None = choice_or_none(text("kept"), KEEPS, code="bad_keep")


class EndOfRound(Procedure[EndOfRoundInputs]):
    """Keeping dice: one reserve for the next round, or an action die for later in this one (POT, Action).

    READING: one or the other, since the text joins them with "ou"; the rest is lost. By arithmetic (at most twice POT
    in all) at most POT dice are kept.
    """

    id = "end_of_round"
    inputs = EndOfRoundInputs
    dice: ClassVar[None] = None

    def check(self, inputs: EndOfRoundInputs, rules: PotRules) -> None:
        """Refuse more dice than there can be, then an action die where there is none."""
        _check_twice(inputs.pot, inputs.ra + inputs.rr, "ra")
        if inputs.keep == "conditional" and inputs.ra < CONDITIONAL_DICE:
            raise Refusal("no_action_die", text("there is no action die left to set aside"), input="keep")

    def read(self, inputs: EndOfRoundInputs, rules: PotRules, faces: Faces) -> dict[str, Any]:
        """Give the die set aside, and what each reserve begins the next round with."""
        return {
            "conditional": CONDITIONAL_DICE if inputs.keep == "conditional" else 0,
            "carried_ra": min(inputs.ra, inputs.pot) if inputs.keep == "ra" else 0,
            "carried_rr": min(inputs.rr, inputs.pot) if inputs.keep == "rr" else 0,
        }


BEST = Best()
DISTRIBUTE = Distribute()
ORDER = Order()
END_OF_ROUND = EndOfRound()

PROCEDURES: Mapping[str, Procedure[Any]] = {each.id: each for each in (BEST, TALENT, DISTRIBUTE, ORDER, END_OF_ROUND)}
