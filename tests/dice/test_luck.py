"""How far chance alone goes: every claim of the statistics against exact sums over all throws."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from random import Random

import pytest

from tracker.dice.luck import is_enough, run_chance, stray_chance, usual_range


def distribution(chances: list[Fraction]) -> list[Fraction]:
    """Give the exact chance of each number of successes among throws with chances of their own."""
    counts = [Fraction(1)]
    for chance in chances:
        counts = [
            (counts[n] * (1 - chance) if n < len(counts) else Fraction(0))
            + (counts[n - 1] * chance if n else Fraction(0))
            for n in range(len(counts) + 1)
        ]
    return counts


def coverage(chances: list[Fraction]) -> Fraction:
    """Give the exact chance that a count lies in its usual range."""
    expected = sum(chances, Fraction(0))
    low, high = usual_range(expected, sum((p * (1 - p) for p in chances), Fraction(0)))
    return sum(distribution(chances)[low : high + 1], Fraction(0))


class TestUsualRange:
    """At least 19 times in 20 a count lies in it, wherever there is enough to tell."""

    @pytest.mark.parametrize("chance", [Fraction(n, 36) for n in (1, 3, 6, 10, 18, 26, 30, 33, 35)])
    def test_equal_rolls(self, chance: Fraction) -> None:
        for rolls in (20, 30, 45, 60, 90, 120, 360, 400):
            if is_enough(rolls * chance, rolls):
                low, high = usual_range(rolls * chance, rolls * chance * (1 - chance))
                inside = sum(
                    comb(rolls, n) * chance**n * (1 - chance) ** (rolls - n) for n in range(low, min(high, rolls) + 1)
                )
                assert inside >= Fraction(19, 20), (rolls, chance)

    def test_mixed_rolls_certain_ones_among_them(self) -> None:
        random = Random(5)
        for _ in range(40):
            kinds = [Fraction(random.randrange(37), 36) for _ in range(random.randrange(1, 4))]
            chances = [random.choice([*kinds, Fraction(1), Fraction(0)]) for _ in range(random.randrange(25, 110))]
            if is_enough(sum(chances, Fraction(0)), len(chances)):
                assert coverage(chances) >= Fraction(19, 20), chances

    def test_certain_rolls_leave_no_room(self) -> None:
        assert usual_range(Fraction(12), Fraction(0)) == (12, 12)

    def test_two_deviations_rounded_outwards(self) -> None:
        assert usual_range(Fraction(50), Fraction(25)) == (40, 60)
        assert usual_range(Fraction(25, 2), Fraction(9)) == (6, 19)

    def test_too_few_to_tell(self) -> None:
        assert not is_enough(Fraction(99, 10), 400)
        assert not is_enough(Fraction(91), 100)
        assert is_enough(Fraction(10), 20)


class TestStrayChance:
    """Never smaller than the exact chance that some face strays as far."""

    @pytest.mark.parametrize("counts", [(20, 10), (14, 16), (10, 10), (30, 0), (11, 12)])
    def test_a_coin_by_hand(self, counts: tuple[int, int]) -> None:
        thrown = sum(counts)
        far = abs(2 * counts[0] - thrown)
        exact = sum(comb(thrown, n) for n in range(thrown + 1) if abs(2 * n - thrown) >= far) / 2**thrown
        assert stray_chance(counts) == pytest.approx(min(1.0, 2 * exact))

    @pytest.mark.parametrize("counts", [(10, 10, 10), (15, 9, 7), (18, 8, 6), (9, 20, 4), (3, 10, 20)])
    def test_three_faces_in_full(self, counts: tuple[int, int, int]) -> None:
        thrown = sum(counts)
        far = max(abs(3 * count - thrown) for count in counts)
        exact = 0
        for a in range(thrown + 1):
            for b in range(thrown + 1 - a):
                c = thrown - a - b
                if max(abs(3 * n - thrown) for n in (a, b, c)) >= far:
                    exact += factorial(thrown) // (factorial(a) * factorial(b) * factorial(c))
        told = stray_chance(counts)
        assert told is not None
        share = exact / 3**thrown
        assert share <= told * (1 + 1e-9)
        assert told <= max(3 * share, share + 1e-12) * (1 + 1e-9) or told == 1.0

    def test_too_few_dice_say_nothing(self) -> None:
        assert stray_chance((9, 10, 10, 10, 10, 10)) is None
        assert stray_chance((10, 10, 10, 10, 10, 10)) == 1.0
        assert stray_chance((0, 0, 0, 0, 0, 0)) is None
        assert stray_chance((500,)) is None

    def test_a_loaded_die_is_seen(self) -> None:
        told = stray_chance((100, 100, 100, 100, 100, 200))
        assert told is not None
        assert 0 < told < 1e-9

    def test_a_hundred_thousand_dice(self) -> None:
        even = (16_667, 16_666, 16_668, 16_665, 16_667, 16_667)
        assert stray_chance(even) == 1.0
        told = stray_chance((17_300, 16_540, 16_540, 16_540, 16_540, 16_540))
        assert told is not None
        assert 0 < told < 1e-5


class TestRunChance:
    """The exact chance of so many in a row."""

    @pytest.mark.parametrize("length", [1, 2, 3, 4, 9, 10])
    def test_against_every_sequence(self, length: int) -> None:
        random = Random(length)
        chances = [random.choice([0.0, 0.25, 0.5, 0.7, 1.0]) if n % 3 else random.random() for n in range(9)]
        exact = sum(
            prod(p if hit else 1 - p for p, hit in zip(chances, hits, strict=True))
            for hits in product((False, True), repeat=len(chances))
            if "1" * length in "".join("01"[hit] for hit in hits)
        )
        assert run_chance(chances, length) == pytest.approx(exact)

    def test_ends(self) -> None:
        assert run_chance([], 1) == 0
        assert run_chance([0.5] * 3, 0) == 1
        assert run_chance([0.5] * 3, 4) == 0
