"""A random evening of any system: what somebody could want now, answered as panels answer, thrown, followed, undone.

Everything goes through the hooks of the system; `evenings.py` adds what each system is to be tried with besides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st
from playing import EVENING, is_safe

from tracker.core.campaign import Campaign
from tracker.core.draft import Step
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.dice.pool import Faces
from tracker.i18n.say import say
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move, SetVisibility
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, ResolveClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote, StrikeLine
from tracker.rules.common.sessions import EndScene, EndSession, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Ask, Command
from tracker.rules.table import apply, deed_for, needs, open_beat, system_of

Maker: TypeAlias = Callable[[Campaign, Random], Command]
"""Makes a command somebody could want."""

CHANCES = st.integers(0, 2**64 - 1).map(Random)
WORDS = ["", "Zoé", "x [/] y", "\x1b[31m", "日本", "a\nb", "cheville foulée", '"quoted" \\', "\u202eabc", "l’été"]


@dataclass(frozen=True)
class Evening:
    """What an evening of one system is made of, beyond what its hooks say."""

    start: Callable[[Random], Campaign]
    """Gives a table to begin with."""
    wants: Sequence[Maker]
    """What is particular to the system, each as often as it stands there."""
    share: float = 0.5
    """How often one of them is wanted, rather than what every table knows."""
    check: Callable[[Campaign], None] = lambda campaign: None
    """Checks what holds of every table of the system, whatever was done."""
    sample: str = ""
    """The sample campaign whose file is played on; nothing: a file written by hand from the start."""
    steps: int = 25
    """How long an evening may be."""
    examples: int = 150
    """How many evenings are tried."""
    files: int = 25
    """How many of them with a file."""

    def command(self, campaign: Campaign, chance: Random) -> Command:
        """Give a command somebody could want now, with answers as the panels offer them; it may still be refused."""
        if campaign.log and campaign.log[-1].event == "undo" and chance.random() < 0.6:
            return chance.choice([Undo(), Redo()])
        _, offered = open_beat(campaign)
        if offered and chance.random() < 0.7:
            command = chance.choice(offered).command
        else:
            command = chance.choice(self.wants if chance.random() < self.share else COMMON)(campaign, chance)
        return answered(campaign, command, chance)


def step(campaign: Campaign, command: Command, chance: Random) -> Step | None:
    """Carry a command out with random faces; None where it is refused, in words that can be shown."""
    try:
        return apply(campaign, command, faces_for(campaign, command, chance), EVENING)
    except Refusal as refusal:
        why = refusal.message
    assert is_safe(say(why, "en"))
    assert is_safe(say(why, "fr"))
    return None


def answered(campaign: Campaign, command: Command, chance: Random) -> Command:
    """Answer some of what is asked; an answer may make another kind of roll of it."""
    for _ in range(chance.randrange(7)):
        deed = deed_for(campaign, command)
        asks = deed.asks(campaign, command)
        if asks:
            ask = chance.choice(asks)
            with suppress(Refusal):
                command = deed.put(campaign, command, ask.name, _answer(ask, chance))
    return command


def faces_for(campaign: Campaign, command: Command, chance: Random) -> Faces:
    """Throw what a command needs: at times all dice their best, or all alike. Raises Refusal."""
    luck = chance.random()

    def thrown(sides: int, count: int) -> tuple[int, ...]:
        if luck < 0.3:
            return (sides if luck < 0.15 else chance.randint(1, sides),) * count
        return tuple(chance.randint(1, sides) for _ in range(count))

    return {pool.name: thrown(pool.sides, pool.count) for pool in needs(campaign, command)}


def _answer(ask: Ask, chance: Random) -> Any:
    """Give an answer that the panel would take, at times one that it shows as blocked."""
    match ask.kind:
        case Kind.FLAG:
            return chance.random() < 0.5
        case Kind.CHOICES:
            return tuple(option.value for option in ask.options if chance.random() < 0.3)
        case Kind.WHOLES:
            return tuple(chance.sample(range(1, 21), 3))
        case Kind.CHOICE | Kind.WHOLE if ask.options:
            free = [option.value for option in ask.options if option.blocked is None or chance.random() < 0.1]
            return chance.choice(free or [ask.value])
        case Kind.WHOLE:
            low = ask.low if ask.low is not None else 0
            high = ask.high if ask.high is not None else low + 12
            return chance.randint(low, max(low, min(high, low + 12)))
        case Kind.CHOICE:
            return ask.value
        case _:
            return chance.choice(WORDS)


def who(campaign: Campaign, chance: Random) -> str:
    """Give a character, seldom one that is not there."""
    return _one_of(campaign.characters, chance)


def clock(campaign: Campaign, chance: Random) -> str:
    """Give a clock, seldom one that is not there."""
    return _one_of(campaign.clocks, chance)


def _one_of(ids: Any, chance: Random) -> str:
    return "ghost" if not ids or chance.random() < 0.07 else chance.choice(list(ids))


def key(*keys: str) -> Maker:
    """Make what one of the keys of the table begins."""
    return lambda c, r: system_of(c).command(r.choice(keys), c, who(c, r)) or AddNote(words="nobody")


def menu(campaign: Campaign, chance: Random) -> Command:
    """Give what the system adds to the table menu."""
    offers = system_of(campaign).menu(campaign)
    return chance.choice(offers).command if offers else AddNote(words="nothing")


def _adjust(campaign: Campaign, chance: Random) -> Command:
    """Change one of the numbers that the panes show, or one that is not there."""
    id = who(campaign, chance)
    character = campaign.characters.get(id)
    gauges = () if character is None else system_of(campaign).gauges(campaign, character)
    path = chance.choice([("stress",), *(gauge.path for gauge in gauges)])
    return Adjust(who=id, path=path, by=chance.choice([1, -1, 3]))


def _move(campaign: Campaign, chance: Random) -> Command:
    section, one = chance.choice([("characters", who), ("clocks", clock)])
    return Move(section=section, id=one(campaign, chance), after=chance.choice([None, one(campaign, chance)]))


def _beside(campaign: Campaign, chance: Random) -> Command:
    about = chance.randint(1, campaign.last_n + 1)
    return chance.choice([StrikeLine(about=about), SetVisibility(about=about), AddNote(words="x", about=about)])


def _resolve(campaign: Campaign, chance: Random) -> Command:
    full = next((id for id, clock in campaign.clocks.items() if clock.full), "none")
    return ResolveClock(clock=full, then=chance.choice(["remove", "empty", "keep"]))


COMMON: list[Maker] = [
    *[_adjust] * 2,
    _move,
    _beside,
    _resolve,
    lambda c, r: TickClock(clock=clock(c, r), by=r.choice([1, 2, -1])),
    lambda c, r: AddClock(name=r.choice(WORDS), after=clock(c, r)),
    lambda c, r: EditClock(clock=clock(c, r)),
    lambda c, r: RemoveClock(clock=clock(c, r)),
    lambda c, r: Condition(who=who(c, r), words=r.choice(WORDS)),
    lambda c, r: Recover(who=who(c, r)),
    lambda c, r: AddCharacter(name=r.choice(WORDS), after=who(c, r)),
    lambda c, r: EditCharacter(who=who(c, r)),
    lambda c, r: RemoveCharacter(who=who(c, r)),
    lambda c, r: SetVisibility(who=who(c, r)),
    lambda c, r: SetVisibility(clock=clock(c, r)),
    lambda c, r: AddNote(words=r.choice(WORDS)),
    lambda c, r: StartSession(),
    lambda c, r: EndSession(),
    lambda c, r: EndScene(),
    *[lambda c, r: Undo()] * 3,
]
"""What every table knows."""
