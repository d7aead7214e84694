"""Deeds: everything that can be done at the table, each declared once.

A command says who wants what. Its deed says what is asked before it is done, what it would cost and bring, which dice
it needs, what it changes, and how the log tells it. The dialogs, the keys, the palette, the log and the help read it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.text import Text, text_in
from tracker.core.tree import Tree, Value
from tracker.dice.pool import Faces, Pool


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What somebody wants done. Applied to the campaign as it is at that moment."""

    who: str = ""
    """The id of the character it is about, or nothing."""
    beat: int | None = None
    """The beat it follows up; None begins a new one."""
    secret: bool = False
    """The players' screen shows nothing of it."""


C = TypeVar("C", bound=Command)


class Tone(Enum):
    """How an outcome feels, for colour and sign."""

    BEST = "best"
    GOOD = "good"
    MIXED = "mixed"
    BAD = "bad"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Option:
    """One value that may be chosen."""

    value: Any
    label: Text
    note: Text | None = None
    """What it costs and brings."""
    blocked: Text | None = None
    """Why it cannot be chosen now."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing asked before a deed is done."""

    name: str
    """What `Deed.put` is told when it is answered."""
    label: Text
    kind: Kind
    value: Any
    options: tuple[Option, ...] = ()
    low: int | None = None
    high: int | None = None
    help: Text | None = None
    heading: Text | None = None
    """Begins a group."""
    optional: bool = False
    """A number that may be taken away: the answer is None then."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The exact chance of one outcome."""

    outcome: str
    label: Text
    share: Fraction
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Preview:
    """What is known before the dice are thrown."""

    chances: tuple[Chance, ...] = ()
    facts: tuple[Text, ...] = ()
    """The pool and where it comes from, the gain, the level of the consequence."""
    warnings: tuple[Text, ...] = ()
    also: tuple[Chance, ...] = ()
    """What the outcomes lead to: a clock filled, the stress that is left lost. They overlap the outcomes."""


@dataclass(frozen=True, slots=True)
class Die:
    """One die as the log shows it."""

    face: int
    kept: bool = True
    sides: int = 6
    apart: bool = False
    """It begins the dice of somebody else than the one before it."""


@dataclass(frozen=True, slots=True)
class Said:
    """A log line in parts, ready to be said in any language."""

    what: Text
    dice: tuple[Die, ...] = ()
    outcome: Text | None = None
    tone: Tone = Tone.PLAIN
    details: tuple[Text, ...] = ()
    """Rules that applied and consequences, in order."""
    whole: bool = False
    """Every change is in it; none is told beside it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the rules offer next in a beat, under one key."""

    key: str
    label: Text
    command: Command
    note: Text | None = None
    blocked: Text | None = None
    opens: bool = False
    """Its questions open by themselves when it is the first of the offers."""


class Deed(Generic[C]):
    """One thing that can be done. `command` is the described dataclass of what is asked for."""

    id: ClassVar[str]
    event: ClassVar[str]
    """The kind of log entry it leaves."""
    label: ClassVar[Text]
    outcomes: ClassVar[Mapping[str, tuple[Text, Tone]]] = {}
    """What its odds speak of, best first: how each outcome is called, and how it feels to who acts."""
    aim: ClassVar[Text] = text_in("odds", "success")
    """What the gains of the options speak of."""
    aims: ClassVar[frozenset[str]] = frozenset()
    """The outcomes that are meant by it; none named: those that feel good."""
    command: type[C]

    def asks(self, campaign: Campaign, command: C) -> tuple[Ask, ...]:
        """List what is asked, as the answers so far make it."""
        return ()

    def put(self, campaign: Campaign, command: C, name: str, value: Any) -> C:
        """Give the command with one more answer."""
        return replace(command, **{name: value})

    def preview(self, campaign: Campaign, command: C) -> Preview:
        """Say what is known before it is done."""
        return Preview()

    def pools(self, campaign: Campaign, command: C) -> tuple[Pool, ...]:
        """Give the dice it needs. Raises Refusal where it cannot be done."""
        return ()

    def apply(self, draft: Draft, command: C, faces: Faces) -> None:
        """Do it. Raises Refusal where it cannot be done."""
        raise NotImplementedError

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Give the log line of an entry this deed left, without the values that changed."""
        return Said(self.label)

    def sides(self, entry: Tree, pool: str) -> int:
        """Give the sides of the dice in one pool of a written entry; in a list without a name it is `dice`."""
        return 6

    def thrower(self, entry: Tree, pool: str) -> str:
        """Give the id of who threw the dice of one pool of a written entry; nothing for nobody of the table."""
        who = entry.get("who")
        return who if isinstance(who, str) else ""


def choice_of(command: Command) -> dict[str, Value]:
    """Give what the log keeps of a command: its answers that are not the default, plain."""
    kept: dict[str, Value] = {}
    for each in fields(command):
        value = getattr(command, each.name)
        if each.name in {"who", "beat", "secret"} or value is None or value in (each.default, (), {}):
            continue
        kept[each.name] = _plain(value)
    return kept


def _plain(value: Any) -> Value:
    match value:
        case Mapping():
            return {k: _plain(v) for k, v in value.items() if v is not None}
        case tuple() | list():
            return [_plain(v) for v in value]
        case _:
            plain: Value = value
            return plain


def plain_faces(faces: Faces) -> Value | None:
    """Give the faces as the log keeps them: a list, or a table where there is more than one pool."""
    thrown = {name: list(shown) for name, shown in faces.items() if shown}
    if not thrown:
        return None
    return next(iter(thrown.values())) if list(thrown) == ["dice"] else thrown
