"""POT: what follows a test: rerolls, letting it fail, and what bets bring (POT, Tester un talent, Les paris)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_n
from tracker.dice.pool import Faces, Pool
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Chance, Command, Deed, Preview, Said
from tracker.rules.pot.beat import Attempt, state_of
from tracker.rules.pot.best import best_of
from tracker.rules.pot.house import MAX_BETS
from tracker.rules.pot.names import OUTCOMES
from tracker.rules.pot.talent_said import kept_dice, outcome, sum_said, won_said
from tracker.rules.pot.testing import (
    already_success,
    dice_after,
    no_die_left,
    odds_after,
    ones_fact,
    succeeds,
    throw_odds,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll(Command):
    """The failed test of a beat is thrown again."""


class RerollDeed(Deed[Reroll]):
    """Throws a failed test again with one die fewer; it costs nothing more and is no further use of the talent."""

    id = "reroll"
    event = "follow"
    label = text("Reroll")
    outcomes = OUTCOMES
    command = Reroll

    def preview(self, campaign: Campaign, command: Reroll) -> Preview:
        """Give the exact odds with all rerolls that are left."""
        test = failed_test(campaign, command)
        odds = chances_left(campaign, test)
        chances = tuple(Chance(id, label, odds.get(id, Fraction(0)), tone) for id, (label, tone) in OUTCOMES.items())
        total = text("DIFF {diff}: {parts}", diff=test.number("diff"), parts=(text("one die fewer"),))
        return Preview(chances, (total,))

    def pools(self, campaign: Campaign, command: Reroll) -> tuple[Pool, ...]:
        """Give one die fewer than before. Refuses `no_test`, `already_success`, `no_die_left`."""
        test = failed_test(campaign, command)
        return (Pool(dice_after(test.number("n_dice"), test.rolls, campaign.rules)),)

    def apply(self, draft: Draft, command: Reroll, faces: Faces) -> None:
        """Read the new dice in place of the old."""
        campaign = draft.campaign
        test = failed_test(campaign, command)
        present_character(campaign, test.who)
        roll = faces["dice"]
        best, extra = best_of(roll)
        points, diff = test.number("points"), test.number("diff")
        success = succeeds(roll, points, diff, campaign.rules)
        left = dice_after(test.number("n_dice"), test.rolls + 1, campaign.rules)
        won = replace(test, outcome="success").benefits if success else 0
        draft.who(test.who)
        draft.name("characters", test.who)
        draft.fact(
            outcome="success" if success else "failure",
            odds={name: str(share) for name, share in throw_odds(len(roll), diff - points, campaign.rules).items()},
            result={
                "n_dice": len(roll),
                "diff": diff,
                "best": best,
                "extra": extra,
                "points": points,
                "attitude": str(test.entry.result.get("attitude", "")),
                "total": best + extra + points,
                "can_reroll": not success and left > 0,
                **({"bets_won": won} if won else {}),
                **ones_fact(roll, best + extra + points >= diff, campaign.rules),
            },
        )

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the dice and the sum."""
        dice, diff = entry.result.get("n_dice"), entry.result.get("diff")
        what = text("reroll {dice}d · DIFF {diff}", dice=str(dice), diff=str(diff))
        label, tone = outcome(entry)
        return Said(what, kept_dice(entry.faces), label, tone, (sum_said(entry.result), *won_said(entry.result)))


def chances_left(campaign: Campaign, test: Attempt) -> Any:
    """Give the exact chances of a failed test, with all rerolls that are left."""
    needed = test.number("diff") - test.number("points")
    return odds_after(test.number("n_dice"), test.rolls, needed, campaign.rules)


def failed_test(campaign: Campaign, command: Command) -> Attempt:
    """Give the test of a beat that may be thrown again."""
    test = state_of(campaign, command.beat).last
    if test is None:
        raise Refusal("no_test", text("there is no test to throw again"))
    if test.succeeded:
        raise already_success()
    if not test.can_reroll or not dice_after(test.number("n_dice"), test.rolls, campaign.rules):
        raise no_die_left()
    return test


@dataclass(frozen=True, slots=True, kw_only=True)
class LetFail(Command):
    """The failed test of a beat is left at that."""


class LetFailDeed(Deed[LetFail]):
    """Leaves a test failed although dice are left to throw it again."""

    id = "let_fail"
    event = "follow"
    label = text("Let it fail")
    command = LetFail

    def apply(self, draft: Draft, command: LetFail, faces: Faces) -> None:
        """Write it."""
        test = failed_test(draft.campaign, command)
        present_character(draft.campaign, test.who)
        draft.who(test.who)
        draft.name("characters", test.who)
        draft.fact(outcome="failure")

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say it."""
        label, tone = outcome(entry)
        return Said(text("no reroll"), outcome=label, tone=tone)


@dataclass(frozen=True, slots=True, kw_only=True)
class BetsBring(Command):
    """What the bets of a success bring, in words."""

    benefits: tuple[str, ...] = ()


class BetsBringDeed(Deed[BetsBring]):
    """Puts the benefits of won bets into words: one for each bet that was not forced."""

    id = "bets_bring"
    event = "follow"
    label = text("What the bets bring")
    command = BetsBring

    def asks(self, campaign: Campaign, command: BetsBring) -> tuple[Ask, ...]:
        """Ask for each benefit that was not said before the throw."""
        test = state_of(campaign, command.beat).telling
        if test is None:
            return ()
        return tuple(
            Ask(str(n), text("bet {number} brings", number=n + 1), Kind.LINE, _word(command, n))
            for n in range(test.benefits - len(test.stakes))
        )

    def put(self, campaign: Campaign, command: BetsBring, name: str, value: Any) -> BetsBring:
        """Give the command with one more benefit."""
        words = [_word(command, n) for n in range(MAX_BETS)]
        words[int(name)] = value
        while words and not words[-1]:
            words.pop()
        return replace(command, benefits=tuple(words))

    def apply(self, draft: Draft, command: BetsBring, faces: Faces) -> None:
        """Write them. Refuses `no_bets` where nothing is to be said, and `empty_note` without words."""
        test = state_of(draft.campaign, command.beat).telling
        if test is None:
            raise Refusal("no_bets", text("no bet brings anything here"))
        present_character(draft.campaign, test.who)
        words = [each for each in command.benefits if each.strip()]
        if not words:
            raise Refusal("empty_note", text("a note needs some words"))
        draft.who(test.who)
        draft.name("characters", test.who)
        draft.fact(result={"of": test.entry.n})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Give the words."""
        words = entry.choice.get("benefits")
        shown = [str(each) for each in words if each] if isinstance(words, (list, tuple)) else []
        what = text_n("{count} bet won", "{count} bets won", len(shown))
        return Said(what, details=tuple(text("{words}", words=each) for each in shown))


def _word(command: BetsBring, n: int) -> str:
    return command.benefits[n] if n < len(command.benefits) else ""
