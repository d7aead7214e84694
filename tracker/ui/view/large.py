"""Letters and dice that are read from the back of a room: each of their points as many cells as the room allows."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final, TypeAlias

from tracker.ui.drawing.dice import big, big_die, die

LARGEST_LETTERS: Final = 6
"""Cells that a point of a letter is wide."""
SMALL_DIE: Final = 1
"""The size of a die on one line, as the log has it."""
DIE_SIZES: Final = (SMALL_DIE, 3, 5, 7, 10)
"""Heights of dice, in cells."""
_DIE_POINTS: Final = {5: (10, 2, (1, 4, 7)), 7: (14, 2, (2, 6, 10)), 10: (20, 4, (2, 8, 14))}
"""Height of a die → points along its side, points along a pip's side, and where pips begin."""
_PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}
_WRITABLE: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !?-'’.œŒæÆ")
Points: TypeAlias = list[list[bool]]


@lru_cache(maxsize=256)
def letters(words: str, size: int, ascii: bool) -> tuple[str, ...]:
    """Give words in large letters; `size` is how many cells a point is wide, from 1. All rows are equally wide."""
    rows = big(words, ascii=True)
    if ascii:
        return tuple("".join(sign * size for sign in row) for row in rows for _ in range(max(1, size // 2)))
    return _halves([[sign == "#" for sign in row for _ in range(size)] for row in rows for _ in range(size)])


@lru_cache(maxsize=256)
def largest_letters(words: str, width: int, height: int, ascii: bool) -> tuple[str, ...]:
    """Give words in the largest letters that fit into a room; nothing where none do."""
    for size in range(LARGEST_LETTERS, 0, -1):
        drawn = letters(words, size, ascii)
        if len(drawn) <= height and len(drawn[0]) <= width:
            return drawn
    return ()


def is_writable(words: str) -> bool:
    """Say whether all of some words have large letters; accents are left out of them."""
    spread = unicodedata.normalize("NFKD", words)
    return all(sign in _WRITABLE or unicodedata.combining(sign) for sign in spread)


def die_width(height: int) -> int:
    """Give the width of a die of some height, its sides included."""
    return {SMALL_DIE: 3, 3: 7}.get(height) or _DIE_POINTS[height][0] + 2


@lru_cache(maxsize=256)
def large_die(face: int, sides: int, height: int, kept: bool, ascii: bool) -> tuple[str, ...]:
    """Give a die in rows of cells, with sides where it counts; six-sided ones have pips, others their number.

    ASCII has no dice of more than 3 rows.
    """
    if height == SMALL_DIE:
        return (die(face, kept, ascii),)
    if height == 3 or ascii:
        return big_die(face, sides, ascii, kept)
    left, right = ("▐", "▌") if kept else (" ", " ")
    return tuple(f"{left}{row}{right}" for row in _halves(_face(face, sides, height)))


def _face(face: int, sides: int, height: int) -> Points:
    side, pip, places = _DIE_POINTS[height]
    points = [[False] * side for _ in range(side)]
    if sides == 6 and face in _PIPS:
        for column, row in _PIPS[face]:
            for y in range(places[row], places[row] + pip):
                for x in range(places[column], places[column] + pip):
                    points[y][x] = True
        return points
    number = big(str(face), ascii=True)
    size = max(1, min(side // len(number[0]), side // (len(number) + 1)))
    left, top = (side - size * len(number[0])) // 2, (side - size * len(number)) // 2
    for y, line in enumerate(number):
        for x, sign in enumerate(line):
            for dy in range(size):
                for dx in range(size):
                    if 0 <= top + y * size + dy < side and 0 <= left + x * size + dx < side:
                        points[top + y * size + dy][left + x * size + dx] = sign == "#"
    return points


def _halves(points: Points) -> tuple[str, ...]:
    """Draw points two to a cell, one above the other."""
    if len(points) % 2:
        points = [*points, [False] * len(points[0])]
    return tuple(
        "".join(_SIGNS[upper, lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(points[::2], points[1::2], strict=True)
    )


_SIGNS: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
