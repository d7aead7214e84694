"""How wide words stand on a terminal, without the toolkit that draws the screen."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator


def cells(words: str) -> int:
    """Give the number of cells that cleaned words take."""
    return len(words) if words.isascii() else sum(_cells_of(sign) for sign in words)


def padded(words: str, width: int) -> str:
    """Give words with blanks behind them up to a width; what is too long ends in three dots."""
    here = cells(words)
    if here <= width:
        return words + " " * (width - here)
    room, kept = width - min(3, width), ""
    for sign in words:
        if cells(kept) + _cells_of(sign) > room:
            break
        kept += sign
    return (kept + "...").ljust(width)[: max(width, 0)] if width >= 3 else "." * width


def in_lines(words: str, width: int, measure: Callable[[str], int] = cells) -> list[str]:
    """Give words in lines of at most `width` cells, broken at blanks; a word wider than a line stands in several.

    `measure` gives the cells that words take. There is at least one line; a sign wider than a line has one of its own.
    """
    lines: list[str] = []
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if measure(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *full, line = _pieces(word, width, measure)
        lines += full
    return [*lines, line] if line or not lines else lines


def _pieces(word: str, width: int, measure: Callable[[str], int]) -> Iterator[str]:
    piece = ""
    for sign in word:
        if piece and measure(piece + sign) > width:
            yield piece
            piece = ""
        piece += sign
    yield piece


def _cells_of(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in {"W", "F"} else 1
