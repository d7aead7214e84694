"""Numbers and quotation marks as each language writes them."""

from __future__ import annotations

from fractions import Fraction

NO_BREAK = "\u00a0"
_QUOTES = {"fr": (f"«{NO_BREAK}", f"{NO_BREAK}»"), "en": ("“", "”")}


def quoted(words: str, language: str) -> str:
    """Put words between the quotation marks of the language."""
    opening, closing = _QUOTES.get(language, _QUOTES["en"])
    return f"{opening}{words}{closing}"


def percent(share: Fraction, language: str) -> str:
    """Write a probability in per cent with at most one decimal; only nothing is 0 and only certainty is 100."""
    sign = "" if share in (0, 1) else "<" if share < Fraction(1, 2000) else ">" if share > Fraction(1999, 2000) else ""
    nearest = Fraction(1, 1000) if sign == "<" else Fraction(999, 1000) if sign == ">" else share
    tenths = int(nearest * 1000 + Fraction(1, 2))
    return f"{sign}{NO_BREAK if sign else ''}{decimal(Fraction(tenths, 10), language)}" + (
        f"{NO_BREAK}%" if language == "fr" else "%"
    )


def decimal(number: Fraction, language: str) -> str:
    """Write a number of tenths with the decimal sign of the language; a whole one without decimals."""
    tenths = int(number * 10)
    whole, rest = divmod(abs(tenths), 10)
    mark = "," if language == "fr" else "."
    return f"{'-' if tenths < 0 else ''}{whole}{f'{mark}{rest}' if rest else ''}"
