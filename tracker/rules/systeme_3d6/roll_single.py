"""3D6: the test and the open action at the table (3D6, Difficulté; Réussite et échec; Actions ouvertes)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_n, verbatim
from tracker.dice.pool import Faces, Pool
from tracker.rules.deed import Ask, Chance, Preview, Said, Tone
from tracker.rules.likely import likely
from tracker.rules.systeme_3d6.commands import HandRoll, RollOpen, RollTest
from tracker.rules.systeme_3d6.hand import Hand, hands_read, hands_written, name_hands
from tracker.rules.systeme_3d6.hand_deed import (
    HandDeed,
    hand_dice,
    hand_reasons,
    hand_warnings,
    inputs_of,
    scored,
    triple_fact,
    triple_said,
    with_goal,
)
from tracker.rules.systeme_3d6.house import DIFFICULTIES
from tracker.rules.systeme_3d6.inputs import dice_of
from tracker.rules.systeme_3d6.names import COUNTS, KINDS, OUTCOMES, success_tone, successes_said
from tracker.rules.systeme_3d6.procedures import OPEN, TEST, DifficultyInputs
from tracker.rules.systeme_3d6.reasons import counted, name_allies


class RollTestDeed(HandDeed[RollTest]):
    """A test against a difficulty; rerolls and the choice of a partial one follow."""

    id = "test"
    label = text("Test")
    outcomes = OUTCOMES
    command = RollTest

    def asks(self, campaign: Campaign, command: RollTest) -> tuple[Ask, ...]:
        """Ask for the kind of roll, quality and difficulty first, then for what speaks for and against."""
        if command.who not in campaign.characters:
            return ()
        return (
            *self.kind_asks(command),
            self.quality_ask(campaign, command),
            self.difficulty_ask(campaign, command, command.difficulty),
            *self.reason_asks(campaign, command),
            self.goal_ask(command),
        )

    def chance(self, campaign: Campaign, command: RollTest) -> Fraction | None:
        """Give the chance to reach the difficulty."""
        return TEST.odds(inputs_for_test(campaign, command), campaign.rules).get("success", Fraction(0))

    def preview(self, campaign: Campaign, command: RollTest) -> Preview:
        """Give the exact odds, where the dice come from, what a reroll would bring, and what is in vain."""
        inputs = inputs_for_test(campaign, command)
        TEST.verify(inputs, campaign.rules)
        odds = TEST.odds(inputs, campaign.rules)
        again = TEST.odds(replace(inputs, rerolls_allowed=1), campaign.rules)
        facts = (
            counted(command.advantages, command.disadvantages),
            text("with a reroll: success {chance}", chance=likely(again.get("success", Fraction(0)))),
            triple_fact(dice_of(inputs)),
        )
        warnings = hand_warnings(campaign, command.who, command.quality, command.disadvantages)
        return Preview(outcome_chances(odds), facts, (*in_vain(command.difficulty, dice_of(inputs)), *warnings))

    def pools(self, campaign: Campaign, command: RollTest) -> tuple[Pool, ...]:
        """Give two to four dice."""
        inputs = inputs_for_test(campaign, command)
        TEST.verify(inputs, campaign.rules)
        return TEST.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: RollTest, faces: Faces) -> None:
        """Read the dice. Nothing on any sheet changes."""
        inputs, rules = inputs_for_test(draft.campaign, command), draft.campaign.rules
        TEST.verify(inputs, rules)
        read = TEST.read(inputs, rules, faces)
        draft.fact(
            outcome=read["outcome"],
            odds={outcome: str(share) for outcome, share in TEST.odds(inputs, rules).items()},
            result={"difficulty": command.difficulty, **one_hand(draft, command, inputs.quality, read)},
        )

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the quality and the difficulty, the dice with the successes lit, and what they come to."""
        outcome = OUTCOMES.get(entry.outcome)
        needed = entry.result.get("difficulty")
        difficulty = DIFFICULTIES.get(needed, verbatim("?")) if isinstance(needed, int) else verbatim("?")
        return _said(
            campaign, entry, difficulty, outcome[0] if outcome else None, outcome[1] if outcome else Tone.PLAIN
        )


class RollOpenDeed(HandDeed[RollOpen]):
    """An open action: the storyteller judges how many successes there are."""

    id = "open"
    label = text("Open action")
    outcomes = COUNTS
    command = RollOpen

    def asks(self, campaign: Campaign, command: RollOpen) -> tuple[Ask, ...]:
        """Ask for the kind of roll and the quality first, then for what speaks for and against."""
        if command.who not in campaign.characters:
            return ()
        return (
            *self.kind_asks(command),
            self.quality_ask(campaign, command),
            *self.reason_asks(campaign, command),
            self.goal_ask(command),
        )

    def preview(self, campaign: Campaign, command: RollOpen) -> Preview:
        """Give the exact odds of each number of successes."""
        inputs = inputs_of(campaign, command)
        OPEN.verify(inputs, campaign.rules)
        facts = (counted(command.advantages, command.disadvantages), triple_fact(dice_of(inputs)))
        warnings = hand_warnings(campaign, command.who, command.quality, command.disadvantages)
        return Preview(success_chances(OPEN.odds(inputs, campaign.rules)), facts, warnings)

    def pools(self, campaign: Campaign, command: RollOpen) -> tuple[Pool, ...]:
        """Give two to four dice."""
        inputs = inputs_of(campaign, command)
        OPEN.verify(inputs, campaign.rules)
        return OPEN.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: RollOpen, faces: Faces) -> None:
        """Count the successes. Nothing on any sheet changes."""
        inputs, rules = inputs_of(draft.campaign, command), draft.campaign.rules
        OPEN.verify(inputs, rules)
        read = OPEN.read(inputs, rules, faces)
        draft.fact(
            outcome=str(read["successes"]),
            odds={outcome: str(share) for outcome, share in OPEN.odds(inputs, rules).items()},
            result=one_hand(draft, command, inputs.quality, read),
        )

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the quality, the dice with the successes lit, and how many there are."""
        found = entry.result.get("successes")
        count = found if isinstance(found, int) else 0
        return _said(campaign, entry, KINDS["open"], successes_said(count), success_tone(count))


def inputs_for_test(campaign: Campaign, command: RollTest) -> DifficultyInputs:
    """Give the numbers of a test."""
    inputs = inputs_of(campaign, command)
    return DifficultyInputs(
        quality=inputs.quality,
        difficulty=command.difficulty,
        advantages=inputs.advantages,
        disadvantages=inputs.disadvantages,
    )


def one_hand(draft: Draft, command: HandRoll, score: int, read: dict[str, Any]) -> dict[str, Any]:
    """Write who rolled and helped, and give what the entry keeps of the dice."""
    draft.who(command.who)
    name_allies(draft, command.advantages)
    hand = Hand(
        who=command.who, quality=command.quality, score=score, final=tuple(read["final"]), triple=read["triple"]
    )
    name_hands(draft, (hand,))
    return {"n_dice": read["n_dice"], "successes": read["successes"], "hands": hands_written((hand,))}


def outcome_chances(odds: Any) -> tuple[Chance, ...]:
    """Give the chances of a test, the best first; impossible ones too."""
    return tuple(Chance(id, label, odds.get(id, Fraction(0)), tone) for id, (label, tone) in OUTCOMES.items())


def success_chances(odds: Any) -> tuple[Chance, ...]:
    """Give the chances of each number of successes, the most first."""
    return tuple(
        Chance(id, text_n("{count} success", "{count} successes", int(id)), share, success_tone(int(id)))
        for id, share in odds.items()
    )


def in_vain(difficulty: int, dice: int) -> tuple[Text, ...]:
    """Warn of a difficulty that so few dice cannot reach; it stays allowed (READING)."""
    if difficulty <= dice:
        return ()
    name = DIFFICULTIES[difficulty]
    return (text("{difficulty} cannot be reached with {dice} dice: a choice at best", difficulty=name, dice=dice),)


def _said(campaign: Campaign, entry: Entry, against: Text, outcome: Text | None, tone: Tone) -> Said:
    hands = hands_read(entry.result.get("hands"))
    hand = hands[-1] if hands else Hand()
    what = with_goal(text("{what} · {against}", what=scored(campaign, hand), against=against), entry.choice)
    return Said(what, hand_dice((hand,)), outcome, tone, (*triple_said(hand), *hand_reasons(entry)))
