"""How the time of some work grows with its size: a ratio that a busy machine can disturb, and tried again then."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

TRIES = 6
"""Disturbance makes a ratio larger by chance; what grows too fast is too large every time."""


def seconds(work: Callable[[], object]) -> float:
    """Give the processor time of some work, without the collector, which looks at everything a long test run holds."""
    collects = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        if collects:
            gc.enable()


def growth(work_of: Callable[[int], Callable[[], object]], small: int, large: int, bound: float) -> float:
    """Give how many times longer the large work takes than the small: the first ratio within the bound, or the least.

    `work_of` prepares the work of a size; preparing it is not timed. Small and large are measured side by side.
    """
    little, much = work_of(small), work_of(large)
    ratios: list[float] = []
    for _ in range(TRIES):
        least = min(seconds(little) for _ in range(3))
        ratios.append(seconds(much) / max(least, 1e-4))
        if ratios[-1] < bound:
            break
    return min(ratios)
