"""Several tables on one file: no tick is lost, no text is torn, and each screen shows what the others did."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from writers import campaign_in, followed, head_of, is_saved, log_of, until, whole

from tracker.core.edits import apply_edits
from tracker.core.history import inverse
from tracker.core.tree import same
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import RemoveClock, TickClock
from tracker.rules.common.takeback import Undo
from tracker.store.campaign_file import open_session
from tracker.store.lock import FileLock, table_is_open
from tracker.store.session import SaveState

ROOT = Path(__file__).resolve().parents[2]
MORE = Adjust(who="aicha", path=("initiative",), by=1)
TICK = TickClock(clock="alerte")
WRITER = """
import sys
from pathlib import Path
from tracker.rules.common.adjust import Adjust
from tracker.store.campaign_file import open_session
session = open_session(Path(sys.argv[1]))
session.follow()
for n in range(int(sys.argv[3])):
    session.perform(Adjust(who=sys.argv[2], path=("initiative",), by=1))
    if n % 10 == 9:
        session.flush(60)
assert session.close(60), session.status
"""
HOLDER = """
import sys, time
from pathlib import Path
from tracker.store.lock import FileLock
FileLock(Path(sys.argv[1])).acquire()
print("held", flush=True)
time.sleep(600)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return campaign_in(tmp_path)


def python(program: str, *arguments: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    words = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class TestProcesses:
    """Four processes at once."""

    def test_a_thousand_changes_by_four_are_a_thousand(self, path: Path) -> None:
        screen = followed(path)
        beginning = screen.campaign.tree
        people = ("aicha", "aicha", "bohort", "bohort")
        writers = [python(WRITER, path, who, 250) for who in people]
        for writer in writers:
            _, complaint = writer.communicate(timeout=100)
            assert writer.returncode == 0, complaint
        until(lambda: screen.campaign.last_n == 1000)
        campaign = whole(path)
        assert [entry.n for entry in campaign.log] == list(range(1, 1001))
        assert {id: each.initiative for id, each in campaign.characters.items()} == {"aicha": 502, "bohort": 502}
        assert all(entry.event == "adjust" for entry in campaign.log)
        assert same(screen.campaign.tree, campaign.tree)
        assert screen.take_notices() == ()
        assert screen.is_foreign(1000)
        screen.close()
        assert same(apply_edits(campaign.tree, inverse(campaign.log)), beginning)
        assert sorted(os.listdir(path.parent)) == [".ambre.toml.lock", ".ambre.toml.table", "ambre.toml"]

    def test_a_process_that_was_killed_holds_nobody_back(self, path: Path) -> None:
        holder = python(HOLDER, path)
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        session = open_session(path)
        session.perform(TICK)
        until(lambda: session.status.state is SaveState.FAILED)
        assert session.status.message is not None
        assert session.status.message.key == "another program holds the file; trying again"
        assert session.status.held == 1
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
        assert session.flush(10)
        assert "filled = 1" in head_of(path)
        session.close()

    def test_a_lock_file_left_behind_holds_nobody_back(self, path: Path) -> None:
        (path.parent / ".ambre.toml.lock").write_text("12345\n", encoding="utf-8")
        (path.parent / ".ambre.toml.table").write_text("12345\n", encoding="utf-8")
        session = open_session(path)
        session.perform(TICK)
        assert session.flush(2)
        session.close()
        assert not table_is_open(path)

    def test_a_temporary_file_left_by_a_kill_is_gone_after_the_next_start(self, path: Path) -> None:
        (path.parent / ".tracker-0a0a.tmp").write_bytes(b"half")
        open_session(path).close()
        assert ".tracker-0a0a.tmp" not in os.listdir(path.parent)


class TestTwoTables:
    """Two screens."""

    def test_each_shows_what_the_other_does_within_half_a_second(self, path: Path) -> None:
        one, other = followed(path), followed(path)
        slowest = 0.0
        for n in range(1, 6):
            one.perform(TICK)
            assert one.flush(5)
            slowest = max(slowest, until(lambda n=n: other.campaign.last_n == 2 * n - 1))  # type: ignore[misc]
            other.perform(MORE)
            assert other.flush(5)
            slowest = max(slowest, until(lambda n=n: one.campaign.last_n == 2 * n))  # type: ignore[misc]
        assert slowest < 0.5
        assert one.campaign.tree == other.campaign.tree
        assert (one.take_notices(), other.take_notices()) == ((), ())
        one.close()
        other.close()

    def test_both_at_the_same_moment(self, path: Path) -> None:
        one, other = followed(path), followed(path)
        for _ in range(20):
            one.perform(TICK if one.campaign.clocks["alerte"].filled < 5 else MORE)
            other.perform(MORE)
        assert one.flush(20)
        assert other.flush(20)
        until(lambda: one.campaign.last_n == other.campaign.last_n == 40)
        assert same(one.campaign.tree, other.campaign.tree)
        assert log_of(path) == list(range(1, 41))
        one.close()
        other.close()

    def test_a_beat_of_the_other_is_foreign_and_ones_own_is_not(self, path: Path) -> None:
        first = open_session(path)
        first.perform(MORE)
        first.close()
        one, other = followed(path), followed(path)
        one.perform(TICK)
        assert one.flush(5)
        until(lambda: other.campaign.last_n == 2)
        assert [one.is_foreign(n) for n in (1, 2)] == [False, False]
        assert [other.is_foreign(n) for n in (1, 2)] == [False, True]
        one.close()
        other.close()

    def test_undo_of_a_beat_that_is_not_the_last_any_more_is_refused(self, path: Path) -> None:
        one, other = open_session(path), open_session(path)
        one.perform(TICK)
        assert one.flush(5)
        other.perform(MORE)
        assert other.flush(5)
        one.perform(Undo(target=1))
        assert one.flush(5)
        assert [notice.key for notice in one.take_notices()] == [
            "something else happened meanwhile; look at what would be taken back now"
        ]
        assert "filled = 1" in head_of(path)
        assert "initiative = 3" in head_of(path)
        one.close()
        other.close()

    def test_a_command_about_a_thing_the_other_removed_is_painted_back(self, path: Path) -> None:
        one, other = open_session(path), open_session(path)
        other.perform(RemoveClock(clock="alerte"))
        assert other.flush(5)
        one.perform(TICK)
        assert one.campaign.clocks["alerte"].filled == 1
        assert one.flush(5)
        assert "alerte" not in one.campaign.clocks
        assert len(one.take_notices()) == 1
        assert log_of(path) == [1]
        one.close()
        other.close()

    def test_a_lock_held_for_long_is_told_and_then_it_is_saved(self, path: Path) -> None:
        session = followed(path)
        with FileLock(path):
            session.perform(TICK)
            took = until(lambda: session.status.state is SaveState.FAILED)
            assert took < 3
            session.perform(MORE)
            assert session.status.state is SaveState.FAILED
            assert session.status.held == 2
            assert log_of(path) == []
        until(lambda: is_saved(session))
        assert log_of(path) == [1, 2]
        session.close()


class TestTableLock:
    """Whether a table is open shows as long as it is."""

    def test_from_opening_to_closing(self, path: Path) -> None:
        assert not table_is_open(path)
        one, other = open_session(path), open_session(path)
        assert table_is_open(path)
        one.close()
        assert table_is_open(path)
        other.perform(TICK)
        other.close()
        assert not table_is_open(path)

    def test_idle_tables_use_hardly_any_time(self, path: Path) -> None:
        session = followed(path)
        time.sleep(0.5)
        begun = time.process_time()
        time.sleep(2)
        used = time.process_time() - begun
        session.close()
        assert used < 0.1
