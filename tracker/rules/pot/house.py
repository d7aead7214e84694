"""POT: the house rules and what the reading of the text decides, apart from the sheet so that scripts start lean."""

from __future__ import annotations

from tracker.core.fields import flag, whole
from tracker.core.frozen import dataclass
from tracker.core.house import Rules
from tracker.core.text import text
from tracker.rules.procedure import MAX_DICE

MAX_BETS = 3
"""POT, Les paris: up to three."""
REUSE = 2
"""POT, Tester un talent: DIFF +2 for the second use in a round. READING: +2 more for each further one."""
TWICE = 2
"""POT, Action: RA and RR together never hold more than twice POT."""
CONDITIONAL_DICE = 1
"""POT, Action: one action die may be set aside for a conditional action."""
FREE_DICE = 1
"""POT, Tester un talent: one die more under the dominant attitude, not drawn from a reserve."""
FREE_DIE_ON_REACTIONS = True
"""READING: the free die belongs to the talent's attitude, so it is thrown on reactions too."""
FEWER_ON_REROLL = 1
"""POT, Tester un talent: x - 1 dice. READING: all of them anew, the free die counts in x, attitude is added again."""
START_POT = 4
"""OPEN: the text gives no number to begin with; its examples throw four dice."""
START_DIFF = 6
"""The DIFF of the text's own example; only what a form begins with."""
HARGNE = ("hargne", "pugnacity")
"""The attitude that orders the splitting, by the names it goes by in a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotRules(Rules):
    """House rules of a POT table: what the text leaves open, or plays otherwise than the published game."""

    free_die_over_cap: bool = flag(
        text("the free die comes on top of the crosses"),
        default=True,
        help=text("false: crosses limit all the dice thrown, the free one too"),
    )
    free_die_alone: bool = flag(text("the free die may be thrown alone"), help=text("without a die from a reserve"))
    untrained_dice: int = whole(
        text("dice without a cross"), default=1, low=0, high=1, help=text("0: only a dominant attitude gives a die")
    )
    max_rerolls: int = whole(
        text("rerolls of one test"), default=MAX_DICE, low=0, help=text("at most; each throws one die fewer")
    )
    all_ones_fail: bool = flag(text("a throw of nothing but ones fails"), help=text("as in the published game"))
    bets_force_bets: bool = flag(
        text("bets force bets"), default=True, help=text("an attack made with bets wants as many of the defence")
    )
