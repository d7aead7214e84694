"""Sixième Monde: the house rules, apart from the sheet so that scripts start without loading it."""

from __future__ import annotations

from typing import Literal

from tracker.core.fields import choice, flag, whole, whole_or_choice
from tracker.core.frozen import dataclass
from tracker.core.house import Rules
from tracker.core.text import text, text_in

ZERO = {
    "failure": text_in("result of zero", "a failure"),
    "player": text_in("result of zero", "as the player likes"),
}
SEATS = {"seats": text_in("common pot", "4, 3, 2 and 1 dice by seat")}


@dataclass(frozen=True, slots=True, kw_only=True)
class SixiemeRules(Rules):
    """House rules of a Sixième Monde table."""

    call_uses_bonus: bool = flag(text("an answer to a call counts the bonus of the addon, not its level"))
    d6_always: bool = flag(text("dice of the pot may be thrown on a success too"))
    zero: Literal["failure", "player"] = choice(
        text("a result of exactly 0"), ZERO, default="failure", help=text("the player may choose, on a late page")
    )
    max_companions: int = whole(text("companions who may support one roll"), default=1, low=0)
    pot_start: int | str = whole_or_choice(
        text("dice in the common pot at the start of a session"), SEATS, low=0, help=text("0 leaves what is in it")
    )
    pot_gift_capped: bool = flag(text("an accepted failure puts no more dice into the pot than the skill allows"))
