"""The first line: which campaign, which system, which session, and whether all of it is saved."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.core.text import Text, text
from tracker.rules.protocol import System
from tracker.store.session import SaveState, Status
from tracker.ui.cells import Line, cut, wrapped
from tracker.ui.drawn import Drawn


@dataclass(frozen=True, slots=True)
class HeaderView:
    """What the first line says."""

    title: str
    facts: tuple[str, ...] = ()
    """System and session."""
    state: SaveState = SaveState.SAVED
    saved: str = ""
    """The state in words; never as a colour only."""
    alone: bool = False
    """The title is a sentence that has the whole screen."""


class Header(Drawn[HeaderView]):
    """Draws the first line."""

    def draw(self) -> list[Strip]:
        """Give the line: the title gives way first, the state of the file last."""
        view, inks, signs, width = self.view, self.inks, self.signs, self.size.width
        if view.alone:
            lines = wrapped(view.title, width, self.size.height, "")
            return [Line(width, inks.ground, "").put(words, inks.text).strip() for words in lines]
        sign, ink = {
            SaveState.SAVED: (signs.saved, inks.good),
            SaveState.SAVING: (signs.unsaved, inks.mixed),
            SaveState.WAITING: (signs.unsaved, inks.mixed),
            SaveState.FAILED: (signs.failed, inks.bad + Style(bold=True)),
        }[view.state]
        saved = cut(f"{sign} {view.saved}", width - 12, signs.more)
        facts = "".join(f"{signs.dot}{fact}" for fact in view.facts)
        room = width - cell_len(saved) - 4
        line = Line(width, inks.ground + inks.bar, signs.more).skip(1)
        line.put(cut(view.title, max(8, room - cell_len(facts)), signs.more), inks.momentum + Style(bold=True))
        line.put(cut(facts, max(0, line.room - cell_len(saved) - 3), signs.more), inks.dim)
        return [line.skip(line.room - cell_len(saved) - 1).put(saved, ink).strip()]


def session_said(number: int) -> Text:
    """Name a session by its number, from 1."""
    return text("session {number}", number=number)


def headline(campaign: Campaign, system: System, say: Callable[[Text], str]) -> tuple[str, tuple[str, ...]]:
    """Give the title of a campaign and what is said beside it, on the table's screen and on the players'."""
    return campaign.title or say(text("untitled")), (say(system.name), say(session_said(campaign.session)))


def header_view(campaign: Campaign, system: System, status: Status, say: Callable[[Text], str]) -> HeaderView:
    """Give what the first line says."""
    title, facts = headline(campaign, system, say)
    return HeaderView(
        title=title,
        facts=facts,
        state=status.state,
        saved=say(_saved(status)),
    )


def _saved(status: Status) -> Text:
    match status.state:
        case SaveState.SAVED if status.at is not None:
            return text("saved {time}", time=status.at.strftime("%H:%M"))
        case SaveState.SAVED:
            return text("saved")
        case SaveState.SAVING:
            return text("not saved yet")
        case SaveState.WAITING if status.message is not None:
            return status.message
        case SaveState.FAILED if status.message is not None and not status.held:
            return status.message
        case SaveState.FAILED if status.message is not None:
            return text("NOT SAVED: {reason}", reason=status.message)
        case _:
            return text("NOT SAVED")
