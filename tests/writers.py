"""Hands in the file besides the table's own: what tests of several writers need."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest

from tracker.core.campaign import Campaign
from tracker.i18n.say import say
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import TickClock
from tracker.rules.deed import Command
from tracker.store import known
from tracker.store.campaign_file import open_session, read_campaign_file
from tracker.store.file_keeper import FileKeeper
from tracker.store.follow import Stillness
from tracker.store.session import KeepWaits, Kept, Order, SaveState, Session

T = TypeVar("T")
AT = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
PATIENCE = 12.0
"""Seconds in which everything here has long happened, on a busy machine."""
MORE = Adjust(who="aicha", path=("initiative",), by=1)
TICK = TickClock(clock="alerte")
TABLE = """\
# La table de Léa
format = 1
title = "L'ambre"
system = "charge"
language = "en"
session = 3

[characters.aicha]  # first
name = "Aïcha"
initiative = 2  # momentum
actions = { finesse = 2 }
my_own_key = [1, 2]

[characters.bohort]
name = 'Bohort'
stress = 1
condition = "tired"  # since the bridge

[elsewhere]
kept = true

# the guard
[clocks.alerte]
name = "Alerte"
size = 6

[clocks.coffre]
name = "Coffre"
kind = "progress"
size = 8
filled = 1
"""


def campaign_in(folder: Path) -> Path:
    """Write the sample table into a file of a folder."""
    path = folder / "ambre.toml"
    path.write_text(TABLE, encoding="utf-8")
    return path


class Clock:
    """The time by which a file is still: it runs, and a test puts it forward where it would have to wait."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self._ahead

    def wait(self, seconds: float) -> None:
        """Have time go by."""
        self._ahead += seconds

    def tick(self) -> None:
        """Wait until what is written next has another date: the clock of files goes in steps."""
        time.sleep(0.01)


CLOCK = Clock()
"""What the keepers of `keeper_of` go by."""


def saved_once(folder: Path) -> Path:
    """Make a campaign in a folder of its own that one step has been saved in; gives its file."""
    (folder / "table").mkdir()
    path = campaign_in(folder / "table")
    path.chmod(0o640)
    done(keeper_of(path), MORE)
    return path


def settled(ask: Callable[[], T]) -> T:
    """Give an answer of such a keeper as soon as nobody is writing the file."""
    CLOCK.tick()
    end = CLOCK() + PATIENCE
    while True:
        try:
            return ask()
        except KeepWaits:
            assert CLOCK() < end, "nobody writes and it still waits"
            CLOCK.wait(0.05)


def hasten(patch: pytest.MonkeyPatch) -> None:
    """Have the tables that are opened from now on find a file still after an eighth of the time."""
    patch.setattr(known, "Stillness", lambda: Stillness(lambda: 8 * time.monotonic()))


def keeper_of(path: Path) -> FileKeeper:
    """Give what keeps a campaign in a file."""
    campaign, file, _ = read_campaign_file(path)
    keeper = FileKeeper(path, campaign, file, now=lambda: AT)
    keeper._known._stillness = Stillness(CLOCK)
    return keeper


def done(keeper: FileKeeper, command: Command) -> Kept:
    """Have something done; it must not be refused."""
    kept = settled(lambda: keeper.keep(Order(command, {}, AT)))
    assert kept.refusal is None, say(kept.refusal.message, "en")
    return kept


def latest(keeper: FileKeeper) -> Kept:
    """Give what somebody else has done meanwhile; it must be something."""
    kept = settled(keeper.latest)
    assert kept is not None
    return kept


def changed(path: Path, *changes: tuple[str, str]) -> str:
    """Give the text of a file with some words put in place of others that stand there."""
    words = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in words
        words = words.replace(old, new, 1)
    return words


def words_of(kept: Kept | None) -> str:
    """Give what the table is told."""
    return "" if kept is None else " / ".join(say(notice, "en") for notice in kept.notices)


def head_of(path: Path) -> str:
    """Give the text above the log."""
    return path.read_text(encoding="utf-8").partition("\n[[log]]")[0].rstrip("\n") + "\n"


def log_of(path: Path) -> list[int]:
    """Give the numbers of the log."""
    return [entry.n for entry in whole(path).log]


def whole(path: Path) -> Campaign:
    """Read a campaign with all its log."""
    return read_campaign_file(path, 1 << 30)[0]


def followed(path: Path) -> Session:
    """Open a table whose screen follows the file."""
    session = open_session(path)
    session.follow()
    return session


def until(claim: Callable[[], bool], seconds: float = PATIENCE) -> float:
    """Wait until something holds; give the seconds it took."""
    begun = time.monotonic()
    while not claim():
        assert time.monotonic() - begun < seconds, "it has not happened"
        time.sleep(0.005)
    return time.monotonic() - begun


def is_saved(session: Session) -> bool:
    """Say whether all that is on the screen lasts."""
    return session.status.state is SaveState.SAVED
