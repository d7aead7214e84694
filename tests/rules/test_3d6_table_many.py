"""Actions of the group and long tasks at the table (3D6)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from playing import asked, do, en, filled, offers, options, put, refused, take, told
from playing_3d6 import chances, known, play, stakes, table

from tracker.core.campaign import Campaign
from tracker.rules.common.characters import RemoveCharacter
from tracker.rules.common.clocks import AddClock, RemoveClock, TickClock
from tracker.rules.common.takeback import Undo
from tracker.rules.systeme_3d6.choose import Choose, StepConsequence
from tracker.rules.systeme_3d6.commands import RollGroup, RollLong, RollTest
from tracker.rules.systeme_3d6.reroll import Reroll
from tracker.rules.table import needs

ALL = RollGroup(quality="costaud", difficulty=2)
RAFT = RollLong(who="ficelle", quality="costaud", clock="radeau")


def rolled(campaign: Campaign, **faces: tuple[int, ...]) -> Campaign:
    """Have all roll: Ficelle 3, Diane 1, Gribouille 4; failures unless something else is said."""
    return play(campaign, ALL, **{"ficelle": (6, 5, 4), "diane": (6, 5, 4), "gribouille": (6, 5, 5), **faces})


class TestGroup:
    """3D6, Actions de groupe: everybody present rolls against one difficulty; more than half must succeed."""

    def test_everybody_present_and_in_the_scene(self) -> None:
        assert [pool.name for pool in needs(table(), ALL)] == ["ficelle", "diane", "gribouille"]
        absent = table({"diane": {"present": False}, "ficelle": {"taken_out": True}})
        assert [pool.name for pool in needs(absent, ALL)] == ["gribouille"]
        assert list(options(absent, ALL, "members")) == ["ficelle", "gribouille"]

    def test_nobody_is_no_group(self) -> None:
        absent = table({id: {"taken_out": True} for id in ("ficelle", "diane", "gribouille")})
        assert refused(absent, ALL) == "no_members"

    def test_each_with_her_own_quality_and_modifiers(self) -> None:
        command: Any = ALL
        for name, value in (
            ("qualities.diane", "malin"),
            ("advantages.ficelle", ("talent:grimper",)),
            ("disadvantages.gribouille", ("ground",)),
        ):
            command = put(table(), command, name, value)
        assert [pool.count for pool in needs(table(), command)] == [4, 3, 2]
        after = play(table(), command, ficelle=(1, 2, 5, 6), diane=(5, 5, 6), gribouille=(1, 5))
        line = told(after)
        assert "group · Medium | ALL SUCCEED | 2 of 3 succeed" in line
        assert "Diane, Clever 5: 5 5 6, succeeds" in line
        assert "Ficelle: 4 dice, advantage: talent: grimper" in line
        assert "Gribouille, Tough 4: 1 5, a choice" in line

    def test_a_quality_for_all_takes_the_place_of_the_single_ones(self) -> None:
        own: Any = put(table(), ALL, "qualities.diane", "malin")
        assert put(table(), own, "quality", "mignon").qualities == {}

    def test_who_takes_part_may_be_chosen(self) -> None:
        two: Any = put(table(), ALL, "members", ("gribouille", "ficelle"))
        assert [pool.name for pool in needs(table(), two)] == ["ficelle", "gribouille"]
        assert "qualities.diane" not in asked(table(), two)

    def test_odds_with_and_without_paying(self) -> None:
        two = replace(ALL, members=("ficelle", "gribouille"))
        alone = Fraction(1, 2) * Fraction(20, 27)
        assert chances(table(), two) == {"success": alone, "failure": 1 - alone}
        assert "if every choice is paid for: 84.3%" in known(table(), two)
        assert "Gribouille, 3 dice: 74.1%" in known(table(), two)

    @pytest.mark.parametrize(
        ("faces", "outcome"),
        [
            ({"ficelle": (1, 2, 6), "gribouille": (1, 2, 6)}, "success"),
            ({"ficelle": (1, 2, 6)}, "failure"),
            ({}, "failure"),
        ],
    )
    def test_majority(self, faces: dict[str, tuple[int, ...]], outcome: str) -> None:
        assert rolled(table(), **faces).log[-1].outcome == outcome

    def test_half_is_a_failure(self) -> None:
        two = replace(ALL, members=("ficelle", "gribouille"))
        after = play(table(), two, ficelle=(1, 1, 6), gribouille=(5, 5, 6))
        assert after.log[-1].outcome == "failure"

    def test_each_member_chooses_whether_she_pays(self) -> None:
        after = rolled(table(), ficelle=(1, 2, 6), gribouille=(1, 5, 6))
        assert list(offers(after)) == ["a", "r", "n"]
        assert en(offers(after)["a"].label) == "Gribouille succeeds with complications"
        assert en(offers(after)["a"].note) == "1 → 2 of 3"
        after = take(after, "a", complications="une tuile tombe", clock="renard")
        assert told(after).startswith("succeeds with complications: une tuile tombe | ALL SUCCEED | 2 of 3 succeed")
        assert (after.log[-1].outcome, after.log[-1].who, filled(after, "renard")) == ("success", "gribouille", 2)
        assert refused(after, Choose(beat=1, hand=2)) == "cannot_pay"

    @pytest.mark.parametrize(("hand", "code"), [(0, "cannot_pay"), (1, "cannot_pay"), (3, "bad_hand")])
    def test_only_who_has_the_choice(self, hand: int, code: str) -> None:
        after = rolled(table(), ficelle=(1, 2, 6), gribouille=(1, 5, 6))
        assert refused(after, Choose(beat=1, hand=hand)) == code

    def test_rerolls_of_each(self) -> None:
        after = rolled(table(), ficelle=(1, 2, 6), gribouille=(1, 5, 6))
        after = do(after, Reroll(beat=1, hand=2, die=1), 3)
        assert after.log[-1].outcome == "success"
        assert after.log[-1].result["passed"] == 2
        assert "Gribouille: 1 3 6, 2 successes | 2 of 3 succeed" in told(after)

    def test_the_note_of_a_reroll_says_what_it_means_for_all(self) -> None:
        after = rolled(table(), ficelle=(1, 2, 6), gribouille=(1, 5, 6))
        notes = options(after, offers(after)["r"].command, "place")
        assert en(notes[2, 1].note) == "all succeed: 66.7%"
        assert en(notes[1, 0].note) == "one more success: 16.7%"

    def test_who_has_paid_rolls_no_more(self) -> None:
        after = take(rolled(table(), gribouille=(1, 5, 6)), "a")
        assert refused(after, Reroll(beat=1, hand=2, die=1)) == "settled"

    def test_every_triple_is_announced(self) -> None:
        after = rolled(table(), diane=(6, 6, 6), ficelle=(2, 2, 2))
        assert "Diane: TRIPLE 6" in told(after)
        after = take(after, "t", words="un hibou")
        after = take(after, "t", words="une fleur")
        assert "t" not in offers(after)

    def test_who_leaves_meanwhile_has_no_choice(self) -> None:
        after = do(rolled(table(), gribouille=(1, 5, 6)), RemoveCharacter(who="gribouille"))
        assert refused(after, Choose(beat=1, hand=2)) == "nobody"


def done(campaign: Campaign) -> int:
    """Give the count of the last entry about a task."""
    task: Any = campaign.log[-1].result["task"]
    return int(task["done"])


class TestLong:
    """3D6, Tâches longues: a clock takes successes, a step of time goes by."""

    def test_the_successes_fill_the_clock_and_a_step_is_used(self) -> None:
        after = do(table(), RAFT, 1, 2, 6)
        clock = after.clocks["radeau"]
        assert (clock.filled, clock.rolls_used) == (2, 1)
        line = told(after)
        assert line.startswith("Radeau · Tough 3 | 2 SUCCESSES | 2 successes of 8 | step 1 of 3 (une heure each)")
        assert "Radeau 0 → 2/8" in line

    def test_no_success_adds_nothing_but_the_step(self) -> None:
        clock = do(table(), RAFT, 4, 5, 6).clocks["radeau"]
        assert (clock.filled, clock.rolls_used) == (0, 1)

    def test_what_is_beyond_the_target_stays_in_the_count(self) -> None:
        after = do(table({}, {"radeau": {"filled": 7}}), RAFT, 1, 2, 3)
        assert after.clocks["radeau"].filled == 8
        assert done(after) == 10
        assert "10 successes of 8" in told(after)
        assert "THE TASK IS COMPLETE" in told(after)
        assert "Radeau is full" in told(after)

    def test_time_is_shown_before_the_roll(self) -> None:
        assert "step 1 of 3 (une heure each)" in known(table(), RAFT)
        assert stakes(table(), RAFT) == {"task complete": "impossible"}
        assert "in the time left, alone: 2%" in known(table(), RAFT)

    def test_time_is_up(self) -> None:
        after = do(table({}, {"radeau": {"rolls_used": 2}}), RAFT, 1, 2, 6)
        assert "TIME IS UP" in told(after)
        assert en(offers(after)["e"].blocked) == "time is up"
        assert refused(after, RAFT) == "time_is_up"

    def test_complete_in_the_last_step_is_in_time(self) -> None:
        after = do(table({}, {"radeau": {"rolls_used": 2, "filled": 6}}), RAFT, 1, 2, 6)
        assert "TIME IS UP" not in told(after)

    def test_a_complete_task_takes_no_roll(self) -> None:
        assert refused(table({}, {"radeau": {"filled": 8}}), RAFT) == "already_complete"

    def test_several_share_a_step(self) -> None:
        after = do(table(), RAFT, 1, 2, 6)
        joining: Any = offers(after)["j"].command
        assert list(options(after, joining, "who")) == ["diane", "gribouille"]
        assert "in the same step of time" in known(after, joining)
        after = do(after, replace(joining, who="gribouille", quality="costaud"), 1, 1, 1)
        assert (filled(after, "radeau"), after.clocks["radeau"].rolls_used) == (5, 1)
        assert {entry.beat for entry in after.log} == {1}
        assert "r" in offers(after)
        assert do(after, Undo()).clocks["radeau"].filled == 0

    def test_somebody_else_brings_her_own_quality(self) -> None:
        joining = offers(do(table(), RAFT, 1, 2, 6))["j"].command
        changed: Any = put(table(), joining, "who", "gribouille")
        assert (changed.who, changed.quality) == ("gribouille", "costaud")

    def test_once_in_a_step(self) -> None:
        after = do(table(), RAFT, 1, 2, 6)
        assert refused(after, replace(RAFT, beat=1)) == "rolled_already"

    def test_who_shares_the_step_that_completes_it_counts_too(self) -> None:
        after = do(table({}, {"radeau": {"filled": 6}}), RAFT, 1, 2, 6)
        assert "j" not in offers(after)
        after = do(after, RollLong(who="diane", quality="malin", beat=1), 1, 2, 6)
        assert filled(after, "radeau") == 8
        assert done(after) == 10

    def test_relays_use_a_step_each(self) -> None:
        after = do(table(), RAFT, 1, 2, 6)
        following: Any = offers(after)["e"].command
        relay = replace(following, who="diane", quality="malin")
        after = do(after, relay, 1, 2, 6)
        assert after.log[-1].beat == 2
        assert after.clocks["radeau"].rolls_used == 2

    def test_a_reroll_adds_its_success_at_once(self) -> None:
        after = take(do(table(), RAFT, 1, 2, 6), "c", 3)
        assert filled(after, "radeau") == 3
        assert after.clocks["radeau"].rolls_used == 1
        assert "3 successes of 8" in told(after)
        after = take(do(table(), RAFT, 1, 2, 6), "c", 5)
        assert filled(after, "radeau") == 2

    def test_nobody_rolls_again_for_what_is_complete(self) -> None:
        after = do(table({}, {"radeau": {"filled": 7}}), RAFT, 1, 5, 6)
        assert list(offers(after)) == ["k", "n"]
        assert refused(after, Reroll(beat=1, die=1)) == "settled"

    def test_a_consequence_hangs_on_the_step(self) -> None:
        after = take(do(table(), RAFT, 1, 2, 6), "k", consequence="l’eau monte", clock="renard", ticks=2)
        assert told(after) == "consequence of the step: l’eau monte | Renard 1 → 3/4"
        assert "k" not in offers(after)
        assert refused(after, StepConsequence(beat=1, consequence="x")) == "settled"

    def test_the_next_step_proposes_the_same_consequence(self) -> None:
        after = take(do(table(), RAFT, 1, 2, 6), "k", consequence="l’eau monte", clock="renard")
        after = do(after, RAFT, 1, 2, 6)
        proposed: Any = offers(after)["k"].command
        assert (proposed.consequence, proposed.clock, proposed.beat) == ("l’eau monte", "renard", 3)

    @pytest.mark.parametrize(
        ("choice", "code"),
        [({}, "empty_note"), ({"clock": "ghost"}, "no_clock"), ({"clock": "renard", "ticks": 0}, "bad_ticks")],
    )
    def test_refused_consequence(self, choice: dict[str, Any], code: str) -> None:
        assert refused(do(table(), RAFT, 1, 2, 6), StepConsequence(beat=1, **choice)) == code

    def test_a_consequence_needs_a_step(self) -> None:
        after = do(table(), RollTest(who="ficelle", quality="costaud"), 4, 5, 6)
        assert refused(after, StepConsequence(beat=1, consequence="x")) == "no_task"
        assert refused(after, replace(RAFT, beat=1)) == "no_task"

    def test_a_new_task_with_its_first_roll(self) -> None:
        new: Any = put(table(), RAFT, "clock", "")
        assert list(asked(table(), new))[1:7] == ["clock", "task", "size", "roll_length", "max_rolls", "who"]
        assert refused(table(), new) == "no_task"
        new = replace(new, task="Le grenier", size=30, roll_length="une nuit", max_rolls=5)
        assert "long tasks usually need 4 to 20 successes" in known(table(), new)
        after = do(table(), new, 1, 2, 6)
        clock = after.clocks["le_grenier"]
        assert (clock.kind, clock.size, clock.filled, clock.rolls_used) == ("task", 30, 2, 1)
        assert (clock.roll_length, clock.max_rolls) == ("une nuit", 5)
        assert "Le grenier · Tough 3" in told(after)
        assert do(after, Undo()).tree == table().tree

    @pytest.mark.parametrize(
        ("choice", "code"),
        [
            ({"clock": "ghost"}, "no_clock"),
            ({"clock": "renard"}, "no_task"),
            ({"who": "ghost"}, "nobody"),
            ({"clock": "", "task": "x", "size": 0}, "bad_target"),
            ({"clock": "", "task": "x", "size": 101}, "bad_target"),
            ({"clock": "", "task": "x", "max_rolls": 0}, "bad_value"),
        ],
    )
    def test_refused(self, choice: dict[str, Any], code: str) -> None:
        assert refused(table(), replace(RAFT, **choice), 1, 2, 6) == code

    def test_a_task_that_is_gone_leaves_nothing_to_do(self) -> None:
        after = do(do(table(), RAFT, 1, 2, 6), RemoveClock(clock="radeau"))
        assert refused(after, Reroll(beat=1, die=2)) == "no_clock"

    def test_ticks_by_hand_meanwhile_count(self) -> None:
        after = do(do(table(), RAFT, 1, 2, 6), TickClock(clock="radeau", by=2))
        after = do(after, Reroll(beat=1, die=2), 1)
        assert done(after) == 5

    def test_a_new_clock_of_this_kind_is_asked_for_its_time(self) -> None:
        task = AddClock(name="Grange", kind="task", roll_length="une heure", max_rolls=4)
        assert {"roll_length", "max_rolls"} <= set(asked(table(), task))
        assert "max_rolls" not in asked(table(), AddClock(name="Grange"))
        clock = do(table(), task).clocks["grange"]
        assert (clock.roll_length, clock.max_rolls) == ("une heure", 4)
        assert do(table(), replace(task, kind="danger")).clocks["grange"].max_rolls is None

    def test_a_hidden_task_is_named_in_all_that_follows_it(self) -> None:
        after = take(do(table(), RAFT, 1, 2, 6), "k", consequence="x")
        after = do(after, Reroll(beat=1, die=2), 6)
        assert all("clocks.radeau" in entry.names for entry in after.log)
