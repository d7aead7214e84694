"""Sixième Monde: what scores, results and addons are worth. Pure arithmetic, shared by scripts and dialogs."""

from __future__ import annotations

from typing import Literal

from tracker.rules.sixieme_monde.house import SixiemeRules

Tier = Literal["nullissime", "amateur", "professionnelle", "brutasse"]

D20 = 20
MAX_MALUS = 4
"""Penalty dice the storyteller may impose (text, step 2: 1 to 4)."""
LOW_SCORE, HIGH_SCORE = -27, 9
"""The best and the worst score of a skill (text: +9 to -27)."""
MAX_BONUS = 9
"""Addons are worth 1 to 9 (pages of September 2015)."""
MARGIN = 5
"""Points of a full margin (lexique:marge, April 2015)."""
POINTS_A_LEVEL = 3
"""READING: 1-3 is level 1, 4-6 level 2, 7-9 level 3; no page states the formula."""
ACTIVATION = 1
"""Karma paid for each trick switched on (text)."""
SEAT_DICE = (4, 3, 2, 1)
"""Dice each seat brings to the pot under `pot_start = "seats"`; READING: from the fifth seat on none."""
CAPS: dict[Tier, int] = {"nullissime": 4, "amateur": 3, "professionnelle": 2, "brutasse": 1}
"""The most d6 thrown against a failure (text)."""


def tier_of(score: int) -> Tier:
    """Give the tier of a score, -27 to +9 (text: +9 to 0, -1 to -9, -10 to -19, -20 to -27)."""
    if score >= 0:
        return "nullissime"
    return "amateur" if score >= -9 else "professionnelle" if score >= -19 else "brutasse"


def cap_of(score: int) -> int:
    """Give the most d6 that a skill lets throw, 1 to 4."""
    return CAPS[tier_of(score)]


def level_of(bonus: int) -> int:
    """Give the level, 1 to 3, of an addon of a bonus from 1 to 9."""
    return -(-bonus // POINTS_A_LEVEL)


def answer_worth(bonus: int, uses_bonus: bool) -> int:
    """Give what an addon takes off the total where it answers a call: its level, or its bonus by the house rule."""
    return bonus if uses_bonus else level_of(bonus)


def margins_of(result: int) -> int:
    """Give the full margins of a result, negative for a success: +7 is 1, +4 and -3 are 0, -18 is -3."""
    return result // MARGIN if result >= 0 else -(-result // MARGIN)


def failed_margins(before: int) -> int:
    """Give the full margins a failure gives dice for: 0 on a success."""
    return max(0, margins_of(before))


def own_dice(before: int, score: int) -> int:
    """Give the dice of one's own against a failure: one for each full margin, up to the cap of the tier."""
    return min(failed_margins(before), cap_of(score))


def gift(before: int, score: int, rules: SixiemeRules) -> int:
    """Give the dice an accepted failure puts into the common pot.

    READING: the tier does not limit them, unless the house rule `pot_gift_capped` does.
    """
    return own_dice(before, score) if rules.pot_gift_capped else failed_margins(before)


def zero_wins(rules: SixiemeRules) -> bool:
    """Say whether a player who refuses a failure may count a result of exactly 0 as a success."""
    return rules.zero == "player"


def pot_at_start(rules: SixiemeRules, pot: int, seats: int) -> int:
    """Give the dice in the pot when a session starts with a number of players at the table.

    READING: 0 leaves what is in it, anything else is what the pot then holds.
    """
    dice = sum(SEAT_DICE[:seats]) if isinstance(rules.pot_start, str) else rules.pot_start
    return dice if dice else pot
