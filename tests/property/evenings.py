"""The evenings of the four systems: tables full of what may go wrong, and what is particular to each."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import playing
import playing_3d6
import playing_pot
import playing_sixieme
from evening import WORDS, Evening, Maker, clock, key, menu, who

from tracker.core.campaign import Campaign
from tracker.rules.charge.growth import Milestone, TakeTalent
from tracker.rules.charge.rolls import first_roll
from tracker.rules.common.notes import AddNote
from tracker.rules.deed import Command
from tracker.rules.pot.first_test import first_test
from tracker.rules.pot.rounds import EndRound, StartRound
from tracker.rules.pot.taking_turns import EndTurn, GiveTurn, Split
from tracker.rules.pot.turns import on_turn
from tracker.rules.sixieme_monde.calls import Support
from tracker.rules.sixieme_monde.pot import ChangePot
from tracker.rules.sixieme_monde.roll_numbers import D20Roll
from tracker.rules.sixieme_monde.settle import Refuse, TakeZero
from tracker.rules.systeme_3d6.choose import Choose, StepConsequence
from tracker.rules.systeme_3d6.commands import COMMANDS, switched
from tracker.rules.systeme_3d6.reroll import Reroll
from tracker.rules.systeme_3d6.roll_opposed import Draw
from tracker.rules.table import system_of

GOLD = {"or": {"name": "Or", "value": 3, "max": 6}}
CHARGE_RULES: list[dict[str, Any]] = [
    {},
    {"rules": {"resist_with": ["initiative", "action", "detail"], "determination_zero": True, "stress_full": "stay"}},
    {"rules": {"actions": {"force": {"name": "Force"}, "charme": {"name": "Charme"}}, "critical_beyond_great": True}},
]
KITTEN_RULES: list[dict[str, Any]] = [
    {},
    {"rules": {"triple_on": "any", "stress_full": "clear"}},
    {"rules": {"qualities": [{"id": "costaud", "name": "Force"}, {"id": "ruse"}]}},
]
POT_RULES: list[dict[str, Any]] = [
    {},
    {"untrained_dice": 0, "free_die_alone": True},
    {"free_die_over_cap": False, "max_rerolls": 1},
    {"all_ones_fail": True, "bets_force_bets": False, "stress_full": "clear"},
]
SIXIEME_RULES: list[dict[str, Any]] = [
    {},
    {"zero": "player", "d6_always": True, "max_companions": 9, "pot_start": "seats", "call_uses_bonus": True},
    {"pot_gift_capped": True, "max_companions": 0, "stress_size": 6, "stress_full": "clear"},
]


def _charge(chance: Random) -> Campaign:
    characters = {
        "aicha": {"ties": ["sa sœur", "la guilde"], "talents": [{"text": "de nuit", "kind": "die", "checked": True}]},
        "bohort": {"stress": 3, "condition": "trempé", "counters": GOLD},
        "naila": {"taken_out": True, "position_penalty": 1, "position_bonus": 1, "milestones": 1},
    }
    clocks = {"dette": {"name": "Dette", "kind": "project", "owner": "aicha", "size": 4, "filled": 3}}
    return playing.table(characters, clocks, **chance.choice(CHARGE_RULES))


def _action_roll(campaign: Campaign, chance: Random) -> Command:
    """Give an action roll with much in it."""
    command = first_roll(campaign, who(campaign, chance))
    if command is None:
        return AddNote(words="nobody")
    return replace(
        command,
        helper=chance.choice(["", *(id for id in campaign.characters if id != command.who)]),
        boost=chance.choice(["none", "none", "die", "effect", "tension"]),
        clock=clock(campaign, chance),
        price_clock=clock(campaign, chance),
        price=chance.choice(["story", "danger", "stress"]),
        purpose=chance.choice(["act", "effect", "position"]),
        setup=chance.choice([-1, -1, 0]),
    )


_CHARGE: list[Maker] = [
    *[_action_roll] * 6,
    *[key("roll", "roll", "roll", "resist", "fortune", "flashback")] * 4,
    lambda c, r: Milestone(),
    lambda c, r: TakeTalent(who=who(c, r)),
]


def _kittens(chance: Random) -> Campaign:
    characters = {
        "ficelle": {"stress": 2, "condition": "trempée", "counters": GOLD},
        "gribouille": {"taken_out": chance.random() < 0.3, "present": chance.random() < 0.8},
    }
    clocks = {
        "nid": {"name": "Nid", "kind": "task", "size": 4, "filled": 3, "visibility": "hidden", "owner": "diane"},
        "pont": {"name": "Pont", "kind": "complication", "size": 2},
    }
    return playing_3d6.table(characters, clocks, **chance.choice(KITTEN_RULES))


def _any_roll(campaign: Campaign, chance: Random) -> Command:
    return switched(campaign, key("roll")(campaign, chance), chance.choice(list(COMMANDS)))


def _follow(campaign: Campaign, chance: Random) -> Command:
    """Give something that follows up the last beat, whether it makes sense or not."""
    beat, any_clock = campaign.log[-1].beat if campaign.log else 1, clock(campaign, chance)
    return chance.choice(
        [
            Reroll(beat=beat, hand=chance.randrange(-1, 3), die=chance.randrange(-1, 5)),
            Choose(beat=beat, hand=chance.randrange(-1, 3), pays=chance.random() < 0.5, clock=any_clock),
            StepConsequence(beat=beat, consequence="x", clock=any_clock),
            Draw(beat=beat),
        ]
    )


_KITTENS: list[Maker] = [*[_any_roll] * 12, *[_follow] * 2, key("fortune")]


def _pot(chance: Random) -> Campaign:
    characters = {
        "mira": {"counters": GOLD, "ra": 2, "uses": {"tir": 1}},
        "loup": {"stress": 3, "condition": "trempé", "present": chance.random() < 0.8},
    }
    return playing_pot.table(characters, rules=chance.choice(POT_RULES))


def _on_or_not(campaign: Campaign, chance: Random) -> str:
    """Give who is on, or somebody else."""
    return chance.choice([who(campaign, chance), on_turn(campaign) or "ghost"])


def _talent_test(campaign: Campaign, chance: Random) -> Command:
    reserve = chance.choice([None, "ra", "rr", "conditional"])
    command = first_test(campaign, _on_or_not(campaign, chance), reserve)
    if command is None:
        return StartRound()
    return replace(command, diff=chance.randint(0, 12), bets=chance.randint(0, 3), spend=chance.randint(0, 3))


_POT: list[Maker] = [
    *[_talent_test] * 8,
    *[menu] * 6,
    key("roll"),
    lambda c, r: StartRound(),
    lambda c, r: Split(who=_on_or_not(c, r), ra=r.randint(0, 5)),
    lambda c, r: EndTurn(who=_on_or_not(c, r), conditional=r.random() < 0.5, when=r.choice(WORDS)),
    lambda c, r: GiveTurn(who=who(c, r)),
    lambda c, r: EndRound(keep={who(c, r): r.choice(["ra", "rr", "none"])}),
]


def _check_pot(campaign: Campaign) -> None:
    """Check what holds of every round, whatever was done (rules/pot.md); sheets written by hand apart."""
    if any(entry.roll == "edit_character" for entry in campaign.log):
        return
    now = on_turn(campaign)
    assert now == "" or (now in campaign.characters and campaign.characters[now].present)
    assert sorted(system_of(campaign).order(campaign)) == sorted(campaign.characters)
    for pc in campaign.characters.values():
        assert pc.ra + pc.rr <= 2 * pc.pot
        assert pc.conditional in {0, 1}
        assert not (pc.conditional and campaign.table.phase == "none")


def _sixieme(chance: Random) -> Campaign:
    """Give a table where calls are frequent."""
    every = {"call_values": list(range(1, 21, 2))}
    characters = {"isaure": {**every, "karma": 4}, "lazare": every, "odile": {"call_values": [2, 4, 6], "karma": 1}}
    return playing_sixieme.table(characters, 3, **chance.choice(SIXIEME_RULES))


def _last_beat(campaign: Campaign, chance: Random) -> int | None:
    """Give the last beat: what followed an older one would be taken back before what came between."""
    return chance.choice([None, *(entry.beat for entry in campaign.log[-1:])])


_SIXIEME: list[Maker] = [
    *[key("roll")] * 6,
    *[menu] * 2,
    key("fortune"),
    lambda c, r: D20Roll(who=who(c, r), malus_of=r.randint(0, c.last_n + 1)),
    lambda c, r: Support(who=who(c, r), beat=_last_beat(c, r)),
    lambda c, r: Refuse(beat=_last_beat(c, r), pot_draw=r.randint(-1, 4)),
    lambda c, r: TakeZero(beat=_last_beat(c, r)),
    lambda c, r: ChangePot(pot=r.randint(-1, 9)),
]


def _check_sixieme(campaign: Campaign) -> None:
    assert campaign.table.pot >= 0
    assert all(each.karma >= 0 for each in campaign.characters.values())


CHARGE = Evening(_charge, _CHARGE, examples=120)
EVENINGS = {
    "charge": CHARGE,
    "3d6": Evening(_kittens, _KITTENS, sample="moustaches.toml"),
    "pot": Evening(_pot, _POT, 0.7, _check_pot, sample="basse-ville.toml", steps=30),
    "sixieme-monde": Evening(_sixieme, _SIXIEME, 0.6, _check_sixieme, examples=80, files=15),
}
