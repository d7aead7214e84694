"""A table of kittens to play on in tests, and random evenings of theirs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from fractions import Fraction
from random import Random
from typing import Any

from playing import EVENING, campaign_of, en, encoded

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.tree import Tree
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move, SetVisibility
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, ResolveClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Ask, Command, Option
from tracker.rules.likely import likely
from tracker.rules.systeme_3d6.choose import Choose, StepConsequence
from tracker.rules.systeme_3d6.commands import COMMANDS, switched
from tracker.rules.systeme_3d6.reroll import Reroll
from tracker.rules.systeme_3d6.roll_opposed import Draw
from tracker.rules.systeme_3d6.system import SYSTEM
from tracker.rules.table import apply, deed_for, needs, open_beat

FICELLE: Tree = {
    "name": "Ficelle",
    "qualities": {"costaud": 3, "malin": 2, "mignon": 4},
    "talents": ["grimper"],
    "objects": ["pelote"],
    "gifts": ["ronron"],
}
DIANE: Tree = {"name": "Diane", "qualities": {"costaud": 1, "malin": 5, "mignon": 2}}
GRIBOUILLE: Tree = {"name": "Gribouille", "qualities": {"costaud": 4, "malin": 1, "mignon": 3}}
RADEAU: Tree = {"name": "Radeau", "kind": "task", "size": 8, "roll_length": "une heure", "max_rolls": 3}
RENARD: Tree = {"name": "Renard", "kind": "danger", "size": 4, "filled": 1}


def table(
    characters: Mapping[str, Any] | None = None, clocks: Mapping[str, Any] | None = None, **sections: Any
) -> Campaign:
    """Give a table of three kittens, a long task and a danger; what is given goes on top, key by key of a sheet."""
    tree: dict[str, Any] = {"format": 1, "title": "T", "system": "3d6", "language": "fr", "session": 2}
    sheets: dict[str, Any] = {"ficelle": FICELLE, "diane": DIANE, "gribouille": GRIBOUILLE}
    tree["characters"] = {**sheets, **{id: {**sheets.get(id, {}), **c} for id, c in (characters or {}).items()}}
    dials: dict[str, Any] = {"radeau": RADEAU, "renard": RENARD}
    tree["clocks"] = {**dials, **{id: {**dials.get(id, {}), **c} for id, c in (clocks or {}).items()}}
    return campaign_of({**tree, **sections})


def play(campaign: Campaign, command: Command, **faces: tuple[int, ...]) -> Campaign:
    """Give the campaign after a command whose dice are given by the name of their pool."""
    before = encoded(campaign)
    step = apply(campaign, command, faces, EVENING + timedelta(minutes=campaign.last_n))
    assert encoded(campaign) == before, "a command has changed the campaign it was applied to"
    return step.campaign


def asked(campaign: Campaign, command: Command) -> dict[str, Any]:
    """Give what is asked, by name."""
    return {ask.name: ask for ask in deed_for(campaign, command).asks(campaign, command)}


def options(campaign: Campaign, command: Command, name: str) -> dict[Any, Option]:
    """Give the options of one question, by value."""
    return {option.value: option for option in asked(campaign, command)[name].options}


def put(campaign: Campaign, command: Command, name: str, value: Any) -> Any:
    """Give the command with one more answer."""
    return deed_for(campaign, command).put(campaign, command, name, value)


def chances(campaign: Campaign, command: Command) -> dict[str, Fraction]:
    """Give the odds that are shown before the roll."""
    return {each.outcome: each.share for each in deed_for(campaign, command).preview(campaign, command).chances}


def stakes(campaign: Campaign, command: Command) -> dict[str, str]:
    """Give what the outcomes would lead to, and how likely that is said to be."""
    preview = deed_for(campaign, command).preview(campaign, command)
    return {en(each.label): en(likely(each.share)) for each in preview.also}


def known(campaign: Campaign, command: Command) -> str:
    """Give what else is shown before the roll: facts, then warnings."""
    preview = deed_for(campaign, command).preview(campaign, command)
    return " | ".join(map(en, (*preview.facts, *preview.warnings)))


WORDS = ["", "Zoé", "x [/] y", "\x1b[31m", "日本", "a\nb", '"quoted" \\', "\u202eabc", "l'été"]
TREES: list[dict[str, Any]] = [
    {},
    {"rules": {"triple_on": "any", "stress_full": "clear"}},
    {"rules": {"qualities": [{"id": "costaud", "name": "Force"}, {"id": "ruse"}]}},
]


def start(chance: Random) -> Campaign:
    """Give a table to begin an evening with."""
    characters = {
        "ficelle": {"stress": 2, "condition": "trempée", "counters": {"or": {"name": "Or", "value": 3, "max": 6}}},
        "gribouille": {"taken_out": chance.random() < 0.3, "present": chance.random() < 0.8},
    }
    clocks = {
        "nid": {"name": "Nid", "kind": "task", "size": 4, "filled": 3, "visibility": "hidden", "owner": "diane"},
        "pont": {"name": "Pont", "kind": "complication", "size": 2},
    }
    return table(characters, clocks, **chance.choice(TREES))


def command_for(campaign: Campaign, chance: Random) -> Command:
    """Give a command somebody could want now, with answers as the panels offer them; it may still be refused."""
    if campaign.log and campaign.log[-1].event == "undo" and chance.random() < 0.6:
        return chance.choice([Undo(), Redo()])
    _, offered = open_beat(campaign)
    if offered and chance.random() < 0.75:
        command = chance.choice(offered).command
    else:
        command = chance.choice(_MAKERS)(campaign, chance)
    return answered(campaign, command, chance)


def answered(campaign: Campaign, command: Command, chance: Random) -> Command:
    """Answer some of what is asked; an answer may make another kind of roll of it."""
    for _ in range(chance.randrange(7)):
        deed = deed_for(campaign, command)
        asks = deed.asks(campaign, command)
        if not asks:
            break
        ask = chance.choice(asks)
        try:
            command = deed.put(campaign, command, ask.name, answer(ask, chance))
        except Refusal:
            continue
    return command


def answer(ask: Ask, chance: Random) -> Any:
    """Give an answer that the panel would take."""
    match ask.kind:
        case Kind.FLAG:
            return chance.random() < 0.5
        case Kind.WHOLE if not ask.options:
            low = ask.low if ask.low is not None else 0
            high = ask.high if ask.high is not None else low + 9
            return chance.randint(low, max(low, min(high, low + 9)))
        case Kind.CHOICES:
            return tuple(option.value for option in ask.options if chance.random() < 0.3)
        case Kind.CHOICE | Kind.WHOLE:
            free = [option.value for option in ask.options if option.blocked is None]
            return chance.choice(free or [ask.value])
        case _:
            return chance.choice(WORDS)


def faces_for(campaign: Campaign, command: Command, chance: Random) -> Faces:
    """Throw what it needs. Raises Refusal."""
    alike = chance.random() < 0.3
    return {
        pool.name: (chance.randint(1, pool.sides),) * pool.count
        if alike
        else tuple(chance.randint(1, pool.sides) for _ in range(pool.count))
        for pool in needs(campaign, command)
    }


def _who(campaign: Campaign, chance: Random) -> str:
    return chance.choice([*campaign.characters, "nobody"])


def _clock(campaign: Campaign, chance: Random) -> str:
    return chance.choice([*campaign.clocks, "none"])


def _roll(campaign: Campaign, chance: Random) -> Command:
    command = SYSTEM.command("roll", campaign, _who(campaign, chance)) or AddNote(words="nobody")
    return switched(campaign, command, chance.choice(list(COMMANDS)))


def _follow(campaign: Campaign, chance: Random) -> Command:
    """Give something that follows up the last beat, whether it makes sense or not."""
    beat = campaign.log[-1].beat if campaign.log else 1
    return chance.choice(
        [
            Reroll(beat=beat, hand=chance.randrange(-1, 3), die=chance.randrange(-1, 5)),
            Choose(beat=beat, hand=chance.randrange(-1, 3), pays=chance.random() < 0.5, clock=_clock(campaign, chance)),
            StepConsequence(beat=beat, consequence="x", clock=_clock(campaign, chance)),
            Draw(beat=beat),
        ]
    )


_MAKERS: list[Callable[[Campaign, Random], Command]] = [
    *[_roll] * 12,
    *[_follow] * 2,
    lambda c, r: SYSTEM.command("fortune", c, "") or AddNote(words="x"),
    lambda c, r: Adjust(
        who=_who(c, r), path=r.choice([("hearts",), ("friendship",), ("stress",)]), by=r.choice([1, -1])
    ),
    lambda c, r: Move(section="characters", id=_who(c, r), after=r.choice([None, _who(c, r)])),
    lambda c, r: TickClock(clock=_clock(c, r), by=r.choice([1, 2, -1])),
    lambda c, r: ResolveClock(clock=next((id for id, clock in c.clocks.items() if clock.full), "none"), then="empty"),
    lambda c, r: AddClock(name=r.choice(WORDS), kind="task", after=_clock(c, r)),
    lambda c, r: EditClock(clock=_clock(c, r)),
    lambda c, r: RemoveClock(clock=_clock(c, r)),
    lambda c, r: Condition(who=_who(c, r), words=r.choice(WORDS)),
    lambda c, r: Recover(who=_who(c, r)),
    lambda c, r: AddCharacter(name=r.choice(WORDS), after=_who(c, r)),
    lambda c, r: EditCharacter(who=_who(c, r)),
    lambda c, r: RemoveCharacter(who=_who(c, r)),
    lambda c, r: SetVisibility(clock=_clock(c, r)),
    lambda c, r: AddNote(words=r.choice(WORDS)),
    lambda c, r: StartSession(),
    lambda c, r: EndScene(),
    lambda c, r: Undo(),
    lambda c, r: Undo(),
]
