"""Pools and faces as values: which dice a roll needs, and what they showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Faces: TypeAlias = Mapping[str, tuple[int, ...]]
"""What the dice of each pool showed, by the name of the pool."""


@dataclass(frozen=True, slots=True)
class Pool:
    """A number of equal dice that are thrown together."""

    count: int
    sides: int = 6
    name: str = "dice"
