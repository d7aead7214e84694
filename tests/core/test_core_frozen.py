"""Our `dataclass` behaves as the standard one for the kind it makes faster."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, field, fields, replace
from types import MappingProxyType
from typing import Any

import pytest

from tracker.core.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """One with a position, a default and a factory."""

    x: int
    y: int = 0
    tags: Mapping[str, int] = field(default_factory=dict)


@dataclasses.dataclass(frozen=True, slots=True)
class Standard:
    """The same by the standard decorator."""

    x: int
    y: int = 0
    tags: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """One with keyword fields only."""

    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Child(Named):
    """One that inherits."""

    size: int = 4


class TestLikeTheStandardOne:
    """What holds for a standard frozen dataclass with slots holds for ours."""

    def test_values_and_defaults(self) -> None:
        assert (Point(1).x, Point(1, y=3).y, Point(1).tags) == (1, 3, {})
        assert Point(1).tags is not Point(1).tags

    def test_equality_and_hash(self) -> None:
        assert Point(1, 2, {}) == Point(1, 2, {})
        assert Point(1) != Point(2)
        other: object = Standard(1)
        assert Point(1) != other
        assert hash(Named(id="a")) == hash(Named(id="a"))
        assert Named() != Child()

    def test_repr_names_the_fields(self) -> None:
        assert repr(Point(1)) == repr(Standard(1)).replace("Standard", "Point")

    def test_many_of_a_kind_are_like_the_first(self) -> None:
        assert len({Point(1, 2, MappingProxyType({})).x for _ in range(60)}) == 1
        assert [(each.x, each.y, each.tags) for each in (Point(n, y=n) for n in range(60))] == [
            (n, n, {}) for n in range(60)
        ]

    def test_annotations_that_are_objects(self) -> None:
        kinds: dict[str, Any] = {"__annotations__": {"x": int, "y": int}, "y": 2}
        made: Any = dataclass(frozen=True, slots=True)(type("Made", (), kinds))
        assert (made(1).x, made(1).y) == (1, 2)

    def test_nothing_can_be_assigned_or_deleted(self) -> None:
        point = Point(1)
        with pytest.raises(FrozenInstanceError):
            point.x = 2  # type: ignore[misc]
        with pytest.raises(FrozenInstanceError):
            del point.x
        assert not hasattr(point, "__dict__")

    def test_replace_fields_and_match(self) -> None:
        assert replace(Child(id="a"), size=6) == Child(id="a", size=6)
        assert [each.name for each in fields(Child)] == ["id", "size"]
        match Point(1, 2):
            case Point(x, y):
                assert (x, y) == (1, 2)

    def test_a_standard_one_may_inherit_from_it(self) -> None:
        @dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
        class Grandchild(Child):
            more: int = 1

        assert replace(Grandchild(id="a"), more=2) == Grandchild(id="a", size=4, more=2)

    @pytest.mark.parametrize(
        ("made", "given", "named"), [(Point, (), {}), (Child, ("a",), {}), (Point, (1,), {"z": 2})]
    )
    def test_wrong_arguments(self, made: Any, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        with pytest.raises(TypeError):
            made(*given, **named)
