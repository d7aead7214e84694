"""3D6: rolling a failed die again (3D6, Modificateurs: la relance)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n
from tracker.core.tree import Value
from tracker.dice.pool import Faces, Pool
from tracker.rules.common.adjust import present_character
from tracker.rules.common.clocks import the_clock
from tracker.rules.deed import Ask, Chance, Command, Deed, Option, Preview, Said, Tone
from tracker.rules.likely import likely
from tracker.rules.systeme_3d6.beat import BeatState, hand_of, open_state, state_of
from tracker.rules.systeme_3d6.count import SIDES
from tracker.rules.systeme_3d6.hand import (
    Hand,
    breaks_triple,
    hand_name,
    hands_read,
    hands_written,
    name_hands,
    name_now,
    outcome_now,
    rolled_again,
)
from tracker.rules.systeme_3d6.hand_deed import hand_dice, triple_said
from tracker.rules.systeme_3d6.inputs import already
from tracker.rules.systeme_3d6.names import (
    COUNTS,
    GROUP_OUTCOMES,
    OPPOSED_OUTCOMES,
    OUTCOMES,
    success_tone,
    successes_said,
)
from tracker.rules.systeme_3d6.roll_group import passed_said
from tracker.rules.systeme_3d6.roll_opposed import successes_of, winner_said
from tracker.rules.systeme_3d6.task import COMPLETE, add_successes, done_of, task_said, task_written

OUTCOME_KINDS = frozenset({"test", "group", "opposed"})
"""Rolls whose outcomes are few: impossible ones are shown too."""
GRANTS = {
    "idea": text("a clever idea"),
    "object": text("an important object"),
    "gift": text("a gift"),
}
"""What gives a reroll (3D6, Modificateurs)."""
OBJECT = "object:"
GIFT = "gift:"
"""Stand before the words of an object or gift of the sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll(Command):
    """One failed die rolled again."""

    hand: int = 0
    """Whose it is: the place among those who rolled."""
    die: int = 0
    """Its place in that hand, from 0."""
    by: str = "idea"
    """What grants it."""


class RerollDeed(Deed[Reroll]):
    """Rolls one die again that is no success; the new face stands. Several may follow, also of the same die."""

    id = "reroll"
    event = "follow"
    label = text("Reroll a die")
    outcomes = {**GROUP_OUTCOMES, **OUTCOMES, **OPPOSED_OUTCOMES, **COUNTS}
    command = Reroll

    def asks(self, campaign: Campaign, command: Reroll) -> tuple[Ask, ...]:
        """Ask which die where there are several, and what grants it."""
        state = state_of(campaign, command.beat)
        dice = tuple(
            Option((at, die), _die_said(campaign, state, at, die), reroll_note(campaign, state, at, die))
            for at in range(len(state.hands))
            for die in state.rerolls(at)
        )
        if not dice:
            return ()
        asks = [Ask("place", text("Die"), Kind.CHOICE, (command.hand, command.die), dice)] if len(dice) > 1 else []
        grants = grants_of(campaign, state, command.hand)
        return (*asks, Ask("by", text("Granted by"), Kind.CHOICE, command.by, grants))

    def put(self, campaign: Campaign, command: Reroll, name: str, value: Any) -> Reroll:
        """Give the command with one more answer; another hand brings what grants it a reroll."""
        if name != "place":
            return replace(command, by=value)
        hand, die = value
        if hand == command.hand:
            return replace(command, die=die)
        return first_reroll(campaign, state_of(campaign, command.beat), hand, die)

    def preview(self, campaign: Campaign, command: Reroll) -> Preview:
        """Give the exact odds of what the whole roll comes to then, and warn of a triple."""
        state = _checked(campaign, command)
        odds = reroll_odds(state, command.hand, command.die, campaign.rules.triple_on)
        labels = _labels(campaign, state)
        chances = tuple(
            Chance(id, label, odds.get(id, Fraction(0)), tone)
            for id, (label, tone) in labels.items()
            if id in odds or state.kind in OUTCOME_KINDS
        )
        hand = state.hands[command.hand]
        broken = breaks_triple(hand, command.die, campaign.rules.triple_on)
        warnings = (text("this may break the triple"),) if broken else ()
        also = _completes(campaign, state, hand)
        return Preview(chances, (_die_said(campaign, state, command.hand, command.die),), warnings, also)

    def pools(self, campaign: Campaign, command: Reroll) -> tuple[Pool, ...]:
        """Give one die. Raises Refusal where the die is a success, or the roll is settled."""
        _checked(campaign, command)
        return (Pool(1, SIDES),)

    def apply(self, draft: Draft, command: Reroll, faces: Faces) -> None:
        """Put the new face in; a long task takes the success at once."""
        campaign, triple_on = draft.campaign, draft.campaign.rules.triple_on
        state = _checked(campaign, command)
        before = state.hands[command.hand]
        after = rolled_again(before, command.die, faces["dice"][0], triple_on)
        hands = (*state.hands[: command.hand], after, *state.hands[command.hand + 1 :])
        if before.who:
            draft.who(before.who)
        name_hands(draft, hands)
        result: dict[str, Value] = {
            "was": before.final[command.die],
            "difficulty": state.difficulty,
            "successes": after.successes,
            "hands": hands_written(hands),
        }
        if state.kind == "group":
            result["passed"] = sum(hand.passes(state.difficulty) for hand in hands)
            result["members"] = len(hands)
        gained = after.successes - before.successes
        if state.task is not None:
            clock = the_clock(campaign, str(state.task.get("id", "")))
            result["task"] = task_written(clock, done_of(state, clock) + gained)
        odds = reroll_odds(state, command.hand, command.die, triple_on)
        draft.fact(
            outcome=outcome_now(state.kind, hands, state.difficulty, command.hand),
            odds={outcome: str(share) for outcome, share in odds.items()},
            result={**result, "kind": state.kind},
        )
        if state.task is not None:
            add_successes(draft, str(state.task.get("id", "")), gained)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say which face became which, what grants it, and how the whole hand lies now."""
        hands = hands_read(entry.result.get("hands"))
        at = entry.choice.get("hand", 0)
        hand = hands[at] if isinstance(at, int) and 0 <= at < len(hands) else Hand()
        shown = entry.faces if isinstance(entry.faces, (list, tuple)) else ()
        what = text(
            "reroll {old} → {new}: {by}",
            old=str(entry.result.get("was", "?")),
            new=str(shown[0]) if shown else "?",
            by=grant_said(str(entry.choice.get("by", "idea"))),
        )
        outcome, tone = _outcome_said(entry, hands, hand)
        whose = (successes_of(hand, hand_name(hand, entry.names)),) if len(hands) > 1 else ()
        passed = (passed_said(entry),) if entry.result.get("kind") == "group" else ()
        details = (*whose, *passed, *triple_said(hand), *task_said(entry))
        return Said(what, hand_dice((hand,)), outcome, tone, details)


def first_reroll(campaign: Campaign, state: BeatState, hand: int, die: int) -> Reroll:
    """Give the reroll of one die with what most likely grants it: an object or gift of the sheet, else an idea."""
    grants = grants_of(campaign, state, hand)
    return Reroll(beat=state.n, hand=hand, die=die, by=str(grants[0].value))


def grants_of(campaign: Campaign, state: BeatState, at: int) -> tuple[Option, ...]:
    """List what may grant a reroll: objects and gifts of the sheet, then the three kinds there are."""
    hand = state.hands[at] if 0 <= at < len(state.hands) else Hand()
    character = campaign.characters.get(hand.who)
    own: list[str] = []
    if character is not None:
        own = [*(f"{OBJECT}{words}" for words in character.objects), *(f"{GIFT}{words}" for words in character.gifts)]
    used = {
        str(entry.choice.get("by", "idea"))
        for entry in campaign.log
        if entry.beat == state.n and entry.roll == "reroll" and entry.choice.get("hand", 0) == at
    }
    note = text("used in this roll already")
    ids = dict.fromkeys([*own, *GRANTS])
    fresh = [*(id for id in ids if id not in used), *(id for id in ids if id in used)]
    return tuple(Option(id, grant_said(id), note if id in used else None) for id in fresh)


def grant_said(id: str) -> Text:
    """Say what grants a reroll."""
    if id.startswith(OBJECT):
        return text("object: {words}", words=id.removeprefix(OBJECT))
    if id.startswith(GIFT):
        return text("gift: {words}", words=id.removeprefix(GIFT))
    return GRANTS.get(id, text("{word}", word=id))


def reroll_odds(state: BeatState, at: int, die: int, triple_on: str) -> Mapping[str, Fraction]:
    """Give the exact chance of each outcome of the whole roll after one die is rolled again."""
    counts: dict[str, int] = {}
    for face in range(1, SIDES + 1):
        hand = rolled_again(state.hands[at], die, face, triple_on)
        hands = (*state.hands[:at], hand, *state.hands[at + 1 :])
        outcome = outcome_now(state.kind, hands, state.difficulty, at)
        counts[outcome] = counts.get(outcome, 0) + 1
    return {outcome: Fraction(count, SIDES) for outcome, count in counts.items()}


def reroll_note(campaign: Campaign, state: BeatState, at: int, die: int) -> Text:
    """Say what rolling a die again may bring, and what it puts at risk."""
    hand = state.hands[at]
    reached = reroll_odds(state, at, die, campaign.rules.triple_on).get("success", Fraction(0))
    if state.kind == "test" and reached:
        gain = text("success: {before} → {after}", before=likely(Fraction(0)), after=likely(reached))
    elif state.kind == "group" and reached and state.outcome == "failure":
        gain = text("all succeed: {chance}", chance=likely(reached))
    else:
        gain = text("one more success: {chance}", chance=likely(Fraction(hand.score, SIDES)))
    if breaks_triple(hand, die, campaign.rules.triple_on):
        return text("{gain}, but it may break the triple", gain=gain)
    return gain


def _completes(campaign: Campaign, state: BeatState, hand: Hand) -> tuple[Chance, ...]:
    """Give the chance that one more success completes the long task that was rolled for."""
    if state.task is None:
        return ()
    clock = campaign.clocks.get(str(state.task.get("id", "")))
    if clock is None or clock.full:
        return ()
    share = Fraction(hand.score, SIDES) if clock.size - clock.filled == 1 else Fraction(0)
    return (Chance("clock", COMPLETE, share, Tone.GOOD),)


def _die_said(campaign: Campaign, state: BeatState, at: int, die: int) -> Text:
    what = text("die {place}: {face}", place=die + 1, face=state.hands[at].final[die])
    if len(state.hands) < 2:
        return what
    return text("{who}, {what}", who=name_now(campaign, state.hands[at]), what=what)


def _checked(campaign: Campaign, command: Reroll) -> BeatState:
    """Give the beat. Raises Refusal where this die cannot be rolled again now."""
    state = open_state(campaign, command.beat)
    hand = hand_of(state, command.hand)
    if not 0 <= command.die < len(hand.final):
        raise Refusal("bad_die_index", text("there is no such die in this roll"))
    if hand.final[command.die] <= hand.score:
        raise Refusal("die_already_success", already(hand.final[command.die], hand.score))
    if command.die not in state.rerolls(command.hand):
        raise Refusal("settled", text("this roll is settled already"))
    if state.task is not None:
        the_clock(campaign, str(state.task.get("id", "")))
    if hand.who:
        character = present_character(campaign, hand.who)
        own = {OBJECT: character.objects, GIFT: character.gifts}
    else:
        own = {OBJECT: (), GIFT: ()}
    for prefix, things in own.items():
        if command.by.startswith(prefix) and command.by.removeprefix(prefix) not in things:
            words = command.by.removeprefix(prefix)
            raise Refusal("no_grant", text("“{words}” is not on the sheet any more", words=words))
    if command.by not in GRANTS and not command.by.startswith((OBJECT, GIFT)):
        raise Refusal("no_grant", text("“{id}” grants no reroll", id=command.by))
    return state


def _labels(campaign: Campaign, state: BeatState) -> Mapping[str, tuple[Text, Tone]]:
    match state.kind:
        case "test":
            return OUTCOMES
        case "group":
            return GROUP_OUTCOMES
        case "opposed":
            names = tuple(name_now(campaign, hand) for hand in state.hands)
            outcomes = {id: winner_said(id, names) for id in ("a", "b", "tie")}
            return {id: (label, Tone.PLAIN) for id, label in outcomes.items() if label is not None}
        case _:
            return {str(n): (_counted(n), success_tone(n)) for n in range(4, -1, -1)}


def _counted(count: int) -> Text:
    return text_n("{count} success", "{count} successes", count)


def _outcome_said(entry: Entry, hands: tuple[Hand, ...], hand: Hand) -> tuple[Text | None, Tone]:
    match entry.result.get("kind"):
        case "test" if entry.outcome in OUTCOMES:
            return OUTCOMES[entry.outcome]
        case "group" if entry.outcome in GROUP_OUTCOMES:
            return GROUP_OUTCOMES[entry.outcome]
        case "opposed":
            return winner_said(entry.outcome, tuple(hand_name(each, entry.names) for each in hands)), Tone.PLAIN
        case _:
            return successes_said(hand.successes), success_tone(hand.successes)
