"""A file that is deleted, moved away, linked or named otherwise is written anew, or where it leads."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from playing import en
from writers import (
    MORE,
    TABLE,
    TICK,
    done,
    followed,
    hasten,
    head_of,
    is_saved,
    keeper_of,
    log_of,
    saved_once,
    settled,
    until,
    words_of,
)

from tracker.store import session as session_module
from tracker.store.campaign_file import open_session
from tracker.store.file_keeper import FileKeeper
from tracker.store.session import KeepFailed, KeepWaits, SaveState


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return saved_once(tmp_path)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "RETRY_SECONDS", 0.05)


class TestGone:
    """A file that was deleted is written anew, with its whole log."""

    def gone(self, path: Path) -> FileKeeper:
        keeper = keeper_of(path)
        path.unlink()
        with pytest.raises(KeepWaits):
            keeper.latest()
        with pytest.raises(KeepFailed, match="gone"):
            settled(keeper.latest)
        assert not path.exists()
        return keeper

    def test_with_the_next_command(self, path: Path) -> None:
        for _ in range(100):
            done(keeper_of(path), MORE)
        before = path.read_text(encoding="utf-8")
        keeper = self.gone(path)
        done(keeper, TICK)
        assert (
            path.read_text(encoding="utf-8")
            .replace("filled = 1\n\n[clocks.coffre]", "\n[clocks.coffre]")
            .startswith(before)
        )
        assert log_of(path) == list(range(1, 103))
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        assert done(keeper, TICK).campaign.last_n == 103

    def test_right_after_opening(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        hasten(monkeypatch)
        for _ in range(100):
            done(keeper_of(path), MORE)
        session = open_session(path)
        path.unlink()
        session.perform(TICK)
        session.close()
        assert log_of(path) == list(range(1, 103))

    def test_on_leaving(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        hasten(monkeypatch)
        before = path.read_bytes()
        session = followed(path)
        path.unlink()
        until(lambda: session.status.state is SaveState.FAILED)
        assert "gone" in en(session.status.message)
        assert session.status.held == 0
        session.close()
        assert path.read_bytes() == before

    def test_its_words_are_known_even_when_it_was_emptied_before(self, path: Path) -> None:
        keeper = keeper_of(path)
        path.write_bytes(b"")
        path.unlink()
        done(keeper, TICK)
        assert log_of(path) == [1, 2]
        assert head_of(path) == TABLE.replace("initiative = 2", "initiative = 3").replace(
            "size = 6\n", "size = 6\nfilled = 1\n"
        )

    def test_moved_away_and_back_is_nothing_at_all(self, path: Path) -> None:
        session = followed(path)
        away = path.with_suffix(".away")
        path.rename(away)
        session.perform(TICK)
        until(lambda: session.status.state is SaveState.WAITING)
        assert not path.exists()
        away.rename(path)
        until(lambda: is_saved(session))
        assert log_of(path) == [1, 2]
        assert session.take_notices() == ()
        session.close()


class TestNames:
    """Links, other names, modes."""

    def test_a_link_to_a_file_elsewhere_stays_one(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.toml"
        link.symlink_to("table/ambre.toml")
        done(keeper_of(link), TICK)
        assert link.is_symlink()
        assert log_of(path) == [1, 2]
        assert sorted(os.listdir(tmp_path)) == ["link.toml", "table"]

    def test_a_link_whose_file_was_deleted_gets_it_back(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.toml"
        link.symlink_to("table/ambre.toml")
        keeper = keeper_of(link)
        path.unlink()
        done(keeper, TICK)
        assert link.is_symlink()
        assert log_of(path) == [1, 2]

    def test_a_link_that_leads_to_another_campaign_now(self, path: Path, tmp_path: Path) -> None:
        link = tmp_path / "link.toml"
        link.symlink_to("table/ambre.toml")
        other = tmp_path / "other.toml"
        other.write_text(TABLE.replace("aicha", "zoe").replace("bohort", "max"), encoding="utf-8")
        keeper = keeper_of(link)
        link.unlink()
        link.symlink_to("other.toml")
        settled(keeper.latest)
        done(keeper, TICK)
        assert log_of(path) == [1]
        assert "filled = 1" in head_of(other)

    def test_other_names_of_the_file_keep_the_old_text_and_that_is_said_once(self, path: Path) -> None:
        other = path.with_name("other.toml")
        os.link(path, other)
        before = other.read_bytes()
        keeper = keeper_of(path)
        assert words_of(done(keeper, TICK)) == "the file had other names (hard links); they keep the old text"
        assert words_of(done(keeper, TICK)) == ""
        assert other.read_bytes() == before

    @pytest.mark.parametrize("mode", [0o600, 0o644, 0o664, 0o777, 0o4640])
    def test_the_mode_stays(self, path: Path, mode: int) -> None:
        path.chmod(mode)
        done(keeper_of(path), TICK)
        assert stat.S_IMODE(path.stat().st_mode) == mode

    def test_a_name_too_long_for_the_lock_beside_it(self, path: Path) -> None:
        long = path.with_name("a" * 247 + ".toml")
        shutil.copy(path, long)
        session = open_session(long)
        session.perform(TICK)
        until(lambda: session.status.state is SaveState.FAILED)
        assert "name is too long" in en(session.status.message)
        assert session.close(0.1) is False
        assert log_of(long) == [1]
