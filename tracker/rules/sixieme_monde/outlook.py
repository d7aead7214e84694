"""Sixième Monde: the exact odds of a roll with the options at hand, for the dialogs and the log."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in
from tracker.rules.deed import Chance, Tone
from tracker.rules.sixieme_monde.d20_test import TEST
from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.inputs import D20Inputs
from tracker.rules.sixieme_monde.names import OUTCOMES
from tracker.rules.sixieme_monde.odds import at_least, before_counts, successes
from tracker.rules.sixieme_monde.scale import D20, cap_of, own_dice, zero_wins


@dataclass(frozen=True, slots=True)
class Outlook:
    """How likely a success is, by what a failure is met with."""

    plain: Fraction
    """Without any d6."""
    zero: Fraction
    """The same, with a result of exactly 0 where the house rule `zero` leaves it to the player."""
    own: Fraction
    """With one's own d6 against every failure."""
    pot: Fraction
    """With these, completed from the pot as it is."""
    cap: int
    """The d6 the skill lets throw at most."""

    def chances(self) -> tuple[Chance, ...]:
        """Give the outcomes, each without those before it: at once, by one's own dice, by those of the pot, failure."""
        chosen = (Chance("zero", text("0, the player’s pick"), self.zero - self.plain, Tone.MIXED),)
        return (
            Chance("success", text_in("sixième monde", "SUCCESS"), self.plain, Tone.GOOD),
            *(chosen if self.zero != self.plain else ()),
            Chance("own_dice", text("by own dice"), self.own - self.zero, Tone.MIXED),
            Chance("pot", text("by the pot"), self.pot - self.own, Tone.MIXED),
            Chance("failure", text_in("sixième monde", "FAILURE"), 1 - self.pot, Tone.BAD),
        )

    def odds(self) -> Mapping[str, Fraction]:
        """Give the chance of each outcome the dice themselves have, before anything is done about a failure."""
        shares = {"success": self.plain, "failure_undecided": 1 - self.plain}
        return {outcome: share for outcome, share in shares.items() if share}


def outlook_of(inputs: D20Inputs, rules: SixiemeRules, malus_dice: int, malus: int = 0) -> Outlook:
    """Give the odds of a roll before it is made; `malus` is a penalty that is known already.

    The script's policies, with the pot as it stands in place of one that never runs dry. No call is counted: its values
    are nobody's to guess from a number on the screen.
    """
    by_face = [TEST.before_d6(inputs, rules, face, malus) for face in range(1, D20 + 1)]
    counts = before_counts(by_face, malus_dice)
    cap, score, pot, zero = cap_of(inputs.score), inputs.score, inputs.pot, zero_wins(rules)

    def with_own(before: int) -> int:
        return own_dice(before, score)

    def with_pot(before: int) -> int:
        return min(cap, own_dice(before, score) + pot)

    def with_none(before: int) -> int:
        return 0

    plain = Fraction(*successes(counts, cap, with_none, False))
    either = Fraction(*successes(counts, cap, with_none, zero))
    own = Fraction(*successes(counts, cap, with_own, zero))
    return Outlook(plain, either, own, Fraction(*successes(counts, cap, with_pot, zero)), cap)


def turned(before: int, dice: int, rules: SixiemeRules) -> Fraction:
    """Give the chance that a number of d6 turns a failure standing at some result into a success."""
    return Fraction(at_least(dice, before + 1 - zero_wins(rules)), 6**dice)


def turned_chances(before: int, dice: int, rules: SixiemeRules) -> tuple[Chance, ...]:
    """Give the same as the two outcomes there are."""
    share = turned(before, dice, rules)
    return tuple(
        Chance(id, *OUTCOMES[id][:1], value, OUTCOMES[id][1])
        for id, value in (("success", share), ("failure", 1 - share))
    )


def success_at_once(inputs: D20Inputs, rules: SixiemeRules, malus_dice: int, malus: int = 0) -> Fraction:
    """Give the chance of a success without any d6."""
    counts = before_counts([TEST.before_d6(inputs, rules, face, malus) for face in range(1, D20 + 1)], malus_dice)
    return Fraction(sum(count for before, count in counts.items() if before < 0), sum(counts.values()))
