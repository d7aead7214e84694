"""Typographic signs in plain ASCII, for terminals and encodings that have no others."""

from __future__ import annotations

_PLAIN = str.maketrans(
    {
        "→": "->",
        "←": "<-",
        "↑": "^",
        "↓": "v",
        "…": "...",
        "·": "-",
        "’": "'",
        "‘": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
        "−": "-",
        "×": "x",
        "±": "+/-",
        "œ": "oe",
        "Œ": "OE",
        "æ": "ae",
        "Æ": "AE",
        "\u00a0": " ",
        "\u202f": " ",
    }
)


def plain_signs(words: str) -> str:
    """Give words with their typographic signs and joined letters in ASCII; accents and other scripts stay."""
    return words.translate(_PLAIN)
