"""One beat, one undo (product.md, 1; demand 6)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from playing import as_before, campaign_of, do, encoded, offers, refused, reread, roll, table, take, told, who

from tracker.core.campaign import Campaign, edited
from tracker.core.edits import SetValue
from tracker.core.history import history, struck
from tracker.core.tree import same
from tracker.rules.charge.growth import Milestone, TakeTalent
from tracker.rules.charge.other_rolls import Flashback, Fortune
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move, SetVisibility
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, ResolveClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote, StrikeLine
from tracker.rules.common.sessions import CloseBeat, EndScene, EndSession, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command


def whole_beat(campaign: Campaign) -> Campaign:
    """Play a beat with everything in it: tension, assist, determination, stress, condition, ticks."""
    campaign = roll(
        campaign, "partial", boost="tension", price="danger", price_clock="alerte", helper="bohort", clock="coffre"
    )
    campaign = take(campaign, "v", on="both")
    campaign = take(campaign, "d", 4, 2, spend=2)
    campaign = take(campaign, "s")
    campaign = take(campaign, "c", words="essoufflée")
    return take(campaign, "c", words="sonné")


COMMANDS: list[Command] = [
    Adjust(who="aicha", path=("initiative",), by=1),
    Adjust(who="naila", path=("stress",), by=1),
    TickClock(clock="alerte", by=4),
    AddClock(name="N", after="alerte"),
    EditClock(clock="coffre", values={"name": "Malle", "note": "x\ny"}),
    RemoveClock(clock="alerte"),
    Condition(who="aicha", words="x"),
    Recover(who="bohort", clear=2, words="mieux"),
    AddCharacter(name="Zoé", after="aicha"),
    EditCharacter(who="naila", values={"ties.+": "x", "actions.sway": 1, "counters.+.name": "Or"}),
    RemoveCharacter(who="aicha"),
    RemoveCharacter(who="naila"),
    Move(section="characters", id="naila", after=None),
    Move(section="clocks", id="alerte", after="coffre"),
    SetVisibility(clock="alerte"),
    SetVisibility(who="aicha"),
    AddNote(words="x"),
    StrikeLine(about=1),
    StartSession(),
    EndSession(),
    EndScene(),
    Milestone(),
    TakeTalent(who="bohort", action="sway"),
    Flashback(who="aicha", cost=2),
]


class TestEveryCommand:
    """Demand 6: every action that changes the campaign can be taken back; the state is then what it was."""

    def start(self) -> Campaign:
        characters = {
            "bohort": {"stress": 2, "milestones": 1, "taken_out": True},
            "naila": {"stress": 3, "condition": "main brûlée"},
        }
        clocks = {"dette": {"name": "Dette", "kind": "project", "owner": "aicha"}}
        return table(characters, clocks, table={"setups": [{"by": "aicha", "bonus": "effect"}]})

    @pytest.mark.parametrize("command", COMMANDS, ids=lambda c: type(c).__name__)
    def test_undo_and_redo(self, command: Command) -> None:
        before = self.start()
        after = do(before, command)
        back = do(reread(after), Undo())
        assert as_before(back, before)
        again = do(reread(back), Redo())
        assert as_before(again, after)
        assert as_before(do(reread(again), Undo()), before)

    def test_from_a_file_without_any_table(self) -> None:
        before = campaign_of({"format": 1, "system": "charge", "characters": {"a": {"name": "A"}}})
        after = roll(before, "full", who="a", purpose="effect", boost="tension")
        assert as_before(do(after, Undo()), before)
        first = campaign_of({"format": 1, "system": "charge"})
        for command in (AddCharacter(name="A"), AddClock(name="B"), StartSession()):
            added = do(first, command)
            assert as_before(do(added, Undo()), first)
            assert as_before(do(do(added, Undo()), Redo()), added)


class TestBeat:
    """A beat is a roll and all that follows from it."""

    def test_the_whole_beat_goes_at_once(self) -> None:
        before = table()
        after = whole_beat(before)
        assert len(after.log) == 6
        back = do(after, Undo())
        assert as_before(back, before)
        assert struck(back.log) == {1}
        assert len(back.log) == 7

    def test_half_a_beat_goes_too_and_its_offers_with_it(self) -> None:
        before = table()
        back = do(roll(before, "partial"), Undo())
        assert as_before(back, before)
        assert offers(back) == {}

    def test_redo_restores_it_with_the_same_faces(self) -> None:
        after = whole_beat(table())
        again = do(do(after, Undo()), Redo())
        assert as_before(again, after)
        assert struck(again.log) == frozenset()
        assert [entry.faces for entry in again.log[:6]] == [entry.faces for entry in after.log]

    def test_redo_of_half_a_beat_opens_its_offers_again(self) -> None:
        campaign = roll(table(), "partial", clock="coffre")
        again = do(do(campaign, Undo()), Redo())
        assert offers(again) == offers(campaign)
        settled = take(again, "w")
        assert settled.log[-1].beat == 1
        assert as_before(do(settled, Undo()), table())

    def test_a_closed_beat_stays_closed(self) -> None:
        campaign = do(roll(table(), "full"), CloseBeat(beat=1))
        assert offers(do(do(campaign, Undo()), Redo())) == {}

    def test_both_lines_say_what_changed(self) -> None:
        after = roll(table(), "full")
        back = do(after, Undo())
        assert told(back) == "taken back: line 1 | initiative 6 → 4"
        assert told(do(back, Redo())) == "put back: line 1 | initiative 4 → 6"
        assert back.log[-1].who_name == "Aïcha"


class TestOrder:
    """Undo goes back beat by beat, redo forward; a new action empties redo."""

    def test_nothing_to_take_back_or_put_back(self) -> None:
        assert refused(table(), Undo()) == "nothing_to_undo"
        assert refused(roll(table(), "full"), Redo()) == "nothing_to_redo"

    def test_the_start_is_never_passed(self) -> None:
        back = do(roll(table(), "full"), Undo())
        assert refused(back, Undo()) == "nothing_to_undo"

    def test_a_new_action_empties_redo(self) -> None:
        back = do(roll(table(), "full"), Undo())
        after = do(back, TickClock(clock="alerte"))
        assert refused(after, Redo()) == "nothing_to_redo"

    def test_a_refused_action_leaves_redo(self) -> None:
        back = do(roll(table(), "full"), Undo())
        refused(back, TickClock(clock="ghost"))
        assert who(do(back, Redo())).initiative == 6

    def test_one_press_takes_back_what_the_status_line_named(self) -> None:
        campaign = do(roll(table(), "full"), TickClock(clock="alerte"))
        assert refused(campaign, Undo(target=1)) == "other_beat"
        assert as_before(do(campaign, Undo(target=2)), roll(table(), "full"))

    def test_a_beat_taken_back_cannot_be_followed_up(self) -> None:
        campaign = roll(table(), "bad")
        command = offers(campaign)["s"].command
        back = do(campaign, Undo())
        assert refused(back, command) == "beat_gone"
        assert refused(back, AddNote(words="x", beat=77)) == "beat_gone"

    def test_a_part_of_a_beat_is_never_taken_back(self) -> None:
        """The log may have been read from its end only."""
        campaign = whole_beat(table())
        part = replace(campaign, log=campaign.log[2:], log_complete=False)
        assert refused(part, Undo()) == "nothing_to_undo"
        later = do(part, TickClock(clock="alerte"))
        assert as_before(do(later, Undo()), campaign)
        assert refused(do(later, Undo()), Undo()) == "nothing_to_undo"

    def test_two_hundred_steps_and_back(self) -> None:
        states = [table()]
        for n in range(200):
            by = 1 if n % 4 < 2 else -1
            states.append(do(states[-1], Adjust(who=("aicha", "bohort")[n % 2], path=("initiative",), by=by)))
        campaign = states[-1]
        for before in reversed(states[:-1]):
            campaign = do(campaign, Undo())
            assert same(campaign.tree, before.tree)
        for after in states[1:]:
            campaign = do(campaign, Redo())
            assert same(campaign.tree, after.tree)

    def test_mixed_undo_redo_and_new_actions(self) -> None:
        chance = random.Random(3)
        campaign = table()
        done: list[Campaign] = [campaign]
        undone: list[Campaign] = []
        for _ in range(300):
            what = chance.random()
            if what < 0.35 and len(done) > 1:
                undone.append(done.pop())
                campaign = do(campaign, Undo())
            elif what < 0.5 and undone:
                done.append(undone.pop())
                campaign = do(campaign, Redo())
            else:
                undone.clear()
                campaign = do(campaign, Adjust(who="aicha", path=("initiative",), by=1))
                done.append(campaign)
            assert same(campaign.tree, done[-1].tree)
        story = history(campaign.log)
        assert (len(story.done), len(story.undone)) == (len(done) - 1, len(undone))


class TestConflict:
    """Field notes: undo took back another person's edit. A value changed outside is not overwritten."""

    def outside(self, campaign: Campaign, path: tuple[str, ...], value: Any) -> Campaign:
        return edited(campaign, (SetValue(path, value),))

    def test_a_changed_text_is_refused_by_name(self) -> None:
        campaign = do(table(), Condition(who="aicha", words="trempée"))
        campaign = self.outside(campaign, ("characters", "aicha", "condition"), "sèche")
        assert refused(campaign, Undo()) == "conflict"

    def test_of_a_changed_number_only_the_difference_is_taken_back(self) -> None:
        campaign = self.outside(roll(table(), "full"), ("characters", "aicha", "initiative"), 9)
        assert who(campaign).initiative == 9
        assert who(do(campaign, Undo())).initiative == 7  # 9, less the 2 that the roll had earned
        assert who(do(do(campaign, Undo()), Redo())).initiative == 9

    def test_a_value_beside_it_is_kept(self) -> None:
        campaign = self.outside(roll(table(), "full"), ("characters", "aicha", "stress"), 3)
        after = do(campaign, Undo())
        assert (who(after).initiative, who(after).stress) == (4, 3)

    def test_a_removed_table_is_a_conflict(self) -> None:
        campaign = roll(table(), "full")
        tree = {k: v for k, v in campaign.tree.items() if k != "characters"}
        assert refused(replace(campaign_of(tree), log=campaign.log), Undo()) == "conflict"

    def test_redo_is_refused_too(self) -> None:
        back = do(do(table(), Condition(who="aicha", words="trempée")), Undo())
        assert refused(self.outside(back, ("characters", "aicha", "condition"), "sèche"), Redo()) == "conflict"

    def test_a_table_made_by_the_beat_keeps_what_somebody_else_put_there(self) -> None:
        before = table()
        campaign = roll(before, "full", purpose="effect")
        campaign = self.outside(campaign, ("table", "weather"), "pluie")
        after = do(campaign, Undo())
        assert after.tree["table"] == {"weather": "pluie"}

    def test_a_clock_added_and_changed_in_one_beat(self) -> None:
        before = table()
        campaign = do(before, AddClock(name="N"))
        campaign = do(campaign, TickClock(clock="n", by=2, beat=1))
        assert as_before(do(campaign, Undo()), before)
        assert as_before(do(do(campaign, Undo()), Redo()), campaign)

    def test_a_clock_changed_and_taken_off_in_one_beat(self) -> None:
        before = table()
        campaign = do(before, TickClock(clock="alerte", by=4))
        campaign = do(campaign, ResolveClock(clock="alerte", beat=1))
        assert as_before(do(campaign, Undo()), before)
        assert as_before(do(do(campaign, Undo()), Redo()), campaign)


class TestFaces:
    """Faces that nothing asked for are not kept in silence."""

    @pytest.mark.parametrize("command", [Fortune(likelihood=1), TickClock(clock="alerte")])
    def test_they_are_refused(self, command: Command) -> None:
        assert refused(table(), command, 6, 6) == "bad_dice_count"


class TestRefusalsLeaveEverything:
    """A refused command changes nothing, whatever it had done before it was refused."""

    @pytest.mark.parametrize(("key", "answers"), [("c", {"clock": "ghost"}), ("d", {"spend": 9})])
    def test_in_the_middle_of_a_beat(self, key: str, answers: dict[str, Any]) -> None:
        campaign = roll(table(), "partial", clock="coffre")
        before = encoded(campaign)
        refused(campaign, replace(offers(campaign)[key].command, **answers))
        assert encoded(campaign) == before
        assert "s" in offers(campaign)
