"""Everything a dialog says of the odds is worked out anew after every key: it must not be felt (one frame at 60 Hz)."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from expensive import expensive

from tracker.rules.table import system_of
from tracker.ui.panel.form import Form

FRAME = 1 / 60
ROOM = 3
"""Frames allowed on a machine that does other things too; `bench_odds.py` gives the figures."""


def best_of_three(work: Callable[[], object]) -> float:
    """Give the seconds something takes, the least of three."""
    taken = []
    for _ in range(3):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return min(taken)


@pytest.mark.parametrize("name", expensive())
class TestFrame:
    """The most expensive dialogs a table may come to."""

    def test_answers_and_gains(self, name: str) -> None:
        campaign, command = expensive()[name]

        def renewed() -> None:
            form = Form(campaign, command)
            assert form.preview.chances
            assert form.refusal is None
            form.weigh()

        assert best_of_three(renewed) < ROOM * FRAME

    def test_gains_of_every_row(self, name: str) -> None:
        form = Form(*expensive()[name])
        for row in form.rows:
            form.focus = row.name
            assert best_of_three(form.weigh) < ROOM * FRAME, row.name

    def test_the_table_of_the_whole_roll(self, name: str) -> None:
        campaign, command = expensive()[name]
        assert best_of_three(lambda: system_of(campaign).chart(campaign, command)) < ROOM * FRAME
