"""The recap of a session: what its log tells, in parts that can be said in any language and drawn in any form.

The players' recap is made from the players' copy of the campaign, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.edits import Change
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.history import struck
from tracker.core.players import for_players
from tracker.core.text import Quoted, Text, text, text_in, verbatim
from tracker.core.tree import Missing
from tracker.rules.common.notes import struck_lines
from tracker.rules.common.sessions import CloseBeatDeed
from tracker.rules.recap_clocks import ClockStory, clock_stories
from tracker.rules.said import said
from tracker.rules.table import system_of

_NOT_TOLD = frozenset({"session", "scene", "undo", "redo", "move", "visibility", "edit", "outside", "note"})
"""Events that are no part of the story; notes have a part of their own."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened, and what followed from it."""

    at: datetime
    who: str
    what: Text
    dice: str = ""
    """The faces in the order thrown, those that do not count in brackets."""
    typed: bool = False
    outcome: Text | None = None
    details: tuple[Text, ...] = ()
    secret: bool = False
    follows: tuple[Happening, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """What happened until a scene ended."""

    number: int
    happenings: tuple[Happening, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Who was at the table."""

    name: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a character stands at the end of the log."""

    name: str
    words: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the session, or one kept on a sheet or a clock."""

    of: str
    """Whose sheet or which clock; nothing for the log."""
    words: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Recap:
    """The recap of one session."""

    title: str
    system: Text
    session: int
    for_players: bool
    begin: datetime | None
    end: datetime | None
    players: tuple[Player, ...]
    scenes: tuple[Scene, ...]
    """Without an end of a scene in the log: one, of number 0."""
    clocks: tuple[ClockStory, ...]
    standing: tuple[Standing, ...]
    notes: tuple[Note, ...]


def recap(campaign: Campaign, session: int | None = None, *, players: bool = False) -> Recap:
    """Give the recap of a session, the one played last if none is named; the campaign must have all of its log."""
    if players:
        campaign = for_players(campaign)
    number = campaign.session if session is None else session
    entries = tuple(entry for entry in campaign.log if entry.session == number)
    gone, lines = struck(campaign.log), struck_lines(campaign.log)
    standing = tuple(entry for entry in entries if entry.beat not in gone and entry.n not in lines)
    return Recap(
        title=campaign.title,
        system=system_of(campaign).name,
        session=number,
        for_players=players,
        begin=entries[0].at if entries else None,
        end=entries[-1].at if entries else None,
        players=tuple(_players(campaign, standing)),
        scenes=tuple(_scenes(campaign, standing)),
        clocks=clock_stories(campaign, number, named_only=players),
        standing=tuple(_standing(campaign, each) for each in campaign.characters.values()),
        notes=tuple(_notes(campaign, standing)),
    )


def sessions_of(campaign: Campaign) -> tuple[int, ...]:
    """Give the sessions that the log tells of, and the present one."""
    return tuple(sorted({campaign.session, *(entry.session for entry in campaign.log)}))


def _players(campaign: Campaign, entries: tuple[Entry, ...]) -> Iterator[Player]:
    acted = dict.fromkeys(entry.who for entry in entries if entry.who)
    for id, character in campaign.characters.items():
        if character.present or id in acted:
            yield Player(character.name or id, character.player)
    names = {entry.who: entry.who_name for entry in entries}
    for who in acted:
        if who not in campaign.characters:
            yield Player(clean(names[who]) or clean(who))


def _scenes(campaign: Campaign, entries: tuple[Entry, ...]) -> Iterator[Scene]:
    has_ends = any(entry.event == "scene" for entry in entries)
    number, told = 1 if has_ends else 0, list[Entry]()
    for entry in entries:
        if entry.event == "scene":
            yield Scene(number, tuple(_happenings(campaign, told)))
            number, told = number + 1, []
        elif entry.event not in _NOT_TOLD:
            told.append(entry)
    if told or not has_ends:
        yield Scene(number, tuple(_happenings(campaign, told)))


def _happenings(campaign: Campaign, entries: Iterable[Entry]) -> Iterator[Happening]:
    """Tell entries beat by beat, in the order in which the beats began; what changes nothing by hand is left out."""
    beats: dict[int, list[Entry]] = {}
    for entry in _by_hand_together(entries):
        beats.setdefault(entry.beat, []).append(entry)
    for first, *rest in beats.values():
        follows = tuple(_told(campaign, entry) for entry in rest if entry.roll != CloseBeatDeed.id)
        yield replace(_told(campaign, first), follows=follows)


def _by_hand_together(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Put changes of one number by hand, key by key, together: from where it began to where it ended."""
    waiting: Entry | None = None
    for entry in entries:
        if waiting is not None and _goes_on(waiting, entry):
            last = waiting.changes[0]
            change = Change(last.path, last.old, entry.changes[0].new)
            waiting = replace(waiting, changes=(change,), result=entry.result)
            continue
        if waiting is not None and _says_something(waiting.changes[0]):
            yield waiting
        waiting = entry if _is_by_hand(entry) else None
        if waiting is None:
            yield entry
    if waiting is not None and _says_something(waiting.changes[0]):
        yield waiting


def _says_something(change: Change) -> bool:
    return (0 if isinstance(change.old, Missing) else change.old) != change.new


def _is_by_hand(entry: Entry) -> bool:
    return entry.event == "adjust" and len(entry.changes) == 1 and entry.n == entry.beat


def _goes_on(before: Entry, entry: Entry) -> bool:
    return _is_by_hand(entry) and (before.roll, before.who) == (entry.roll, entry.who) and _meets(before, entry)


def _meets(before: Entry, entry: Entry) -> bool:
    one, other = before.changes[0], entry.changes[0]
    return one.path == other.path and one.new == other.old and type(one.new) is int


def _told(campaign: Campaign, entry: Entry) -> Happening:
    line = said(campaign, entry)
    return Happening(
        at=entry.at,
        who=clean(entry.who_name),
        what=line.what,
        dice=", ".join(str(die.face) if die.kept else f"({die.face})" for die in line.dice),
        typed=entry.typed,
        outcome=line.outcome,
        details=line.details,
        secret=entry.secret,
    )


def _standing(campaign: Campaign, character: Any) -> Standing:
    system = system_of(campaign)
    words = [
        text("{label} {number}", label=gauge.label, number=gauge.value)
        if gauge.maximum is None
        else text("{label} {number} of {maximum}", label=gauge.label, number=gauge.value, maximum=gauge.maximum)
        for gauge in system.gauges(campaign, character)
    ]
    words.append(text("stress {filled} of {size}", filled=character.stress, size=campaign.rules.stress_size))
    if character.condition:
        words.append(text("condition {words}", words=Quoted(character.condition)))
    if character.taken_out:
        words.append(text("taken out of the scene"))
    if not character.present:
        words.append(text_in("character", "absent"))
    return Standing(character.name or character.id, (*words, *system.remarks(campaign, character)))


def _notes(campaign: Campaign, entries: tuple[Entry, ...]) -> Iterator[Note]:
    for entry in entries:
        if entry.event == "note" and entry.note:
            yield Note(clean(entry.who_name), clean(entry.note, lines=True), entry.at)
    for character in campaign.characters.values():
        if character.notes:
            yield Note(character.name or character.id, character.notes)
    for clock in campaign.clocks.values():
        if clock.note:
            yield Note(clock.name or clock.id, clock.note)


def session_title(found: Recap) -> Text:
    """Give the heading of a recap."""
    title = verbatim(found.title) if found.title else text("untitled")
    return text("{title}, session {number}", title=title, number=found.session)
