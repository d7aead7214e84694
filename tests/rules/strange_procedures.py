"""Procedures of every shape there is, and questions about them through the script door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from tracker.core.fields import (
    Kind,
    Spec,
    flag,
    line,
    record,
    record_or_none,
    rolls,
    rows,
    whole,
    whole_or_none,
    wholes,
)
from tracker.core.house import Rules
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces, Pool
from tracker.rules.door import odds, resolve
from tracker.rules.procedure import ROLLS, Odds, Procedure

LABEL = text("label")


@dataclass(frozen=True, kw_only=True)
class Side:
    """One side of two."""

    quality: int = whole(LABEL, low=2, high=5, required=True, code="bad_quality")
    names: tuple[int, ...] = wholes(LABEL, low=1, high=20)
    rerolls: tuple[tuple[int, ...], ...] = rolls(LABEL)


@dataclass(frozen=True, kw_only=True)
class Member(Side):
    """One of a group, with the faces it threw."""

    dice: tuple[int, ...] | None = wholes(LABEL, nullable=True)


@dataclass(frozen=True, kw_only=True)
class Two:
    """Two sides against each other."""

    a: Side = record(LABEL, Side, required=True)
    b: Side | None = record_or_none(LABEL, Side)
    others: tuple[Side, ...] = rows(LABEL, Side)


@dataclass(frozen=True, kw_only=True)
class TwoDice:
    """The faces of two sides."""

    a: tuple[int, ...] = wholes(LABEL)
    b: tuple[int, ...] = wholes(LABEL)
    d20: int | None = whole_or_none(LABEL)


class Opposed(Procedure[Two]):
    """Dice as an object."""

    id = "opposed"
    inputs = Two
    dice = Spec(Kind.RECORD, LABEL, record=TwoDice)

    def pools(self, inputs: Two, rules: Any) -> tuple[Pool, ...]:
        """Give three dice each and a d20."""
        return (Pool(3, name="a"), Pool(3, name="b"), Pool(1, 20, name="d20"))

    def read(self, inputs: Two, rules: Any, faces: Faces) -> dict[str, Any]:
        """Add up."""
        return {name: sum(shown) for name, shown in faces.items()}


@dataclass(frozen=True, kw_only=True)
class GroupInputs:
    """A group and the one thing all of it shares."""

    difficulty: int = whole(LABEL, low=1, high=3, required=True, code="bad_difficulty")
    members: tuple[Member, ...] = ()


class Group(Procedure[GroupInputs]):
    """Dice as a list of members with inputs of their own."""

    id = "group"
    inputs = GroupInputs
    dice = Spec(Kind.ROWS, LABEL, record=Member)
    entries = "members"

    def check(self, inputs: GroupInputs, rules: Any) -> None:
        """Refuse nobody."""
        if not inputs.members:
            raise Refusal("no_members", text("nobody is there"))

    def pools(self, inputs: GroupInputs, rules: Any) -> tuple[Pool, ...]:
        """Give as many dice as the quality says."""
        return tuple(Pool(member.quality, name=str(n)) for n, member in enumerate(inputs.members))

    def read(self, inputs: GroupInputs, rules: Any, faces: Faces) -> dict[str, Any]:
        """List who threw what."""
        return {"members": [[m.quality, *faces[str(n)]] for n, m in enumerate(inputs.members)]}

    def odds(self, inputs: GroupInputs, rules: Any) -> Odds:
        """Give something for each member."""
        return {str(len(inputs.members)): Fraction(1), "never": Fraction(0)}


class Talent(Procedure[GroupInputs]):
    """Dice as a list of rolls."""

    id = "talent"
    inputs = GroupInputs
    dice = ROLLS

    def pools(self, inputs: GroupInputs, rules: Any) -> tuple[Pool, ...]:
        """Give a roll of two dice and one of one."""
        return (Pool(2, name="first"), Pool(1, name="second"))

    def read(self, inputs: GroupInputs, rules: Any, faces: Faces) -> dict[str, Any]:
        """Give the faces back."""
        return {name: list(shown) for name, shown in faces.items()}


@dataclass(frozen=True, kw_only=True)
class Nothing:
    """No input."""


@dataclass(frozen=True, kw_only=True)
class Number(Nothing):
    """How many dice to throw."""

    n: int = whole(LABEL, low=1, high=20, required=True)


@dataclass(frozen=True, kw_only=True)
class Bets(Number):
    """What the odds take besides."""

    sure: bool = flag(LABEL)
    who: str = line(LABEL)


class Best(Procedure[Nothing]):
    """Takes a number of dice only to throw them, and more only for the odds."""

    id = "best"
    inputs = Nothing
    inputs_to_throw = Number
    inputs_for_odds = Bets

    def pools(self, inputs: Nothing, rules: Any) -> tuple[Pool, ...]:
        """Give the number."""
        return (Pool(inputs.n if isinstance(inputs, Number) else 0),)

    def faces_of(self, inputs: Nothing, rules: Any, dice: Any) -> Faces:
        """Take any number of faces."""
        return {"dice": tuple(dice)}

    def read(self, inputs: Nothing, rules: Any, faces: Faces) -> dict[str, Any]:
        """Give the best."""
        return {"best": max(faces["dice"])}

    def odds(self, inputs: Nothing, rules: Any) -> Odds:
        """Give what was asked."""
        return {repr(inputs): Fraction(1)}


PROCEDURES: Mapping[str, Procedure[Any]] = {each.id: each for each in (Opposed(), Group(), Talent(), Best())}


def lookup(system: str) -> tuple[Mapping[str, Procedure[Any]], type[Rules]]:
    return PROCEDURES, Rules


def throw(count: int, sides: int) -> tuple[int, ...]:
    return (sides,) * count


def answer(roll: str, inputs: Any = None, dice: Any = None, **more: Any) -> Any:
    return resolve({"system": "any", "roll": roll, "inputs": inputs, "dice": dice, **more}, lookup, throw)


def fault(roll: str, inputs: Any = None, dice: Any = None, **more: Any) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        answer(roll, inputs, dice, **more)
    return caught.value.code, caught.value.input


def odds_fault(roll: str, inputs: Any = None, dice: Any = None) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        odds({"system": "any", "roll": roll, "inputs": inputs, "dice": dice}, lookup)
    return caught.value.code, caught.value.input


A = {"quality": 3}
