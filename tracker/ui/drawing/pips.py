"""Small numbers as pips: `◆◆◆◇`."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=512)
def pips(value: int, maximum: int | None, room: int, ascii: bool) -> tuple[str, str]:
    """Give the lit part and the dim part of a number drawn as pips, together at most `room` cells.

    With a maximum the pips that miss are dim. When there are too many for the room a number takes their place: `◆×12`
    and dim `/20`, then `12`, then `+` for a number that does not fit. Below zero is drawn as zero.
    """
    lit, dim, times, more = ("*", ".", "x", "+") if ascii else ("◆", "◇", "×", "+")
    held = max(value, 0)
    missing = max((maximum or 0) - held, 0)
    limit = "" if maximum is None else f"/{max(maximum, 0)}"
    tries = (
        (lit * held, dim * missing),
        (f"{lit}{times}{held}", limit),
        (f"{held}", limit),
        (f"{lit}{times}{held}", ""),
        (f"{held}", ""),
        (more, ""),
    )
    for drawn in tries:
        if sum(map(len, drawn)) <= room:
            return drawn
    return "", ""
