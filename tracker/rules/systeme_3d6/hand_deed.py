"""3D6: what every roll at the table has in common: its questions, and how the log tells its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n, verbatim
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Command, Deed, Die, Option
from tracker.rules.likely import likely
from tracker.rules.systeme_3d6.commands import HandRoll, switched
from tracker.rules.systeme_3d6.count import SIDES, dice_thrown, triple_count
from tracker.rules.systeme_3d6.hand import Hand
from tracker.rules.systeme_3d6.house import DIFFICULTIES
from tracker.rules.systeme_3d6.inputs import OpenInputs
from tracker.rules.systeme_3d6.names import KINDS, quality_name, quality_names, score_of
from tracker.rules.systeme_3d6.reasons import (
    advantage_options,
    check_reasons,
    disadvantage_options,
    reasons_said,
    wound_of,
)

C = TypeVar("C", bound=Command)
H = TypeVar("H", bound=HandRoll)


class RollDeed(Deed[C]):
    """A roll. The first thing asked is which kind it is, so that one key leads to all five."""

    event = "roll"

    def chance(self, campaign: Campaign, command: C) -> Fraction | None:
        """Give the chance that the notes of the options compare; None where there is no one success."""
        return None

    def put(self, campaign: Campaign, command: C, name: str, value: Any) -> C:
        """Give the command with one more answer, or the command of another kind of roll."""
        changed: Any = switched(campaign, command, value) if name == "kind" else replace(command, **{name: value})
        done: C = changed
        return done

    def kind_asks(self, command: C) -> tuple[Ask, ...]:
        """Ask which kind of roll it is, unless it follows from another."""
        if command.beat is not None:
            return ()
        options = tuple(Option(id, label) for id, label in KINDS.items())
        return (Ask("kind", text("Roll"), Kind.CHOICE, self.id, options),)

    def noted(self, campaign: Campaign, command: C, what: Text) -> Text:
        """Say what an answer is, with the chance it leads to."""
        chance = self._chance(campaign, command)
        return what if chance is None else text("{what} · success {chance}", what=what, chance=likely(chance))

    def gained(self, campaign: Campaign, now: C, then: C) -> Text | None:
        """Say what another answer changes."""
        before, after = self._chance(campaign, now), self._chance(campaign, then)
        if before is None or after is None:
            return None
        return text("success: {before} → {after}", before=likely(before), after=likely(after))

    def difficulty_ask(self, campaign: Campaign, command: C, now: int) -> Ask:
        """Ask for the difficulty by its name (3D6, Difficulté)."""
        options = []
        for needed, label in DIFFICULTIES.items():
            changed: Any = replace(command, difficulty=needed)  # type: ignore[call-arg]
            what = text_n("{count} success", "{count} successes", needed)
            options.append(Option(needed, label, self.noted(campaign, changed, what)))
        return Ask("difficulty", text("Difficulty"), Kind.CHOICE, now, tuple(options))

    def _chance(self, campaign: Campaign, command: C) -> Fraction | None:
        try:
            return self.chance(campaign, command)
        except Refusal:
            return None


class HandDeed(RollDeed[H]):
    """A roll of one kitten, whatever for."""

    def quality_ask(self, campaign: Campaign, command: H) -> Ask:
        """Ask for the quality."""
        character = campaign.characters[command.who]
        options = tuple(
            Option(id, name, self.noted(campaign, replace(command, quality=id), verbatim(str(score_of(character, id)))))
            for id, name in quality_names(campaign).items()
        )
        return Ask("quality", text("Quality"), Kind.CHOICE, command.quality, options)

    def reason_asks(self, campaign: Campaign, command: H) -> tuple[Ask, ...]:
        """Ask what speaks for and against."""
        more = replace(command, advantages=(*command.advantages, "other"))
        less = replace(command, disadvantages=(*command.disadvantages, "other"))
        gain = self._changed(campaign, command, more)
        loss = self._changed(campaign, command, less)
        return reason_asks(campaign, command.who, command.advantages, command.disadvantages, gain, loss)

    def goal_ask(self, command: H) -> Ask:
        """Ask what it is for."""
        return Ask("goal", text("Goal, in words"), Kind.LINE, command.goal)

    def _changed(self, campaign: Campaign, now: H, then: H) -> Text | None:
        dice = dice_thrown(len(now.advantages), len(now.disadvantages))
        after = dice_thrown(len(then.advantages), len(then.disadvantages))
        if dice == after:
            return text("no further change: they do not add up")
        return self.gained(campaign, now, then) or text("{before} → {after} dice", before=dice, after=after)


def reason_asks(
    campaign: Campaign,
    who: str,
    advantages: Sequence[str],
    disadvantages: Sequence[str],
    gain: Text | None,
    loss: Text | None,
    names: tuple[str, str] = ("advantages", "disadvantages"),
) -> tuple[Ask, ...]:
    """Ask which reasons of an advantage and of a disadvantage count; none counts by itself."""
    up = advantage_options(campaign, who, advantages, gain)
    down = disadvantage_options(campaign, who, disadvantages, loss)
    return (
        Ask(
            names[0], text("Advantage"), Kind.CHOICES, tuple(advantages), up, help=text("one or several: one more die")
        ),
        Ask(
            names[1],
            text("Disadvantage"),
            Kind.CHOICES,
            tuple(disadvantages),
            down,
            help=text("one or several: one die less; it cancels an advantage"),
        ),
    )


def hand_inputs(
    campaign: Campaign, who: str, quality: str, advantages: Sequence[str], disadvantages: Sequence[str]
) -> OpenInputs:
    """Give the numbers of one roll. Raises Refusal where kitten, quality or reason are not there any more."""
    character = present_character(campaign, who)
    if quality not in quality_names(campaign):
        raise Refusal("unknown_quality", text("“{quality}” is no quality of this campaign", quality=quality))
    check_reasons(campaign, who, advantages, disadvantages)
    return OpenInputs(
        quality=score_of(character, quality), advantages=len(advantages), disadvantages=len(disadvantages)
    )


def inputs_of(campaign: Campaign, command: HandRoll) -> OpenInputs:
    """Give the numbers of a roll of one kitten."""
    return hand_inputs(campaign, command.who, command.quality, command.advantages, command.disadvantages)


def triple_fact(dice: int) -> Text:
    """Say how likely a triple is; two dice cannot show one."""
    return text("triple {chance}", chance=likely(Fraction(triple_count(dice), SIDES**dice)))


def hand_warnings(campaign: Campaign, who: str, quality: str, disadvantages: Sequence[str]) -> tuple[Text, ...]:
    """Say what the storyteller may have overlooked about one kitten."""
    character = campaign.characters[who]
    warnings = []
    if character.taken_out:
        warnings.append(text("{who} is out of the scene", who=character.name))
    hurt = wound_of(campaign, who)
    if hurt is not None and "wound" not in disadvantages:
        warnings.append(text("{who}: {hurt}; a disadvantage?", who=character.name, hurt=hurt))
    if quality not in character.qualities:
        name = quality_name(campaign, quality)
        warnings.append(text("{who} has no {quality} on the sheet: 1 counts", who=character.name, quality=name))
    return tuple(warnings)


def with_goal(what: Text, choice: Mapping[str, Any]) -> Text:
    """Add what a roll is for."""
    goal = choice.get("goal")
    return text("{what} · {goal}", what=what, goal=goal) if isinstance(goal, str) and goal else what


def scored(campaign: Campaign, hand: Hand) -> Text:
    """Say the quality of a hand with its score."""
    if not hand.quality:
        return verbatim(str(hand.score))
    return text("{quality} {score}", quality=quality_name(campaign, hand.quality), score=hand.score)


def hand_dice(hands: Sequence[Hand]) -> tuple[Die, ...]:
    """Give the dice of all hands with the successes lit."""
    return tuple(
        Die(face, face <= hand.score, apart=n == 0 and at > 0)
        for at, hand in enumerate(hands)
        for n, face in enumerate(hand.final)
    )


def triple_said(hand: Hand) -> tuple[Text, ...]:
    """Announce a triple; nothing where there is none."""
    if not hand.triple:
        return ()
    face = next((face for face in hand.final if hand.final.count(face) > 2), None)
    if face is None:
        return (text("TRIPLE before the reroll: something good happens"),)
    return (text("TRIPLE {face}: something good happens", face=face),)


def hand_reasons(entry: Entry) -> tuple[Text, ...]:
    """Say the reasons that counted in a roll of one kitten."""
    return reasons_said(entry.choice.get("advantages"), entry.choice.get("disadvantages"), entry.names)
