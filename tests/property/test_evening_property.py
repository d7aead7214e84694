"""Whatever is played in any system: each step is sound and told, and a beat taken back leaves no trace."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from evening import CHANCES, Evening, faces_for, step
from evenings import EVENINGS
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import EVENING, as_before, campaign_of, en, is_safe, offers, order, reread

from tracker.core.campaign import Campaign
from tracker.core.draft import Step
from tracker.core.edits import apply_edits
from tracker.core.history import history
from tracker.core.refusal import Refusal
from tracker.core.tree import same
from tracker.i18n.say import say
from tracker.rules.check import checked_campaign, has_errors
from tracker.rules.common.notes import AddNote
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.said import said
from tracker.rules.table import apply, deed_for
from tracker.store.campaign_file import read_campaign_file
from tracker.store.file_keeper import FileKeeper
from tracker.store.session import Kept, Order
from tracker.store.toml_write import value_text

SAMPLES = Path(__file__).parents[2] / "campaigns"
any_system = pytest.mark.parametrize("evening", EVENINGS.values(), ids=EVENINGS)


def try_all(check: Callable[[Random, int], None], examples: int, steps: int) -> None:
    """Check random evenings of at most so many steps."""
    settings(max_examples=examples, deadline=None)(given(CHANCES, st.integers(1, steps))(check))()


@any_system
def test_each_step_is_sound_and_told(evening: Evening) -> None:
    def check(chance: Random, steps: int) -> None:
        campaign = evening.start(chance)
        for _ in range(steps):
            command = evening.command(campaign, chance)
            with suppress(Refusal):
                check_preview(campaign, command)
            made = step(campaign, command, chance)
            if made is not None:
                check_step(campaign, made)
                campaign = made.campaign
                offers(campaign)
                evening.check(campaign)

    try_all(check, evening.examples, evening.steps)


def check_preview(campaign: Campaign, command: Command) -> None:
    """Check that the odds shown before a roll are all there are."""
    preview = deed_for(campaign, command).preview(campaign, command)
    assert not preview.chances or sum(each.share for each in preview.chances) == 1


def check_step(campaign: Campaign, made: Step) -> None:
    """Check that a step is what its edits make, can be opened again, and is told in words that can be shown."""
    by_edits = campaign_of(apply_edits(campaign.tree, made.edits))
    assert same(by_edits.tree, made.campaign.tree)
    assert order(by_edits) == order(made.campaign)
    assert campaign_of(made.campaign.tree).characters == made.campaign.characters
    assert not has_errors(checked_campaign(made.campaign.tree)[1])
    assert all(0 <= clock.filled <= clock.size for clock in made.campaign.clocks.values())
    assert made.entry.n == campaign.last_n + 1
    if made.entry.odds:
        assert sum(map(Fraction, made.entry.odds.values())) == 1
        assert made.entry.outcome in made.entry.odds
    line = said(made.campaign, made.entry)
    for words in (line.what, *line.details, *([line.outcome] if line.outcome else [])):
        assert is_safe(say(words, "en"))
        assert is_safe(say(words, "fr"))


@any_system
def test_undo_of_each_beat_restores_what_was_and_redo_what_came_of_it(evening: Evening) -> None:
    def check(chance: Random, steps: int) -> None:
        campaign = evening.start(chance)
        before: dict[int, Campaign] = {}
        after: dict[int, Campaign] = {}
        for _ in range(steps):
            made = step(campaign, evening.command(campaign, chance), chance)
            if made is None:
                continue
            beat = made.entry.beat_of or made.entry.beat
            if made.entry.event == "undo":
                assert as_before(made.campaign, before[beat])
            elif made.entry.event == "redo":
                assert as_before(made.campaign, after[beat])
            else:
                before.setdefault(beat, campaign)
                after[beat] = made.campaign
            campaign = reread(made.campaign) if chance.random() < 0.3 else made.campaign
        done = history(campaign.log).done
        for story in reversed(done):
            campaign = apply(campaign, Undo(), {}, EVENING).campaign
            assert as_before(campaign, before[story[0].beat])
        for story in done:
            campaign = apply(campaign, Redo(), {}, EVENING).campaign
            assert as_before(campaign, after[story[0].beat])

    try_all(check, evening.examples, evening.steps)


@any_system
def test_undo_brings_the_file_back_byte_for_byte_above_the_log(evening: Evening) -> None:
    def check(chance: Random, steps: int) -> None:
        with TemporaryDirectory() as folder:
            check_file(evening, Path(folder) / "evening.toml", chance, steps)

    try_all(check, evening.files, 12)


def check_file(evening: Evening, path: Path, chance: Random, steps: int) -> None:
    """Play with a file, take back all that was played and put it back."""
    by_hand = text_of(evening.start(chance)).encode()
    path.write_bytes((SAMPLES / evening.sample).read_bytes() if evening.sample else by_hand)
    campaign, file, _ = read_campaign_file(path)
    keeper = FileKeeper(path, campaign, file)
    heads: dict[int, str] = {}

    def keep(order: Order) -> Kept:
        head, kept = head_of(path), keeper.keep(order)
        assert kept.refusal is None or kept.refusal.code != "not_patched"
        if kept.refusal is None:
            heads.setdefault(kept.campaign.log[-1].beat, head)
        return kept

    # A beat of its own first: following up the open one of a sample would have that taken back too.
    campaign = keep(Order(AddNote(words="x"), {}, EVENING)).campaign
    for _ in range(steps):
        command = evening.command(campaign, chance)
        if isinstance(command, (Undo, Redo)):
            continue
        with suppress(Refusal):
            campaign = keep(Order(command, faces_for(campaign, command, chance), EVENING)).campaign
    assert same(read_campaign_file(path)[0].tree, campaign.tree)
    ours = [story for story in history(campaign.log).done if story[0].beat in heads]
    for story in reversed(ours):
        kept = keeper.keep(Order(Undo(), {}, EVENING))
        assert kept.refusal is None, en(kept.refusal.message)
        assert head_of(path) == heads[story[0].beat]
    for _ in ours:
        kept = keeper.keep(Order(Redo(), {}, EVENING))
        assert kept.refusal is None, en(kept.refusal.message)
    assert as_before(read_campaign_file(path)[0], campaign)


def text_of(campaign: Campaign) -> str:
    """Write a campaign by hand, with comments."""
    lines = ["# an evening", *(f"{k} = {value_text(v)}" for k, v in campaign.tree.items() if not isinstance(v, dict))]
    for section, things in campaign.tree.items():
        if section in {"characters", "clocks"} and isinstance(things, dict):
            for id, thing in things.items():
                assert isinstance(thing, dict)
                lines += ["", f"[{section}.{id}]  # {id}"]
                lines += [f"{key} = {value_text(value)}" for key, value in thing.items()]
        elif isinstance(things, dict):
            lines += ["", f"[{section}]", *(f"{key} = {value_text(value)}" for key, value in things.items())]
    return "\n".join(lines) + "\n"


def head_of(path: Path) -> str:
    """Give what stands above the log."""
    return path.read_text(encoding="utf-8").partition("[[log]]")[0].rstrip("\n")
