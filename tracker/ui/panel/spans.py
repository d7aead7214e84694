"""Rows of words with the ink each is drawn in; widths are in terminal cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Literal, TypeAlias, get_args

from rich.cells import cell_len, set_cell_size

from tracker.core.frozen import dataclass
from tracker.i18n.width import in_lines

Ink: TypeAlias = Literal[
    "text", "frame", "title", "label", "value", "chosen", "note", "field", "typing", "cursor", "focus", "button", "key",
    "dim", "heading", "rule", "warning", "refusal", "best", "good", "mixed", "bad", "plain", "lit", "edge", "dropped",
]  # fmt: skip
"""What a word is; the style sheet gives each its colour under the class `panel--…`."""
INKS: tuple[Ink, ...] = get_args(Ink)
Span: TypeAlias = tuple[str, Ink]


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the panel."""

    spans: tuple[Span, ...] = ()

    @property
    def width(self) -> int:
        """Its width in cells."""
        return sum(cell_len(words) for words, _ in self.spans)


@dataclass(slots=True)
class Block:
    """Rows under each other, with the one that must stay in sight."""

    rows: list[Row] = field(default_factory=list)
    sight: int = 0
    cut_label: bool = False
    """That row has no room for its label."""
    cut_answer: bool = False
    """That row has no room for its answer with the note."""

    def add(self, *spans: Span) -> None:
        """Add a row below."""
        self.rows.append(Row(spans))


def changed_cells(old: Row, new: Row) -> tuple[int, int] | None:
    """Give the first cell in which two rows of equal width differ and the number of cells from there; None: in none."""
    if old.spans == new.spans:
        return None
    start, same = 0, 0
    for before, after in zip(old.spans, new.spans, strict=False):
        if before != after:
            break
        start += cell_len(before[0])
        same += 1
    end = 0
    for before, after in zip(reversed(old.spans[same:]), reversed(new.spans[same:]), strict=False):
        if before != after:
            break
        end += cell_len(before[0])
    return start, max(new.width - start - end, 0)


def cut(words: str, width: int, ascii: bool = False) -> str:
    """Give words that take at most `width` cells, with `…` (in ASCII `..`) where something is left out."""
    if cell_len(words) <= width:
        return words
    if words.isspace():
        return words[: max(width, 0)]
    more = ".." if ascii else "…"
    if width <= len(more):
        return more[: max(width, 0)]
    return set_cell_size(words, width - len(more)).rstrip() + more


def padded(words: str, width: int, ascii: bool = False) -> str:
    """Give words that take exactly `width` cells."""
    return set_cell_size(cut(words, width, ascii), width)


def fitted(row: Row, width: int, ascii: bool = False) -> Row:
    """Give a row of exactly `width` cells, cut or filled at its right."""
    room, spans = width, list[Span]()
    for words, ink in row.spans:
        if cell_len(words) > room:
            words = cut(words, room, ascii)
        if words:
            spans.append((words, ink))
            room -= cell_len(words)
        if room <= 0:
            break
    if room > 0:
        spans.append((" " * room, "text"))
    return Row(tuple(spans))


def beside(left: Sequence[Row], right: Sequence[Row], width: int, gap: Span, ascii: bool = False) -> list[Row]:
    """Give two blocks side by side, the left one `width` cells wide."""
    rows: list[Row] = []
    for y in range(max(len(left), len(right))):
        row = fitted(left[y] if y < len(left) else Row(), width, ascii)
        more = right[y].spans if y < len(right) else ()
        rows.append(Row((*row.spans, gap, *more)))
    return rows


def wrapped(words: str, width: int) -> list[str]:
    """Give words in lines of at most `width` cells, broken at spaces where that can be done."""
    return in_lines(words, width, cell_len)


def joined(parts: Iterable[str], ascii: bool = False) -> str:
    """Give phrases on one line with a dot between them."""
    return (" - " if ascii else " · ").join(part for part in parts if part)
