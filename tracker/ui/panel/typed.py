"""Faces of dice thrown on the table, as people type them (product.md, section 4).

Dice of nine faces or fewer may stand together (`63`, `6 3`, `6,3`); greater ones are set apart. The unshifted number
row of French keyboards counts where the text holds no digit.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from tracker.core.clean import clean
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, Text, text, text_n, verbatim
from tracker.dice.pool import Faces, Pool

LAST_TOGETHER = 9
"""Dice of more faces than this need a space or comma between them."""
_FRENCH_ROW = {
    sign: digit for digit, signs in zip("123456", ("&", "éÉ", '"', "'’", "(", "-"), strict=True) for sign in signs
}
_GAPS = re.compile(r"[\s,;.·/+|]+")


@dataclass(frozen=True, slots=True)
class Reading:
    """What typed text was read as, complete or not."""

    faces: tuple[int, ...] = ()
    """In the order of the pools; more or fewer than there are dice where the text is not right yet."""
    strange: str = ""
    """The first sign that is no face."""


def read(words: str, pools: Sequence[Pool]) -> Reading:
    """Read text as faces, as far as it goes."""
    plain = unicodedata.normalize("NFKC", words)
    if not any(sign.isdecimal() for sign in plain):
        plain = "".join(_FRENCH_ROW.get(sign, sign) for sign in plain)
    faces: list[int] = []
    expected = tuple(_sides(pools))
    for token in _GAPS.split(plain):
        if not token:
            continue
        if not (token.isascii() and token.isdecimal()):
            return Reading(tuple(faces), next(sign for sign in token if not (sign.isascii() and sign.isdecimal())))
        sides = expected[len(faces)] if len(faces) < len(expected) else (expected[-1] if expected else 6)
        faces.extend((int(token[:6]),) if sides > LAST_TOGETHER else map(int, token))
    return Reading(tuple(faces))


def faces_typed(words: str, pools: Sequence[Pool]) -> Faces:
    """Give the faces of every pool, in order.

    Raises Refusal `bad_face` for a sign that is none, `bad_dice_count` for too many or too few dice, then `bad_face`.
    """
    reading = read(words, pools)
    if reading.strange:
        raise Refusal("bad_face", text("{sign} is no face of a die", sign=Quoted(clean(reading.strange))))
    expected = tuple(_sides(pools))
    if len(reading.faces) != len(expected):
        raise Refusal(
            "bad_dice_count",
            text_n(
                "{count} die is expected ({dice}), not {found}",
                "{count} dice are expected ({dice}), not {found}",
                len(expected),
                dice=dice_named(pools),
                found=len(reading.faces),
            ),
        )
    for face, sides in zip(reading.faces, expected, strict=True):
        if not 1 <= face <= sides:
            raise Refusal("bad_face", text("a d{sides} shows 1 to {sides}, not {face}", sides=sides, face=face))
    faces, start = dict[str, tuple[int, ...]](), 0
    for pool in pools:
        faces[pool.name] = reading.faces[start : start + pool.count]
        start += pool.count
    return faces


def faces_written(faces: Faces, pools: Sequence[Pool]) -> str:
    """Write faces so that they are read as they are."""
    return ", ".join(" ".join(str(face) for face in faces[pool.name]) for pool in pools if pool.count)


def dice_named(pools: Sequence[Pool]) -> Text:
    """Say which dice are needed: `2d6 + 1d20`."""
    return verbatim(" + ".join(f"{pool.count}d{pool.sides}" for pool in pools if pool.count))


def _sides(pools: Sequence[Pool]) -> Iterator[int]:
    for pool in pools:
        yield from [pool.sides] * pool.count
