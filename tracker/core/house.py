"""House rules: what every system's `[rules]` table has in common.

Apart from the campaign so that `tracker resolve` starts without loading it.
"""

from __future__ import annotations

from typing import Literal

from tracker.core.fields import choice, whole
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in
from tracker.core.visibility import VISIBILITIES

STRESS_FULL = {
    "clear": text_in("full stress", "cleared, the character is taken out"),
    "stay": text_in("full stress", "stays full"),
}
SECRET_ROLLS = {
    "silent": text_in("secret rolls", "leave nothing on the players’ screen"),
    "announced": text_in("secret rolls", "leave one line “secret roll”"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """House rules that every system has; a system adds its own."""

    stress_size: int = whole(text("size of the stress clock"), default=4, low=1, high=20)
    stress_full: Literal["clear", "stay"] = choice(
        text("when the last segment of stress is filled"), STRESS_FULL, default="stay"
    )
    secret_rolls: Literal["silent", "announced"] = choice(text("secret rolls"), SECRET_ROLLS, default="silent")
    new_clock_visibility: Literal["shown", "name", "hidden"] = choice(
        text("visibility of a new clock"), VISIBILITIES, default="shown"
    )
