"""The numbers of Charge beside the rolls: clocks, stress, recovery, flashback, position, start of a session."""

from __future__ import annotations

from typing import Any

import pytest
from charge_numbers import read, refused

from tracker.core.refusal import Refusal
from tracker.i18n.say import say
from tracker.rules.charge.counting import (
    ClockInputs,
    FlashbackInputs,
    PositionInputs,
    RecoverInputs,
    SessionStartInputs,
    StressInputs,
)
from tracker.rules.charge.house import POSITIONS, ChargeRules
from tracker.rules.charge.procedures import CLOCK, FLASHBACK, POSITION, RECOVER, SESSION_START, STRESS
from tracker.rules.charge.rolling import LEVELS, moved


class TestClock:
    """Charge, Horloges: 4, 6 or 8 segments; READING: what overflows is dropped, a full clock refuses ticks."""

    @pytest.mark.parametrize("size", [4, 6, 8])
    def test_never_past_its_size(self, size: int) -> None:
        for filled in range(size):
            for ticks in range(10):
                found = read(CLOCK, ClockInputs(size=size, filled=filled, ticks=ticks))
                assert found == {"filled": min(size, filled + ticks), "full": filled + ticks >= size}

    @pytest.mark.parametrize(
        ("inputs", "code"),
        [
            (ClockInputs(size=5, filled=9, ticks=-1), "bad_clock_size"),
            (ClockInputs(size=4, filled=5, ticks=-1), "bad_filled"),
            (ClockInputs(size=4, filled=4, ticks=-1), "bad_ticks"),
            (ClockInputs(size=4, filled=4, ticks=0), "already_full"),
        ],
    )
    def test_refused_in_order(self, inputs: ClockInputs, code: str) -> None:
        assert refused(CLOCK, inputs)[0] == code

    def test_a_table_that_lists_no_sizes_uses_any(self) -> None:
        free = ChargeRules(clock_sizes=())
        assert read(CLOCK, ClockInputs(size=10, filled=2, ticks=1), rules=free) == {"filled": 3, "full": False}
        assert refused(CLOCK, ClockInputs(size=0, filled=0, ticks=1), free)[0] == "bad_clock_size"
        assert refused(CLOCK, ClockInputs(size=101, filled=0, ticks=1), free)[0] == "bad_clock_size"

    @pytest.mark.parametrize(
        ("sizes", "expected"),
        [
            ((4, 6, 8), "taille : il faut une des tailles 4, 6, 8, pas 5"),
            ((), "taille : il faut un nombre entier de 1"),
        ],
    )
    def test_a_refused_size_is_told_of_numbers_and_not_of_words(self, sizes: tuple[int, ...], expected: str) -> None:
        size = 5 if sizes else 0
        with pytest.raises(Refusal) as caught:
            CLOCK.verify(ClockInputs(size=size, filled=0, ticks=1), ChargeRules(clock_sizes=sizes))
        assert say(caught.value.message, "fr").replace("\u00a0", " ").startswith(expected)

    def test_sizes_of_the_table(self) -> None:
        rules = ChargeRules(clock_sizes=(3, 12))
        assert read(CLOCK, ClockInputs(size=12, filled=11, ticks=3), rules=rules) == {"filled": 12, "full": True}
        assert refused(CLOCK, ClockInputs(size=4, filled=0, ticks=1), rules)[0] == "bad_clock_size"


class TestStress:
    """Charge, Santé et Condition: out of the scene at four segments, and the clock is cleared."""

    def test_taken(self) -> None:
        for stress in range(4):
            for take in range(6):
                found = read(STRESS, StressInputs(stress=stress, take=take))
                out = stress + take >= 4
                assert found == {"stress": 0 if out else stress + take, "taken_out": out}

    def test_clock_that_stays_full(self) -> None:
        rules = ChargeRules(stress_full="stay", stress_size=5)
        assert read(STRESS, StressInputs(stress=3, take=4), rules=rules) == {"stress": 5, "taken_out": True}
        assert read(STRESS, StressInputs(stress=5, take=0), rules=rules) == {"stress": 5, "taken_out": True}
        assert refused(STRESS, StressInputs(stress=5, take=1), rules)[0] == "already_full"
        assert refused(STRESS, StressInputs(stress=6, take=1), rules)[0] == "bad_stress"

    @pytest.mark.parametrize(
        ("inputs", "code"),
        [
            (StressInputs(stress=4, take=-1), "bad_stress"),
            (StressInputs(stress=-1, take=0), "bad_stress"),
            (StressInputs(stress=3, take=-1), "bad_take"),
        ],
    )
    def test_refused(self, inputs: StressInputs, code: str) -> None:
        assert refused(STRESS, inputs)[0] == code


class TestRecovery:
    """Charge, Récupération: the game master clears 1 to 4."""

    @pytest.mark.parametrize(("stress", "clear", "left"), [(3, 1, 2), (3, 4, 0), (1, 3, 0), (0, 1, 0)])
    def test_cleared(self, stress: int, clear: int, left: int) -> None:
        assert read(RECOVER, RecoverInputs(stress=stress, clear=clear)) == {"stress": left}

    @pytest.mark.parametrize(
        ("stress", "clear", "code"), [(3, 0, "bad_recovery"), (3, 5, "bad_recovery"), (4, 5, "bad_stress")]
    )
    def test_refused(self, stress: int, clear: int, code: str) -> None:
        assert refused(RECOVER, RecoverInputs(stress=stress, clear=clear))[0] == code


class TestFlashback:
    """Charge, Flashbacks: 0 to 2 initiative, paid before going on."""

    @pytest.mark.parametrize(("held", "cost"), [(0, 0), (2, 0), (2, 1), (2, 2), (7, 2)])
    def test_paid(self, held: int, cost: int) -> None:
        assert read(FLASHBACK, FlashbackInputs(initiative=held, cost=cost)) == {"initiative_after": held - cost}

    @pytest.mark.parametrize(
        ("held", "cost", "code"),
        [(1, 2, "not_enough_initiative"), (9, 3, "bad_cost"), (9, -1, "bad_cost"), (-1, 9, "bad_initiative")],
    )
    def test_refused(self, held: int, cost: int, code: str) -> None:
        assert refused(FLASHBACK, FlashbackInputs(initiative=held, cost=cost))[0] == code


class TestPosition:
    """Charge, step 2: three positions; READING: controlled and desperate are the ends."""

    @pytest.mark.parametrize(
        ("position", "steps", "after"),
        [
            ("risky", 1, "controlled"),
            ("risky", -1, "desperate"),
            ("risky", 0, "risky"),
            ("controlled", 1, "controlled"),
            ("desperate", -5, "desperate"),
            ("desperate", 2, "controlled"),
        ],
    )
    def test_moved(self, position: Any, steps: int, after: str) -> None:
        assert read(POSITION, PositionInputs(position=position, steps=steps)) == {"position": after}

    def test_there_and_back(self) -> None:
        assert moved(moved("risky", 1), -1) == "risky"

    def test_positions_are_listed_best_first(self) -> None:
        assert list(POSITIONS) == sorted(LEVELS, key=LEVELS.__getitem__)


class TestSessionStart:
    """Charge, Initiative: each session starts with 2 (READING: set, not at least)."""

    @pytest.mark.parametrize("left", [0, 2, 9])
    def test_set(self, left: int) -> None:
        assert read(SESSION_START, SessionStartInputs(initiative=left)) == {"initiative_after": 2}

    def test_slider(self) -> None:
        rules = ChargeRules(initiative_start=4)
        assert read(SESSION_START, SessionStartInputs(initiative=1), rules=rules) == {"initiative_after": 4}
