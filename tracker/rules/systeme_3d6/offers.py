"""3D6: what the rules offer next in a beat."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import text
from tracker.rules.common.notes import AddNote
from tracker.rules.common.sessions import CloseBeat
from tracker.rules.deed import Command, Offer
from tracker.rules.systeme_3d6.beat import BeatState, beat_state
from tracker.rules.systeme_3d6.choose import Choose, usual_consequence
from tracker.rules.systeme_3d6.commands import RollLong, RollOpposed, usual_quality
from tracker.rules.systeme_3d6.hand import Hand, breaks_triple, name_now
from tracker.rules.systeme_3d6.reroll import first_reroll, reroll_note
from tracker.rules.systeme_3d6.roll_opposed import Draw
from tracker.rules.systeme_3d6.task import out_of_time, workers

DICE_KEYS = "abcd"
"""One for each die of a single hand, in the order they lie."""
MEMBER_KEYS = "abcdefghijklmopqsuvwxyz"
"""One for each member of a group, but those that stand for more: r reroll, t good turn of a triple, n nothing more."""


def offers(campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
    """List what is still open: the choice, rerolls, the tie, the next step, and the good turn of a triple."""
    state = beat_state(beat)
    if not state.hands:
        return ()
    match state.kind:
        case "test":
            found = _of_test(campaign, state)
        case "opposed":
            found = _of_opposed(campaign, state)
        case "group":
            found = _of_group(campaign, state)
        case "long":
            found = _of_task(campaign, state)
        case _:
            found = _rerolls(campaign, state)
    found = (*found, *_triple(state))
    if not found or _waits(campaign, state):
        return found
    return (*found, Offer("n", text("nothing more"), CloseBeat(beat=state.n)))


def _waits(campaign: Campaign, state: BeatState) -> bool:
    """Say whether something must be decided: only leaving the panel puts that off."""
    if not all(_is_there(campaign, hand) for hand in state.hands):
        return False
    is_tie = state.kind == "opposed" and state.outcome == "tie" and not state.settled
    return is_tie or (state.kind == "test" and state.chooses(0))


def _is_there(campaign: Campaign, hand: Hand) -> bool:
    """Say whether who rolled can still do something: a character may have left meanwhile."""
    return not hand.who or hand.who in campaign.characters


def _of_test(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    if state.settled or state.outcome == "success":
        return ()
    again = _rerolls(campaign, state)
    if not (state.chooses(0) and _is_there(campaign, state.hands[0])):
        return again
    return (
        Offer("s", text("succeed with complications"), Choose(beat=state.n)),
        Offer("f", text("fail"), Choose(beat=state.n, pays=False), text("without more consequences")),
        *again,
    )


def _of_opposed(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    if state.settled:
        return ()
    again = _any_reroll(campaign, state)
    if not _waits(campaign, state) or state.roll is None:
        return again
    return (
        Offer("o", text("a new roll"), _same_again(state.roll, state.n)),
        Offer("e", text("a draw"), Draw(beat=state.n)),
        *again,
    )


def _of_group(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    choosing = [at for at, hand in enumerate(state.hands) if state.chooses(at) and _is_there(campaign, hand)]
    passed = sum(hand.passes(state.difficulty) for hand in state.hands)
    note = text("{passed} → {more} of {members}", passed=passed, more=passed + 1, members=len(state.hands))
    found = [
        Offer(
            key,
            text("{who} succeeds with complications", who=name_now(campaign, state.hands[at])),
            Choose(beat=state.n, hand=at),
            note,
        )
        for key, at in zip(MEMBER_KEYS, choosing, strict=False)
    ]
    return (*found, *_any_reroll(campaign, state))


def _of_task(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    clock = campaign.clocks.get(str(state.task.get("id", ""))) if state.task is not None else None
    if clock is None or state.roll is None:
        return ()
    found = list(_rerolls(campaign, state) if len(state.hands) == 1 else _any_reroll(campaign, state))
    free = workers(campaign, state.n)
    if not state.complete and free:
        who = str(free[0].value)
        command = RollLong(who=who, clock=clock.id, quality=usual_quality(campaign, who), beat=state.n)
        found.append(Offer("j", text("somebody else in the same step"), command))
    if not state.followed:
        found.append(Offer("k", text("consequence of the step"), usual_consequence(campaign, state)))
    if not state.complete and state.roll.who in campaign.characters:
        late = text("time is up") if out_of_time(clock) else None
        command = RollLong(who=state.roll.who, clock=clock.id, quality=usual_quality(campaign, state.roll.who))
        found.append(Offer("e", text("the next step"), command, text("step {step}", step=clock.rolls_used + 1), late))
    return tuple(found)


def _rerolls(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    """Offer every failed die of a single hand under a key of its own."""
    at = len(state.hands) - 1
    if not _is_there(campaign, state.hands[at]):
        return ()
    return tuple(
        Offer(
            DICE_KEYS[die],
            text("reroll the {face} (die {place})", face=state.hands[at].final[die], place=die + 1),
            first_reroll(campaign, state, at, die),
            reroll_note(campaign, state, at, die),
        )
        for die in state.rerolls(at)
        if die < len(DICE_KEYS)
    )


def _any_reroll(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    """Offer a reroll of any hand under one key; which die is asked, first one that breaks no triple."""
    dice = [(at, die) for at, hand in enumerate(state.hands) if _is_there(campaign, hand) for die in state.rerolls(at)]
    if not dice:
        return ()
    triple_on = campaign.rules.triple_on
    at, die = min(dice, key=lambda place: breaks_triple(state.hands[place[0]], place[1], triple_on))
    return (Offer("r", text("reroll a die"), first_reroll(campaign, state, at, die)),)


def _triple(state: BeatState) -> tuple[Offer, ...]:
    hand = state.triple
    if hand is None:
        return ()
    note = text("whatever the outcome, something good happens")
    return (Offer("t", text("the good turn of the triple"), AddNote(beat=state.n, who=hand.who), note),)


def _same_again(roll: Entry, beat: int) -> Command:
    """Give the opposed roll of an entry once more, with the same answers."""
    answers: dict[str, Any] = {}
    for each in fields(RollOpposed):
        value = roll.choice.get(each.name)
        if isinstance(value, (list, tuple)):
            value = tuple(word for word in value if isinstance(word, str))
        if type(value) is type(each.default):
            answers[each.name] = value
    return RollOpposed(**{**answers, "who": roll.who, "beat": beat})
