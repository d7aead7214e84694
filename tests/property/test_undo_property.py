"""Whatever is played, a beat taken back leaves no trace, and put back it is as it was."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from evenings import command_for, faces_for, start
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
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.said import said
from tracker.rules.table import apply, deed_for
from tracker.store.campaign_file import read_campaign_file
from tracker.store.file_keeper import FileKeeper
from tracker.store.session import Order
from tracker.store.toml_write import value_text

CHANCES = st.integers(0, 2**64 - 1).map(Random)


def step(campaign: Campaign, command: Command, chance: Random) -> Step | None:
    """Carry a command out with random faces; None where it is refused."""
    try:
        return apply(campaign, command, faces_for(campaign, command, chance), EVENING)
    except Refusal:
        return None


def undone(campaign: Campaign) -> Campaign:
    return apply(campaign, Undo(), {}, EVENING).campaign


def redone(campaign: Campaign) -> Campaign:
    return apply(campaign, Redo(), {}, EVENING).campaign


class TestEvening:
    """Properties of every step of a random evening."""

    @given(CHANCES, st.integers(1, 25))
    @settings(max_examples=120, deadline=None)
    def test_each_step_is_sound_and_told(self, chance: Random, steps: int) -> None:
        campaign = start(chance)
        for _ in range(steps):
            command = command_for(campaign, chance)
            with suppress(Refusal):
                deed_for(campaign, command).preview(campaign, command)
            made = step(campaign, command, chance)
            if made is None:
                continue
            by_edits = campaign_of(apply_edits(campaign.tree, made.edits))
            assert same(by_edits.tree, made.campaign.tree)
            assert order(by_edits) == order(made.campaign)
            assert campaign_of(made.campaign.tree).characters == made.campaign.characters
            assert not has_errors(checked_campaign(made.campaign.tree)[1])
            assert all(0 <= clock.filled <= clock.size for clock in made.campaign.clocks.values())
            assert made.entry.n == campaign.last_n + 1
            line = said(made.campaign, made.entry)
            for text in (line.what, *line.details, *([line.outcome] if line.outcome else [])):
                assert is_safe(say(text, "en"))
                assert is_safe(say(text, "fr"))
            campaign = made.campaign
            offers(campaign)

    @given(CHANCES, st.integers(1, 25))
    @settings(max_examples=120, deadline=None)
    def test_undo_of_each_beat_restores_what_was_and_redo_what_came_of_it(self, chance: Random, steps: int) -> None:
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
            campaign = undone(campaign)
            assert as_before(campaign, before[story[0].beat])
        for story in done:
            campaign = redone(campaign)
            assert as_before(campaign, after[story[0].beat])


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


class TestFile:
    """Demand 6: the file after undo equals the file before, log apart."""

    @given(CHANCES, st.integers(1, 12))
    @settings(max_examples=25, deadline=None)
    def test_the_head_comes_back_byte_for_byte(self, chance: Random, steps: int) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "ambre.toml"
            path.write_text(text_of(start(chance)), encoding="utf-8")
            campaign, file, _ = read_campaign_file(path)
            keeper = FileKeeper(path, campaign, file)
            heads: dict[int, str] = {}
            for _ in range(steps):
                head = head_of(path)
                command = command_for(campaign, chance)
                if isinstance(command, (Undo, Redo)):
                    continue
                try:
                    order = Order(command, faces_for(campaign, command, chance), EVENING)
                except Refusal:
                    continue
                kept = keeper.keep(order)
                assert kept.refusal is None or kept.refusal.code != "not_patched"
                campaign = kept.campaign
                if kept.refusal is None:
                    heads.setdefault(campaign.log[-1].beat, head)
            assert same(read_campaign_file(path)[0].tree, campaign.tree)
            done = history(campaign.log).done
            for story in reversed(done):
                kept = keeper.keep(Order(Undo(), {}, EVENING))
                assert kept.refusal is None, en(kept.refusal.message)
                assert head_of(path) == heads[story[0].beat]
            for _ in done:
                kept = keeper.keep(Order(Redo(), {}, EVENING))
                assert kept.refusal is None, en(kept.refusal.message)
            assert as_before(read_campaign_file(path)[0], campaign)


def head_of(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text.partition("[[log]]")[0].rstrip("\n")
