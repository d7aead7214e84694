"""POT: the character sheet, and where the round stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tracker.core.campaign import Shape, Table
from tracker.core.character import Character
from tracker.core.fields import choice, flag, levels, line, lines, records, whole
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in
from tracker.rules.pot.house import CONDITIONAL_DICE, START_POT, PotRules

Phase = Literal["none", "split", "act"]

PHASES = {
    "none": text_in("phase", "between rounds"),
    "split": text_in("phase", "splitting the dice"),
    "act": text_in("phase", "acting"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Talent:
    """One talent of a sheet, under one of its attitudes (POT, Tester un talent)."""

    name: str = line(text("name"), required=True)
    attitude: str = line(text("attitude"), help=text("one of the sheet’s attitudes"))
    crosses: int = whole(text("crosses"), low=0, help=text("the most dice that may be drawn"))
    trained_only: bool = flag(text("only with a cross"), help=text("incantations, divination"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PotTable(Table):
    """Where the round stands."""

    round: int = whole(text("round"), low=0, told=False)
    phase: Phase = choice(text("phase"), PHASES, default="none", told=False)
    acting: str = line(text("whose turn it is"), told=False, help=text("the id of a character"))
    done: tuple[str, ...] = lines(text("who has had the turn in this phase"), told=False)
    aside: tuple[str, ...] = lines(text("who has set a die aside this round"), told=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PotCharacter(Character):
    """A POT character sheet."""

    pot: int = whole(text("POT"), default=START_POT, low=1, help=text("new dice each round"))
    ra: int = whole(text("RA"), low=0, help=text("dice for actions"))
    rr: int = whole(text("RR"), low=0, help=text("dice for reactions"))
    attitudes: Mapping[str, int] = levels(text("attitudes"), low=0, grows=True)
    dominant: str = line(text("dominant attitude"), help=text("gives a free die"))
    talents: Mapping[str, Talent] = records(text("talents"), Talent)
    uses: Mapping[str, int] = levels(
        text("uses this round"),
        low=0,
        edited=False,
        told=False,
        help=text("by the id of the talent"),
    )
    conditional: int = whole(text("conditional die"), low=0, high=CONDITIONAL_DICE)
    conditional_when: str = line(text("its condition"))


SHAPE = Shape(PotCharacter, PotRules, PotTable)
