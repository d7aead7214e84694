"""The table follows whoever writes to its file, in whatever way, within half a second of the last write."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playing import en
from writers import (
    MORE,
    TICK,
    campaign_in,
    followed,
    hasten,
    head_of,
    is_saved,
    log_of,
    until,
    whole,
)

from tracker.core.tree import Tree
from tracker.store.follow import Stillness, looks_whole
from tracker.store.session import SaveState, Session

HALF_A_SECOND = 0.5
SLACK = 0.25
"""What a busy machine may add to it in a test; the figures are measured by the bench."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return campaign_in(tmp_path)


@pytest.fixture
def session(path: Path) -> Iterator[Session]:
    session = followed(path)
    session.perform(TICK)
    assert session.flush(5)
    yield session
    session.close()


@pytest.fixture
def hasty(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Give a session that waits an eighth of the time: for what does not depend on how long."""
    hasten(monkeypatch)
    session = followed(path)
    session.perform(TICK)
    assert session.flush(5)
    yield session
    session.close()


def initiative(session: Session) -> object:
    return session.campaign.characters["aicha"].initiative


def stress(session: Session) -> object:
    return session.campaign.characters["bohort"].stress


def edited(path: Path) -> str:
    return path.read_text(encoding="utf-8").replace("stress = 1", "stress = 2")


def in_place(path: Path) -> None:
    path.write_text(edited(path), encoding="utf-8")


def renamed(path: Path) -> None:
    new = path.with_suffix(".sync")
    new.write_text(edited(path), encoding="utf-8")
    new.replace(path)


def renamed_with_an_old_date(path: Path) -> None:
    new = path.with_suffix(".sync")
    new.write_text(edited(path), encoding="utf-8")
    os.utime(new, (1_000_000_000, 1_000_000_000))
    new.replace(path)


def removed_and_made_anew(path: Path) -> None:
    words = edited(path)
    path.unlink()
    time.sleep(0.3)
    path.write_text(words, encoding="utf-8")


def copied(path: Path) -> None:
    new = path.with_suffix(".other")
    new.write_text(edited(path), encoding="utf-8")
    subprocess.run(["cp", new, path], check=True)


def with_sed(path: Path) -> None:
    subprocess.run(["sed", "-i", "s/stress = 1/stress = 2/", path], check=True)


def with_vim(path: Path) -> None:
    command = ["vim", "-es", "-u", "NONE", "-c", "%s/stress = 1/stress = 2/", "-c", "wq!", str(path)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "dumb"})


def with_vim_and_its_backup(path: Path) -> None:
    options = ["-c", "set backupcopy=no backup writebackup"]
    command = ["vim", "-es", "-u", "NONE", *options, "-c", "%s/stress = 1/stress = 2/", "-c", "wq!", str(path)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "dumb"})


def moved_away_and_back(path: Path) -> None:
    away = path.with_suffix(".away")
    path.rename(away)
    away.write_text(edited(away), encoding="utf-8")
    time.sleep(0.5)
    away.rename(path)


def slowly(path: Path) -> None:
    words = edited(path).encode()
    with path.open("wb") as file:
        for place in range(0, len(words), 120):
            file.write(words[place : place + 120])
            file.flush()
            time.sleep(0.4)


WAYS = (
    in_place,
    renamed,
    renamed_with_an_old_date,
    removed_and_made_anew,
    copied,
    with_sed,
    with_vim,
    with_vim_and_its_backup,
    moved_away_and_back,
    slowly,
)


class TestWays:
    """Every way of changing a file."""

    @pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
    def test_it_is_on_the_screen_within_half_a_second_of_the_last_write(
        self, path: Path, session: Session, way: Callable[[Path], None]
    ) -> None:
        seen: list[object] = []
        session.listen(lambda: seen.append(stress(session)))
        way(path)
        took = until(lambda: stress(session) == 2)
        assert took < HALF_A_SECOND + SLACK
        assert set(seen) <= {1, 2}
        assert set(session.campaign.characters) == {"aicha", "bohort"}
        assert [en(notice) for notice in session.take_notices()] == [
            "changed outside, in the file: Bohort: stress 1 → 2"
        ]
        assert session.is_foreign(2)
        assert is_saved(session)

    # Vim without a screen gives up, in silence, when the file changes between its reading and its writing.
    @pytest.mark.parametrize("way", [way for way in WAYS if "vim" not in way.__name__], ids=lambda way: way.__name__)
    def test_a_key_pressed_meanwhile_counts_too(
        self, path: Path, session: Session, way: Callable[[Path], None]
    ) -> None:
        hand = threading.Thread(target=way, args=(path,))
        hand.start()
        done = 0
        while hand.is_alive() or done == 0:
            session.perform(MORE)
            done += 1
            time.sleep(0.05)
        hand.join()
        until(lambda: is_saved(session) and stress(session) == 2)
        assert f"initiative = {2 + done}" in head_of(path)
        assert "stress = 2" in head_of(path)
        assert log_of(path) == list(range(1, log_of(path)[-1] + 1))
        assert set(session.campaign.characters) == {"aicha", "bohort"}

    def test_commands_that_wait_for_a_writer_are_shown_as_waiting(self, path: Path, session: Session) -> None:
        whole = edited(path)
        path.write_text(whole[:200], encoding="utf-8")
        session.perform(MORE)
        until(lambda: session.status.state is SaveState.WAITING)
        assert session.status.held == 1
        assert en(session.status.message) == "somebody else is writing the file; waiting"
        time.sleep(1)
        assert path.read_text(encoding="utf-8") == whole[:200]
        path.write_text(whole, encoding="utf-8")
        until(lambda: is_saved(session))
        assert "initiative = 3" in head_of(path)
        assert "stress = 2" in head_of(path)


class TestBroken:
    """Broken and mended under an open table."""

    def test_commands_are_held_in_their_order_and_follow_within_half_a_second(
        self, path: Path, session: Session
    ) -> None:
        good = path.read_text(encoding="utf-8")
        broken = good.replace("stress = 1", "stress = 01")
        path.write_text(broken, encoding="utf-8")
        until(lambda: session.status.state is SaveState.FAILED)
        assert session.status.line == 16
        assert session.status.held == 0
        assert "ambre.toml:16:" in en(session.status.message)
        for n in range(1, 4):
            session.perform(MORE)
            assert session.status.state is SaveState.FAILED
            assert session.status.held == n
        assert initiative(session) == 5
        time.sleep(0.5)
        assert path.read_text(encoding="utf-8") == broken
        path.write_text(good.replace("stress = 1", "stress = 2"), encoding="utf-8")
        took = until(lambda: session.status.state is not SaveState.FAILED)
        assert took < HALF_A_SECOND + SLACK
        until(lambda: is_saved(session))
        assert "initiative = 5" in head_of(path)
        assert "stress = 2" in head_of(path)
        assert [entry.event for entry in session.campaign.log] == ["adjust", "outside", "adjust", "adjust", "adjust"]

    def test_what_cannot_be_saved_on_leaving_is_put_elsewhere(self, path: Path) -> None:
        session = followed(path)
        session.perform(MORE)
        assert session.flush(5)
        broken = path.read_text(encoding="utf-8").replace("stress = 1", "stress = 01")
        path.write_text(broken, encoding="utf-8")
        until(lambda: session.status.state is SaveState.FAILED)
        session.perform(MORE)
        session.perform(TICK)
        assert session.close(0.1) is False
        assert path.read_text(encoding="utf-8") == broken
        assert session.rescued is not None
        campaign = whole(session.rescued)
        assert campaign.characters["aicha"].initiative == 4
        assert [entry.n for entry in campaign.log] == [1, 2, 3]

    def test_put_back_as_it_was(self, path: Path, hasty: Session) -> None:
        away = path.with_suffix(".away")
        shutil.copy2(path, away)
        path.write_text("stress = 01", encoding="utf-8")
        until(lambda: hasty.status.state is SaveState.FAILED)
        away.replace(path)
        until(lambda: is_saved(hasty))
        assert hasty.take_notices() == ()

    @pytest.mark.parametrize(
        "content", [b"", b"\xff\xfe\x00\x01", "# é".encode("latin-1"), b"a = 1\0", b"\r", b"format = 1\n"]
    )
    def test_anything_else_in_its_place_is_never_written_over(self, path: Path, hasty: Session, content: bytes) -> None:
        good = path.read_bytes()
        path.write_bytes(content)
        hasty.perform(MORE)
        until(lambda: hasty.status.state is SaveState.FAILED)
        time.sleep(0.2)
        assert path.read_bytes() == content
        path.write_bytes(good)
        until(lambda: is_saved(hasty))
        assert log_of(path) == [1, 2]

    def test_a_folder_or_a_pipe_in_its_place(self, path: Path, hasty: Session) -> None:
        away = path.with_suffix(".away")
        for make in (os.mkdir, os.mkfifo):
            path.rename(away)
            make(path)
            hasty.perform(MORE)
            until(lambda: hasty.status.state is SaveState.FAILED)
            (os.rmdir if path.is_dir() else os.unlink)(path)
            away.rename(path)
            until(lambda: is_saved(hasty))
        assert log_of(path) == [1, 2, 3]


class TestStillness:
    """For how long a file has been as it is."""

    def test_it_begins_anew_with_every_change(self) -> None:
        now = [0.0]
        stillness = Stillness(lambda: now[0])
        assert stillness.seen("a") == 0
        now[0] = 1.5
        assert stillness.seen("a") == 1.5
        assert stillness.seen("b") == 0
        now[0] = 2
        assert stillness.seen("b") == 0.5
        stillness.forget()
        assert stillness.seen("b") == 0


class TestLooksWhole:
    """Whether a text with no log to show for it may be the whole."""

    OLD = "a = 1\n[t]\nx = 1\ny = 12\n"
    TREE: Tree = {"a": 1, "t": {"x": 1, "y": 12}}

    @pytest.mark.parametrize(
        ("new", "tree", "whole"),
        [
            (OLD, TREE, True),
            ("a = 2\n[t]\nx = 1\ny = 12\n", {"a": 2, "t": {"x": 1, "y": 12}}, True),
            ("[t]\nx = 1\ny = 12\n", {"t": {"x": 1, "y": 12}}, True),  # the last line is there
            ("a = 2\n[t]\nx = 1\n", {"a": 2, "t": {"x": 1}}, False),
            ("a = 2\n", {"a": 2}, False),
            ("a = 1\n", {"a": 1}, False),
            ("a = 2\n[t]\nx = 1\ny = 1", {"a": 2, "t": {"x": 1, "y": 1}}, False),
            ("a = 1\n[t]\nx = 1\ny = 12\n[u]\n", {**TREE, "u": {}}, True),
            ("", {}, False),
        ],
    )
    def test_a_text_cut_short_is_told_from_a_whole_one(self, new: str, tree: Tree, whole: bool) -> None:
        assert looks_whole(self.OLD, self.TREE, new, tree, has_log=False) is whole
