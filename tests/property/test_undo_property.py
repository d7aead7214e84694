"""What is taken back leaves the file as it was, the log apart, and what is put back as it was after; in any hand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch as patched

import pytest
from deeds import command_for, document, parts
from handwriting import HANDS, Style
from hypothesis import given, settings
from writers import AT, keeper_of

from tracker.core.history import history
from tracker.rules.common.arrange import Move
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.store.file_keeper import FileKeeper
from tracker.store.session import Order

STEPS = 8


@pytest.fixture(scope="module", autouse=True)
def _no_disk() -> Iterator[None]:
    """Leave out waiting for the disk, which is tested elsewhere."""
    with patched.object(os, "fsync", lambda descriptor: None):
        yield


def opened(folder: Path, words: str) -> FileKeeper:
    """Give what keeps a campaign of these words."""
    path = folder / "c.toml"
    path.write_text(words, encoding="utf-8", newline="")
    return keeper_of(path)


def done(keeper: FileKeeper, command: Command) -> bool:
    """Do something; False where it was refused."""
    return keeper.keep(Order(command, {}, AT)).refusal is None


def head_of(keeper: FileKeeper) -> str:
    """Give the head as it stands in the file; the lines between it and a first log entry are the log's."""
    return parts(keeper.path)[0].rstrip()


class TestUndo:
    """product.md, 1: nothing is lost by taking it back, whatever the spacing, the comments and the line ends."""

    @given(HANDS)
    @settings(max_examples=150, deadline=None)
    def test_all_undone_is_byte_for_byte_as_before_and_all_redone_as_after(
        self, tmp_path_factory: pytest.TempPathFactory, hand: Style
    ) -> None:
        words = document(hand, tidy=False, inline=hand.random() < 0.5)
        if words is None:
            return
        keeper = opened(tmp_path_factory.mktemp("hand"), words)
        before = head_of(keeper)
        for _ in range(STEPS):
            done(keeper, command_for(keeper._known.campaign, hand))
        after, count = head_of(keeper), len(history(keeper._known.campaign.log).done)
        for _ in range(count):
            assert done(keeper, Undo())
        assert head_of(keeper) == before
        for _ in range(count):
            assert done(keeper, Redo())
        assert head_of(keeper) == after
        keeper.close()

    @given(HANDS)
    @settings(max_examples=100, deadline=None)
    def test_a_step_is_undone_and_redone_byte_for_byte_by_another_run(
        self, tmp_path_factory: pytest.TempPathFactory, hand: Style
    ) -> None:
        words = document(hand, tidy=False, inline=hand.random() < 0.5)
        if words is None:
            return
        keeper = opened(tmp_path_factory.mktemp("hand"), words)
        before = head_of(keeper)
        command = command_for(keeper._known.campaign, hand)
        # Moving it back does not always find which comment, standing alone, went with it.
        if isinstance(command, (Undo, Redo, Move)) or not done(keeper, command):
            return
        after = head_of(keeper)
        for taking, expected in ((Undo(), before), (Redo(), after), (Undo(), before)):
            keeper.close()
            keeper = keeper_of(keeper.path)
            assert done(keeper, taking)
            assert head_of(keeper) == expected
        keeper.close()
