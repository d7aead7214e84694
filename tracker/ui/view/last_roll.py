"""The last roll: who, with which dice, and its outcome in letters that are read from the back of the room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style
from textual.strip import Strip

from tracker.rules.deed import Die, Tone
from tracker.ui.cells import Line, wrapped
from tracker.ui.signs import Signs
from tracker.ui.view.card import Brush
from tracker.ui.view.large import DIE_SIZES, SMALL_DIE, die_width, large_die, largest_letters

LARGE_DIE = 5
"""Height in cells beyond which the letters gain more by growing than the dice do."""
GAP = 3
"""Cells between the dice and the outcome beside them."""


class LastRoll(NamedTuple):
    """One roll, its words said."""

    who: str
    what: str
    dice: tuple[Die, ...] = ()
    outcome: str = ""
    tone: Tone = Tone.PLAIN
    details: tuple[str, ...] = ()
    """What it brought and cost."""


class _Plan(NamedTuple):
    """How dice and outcome share a room."""

    die: int
    """Height of a die; 0 without dice."""
    columns: int
    """Dice beside each other."""
    word: tuple[str, ...]
    """The outcome in large letters; nothing for one that is written in plain ones."""
    stacked: bool


@lru_cache(maxsize=32)
def draw_roll(roll: LastRoll, width: int, height: int, brush: Brush) -> tuple[Strip, ...]:
    """Draw a roll on `height` rows of `width` cells."""
    inks, signs = brush.inks, brush.signs
    ground = inks.ground
    head = _title(roll, width, brush, 2 if height > 9 else 1)
    room = height - len(head)
    foot = [
        Line(width, ground, signs.more).skip(1).put(words, inks.text).strip()
        for words in wrapped(signs.dot.join(roll.details), width - 2, 2 if height > 11 else 1, signs.more)
    ]
    if room - len(foot) < 3:
        foot = []
    middle = _middle(roll, width - 2, room - len(foot), brush)
    spare = room - len(foot) - len(middle)
    blank = Strip.blank(width, ground)
    above = spare // 2
    rows = [*head, *[blank] * above, *middle, *[blank] * (spare - above), *foot]
    return tuple(rows[:height])


def _title(roll: LastRoll, width: int, brush: Brush, rows: int) -> list[Strip]:
    inks, signs = brush.inks, brush.signs
    line = Line(width, inks.ground, signs.more).skip(1)
    if roll.who:
        line.put(f"{roll.who}  ", inks.strong)
    lines = wrapped(roll.what, line.room - 1, rows, signs.more)
    strips = [line.put(lines[0] if lines else "", inks.text).strip()]
    indent = width - line.room
    for words in lines[1:]:
        strips.append(Line(width, inks.ground, signs.more).skip(min(indent, 1)).put(words, inks.text).strip())
    return strips


def _middle(roll: LastRoll, width: int, height: int, brush: Brush) -> list[Strip]:
    """Draw dice and outcome, as large as they fit; the first column stays blank."""
    if height < 1:
        return []
    plan = _plan(roll, width, height, brush.signs)
    dice = _dice_rows(roll.dice, plan, brush) if plan.die else []
    tone = brush.inks.named(roll.tone.value) + Style(bold=True)
    word = [Strip.blank(0)]
    wide = 0
    if plan.word:
        wide = len(plan.word[0])
        word = [Line(wide, brush.inks.ground).put(row, tone).strip() for row in plan.word]
    elif roll.outcome:
        wide = len(roll.outcome) + 2
        word = [Line(wide, brush.inks.ground).put(f" {roll.outcome} ", tone + Style(reverse=True)).strip()]
    if not roll.outcome:
        word = []
    if plan.stacked or not dice or not word:
        return [_placed(row, width + 2, brush) for row in (*dice, *word)][:height]
    return _side_by_side(dice, word, width + 2, height, brush)


def _side_by_side(dice: list[Strip], word: list[Strip], width: int, height: int, brush: Brush) -> list[Strip]:
    tall = min(height, max(len(dice), len(word)))
    rows: list[Strip] = []
    for y in range(tall):
        line = Line(width, brush.inks.ground).skip(1)
        for n, part in enumerate((dice, word)):
            at = y - (tall - len(part)) // 2
            if n:
                line.skip(GAP)
            line.add(part[at]) if 0 <= at < len(part) else line.skip(part[0].cell_length)
        rows.append(line.strip())
    return rows


def _placed(row: Strip, width: int, brush: Brush) -> Strip:
    return Line(width, brush.inks.ground).skip(1).add(row).strip()


@lru_cache(maxsize=64)
def _plan(roll: LastRoll, width: int, height: int, signs: Signs) -> _Plan:
    """Choose the largest letters, then the largest dice."""
    plans = list(_plans(roll, width, height, signs))
    return max(plans, key=_merit, default=_Plan(SMALL_DIE if roll.dice else 0, max(1, width // 3), (), False))


def _merit(plan: _Plan) -> tuple[int, int, bool]:
    dice = min(plan.die, LARGE_DIE) - (LARGE_DIE if plan.die == SMALL_DIE else 0)
    return 2 * len(plan.word) + dice, len(plan.word) + plan.die, plan.stacked


def _plans(roll: LastRoll, width: int, height: int, signs: Signs) -> Iterator[_Plan]:
    sizes = [size for size in DIE_SIZES if not signs.ascii or size <= 3] if roll.dice else [0]
    for size in sizes:
        tall, wide, columns = _dice_room(len(roll.dice), size, width)
        if tall > height:
            continue
        beside = largest_letters(roll.outcome, width - wide - (GAP if wide else 0), height, signs.ascii)
        under = largest_letters(roll.outcome, width, height - tall, signs.ascii)
        if beside or len(roll.outcome) + 2 + wide + GAP <= width:
            yield _Plan(size, columns, beside, False)
        if under or tall < height:
            yield _Plan(size, columns, under, True)


def _dice_room(count: int, size: int, width: int) -> tuple[int, int, int]:
    """Give the height and the width that dice take, and how many stand beside each other."""
    if not count:
        return 0, 0, 1
    each = die_width(size) + (size > SMALL_DIE)
    columns = max(1, min(count, (width + 1) // each))
    rows = -(-count // columns)
    return rows * size, columns * each - (size > SMALL_DIE), columns


def _dice_rows(dice: tuple[Die, ...], plan: _Plan, brush: Brush) -> list[Strip]:
    rows: list[Strip] = []
    for start in range(0, len(dice), plan.columns):
        drawn = [_die(each, plan.die, brush) for each in dice[start : start + plan.columns]]
        gap = [Strip.blank(1, brush.inks.ground)] if plan.die > SMALL_DIE else []
        wide = plan.columns * (die_width(plan.die) + len(gap)) - len(gap)
        for y in range(plan.die):
            line = Line(wide, brush.inks.ground)
            for n, each in enumerate(drawn):
                if n and gap:
                    line.add(gap[0])
                line.add(each[y])
            rows.append(line.strip())
    return rows


@lru_cache(maxsize=128)
def _die(die: Die, height: int, brush: Brush) -> tuple[Strip, ...]:
    """Draw a die: a lit tile where it counts, dim and without sides where it was dropped."""
    inks, signs = brush.inks, brush.signs
    drawn = large_die(die.face, die.sides, height, die.kept, signs.ascii)
    if height == 3 and signs.ascii and len(drawn) < 3:
        drawn = (*drawn, *[" " * len(drawn[0])] * (3 - len(drawn)))
    rows: list[Strip] = []
    for row in drawn:
        line = Line(len(row), inks.ground)
        if not die.kept or signs.ascii or len(row) < 3:
            rows.append(line.put(row, inks.best + Style(bold=True) if die.kept else inks.dim).strip())
            continue
        line.put(row[0], inks.best).put(row[1:-1], inks.die).put(row[-1], inks.best)
        rows.append(line.strip())
    return tuple(rows)
