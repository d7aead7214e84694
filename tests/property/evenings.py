"""Random evenings of Charge: any legal command, answered like a panel is answered, followed up or taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from playing import table

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.dice.pool import Faces
from tracker.rules.charge.growth import Milestone, TakeTalent
from tracker.rules.charge.rolls import first_roll
from tracker.rules.charge.system import SYSTEM
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move, SetVisibility
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, ResolveClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote, StrikeLine
from tracker.rules.common.sessions import EndScene, EndSession, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Ask, Command
from tracker.rules.table import deed_for, needs, open_beat

WORDS = ["", "Zoé", "x [/] y", "\x1b[31m", "日本", "a\nb", "cheville foulée", '"quoted" \\', "\u202eabc", "l'été"]
TREES: list[dict[str, Any]] = [
    {},
    {"rules": {"resist_with": ["initiative", "action", "detail"], "determination_zero": True, "stress_full": "stay"}},
    {"rules": {"actions": {"force": {"name": "Force"}, "charme": {"name": "Charme"}}, "critical_beyond_great": True}},
]


def start(chance: Random) -> Campaign:
    """Give a table to begin with."""
    characters = {
        "aicha": {"ties": ["sa sœur", "la guilde"], "talents": [{"text": "de nuit", "kind": "die", "checked": True}]},
        "bohort": {"stress": 3, "condition": "trempé", "counters": {"or": {"name": "Or", "value": 3, "max": 6}}},
        "naila": {"taken_out": True, "position_penalty": 1, "position_bonus": 1, "milestones": 1},
    }
    clocks = {"dette": {"name": "Dette", "kind": "project", "owner": "aicha", "size": 4, "filled": 3}}
    return table(characters, clocks, **chance.choice(TREES))


def command_for(campaign: Campaign, chance: Random) -> Command:
    """Give a command somebody could want now, with answers as the panels offer them; it may still be refused."""
    if campaign.log and campaign.log[-1].event == "undo" and chance.random() < 0.6:
        return chance.choice([Undo(), Redo()])
    _, offered = open_beat(campaign)
    if offered and chance.random() < 0.7:
        command = chance.choice(offered).command
    else:
        command = chance.choice(_MAKERS)(campaign, chance)
    return answered(campaign, command, chance)


def answered(campaign: Campaign, command: Command, chance: Random) -> Command:
    """Answer some of what is asked."""
    deed = deed_for(campaign, command)
    for _ in range(chance.randrange(6)):
        asks = deed.asks(campaign, command)
        if not asks:
            break
        ask = chance.choice(asks)
        try:
            command = deed.put(campaign, command, ask.name, _answer(ask, chance))
        except Refusal:
            continue
    return command


def faces_for(campaign: Campaign, command: Command, chance: Random) -> Faces:
    """Throw what it needs. Raises Refusal."""
    sixes = chance.random() < 0.2
    return {
        pool.name: tuple(6 if sixes else chance.randint(1, pool.sides) for _ in range(pool.count))
        for pool in needs(campaign, command)
    }


def _answer(ask: Ask, chance: Random) -> Any:
    match ask.kind:
        case Kind.FLAG:
            return chance.random() < 0.5
        case Kind.WHOLE if not ask.options:
            low = ask.low if ask.low is not None else 0
            high = ask.high if ask.high is not None else low + 9
            return chance.randint(low, max(low, min(high, low + 9)))
        case Kind.CHOICE | Kind.WHOLE if ask.options:
            free = [option.value for option in ask.options if option.blocked is None]
            return chance.choice(free or [ask.value])
        case _:
            return chance.choice(WORDS)


def _who(campaign: Campaign, chance: Random) -> str:
    return chance.choice(list(campaign.characters) or ["nobody"])


def _clock(campaign: Campaign, chance: Random) -> str:
    return chance.choice(list(campaign.clocks) or ["none"])


def _key(campaign: Campaign, chance: Random) -> Command:
    key = chance.choice(["roll", "roll", "roll", "resist", "fortune", "flashback"])
    return SYSTEM.command(key, campaign, _who(campaign, chance)) or AddNote(words="nobody")


def _roll(campaign: Campaign, chance: Random) -> Command:
    """Give an action roll with much in it."""
    command = first_roll(campaign, _who(campaign, chance))
    if command is None:
        return AddNote(words="nobody")
    return replace(
        command,
        helper=chance.choice(["", *(id for id in campaign.characters if id != command.who)]),
        boost=chance.choice(["none", "none", "die", "effect", "tension"]),
        clock=_clock(campaign, chance),
        price_clock=_clock(campaign, chance),
        price=chance.choice(["story", "danger", "stress"]),
        purpose=chance.choice(["act", "effect", "position"]),
        setup=chance.choice([-1, -1, 0]),
    )


def _adjust(campaign: Campaign, chance: Random) -> Command:
    path = chance.choice([("initiative",), ("stress",), ("counters", "or", "value"), ("milestones",)])
    return Adjust(who=_who(campaign, chance), path=path, by=chance.choice([1, -1, 3]))


def _move(campaign: Campaign, chance: Random) -> Command:
    section = chance.choice(["characters", "clocks"])
    ids = list(campaign.characters if section == "characters" else campaign.clocks) or ["none"]
    return Move(section=section, id=chance.choice(ids), after=chance.choice([None, "ghost", *ids]))


def _beside(campaign: Campaign, chance: Random) -> Command:
    about = chance.randint(1, campaign.last_n + 1)
    return chance.choice([StrikeLine(about=about), SetVisibility(about=about), AddNote(words="x", about=about)])


_MAKERS: list[Callable[[Campaign, Random], Command]] = [
    *[_key] * 4,
    *[_roll] * 6,
    _adjust,
    _move,
    _beside,
    lambda c, r: TickClock(clock=_clock(c, r), by=r.choice([1, 2, -1])),
    lambda c, r: ResolveClock(clock=next((id for id, clock in c.clocks.items() if clock.full), "none")),
    lambda c, r: AddClock(name=r.choice(WORDS), after=_clock(c, r)),
    lambda c, r: EditClock(clock=_clock(c, r)),
    lambda c, r: RemoveClock(clock=_clock(c, r)),
    lambda c, r: Condition(who=_who(c, r), words=r.choice(WORDS)),
    lambda c, r: Recover(who=_who(c, r)),
    lambda c, r: AddCharacter(name=r.choice(WORDS), after=_who(c, r)),
    lambda c, r: EditCharacter(who=_who(c, r)),
    lambda c, r: RemoveCharacter(who=_who(c, r)),
    lambda c, r: SetVisibility(who=_who(c, r)),
    lambda c, r: SetVisibility(clock=_clock(c, r)),
    lambda c, r: AddNote(words=r.choice(WORDS)),
    lambda c, r: StartSession(),
    lambda c, r: EndSession(),
    lambda c, r: EndScene(),
    lambda c, r: Milestone(),
    lambda c, r: TakeTalent(who=_who(c, r)),
    lambda c, r: Undo(),
    lambda c, r: Undo(),
]
