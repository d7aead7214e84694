"""Sessions and scenes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.deed import Command, Deed, Said
from tracker.rules.protocol import System

SystemOf = Callable[[Campaign], System]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession(Command):
    """A new session begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession(Command):
    """The session ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndScene(Command):
    """The scene ends."""


class StartSessionDeed(Deed[StartSession]):
    """Begins a session; the system resets what starts anew (Charge, Initiative: 2 each session)."""

    id = "session_start"
    event = "session"
    label = text("Start a session")
    command = StartSession

    def __init__(self, system_of: SystemOf) -> None:
        """Take the way to find a campaign's system."""
        self.system_of = system_of

    def apply(self, draft: Draft, command: StartSession, faces: Faces) -> None:
        """Count it and reset."""
        head = draft.campaign.head
        draft.put_head(replace(head, session=head.session + 1))
        draft.fact(session=head.session + 1, outcome="start")
        self.system_of(draft.campaign).session_started(draft)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name the session."""
        return Said(text("session {number} begins", number=entry.session))


class EndSessionDeed(Deed[EndSession]):
    """Ends a session (Charge, Progression: the details of the characters may now be rewritten)."""

    id = "session_end"
    event = "session"
    label = text("End the session")
    command = EndSession

    def apply(self, draft: Draft, command: EndSession, faces: Faces) -> None:
        """Write it into the log."""
        draft.fact(outcome="end")

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name the session."""
        return Said(text("session {number} ends", number=entry.session))


class EndSceneDeed(Deed[EndScene]):
    """Ends a scene: who was taken out is back, what lasts for a scene is over."""

    id = "scene_end"
    event = "scene"
    label = text("End the scene")
    command = EndScene

    def __init__(self, system_of: SystemOf) -> None:
        """Take the way to find a campaign's system."""
        self.system_of = system_of

    def apply(self, draft: Draft, command: EndScene, faces: Faces) -> None:
        """Clear what lasts for a scene."""
        self.system_of(draft.campaign).scene_ended(draft)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say it."""
        return Said(text("the scene ends"))


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBeat(Command):
    """Nothing more follows from this roll."""


class CloseBeatDeed(Deed[CloseBeat]):
    """Closes a beat whose open offers nobody takes, so that they do not come back at the next start."""

    id = "done"
    event = "follow"
    label = text("Done")
    command = CloseBeat

    def apply(self, draft: Draft, command: CloseBeat, faces: Faces) -> None:
        """Write that it is closed."""

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say it."""
        return Said(text("nothing more follows"))
