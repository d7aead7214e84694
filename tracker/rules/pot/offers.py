"""POT: what the rules offer next in a beat, and what the round adds to the table menu."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_n
from tracker.rules.common.sessions import CloseBeat
from tracker.rules.deed import Command, Offer
from tracker.rules.likely import likely
from tracker.rules.pot.aftermath import BetsBring, LetFail, Reroll, chances_left
from tracker.rules.pot.beat import BeatState, beat_state
from tracker.rules.pot.first_test import first_test
from tracker.rules.pot.house import CONDITIONAL_DICE
from tracker.rules.pot.names import name_of
from tracker.rules.pot.rounds import EndRound, StartRound
from tracker.rules.pot.taking_turns import EndTurn, first_split, first_to_give
from tracker.rules.pot.testing import dice_after
from tracker.rules.pot.turns import on_turn, phase_of, takes_part, waiting

IN_ROUND = {"round_start", "split", "turn_end", "turn_given", "round_end"}
"""The entries after which the round goes on by itself; after a tick or a note it waits for a key."""


def offers(campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
    """List what is open: a failed test first, what bets bring, a reaction, then how the round goes on."""
    state = beat_state(beat)
    last = state.last
    if last is not None and last.who not in campaign.characters:
        return _round(campaign, state.n)
    if last is not None:
        if last.can_reroll:
            return _failed(campaign, state)
        return _tested(campaign, state)
    if any(entry.roll in IN_ROUND for entry in beat):
        return _round(campaign, beat[0].beat)
    return ()


def _failed(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    assert state.last is not None
    dice = dice_after(state.last.number("n_dice"), state.last.rolls, campaign.rules)
    if not dice:
        return _tested(campaign, state)
    share = chances_left(campaign, state.last).get("success", Fraction(0))
    again = text("{dice}d, success {share}", dice=dice, share=likely(share))
    reroll = Offer("r", text("Reroll"), Reroll(beat=state.n), again)
    return (reroll, Offer("l", text("Let it fail"), LetFail(beat=state.n)))


def _tested(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    bets = _bets(state)
    reaction = _reaction(campaign, state)
    is_answered = state.last is not None and state.last.entry.n != state.n
    forced = reaction if state.forcing and not is_answered else ()
    follows = (*bets, *(() if forced else reaction))
    if phase_of(campaign) == "act":
        return (*forced, *_turn(campaign, state.n, follows))
    return (*forced, *follows, _done(state.n)) if forced or follows else ()


def _bets(state: BeatState) -> tuple[Offer, ...]:
    test = state.telling
    if test is None:
        return ()
    left = text_n("{count} benefit", "{count} benefits", test.benefits - len(test.stakes))
    return (Offer("b", text("What the bets bring"), BetsBring(beat=state.n), left),)


def _reaction(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    """Offer a reaction of somebody else to the action the beat began with."""
    assert state.attack is not None
    who = next((id for id in _reacting(campaign) if id != state.attack.who), None)
    roll = first_test(campaign, who, "rr", state.n) if who is not None else None
    if roll is None:
        return ()
    note = text_n("{count} bet is forced", "{count} bets are forced", roll.bets) if roll.bets else None
    return (Offer("x", text("Reaction or defence"), roll, note),)


def _reacting(campaign: Campaign) -> Iterable[str]:
    return (id for id, pc in campaign.characters.items() if takes_part(pc) and pc.rr and pc.talents)


def _round(campaign: Campaign, beat: int) -> tuple[Offer, ...]:
    match phase_of(campaign):
        case "split":
            who = on_turn(campaign)
            return (replace(_split(campaign, who, beat), opens=True), *_other_turn(campaign)) if who else ()
        case "act":
            first, *rest = _turn(campaign, beat)
            opens = first.command == EndRound() and not _conditionals(campaign)
            return (replace(first, opens=opens), *rest)
        case _:
            return (Offer("n", text("New round"), StartRound()), _done(beat))


def _split(campaign: Campaign, who: str, beat: int | None = None) -> Offer:
    pc = campaign.characters[who]
    return Offer(
        "r", text("{who} splits", who=pc.name or who), first_split(campaign, who, beat), text("POT {pot}", pot=pc.pot)
    )


def _turn(campaign: Campaign, beat: int, follows: tuple[Offer, ...] = ()) -> tuple[Offer, ...]:
    """Offer what the character on turn may do; when everybody has acted, the end of the round."""
    who = on_turn(campaign)
    if not who:
        return (_round_end(), *follows, *_conditionals(campaign), _done(beat))
    test, done, aside = _actions(campaign, who)
    first = (test, done, aside) if test is not None and test.blocked is None else (done, aside, test)
    return (*(offer for offer in first if offer is not None), *follows, *_conditionals(campaign), _done(beat))


def _actions(campaign: Campaign, who: str) -> tuple[Offer | None, Offer, Offer | None]:
    pc = campaign.characters[who]
    name = pc.name or who
    roll = first_test(campaign, who, "ra")
    held = text("RA {ra} · RR {rr}", ra=pc.ra, rr=pc.rr)
    empty = None if pc.ra else text("no die left in RA")
    test = None if roll is None else Offer("r", text("{who} tests a talent", who=name), roll, held, empty)
    done = Offer("e", text("{who} is done", who=name), EndTurn(who=who), _next(campaign))
    if pc.ra < CONDITIONAL_DICE:
        return test, done, None
    label = text("{who} is done, one die set aside", who=name)
    aside = Offer("s", label, EndTurn(who=who, conditional=True), text("keeps nothing for the next round"))
    return test, done, aside


def _next(campaign: Campaign) -> Text:
    after = waiting(campaign)[1:]
    return text("then {names}", names=name_of(campaign, after[0])) if after else text("then the round ends")


def _conditionals(campaign: Campaign) -> tuple[Offer, ...]:
    found: list[Offer] = []
    for id, pc in campaign.characters.items():
        roll = first_test(campaign, id, "conditional") if pc.conditional else None
        if roll is not None:
            label = text("conditional die of {who}", who=pc.name or id)
            found.append(Offer("" if found else "k", label, roll, text("if {words}", words=pc.conditional_when)))
    return _keyed(found)


def _keyed(found: list[Offer]) -> tuple[Offer, ...]:
    """Give each of several offers of one kind a key of its own."""
    keys = "kmopqtuvwyz"
    return tuple(replace(offer, key=key) for offer, key in zip(found, keys, strict=False))


def _round_end() -> Offer:
    return Offer("n", text("End of the round"), EndRound())


def _other_turn(campaign: Campaign) -> tuple[Offer, ...]:
    if len(waiting(campaign)) < 2:
        return ()
    return (Offer("a", text("Somebody else’s turn"), first_to_give(campaign)),)


def _done(beat: int) -> Offer:
    return Offer("d", text("done"), CloseBeat(beat=beat))


def menu(campaign: Campaign) -> tuple[Offer, ...]:
    """List what the round adds to the table menu."""
    match phase_of(campaign):
        case "split":
            who = on_turn(campaign)
            first = (replace(_split(campaign, who), key="n"),) if who else ()
            return (*first, *_other_turn(campaign), replace(_round_end(), key="z"))
        case "act":
            who = on_turn(campaign)
            acting = [offer for offer in _actions(campaign, who)[1:] if offer is not None] if who else []
            keys = ("d", "i")
            turn = (replace(offer, key=key) for offer, key in zip(acting, keys, strict=False))
            return (_round_end(), *turn, *_other_turn(campaign), *_conditionals(campaign))
        case _:
            return (Offer("n", text("New round"), StartRound()),)


def key_roll(campaign: Campaign, who: str) -> Command | None:
    """Give what the roll key begins with: a split while dice are split, else the test of a talent."""
    if phase_of(campaign) == "split" and (now := on_turn(campaign)):
        return first_split(campaign, now)
    return first_test(campaign, who)
