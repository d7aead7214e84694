"""What the keys make of the answer to one question."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, Text, text
from tracker.rules.deed import Ask, Option

Say = Callable[[Text], str]
FLAG_OPTIONS = (Option(False, text("no")), Option(True, text("yes")))

FACES = ":faces"
SECRET = ":secret"
GO = ":go"
LEAVE = ":leave"
"""The rows the panel adds to those of the deed."""
TEXTS = frozenset({Kind.LINE, Kind.PROSE, Kind.WHOLES})
"""Answered by typing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a key made of an answer."""

    value: Any
    passed: Option | None = None
    """A blocked option that was passed over."""


def is_typed(ask: Ask) -> bool:
    """Say whether an ask is answered by typing."""
    return ask.kind in TEXTS


def words_of(ask: Ask) -> str:
    """Give the answer of a typed ask as it stands in its field."""
    match ask.value:
        case None:
            return ""
        case tuple() | list():
            return ", ".join(str(each) for each in ask.value)
        case _:
            return str(ask.value)


def answer_of(ask: Ask, words: str) -> Any:
    """Read what was typed. Raises Refusal `bad_value` where it is not what is asked for."""
    match ask.kind:
        case Kind.WHOLES:
            return _wholes(ask, words)
        case _:
            return words


def _wholes(ask: Ask, words: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for word in words.replace(",", " ").replace(";", " ").split():
        try:
            number = int(word)
        except ValueError:
            raise Refusal("bad_value", text("{word} is no whole number", word=Quoted(word))) from None
        if (ask.low is not None and number < ask.low) or (ask.high is not None and number > ask.high):
            raise Refusal("bad_value", out_of_range(ask, number))
        numbers.append(number)
    return tuple(numbers)


def out_of_range(ask: Ask, number: int) -> Text:
    """Say which numbers an ask takes."""
    if ask.low is not None and ask.high is not None:
        return text("{number} is not from {low} to {high}", number=number, low=ask.low, high=ask.high)
    if ask.low is not None:
        return text("{number} is less than {low}", number=number, low=ask.low)
    return text("{number} is more than {high}", number=number, high=ask.high or 0)


def turned(ask: Ask, by: int, *, single: bool = False, optional: bool = False) -> Turn:
    """Give the answer after one step to the right (`by` 1) or to the left (-1).

    Numbers with suggested values go through these, or by one if `single`. `optional` numbers have nothing below the
    least one.
    """
    match ask.kind:
        case Kind.FLAG:
            return Turn(not ask.value)
        case Kind.WHOLE | Kind.WHOLE_OR_CHOICE:
            return _number_turned(ask, by, single, optional)
        case _:
            return _option_turned(ask, by)


def _option_turned(ask: Ask, by: int) -> Turn:
    count = len(ask.options)
    if not count:
        return Turn(ask.value)
    at = place_of(ask)
    if at is None:
        at = -1 if by > 0 else count
    passed: Option | None = None
    for step in range(1, count + 1):
        option = ask.options[(at + by * step) % count]
        if option.blocked is None:
            return Turn(option.value, passed)
        passed = passed or option
    return Turn(ask.value, passed)


def _number_turned(ask: Ask, by: int, single: bool, optional: bool) -> Turn:
    now = ask.value
    if now is None:
        return Turn(ask.low or 0) if by > 0 else Turn(None)
    if not isinstance(now, int):
        return _option_turned(ask, by)
    if ask.options and not single:
        beyond = [o for o in ask.options if isinstance(o.value, int) and (o.value - now) * by > 0]
        beyond.sort(key=lambda option: option.value * by)
        passed = beyond[0] if beyond and beyond[0].blocked is not None else None
        free = next((option for option in beyond if option.blocked is None), None)
        return Turn(now if free is None else free.value, passed)
    if optional and now + by < (ask.low or 0):
        return Turn(None)
    after = now + by
    if (ask.low is not None and after < ask.low) or (ask.high is not None and after > ask.high):
        return Turn(now)
    return Turn(after)


def place_of(ask: Ask) -> int | None:
    """Give the place of the present answer among the options."""
    return next((n for n, option in enumerate(ask.options) if option.value == ask.value), None)


def option_of(ask: Ask) -> Option | None:
    """Give the option that is the present answer."""
    at = place_of(ask)
    return None if at is None else ask.options[at]


def spare_letters(ask: Ask, used: str, say: Say) -> dict[str, Option]:
    """Give another letter for each option whose name begins with a letter that is `used` for something else.

    It is the first further letter of the name with which no name begins; an option that has none is left out.
    """
    options = FLAG_OPTIONS if ask.kind is Kind.FLAG else ask.options
    names = [(_plain(say(option.label)), option) for option in options]
    taken = {used, *(name[:1] for name, _ in names)}
    spare: dict[str, Option] = {}
    for name, option in names:
        letter = next((sign for sign in name if sign.isalpha() and sign not in taken), "")
        if name.startswith(used) and letter:
            spare[letter] = option
            taken.add(letter)
    return spare


def option_by_letter(ask: Ask, letter: str, say: Say) -> Option | None:
    """Give the next option after the present one whose name begins with a letter; accents and case do not count."""
    if ask.kind is Kind.FLAG:
        ask = replace(ask, options=FLAG_OPTIONS)
    at = place_of(ask)
    start = 0 if at is None else at + 1
    for n in range(len(ask.options)):
        option = ask.options[(start + n) % len(ask.options)]
        if _plain(say(option.label)).startswith(_plain(letter)):
            return option
    return None


def digit_typed(ask: Ask, digit: str, follows: bool) -> int | None:
    """Give the number after a digit was typed, or None where that is too far.

    `follows` says that it stands behind digits typed just before.
    """
    now = ask.value if follows and isinstance(ask.value, int) else 0
    for number in (now * 10 + int(digit), int(digit)):
        if (ask.low is None or number >= ask.low) and (ask.high is None or number <= ask.high):
            return number
    return None


def _plain(words: str) -> str:
    spread = unicodedata.normalize("NFKD", words.casefold())
    return "".join(sign for sign in spread if not unicodedata.combining(sign)).lstrip()
