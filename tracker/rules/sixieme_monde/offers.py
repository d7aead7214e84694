"""Sixième Monde: what the rules offer next in a beat."""

from __future__ import annotations

from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import text
from tracker.rules.common.sessions import CloseBeat
from tracker.rules.deed import Offer
from tracker.rules.sixieme_monde.addons import best_addon
from tracker.rules.sixieme_monde.beat import BeatState, beat_state
from tracker.rules.sixieme_monde.calls import AnswerCall, Support
from tracker.rules.sixieme_monde.scale import zero_wins
from tracker.rules.sixieme_monde.settle import Accept, Refuse, TakeZero, draw_range, gift_said, refuse_said
from tracker.rules.sixieme_monde.tricks import UseTrick, price_blocked, unused_tricks


def offers(campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
    """List what is still open: the call, tricks, support, and what becomes of the failure."""
    state = beat_state(beat)
    roller = campaign.characters.get(state.who)
    if roller is None or state.decided:
        return ()
    if not state.failing:
        return _success(campaign, state)
    return (
        *_zero(campaign, state),
        *_call(state, roller),
        _refuse(campaign, state),
        Offer("a", text("accept the failure"), Accept(who=state.who, beat=state.n), gift_said(campaign, state)),
        *_trick(state, roller),
        *_support(campaign, state),
    )


def _success(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    """A success ends the roll, unless the house rule `d6_always` lets dice of the pot be thrown."""
    if not campaign.rules.d6_always or campaign.table.pot < 1:
        return ()
    dice = Refuse(who=state.who, beat=state.n, pot_draw=1)
    return (
        Offer("d", text("done"), CloseBeat(beat=state.n)),
        Offer("r", text("throw dice of the pot all the same"), dice),
    )


def _zero(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    if state.total != 0 or not zero_wins(campaign.rules):
        return ()
    return (Offer("z", text("take the 0 as a success"), TakeZero(who=state.who, beat=state.n)),)


def _call(state: BeatState, roller: Any) -> tuple[Offer, ...]:
    """Say that the die calls who acts: of all call values only these may be spoken of."""
    if state.called or state.d20 not in roller.call_values:
        return ()
    command = AnswerCall(who=state.who, beat=state.n, addon=best_addon(roller))
    return (Offer("c", text("answer the call"), command, text("the die calls {who}", who=roller.name)),)


def _refuse(campaign: Campaign, state: BeatState) -> Offer:
    least, most = draw_range(campaign, state)
    none = most < least
    return Offer(
        "r",
        text("refuse it and throw d6"),
        Refuse(who=state.who, beat=state.n, pot_draw=least),
        None if none else refuse_said(campaign, state),
        text("no die of one’s own, and none in the pot") if none else None,
    )


def _trick(state: BeatState, roller: Any) -> tuple[Offer, ...]:
    left = unused_tricks(roller, state)
    if not left:
        return ()
    free = roller.tricks[left[0]].active
    blocked = None if free else price_blocked(roller)
    return (Offer("t", text("use a trick"), UseTrick(who=state.who, beat=state.n, trick=left[0]), None, blocked),)


def _support(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    """Offer it whoever could answer, and whether or not anybody could."""
    waiting = [id for id in campaign.characters if id != state.who and id not in state.supporters]
    if not waiting or len(state.supporters) >= campaign.rules.max_companions:
        return ()
    return (Offer("s", text("a companion speaks up"), Support(beat=state.n)),)
