"""The whole players' screen as one picture: which parts stand on it at which size, and where.

As room goes short parts give way in this order: the log but for one line, pies (bars take their place), the roll's
dice and letters (words take their place), the log's last line, the roll. Names and numbers stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.ui.cells import Line, cut, wrapped
from tracker.ui.panes.log_line import Columns, LogLine, line_strips
from tracker.ui.view.card import Brush
from tracker.ui.view.cards import Drawing, Section, draw_section
from tracker.ui.view.joined import blank, joined
from tracker.ui.view.last_roll import draw_roll
from tracker.ui.view.reading import PlayersView

LEAST = (24, 6)
"""Columns and lines below which there is only a word about it."""
NARROW = 46
"""Columns below which characters and clocks stand one above the other."""
WIDE = 104
"""Columns from which the log stands beside the roll."""
GUTTER = 2
MOST_NAME = 14
"""Columns of the names in the log."""


class Plan(NamedTuple):
    """Heights in lines; the first line of the screen is apart, and every part has a heading."""

    cards: int
    roll: int
    log: int
    """0 where it stands beside the roll, or nowhere."""
    log_width: int = 0
    """Columns of a log beside the roll."""


def plan_for(width: int, height: int, has_roll: bool) -> Plan:
    """Share out a screen."""
    rest = height - 1
    if not has_roll:
        log = 0 if rest < 9 else max(2, min(8, rest // 4))
        return Plan(rest - log, 0, log)
    if rest < 9:
        return Plan(rest - (2 if rest >= 6 else 0), 2 if rest >= 6 else 0, 0)
    if rest < 15:
        return Plan(rest - 5, 4, 1)
    roll = max(8, rest * 9 // 25)
    if width >= WIDE:
        return Plan(rest - roll, roll, 0, width // 3)
    log = 1 if rest < 27 else 3 if rest < 32 else 5
    return Plan(rest - roll - log, roll, log)


def draw(view: PlayersView, width: int, height: int, first: int, brush: Brush) -> tuple[list[Strip], int]:
    """Give the rows of the screen, and how many rows could still be scrolled."""
    if width < LEAST[0] or height < LEAST[1]:
        return _too_small(view, width, height, brush), 0
    head = _head(view, width, brush)
    if view.help:
        return [head, *_help(view, width, height - 1, first, brush)], 0
    plan = plan_for(width, height, view.roll is not None)
    cards, below = _cards(view, width, plan.cards, first, brush)
    rows = [head, *cards]
    if plan.roll:
        rows += _roll(view, width, plan, brush)
    if plan.log:
        rows += _log(view, width, plan.log, brush)
    return rows[:height], below


def _head(view: PlayersView, width: int, brush: Brush) -> Strip:
    """Draw the first line: the title gives way first, what must be known last."""
    inks, signs = brush.inks, brush.signs
    end = f" ! {view.notice} " if view.notice else view.hint
    end = cut(end, width - 10, signs.more)
    line = Line(width, inks.ground + inks.bar, signs.more).skip(1)
    room = width - cell_len(end) - 3
    facts = "".join(f"{signs.dot}{fact}" for fact in view.facts)
    line.put(cut(view.title, room, signs.more), inks.momentum + Style(bold=True))
    if cell_len(facts) <= room - (width - line.room - 1):
        line.put(facts, inks.dim)
    line.skip(line.room - cell_len(end) - 1)
    return line.put(end, inks.bad + Style(bold=True, reverse=True) if view.notice else inks.dim).strip()


@lru_cache(maxsize=32)
def heading(words: str, width: int, brush: Brush, note: str = "") -> Strip:
    """Draw the rule over a part, with its name and at its end a note."""
    inks, signs = brush.inks, brush.signs
    line = Line(width, inks.ground, signs.more).put(signs.level, inks.frame)
    if words:
        line.put(f" {words} ", inks.title)
    end = f" {note} " if note else ""
    line.put(signs.level * max(0, line.room - cell_len(end) - 1), inks.frame)
    return line.put(end, inks.key).put(signs.level, inks.frame).strip()


def _cards(view: PlayersView, width: int, height: int, first: int, brush: Brush) -> tuple[Sequence[Strip], int]:
    party, clocks = view.party, view.clocks
    if width < NARROW:
        people = _height_of(party, clocks, height)
        above, one = _part(view.titles.party, party, width, people, first, brush)
        under, other = _part(view.titles.clocks, clocks, width, height - people, first, brush)
        return (*above, *under), max(one, other)
    left = _width_of(party, clocks, width - GUTTER)
    ours, one = _part(view.titles.party, party, left, height, first, brush)
    theirs, other = _part(view.titles.clocks, clocks, width - GUTTER - left, height, first, brush)
    return _side_by_side(ours, theirs, brush), max(one, other)


def _width_of(party: Section, clocks: Section, width: int) -> int:
    """Share the width by the number of characters and clocks, of which characters have more to say.

    Neither gets less than three eighths.
    """
    people, dials = 3 * max(1, len(party.cards)), 2 * max(1, len(clocks.cards))
    if not clocks.cards and not clocks.lines:
        return width * 5 // 8
    share = width * people // (people + dials)
    return max(width * 3 // 8, min(width * 5 // 8, share))


def _height_of(party: Section, clocks: Section, height: int) -> int:
    people, dials = len(party.cards) + len(party.lines), len(clocks.cards) + len(clocks.lines)
    share = height * max(1, people) // max(2, people + dials)
    return max(2, min(height - 2, max(share, min(people + 1, height // 2))))


def _part(
    title: str, section: Section, width: int, height: int, first: int, brush: Brush
) -> tuple[tuple[Strip, ...], int]:
    drawing = _section(section, width, height - 1, first, brush)
    note = f"{brush.signs.down}{drawing.below}" if drawing.below else ""
    return (heading(title, width, brush, note), *drawing.rows), drawing.below


@lru_cache(maxsize=32)
def _section(section: Section, width: int, height: int, first: int, brush: Brush) -> Drawing:
    inner = draw_section(section, width - 2, height, first, brush)
    edge = blank(1, brush.inks.ground)
    return Drawing(tuple(joined(edge, row, edge) for row in inner.rows), inner.below)


def _side_by_side(left: Sequence[Strip], right: Sequence[Strip], brush: Brush) -> list[Strip]:
    gutter = blank(GUTTER, brush.inks.ground)
    return [joined(one, gutter, other) for one, other in zip(left, right, strict=True)]


def _roll(view: PlayersView, width: int, plan: Plan, brush: Brush) -> list[Strip]:
    assert view.roll is not None
    room = width - (GUTTER + plan.log_width if plan.log_width else 0)
    rows = [heading(view.titles.roll, room, brush), *draw_roll(view.roll, room, plan.roll - 1, brush)]
    if not plan.log_width:
        return rows
    return _side_by_side(rows, _log(view, plan.log_width, plan.roll, brush), brush)


def _log(view: PlayersView, width: int, height: int, brush: Brush) -> list[Strip]:
    """Draw the newest lines, the last one at the bottom; a single line has no heading."""
    rows: list[Strip] = []
    room = height - (height > 1)
    names = max((cell_len(line.who) for line in view.lines), default=0)
    columns = Columns(0, min(MOST_NAME, names, width // 5), 0, 0, 0)
    for line in reversed(view.lines):
        drawn = _line(line, width, columns, brush)
        if len(rows) + len(drawn) > room:
            if not rows:
                rows = list(drawn[:room])
            break
        rows = [*drawn, *rows]
    rows += [blank(width, brush.inks.ground)] * (room - len(rows))
    return [heading(view.titles.log, width, brush), *rows] if height > 1 else rows


@lru_cache(maxsize=256)
def _line(line: LogLine, width: int, columns: Columns, brush: Brush) -> tuple[Strip, ...]:
    edge = blank(1, brush.inks.ground)
    drawn = line_strips(line, width - 2, columns, False, brush.inks, brush.signs)
    return tuple(joined(edge, row, edge) for row in drawn)


def _help(view: PlayersView, width: int, height: int, first: int, brush: Brush) -> list[Strip]:
    inks, signs = brush.inks, brush.signs
    column = max(cell_len(keys) for keys, _ in view.help) + 3
    rows = [Strip.blank(width, inks.ground)]
    for keys, words in view.help:
        for n, line in enumerate(wrapped(words, width - column - 2, 3, signs.more)):
            row = Line(width, inks.ground, signs.more).skip(2)
            row.column("" if n else keys, column, inks.key + Style(bold=True)).put(line, inks.text)
            rows.append(row.strip())
    return [*rows[:height], *[blank(width, inks.ground)] * (height - len(rows))]


def _too_small(view: PlayersView, width: int, height: int, brush: Brush) -> list[Strip]:
    lines = wrapped(view.too_small, width, height, "")
    rows = [Line(width, brush.inks.ground, "").put(words, brush.inks.text).strip() for words in lines]
    return [*rows, *[Strip.blank(width, brush.inks.ground)] * (height - len(rows))][:height]
