"""Applications driven by keys: a pilot that goes on as soon as there is nothing left to do, and never just waits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from textual.app import App
from textual.pilot import Pilot

Result = TypeVar("Result")
SOON = 0.05
"""Seconds: what is to happen within them belongs to what was just done, such as painting what a key changed."""
QUIET = 3
"""Looks in a row that find nothing to do: one callback may have made another ready meanwhile."""
PATIENCE = 15.0
"""Seconds a screen may take to show what is waited for, on a busy machine."""


@asynccontextmanager
async def piloted(app: App[Result], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[Result]]:
    """Start an application without a terminal and give its pilot."""
    clock = Clock()
    with (
        patch.object(asyncio.get_running_loop(), "time", clock),
        patch("textual._time.get_time", clock),
        patch("textual.app.wait_for_idle", clock.idle),
        patch("textual.pilot.wait_for_idle", clock.idle),
    ):
        async with app.run_test(size=size) as pilot:
            yield pilot


class Clock:
    """The time of the event loop, which is put forward to what is due soon; the order of things stays."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.ahead

    async def idle(self, min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
        """Wait until the event loop has nothing to do, neither now nor soon.

        The toolkit's own waits in steps of 20 ms until the process has used next to no time in one.
        """
        loop: Any = asyncio.get_running_loop()
        start, quiet = self(), 0
        while quiet < QUIET and self() < start + max_sleep:
            await asyncio.sleep(0)
            quiet += 1
            if loop._ready:
                quiet = 0
                continue
            due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=None)
            if due is not None and (left := due - self()) <= SOON:
                self.ahead += max(0.0, left)
                quiet = 0


async def until(pilot: Pilot[Any], is_so: Callable[[], bool]) -> None:
    """Wait until something is so; fails when it takes too long."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.001)  # whatever other thread it comes from
        await pilot.pause()
