"""Fair dice: the whole way from the key to the log, over 60,000 rolls.

What is thrown through an open table, as its keys do it, is read back from the text of the log. Nothing here is seeded:
each run is a new experiment, so each check has a chance to fail although nothing is wrong. It is at most 1 in 10^9, by
a bound that holds for every number of dice: for independent throws of chance p the share strays by d or more with a
chance of at most 2·exp(−n·D), D the divergence of p + d or p − d from p (Chernoff, Hoeffding). What it sees is a face
that comes up a percentage point too often or too rarely, an evening's dice in the log in another order than thrown, and
dice that follow each other.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from math import log
from pathlib import Path

import pytest
import tomli
from playing import EVENING, table

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.dice.pool import Faces
from tracker.rules.charge.other_rolls import Fortune
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.common.takeback import Undo
from tracker.rules.deed import Command
from tracker.store import session as module
from tracker.store.campaign_file import open_session
from tracker.store.session import MemoryKeeper, Session
from tracker.store.throw import thrower
from tracker.store.toml_write import entry_text
from tracker.store.whole_log import read_whole

ROLLS = 60_000
PER_TABLE = 500
"""Rolls of one open table: a log in memory costs the more per roll the longer it is."""
FALSE_ALARM = 1e-9
"""The greatest chance that a check here fails with fair dice."""
PATIENCE = 60.0


def played(commands: list[Command], seed: int | None = None, typed: Faces | None = None) -> tuple[Entry, ...]:
    """Give the entries that commands leave, read back from the text of the log."""
    minutes = iter(range(10**6))
    start = table()
    keeper = MemoryKeeper(start)
    patch = pytest.MonkeyPatch()
    patch.setattr(module, "PAINT_FIRST", 0.0)  # no screen waits here
    session = Session(start, keeper, lambda: EVENING + timedelta(seconds=next(minutes)), seed=seed)
    try:
        for command in commands:
            session.perform(command, typed)
            assert session.flush(PATIENCE)
    finally:
        session.close(PATIENCE)
        patch.undo()
    return _reread(keeper.campaign)


def _reread(campaign: Campaign) -> tuple[Entry, ...]:
    words = "".join(entry_text(encode_entry(entry), "\n") for entry in campaign.log)
    return tuple(decode_entry(each) for each in tomli.loads(words).get("log", ()))


def far(rolls: int, chance: float, checks: int) -> float:
    """Give how far a share may stray, so that all of the checks together fail with at most `FALSE_ALARM`."""

    def divergence(share: float) -> float:
        return share * log(share / chance) + (1 - share) * log((1 - share) / (1 - chance))

    def least(sign: int) -> float:
        low, high = 0.0, (1 - chance if sign > 0 else chance) * 0.999999
        for _ in range(60):
            middle = (low + high) / 2
            reached = rolls * divergence(chance + sign * middle) >= log(2 * checks / FALSE_ALARM)
            low, high = (low, middle) if reached else (middle, high)
        return high

    return max(least(1), least(-1))


@pytest.fixture(scope="module")
def faces() -> list[int]:
    """Throw one die 60,000 times at open tables, and read what the log has of it."""
    thrown: list[int] = []
    for _ in range(ROLLS // PER_TABLE):
        for entry in played([PlainDice(dice="1d6")] * PER_TABLE):
            assert isinstance(entry.faces, list)
            assert not entry.typed
            assert entry.seed is None
            thrown.extend(face for face in entry.faces if isinstance(face, int))
    return thrown


class TestFairness:
    """Each face, each pair and each distance as often as independent fair dice show them."""

    def test_every_roll_is_in_the_log(self, faces: list[int]) -> None:
        assert len(faces) == ROLLS
        assert set(faces) == {1, 2, 3, 4, 5, 6}

    def test_every_face_has_its_sixth(self, faces: list[int]) -> None:
        reach = far(ROLLS, 1 / 6, 6)
        assert reach < 0.011, "the check would not see a percentage point"
        for face, count in Counter(faces).items():
            assert abs(count / ROLLS - 1 / 6) <= reach, (face, count)

    @pytest.mark.parametrize("distance", [1, 2, 3])
    def test_no_die_tells_of_the_one_after_it(self, faces: list[int], distance: int) -> None:
        firsts = [n for n in range(ROLLS - distance) if n // distance % 2 == 0]
        pairs = Counter((faces[n], faces[n + distance]) for n in firsts)
        reach = far(len(firsts), 1 / 36, 36)
        for first in range(1, 7):
            for second in range(1, 7):
                assert abs(pairs[first, second] / len(firsts) - 1 / 36) <= reach, (first, second)

    def test_a_die_that_is_drawn_through_a_wider_scale_would_be_seen(self) -> None:
        """The fault this guards against, made on purpose: a hexadecimal digit cut down to six faces."""
        draw = random.SystemRandom()
        biased = Counter(draw.randrange(16) % 6 + 1 for _ in range(ROLLS))
        reach = far(ROLLS, 1 / 6, 6)
        assert any(abs(biased[face] / ROLLS - 1 / 6) > reach for face in range(1, 7))

    @pytest.mark.parametrize("sides", [2, 20, 100, 1000])
    def test_other_dice_draw_their_faces_directly_too(self, sides: int) -> None:
        thrown = Counter(thrower()(ROLLS, sides))
        assert min(thrown) >= 1
        assert max(thrown) <= sides
        reach = far(ROLLS, 1 / sides, sides)
        assert all(abs(thrown[face] / ROLLS - 1 / sides) <= reach for face in range(1, sides + 1))


class TestSeed:
    """With a seed the dice can be repeated, and the log says so; without one they are the system's."""

    ROLLS = ([Fortune(likelihood=3)] * 20, [PlainDice(dice="4d20"), Fortune(likelihood=2)] * 10)

    @pytest.mark.parametrize("commands", ROLLS)
    def test_it_repeats(self, commands: list[Command]) -> None:
        assert [each.faces for each in played(commands, 7)] == [each.faces for each in played(commands, 7)]
        assert [each.faces for each in played(commands, 7)] != [each.faces for each in played(commands, 8)]

    def test_it_is_marked_in_every_roll(self) -> None:
        entries = played([Fortune(), PlainDice(), Undo()], seed=7)
        assert [each.seed for each in entries] == [7, 7, None]

    def test_it_repeats_and_is_marked_in_the_file(self, tmp_path: Path) -> None:
        thrown: list[list[object]] = []
        for name in ("a", "b"):
            path = tmp_path / f"{name}.toml"
            path.write_text('format = 1\ntitle = "T"\nsystem = "charge"\nsession = 1\n', encoding="utf-8")
            session = open_session(path, 7)
            for _ in range(3):
                session.perform(Fortune(likelihood=8))
            assert session.close(PATIENCE)
            entries = read_whole(path).log
            assert [each.seed for each in entries] == [7, 7, 7]
            thrown.append([each.faces for each in entries])
        assert thrown[0] == thrown[1]

    def test_typed_dice_carry_no_seed(self) -> None:
        (entry,) = played([Fortune(likelihood=2)], 7, {"dice": (3, 4)})
        assert (entry.faces, entry.typed, entry.seed) == ([3, 4], True, None)

    def test_without_one_nothing_repeats(self) -> None:
        """Twenty dice are the same twice with a chance of 6^-20, far below 1 in 10^9."""

        def once() -> list[object]:
            random.seed(1)
            return [each.faces for each in played([PlainDice(dice="20d6")])]

        assert once() != once()

    def test_the_generator_is_the_systems(self, monkeypatch: pytest.MonkeyPatch) -> None:
        drawn: list[int] = []
        real: Callable[..., int] = random.SystemRandom.getrandbits

        def noted(self: random.SystemRandom, bits: int) -> int:
            drawn.append(bits)
            return real(self, bits)

        monkeypatch.setattr(random.SystemRandom, "getrandbits", noted)
        assert len(thrower()(50, 6)) == 50
        assert len(drawn) >= 50
        assert set(drawn) == {3}, "a face of six is drawn from three bits, not from a wider scale"
