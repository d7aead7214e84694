"""Undo and redo: one beat at a time, from what the log says it changed."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, TypeVar

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.history import History, history, taking_back
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces
from tracker.rules.deed import Command, Deed, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack(Command):
    """Undo or redo; `target` is the beat the screen named, 0 for whichever it is."""

    target: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(TakeBack):
    """Take back the last beat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo(TakeBack):
    """Put back the beat that was taken back last."""


B = TypeVar("B", bound=TakeBack)


class TakeBackDeed(Deed[B]):
    """Inverts what the entries of a beat, or of its undo, changed."""

    nothing: ClassVar[Text]
    """Why there is no beat to do it with. The code of the refusal is `nothing_to_` and the id."""
    told: ClassVar[Text]
    """What the log says of line `number`, the first one of the beat."""

    def apply(self, draft: Draft, command: B, faces: Faces) -> None:
        """Do it. Raises Refusal `nothing_to_undo` or `nothing_to_redo`; `other_beat` where it is not the target.

        Raises Refusal `conflict` where a value has changed since.
        """
        beat = self.beat_in(history(draft.campaign.log))
        if beat is None:
            raise Refusal(f"nothing_to_{self.id}", self.nothing)
        if command.target and beat[0].beat != command.target:
            raise Refusal("other_beat", text("something else happened meanwhile; look at what would be taken back now"))
        _invert(draft, self.inverted(draft.campaign.log, beat), beat)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that it is done."""
        return Said(replace(self.told, values={"number": entry.beat_of or 0}))

    def beat_in(self, found: History) -> tuple[Entry, ...] | None:
        """Give the entries of the beat whose turn it is; None without one."""
        raise NotImplementedError

    def inverted(self, log: tuple[Entry, ...], beat: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Give the entries whose changes are inverted for a beat: its own, as a rule."""
        return beat


class UndoDeed(TakeBackDeed[Undo]):
    """Takes back everything the last beat changed, and strikes its lines."""

    id = "undo"
    event = "undo"
    label = text("Undo")
    command = Undo
    nothing = text("there is nothing to take back")
    told = text("taken back: line {number}", number=0)

    def beat_in(self, found: History) -> tuple[Entry, ...] | None:
        """Give the last one that stands."""
        return found.undo_target


class RedoDeed(TakeBackDeed[Redo]):
    """Puts back what the last undo took back, with the same faces."""

    id = "redo"
    event = "redo"
    label = text("Redo")
    command = Redo
    nothing = text("there is nothing to put back")
    told = text("put back: line {number}", number=0)

    def beat_in(self, found: History) -> tuple[Entry, ...] | None:
        """Give the one that was taken back last."""
        return found.redo_target

    def inverted(self, log: tuple[Entry, ...], beat: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Give its undo."""
        return (next(each for each in reversed(log) if each.event == "undo" and each.beat_of == beat[0].beat),)


def _invert(draft: Draft, entries: tuple[Entry, ...], beat: tuple[Entry, ...]) -> None:
    edits, lost = taking_back(entries, draft.campaign.tree)
    if lost:
        raise Refusal("conflict", _conflict(lost))
    draft.fact(beat_of=beat[0].beat, who=beat[0].who, who_name=beat[0].who_name)
    names: dict[str, str] = {}
    for entry in beat:
        names.update(entry.names)
    draft.fact(names=names)
    draft.edit(*edits)


def _conflict(lost: tuple[str, ...]) -> Text:
    return text("{path} has been changed since, outside the table; change it by hand", path=", ".join(lost[:3]))
