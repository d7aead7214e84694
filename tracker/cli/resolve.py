"""`tracker resolve`: the rules engine for scripts, JSON Lines in and out."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tracker.cli.lines import answer_standard_input
from tracker.rules.door import resolve
from tracker.rules.system import procedures_of

if TYPE_CHECKING:
    from argparse import ArgumentParser


def add_arguments(parser: ArgumentParser) -> None:
    """Take nothing more than every command."""


def run(arguments: SimpleNamespace) -> int:
    """Answer every line of standard input."""
    return answer_standard_input(_answer, arguments.language or "en")


def _answer(line: Mapping[str, Any]) -> Mapping[str, Any]:
    return resolve(line, procedures_of, _throw)


def _throw(count: int, sides: int) -> tuple[int, ...]:
    from tracker.store.throw import throw  # here: most lines bring their dice

    return throw(count, sides)
