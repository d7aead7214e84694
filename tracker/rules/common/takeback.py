"""Undo and redo: one beat at a time, from what the log says it changed."""

from __future__ import annotations

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.history import history, taking_back
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces
from tracker.rules.deed import Command, Deed, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Command):
    """Take back the last beat; `target` is the beat the screen named, 0 for whichever it is."""

    target: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Redo(Command):
    """Put back the beat that was taken back last."""

    target: int = 0


class UndoDeed(Deed[Undo]):
    """Takes back everything the last beat changed, and strikes its lines."""

    id = "undo"
    event = "undo"
    label = text("Undo")
    command = Undo

    def apply(self, draft: Draft, command: Undo, faces: Faces) -> None:
        """Take it back. Raises Refusal `nothing_to_undo`, or `conflict` where a value has changed since."""
        beat = history(draft.campaign.log).undo_target
        if beat is None:
            raise Refusal("nothing_to_undo", text("there is nothing to take back"))
        _check(command.target, beat)
        _invert(draft, beat, beat)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that a beat is taken back."""
        return Said(text("taken back: line {number}", number=entry.beat_of or 0))


class RedoDeed(Deed[Redo]):
    """Puts back what the last undo took back, with the same faces."""

    id = "redo"
    event = "redo"
    label = text("Redo")
    command = Redo

    def apply(self, draft: Draft, command: Redo, faces: Faces) -> None:
        """Put it back. Raises Refusal `nothing_to_redo`, or `conflict` where a value has changed since."""
        beat = history(draft.campaign.log).redo_target
        if beat is None:
            raise Refusal("nothing_to_redo", text("there is nothing to put back"))
        _check(command.target, beat)
        undo = next(e for e in reversed(draft.campaign.log) if e.event == "undo" and e.beat_of == beat[0].beat)
        _invert(draft, (undo,), beat)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that a beat is put back."""
        return Said(text("put back: line {number}", number=entry.beat_of or 0))


def _check(target: int, beat: tuple[Entry, ...]) -> None:
    if target and beat[0].beat != target:
        raise Refusal("other_beat", text("something else happened meanwhile; look at what would be taken back now"))


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
