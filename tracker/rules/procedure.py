"""A procedure: the numbers a rule takes, the dice it needs, how they are read, and what the odds are.

The dialogs, `tracker resolve` and `tracker odds` all go through the same procedure; there is no second reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, Union

from tracker.core.fields import Kind, Spec, described
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n
from tracker.dice.pool import Faces, Pool

if TYPE_CHECKING:
    from fractions import Fraction

I = TypeVar("I")  # noqa: E741
Json: TypeAlias = Union[bool, int, float, str, "Sequence[Json]", "Mapping[str, Json]", None]
Throw: TypeAlias = Callable[[int, int], tuple[int, ...]]
"""Throws a number of dice of a number of sides."""
Odds: TypeAlias = "Mapping[str, Fraction]"
"""The exact chance of each possible outcome; impossible ones are left out, the sum is 1."""

MAX_DICE = 20
"""The greatest count of dice an input may hold (scripts.md, Refusals)."""
FACES = Spec(Kind.WHOLES, text("dice"))
"""Dice given as the list of their faces."""
ROLLS = Spec(Kind.ROLLS, text("dice"))
"""Dice given as a list of rolls, each the list of its faces."""


class Procedure(Generic[I]):
    """One procedure of a system. `inputs` is a described dataclass; the rest are pure functions of it.

    What the order of refusals asks for comes in steps: `verify` (ranges, then `check`), then `faces_of` (number of
    dice, then faces). After them `read` cannot fail.
    """

    id: ClassVar[str]
    inputs: type[I]
    """What the rule takes when the faces are known."""
    inputs_to_throw: type[I] | None = None
    """The same with what only the program needs to throw the dice, such as their number, where that differs."""
    inputs_for_odds: type[I] | None = None
    """The same with what only the odds need, where that differs."""
    dice: ClassVar[Spec | None] = FACES
    """How a script gives the dice; None where none are thrown.

    A RECORD (fields named like the pools) is an object of faces, a ROWS a list of objects with inputs of their own and
    their faces in the field `dice`.
    """
    entries: ClassVar[str] = ""
    """With ROWS: the attribute of the inputs, itself not described, that holds the entries."""

    @property
    def has_odds(self) -> bool:
        """Say whether there are outcomes to give the odds of."""
        return type(self).odds is not Procedure.odds

    def inputs_with(self, dice: Json) -> type[I]:
        """Give what is taken beside these dice, as a script gave them; None: it gave none."""
        return (self.inputs_to_throw or self.inputs) if dice is None else self.inputs

    def check_input(self, name: str, inputs: I, rules: Any) -> None:
        """Refuse a value of one input outside a range that depends on house rules or on the inputs before it."""

    def check(self, inputs: I, rules: Any) -> None:
        """Refuse what the rules forbid, then what cannot be paid. Ranges of single inputs are checked before."""

    def pools(self, inputs: I, rules: Any) -> tuple[Pool, ...]:
        """Give the dice to throw, in the order in which they are thrown; with ROWS one pool for each entry."""
        return ()

    def read(self, inputs: I, rules: Any, faces: Faces) -> dict[str, Any]:
        """Give what the dice come to, under the names that scripts read."""
        raise NotImplementedError

    def odds(self, inputs: I, rules: Any) -> Odds:
        """Give the exact chance of each outcome."""
        raise no_odds()

    def verify(self, inputs: I, rules: Any) -> None:
        """Refuse the first input out of its range, in the order of their declaration, then what `check` refuses."""
        for key, (attribute, spec) in described(type(inputs)).items():
            _check_range(spec, getattr(inputs, attribute), key)
            self.check_input(attribute, inputs, rules)
        if self.entries:
            for n, entry in enumerate(getattr(inputs, self.entries)):
                _check_ranges(entry, f"dice.{n}.")
        self.check(inputs, rules)

    def with_dice(self, inputs: I, dice: Any) -> I:
        """Give the inputs with what the dice of a script carry besides faces."""
        if not self.entries:
            return inputs
        changes: Any = {self.entries: dice}
        together: Any = replace(inputs, **changes)  # type: ignore[type-var]
        done: I = together
        return done

    def thrown(self, inputs: I, rules: Any, dice: Json, throw: Throw) -> Json:
        """Give the dice in the shape in which a script would, with what it left out thrown. None: it gave nothing."""
        if self.dice is None:
            return None
        match self.dice.kind:
            case Kind.RECORD:
                return self._thrown_record(inputs, rules, dice, throw)
            case Kind.ROWS:
                rows = dice if isinstance(dice, (list, tuple)) else ()
                pools = self.pools(inputs, rules)
                return [
                    row if "dice" in row else {**row, "dice": list(throw(pool.count, pool.sides))}
                    for row, pool in zip(rows, pools, strict=True)
                    if isinstance(row, Mapping)
                ]
            case Kind.ROLLS:
                if dice is not None:
                    return dice
                return [list(throw(pool.count, pool.sides)) for pool in self.pools(inputs, rules)]
            case _:
                if dice is not None:
                    return dice
                (pool,) = self.pools(inputs, rules)
                return list(throw(pool.count, pool.sides))

    def faces_of(self, inputs: I, rules: Any, dice: Json) -> Faces:
        """Read the faces a script gives, whose types have been checked. Refuses `bad_dice_count`, then `bad_face`."""
        pools = self.pools(inputs, rules)
        if not pools or self.dice is None:
            return {}
        given: Sequence[Json]
        match self.dice.kind, dice:
            case Kind.RECORD, Mapping():
                given = [dice.get(pool.name, ()) for pool in pools]
            case Kind.ROWS, list() | tuple():
                given = [row.get("dice", ()) for row in dice if isinstance(row, Mapping)]
            case Kind.ROLLS, list() | tuple():
                given = dice
            case _:
                given = [dice]
        return faces_in(given, pools)

    def _thrown_record(self, inputs: I, rules: Any, dice: Json, throw: Throw) -> Json:
        assert self.dice is not None
        assert self.dice.record is not None
        known = described(self.dice.record)
        shown: dict[str, Json] = dict(dice) if isinstance(dice, Mapping) else {}
        for pool in self.pools(inputs, rules):
            if pool.name not in shown:
                faces = throw(pool.count, pool.sides)
                shown[pool.name] = faces[0] if known[pool.name][1].kind is Kind.WHOLE else list(faces)
        return shown


def faces_in(given: Sequence[Json], pools: Sequence[Pool]) -> dict[str, tuple[int, ...]]:
    """Read the faces of each pool; a single die may stand without a list.

    Refuses `bad_dice_count`, then `bad_face`, each for all pools before the next.
    """
    read = [_faces(faces) for faces in given]
    if len(read) != len(pools):
        raise Refusal(
            "bad_dice_count",
            text_n(
                "{count} roll is expected, not {found}",
                "{count} rolls are expected, not {found}",
                len(pools),
                found=len(read),
            ),
            input="dice",
        )
    for faces, pool in zip(read, pools, strict=True):
        if len(faces) != pool.count:
            raise Refusal(
                "bad_dice_count",
                dice_expected(pool.count, len(faces)),
                input="dice",
            )
    for faces, pool in zip(read, pools, strict=True):
        for face in faces:
            check_face(face, pool.sides)
    return {pool.name: faces for faces, pool in zip(read, pools, strict=True)}


def dice_expected(expected: int, found: int) -> Text:
    """Say how many dice are needed, and how many there are."""
    return text_n(
        "{count} die is expected, not {found}", "{count} dice are expected, not {found}", expected, found=found
    )


def check_face(face: int, sides: int) -> None:
    """Refuse a face that a die does not have: `bad_face`."""
    if not 1 <= face <= sides:
        from tracker.core.codec import description  # here: only a refusal needs it

        message = text("a d{sides} shows 1 to {sides}, not {face}", sides=sides, face=description(face))
        raise Refusal("bad_face", message, input="dice")


def no_odds() -> Refusal:
    """Give the refusal of odds where there is nothing to give the odds of."""
    return Refusal("no_odds", text("this procedure has no odds"), input="roll")


def out_of_range(code: str, label: Text | str, expected: Text, found: Any, input: str) -> Refusal:
    """Give the refusal of one value: what was expected, and what stands there."""
    from tracker.core.codec import description  # here: only a refusal needs it

    message = text(
        "{label}: {expected} is expected, not {found}", label=label, expected=expected, found=description(found)
    )
    return Refusal(code, message, input=input)


def _faces(given: Json) -> tuple[int, ...]:
    row: Any = (given,) if isinstance(given, int) else given
    return tuple(row)


def _check_ranges(thing: Any, at: str) -> None:
    for key, (attribute, spec) in described(type(thing)).items():
        _check_range(spec, getattr(thing, attribute), f"{at}{key}")


def _check_range(spec: Spec, value: Any, at: str) -> None:
    if value is None:
        return
    match spec.kind:
        case Kind.RECORD:
            _check_ranges(value, f"{at}.")
        case Kind.ROWS:
            for n, row in enumerate(value):
                _check_ranges(row, f"{at}.{n}.")
        case Kind.RECORDS:
            for id, row in value.items():
                _check_ranges(row, f"{at}.{id}.")
        case _:
            for each in _values(spec, value):
                if not _fits(spec, each):
                    raise _range_refusal(spec, each, at)
            if spec.distinct and len(set(value)) != len(value):
                raise _range_refusal(spec, value, at)


def _values(spec: Spec, value: Any) -> Iterable[Any]:
    match spec.kind:
        case Kind.WHOLES | Kind.CHOICES:
            return tuple(value)
        case Kind.LEVELS:
            return tuple(value.values())
        case Kind.WHOLE | Kind.CHOICE | Kind.WHOLE_OR_CHOICE:
            return (value,)
        case _:
            return ()


def _fits(spec: Spec, value: Any) -> bool:
    if isinstance(value, str):
        return value in spec.choices
    return (spec.low is None or value >= spec.low) and (spec.high is None or value <= spec.high)


def _range_refusal(spec: Spec, found: Any, at: str) -> Refusal:
    from tracker.core.codec import expectation  # here: only a refusal needs it

    return out_of_range(spec.code, spec.label, expectation(spec), found, at)
