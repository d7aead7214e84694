"""The status line: what `u` would take back, or the answer to the last key."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.text import Text, text
from tracker.rules.said import beat_said
from tracker.ui.cells import Line, cut
from tracker.ui.drawn import Drawn


class Voice(Enum):
    """How a message is meant."""

    NOTICE = "notice"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class StatusView:
    """What the status line says: the answer to the last key if there is one, and always what undo would do."""

    undo: str
    key: str = ""
    """The key that does it."""
    message: str = ""
    voice: Voice = Voice.NOTICE


class StatusLine(Drawn[StatusView]):
    """Draws the status line."""

    def draw(self) -> list[Strip]:
        """Give the line; the message has a sign before it and leaves the undo some room."""
        view, inks, signs, width = self.view, self.inks, self.signs, self.size.width
        line = Line(width, inks.ground, signs.more).skip(1)
        if view.message:
            refused = view.voice is Voice.REFUSAL
            line.put("! " if refused else f"{signs.cursor} ", (inks.bad if refused else inks.key) + Style(bold=True))
            room = max(width - 4 - cell_len(f"{view.key} {view.undo}"), width * 2 // 3)
            line.put(cut(view.message, room, signs.more), inks.bad if refused else inks.text).skip(3)
        if line.room > 12:
            line.put(f"{view.key} " if view.key else "", inks.key).put(view.undo, inks.dim)
        return [line.strip()]


def undo_words(campaign: Campaign, target: tuple[Entry, ...] | None, say: Callable[[Text], str]) -> str:
    """Name what undo would take back."""
    if target is None:
        return say(text("nothing to take back"))
    return say(text("takes back: {what}", what=beat_said(campaign, target)))
