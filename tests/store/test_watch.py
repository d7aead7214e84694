"""Following a campaign file for the players: what is taken when, and that nothing is ever written."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from writers import Clock

from tracker.store import watch as module
from tracker.store.follow import Stillness
from tracker.store.located import CampaignUnreadable
from tracker.store.lock import TableLock
from tracker.store.players_file import LINES, read_for_players
from tracker.store.watch import Sight, Trouble, Watch, Watcher

HEAD = """format = 1
title = "T"
system = "charge"
language = "en"

[characters.aicha]
name = "Aïcha"
stress = 1

[clocks.alerte]
name = "Alerte"
size = 6
filled = 2

[clocks.traitre]
name = "Traître"
size = 6
filled = 1
visibility = "hidden"
"""
BEFORE = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


def line(n: int, clock: str = "alerte", minute: int = 0) -> str:
    """Give a log entry about a clock."""
    return (
        f'\n[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:{minute:02}:00+01:00\nsession = 1\nevent = "adjust"\n'
        f'roll = "tick"\nnames = {{ "clocks.{clock}" = "x" }}\n'
        f'changes = [{{ path = "clocks.{clock}.filled", from = 1, to = 2 }}]\n'
    )


LOG = line(1) + line(2, minute=5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "t.toml"
    found.write_text(HEAD + LOG, encoding="utf-8")
    return found


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Give the time that the watches of a test go by."""
    clock = Clock()
    monkeypatch.setattr(module, "Stillness", lambda: Stillness(clock))
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=clock, time=time.time))
    return clock


def seconds_until(clock: Clock, watch: Watch, wanted: Callable[[Sight], bool], patience: float = 6.0) -> float:
    """Look until there is something to see; give how long that took."""
    clock.tick()
    begun = clock()
    while not wanted(watch.sight):
        assert clock() - begun < patience, watch.sight
        clock.wait(watch.look())
    return clock() - begun


def name(sight: Sight) -> str:
    """Give what Aïcha is called."""
    return str(sight.campaign.characters["aicha"].name)


class TestChanges:
    """A change is on the players' screen within half a second of the last write; a half-written file is not taken."""

    def test_taken_within_half_a_second(self, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        path.write_text((HEAD + LOG).replace("Aïcha", "Zoé"), encoding="utf-8")
        assert seconds_until(clock, watch, lambda sight: name(sight) == "Zoé") < 0.5

    def test_replaced_by_another_file(self, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        other = path.with_name("other")
        other.write_text((HEAD + LOG + line(3)).replace("Aïcha", "Zoé"), encoding="utf-8")
        os.replace(other, path)
        assert seconds_until(clock, watch, lambda sight: name(sight) == "Zoé") < 0.5

    def test_not_before_it_is_still(self, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        end = clock() + 1.0
        n = 0
        while clock() < end:
            n += 1
            path.write_text((HEAD + LOG).replace("Aïcha", f"A{n}"), encoding="utf-8")
            os.utime(path, (n, n))
            watch.look()
            assert name(watch.sight) == "Aïcha"
            clock.wait(0.05)
        seconds_until(clock, watch, lambda sight: name(sight) == f"A{n}")

    @pytest.mark.parametrize("text", [HEAD, HEAD + line(1), HEAD.partition("[clocks")[0]])
    def test_text_that_lacks_what_was_there_only_after_two_seconds(self, text: str, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        path.write_text(text.replace("Aïcha", "Zoé"), encoding="utf-8")
        assert 1.9 < seconds_until(clock, watch, lambda sight: name(sight) == "Zoé") < 2.6

    def test_change_of_what_is_hidden_is_nothing_to_see(self, path: Path) -> None:
        watch = Watch(path)
        heard: list[Sight] = []
        watcher = Watcher(watch, heard.append)
        watcher.start()
        time.sleep(0.3)
        before = list(heard)
        path.write_text((HEAD + LOG + line(3, "traitre", 9)).replace("Traître", "Espion"), encoding="utf-8")
        time.sleep(0.8)
        watcher.stop()
        assert heard == before
        assert watch._known.whole.last_n == 3


class TestTrouble:
    """A broken or missing file is announced, with the last good state kept."""

    def test_broken_and_mended(self, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        path.write_text((HEAD + LOG).replace("stress = 1", "stress = "), encoding="utf-8")
        assert seconds_until(clock, watch, lambda sight: sight.trouble is Trouble.BROKEN) < 0.6
        assert name(watch.sight) == "Aïcha"
        path.write_text((HEAD + LOG).replace("Aïcha", "Zoé"), encoding="utf-8")
        seconds_until(clock, watch, lambda sight: sight.trouble is None and name(sight) == "Zoé")

    def test_cut_off_text_is_no_trouble_yet(self, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        path.write_text((HEAD + LOG)[: HEAD.index("ïcha")], encoding="utf-8")
        assert seconds_until(clock, watch, lambda sight: sight.trouble is Trouble.BROKEN) > 1.9

    @pytest.mark.parametrize("data", [b"\xff\xfe", b"a = " + b"[" * 3000, b"", b"\0" * 50])
    def test_anything_may_stand_there(self, data: bytes, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        path.write_bytes(data)
        seconds_until(clock, watch, lambda sight: sight.trouble is not None)
        assert name(watch.sight) == "Aïcha"

    def test_gone_and_back(self, path: Path, clock: Clock) -> None:
        watch = Watch(path)
        text = path.read_text(encoding="utf-8")
        path.unlink()
        assert seconds_until(clock, watch, lambda sight: sight.trouble is Trouble.GONE) > 1.9
        path.write_text(text, encoding="utf-8")
        assert seconds_until(clock, watch, lambda sight: sight.trouble is None) < 0.6

    def test_broken_from_the_start(self, path: Path) -> None:
        path.write_text("a = ", encoding="utf-8")
        with pytest.raises(CampaignUnreadable):
            Watch(path)


class TestTable:
    """Since when no table is open is said; looking neither writes nor makes anything."""

    def test_never_seen_open_since_the_last_line_that_may_be_seen(self, path: Path) -> None:
        path.write_text(HEAD + LOG + line(3, "traitre", 40), encoding="utf-8")
        watch = Watch(path)
        watch.look()
        closed = watch.sight.closed_since
        assert closed is not None
        assert f"{closed:%H:%M}" == "21:05"

    def test_without_a_line_since_it_was_looked_at(self, path: Path) -> None:
        path.write_text(HEAD, encoding="utf-8")
        watch = Watch(path, lambda: BEFORE)
        watch.look()
        assert watch.sight.closed_since == BEFORE

    def test_open_and_closed(self, path: Path, clock: Clock) -> None:
        lock = TableLock(path)
        lock.acquire()
        watch = Watch(path, lambda: BEFORE)
        watch.look()
        assert watch.sight.closed_since is None
        lock.release()
        seconds_until(clock, watch, lambda sight: sight.closed_since == BEFORE)
        lock.acquire()
        seconds_until(clock, watch, lambda sight: sight.closed_since is None)
        lock.release()

    def test_nothing_is_written_or_made(self, path: Path) -> None:
        before = {each.name: each.stat() for each in path.parent.iterdir()}
        watch = Watch(path)
        for _ in range(20):
            watch.look()
        assert {each.name: each.stat()[6:9:2] for each in path.parent.iterdir()} == {
            name: found[6:9:2] for name, found in before.items()
        }


class TestReading:
    """As much of the log is read as the lines need that may be seen."""

    def test_hidden_lines_in_any_number_take_none_away(self, path: Path) -> None:
        shown = "".join(line(n) for n in range(1, 21))
        busy = shown + "".join(line(n, "traitre") for n in range(21, 400))
        path.write_text(HEAD + shown, encoding="utf-8")
        plain = read_for_players(path).shown
        path.write_text(HEAD + busy, encoding="utf-8")
        assert read_for_players(path).shown == plain
        assert len(plain.log) == 20

    def test_no_more_lines_than_the_screen_needs(self, path: Path) -> None:
        path.write_text(HEAD + "".join(line(n) for n in range(1, 500)), encoding="utf-8")
        read = read_for_players(path)
        assert len(read.shown.log) == LINES
        assert read.shown.log[0].n == 1
        assert not read.whole.log_complete
