"""The party pane: who is at the table and what they hold."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.core.campaign import Campaign
from tracker.core.frozen import dataclass
from tracker.core.text import Text, text, text_in
from tracker.core.tree import Path
from tracker.rules.protocol import Gauge, System
from tracker.ui.cells import Line, wrapped
from tracker.ui.drawing.pips import pips
from tracker.ui.panes.frame import Pane, window
from tracker.ui.selection import Selection

EMPTY = text("Nobody is at the table yet. Press {key} for a new character.", key="n")
ABSENT = text_in("character", "absent")
TAKEN_OUT = text("taken out")
MOST_PIPS = 12
SMALL_PIPS = 6
"""Cells that the pips of a further number may take."""
ROOM_FOR_MORE_PIPS = 24
"""Cells that must be left for them to be drawn."""


@dataclass(frozen=True, slots=True)
class GaugeView:
    """One number of a row."""

    label: str
    value: int
    maximum: int | None
    pips: bool
    marked: bool = False
    """The arrows change it."""


@dataclass(frozen=True, slots=True)
class PartyRow:
    """One character."""

    id: str
    name: str
    player: str
    gauges: tuple[GaugeView, ...]
    remarks: tuple[str, ...] = ()
    absent: bool = False
    on_turn: bool = False
    """It is the one who acts now."""


@dataclass(frozen=True, slots=True)
class PartyView:
    """What the party pane shows."""

    title: str
    rows: tuple[PartyRow, ...] = ()
    selected: str = ""
    lines: tuple[str, ...] = ()
    """What is said of the table itself."""
    empty: str = ""
    moving: bool = False


class PartyPane(Pane[PartyView]):
    """Shows the characters, one a row."""

    _top_row = 0

    def title(self) -> str:
        """Give the title."""
        return self.view.title

    def body(self, width: int, height: int) -> list[Strip]:
        """Draw the rows around the selected one, and what is said of the table under them."""
        view = self.view
        if not view.rows:
            return [
                Line(width, self.inks.ground, self.signs.more).put(words, self.inks.dim).strip()
                for words in wrapped(view.empty, width, height)
            ]
        under = view.lines[: max(0, height - len(view.rows))]
        room = max(1, height - len(under))
        at = next((n for n, row in enumerate(view.rows) if row.id == view.selected), -1)
        self._top_row = window(len(view.rows), room, at, self._top_row)
        self.hidden_above = self._top_row
        self.hidden_below = max(0, len(view.rows) - room - self._top_row)
        columns = self._columns(width)
        lines = [self._row(row, width, columns) for row in view.rows[self._top_row : self._top_row + room]]
        lines += [Line(width, self.inks.ground, self.signs.more).put(words, self.inks.dim).strip() for words in under]
        return lines

    def _columns(self, width: int) -> tuple[int, int, int]:
        """Give the widths of name, player and pips; 0 for a column that is left out."""
        rows = self.view.rows
        names = min(max(cell_len(row.name) for row in rows), max(8, width // 3))
        players = min(max(cell_len(row.player) for row in rows), width // 6) if width >= 48 else 0
        drawn = [gauge for row in rows for gauge in row.gauges[:1] if gauge.pips]
        most = max((max(gauge.value, gauge.maximum or 0) for gauge in drawn), default=0)
        return names, players, min(max(most, 4), MOST_PIPS, width // 4) if drawn else 0

    def _row(self, row: PartyRow, width: int, columns: tuple[int, int, int]) -> Strip:
        names, players, room = columns
        inks, signs = self.inks, self.signs
        selected = row.id == self.view.selected
        focused = selected and self.active
        line = Line(width, inks.ground + (inks.cursor if focused else Style()), signs.more)
        mark = signs.grip if self.view.moving else signs.cursor
        line.put(mark if selected else " ", inks.key if focused else inks.dim)
        line.put(("=" if signs.ascii else "»") if row.on_turn else " ", inks.momentum + Style(bold=True))
        line.column(row.name, names, inks.dim if row.absent else inks.strong).skip(1)
        if players:
            line.column(row.player, players, inks.dim).skip(1)
        for gauge in row.gauges[:1]:
            self._gauge(line, gauge, room, focused, first=True)
        for gauge in sorted(row.gauges[1:], key=lambda gauge: not (gauge.marked and focused)):
            if line.room >= cell_len(gauge.label) + len(f"  {gauge.value}/{gauge.maximum or ''}") + 2:
                self._gauge(line, gauge, 0, focused, first=False)
        if row.remarks:
            line.skip(1).put(signs.dot.join(row.remarks), inks.dim)
        return line.strip()

    def _gauge(self, line: Line, gauge: GaugeView, room: int, focused: bool, *, first: bool) -> None:
        inks, signs = self.inks, self.signs
        if not first:
            line.put(f" {gauge.label} ", inks.dim)
            if gauge.pips and gauge.maximum is None and line.room > ROOM_FOR_MORE_PIPS:
                lit, _ = pips(gauge.value, None, SMALL_PIPS, signs.ascii)
                line.put(lit, inks.momentum).skip(1 if lit else 0)
        if room:
            lit, dim = pips(gauge.value, gauge.maximum, room, signs.ascii) if gauge.pips else ("", "")
            line.put(lit, inks.momentum).put(dim, inks.unfilled).skip(room - cell_len(lit + dim) + 1)
        opening, closing = signs.marked if gauge.marked and focused else (" ", " ") if first else ("", "")
        ink = inks.momentum + Style(bold=True) if gauge.value else inks.dim
        if first:
            line.skip(2 - len(str(gauge.value)))
        line.put(opening, inks.key).put(str(gauge.value), ink).put(closing, inks.key)
        if gauge.maximum is not None and not (first and room):
            line.put(f"/{gauge.maximum}", inks.dim)


def party_view(campaign: Campaign, system: System, selection: Selection, say: Callable[[Text], str]) -> PartyView:
    """Give what the party pane shows."""
    rows = []
    for id in system.order(campaign):
        character = campaign.characters[id]
        gauges = system.gauges(campaign, character)
        marked = marked_field(gauges, selection.field) if id == selection.who else ()
        remarks = [say(remark) for remark in system.remarks(campaign, character)]
        if character.taken_out:
            remarks.insert(0, say(TAKEN_OUT))
        if not character.present:
            remarks.insert(0, say(ABSENT))
        rows.append(
            PartyRow(
                id=id,
                name=character.name or id,
                player=character.player,
                gauges=tuple(_gauge_view(gauge, marked, say) for gauge in gauges),
                remarks=tuple(remarks),
                absent=not character.present,
                on_turn=id == system.on_turn(campaign),
            )
        )
    return PartyView(
        title=say(system.party_title),
        rows=tuple(rows),
        selected=selection.who,
        lines=tuple(say(line) for line in system.table_lines(campaign)),
        empty=say(EMPTY),
        moving=selection.moving is not None and selection.pane == "party",
    )


def marked_field(gauges: tuple[Gauge, ...], field: Path) -> Path:
    """Give the path of the number the arrows change: the wanted one if the row has it, else its first."""
    paths = [gauge.path for gauge in gauges]
    return field if field in paths else paths[0] if paths else ()


def _gauge_view(gauge: Gauge, marked: Path, say: Callable[[Text], str]) -> GaugeView:
    return GaugeView(say(gauge.label), gauge.value, gauge.maximum, gauge.pips, gauge.path == marked)
