"""Charge: what the rules offer next in a beat."""

from __future__ import annotations

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_n
from tracker.rules.charge.action_choice import DANGER_KINDS, PROGRESS_KINDS
from tracker.rules.charge.beat import BeatState, beat_state
from tracker.rules.charge.consequence import (
    CONSEQUENCES,
    UNNUMBERED,
    Consequence,
    Exposure,
    Progress,
    Protect,
    first_protector,
    state_of,
)
from tracker.rules.charge.determination import first_determination, ways_to_resist
from tracker.rules.charge.growth import TakeTalent
from tracker.rules.charge.names import action_names
from tracker.rules.charge.other_rolls import Fortune
from tracker.rules.charge.rolling import GREAT
from tracker.rules.charge.rolls import first_roll
from tracker.rules.charge.sheet import EFFECTS
from tracker.rules.common.clocks import open_clocks
from tracker.rules.common.condition import Condition
from tracker.rules.common.notes import AddNote
from tracker.rules.common.sessions import CloseBeat
from tracker.rules.deed import Offer
from tracker.rules.table import open_beat


def offers(campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
    """List what is still open: the condition to rewrite, the consequence, the roll of a flashback, the segments."""
    state = beat_state(beat)
    conditions = _conditions(campaign, state)
    if conditions and state.roll is not None:
        return conditions
    if beat[0].roll == "milestone":
        return _talents(campaign, beat)
    if state.roll is None:
        return _flashback(campaign, state)
    if not state.settled:
        return _consequence(campaign, state)
    return _success(campaign, state)


def _conditions(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    waiting = [campaign.characters[who] for who in state.conditions if who in campaign.characters]
    return tuple(
        Offer("c", text("condition of {who}", who=pc.name), Condition(who=pc.id, beat=state.n), opens=True)
        for pc in waiting[:1]
    )


def _flashback(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    if state.flashback is None:
        return ()
    who = state.flashback.who
    match state.flashback.choice.get("then"):
        case "action":
            roll = first_roll(campaign, who, beat=state.n)
            return () if roll is None else (Offer("r", text("the action roll"), roll, opens=True), _done(state))
        case "fortune":
            return (Offer("f", text("the fortune roll"), Fortune(who=who, beat=state.n), opens=True), _done(state))
        case _:
            return ()


def _consequence(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    level = max((state.level(who) for who in state.sufferers), default=0)
    clocks = open_clocks(campaign, DANGER_KINDS)
    first = str(clocks[0].value) if clocks else ""
    found = [
        Offer("s", CONSEQUENCES["stress"], _pick(state, "stress"), text("{count} stress", count=level)),
        Offer(
            "c",
            CONSEQUENCES["complication"],
            Consequence(beat=state.n, kind="complication", clock=first),
            text_n("{count} segment", "{count} segments", level),
        ),
    ]
    if state.partial and state.ticks > 0:
        found.append(Offer("e", CONSEQUENCES["reduced"], _pick(state, "reduced"), _unnumbered(state, "reduced")))
    found.append(Offer("w", CONSEQUENCES["position"], _pick(state, "position"), _unnumbered(state, "position")))
    found.append(Offer("l", CONSEQUENCES["lost"], _pick(state, "lost"), _unnumbered(state, "lost")))
    found.extend(_resisting(campaign, state))
    if state.helper:
        found.append(Offer("v", text("who suffers"), Exposure(beat=state.n, on="both")))
    found.append(Offer("n", CONSEQUENCES["none"], _pick(state, "none")))
    return tuple(found)


def open_consequence(campaign: Campaign, who: str) -> BeatState:
    """Give the state of the last beat if its consequence waits and a character may still resist it; else none."""
    _, found = open_beat(campaign)
    command = next((offer.command for offer in found if isinstance(offer.command, Consequence)), None)
    state = state_of(campaign, command.beat) if command is not None else BeatState()
    return state if who in state.sufferers and not state.resisted(who) else BeatState()


def _pick(state: BeatState, kind: str) -> Consequence:
    return Consequence(beat=state.n, kind=kind)


def _unnumbered(state: BeatState, kind: str) -> Text:
    reduced = kind in UNNUMBERED and all(state.level(who) < state.consequence for who in state.sufferers)
    if reduced:
        return text("reduced to nothing")
    return {
        "reduced": text("effect one rank less"),
        "position": text("until the scene ends"),
        "lost": text("another action must be found"),
    }[kind]


def _resisting(campaign: Campaign, state: BeatState) -> list[Offer]:
    found: list[Offer] = []
    for who in state.sufferers:
        character = campaign.characters.get(who)
        if character is None or state.resisted(who) or state.level(who) == 0:
            continue
        command = first_determination(campaign, who, state)
        poor = command.by == "initiative" and character.initiative < command.spend
        poor = poor and len(ways_to_resist(campaign)) < 2
        blocked = text("{who} has no initiative", who=character.name) if poor else None
        note = text("{who} holds {number}", who=character.name, number=character.initiative)
        found.append(Offer("d", text("determination"), command, note, blocked))
        break
    protector = first_protector(campaign, state)
    if protector and state.sufferers:
        found.append(
            Offer("p", text("somebody protects"), Protect(who=protector, victim=state.sufferers[0], beat=state.n))
        )
    return found


def _success(campaign: Campaign, state: BeatState) -> tuple[Offer, ...]:
    found: list[Offer] = []
    clocks = open_clocks(campaign, PROGRESS_KINDS)
    if not state.ticked and state.ticks > 0 and clocks:
        found.append(
            Offer(
                "t",
                text("tick a progress clock"),
                Progress(beat=state.n, clock=str(clocks[0].value), by=state.ticks),
                text_n("{count} segment", "{count} segments", state.ticks),
            )
        )
    if _wants_extra(state):
        found.append(
            Offer(
                "a",
                text("an extra advantage"),
                AddNote(beat=state.n, who=state.roller),
                text("critical at great effect: ask the game master"),
            )
        )
    return (*found, _done(state)) if found else ()


def _wants_extra(state: BeatState) -> bool:
    """A critical at great effect cannot rise: the game master gives something else (READING)."""
    roll = state.roll
    if roll is None or roll.roll != "action" or roll.outcome != "critical" or state.noted:
        return False
    rank = tuple(EFFECTS).index(str(roll.result.get("effect"))) if roll.result.get("effect") in EFFECTS else 0
    pushed = roll.choice.get("boost") == "effect"
    return rank + pushed >= GREAT and roll.result.get("effect_ticks") == GREAT


def _talents(campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
    spent = {entry.who for entry in beat if entry.roll == "talent"}
    party = tuple(campaign.characters.values())
    waiting = {pc.id: pc for pc in party if pc.milestones > 0 and pc.id not in spent}
    first_action = next(iter(action_names(campaign)), "")
    keys = "abcefghijklmopqrstuvwxyz"
    # One key each, so that none changes hands while the talents are taken.
    keyed = zip(keys, party if len(party) <= len(keys) else waiting.values(), strict=False)
    found = [
        Offer(key, text("talent of {who}", who=pc.name), TakeTalent(who=pc.id, beat=beat[0].beat, action=first_action))
        for key, pc in keyed
        if pc.id in waiting
    ]
    return (*found, Offer("d", text("done"), CloseBeat(beat=beat[0].beat))) if found else ()


def _done(state: BeatState) -> Offer:
    return Offer("d", text("done"), CloseBeat(beat=state.n))
