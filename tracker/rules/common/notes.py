"""Notes in the log, and entries about earlier lines: the log itself is never rewritten."""

from __future__ import annotations

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.history import struck
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.deed import Ask, Command, Deed, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class AddNote(Command):
    """Words for the log; about an earlier line they correct it."""

    words: str = ""
    about: int | None = None


class AddNoteDeed(Deed[AddNote]):
    """Writes a note into the log, or a correction beside an earlier line."""

    id = "note"
    event = "note"
    label = text("Note")
    command = AddNote

    def asks(self, campaign: Campaign, command: AddNote) -> tuple[Ask, ...]:
        """Ask for the words."""
        label = text("Note") if command.about is None else text("Note about line {number}", number=command.about)
        return (Ask("words", label, Kind.LINE, command.words),)

    def apply(self, draft: Draft, command: AddNote, faces: Faces) -> None:
        """Write it. Raises Refusal `empty_note` without words."""
        if not command.words.strip():
            raise Refusal("empty_note", text("a note needs some words"))
        if command.who:
            draft.who(command.who)
        draft.fact(note=command.words, about=command.about, choice={})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Give the words."""
        if entry.about is not None:
            return Said(text("about line {number}: {words}", number=entry.about, words=entry.note))
        return Said(text("{words}", words=entry.note))


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeLine(Command):
    """An earlier line that is to be shown struck."""

    about: int = 0


class StrikeLineDeed(Deed[StrikeLine]):
    """Strikes an earlier log line; what it changed stays."""

    id = "strike"
    event = "note"
    label = text("Strike the line")
    command = StrikeLine

    def apply(self, draft: Draft, command: StrikeLine, faces: Faces) -> None:
        """Write that it is struck."""
        draft.fact(about=command.about, outcome="struck")

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say which line."""
        return Said(text("line {number} struck", number=entry.about or 0))


def struck_lines(log: tuple[Entry, ...]) -> frozenset[int]:
    """Give the numbers of the lines struck by hand."""
    gone = struck(log)
    return frozenset(
        e.about
        for e in log
        if e.about is not None and e.event == "note" and e.outcome == "struck" and e.beat not in gone
    )
