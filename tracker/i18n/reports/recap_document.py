"""A recap said in a language: headings and items with their words, which Markdown and pages are made of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text, text_in, verbatim
from tracker.i18n.say import say
from tracker.rules.recap import Happening, Note, Player, Recap, Standing, session_title
from tracker.rules.recap_clocks import ClockStory


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list."""

    words: str
    """Of several lines where a note has them."""
    time: str = ""
    outcome: str = ""
    """Stands out, between the words and the rest."""
    rest: str = ""
    clock: ClockStory | None = None
    """To be drawn beside the words."""
    below: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A heading, of level 2 or 3, and the items under it."""

    heading: str
    level: int
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """A whole recap in words."""

    language: str
    title: str
    facts: str
    """One line under the title: the system, when it was, and for whom it is written."""
    parts: tuple[Part, ...]


def document(recap: Recap, language: str) -> Document:
    """Give a recap in words; the same recap gives the same words."""
    return Document(
        language, say(session_title(recap), language), say(_facts(recap), language), tuple(_parts(recap, language))
    )


def _facts(recap: Recap) -> Text:
    whom = text("for the players") if recap.for_players else text("for the game master")
    when = () if recap.begin is None or recap.end is None else (verbatim(_when(recap.begin, recap.end)),)
    return text("{facts}", facts=(recap.system, *when, whom))


def _when(begin: datetime, end: datetime) -> str:
    if begin.date() == end.date():
        return f"{begin:%Y-%m-%d, %H:%M} – {end:%H:%M}"
    return f"{begin:%Y-%m-%d, %H:%M} – {end:%Y-%m-%d, %H:%M}"


def _parts(recap: Recap, language: str) -> Iterator[Part]:
    if recap.players:
        players = tuple(Item(say(_player(each), language)) for each in recap.players)
        yield Part(say(text("Who played"), language), 2, players)
    told = say(text("What happened"), language)
    if len(recap.scenes) == 1 and not recap.scenes[0].number:
        yield Part(told, 2, _happened(recap.scenes[0].happenings, language))
    else:
        yield Part(told, 2, ())
        for scene in recap.scenes:
            heading = say(text("Scene {number}", number=scene.number), language)
            yield Part(heading, 3, _happened(scene.happenings, language))
    if recap.clocks:
        clocks = tuple(Item(say(clock_said(each), language), clock=each) for each in recap.clocks)
        yield Part(say(text("Clocks"), language), 2, clocks)
    if recap.standing:
        standing = tuple(Item(say(_standing(each), language)) for each in recap.standing)
        yield Part(say(text("How everybody stands now"), language), 2, standing)
    if recap.notes:
        yield Part(say(text("Notes"), language), 2, tuple(_note(each, language) for each in recap.notes))


def _player(player: Player) -> Text:
    if player.player:
        return text("{name} ({player})", name=player.name, player=player.player)
    return verbatim(player.name)


def _happened(happenings: tuple[Happening, ...], language: str) -> tuple[Item, ...]:
    if not happenings:
        return (Item(say(text_in("empty list", "nothing"), language)),)
    return tuple(_happening(each, language, "") for each in happenings)


def _happening(happening: Happening, language: str, above: str) -> Item:
    """Give one thing with what follows from it; who did it is not said twice."""
    who = "" if happening.who == above else happening.who
    words = [text("{who}: {what}", who=who, what=happening.what) if who else happening.what]
    if happening.dice:
        typed = happening.typed
        words.append(
            text("dice on the table {faces}", faces=happening.dice)
            if typed
            else text("dice {faces}", faces=happening.dice)
        )
    rest = (*happening.details, *((text("secret"),) if happening.secret and not above else ()))
    return Item(
        words=say(text("{words}", words=tuple(words)), language),
        time=f"{happening.at:%H:%M}" if not above else "",
        outcome=say(happening.outcome, language) if happening.outcome is not None else "",
        rest=say(text("{words}", words=rest), language) if rest else "",
        below=tuple(_happening(each, language, happening.who or "-") for each in happening.follows),
    )


def clock_said(clock: ClockStory) -> Text:
    """Tell a clock over the session: what it is, and from what to what it went."""
    words: list[Text] = [] if clock.kind is None else [clock.kind]
    words.extend(_went(clock))
    if clock.visibility is not None and clock.kind is not None:
        words.append(text("for the players: {visibility}", visibility=clock.visibility))
    if not words:
        return verbatim(clock.name)
    return text("{who}: {words}", who=verbatim(clock.name), words=tuple(words))


def _went(clock: ClockStory) -> Iterator[Text]:
    if clock.kind is None and clock.size is None:
        if clock.before is not None or clock.after is not None or clock.visibility is None:
            yield text_in("clock", "taken off the table")
        return
    size = clock.size or 0
    if clock.after is None:
        if clock.before is not None:
            yield text("{filled} of {size}", filled=clock.before, size=size)
        yield text_in("clock", "taken off the table")
        return
    if clock.before is None or clock.before == clock.after:
        yield text("{filled} of {size}", filled=clock.after, size=size)
    else:
        yield text("{before} → {after} of {size}", before=clock.before, after=clock.after, size=size)
    if clock.before is None:
        yield text_in("clock", "new")
    if clock.full:
        yield text_in("clock", "full")


def _standing(each: Standing) -> Text:
    return text("{who}: {words}", who=each.name, words=each.words)


def _note(note: Note, language: str) -> Item:
    words = text("{who}: {what}", who=note.of, what=verbatim(note.words)) if note.of else verbatim(note.words)
    return Item(say(words, language), time=f"{note.at:%H:%M}" if note.at is not None else "")
