"""How much of a thing the players see."""

from __future__ import annotations

from typing import Literal

from tracker.core.text import text, text_in

Visibility = Literal["shown", "name", "hidden"]

VISIBILITIES = {
    "shown": text_in("visibility", "shown"),
    "name": text_in("visibility", "name only"),
    "hidden": text_in("visibility", "hidden"),
}
SECRET_ROLL = "secret_roll"
"""The `roll` of the one line that an announced secret roll leaves."""
SECRET_ROLL_SAID = text("secret roll")
