"""The exact odds of the rolls the dialogs allow, against the same distribution with icepool, in the same run.

`python tests/bench/bench_odds.py [--rounds N]`. Both begin each round with cold caches, by turns, and must agree to the
fraction. The second table is the whole of what a dialog works out anew after a key: questions, gains, odds.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import _lru_cache_wrapper
from pathlib import Path
from statistics import geometric_mean, median
from typing import Any

import icepool

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from expensive import expensive

from tracker.rules.charge.procedures import ACTION, DETERMINATION, FORTUNE
from tracker.rules.charge.rolling import ActionInputs, DeterminationInputs, FortuneInputs
from tracker.rules.charge.system import SYSTEM as CHARGE
from tracker.rules.pot.system import SYSTEM as POT
from tracker.rules.pot.testing import TALENT, TalentInputs
from tracker.rules.sixieme_monde.d20_test import TEST as D20
from tracker.rules.sixieme_monde.inputs import D20Odds
from tracker.rules.sixieme_monde.scale import cap_of, own_dice
from tracker.rules.sixieme_monde.system import SYSTEM as SIXIEME
from tracker.rules.systeme_3d6.group_action import GROUP, GroupInputs, Member
from tracker.rules.systeme_3d6.inputs import OpenInputs, outcome_of
from tracker.rules.systeme_3d6.long_task import LONG, LongForOdds, TaskRoll
from tracker.rules.systeme_3d6.procedures import OPEN, OPPOSED, TEST, DifficultyInputs, OpposedInputs, winner
from tracker.rules.systeme_3d6.system import SYSTEM as KITTENS
from tracker.rules.table import system_of
from tracker.ui.panel.form import Form

FRAME = 1000 / 60
"""Milliseconds of one 60 Hz frame."""
FASTER = 10.0
"""Times faster than icepool that the odds should be."""
TIMES = 20
"""Calls of each round: one alone is as short as the noise of the clock."""
Odds = Mapping[str, Fraction]


class BestAndEquals(icepool.MultisetEvaluator):  # type: ignore[misc]
    """The best die, +1 for each other die equal to it."""

    def next_state(self, state: Any, order: Any, outcome: Any, count: Any) -> Any:
        """Keep the highest outcome there is, with how often."""
        return (outcome, count) if count else state

    def final_outcome(self, final_state: Any, *_: Any) -> Any:
        """Add the equals."""
        return final_state[0] + final_state[1] - 1


def shares(die: Any) -> Odds:
    """Give a distribution of icepool as exact chances by the name of the outcome."""
    return {str(outcome): Fraction(count, die.denominator()) for outcome, count in die.items()}


def best_two(dice: int) -> Odds:
    """The best of a handful of Charge."""

    def read(highest: Any) -> str:
        if highest[-2:] == (6, 6):
            return "critical"
        return "full" if highest[-1] == 6 else "partial" if highest[-1] >= 4 else "bad"

    if dice <= 0:
        lowest = icepool.lowest(icepool.d6, icepool.d6)
        return shares(icepool.map(lambda k: "full" if k == 6 else "partial" if k >= 4 else "bad", lowest))
    kept = icepool.d6.pool(dice).keep(slice(-2, None)) if dice > 1 else icepool.d6.pool(1)
    return shares(icepool.map(read, kept.expand(), star=False))


def successes(quality: int, dice: int, rerolls: int = 0, enough: int = 9) -> Any:
    """Successes of 3D6, one reroll after the other on a failed die."""
    coin = icepool.coin(quality, 6)
    die = dice @ coin
    for _ in range(rerolls):
        die = icepool.map(lambda n: n if n >= min(enough, dice) else n + coin, die)
    return die


def group(members: int, quality: int, dice: int, needed: int) -> Odds:
    """More than half of equal members."""
    passing = members @ (successes(quality, dice) >= needed)
    return shares(icepool.map(lambda n: "success" if 2 * n > members else "failure", passing))


def long(rolls: int, quality: int, dice: int, target: int) -> Odds:
    """Enough successes in some rolls."""
    done = rolls @ successes(quality, dice)
    return shares(icepool.map(lambda n: "true" if n >= target else "false", done))


def talent(dice: int, needed: int) -> Odds:
    """A test of POT with every reroll."""
    evaluator, fails = BestAndEquals(), icepool.Die([True])
    for count in range(dice, 0, -1):
        fails = fails & (evaluator(icepool.d6.pool(count)) < needed)
    return shares(icepool.map(lambda failed: "failure" if failed else "success", fails))


def d20(score: int, malus: int) -> Odds:
    """A roll of the d20 with penalty dice, own d6 against a failure."""
    before = icepool.d20 + score
    if malus:
        before = before + malus @ icepool.d6

    def total(result: int) -> Any:
        dice = own_dice(result, score)
        return result if result < 0 or not dice else result - dice @ icepool.d6

    return shares(icepool.map(lambda n: "success" if n < 0 else "failure", icepool.map(total, before)))


def cases() -> dict[str, tuple[Callable[[], Odds], Callable[[], Odds]]]:
    """Give what is measured: ours, then theirs."""
    rules: tuple[Any, ...] = tuple(each.shape.rules() for each in (CHARGE, KITTENS, POT, SIXIEME))
    charge, kittens, pot, sixieme = rules
    members = tuple(Member(quality=3) for _ in range(12))
    rolls = tuple(TaskRoll(quality=4, advantages=1) for _ in range(1))
    found: dict[str, tuple[Callable[[], Odds], Callable[[], Odds]]] = {}
    for dots, push, talents in ((0, None, 0), (2, "die", 0), (4, "die", 14)):
        action: Any = ActionInputs(dots=dots, initiative=9, push=push, talent_dice=talents)  # type: ignore[arg-type]
        dice = ACTION.pool(action)
        found[f"charge action {dice}d"] = (lambda a=action: ACTION.odds(a, charge), lambda n=dice: best_two(n))  # type: ignore[misc]
    spent = DeterminationInputs(spend=20, initiative=20)
    found["charge determination 20d"] = (lambda: DETERMINATION.odds(spent, charge), lambda: best_two(20))
    found["charge fortune 8d"] = (lambda: FORTUNE.odds(FortuneInputs(likelihood=8), charge), lambda: best_two(8))
    tested = DifficultyInputs(quality=3, difficulty=2, advantages=1)
    found["3d6 test 4d"] = (
        lambda: TEST.odds(tested, kittens),
        lambda: shares(icepool.map(lambda n: outcome_of(n, 2), successes(3, 4))),
    )
    again = DifficultyInputs(quality=3, difficulty=3, advantages=1, rerolls_allowed=3)
    found["3d6 test 4d, 3 rerolls"] = (
        lambda: TEST.odds(again, kittens),
        lambda: shares(icepool.map(lambda n: outcome_of(n, 3), successes(3, 4, 3, 3))),
    )
    hand = OpenInputs(quality=2, advantages=1)
    found["3d6 open 4d"] = (lambda: OPEN.odds(hand, kittens), lambda: shares(successes(2, 4)))
    both = OpposedInputs(a=OpenInputs(quality=3, advantages=1), b=OpenInputs(quality=4, advantages=1))
    found["3d6 opposed 4d, 4d"] = (
        lambda: OPPOSED.odds(both, kittens),
        lambda: shares(icepool.map(winner, successes(3, 4), successes(4, 4))),
    )
    whole = GroupInputs(difficulty=2, entries=members)
    found["3d6 group of 12"] = (lambda: GROUP.odds(whole, kittens), lambda: group(12, 3, 3, 2))
    task = LongForOdds(target=40, max_rolls=20, entries=rolls)
    found["3d6 long, 20 rolls"] = (lambda: LONG.odds(task, kittens), lambda: long(20, 4, 4, 40))
    for dice, needed in ((3, 6), (20, 12)):
        inputs = TalentInputs(crosses=dice, spend=dice, reserve=dice, attitude=0, diff=needed)
        found[f"pot talent {dice}d, rerolls"] = (
            lambda i=inputs: TALENT.odds(i, pot),  # type: ignore[misc]
            lambda n=dice, least=needed: talent(n, least),  # type: ignore[misc]
        )
    for score, malus in ((-5, 0), (0, 4)):
        roll = D20Odds(score=score, malus_dice=malus, policy="own_dice")
        assert cap_of(score) > 0
        found[f"sixième d20, {malus}d6, own d6"] = (
            lambda r=roll: D20.odds(r, sixieme),  # type: ignore[misc]
            lambda s=score, m=malus: d20(s, m),  # type: ignore[misc]
        )
    return found


def caches() -> list[Any]:
    """Give every cache of either side that there is."""
    wrappers = [each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper)]
    return [each for each in wrappers if each.__module__.split(".")[0] in {"tracker", "icepool"}]


def timed(work: Callable[[], object], cold: list[Any], times: int = 1) -> float:
    """Give the milliseconds something takes with nothing kept from before, the mean of some times."""
    spent = 0.0
    for _ in range(times):
        for cache in cold:
            cache.cache_clear()
        begun = time.perf_counter()
        work()
        spent += time.perf_counter() - begun
    return spent * 1000 / times


def against_icepool(rounds: int) -> bool:
    """Measure and print the first table; False where a figure is missed."""
    found = cases()
    for name, (ours, theirs) in found.items():
        assert dict(ours()) == {k: v for k, v in theirs().items() if v}, name
    cold = caches()
    figures: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in found}
    for _ in range(rounds):
        for name, works in found.items():
            for kept, work in zip(figures[name], works, strict=True):
                kept.append(timed(work, cold, TIMES))
    print(f"{'exact odds, ms':28}{'tracker':>10}{'icepool':>10}{'times faster':>14}")
    ratios = []
    for name, (ours_ms, theirs_ms) in figures.items():
        mine, other = median(ours_ms), median(theirs_ms)
        ratios.append(other / mine)
        print(f"{name:28}{mine:>10.3f}{other:>10.3f}{other / mine:>14.1f}")
    print(f"{'least':28}{min(ratios):>34.1f}\n{'geometric mean':28}{geometric_mean(ratios):>34.1f}\n")
    return min(ratios) >= FASTER and all(median(ours_ms) < FRAME for ours_ms, _ in figures.values())


def dialogs(rounds: int) -> bool:
    """Measure and print the second table; False where one takes longer than a frame."""
    cold = caches()
    print(f"{'dialog, ms':28}{'answers':>10}{'gains':>10}{'chart':>14}")
    longest = 0.0
    for name, (campaign, command) in expensive().items():
        form = Form(campaign, command)
        weighing = []
        for row in form.rows:
            form.focus = row.name
            weighing.append(median(timed(form.weigh, cold) for _ in range(3)))
        renewed = median(timed(lambda c=campaign, k=command: Form(c, k), cold) for _ in range(rounds))  # type: ignore[misc]
        chart = median(
            timed(lambda c=campaign, k=command: system_of(c).chart(c, k), cold)  # type: ignore[misc]
            for _ in range(rounds)
        )
        longest = max(longest, renewed + max(weighing))
        print(f"{name:28}{renewed:>10.2f}{max(weighing):>10.2f}{chart:>14.2f}")
    print(f"{'longest, of a frame':28}{longest / FRAME:>20.0%}")
    return longest < FRAME


def main() -> None:
    """Measure and print; exit 1 where a figure is missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=9)
    wanted = parser.parse_args()
    kept = against_icepool(wanted.rounds)
    raise SystemExit(0 if dialogs(wanted.rounds) and kept else 1)


if __name__ == "__main__":
    main()
