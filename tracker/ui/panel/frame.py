"""The frame of the panel, and what scrolls in it."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.core.frozen import dataclass
from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.spans import Block, Row, Span, fitted

MARGIN = 2
"""Cells between the edge of the panel and its content, frame included, on each side."""


@dataclass(frozen=True, slots=True)
class Window:
    """The rows of a block that are in sight, with how many are not."""

    rows: tuple[Row, ...]
    above: int = 0
    below: int = 0


def in_sight(block: Block, height: int, first: int = 0) -> Window:
    """Give `height` rows of a block, scrolled from row `first` no further than the row to be kept in sight asks for."""
    count = len(block.rows)
    height = max(height, 0)
    if block.sight < first:
        first = block.sight
        while first > 0 and block.rows[first - 1].spans and block.rows[first - 1].spans[0][1] == "heading":
            first -= 1
    first = max(first, block.sight - height + 1)
    first = max(0, min(first, count - height))
    return Window(tuple(block.rows[first : first + height]), first, max(count - first - height, 0))


def framed(
    rows: Sequence[Row],
    width: int,
    height: int,
    title: str,
    foot: Sequence[Span],
    button: Sequence[Span],
    marks: tuple[int, int],
    pen: Pen,
) -> list[Row]:
    """Put a frame around rows, cut and filled to `height` with its edges.

    The title stands in the upper edge; hints, marks of what is out of sight and the button in the lower one.
    """
    inner = width - 2 * MARGIN
    left, right = (pen.sign("│", "|") + " " * (MARGIN - 1), " " * (MARGIN - 1) + pen.sign("│", "|"))
    middle = [
        Row(((left, "frame"), *fitted(row, inner, pen.ascii).spans, (right, "frame")))
        for row in [*rows, *[Row()] * height][: height - 2]
    ]
    opening, closing = pen.sign("┤ ", "[ "), pen.sign(" ├", " ]")
    head: list[Span] = []
    if title:
        head = [(opening, "frame"), (pen.cut(title, width - 10), "title"), (closing, "frame")]
    hidden = [f"{pen.sign('↑', '^')}{marks[0]}"] if marks[0] else []
    hidden += [f"{pen.sign('↓', 'v')}{marks[1]}"] if marks[1] else []
    more: list[Span] = [(f" {' '.join(hidden)} ", "key")] if hidden else []
    top = _edge(pen.sign("╭╮", "++"), head, (), width, pen)
    return [top, *middle, _edge(pen.sign("╰╯", "++"), foot, [*more, *button], width, pen)]


def _edge(corners: str, left: Sequence[Span], right: Sequence[Span], width: int, pen: Pen) -> Row:
    line = pen.sign("─", "-")
    right = fitted(Row(tuple(right)), min(Row(tuple(right)).width, max(width - 4, 0)), pen.ascii).spans
    room = width - 4 - Row(right).width
    head = fitted(Row(tuple(left)), min(Row(tuple(left)).width, room), pen.ascii)
    return Row(
        (
            (corners[0] + line, "frame"),
            *head.spans,
            (line * (room - head.width), "frame"),
            *right,
            (line + corners[1], "frame"),
        )
    )
