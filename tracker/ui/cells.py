"""Lines of terminal cells: words cut and padded by their width on the screen, and put together to strips."""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import TypeAlias

from rich.cells import cell_len, get_character_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

PLAIN = Style()
Cell: TypeAlias = tuple[str, Style | None]


@lru_cache(maxsize=4096)
def cut(words: str, width: int, more: str = "…") -> str:
    """Give words that take at most `width` cells; what is too long ends in `more`, cut between whole signs."""
    if width <= 0:
        return ""
    if cell_len(words) <= width:
        return words
    if cell_len(more) > width:
        more = ""
    room = width - cell_len(more)
    kept: list[str] = []
    for sign in words:
        room -= get_character_cell_size(sign)
        if room < 0:
            break
        kept.append(sign)
    return "".join(kept).rstrip() + more


@lru_cache(maxsize=4096)
def fit(words: str, width: int, more: str = "…") -> str:
    """Give words in exactly `width` cells."""
    short = cut(words, width, more)
    return short + " " * (width - cell_len(short))


@lru_cache(maxsize=1024)
def wrapped(words: str, width: int, rows: int, more: str = "…") -> tuple[str, ...]:
    """Give words on at most `rows` lines of `width` cells, broken at blanks if possible; the last may be cut."""
    if width < 2 or rows <= 0:
        return ()
    lines: list[str] = []
    rest = words.strip()
    while rest and len(lines) < rows - 1 and cell_len(rest) > width:
        head = cut(rest, width, "")
        at = len(head) if rest[len(head) : len(head) + 1] == " " else head.rfind(" ")
        at = at if at > 0 else max(1, len(head))
        lines.append(rest[:at].rstrip())
        rest = rest[at:].lstrip()
    if rest:
        lines.append(cut(rest, width, more))
    return tuple(lines)


class Line:
    """One line under way: styled words from left to right, never wider than its room."""

    def __init__(self, width: int, style: Style = PLAIN, more: str = "…") -> None:
        """Begin an empty line of `width` cells on a ground style."""
        self.room = width
        self._style = style
        self._more = more
        self._segments: list[Segment] = []

    def put(self, words: str, style: Style = PLAIN) -> Line:
        """Add words, cut where the room ends."""
        words = cut(words, self.room, self._more)
        if words:
            self._segments.append(Segment(words, self._style + style))
            self.room -= cell_len(words)
        return self

    def column(self, words: str, width: int, style: Style = PLAIN, *, right: bool = False) -> Line:
        """Add words in a column of `width` cells, at its left end or its right end."""
        short = cut(words, min(width, self.room), self._more)
        blank = " " * (width - cell_len(short))
        return self.put(blank + short if right else short + blank, style)

    def add(self, strip: Strip) -> Line:
        """Add a piece drawn elsewhere."""
        if strip.cell_length > self.room:
            strip = strip.crop(0, self.room)
        self._segments.extend(strip)
        self.room -= strip.cell_length
        return self

    def skip(self, cells: int) -> Line:
        """Leave cells blank."""
        return self.put(" " * max(0, min(cells, self.room)))

    def strip(self) -> Strip:
        """Give the line, blank to its end."""
        width = sum(segment.cell_length for segment in self._segments) + self.room
        self.skip(self.room)
        return Strip(self._segments, width)


APART = 8
"""Unchanged cells between two changes of a row from which it is cheaper to move the cursor than to write them again."""


def changed_regions(old: tuple[Strip, ...], new: tuple[Strip, ...]) -> list[Region]:
    """Give the spans of cells in which two drawings of the same size differ."""
    regions: list[Region] = []
    for y, (before, after) in enumerate(zip(old, new, strict=True)):
        if before is not after:
            old_middle, new_middle, x = _middles(list(before), list(after))
            spans = _spans(_cells(old_middle), _cells(new_middle))
            regions += [Region(x + start, y, end - start, 1) for start, end in spans]
    return regions


def cropped(strip: Strip, start: int, end: int) -> list[Segment]:
    """Give the pieces of a row from one cell to before another. A strip of its own would cost five times as much."""
    pieces: list[Segment] = []
    x = 0
    for piece in strip:
        after = x + piece.cell_length
        if after > start:
            if after > end:
                piece = piece.split_cells(end - x)[0]
            if x < start:
                piece = piece.split_cells(start - x)[1]
            pieces.append(piece)
        x = after
        if x >= end:
            break
    return pieces


def _middles(before: list[Segment], after: list[Segment]) -> tuple[list[Segment], list[Segment], int]:
    """Give what lies between the pieces that are alike at both ends, and where it begins."""
    first, x = 0, 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        first += 1
        x += one.cell_length
    last = 0
    for one, other in zip(reversed(before[first:]), reversed(after[first:]), strict=False):
        if one != other:
            break
        last += 1
    return before[first : len(before) - last], after[first : len(after) - last], x


def _spans(before: list[Cell], after: list[Cell]) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for x, (one, other) in enumerate(zip_longest(before, after)):
        if one == other:
            continue
        start = x - 1 if x and (not one or not one[0] or not other or not other[0]) else x
        if spans and start - spans[-1][1] < APART:
            spans[-1] = (spans[-1][0], x + 1)
        else:
            spans.append((start, x + 1))
    return [(start, end + 1 if end < len(after) and not after[end][0] else end) for start, end in spans]


def _cells(segments: list[Segment]) -> list[Cell]:
    """Give a row cell by cell; the second cell of a wide sign is empty."""
    cells: list[Cell] = []
    for words, style, _ in segments:
        blank = _blank_style(style)
        for sign in words:
            size = get_character_cell_size(sign)
            if not size and cells:
                cells[-1] = (cells[-1][0] + sign, cells[-1][1])
            elif size:
                cells.append((sign, blank if sign == " " else style))
                cells += [("", style)] * (size - 1)
    return cells


@lru_cache(maxsize=512)
def _blank_style(style: Style | None) -> Style | None:
    """Give what of a style is seen on a blank."""
    if style is None:
        return None
    return Style(
        bgcolor=style.bgcolor,
        underline=style.underline,
        strike=style.strike,
        reverse=style.reverse,
        color=style.color if style.reverse or style.underline or style.strike else None,
    )
