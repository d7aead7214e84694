"""However a campaign is written by hand, whatever is done at the table changes only the lines of what it changed."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch as patched

import pytest
from deeds import command_for, document, parts
from handwriting import HANDS, Style
from hypothesis import given, settings
from writers import AT, TABLE, keeper_of

from tracker.core.draft import is_table
from tracker.core.entry import Entry
from tracker.core.tree import Path as TreePath
from tracker.core.tree import path_text, same
from tracker.rules.common.takeback import Undo
from tracker.rules.deed import Command
from tracker.store import changed, known
from tracker.store.campaign_file import read_campaign_file
from tracker.store.file_keeper import FileKeeper
from tracker.store.located import CampaignUnreadable
from tracker.store.outside import outside_of, replayed
from tracker.store.session import KeepFailed, Order
from tracker.store.toml_scan import scan

STEPS = 8


@pytest.fixture(scope="module", autouse=True)
def _no_disk() -> Iterator[None]:
    """Leave out waiting for the disk, which is tested elsewhere."""
    with patched.object(os, "fsync", lambda descriptor: None):
        yield


def lines_of(head: str, paths: list[TreePath]) -> Counter[str]:
    """Give the lines in which the values at some paths stand, or the tables written in one piece that hold them."""
    layout = scan(head.removeprefix("\ufeff"))
    head = head.removeprefix("\ufeff")
    lines: Counter[str] = Counter()
    for path in paths:
        places = [place for depth in range(1, len(path) + 1) if (place := layout.values.get(path[:depth])) is not None]
        if not places:
            continue
        begin = head.rfind("\n", 0, places[0].key.start) + 1
        end = head.find("\n", places[0].value.end)
        lines.update(head[begin : end if end >= 0 else len(head)].splitlines())
    return lines


def only_its_lines(before: str, after: str, entry: Entry) -> None:
    """A line that is gone is one of the values that changed, or of a table that was taken out."""
    gone = Counter(before.splitlines()) - Counter(after.splitlines())
    allowed = lines_of(before, [change.path for change in entry.changes])
    allowed.update(lines_of(before, [each.path for each in entry.order]))
    for words in (entry.text, *entry.texts.values()):
        allowed.update(words.splitlines())
    for change in entry.changes:
        if is_table(change):
            allowed.update(f"[{path_text(change.path[:1])}]" for _ in range(1))
    left = {line for line in gone if line.strip()} - set(allowed)
    assert not left, (left, entry)


def done(keeper: FileKeeper, path: Path, command: Command) -> bool:
    """Do something, and check the file after it; False when it was refused, and then the file is as before."""
    raw = path.read_bytes()
    before, old_log = parts(path)
    former = read_campaign_file(path)[0].tree
    kept = keeper.keep(Order(command, {}, AT))
    if kept.refusal is not None:
        assert path.read_bytes() == raw
        return False
    after, log = parts(path)
    entry = kept.campaign.log[-1]
    assert log.startswith(old_log)
    assert after.startswith("\ufeff") == before.startswith("\ufeff")
    if "\r\n" in before:
        assert after.count("\n") == after.count("\r\n")
    only_its_lines(before, after, entry)
    fresh = read_campaign_file(path)[0]
    assert same(fresh.tree, kept.campaign.tree)
    assert (list(fresh.characters), list(fresh.clocks)) == (list(kept.campaign.characters), list(kept.campaign.clocks))
    assert fresh.log[-1] == entry
    # What another table sees: the log accounts for all of it, nothing looks like a change from outside.
    assert not outside_of(fresh.shape, replayed(former, (entry,)), fresh.tree, (entry,))
    return True


def keeper_by_hand(folders: pytest.TempPathFactory, words: str | None) -> FileKeeper | None:
    """Give what keeps a file that somebody wrote by hand; None where it is no campaign."""
    if words is None:
        return None
    path = folders.mktemp("hand") / "c.toml"
    path.write_text(words, encoding="utf-8", newline="")
    campaign, file, _ = read_campaign_file(path)
    return FileKeeper(path, campaign, file)


class TestFile:
    """Evenings on campaigns written by any hand."""

    @given(HANDS)
    @settings(max_examples=120, deadline=None)
    def test_only_the_lines_of_what_changed(self, tmp_path_factory: pytest.TempPathFactory, hand: Style) -> None:
        keeper = keeper_by_hand(tmp_path_factory, document(hand, tidy=False))
        if keeper is None:
            return
        for _ in range(STEPS):
            done(keeper, keeper.path, command_for(keeper._known.campaign, hand))
        keeper.close()

    @given(HANDS)
    @settings(max_examples=60, deadline=None)
    def test_taking_everything_back_restores_the_bytes(
        self, tmp_path_factory: pytest.TempPathFactory, hand: Style
    ) -> None:
        keeper = keeper_by_hand(tmp_path_factory, document(hand, tidy=True))
        if keeper is None:
            return
        path, campaign = keeper.path, keeper._known.campaign
        before = parts(path)[0]
        for _ in range(STEPS):
            done(keeper, path, command_for(keeper._known.campaign, hand))
        while len(keeper._known.campaign.log) > len(campaign.log) and done(keeper, path, Undo()):
            pass
        after = parts(path)[0]
        assert same(read_campaign_file(path)[0].tree, campaign.tree)
        assert after.rstrip() == before.rstrip()
        keeper.close()


def edited_by_hand(words: str, hand: Style) -> str:
    """Give a text of ours as somebody leaves it: numbers, comments, tables gone or moved; its log untouched."""
    head, mark, log = words.partition("\n[[log]]")
    for _ in range(hand.randint(1, 3)):
        blocks = head.split("\n\n")
        place = hand.randrange(1, max(2, len(blocks) - 1))
        match hand.choice(["number", "comment", "word", "drop", "swap"]):
            case "number" if found := list(re.finditer(r"(?:initiative|stress|filled) = (\d+)", head)):
                number = hand.choice(found)
                head = f"{head[: number.start(1)]}{hand.randrange(4)}{head[number.end(1) :]}"
            case "comment":
                head = head.replace("\n", f"\n# {hand.randrange(99)}\n", 1)
            case "word":
                head = head.replace('"tired"', hand.choice(['"wet"', '"x # y"']))
            case "drop" if len(blocks) > 3:
                head = "\n\n".join(blocks[:place] + blocks[place + 1 :])
            case "swap" if len(blocks) > 3:
                blocks[place], blocks[place + 1 :] = blocks[place + 1], [blocks[place], *blocks[place + 2 :]]
                head = "\n\n".join(blocks)
    return head + mark + log


class TestAttack:
    """Two tables, a hand in the file, and editors that save what they opened long ago, in any order."""

    @given(HANDS)
    @settings(max_examples=60, deadline=None)
    def test_nothing_breaks_and_all_end_with_the_same(
        self, tmp_path_factory: pytest.TempPathFactory, hand: Style
    ) -> None:
        path = tmp_path_factory.mktemp("attack") / "c.toml"
        path.write_text(TABLE, encoding="utf-8")
        with patched.object(changed, "STILL", 0), patched.object(changed, "SURE", 0), patched.object(known, "SURE", 0):
            tables = [keeper_of(path), keeper_of(path)]
            former = [TABLE]
            for _ in range(20):
                choice = hand.random()
                table = hand.choice(tables)
                if choice < 0.6:
                    with suppress(KeepFailed):
                        table.keep(Order(command_for(table._known.campaign, hand), {}, AT))
                    former.append(path.read_text(encoding="utf-8"))
                elif choice < 0.9:
                    words = former[-1] if choice < 0.75 else hand.choice(former[-6:])
                    path.write_text(edited_by_hand(words, hand), encoding="utf-8")
                else:
                    with suppress(KeepFailed):
                        table.latest()
                try:
                    numbers = [entry.n for entry in read_campaign_file(path, 1 << 30)[0].log]
                except CampaignUnreadable:  # the hand broke it, and the hand mends it
                    path.write_text(former[-1], encoding="utf-8")
                else:
                    assert numbers == sorted(set(numbers))
            for table in tables * 2:
                table.latest()
            campaign = read_campaign_file(path, 1 << 30)[0]
            for table in tables:
                assert same(table._known.campaign.tree, campaign.tree)
                assert table._known.log == campaign.log[len(campaign.log) - len(table._known.log) :]
                table.close()


def test_the_hands_make_campaigns() -> None:
    """Most documents can be played, so that the properties speak of something."""
    made = [document(random.Random(seed), tidy=False) for seed in range(100)]
    assert sum(words is not None for words in made) > 50
