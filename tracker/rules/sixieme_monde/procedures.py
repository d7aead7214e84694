"""Sixième Monde in numbers: every roll and count of the rules, as scripts and dialogs use them.

Source: the page `principes:lancer_les_des` of the game's wiki as it stood on 29 January 2015, step by step; what it
leaves open comes from later pages, named beside the constants of `scale`, or is a house rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tracker.dice.distribution import chances
from tracker.dice.pool import Faces, Pool
from tracker.rules.procedure import Json, Odds, Procedure, check_face
from tracker.rules.sixieme_monde.d20_test import TEST as TEST
from tracker.rules.sixieme_monde.d20_test import faces_given
from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.inputs import LevelInputs, MalusThrow, MarginsInputs, NoInputs
from tracker.rules.sixieme_monde.odds import d6_sums
from tracker.rules.sixieme_monde.refusals import check_malus_count
from tracker.rules.sixieme_monde.scale import level_of, margins_of

RULES = SixiemeRules


class Malus(Procedure[NoInputs]):
    """The storyteller's penalty dice, added up (text, step 2)."""

    id = "malus"
    inputs = NoInputs
    inputs_to_throw = MalusThrow

    def pools(self, inputs: NoInputs, rules: SixiemeRules) -> tuple[Pool, ...]:
        """Give the dice the program throws."""
        return (Pool(inputs.n if isinstance(inputs, MalusThrow) else 0),)

    def faces_of(self, inputs: NoInputs, rules: SixiemeRules, dice: Json) -> Faces:
        """Read as many faces as a script gives, up to four."""
        faces = faces_given(dice)
        check_malus_count(len(faces), "dice")
        for face in faces:
            check_face(face, 6)
        return {"dice": faces}

    def read(self, inputs: NoInputs, rules: SixiemeRules, faces: Faces) -> dict[str, Any]:
        """Give the sum."""
        return {"malus": sum(faces["dice"])}

    def odds(self, inputs: NoInputs, rules: SixiemeRules) -> Odds:
        """Give the exact chance of each sum."""
        sums = d6_sums(inputs.n if isinstance(inputs, MalusThrow) else 0)
        return chances({str(total): count for total, count in enumerate(sums)})


class Margins(Procedure[MarginsInputs]):
    """Full margins of a result, of either sign (lexique:marge, April 2015)."""

    id = "margins"
    inputs = MarginsInputs
    dice: ClassVar[None] = None

    def read(self, inputs: MarginsInputs, rules: SixiemeRules, faces: Faces) -> dict[str, Any]:
        """Give them."""
        return {"margins": margins_of(inputs.result)}


class AddonLevel(Procedure[LevelInputs]):
    """The level of an addon, by its bonus."""

    id = "addon_level"
    inputs = LevelInputs
    dice: ClassVar[None] = None

    def read(self, inputs: LevelInputs, rules: SixiemeRules, faces: Faces) -> dict[str, Any]:
        """Give it."""
        return {"level": level_of(inputs.bonus)}


MALUS = Malus()
MARGINS = Margins()
ADDON_LEVEL = AddonLevel()

PROCEDURES: Mapping[str, Procedure[Any]] = {each.id: each for each in (MALUS, MARGINS, ADDON_LEVEL, TEST)}
