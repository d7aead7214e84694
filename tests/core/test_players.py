"""What the players may see: a copy of the campaign with everything hidden taken out at the source, once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from playing import AICHA, do, roll, table, told
from shown_lines import SECRET, lines, seen

from tracker.core.campaign import Campaign
from tracker.core.entry import decode_entry
from tracker.core.players import for_players
from tracker.rules.charge.consequence import Consequence
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move, SetVisibility
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote, StrikeLine
from tracker.rules.common.takeback import Redo, Undo


class TestSheets:
    """Characters are always shown; what is private on a sheet never is."""

    def test_private_fields_and_unknown_keys_are_left_out(self) -> None:
        campaign = table({"aicha": {"notes": "N-secret", "unknown": "U-secret"}}, extra={"deep": {"key": "X-secret"}})
        assert "-secret" not in seen(campaign)

    def test_counters_are_shown_without_what_is_private_in_them(self) -> None:
        counter = {"name": "Renom", "value": 2, "when_full": "W-secret", "unknown": "U-secret"}
        shown = for_players(table({"aicha": {"counters": {"renom": counter}}}))
        assert shown.characters["aicha"].counters["renom"].value == 2
        assert "-secret" not in repr(shown)

    def test_hidden_condition_looks_like_none(self) -> None:
        hidden = table({"aicha": {"condition": "C-secret", "condition_visibility": "hidden"}})
        assert for_players(hidden) == for_players(table({"aicha": {"condition": ""}}))

    def test_house_rules_about_hiding_do_not_show(self) -> None:
        hiding = table(rules={"new_clock_visibility": "hidden", "secret_rolls": "announced"})
        assert for_players(hiding) == for_players(table(rules={}))


class TestClocks:
    """A clock is shown, shown by its name only, or not there at all."""

    def test_hidden_one_is_not_there(self) -> None:
        campaign = table(clocks={"traitre": SECRET})
        assert for_players(campaign) == for_players(table())
        assert "Traître" not in seen(campaign)

    def test_of_a_name_only_one_nothing_else_is_there(self) -> None:
        one = table(clocks={"traitre": {**SECRET, "visibility": "name", "owner": "aicha"}})
        other = table(clocks={"traitre": {"name": "Traître", "visibility": "name", "kind": "project", "size": 5}})
        assert for_players(one) == for_players(other)
        text = seen(one)
        assert "Traître" in text
        assert "97" not in text
        assert "83" not in text

    def test_id_does_not_tell_the_first_name(self) -> None:
        """An id is made from the first name and never changes; a clash shows in it too."""
        campaign = do(table(), AddClock(name="Trahison de Bohort", visibility="hidden"))
        campaign = do(campaign, EditClock(clock="trahison_de_bohort", values={"name": "Le pont"}))
        campaign = do(campaign, SetVisibility(clock="trahison_de_bohort"))
        campaign = do(campaign, TickClock(clock="trahison_de_bohort"))
        assert "Le pont 0 → 1/4" in lines(campaign)[-1]
        assert "trahison" not in seen(campaign).lower()

    def test_ids_have_no_gap(self) -> None:
        hidden = table(clocks={"a": SECRET, "b": {"name": "B"}, "a_2": {"name": "A"}})
        open_ = table(clocks={"b": {"name": "B"}, "a_2": {"name": "A"}})
        assert for_players(hidden) == for_players(open_)


class TestLines:
    """A log line is shown only if everything it names is shown."""

    def test_lines_about_a_hidden_clock(self) -> None:
        campaign = table(clocks={"traitre": SECRET})
        for command in (
            TickClock(clock="traitre", by=2),
            EditClock(clock="traitre", values={"name": "N2-secret", "note": "N3-secret"}),
            Move(section="clocks", id="traitre", after=None),
        ):
            campaign = do(campaign, command)
        campaign = do(campaign, AddNote(words="about it", about=1))
        campaign = do(campaign, StrikeLine(about=2))
        assert lines(campaign) == []
        assert lines(do(do(campaign, Undo()), Redo())) == []

    def test_roll_on_a_hidden_clock_and_what_follows(self) -> None:
        campaign = roll(table(clocks={"traitre": {**SECRET, "kind": "progress"}}), "partial", clock="traitre")
        campaign = do(campaign, Consequence(beat=1, kind="stress"))
        assert lines(campaign) == []

    def test_follow_up_on_a_hidden_clock_leaves_the_roll(self) -> None:
        campaign = roll(table(clocks={"traitre": SECRET}), "bad")
        plain = for_players(campaign)
        campaign = do(campaign, Consequence(beat=1, kind="complication", clock="traitre"))
        assert for_players(campaign) == plain

    def test_undo_of_a_beat_that_is_partly_hidden_strikes_what_was_shown(self) -> None:
        def evening(*, hidden: bool) -> Campaign:
            campaign = roll(table(clocks={"traitre": SECRET}), "bad")
            if hidden:
                campaign = do(campaign, Consequence(beat=1, kind="complication", clock="traitre"))
            return replace(do(campaign, Undo()), log_complete=True)

        plain, busy = for_players(evening(hidden=False)), for_players(evening(hidden=True))
        assert [entry.event for entry in busy.log] == ["roll", "undo"]
        assert replace(busy.log[1], at=plain.log[1].at) == plain.log[1]

    def test_answer_that_could_have_been_a_hidden_clock(self) -> None:
        """The panel keeps the clock that was chosen before the price was another one."""
        campaign = roll(table(clocks={"traitre": SECRET}), "bad", boost="tension", price="story", price_clock="traitre")
        assert len(lines(campaign)) == 1
        assert "traitre" not in seen(campaign)

    def test_a_place_behind_a_hidden_clock(self) -> None:
        campaign = do(table(clocks={"traitre": SECRET}), AddClock(name="Neuve", after="traitre"))
        assert len(lines(campaign)) == 1
        assert "traitre" not in seen(campaign)

    def test_private_edits_leave_no_line(self) -> None:
        campaign = do(table(), EditCharacter(who="aicha", values={"notes": "N-secret"}))
        campaign = do(campaign, EditClock(clock="alerte", values={"note": "N-secret", "when_full": "W-secret"}))
        assert for_players(campaign) == for_players(table())

    def test_of_an_edit_only_what_is_public(self) -> None:
        values = {"notes": "N-secret", "player": "Zoé"}
        campaign = do(table(), EditCharacter(who="aicha", values=values))
        assert "Zoé" in lines(campaign)[0]
        assert "-secret" not in seen(campaign)

    def test_line_hidden_by_hand_with_what_follows_and_what_is_about_it(self) -> None:
        campaign = do(roll(table(), "bad"), Consequence(beat=1, kind="stress"))
        campaign = do(campaign, AddNote(words="about it", about=1))
        assert len(lines(campaign)) == 3
        hidden = do(campaign, SetVisibility(about=1))
        assert lines(hidden) == []
        assert len(lines(do(hidden, SetVisibility(about=1)))) == 3
        assert len(lines(do(hidden, Undo()))) == 3

    def test_numbers_have_no_gap(self) -> None:
        campaign = table(clocks={"traitre": SECRET})
        for clock in ("alerte", "traitre", "traitre", "alerte"):
            campaign = do(campaign, TickClock(clock=clock))
        shown = for_players(campaign)
        assert [(entry.n, entry.beat) for entry in shown.log] == [(1, 1), (2, 2)]
        note = do(campaign, AddNote(words="so", about=4))
        assert told(for_players(note)) == "about line 2: so"

    def test_count_of_changes_counts_only_what_is_shown(self) -> None:
        values = dict.fromkeys(("player", "concept", "appearance", "notes"), "x")
        campaign = do(table(), EditCharacter(who="aicha", values=values))
        assert "more" not in lines(campaign)[0]

    def test_seed_and_places_are_left_out(self) -> None:
        campaign = roll(table())
        seeded = replace(campaign, log=(replace(campaign.log[0], seed=4711, text="T-secret", after="traitre"),))
        assert for_players(seeded) == for_players(campaign)


class TestThen:
    """What was hidden when a line was written stays out of it, also when the thing is shown later."""

    def test_time_when_it_was_hidden(self) -> None:
        campaign = do(table(clocks={"traitre": SECRET}), TickClock(clock="traitre"))
        campaign = do(campaign, SetVisibility(clock="traitre"))
        assert lines(campaign) == []
        campaign = do(campaign, TickClock(clock="traitre"))
        assert lines(campaign) == ["by hand | Traître 84 → 85/97"]

    def test_lines_come_back_with_a_clock_that_was_shown_then(self) -> None:
        campaign = do(table(), TickClock(clock="alerte"))
        for count in (0, 0, 1):
            campaign = do(campaign, SetVisibility(clock="alerte"))
            assert len(lines(campaign)) == count

    def test_name_only_now_shows_no_change_of_before(self) -> None:
        campaign = do(do(table(), TickClock(clock="alerte")), SetVisibility(clock="alerte"))
        assert for_players(campaign).log == ()

    def test_name_it_had_while_hidden(self) -> None:
        campaign = do(table(clocks={"traitre": SECRET}), EditClock(clock="traitre", values={"name": "Le pont"}))
        campaign = do(do(campaign, SetVisibility(clock="traitre")), TickClock(clock="traitre"))
        assert "Traître" not in seen(campaign)
        assert "Le pont" in seen(campaign)

    def test_condition_it_had_while_hidden(self) -> None:
        campaign = do(table(), SetVisibility(who="aicha"))
        campaign = do(campaign, Condition(who="aicha", words="C-secret"))
        campaign = do(campaign, Recover(who="aicha", words="R-secret"))
        assert "-secret" not in seen(campaign)
        campaign = do(campaign, SetVisibility(who="aicha"))
        assert "R-secret" in seen(campaign)
        assert "C-secret" not in seen(campaign)

    def test_text_that_was_hidden_afterwards_does_not_come_back(self) -> None:
        """Shown by mistake, hidden, rewritten and shown again: the log must not tell it."""
        campaign = do(table(), Condition(who="aicha", words="C-secret"))
        campaign = do(campaign, EditClock(clock="alerte", values={"name": "N-secret"}))
        for command in (
            SetVisibility(who="aicha"),
            Condition(who="aicha", words="lasse"),
            SetVisibility(who="aicha"),
            SetVisibility(clock="alerte"),
            SetVisibility(clock="alerte"),
            EditClock(clock="alerte", values={"name": "Le pont"}),
            SetVisibility(clock="alerte"),
        ):
            campaign = do(campaign, command)
        assert "lasse" in seen(campaign)
        assert "Le pont" in seen(campaign)
        assert "-secret" not in seen(campaign)

    def test_hidden_outside_in_one_save_with_other_changes(self) -> None:
        """An editor may show a clock and rename it at once: what it was called before stays hidden."""
        campaign = table(clocks={"traitre": {**SECRET, "name": "Le pont", "visibility": "shown"}})
        entry: dict[str, Any] = {
            "n": 1,
            "beat": 1,
            "at": roll(table()).log[0].at,
            "event": "outside",
            "names": {"clocks.traitre": "Le pont"},
            "changes": [
                {"path": "clocks.traitre.name", "from": "N-secret", "to": "Le pont"},
                {"path": "clocks.traitre.visibility", "from": "hidden", "to": "shown"},
            ],
        }
        campaign = replace(campaign, log=(decode_entry(entry),))
        assert for_players(campaign).log == ()
        assert "-secret" not in seen(campaign)


class TestGone:
    """What no longer exists counts as hidden, unless its removal was logged as shown."""

    def test_shown_clock_that_was_removed(self) -> None:
        campaign = do(do(table(), TickClock(clock="alerte")), RemoveClock(clock="alerte"))
        assert lines(campaign) == ["by hand | Alerte 2 → 3/…", "Alerte removed"]

    def test_hidden_clock_that_was_removed(self) -> None:
        campaign = do(table(clocks={"traitre": SECRET}), TickClock(clock="traitre"))
        campaign = do(campaign, RemoveClock(clock="traitre"))
        assert lines(campaign) == []

    def test_id_that_is_used_again(self) -> None:
        """The old lines of a hidden clock are not those of the new one."""
        campaign = do(table(clocks={"pont": {**SECRET, "name": "N-secret"}}), TickClock(clock="pont"))
        campaign = do(do(campaign, RemoveClock(clock="pont")), AddClock(name="Pont"))
        campaign = do(campaign, TickClock(clock="pont"))
        assert len(lines(campaign)) == 2
        assert "-secret" not in seen(campaign)

    def test_removal_taken_back_belongs_to_the_same_clock(self) -> None:
        campaign = do(do(table(), TickClock(clock="alerte")), RemoveClock(clock="alerte"))
        assert lines(do(campaign, Undo()))[0] == "by hand | Alerte 2 → 3/6"
        hidden = do(do(table(clocks={"t": SECRET}), TickClock(clock="t")), RemoveClock(clock="t"))
        assert lines(do(hidden, Undo())) == []

    def test_addition_taken_back(self) -> None:
        campaign = do(do(table(), AddClock(name="Neuve")), Undo())
        assert [entry.event for entry in for_players(campaign).log] == ["add", "undo"]
        assert lines(do(do(table(), AddClock(name="N-secret", visibility="hidden")), Undo())) == []

    def test_clocks_that_are_gone_are_counted_among_what_is_shown(self) -> None:
        campaign = table(clocks={"traitre": SECRET})
        for clock in ("traitre", "alerte"):
            campaign = do(do(campaign, TickClock(clock=clock)), RemoveClock(clock=clock))
        assert for_players(campaign).log[0].changes[0].path[1] == "gone_1"

    def test_vanished_from_the_file_without_a_line(self) -> None:
        campaign = do(table(clocks={"pont": {"name": "N-secret"}}), TickClock(clock="pont"))
        gone = replace(table(), log=campaign.log)
        assert lines(gone) == []
        assert "-secret" not in seen(gone)

    def test_character_that_left(self) -> None:
        campaign = do(
            table(clocks={"traitre": {**SECRET, "owner": "aicha"}}), Adjust(who="aicha", path=("stress",), by=1)
        )
        campaign = do(campaign, RemoveCharacter(who="aicha"))
        assert lines(campaign) == ["by hand | stress 0 → 1", "leaves the table"]
        assert "notes" not in repr(for_players(campaign).log)

    def test_character_that_comes_again_under_the_same_name(self) -> None:
        campaign = do(do(table(), RemoveCharacter(who="aicha")), AddCharacter(name="Aïcha"))
        assert lines(campaign) == ["leaves the table", "joins the table"]

    def test_sheet_of_who_left_is_not_in_its_line(self) -> None:
        campaign = do(table({"aicha": {"notes": "N-secret"}}), RemoveCharacter(who="aicha"))
        assert "-secret" not in seen(campaign)


def test_nothing_is_left_out_of_an_open_evening() -> None:
    """Where nothing is hidden the players see every line."""
    campaign = do(roll(table({"aicha": AICHA}), "bad"), Consequence(beat=1, kind="complication", clock="alerte"))
    campaign = do(campaign, Condition(who="aicha", words="trempée"))
    campaign = do(do(campaign, Undo()), Redo())
    assert len(for_players(campaign).log) == len(campaign.log)
