"""Dice and large letters."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

LARGE_ROWS: Final = 3
"""Height of `big` in blocks."""
LARGE_ROWS_ASCII: Final = 5
"""Height of `big` in ASCII, where a row holds one line of a letter and not two."""
DIE_WIDTH: Final = 7
DIE_ROWS: Final = 3


def die(face: int, kept: bool, ascii: bool) -> str:
    """Give one die of a log line: `▐6▌` kept, ` 3 ` dropped; `[6]` and ` 3 ` in ASCII.

    The half blocks are the sides of a tile: draw them in the lit colour on the ground of the pane, and the number dark
    on the lit colour; dice side by side then stay apart. Without colour the sides alone tell a kept die.
    """
    left, right = _sides(kept, ascii)
    return f"{left}{face}{right}"


@lru_cache(maxsize=128)
def big_die(face: int, sides: int, ascii: bool, kept: bool = True) -> tuple[str, ...]:
    """Give a large die, 3 rows of 7 cells: pips for a die of six sides, else the number. A dropped one has no sides."""
    left, right = _sides(kept, ascii)
    pip = "o" if ascii else "●"
    if sides == 6 and face in _PIPS:
        rows = tuple(row.replace("o", pip) for row in _PIPS[face])
    else:
        rows = (" " * 5, f"{face:^5}", " " * 5)
    return tuple(f"{left}{row}{right}" for row in rows)


@lru_cache(maxsize=256)
def big(text: str, ascii: bool = False) -> tuple[str, ...]:
    """Give text in large letters: 3 rows of half blocks, in ASCII 5 rows of `#`; all rows are equally wide.

    Letters are capitals without accents (`É` as `E`, `Œ` as `OE`); what has no large letter is drawn as `?`.
    """
    letters = [_LETTERS.get(sign, _LETTERS["?"]).split("/") for sign in _plain(text)]
    lines = [" ".join(letter[line] for letter in letters) for line in range(5)]
    if ascii:
        return tuple(lines)
    lines.append(" " * len(lines[0]))
    return tuple(
        "".join(_HALVES[upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(lines[::2], lines[1::2], strict=True)
    )


def _sides(kept: bool, ascii: bool) -> tuple[str, str]:
    if not kept:
        return " ", " "
    return ("[", "]") if ascii else ("▐", "▌")


def _plain(text: str) -> str:
    """Give capitals without accents, and one sign for those that look alike."""
    spread = unicodedata.normalize("NFKD", text.upper().translate(_ALIKE))
    return "".join(sign for sign in spread if not unicodedata.combining(sign))


_HALVES: Final = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
_ALIKE: Final = str.maketrans(
    {"Œ": "OE", "Æ": "AE", "’": "'", "‘": "'", "–": "-", "—": "-", "−": "-", "…": "...", "\u00a0": " ", "\u202f": " "}
)

_PIPS: Final = {
    1: ("     ", "  o  ", "     "),
    2: ("o    ", "     ", "    o"),
    3: ("o    ", "  o  ", "    o"),
    4: ("o   o", "     ", "o   o"),
    5: ("o   o", "  o  ", "o   o"),
    6: ("o   o", "o   o", "o   o"),
}

_LETTERS: Final = {
    "A": " ## /#  #/####/#  #/#  #",
    "B": "### /#  #/### /#  #/### ",
    "C": " ###/#   /#   /#   / ###",
    "D": "### /#  #/#  #/#  #/### ",
    "E": "####/#   /### /#   /####",
    "F": "####/#   /### /#   /#   ",
    "G": " ###/#   /# ##/#  #/ ###",
    "H": "#  #/#  #/####/#  #/#  #",
    "I": "#/#/#/#/#",
    "J": "  ##/   #/   #/#  #/ ## ",
    "K": "#  #/# # /##  /# # /#  #",
    "L": "#   /#   /#   /#   /####",
    "M": "#   #/## ##/# # #/#   #/#   #",
    "N": "#   #/##  #/# # #/#  ##/#   #",
    "O": " ## /#  #/#  #/#  #/ ## ",
    "P": "### /#  #/### /#   /#   ",
    "Q": " ## /#  #/#  #/# ##/ ###",
    "R": "### /#  #/### /# # /#  #",
    "S": " ###/#   / ## /   #/### ",
    "T": "###/ # / # / # / # ",
    "U": "#  #/#  #/#  #/#  #/ ## ",
    "V": "#   #/#   #/ # # / # # /  #  ",
    "W": "#   #/#   #/# # #/## ##/#   #",
    "X": "#   #/ # # /  #  / # # /#   #",
    "Y": "#   #/ # # /  #  /  #  /  #  ",
    "Z": "####/   #/ ## /#   /####",
    "0": "####/#  #/#  #/#  #/####",
    "1": " # /## / # / # /###",
    "2": "### /   #/ ## /#   /####",
    "3": "### /   #/ ## /   #/### ",
    "4": "#  #/#  #/####/   #/   #",
    "5": "####/#   /### /   #/### ",
    "6": " ## /#   /### /#  #/ ## ",
    "7": "####/   #/  # / #  / #  ",
    "8": " ## /#  #/ ## /#  #/ ## ",
    "9": " ## /#  #/ ###/   #/ ## ",
    " ": "  /  /  /  /  ",
    "/": "  #/  #/ # /#  /#  ",
    "!": "#/#/#/ /#",
    "?": "### /   #/ ## /    / #  ",
    "-": "   /   /###/   /   ",
    "+": "   / # /###/ # /   ",
    "=": "   /###/   /###/   ",
    "×": "   /# #/ # /# #/   ",
    "→": "  #  /   # /#####/   # /  #  ",
    "'": "#/#/ / / ",
    ".": " / / / /#",
    ",": " / / /#/#",
    ":": " /#/ /#/ ",
    "(": " #/# /# /# / #",
    ")": "# / #/ #/ #/# ",
}
"""Five lines each, of equal width."""
