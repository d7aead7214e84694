"""Testing a talent in numbers, with its rerolls and bets (POT, Tester un talent, Les paris)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.core.fields import flag, whole, whole_or_none
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_n
from tracker.dice.pool import Faces, Pool
from tracker.rules.pot.best import SIDES, all_ones, best_of, failing
from tracker.rules.pot.house import FEWER_ON_REROLL, FREE_DICE, MAX_BETS, REUSE, PotRules
from tracker.rules.procedure import MAX_DICE, ROLLS, Json, Odds, Procedure, check_face, dice_expected, out_of_range


@dataclass(frozen=True, slots=True, kw_only=True)
class TalentInputs:
    """What the test of a talent comes to in numbers."""

    crosses: int = whole(text("crosses"), low=0, required=True, code="bad_crosses")
    spend: int = whole(text("dice from the reserve"), high=MAX_DICE, required=True)
    reserve: int = whole(text("dice in the reserve"), low=0, required=True, code="negative_dice")
    attitude: int = whole(text("points of the attitude"), low=0, required=True)
    diff: int = whole(text("DIFF"), required=True, help=text("before bets and earlier uses"))
    dominant: bool = flag(text("dominant attitude"), help=text("one free die"))
    trained_only: bool = flag(text("only with a cross"))
    untrained_dice: int | None = whole_or_none(
        text("dice without a cross"), low=0, high=1, help=text("left out: as the house rules say")
    )
    bets: int = whole(text("bets"), low=0, high=MAX_BETS, code="bad_bets")
    forced_bets: int = whole(text("forced bets"), low=0, high=MAX_BETS, code="bad_bets")
    prior_uses: int = whole(text("earlier uses this round"), low=0, code="bad_prior_uses")


class TalentTest(Procedure[TalentInputs]):
    """The test of a talent: dice from a reserve, best and equals, attitude, DIFF, and rerolls with one die fewer."""

    id = "talent"
    inputs = TalentInputs
    dice = ROLLS

    def check_input(self, name: str, inputs: TalentInputs, rules: PotRules) -> None:
        """Refuse a negative number of dice."""
        if name == "spend" and inputs.spend < 0:
            expected = text("a whole number, {low} or more", low=0)
            raise out_of_range("must_spend_a_die", text("dice from the reserve"), expected, inputs.spend, name)

    def cap(self, inputs: TalentInputs, rules: PotRules) -> int:
        """Give how many dice may be drawn from the reserve: the crosses.

        READING: without a cross, one die (`untrained_dice`), for testing is allowed; the least certain decision here.
        """
        if inputs.crosses:
            return inputs.crosses
        return rules.untrained_dice if inputs.untrained_dice is None else inputs.untrained_dice

    def least(self, inputs: TalentInputs, rules: PotRules) -> int:
        """Give how many dice must be drawn: one, or none where the free die may or must be thrown alone."""
        alone = inputs.dominant and (rules.free_die_alone or self.cap(inputs, rules) == 0)
        return 0 if alone else 1

    def free(self, inputs: TalentInputs, rules: PotRules) -> int:
        """Give how many dice are thrown without being drawn.

        Where `free_die_over_cap` is off a talent of one cross has no room for it beside the die that must be drawn.
        """
        has_room = rules.free_die_over_cap or inputs.spend == 0 or self.cap(inputs, rules) > 1
        return FREE_DICE if inputs.dominant and has_room else 0

    def count(self, inputs: TalentInputs, rules: PotRules) -> int:
        """Give the number of dice of the first throw."""
        return inputs.spend + self.free(inputs, rules)

    def raised(self, inputs: TalentInputs) -> int:
        """Give the DIFF with bets and earlier uses (POT, Tester un talent, Les paris)."""
        return inputs.diff + inputs.bets + REUSE * inputs.prior_uses

    def check(self, inputs: TalentInputs, rules: PotRules) -> None:
        """Refuse what the rules forbid: no cross, no die, too many dice, too few bets; then what is not held."""
        if inputs.trained_only and not inputs.crosses:
            message = text("this talent cannot be tested without a cross")
            raise Refusal("talent_needs_cross", message, input="crosses")
        if inputs.spend < self.least(inputs, rules):
            message = text("at least one die is drawn from the reserve")
            raise Refusal("must_spend_a_die", message, input="spend")
        cap = self.cap(inputs, rules)
        counted = inputs.spend if rules.free_die_over_cap or cap == 0 else self.count(inputs, rules)
        if counted > cap:
            raise _over_crosses(cap, counted, free=counted - inputs.spend)
        if inputs.bets < inputs.forced_bets:
            message = text_n(
                "the attack forces {count} bet, not {found}",
                "the attack forces {count} bets, not {found}",
                inputs.forced_bets,
                found=inputs.bets,
            )
            raise Refusal("must_match_bets", message, input="bets")
        if inputs.spend > inputs.reserve:
            message = text_n(
                "the reserve holds {count} die, not {found}",
                "the reserve holds {count} dice, not {found}",
                inputs.reserve,
                found=inputs.spend,
            )
            raise Refusal("reserve_too_small", message, input="spend")

    def pools(self, inputs: TalentInputs, rules: PotRules) -> tuple[Pool, ...]:
        """Give the dice of the first throw; rerolls are thrown once it has failed."""
        return (Pool(self.count(inputs, rules)),)

    def faces_of(self, inputs: TalentInputs, rules: PotRules, dice: Json) -> Faces:
        """Read the rolls. Refuses `already_success`, `no_die_left`, a wrong number of dice, then `bad_face`.

        A success is seen where all rolls up to it have the dice and the faces they should.
        """
        rolls: Any = dice
        if not rolls:
            raise _wrong_count(self.count(inputs, rules), 0)
        self._check_success(inputs, rules, rolls[:-1])
        for n, roll in enumerate(rolls):
            left = dice_after(self.count(inputs, rules), n, rules)
            if n and left < 1:
                raise no_die_left()
            if len(roll) != left:
                raise _wrong_count(left, len(roll))
        for roll in rolls:
            for face in roll:
                check_face(face, SIDES)
        return {str(n): tuple(roll) for n, roll in enumerate(rolls)}

    def _check_success(self, inputs: TalentInputs, rules: PotRules, before: Sequence[Sequence[int]]) -> None:
        """Refuse a roll after a success; `before` are the rolls that another follows."""
        for n, roll in enumerate(before):
            left = dice_after(self.count(inputs, rules), n, rules)
            if not left or len(roll) != left or not all(1 <= face <= SIDES for face in roll):
                return
            if succeeds(tuple(roll), inputs.attitude, self.raised(inputs), rules):
                raise already_success()

    def read(self, inputs: TalentInputs, rules: PotRules, faces: Faces) -> dict[str, Any]:
        """Read all rolls, the last of which decides."""
        rolls = tuple(faces.values())
        diff = self.raised(inputs)
        values = [best_of(roll) for roll in rolls]
        totals = [best + extra + inputs.attitude for best, extra in values]
        success = succeeds(rolls[-1], inputs.attitude, diff, rules)
        count = self.count(inputs, rules)
        return {
            "n_dice": count,
            "diff": diff,
            "best": values[-1][0],
            "extra": values[-1][1],
            "totals": totals,
            "total": totals[-1],
            "outcome": "success" if success else "failure",
            "bets_won": inputs.bets if success else 0,
            "can_reroll": not success and dice_after(count, len(rolls), rules) > 0,
            "reserve_after": inputs.reserve - inputs.spend,
        }

    def odds(self, inputs: TalentInputs, rules: PotRules) -> Odds:
        """Give the exact chance of success with all rerolls used."""
        return odds_after(self.count(inputs, rules), 0, self.raised(inputs) - inputs.attitude, rules)


def succeeds(roll: tuple[int, ...], attitude: int, diff: int, rules: PotRules) -> bool:
    """Say whether one throw reaches DIFF: equal is enough (POT, Tester un talent).

    Text: 1, 1, 1 is worth 3; the house rule `all_ones_fail` fails it, as the published game does.
    """
    best, extra = best_of(roll)
    return best + extra + attitude >= diff and not (rules.all_ones_fail and all_ones(roll))


def ones_fact(roll: tuple[int, ...], reached: bool, rules: PotRules) -> dict[str, bool]:
    """Give what the log keeps of a throw that reached DIFF and failed all the same, for it showed only ones."""
    return {"all_ones": True} if reached and rules.all_ones_fail and all_ones(roll) else {}


def dice_after(dice: int, rolls: int, rules: PotRules) -> int:
    """Give how many dice the next throw has, after some rolls; 0 when nothing is left to throw."""
    return max(0, dice - FEWER_ON_REROLL * rolls) if rolls <= rules.max_rerolls else 0


def odds_after(dice: int, rolls: int, needed: int, rules: PotRules) -> Odds:
    """Give the chance of success from the next throw on, with all rerolls used; `needed` is DIFF without attitude."""
    from fractions import Fraction  # here: a resolved line never needs it, and it loads decimal

    fails = throws = 1
    while (left := dice_after(dice, rolls, rules)) > 0:
        fails *= failing(left, needed, rules.all_ones_fail)
        throws *= SIDES**left
        rolls += 1
    failure = Fraction(fails, throws)
    return {name: share for name, share in (("success", 1 - failure), ("failure", failure)) if share}


def throw_odds(dice: int, needed: int, rules: PotRules) -> Odds:
    """Give the chance of success of one throw alone, as the log keeps it beside what that throw came to."""
    from fractions import Fraction

    failure = Fraction(failing(dice, needed, rules.all_ones_fail), SIDES**dice)
    return {name: share for name, share in (("success", 1 - failure), ("failure", failure)) if share}


def already_success() -> Refusal:
    """Give the refusal of a reroll after a success."""
    return Refusal("already_success", text("the test has succeeded already; nothing is thrown again"), input="dice")


def no_die_left() -> Refusal:
    """Give the refusal of a reroll without dice, or beyond the house rule `max_rerolls`."""
    return Refusal("no_die_left", text("no die is left for a reroll"), input="dice")


def _over_crosses(most: int, found: int, free: int) -> Refusal:
    """Give the refusal of more dice than there are crosses; `free` of those found are not drawn, and count too."""
    if free:
        message = text("crosses allow {most} dice, the free one among them, not {found}", most=most, found=found)
    else:
        message = text_n(
            "crosses allow {count} die, not {found}", "crosses allow {count} dice, not {found}", most, found=found
        )
    return Refusal("over_crosses", message, input="spend")


def _wrong_count(expected: int, found: int) -> Refusal:
    return Refusal("bad_dice_count", dice_expected(expected, found), input="dice")


TALENT = TalentTest()
