"""What every pane has: a frame with a title, the mark of the focus, and how much lies above and below."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from rich.cells import cell_len
from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip

from tracker.ui.cells import Line, cut
from tracker.ui.drawn import Drawn
from tracker.ui.signs import UNICODE, Signs
from tracker.ui.themes import Inks

if TYPE_CHECKING:
    from textual.events import Click

V = TypeVar("V")


class Pane(Drawn[V], inherit_bindings=False):
    """A framed drawing.

    Keys go to the screen, which tells the pane they are meant for that it is `active`: the focus of the toolkit would
    cost a restyling at every Tab and a repaint whenever the terminal window loses it.
    """

    class Pressed(Message):
        """The mouse was pressed in the pane."""

        def __init__(self, pane: Pane[Any]) -> None:
            """Carry the pane."""
            super().__init__()
            self.pane = pane

    def __init__(self, view: V, inks: Inks, signs: Signs = UNICODE, *, id: str | None = None) -> None:
        """Begin with a view."""
        super().__init__(view, inks, signs, id=id)
        self.hidden_above = 0
        self.hidden_below = 0
        self._active = False
        self._place = ""
        self._framed_as: object = None
        self._known_rows: dict[int, tuple[Strip, Strip]] = {}
        """By identity of a body row: that row, kept alive so that the identity stays its own, and it framed."""

    @property
    def active(self) -> bool:
        """Whether the keys are meant for this pane."""
        return self._active

    @active.setter
    def active(self, active: bool) -> None:
        if active is not self._active:
            self._active = active
            self.redraw()

    @property
    def place(self) -> str:
        """Which of the panes it is and the key to the next, said on its frame where it stands alone."""
        return self._place

    @place.setter
    def place(self, place: str) -> None:
        if place != self._place:
            self._place = place
            self.redraw()

    def title(self) -> str:
        """Give the words on the frame."""
        raise NotImplementedError

    def note(self) -> tuple[str, ...]:
        """Give quiet words for the right end of the upper edge, the longest that have room are taken; none as a rule.

        Asked for after `body`.
        """
        return ()

    def body(self, width: int, height: int) -> list[Strip]:
        """Give the lines inside the frame; missing ones are blank. Sets `hidden_above` and `hidden_below`."""
        raise NotImplementedError

    def draw(self) -> list[Strip]:
        """Give the frame with the body in it; rows whose body is the same piece as before are the same pieces again."""
        width, height = self.size
        if width < 4 or height < 3:
            return [Strip.blank(width, self.inks.ground)] * height
        self.hidden_above = self.hidden_below = 0
        inner = self.body(width - 4, height - 2)[: height - 2]
        look = (width, self.active, self.inks)
        known = self._known_rows if look == self._framed_as else {}
        self._framed_as = look
        frame = self.inks.ground + (self.inks.frame_focus if self.active else self.inks.frame)
        edge, gap = Segment(self.signs.upright, frame), Segment(" ", self.inks.ground)
        inner += [Strip.blank(width - 4, self.inks.ground)] * (height - 2 - len(inner))
        rows: dict[int, tuple[Strip, Strip]] = {}
        picture = [top_edge(width, self.title(), self.active, self.inks, self.signs, self._place, self.note())]
        for body in inner:
            row = known.get(id(body)) or rows.get(id(body)) or (body, Strip([edge, gap, *body, gap, edge], width))
            rows[id(body)] = row
            picture.append(row[1])
        self._known_rows = rows
        above, below = self.hidden_above, self.hidden_below
        return [*picture, bottom_edge(width, above, below, self.active, self.inks, self.signs)]

    def on_click(self, event: Click) -> None:
        """Tell the screen."""
        self.post_message(self.Pressed(self))


@lru_cache(maxsize=64)
def top_edge(
    width: int, title: str, active: bool, inks: Inks, signs: Signs, place: str = "", notes: tuple[str, ...] = ()
) -> Strip:
    """Draw the upper edge of a frame with its title; an active one has more than another colour.

    `notes` say one thing at different lengths, the longest first: the first that has room stands before `place`.
    """
    frame = inks.frame_focus if active else inks.frame
    opening, closing = signs.title_ends if active else (" ", " ")
    line = Line(width, inks.ground, signs.more).put(signs.corners[0] + signs.level, frame)
    words = cut(title, width - 8, signs.more)
    if words:
        line.put(opening, frame)
        line.put(f" {words} " if active else words, inks.title_focus if active else inks.title)
        line.put(closing, frame)
    end = f" {place} " if place and cell_len(place) + 6 <= line.room else ""
    room = line.room - 2 - cell_len(end)
    note = next((f" {words} " for words in notes if cell_len(words) + 4 <= room), "")
    line.put(signs.level * (room - cell_len(note)), frame).put(note, inks.dim).put(end, inks.key)
    return line.put(signs.level * (line.room - 1) + signs.corners[1], frame).strip()


@lru_cache(maxsize=64)
def bottom_edge(width: int, above: int, below: int, active: bool, inks: Inks, signs: Signs) -> Strip:
    """Draw the lower edge of a frame with how much lies above and below what is in sight."""
    frame = inks.frame_focus if active else inks.frame
    marks = [f"{signs.up}{above}"] if above else []
    marks += [f"{signs.down}{below}"] if below else []
    words = f" {' '.join(marks)} " if marks else ""
    line = Line(width, inks.ground, signs.more).put(signs.corners[2], frame)
    line.put(signs.level * (width - 3 - len(words)), frame).put(words, inks.key)
    return line.put(signs.level + signs.corners[3], frame).strip()


def window(count: int, room: int, selected: int, top: int) -> int:
    """Give the first of `room` visible rows out of `count`, moved as little as possible to show the selected one."""
    if count <= room or room <= 0:
        return 0
    top = min(top, count - room)
    if selected < 0:
        return max(0, top)
    return max(0, min(max(top, selected - room + 1), selected))
