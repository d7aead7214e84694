"""Whatever is played in rounds: each step is sound and told, a beat taken back leaves no trace and can be put back."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import evenings
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import EVENING, as_before, campaign_of, en, is_safe, offers, order, reread
from playing_pot import table

from tracker.core.campaign import Campaign
from tracker.core.draft import Step
from tracker.core.edits import apply_edits
from tracker.core.history import history
from tracker.core.refusal import Refusal
from tracker.core.tree import same
from tracker.i18n.say import say
from tracker.rules.check import checked_campaign, has_errors
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock
from tracker.rules.common.notes import AddNote
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.pot.first_test import first_test
from tracker.rules.pot.rounds import EndRound, StartRound
from tracker.rules.pot.system import SYSTEM
from tracker.rules.pot.taking_turns import EndTurn, GiveTurn, Split
from tracker.rules.pot.turns import on_turn
from tracker.rules.said import said
from tracker.rules.table import apply, deed_for, open_beat
from tracker.store.campaign_file import read_campaign_file
from tracker.store.file_keeper import FileKeeper
from tracker.store.session import Order

CHANCES = st.integers(0, 2**64 - 1).map(Random)
CAMPAIGN = Path(__file__).parents[2] / "campaigns" / "basse-ville.toml"
RULES: list[dict[str, Any]] = [
    {},
    {"untrained_dice": 0, "free_die_alone": True},
    {"free_die_over_cap": False, "max_rerolls": 1},
    {"all_ones_fail": True, "bets_force_bets": False, "stress_full": "clear"},
]


def start(chance: Random) -> Campaign:
    """Give a table to begin with."""
    characters = {
        "mira": {"counters": {"or": {"name": "Or", "value": 3, "max": 6}}, "ra": 2, "uses": {"tir": 1}},
        "loup": {"stress": 3, "condition": "trempé", "present": chance.random() < 0.8},
    }
    return table(characters, rules=chance.choice(RULES))


def command_for(campaign: Campaign, chance: Random) -> Command:
    """Give a command somebody could want now, with answers as the panels offer them; it may still be refused."""
    if campaign.log and campaign.log[-1].event == "undo" and chance.random() < 0.6:
        return chance.choice([Undo(), Redo()])
    _, offered = open_beat(campaign)
    if offered and chance.random() < 0.7:
        command = chance.choice(offered).command
    elif chance.random() < 0.5:
        command = chance.choice(SYSTEM.menu(campaign)).command
    else:
        command = chance.choice(_MAKERS)(campaign, chance)
    return evenings.answered(campaign, command, chance)


def _who(campaign: Campaign, chance: Random) -> str:
    return chance.choice([*campaign.characters, on_turn(campaign) or "ghost"])


def _test(campaign: Campaign, chance: Random) -> Command:
    reserve = chance.choice([None, "ra", "rr", "conditional"])
    command = first_test(campaign, _who(campaign, chance), reserve)
    if command is None:
        return StartRound()
    return replace(command, diff=chance.randint(0, 12), bets=chance.randint(0, 3), spend=chance.randint(0, 3))


_MAKERS: list[Callable[[Campaign, Random], Command]] = [
    *[_test] * 8,
    lambda c, r: SYSTEM.command("roll", c, _who(c, r)) or StartRound(),
    lambda c, r: StartRound(),
    lambda c, r: Split(who=_who(c, r), ra=r.randint(0, 5)),
    lambda c, r: EndTurn(who=_who(c, r), conditional=r.random() < 0.5, when=r.choice(evenings.WORDS)),
    lambda c, r: GiveTurn(who=_who(c, r)),
    lambda c, r: EndRound(keep={_who(c, r): r.choice(["ra", "rr", "none"])}),
    lambda c, r: Adjust(who=_who(c, r), path=r.choice([("ra",), ("rr",), ("stress",)]), by=r.choice([1, -1])),
    lambda c, r: EditCharacter(who=_who(c, r)),
    lambda c, r: AddCharacter(name=r.choice(evenings.WORDS)),
    lambda c, r: RemoveCharacter(who=_who(c, r)),
    lambda c, r: Move(id=_who(c, r), after=None),
    lambda c, r: AddClock(name="x"),
    lambda c, r: AddNote(words=r.choice(evenings.WORDS)),
    lambda c, r: EndScene(),
    lambda c, r: StartSession(),
    lambda c, r: Undo(),
    lambda c, r: Undo(),
]


def step(campaign: Campaign, command: Command, chance: Random) -> Step | None:
    """Carry a command out with random faces; None where it is refused."""
    try:
        return apply(campaign, command, evenings.faces_for(campaign, command, chance), EVENING)
    except Refusal:
        return None


def check_round(campaign: Campaign) -> None:
    """Check what holds of every round, whatever was done (rules/pot.md)."""
    now = on_turn(campaign)
    assert now == "" or (now in campaign.characters and campaign.characters[now].present)
    assert sorted(SYSTEM.order(campaign)) == sorted(campaign.characters)
    for pc in campaign.characters.values():
        assert pc.ra + pc.rr <= 2 * pc.pot
        assert pc.conditional in {0, 1}
        assert not (pc.conditional and campaign.table.phase == "none")


@given(CHANCES, st.integers(1, 30))
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
        assert order(campaign_of(made.campaign.tree)) == order(made.campaign)
        assert campaign_of(made.campaign.tree).characters == made.campaign.characters
        assert not has_errors(checked_campaign(made.campaign.tree)[1])
        if made.entry.odds:
            assert sum(map(Fraction, made.entry.odds.values())) == 1
            assert made.entry.outcome in made.entry.odds
        line = said(made.campaign, made.entry)
        for text in (line.what, *line.details, *([line.outcome] if line.outcome else [])):
            assert is_safe(say(text, "en"))
            assert is_safe(say(text, "fr"))
        campaign = made.campaign
        offers(campaign)
        if not any(isinstance(entry.event, str) and entry.roll == "edit_character" for entry in campaign.log):
            check_round(campaign)


@given(CHANCES, st.integers(1, 30))
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
        path = Path(folder) / "b.toml"
        path.write_bytes(CAMPAIGN.read_bytes())
        campaign, file, _ = read_campaign_file(path)
        known = len(history(campaign.log).done)
        keeper = FileKeeper(path, campaign, file)
        head = path.read_text("utf-8").partition("[[log]]")[0]
        for _ in range(steps):
            command = command_for(campaign, chance)
            if isinstance(command, (Undo, Redo)):
                continue
            try:
                kept = keeper.keep(Order(command, evenings.faces_for(campaign, command, chance), EVENING))
            except Refusal:
                continue
            assert kept.refusal is None or kept.refusal.code != "not_patched"
            campaign = kept.campaign
        for _ in range(len(history(campaign.log).done) - known):
            kept = keeper.keep(Order(Undo(), {}, EVENING))
            assert kept.refusal is None, en(kept.refusal.message)
        assert path.read_text("utf-8").partition("[[log]]")[0] == head
