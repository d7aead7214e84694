"""3D6 in numbers: actions of a whole group (3D6, Actions de groupe)."""

from __future__ import annotations

from typing import Any, Literal

from tracker.core.fields import Kind, Spec, flag, wholes
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.distribution import chances
from tracker.dice.pool import Faces, Pool
from tracker.rules.procedure import Json, Odds, Procedure
from tracker.rules.systeme_3d6.count import SIDES, majority
from tracker.rules.systeme_3d6.house import KittenRules
from tracker.rules.systeme_3d6.inputs import (
    MOST_COUNTED,
    OpenInputs,
    Outcome,
    check_all_rerolls,
    check_dice,
    check_granted,
    check_unrolled,
    counts_of,
    dice_of,
    difficulty_input,
    outcome_of,
    pool_of,
    rolled,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(OpenInputs):
    """One of a group, with the dice where they are given."""

    pays_cost: bool = flag(text("takes complications to succeed"))
    dice: tuple[int, ...] = wholes(text("dice"))


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupInputs:
    """What all of a group roll against (3D6, Actions de groupe)."""

    difficulty: int = difficulty_input()
    entries: tuple[Member, ...] = ()


class GroupAction(Procedure[GroupInputs]):
    """Everybody rolls against the same difficulty; if the majority succeeds all do (3D6, Actions de groupe).

    READING: exactly half is a failure; who has too few successes counts only if she pays with complications.
    """

    id = "group"
    inputs = GroupInputs
    dice = Spec(Kind.ROWS, text("members"), record=Member)
    entries = "entries"

    def check(self, inputs: GroupInputs, rules: KittenRules) -> None:
        """Refuse rerolls of dice there are not, a group of nobody, and rerolls not granted."""
        for n, entry in enumerate(inputs.entries):
            check_dice(entry, f"dice.{n}.")
        if not inputs.entries:
            raise Refusal("no_members", text("a group needs members"), input="dice")
        for n, entry in enumerate(inputs.entries):
            check_granted(entry, f"dice.{n}.")

    def pools(self, inputs: GroupInputs, rules: KittenRules) -> tuple[Pool, ...]:
        """Give the dice of each member."""
        return tuple(pool_of(entry, str(n)) for n, entry in enumerate(inputs.entries))

    def faces_of(self, inputs: GroupInputs, rules: KittenRules, dice: Json) -> Faces:
        """Read the faces; then refuse rerolls of dice that succeed, and paying where there is no choice."""
        faces = super().faces_of(inputs, rules, dice)
        check_all_rerolls(inputs.entries, faces)
        for n, entry in enumerate(inputs.entries):
            is_given = len(entry.dice) > 0  # who is thrown for pays where it turns out that there is a choice
            if entry.pays_cost and is_given and self._outcome(inputs, n, rules, faces) != "choice":
                raise cannot_pay(f"dice.{n}.pays_cost")
        return faces

    def read(self, inputs: GroupInputs, rules: KittenRules, faces: Faces) -> dict[str, Any]:
        """Count who passes."""
        members = len(inputs.entries)
        outcomes = [self._outcome(inputs, n, rules, faces) for n in range(members)]
        passed = sum(
            outcome == "success" or (outcome == "choice" and entry.pays_cost)
            for outcome, entry in zip(outcomes, inputs.entries, strict=True)
        )
        return {
            "passed": passed,
            "members": members,
            "group": group_outcome(passed, members),
            "triples": [rolled(entry, faces[str(n)], rules).triple for n, entry in enumerate(inputs.entries)],
        }

    def odds(self, inputs: GroupInputs, rules: KittenRules) -> Odds:
        """Give the exact chance of the group, every granted reroll used, who can pay paying where she says so."""
        if len(inputs.entries) > MOST_COUNTED:
            message = text(
                "odds are given for {high} members at most, not {found}", high=MOST_COUNTED, found=len(inputs.entries)
            )
            raise Refusal("bad_value", message, input="dice")
        passing: list[tuple[int, int]] = []
        for n, entry in enumerate(inputs.entries):
            check_unrolled(entry, f"dice.{n}.")
            least = 1 if entry.pays_cost else inputs.difficulty
            passed = sum(count for successes, count in counts_of(entry).items() if successes >= least)
            passing.append((passed, SIDES ** (dice_of(entry) + entry.rerolls_allowed)))
        enough, total = majority(passing)
        return chances({"success": enough, "failure": total - enough})

    def _outcome(self, inputs: GroupInputs, n: int, rules: KittenRules, faces: Faces) -> Outcome:
        return outcome_of(rolled(inputs.entries[n], faces[str(n)], rules).successes, inputs.difficulty)


def group_outcome(passed: int, members: int) -> Literal["success", "failure"]:
    """Read how many of a group pass. READING: exactly half is no majority."""
    return "success" if 2 * passed > members else "failure"


def cannot_pay(input: str) -> Refusal:
    """Give the refusal of complications where there is nothing to buy."""
    message = text("only who has a success, but too few, may pay with complications")
    return Refusal("cannot_pay", message, input=input)


GROUP = GroupAction()
