"""A probability as a level bar."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
_HALVES: Final = ".-#"


@lru_cache(maxsize=512)
def bar_cells(share: Fraction, width: int, ascii: bool = False) -> str:
    """Give a bar of `width` cells, filled from the left in eighths of a cell, in ASCII in halves: `##-...`.

    Only a share of 0 looks empty and only a share of 1 looks full.

    Raises: `ValueError` when `share` is not from 0 to 1 or `width` is negative.
    """
    if not 0 <= share <= 1 or width < 0:
        raise ValueError(f"no such bar: {share} of {width} cells")
    signs = _HALVES if ascii else _EIGHTHS
    steps = len(signs) - 1
    filled = int(share * width * steps + Fraction(1, 2))
    if 0 < share < 1 and width:
        filled = min(max(filled, 1), width * steps - 1)
    return "".join(signs[min(max(filled - steps * cell, 0), steps)] for cell in range(width))
