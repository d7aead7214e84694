"""Clocks drawn as pies.

`UPDATE_GOLDEN=1 python -m pytest tests/ui/test_pie.py` writes the golden pictures anew; look at what changed.
"""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from tracker.ui.drawing.cells import covered, mirrored_cell
from tracker.ui.drawing.pie import Ink, Picture, PieStyle, bar, pie

GOLDEN = Path(__file__).parent / "golden" / "pies"
MAIN_ROOMS = [(4, 2), (6, 3), (8, 4), (10, 5), (12, 6), (16, 8), (20, 10)]
LARGE_ROOMS = [(30, 15), (40, 20)]
GOLDEN_CLOCKS = [(3, 2), (4, 0), (4, 1), (4, 4), (6, 2), (6, 6), (8, 0), (8, 5), (12, 7), (20, 7), (100, 1), (100, 99)]
LETTERS = {Ink.NONE: ".", Ink.FILLED: "F", Ink.EMPTY: "e", Ink.GAP: "-"}

ROOMS = st.tuples(st.integers(2, 24), st.integers(1, 12))
STYLES = st.sampled_from(PieStyle)


@st.composite
def clocks(draw: st.DrawFn) -> tuple[int, int]:
    """Any clock: size and filled."""
    size = draw(st.integers(1, 100))
    return size, draw(st.integers(0, size))


def area(picture: Picture, ink: Ink) -> int:
    """How much of a picture in blocks an ink covers, in 64ths of a cell."""
    return sum(covered(cell, ink).bit_count() for row in picture for cell in row)


def dots(picture: Picture) -> int:
    return sum((ord(cell.glyph) & 0xFF).bit_count() for row in picture for cell in row if cell.glyph != " ")


def mirrored(picture: Picture, across: bool, down: bool) -> Picture:
    rows = [[mirrored_cell(cell, across, down) for cell in (row[::-1] if across else row)] for row in picture]
    return tuple(tuple(row) for row in (rows[::-1] if down else rows))


def painted(picture: Picture) -> list[list[tuple[int, ...]]]:
    """A picture in blocks by what can be seen: two complements with exchanged inks are the same."""
    return [
        [tuple(covered(cell, ink).bit_count() for ink in (Ink.FILLED, Ink.EMPTY, Ink.GAP)) for cell in row]
        for row in picture
    ]


def lit_dots(picture: Picture) -> set[tuple[int, int]]:
    places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    return {
        (2 * column + x, 4 * row + y)
        for row, cells in enumerate(picture)
        for column, cell in enumerate(cells)
        for bit, (x, y) in enumerate(places)
        if cell.glyph != " " and (ord(cell.glyph) - 0x2800) >> bit & 1
    }


def written(picture: Picture) -> str:
    """The signs, then the letter of the ink, then the letter of the ground."""
    return "".join(
        "|".join(
            (
                "",
                "".join(cell.glyph for cell in row),
                "".join(LETTERS[cell.ink] for cell in row),
                "".join(LETTERS[cell.ground] for cell in row),
                "\n",
            )
        )
        for row in picture
    )


def solid_points(picture: Picture) -> set[tuple[int, int]]:
    """The filled points of a picture in blocks, 8 by 8 a cell."""
    return {
        (8 * column + x, 8 * row + y)
        for row, cells in enumerate(picture)
        for column, cell in enumerate(cells)
        for y in range(8)
        for x in range(8)
        if covered(cell, Ink.FILLED) >> (8 * y + x) & 1
    }


def patches(points: set[tuple[int, int]]) -> int:
    """How many patches the points fall into, each holding together by its sides."""
    left, count = set(points), 0
    while left:
        count += 1
        edge = [left.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & left
            left -= near
            edge.extend(near)
    return count


class TestGolden:
    """The pictures are those that were looked at and found good."""

    @pytest.mark.parametrize("style", PieStyle)
    @pytest.mark.parametrize(("width", "height"), MAIN_ROOMS)
    def test_is_the_golden_picture(self, width: int, height: int, style: PieStyle) -> None:
        text = "\n".join(
            f"{filled}/{size}\n{written(pie(size, filled, width, height, style))}" for size, filled in GOLDEN_CLOCKS
        )
        path = GOLDEN / f"{style.value}-{width}x{height}.txt"
        if os.environ.get("UPDATE_GOLDEN"):
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")


class TestShape:
    """Every picture fills its room with signs of one cell, in at most two colours a cell."""

    @given(clocks(), ROOMS, STYLES)
    def test_rows_and_cells(self, clock: tuple[int, int], room: tuple[int, int], style: PieStyle) -> None:
        picture = pie(*clock, *room, style)
        assert len(picture) == room[1]
        assert {len(row) for row in picture} == {room[0]}
        assert all(wcwidth(cell.glyph) == 1 for row in picture for cell in row)

    @pytest.mark.parametrize(("width", "height"), MAIN_ROOMS)
    def test_disc_touches_all_four_sides(self, width: int, height: int) -> None:
        picture = pie(1, 1, width, height, PieStyle.QUADRANT)
        sides = [picture[0], picture[-1], [row[0] for row in picture], [row[-1] for row in picture]]
        assert all(any(covered(cell, Ink.FILLED) for cell in side) for side in sides)

    @pytest.mark.parametrize(("width", "height"), [*MAIN_ROOMS[2:], *LARGE_ROOMS])
    def test_disc_is_round(self, width: int, height: int) -> None:
        disc = area(pie(1, 1, width, height, PieStyle.QUADRANT), Ink.FILLED) / 64
        assert disc / (width * height) == pytest.approx(3.1416 / 4, rel=0.04)

    @pytest.mark.parametrize(
        ("size", "filled", "width", "height"), [(0, 0, 8, 4), (101, 0, 8, 4), (4, 5, 8, 4), (4, -1, 8, 4), (4, 1, 0, 4)]
    )
    def test_refuses_what_is_no_clock(self, size: int, filled: int, width: int, height: int) -> None:
        with pytest.raises(ValueError, match="no "):
            pie(size, filled, width, height, PieStyle.QUADRANT)


class TestSymmetry:
    """An empty and a full pie are the same in the mirror; for odd sizes left to right only."""

    @pytest.mark.parametrize(("width", "height"), [*MAIN_ROOMS, *LARGE_ROOMS, (7, 4), (9, 5), (14, 7)])
    @pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 40])
    def test_in_blocks(self, size: int, width: int, height: int) -> None:
        for filled in (0, size):
            picture = pie(size, filled, width, height, PieStyle.QUADRANT)
            assert painted(mirrored(picture, across=True, down=False)) == painted(picture)
            if size % 2 == 0:
                assert painted(mirrored(picture, across=False, down=True)) == painted(picture)

    @pytest.mark.parametrize(("width", "height"), [*MAIN_ROOMS, *LARGE_ROOMS])
    @pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 40])
    def test_in_dots(self, size: int, width: int, height: int) -> None:
        for filled in (0, size):
            lit = lit_dots(pie(size, filled, width, height, PieStyle.BRAILLE))
            assert {(2 * width - 1 - x, y) for x, y in lit} == lit
            if size % 2 == 0:
                assert {(x, 4 * height - 1 - y) for x, y in lit} == lit

    @pytest.mark.parametrize(("width", "height"), MAIN_ROOMS)
    @pytest.mark.parametrize("size", [2, 4, 6, 8])
    def test_what_is_missing_is_the_mirror_of_what_is_there(self, size: int, width: int, height: int) -> None:
        for filled in range(size + 1):
            there = painted(mirrored(pie(size, filled, width, height, PieStyle.QUADRANT), across=True, down=False))
            missing = painted(pie(size, size - filled, width, height, PieStyle.QUADRANT))
            assert [[(empty, full, gap) for full, empty, gap in row] for row in there] == missing


class TestFilling:
    """A pie fills clockwise from twelve o'clock, never back, in proportion, and does not lie at its ends."""

    @pytest.mark.parametrize(("width", "height"), [*MAIN_ROOMS, *LARGE_ROOMS])
    @pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 20, 100])
    def test_blocks_grow(self, size: int, width: int, height: int) -> None:
        filled = [area(pie(size, value, width, height, PieStyle.QUADRANT), Ink.FILLED) for value in range(size + 1)]
        # An undivided cell of the rim may lose a sliver where both colours need it: an eighth of a cell at most.
        tolerated = 8 if size > 12 else 0
        assert all(less <= more + tolerated for less, more in pairwise(filled))
        if size <= 8 and width >= 6:
            assert len(set(filled)) == size + 1

    @pytest.mark.parametrize(("width", "height"), [*MAIN_ROOMS, *LARGE_ROOMS])
    @pytest.mark.parametrize("size", [1, 2, 13, 20, 100])
    def test_dots_grow(self, size: int, width: int, height: int) -> None:
        lit = [dots(pie(size, value, width, height, PieStyle.BRAILLE)) for value in range(size + 1)]
        assert lit == sorted(lit)

    @pytest.mark.parametrize(("width", "height"), [*MAIN_ROOMS[2:], *LARGE_ROOMS])
    @pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 8, 10, 12, 13, 40, 100])
    def test_is_in_proportion(self, size: int, width: int, height: int) -> None:
        for value in range(size + 1):
            picture = pie(size, value, width, height, PieStyle.QUADRANT)
            filled, empty = area(picture, Ink.FILLED), area(picture, Ink.EMPTY)
            assert filled / (filled + empty) == pytest.approx(value / size, abs=0.06 if width < 20 else 0.03)

    @given(clocks(), ROOMS)
    def test_only_full_looks_full_and_only_empty_looks_empty(
        self, clock: tuple[int, int], room: tuple[int, int]
    ) -> None:
        size, filled = clock
        picture = pie(size, filled, *room, PieStyle.QUADRANT)
        assert (area(picture, Ink.FILLED) > 0) == (filled > 0)
        assert (area(picture, Ink.EMPTY) > 0) == (filled < size)

    @given(clocks(), st.integers(4, 24))
    def test_the_same_in_dots_without_colour(self, clock: tuple[int, int], width: int) -> None:
        size, filled = clock
        shown, full, empty = (pie(size, value, width, width // 2, PieStyle.BRAILLE) for value in (filled, size, 0))
        assert (lit_dots(shown) == lit_dots(full)) == (filled == size)
        assert (lit_dots(shown) == lit_dots(empty)) == (filled == 0)

    @pytest.mark.parametrize("style", PieStyle)
    @pytest.mark.parametrize(("width", "height"), MAIN_ROOMS)
    def test_first_quarter_is_right_and_above(self, width: int, height: int, style: PieStyle) -> None:
        picture = pie(4, 1, width, height, style)
        lit = {
            (2 * column >= width, 2 * row + 1 < height)
            for row, cells in enumerate(picture)
            for column, cell in enumerate(cells)
            if Ink.FILLED in (cell.ink, cell.ground) and 2 * row + 1 != height
        }
        assert lit == {(True, True)}


class TestSegments:
    """From 8x4 on the segments of clocks of 4, 6 and 8 can be counted; beyond twelve nothing is divided."""

    @pytest.mark.parametrize(("width", "height"), MAIN_ROOMS[2:])
    @pytest.mark.parametrize("size", [4, 6, 8])
    def test_blocks_are_parted(self, size: int, width: int, height: int) -> None:
        assert patches(solid_points(pie(size, size, width, height, PieStyle.QUADRANT))) == size

    @pytest.mark.parametrize(("width", "height"), MAIN_ROOMS[2:])
    @pytest.mark.parametrize("size", [4, 6, 8])
    def test_full_dots_are_parted(self, size: int, width: int, height: int) -> None:
        assert patches(lit_dots(pie(size, size, width, height, PieStyle.BRAILLE))) == size

    @pytest.mark.parametrize(("width", "height"), MAIN_ROOMS[2:])
    @pytest.mark.parametrize("size", [4, 6, 8])
    def test_empty_dots_are_parted(self, size: int, width: int, height: int) -> None:
        lit = lit_dots(pie(size, 0, width, height, PieStyle.BRAILLE))
        blank = {(x, y) for x in range(-1, 2 * width + 1) for y in range(-1, 4 * height + 1)} - lit
        assert patches(blank) == size + 1

    @pytest.mark.parametrize("style", PieStyle)
    def test_many_segments_are_one_arc(self, style: PieStyle) -> None:
        assert pie(13, 13, 20, 10, style) == pie(1, 1, 20, 10, style)
        assert pie(100, 50, 20, 10, style) == pie(14, 7, 20, 10, style)


class TestBar:
    """Where nothing but ASCII can be drawn, a clock is a bar."""

    @pytest.mark.parametrize(
        ("size", "filled", "drawn"),
        [
            (6, 2, "[##....] 2/6"),
            (4, 0, "[....] 0/4"),
            (4, 4, "[####] 4/4"),
            (12, 11, "[###########.] 11/12"),
            (24, 12, "[######......] 12/24"),
            (100, 1, "[#...........] 1/100"),
            (100, 99, "[###########.] 99/100"),
            (100, 100, "[############] 100/100"),
        ],
    )
    def test_bar(self, size: int, filled: int, drawn: str) -> None:
        assert bar(size, filled) == drawn

    @given(clocks())
    def test_only_full_looks_full_and_only_empty_looks_empty(self, clock: tuple[int, int]) -> None:
        size, filled = clock
        drawn = bar(size, filled)
        assert ("#" in drawn) == (filled > 0)
        assert ("." in drawn) == (filled < size)
        assert drawn.isascii()

    def test_refuses_what_is_no_clock(self) -> None:
        with pytest.raises(ValueError, match="5/4"):
            bar(4, 5)
