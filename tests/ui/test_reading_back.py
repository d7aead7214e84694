"""Reading the log back: its beginning is marked, the place stays, and what is edited in the file is seen."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from long_logs import long_log, on_file, until
from tables import after, ambre, play, screen_rows, screen_text, settle
from textual.pilot import Pilot

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.rules.common.notes import AddNote
from tracker.store.older_log import OlderLog
from tracker.ui.app import TrackerApp

BEGINS = {"en": "the log begins here", "fr": "le journal commence ici"}
SIZES = ((120, 36), (80, 24), (60, 20), (50, 18), (40, 12))


def in_sight(app: TrackerApp) -> list[int]:
    """Give the numbers of the remarks on the screen, the status line left out."""
    return [int(n) for row in screen_rows(app)[:-2] for n in re.findall(r"remark (\d+)", row)]


def notes(count: int) -> Campaign:
    return after(ambre(), *((AddNote(words=f"remark {n}"), ()) for n in range(1, count + 1)))


class TestBeginning:
    """Above the very first line of the log stands that it is the first; nowhere else."""

    @pytest.mark.parametrize("language", ["en", "fr"])
    @pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
    def test_at_the_first_line_and_only_there(self, tmp_path: Path, size: tuple[int, int], language: str) -> None:
        words = BEGINS[language] if size[0] >= 50 else {"en": "beginning", "fr": "début"}[language]

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            assert words not in screen_text(app)
            for _ in range(3):
                await pilot.press("pageup")
            assert words not in screen_text(app)
            await pilot.press("home")
            await until(pilot, lambda: app.table.selection.line == 1)
            rows = screen_rows(app)
            at = next(n for n, row in enumerate(rows) if words in row)
            assert "remark 1 " in rows[at + 1]
            assert sum(words in row for row in rows) == 1
            for _ in range(4):
                await pilot.press("pagedown")
            assert words not in screen_text(app)

        on_file(long_log(tmp_path / "long.toml"), scene, size, language=language)

    def test_the_oldest_line_that_has_been_read_is_not_taken_for_it(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(self: OlderLog, n: int, count: int) -> tuple[tuple[Entry, ...], bool]:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr(OlderLog, "page", fails)

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await pilot.press("home")
            await until(pilot, lambda: "cannot be read" in screen_text(app))
            assert "begins here" not in screen_text(app)
            assert "↑" not in next(row for row in screen_rows(app) if "↓" in row and "╰" in row)

        on_file(long_log(tmp_path / "long.toml"), scene)

    def test_a_log_that_is_all_in_sight_has_no_such_mark_until_it_is_read(self) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await pilot.press("shift+tab")
            assert "begins here" not in screen_text(app)
            await pilot.press("up")
            await settle(app, pilot)
            assert "begins here" in screen_text(app)

        play(notes(3), scene, language="en")


class TestPlace:
    """What comes in above moves nothing: not the lines in sight, not the selected one."""

    @pytest.mark.parametrize("jump", [("end",), ("pagedown", "pagedown"), ("down",) * 5], ids=["end", "pages", "lines"])
    def test_a_page_that_comes_late(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: tuple[str, ...]
    ) -> None:
        """It was asked for at one place, and arrives when the reader has jumped to another and scrolled there."""
        is_let = threading.Event()
        read = OlderLog.page

        def late(self: OlderLog, n: int, count: int) -> tuple[tuple[Entry, ...], bool]:
            assert is_let.wait(20)
            return read(self, n, count)

        monkeypatch.setattr(OlderLog, "page", late)

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            book = app.table.board.logbook
            await until(pilot, lambda: len(app.table.campaign.log) >= 400)
            await pilot.press("home")
            await until(pilot, lambda: book.is_reading)
            await pilot.press(*jump, *["up"] * 3)
            await pilot.pause(0.05)
            before, selected, oldest = in_sight(app), app.table.selection.line, app.table._ids.log[0].n
            assert book.is_reading
            assert len(before) >= 5
            is_let.set()
            await until(pilot, lambda: not book.is_reading)
            assert app.table._ids.log[0].n < oldest
            assert in_sight(app) == before
            assert app.table.selection.line == selected

        on_file(long_log(tmp_path / "long.toml", count=2000), scene)


class TestEditedOutside:
    """A line changed in the file is seen on the screen that shows it, and nothing else moves there."""

    def edited(self, path: Path, *keys: str, line: int, in_place: bool) -> None:
        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await until(pilot, lambda: len(app.table.campaign.log) >= 400)
            await pilot.press(*keys)
            await until(pilot, lambda: line in in_sight(app))
            before, selected = in_sight(app), app.table.selection.line
            words = path.read_text(encoding="utf-8").replace(f'"remark {line}"', f'"amended {line}"')
            if in_place:
                path.write_text(words, encoding="utf-8")
            else:
                beside = path.with_suffix(".new")
                beside.write_text(words, encoding="utf-8")
                beside.replace(path)
            await until(pilot, lambda: f"amended {line}" in screen_text(app))
            assert in_sight(app) == [n for n in before if n != line]
            assert app.table.selection.line == selected

        on_file(path, scene)

    @pytest.mark.parametrize("in_place", [False, True], ids=["replaced", "in place"])
    def test_in_an_older_page(self, tmp_path: Path, in_place: bool) -> None:
        self.edited(long_log(tmp_path / "long.toml"), "home", line=3, in_place=in_place)

    @pytest.mark.parametrize("in_place", [False, True], ids=["replaced", "in place"])
    def test_among_the_newest_lines(self, tmp_path: Path, in_place: bool) -> None:
        self.edited(long_log(tmp_path / "long.toml"), *["up"] * 4, line=696, in_place=in_place)

    def test_a_page_read_after_the_edit_has_it(self, tmp_path: Path) -> None:
        """Also when pages before it had been read from the file as it was."""
        path = long_log(tmp_path / "long.toml", count=2000)

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            book = app.table.board.logbook
            await until(pilot, lambda: len(app.table.campaign.log) >= 400)
            app.table.selection = replace(app.table.selection, line=app.table.campaign.log[50].n)
            await pilot.press("up")
            await until(pilot, lambda: bool(book.older))
            assert app.table._ids.log[0].n > 10
            edits = app.session.log_edits
            path.write_text(path.read_text(encoding="utf-8").replace('"remark 4"', '"amended 4"'), encoding="utf-8")
            await until(pilot, lambda: app.session.log_edits > edits)
            await pilot.press("home")
            await until(pilot, lambda: "amended 4" in screen_text(app))

        on_file(path, scene)

    def test_a_line_taken_out_leaves_the_place(self, tmp_path: Path) -> None:
        path = long_log(tmp_path / "long.toml")

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            await until(pilot, lambda: len(app.table.campaign.log) >= 400)
            await pilot.press("home")
            await until(pilot, lambda: app.table.selection.line == 1)
            await pilot.press(*["down"] * 25)
            await pilot.pause(0.05)
            before = in_sight(app)
            words = path.read_text(encoding="utf-8")
            start = words.index("[[log]]\nn = 8\n")
            path.write_text(words[:start] + words[words.index("[[log]]\nn = 9\n") :], encoding="utf-8")
            await until(pilot, lambda: all(entry.n != 8 for entry in app.table.board.logbook.older))
            await pilot.pause(0.05)
            assert in_sight(app) == before
            assert app.table.selection.line == 26

        on_file(path, scene)

    def test_what_another_table_does_is_no_edit(self, tmp_path: Path) -> None:
        """Nothing is read again for it: that would cost with every line that the log has."""
        from tracker.store.campaign_file import open_session

        path = long_log(tmp_path / "long.toml")

        async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
            other = open_session(path)
            for n in range(2):
                other.perform(AddNote(words=f"from another table {n}"))
                assert other.flush(5)
            await until(pilot, lambda: "from another table 1" in screen_text(app))
            await pilot.press("right")
            other.close()
            assert app.session.log_edits == 0

        on_file(path, scene)
