"""Sixième Monde: the roll of the d20 in numbers, from the die to the d6 thrown against a failure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tracker.core.fields import Spec
from tracker.core.refusal import Refusal
from tracker.dice.distribution import chances
from tracker.dice.pool import Faces, Pool
from tracker.rules.procedure import Json, Odds, Procedure, Throw, check_face
from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.inputs import D20_DICE, D20Inputs, D20Odds, D20Throw, Policy
from tracker.rules.sixieme_monde.odds import before_counts, successes
from tracker.rules.sixieme_monde.refusals import (
    check_cap,
    check_companions,
    check_d6_count,
    check_karma,
    check_malus_count,
    check_pot,
    no_call,
    no_d6,
    no_dice_allowed,
)
from tracker.rules.sixieme_monde.scale import (
    ACTIVATION,
    D20,
    MAX_MALUS,
    answer_worth,
    cap_of,
    failed_margins,
    gift,
    margins_of,
    own_dice,
    tier_of,
    zero_wins,
)


class D20Test(Procedure[D20Inputs]):
    """The roll of the d20, from the die to the dice thrown against a failure (text, steps 1 to 7).

    What the rules forbid here mostly hangs on the d20, so it is refused once the faces are known, in the same order:
    forbidden, not payable, number of dice, faces. A d20 that no die shows calls nobody; with it, or with a penalty die
    that no die shows, nothing has failed or succeeded.
    """

    id = "test"
    inputs = D20Inputs
    inputs_to_throw = D20Throw
    inputs_for_odds = D20Odds
    dice: ClassVar[Spec | None] = D20_DICE

    def inputs_with(self, dice: Json) -> type[D20Inputs]:
        """Take the number of penalty dice only where the dice themselves are not given."""
        return D20Inputs if isinstance(dice, Mapping) and "malus" in dice else D20Throw

    def check(self, inputs: D20Inputs, rules: SixiemeRules) -> None:
        """Refuse, for the odds, what is refused whatever the dice show."""
        if isinstance(inputs, D20Odds):
            check_companions(len(inputs.companions), rules)
            check_karma(self.karma_cost(inputs), inputs.karma)

    def pools(self, inputs: D20Inputs, rules: SixiemeRules) -> tuple[Pool, ...]:
        """Give the dice of the first throw."""
        malus = inputs.malus_dice if isinstance(inputs, D20Throw) else 0
        return (Pool(1, D20, "d20"), *((Pool(malus, 6, "malus"),) if malus else ()))

    def thrown(self, inputs: D20Inputs, rules: SixiemeRules, dice: Json, throw: Throw) -> Json:
        """Throw what a script leaves out; the d6 of a refused failure come last, as many as there are."""
        shown = super().thrown(inputs, rules, dice, throw)
        assert isinstance(shown, dict)
        if dice is None:
            shown.setdefault("malus", [])
        if inputs.choice == "refuse" and "d6" not in shown:
            before = self.sound_before(inputs, rules, shown)
            rolled = 0 if before is None else self.rolled(inputs, before)
            if rolled and self.refusal_of(inputs, rules, shown) is None:
                shown["d6"] = list(throw(rolled, 6))
        return shown

    def faces_of(self, inputs: D20Inputs, rules: SixiemeRules, dice: Json) -> Faces:
        """Read the faces a script gives; refuses the first fault."""
        refusal = self.refusal_of(inputs, rules, dice)
        if refusal is not None:
            raise refusal
        d20, malus, d6 = _shown(dice)
        before = self.sound_before(inputs, rules, dice)
        if inputs.choice == "refuse" and before is not None:
            check_d6_count(len(d6), self.rolled(inputs, before))
        check_malus_count(len(malus), "dice.malus")
        check_face(d20, D20)
        for face in (*malus, *d6):
            check_face(face, 6)
        return {"d20": (d20,), "malus": malus, "d6": d6}

    def refusal_of(self, inputs: D20Inputs, rules: SixiemeRules, dice: Json) -> Refusal | None:
        """Give why the rules forbid the roll or it cannot be paid, before the dice are counted; None: it may be."""
        d20, _, d6 = _shown(dice)
        try:
            if 1 <= d20 <= D20:
                self._check_call(inputs, d20)
            check_companions(len(inputs.companions), rules)
            self.check_choice(inputs, rules, self.sound_before(inputs, rules, dice), d6)
            check_karma(self.karma_cost(inputs), inputs.karma)
            check_pot(inputs.pot_draw, inputs.pot)
        except Refusal as refusal:
            return refusal
        return None

    def _check_call(self, inputs: D20Inputs, d20: int) -> None:
        """Refuse an answer to a call that the raw die does not make."""
        if inputs.call is not None and d20 not in inputs.call_values:
            raise no_call("", "call")
        for n, companion in enumerate(inputs.companions):
            if d20 not in companion.call_values:
                raise no_call(companion.name, f"companions.{n}")

    def check_choice(
        self, inputs: D20Inputs, rules: SixiemeRules, before: int | None, d6: tuple[int, ...] = ()
    ) -> None:
        """Refuse what cannot be done with a result.

        That is: a choice on a success but for what `d6_always` allows, d6 where no failure is refused, more dice than
        the tier lets throw, and none at all. Of a result that is none (None) only what is so whatever it is.
        """
        always = rules.d6_always if inputs.d6_always is None else inputs.d6_always
        refused = inputs.choice == "refuse"
        success = before is not None and before < 0
        if success and inputs.choice is not None and not (refused and always):
            raise no_dice_allowed("choice")
        if not refused:
            if d6 or inputs.pot_draw:
                raise no_dice_allowed("pot_draw" if inputs.pot_draw else "dice.d6")
            return
        rolled = inputs.pot_draw if before is None else self.rolled(inputs, before)
        check_cap(rolled, cap_of(inputs.score))
        if rolled == 0 and before is not None and not (before == 0 and zero_wins(rules)):
            raise no_d6(success)

    def karma_cost(self, inputs: D20Inputs) -> int:
        """Give the karma paid for the tricks switched on."""
        return ACTIVATION * sum(trick.activate for trick in inputs.tricks)

    def rolled(self, inputs: D20Inputs, before: int) -> int:
        """Give the d6 thrown against a failure: one's own, completed from the pot (text, step 7)."""
        return own_dice(before, inputs.score) + inputs.pot_draw

    def sound_before(self, inputs: D20Inputs, rules: SixiemeRules, dice: Json) -> int | None:
        """Give the result before the d6, or None where the d20 or a penalty die is none."""
        d20, malus, _ = _shown(dice)
        if not 1 <= d20 <= D20 or len(malus) > MAX_MALUS or not all(1 <= face <= 6 for face in malus):
            return None
        return self.before_d6(inputs, rules, d20, sum(malus))

    def before_d6(self, inputs: D20Inputs, rules: SixiemeRules, d20: int, malus: int) -> int:
        """Give the result before the d6 (text, steps 1 to 6); an answer counts where the d20 calls."""
        total = d20 + malus + inputs.score - sum(trick.bonus for trick in inputs.tricks)
        if inputs.call is not None and d20 in inputs.call_values:
            total -= answer_worth(inputs.call.bonus, _uses_bonus(inputs.call.call_uses_bonus, rules))
        for companion in inputs.companions:
            if d20 in companion.call_values:
                total -= answer_worth(companion.bonus, _uses_bonus(companion.call_uses_bonus, rules))
        return total

    def read(self, inputs: D20Inputs, rules: SixiemeRules, faces: Faces) -> dict[str, Any]:
        """Read the dice: the running sum, its tier and margins, and what the choice makes of a failure."""
        before = self.before_d6(inputs, rules, faces["d20"][0], sum(faces.get("malus", ())))
        refused = inputs.choice == "refuse"
        total = before - sum(faces.get("d6", ())) if refused else before
        won = total < 0 or (total == 0 and refused and zero_wins(rules))
        pot = inputs.pot
        if inputs.choice == "accept":
            pot += gift(before, inputs.score, rules)
        elif refused:
            pot -= inputs.pot_draw
        read: dict[str, Any] = {
            "before_d6": before,
            "tier": tier_of(inputs.score),
            "cap": cap_of(inputs.score),
            "margins": failed_margins(before),
            "karma_after": inputs.karma - self.karma_cost(inputs),
            "total": total,
            "outcome": "success" if won else "failure_undecided" if inputs.choice is None else "failure",
            "pot_after": pot,
        }
        if refused:
            read |= {"own_dice": own_dice(before, inputs.score), "rolled": self.rolled(inputs, before)}
        if won:
            read["success_margins"] = -margins_of(total)
        return read

    def odds(self, inputs: D20Inputs, rules: SixiemeRules) -> Odds:
        """Give the exact chance of success and failure by the policy.

        READING: a player who may choose at exactly 0 takes the success.
        """
        policy: Policy = inputs.policy if isinstance(inputs, D20Odds) else "accept"
        malus = inputs.malus_dice if isinstance(inputs, D20Throw) else 0
        counts = before_counts([self.before_d6(inputs, rules, face, 0) for face in range(1, D20 + 1)], malus)
        cap, score = cap_of(inputs.score), inputs.score

        def dice_for(before: int) -> int:
            match policy:
                case "accept":
                    return 0
                case "own_dice":
                    return own_dice(before, score)
                case "full_cap":
                    return cap

        won, all = successes(counts, cap, dice_for, zero_wins(rules))
        return chances({"success": won, "failure": all - won})


def _uses_bonus(said: bool | None, rules: SixiemeRules) -> bool:
    return rules.call_uses_bonus if said is None else said


def faces_given(given: Any) -> tuple[int, ...]:
    """Give the faces of a list whose type has been checked; none where it was left out."""
    return tuple(given) if isinstance(given, (list, tuple)) else ()


def _shown(dice: Json) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Give the d20, the penalty dice and the d6 of dice whose types have been checked; 0 for a d20 left out."""
    shown: Mapping[str, Any] = dice if isinstance(dice, Mapping) else {}
    return shown.get("d20", 0), faces_given(shown.get("malus")), faces_given(shown.get("d6"))


TEST = D20Test()
