"""How wide words stand on a terminal, without the toolkit that draws the screen."""

from __future__ import annotations

import unicodedata


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


def _cells_of(sign: str) -> int:
    if unicodedata.combining(sign) or unicodedata.category(sign) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in {"W", "F"} else 1
