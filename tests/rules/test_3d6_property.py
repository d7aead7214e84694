"""Whatever kittens do: each step is sound and told, a beat taken back leaves no trace, put back it is as it was."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from kittens import command_for, faces_for, start
from playing import EVENING, as_before, campaign_of, en, is_safe, offers, reread

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
from tracker.store.session import Order

CHANCES = st.integers(0, 2**64 - 1).map(Random)
CAMPAIGN = Path(__file__).parents[2] / "campaigns" / "moustaches.toml"


def step(campaign: Campaign, command: Command, chance: Random) -> Step | None:
    """Carry a command out with random faces; None where it is refused."""
    try:
        return apply(campaign, command, faces_for(campaign, command, chance), EVENING)
    except Refusal as refusal:
        why = say(refusal.message, "fr")
    assert is_safe(why)
    return None


@given(CHANCES, st.integers(1, 25))
@settings(max_examples=150, deadline=None)
def test_each_step_is_sound_and_told(chance: Random, steps: int) -> None:
    campaign = start(chance)
    for _ in range(steps):
        command = command_for(campaign, chance)
        with suppress(Refusal):
            preview = deed_for(campaign, command).preview(campaign, command)
            assert sum(each.share for each in preview.chances) in {0, 1}
        made = step(campaign, command, chance)
        if made is None:
            continue
        assert same(campaign_of(apply_edits(campaign.tree, made.edits)).tree, made.campaign.tree)
        assert campaign_of(made.campaign.tree).characters == made.campaign.characters
        assert not has_errors(checked_campaign(made.campaign.tree)[1])
        assert all(0 <= clock.filled <= clock.size for clock in made.campaign.clocks.values())
        if made.entry.odds:
            assert sum(map(Fraction, made.entry.odds.values())) == 1
            assert made.entry.outcome in made.entry.odds
        line = said(made.campaign, made.entry)
        for text in (line.what, *line.details, *([line.outcome] if line.outcome else [])):
            assert is_safe(say(text, "en"))
            assert is_safe(say(text, "fr"))
        campaign = made.campaign
        offers(campaign)


@given(CHANCES, st.integers(1, 25))
@settings(max_examples=150, deadline=None)
def test_undo_restores_what_was_and_redo_what_came_of_it(chance: Random, steps: int) -> None:
    campaign = start(chance)
    before: dict[int, Campaign] = {}
    after: dict[int, Campaign] = {}
    for _ in range(steps):
        made = step(campaign, command_for(campaign, chance), chance)
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


@given(CHANCES, st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_the_sample_file_is_put_back_byte_for_byte(chance: Random, steps: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "k.toml"
        path.write_bytes(CAMPAIGN.read_bytes())
        campaign, file, _ = read_campaign_file(path)
        known = len(history(campaign.log).done)
        keeper, before = FileKeeper(path, campaign, file), campaign
        # A beat of its own first: following up the open one of the file would have that taken back too.
        campaign = keeper.keep(Order(AddNote(words="x"), {}, EVENING)).campaign
        head = path.read_text("utf-8").partition("[[log]]")[0]
        for _ in range(steps):
            command = command_for(campaign, chance)
            if isinstance(command, (Undo, Redo)):
                continue
            try:
                kept = keeper.keep(Order(command, faces_for(campaign, command, chance), EVENING))
            except Refusal:
                continue
            assert kept.refusal is None or kept.refusal.code != "not_patched"
            campaign = kept.campaign
        for _ in range(len(history(campaign.log).done) - known):
            kept = keeper.keep(Order(Undo(), {}, EVENING))
            assert kept.refusal is None, en(kept.refusal.message)
        assert path.read_text("utf-8").partition("[[log]]")[0] == head
        assert as_before(read_campaign_file(path)[0], before)
