"""Characters, order, visibility and notes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import commons, do, en, order, refused, reread, roll, table, told, who

from tracker.core.campaign import Campaign
from tracker.core.entry import decode_entry
from tracker.core.history import history
from tracker.core.tree import same
from tracker.rules.charge.rolls import first_roll
from tracker.rules.check import checked_campaign, has_errors
from tracker.rules.common.arrange import Move, SetVisibility, line_is_hidden
from tracker.rules.common.characters import AddCharacter, EditCharacter, EditCharacterDeed, RemoveCharacter
from tracker.rules.common.clocks import EditClock, TickClock
from tracker.rules.common.notes import AddNote, StrikeLine, struck_lines
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.said import beat_said, said
from tracker.rules.table import open_beat, system_of

DEED = EditCharacterDeed(system_of)


def answered(campaign: Campaign, *answers: tuple[str, Any]) -> Campaign:
    """Give the campaign after the edit panel has been filled in, field by field."""
    command = EditCharacter(who="aicha")
    for name, value in answers:
        assert name in [ask.name for ask in DEED.asks(campaign, command)], name
        command = DEED.put(campaign, command, name, value)
    return do(campaign, command)


class TestNewCharacter:
    """A new character has the id of its name and stands behind the selected one."""

    def test_place_and_id(self) -> None:
        after = do(table(), AddCharacter(name="Zoé d'Œil", player="Jo", after="aicha"))
        assert list(after.characters) == ["aicha", "zoe_d_oeil", "bohort", "naila"]
        assert told(after) == "joins the table"

    @pytest.mark.parametrize(
        ("name", "id"),
        [("", "pc"), ("🙂", "pc"), ("日本", "pc"), ("Aïcha", "aicha_2"), ("x [/] y", "x_y"), ("\x1b", "pc")],
    )
    def test_ids(self, name: str, id: str) -> None:
        after = do(table(), AddCharacter(name=name))
        assert list(after.characters)[-1] == id
        assert same(after.tree["characters"][id]["name"], name)  # type: ignore[index,call-overload]
        assert not has_errors(checked_campaign(after.tree)[1])

    def test_taken_back(self) -> None:
        campaign = table()
        back = do(do(campaign, AddCharacter(name="Zoé", after="aicha")), Undo())
        assert same(back.tree, campaign.tree)
        assert order(back) == order(campaign)


class TestEditCharacter:
    """Charge, Progression: details may be rewritten; the whole sheet is in the panel."""

    def test_renaming_keeps_the_id_and_old_lines_their_name(self) -> None:
        after = answered(roll(table(), "full"), ("name", "Aïcha la Vive"))
        assert next(iter(after.characters)) == "aicha"
        assert after.log[0].who_name == "Aïcha"
        assert told(after) == "sheet edited | name “Aïcha la Vive”"
        assert not has_errors(checked_campaign(after.tree)[1])

    def test_several_lines_are_added_in_one_edit(self) -> None:
        after = answered(table(), ("ties.+", "sa sœur"), ("ties.+", "la guilde"), ("ties.+", "un chat"))
        assert who(after).ties == ("sa sœur", "la guilde", "un chat")

    def test_a_line_just_added_is_corrected_in_place(self) -> None:
        after = answered(table(), ("ties.+", "sa soeur"), ("ties.+", "la guilde"), ("ties.0", "sa sœur"))
        assert who(after).ties == ("sa sœur", "la guilde")

    def test_an_emptied_line_goes_and_the_others_keep_their_answers(self) -> None:
        campaign = table({"aicha": {"ties": ["un", "deux", "trois"]}})
        after = answered(campaign, ("ties.0", ""), ("ties.1", "DEUX"), ("ties.2", ""), ("ties.+", "quatre"))
        assert who(after).ties == ("DEUX", "quatre")

    def test_a_new_line_left_empty_is_none(self) -> None:
        assert DEED.put(table(), EditCharacter(who="aicha"), "ties.+", "") == EditCharacter(who="aicha")

    def test_a_counter_is_added_filled_in_and_taken_out(self) -> None:
        after = answered(
            table(),
            ("counters.+.name", "Or"),
            ("counters.or.max", 6),
            ("counters.or.value", 3),
            ("counters.+.name", "Nom"),
        )
        assert [(c.name, c.value, c.max) for c in who(after).counters.values()] == [("Or", 3, 6), ("Nom", 0, None)]
        assert list(who(answered(after, ("counters.or.name", ""))).counters) == ["nom"]

    def test_counters_are_taken_back_without_a_trace(self) -> None:
        campaign = table()
        assert same(do(answered(campaign, ("counters.+.name", "Or")), Undo()).tree, campaign.tree)

    def test_dots(self) -> None:
        assert who(answered(table(), ("actions.sway", 2))).actions["sway"] == 2

    def test_a_talent_line(self) -> None:
        after = answered(
            table(), ("talents.+.situation", "de nuit"), ("talents.0.kind", "die"), ("talents.0.checked", True)
        )
        assert who(after).talents[0].situation == "de nuit"
        assert roll(after, "full", talents=(0,)).log[-1].result["pool"] == 3

    def test_stress_above_what_can_stand_is_refused(self) -> None:
        assert refused(table(), EditCharacter(who="aicha", values={"stress": 4})) == "bad_stress"

    @pytest.mark.parametrize(
        "values",
        [{"initiative": -1}, {"actions.finesse": 5}, {"counters.or.value": 9}, {"counters.or.max": 1}, {"stress": -1}],
    )
    def test_what_would_break_the_file_is_refused(self, values: dict[str, Any]) -> None:
        campaign = table({"aicha": {"counters": {"or": {"name": "Or", "value": 3, "max": 6}}}})
        assert refused(campaign, EditCharacter(who="aicha", values=values)) == "bad_value"

    def test_nothing_changed_is_no_entry(self) -> None:
        assert refused(table(), EditCharacter(who="aicha", values={"name": "Aïcha"})) == "no_change"

    def test_nobody_is_asked_nothing(self) -> None:
        assert DEED.asks(table(), EditCharacter(who="ghost")) == ()
        assert refused(table(), EditCharacter(who="ghost", values={"name": "x"})) == "nobody"

    def test_many_changes_are_counted(self) -> None:
        answers = [
            (f"actions.{id}", 1) for id in ("sneak", "shoot", "tinker", "study", "notice", "bond", "sway", "focus")
        ]
        assert told(answered(table(), *answers)).endswith("and 2 more")


class TestRemoveCharacter:
    """Who leaves frees the clocks; what the others see stays sound."""

    def test_clocks_then_belong_to_nobody(self) -> None:
        campaign = table({}, {"dette": {"name": "Dette", "kind": "project", "owner": "aicha"}})
        after = do(campaign, RemoveCharacter(who="aicha"))
        assert after.clocks["dette"].owner == ""
        assert told(after).startswith("leaves the table")
        back = do(after, Undo())
        assert same(back.tree, campaign.tree)
        assert order(back) == order(campaign)

    def test_the_set_ups_of_who_leaves_go_too_so_that_the_file_still_opens(self) -> None:
        campaign = roll(table(), "full", purpose="effect")
        after = do(campaign, RemoveCharacter(who="aicha"))
        assert commons(after).setups == ()
        assert not has_errors(checked_campaign(after.tree)[1])
        assert same(do(after, Undo()).tree, campaign.tree)

    def test_old_lines_carry_their_own_names(self) -> None:
        campaign = roll(table(), "bad", helper="bohort")
        before = [told(campaign, entry) for entry in campaign.log]
        for id in ("aicha", "bohort", "naila"):
            campaign = do(campaign, RemoveCharacter(who=id))
        after = reread(campaign)
        assert [told(after, entry) for entry in after.log][: len(before)] == before

    def test_undo_of_what_they_did_before_needs_their_return_first(self) -> None:
        before = table()
        campaign = do(roll(before, "full"), RemoveCharacter(who="aicha"))
        assert same(do(do(campaign, Undo()), Undo()).tree, before.tree)

    @pytest.mark.parametrize("id", ["aicha", "bohort", "naila"])
    def test_they_come_back_to_their_place(self, id: str) -> None:
        campaign = table()
        assert order(do(do(campaign, RemoveCharacter(who=id)), Undo())) == order(campaign)


class TestMove:
    """Order on the screen is order in the file."""

    @pytest.mark.parametrize(
        ("after", "ids"),
        [
            (None, ["naila", "aicha", "bohort"]),
            ("aicha", ["aicha", "naila", "bohort"]),
            ("bohort", ["aicha", "bohort", "naila"]),
            ("naila", ["aicha", "bohort", "naila"]),
            ("ghost", ["aicha", "bohort", "naila"]),
        ],
    )
    def test_places(self, after: str | None, ids: list[str]) -> None:
        moved = do(table(), Move(section="characters", id="naila", after=after))
        assert list(moved.characters) == ids
        assert order(do(moved, Undo())) == order(table())
        assert told(moved) == "Naïla moved"

    def test_behind_itself_is_where_it_is(self) -> None:
        assert order(do(table(), Move(section="characters", id="aicha", after="aicha"))) == order(table())

    def test_clocks_move_too(self) -> None:
        moved = do(table(), Move(section="clocks", id="coffre"))
        assert list(moved.clocks) == ["coffre", "alerte"]
        assert order(do(do(moved, Undo()), Redo())) == order(moved)

    def test_several_steps_are_one_beat(self) -> None:
        moved = do(table(), Move(section="characters", id="aicha", after="bohort"))
        moved = do(moved, Move(section="characters", id="aicha", after="naila", beat=1))
        assert list(moved.characters) == ["bohort", "naila", "aicha"]
        assert order(do(moved, Undo())) == order(table())
        assert order(do(do(moved, Undo()), Redo())) == order(moved)

    def test_what_is_gone_is_not_moved(self) -> None:
        assert refused(table(), Move(section="characters", id="ghost")) == "nobody"
        assert refused(table(), Move(section="clocks", id="ghost")) == "no_clock"


class TestVisibility:
    """Clocks: shown, name only, hidden; conditions and log lines: shown, hidden."""

    def test_a_clock_goes_round(self) -> None:
        campaign, seen = table(), []
        for _ in range(4):
            campaign = do(campaign, SetVisibility(clock="alerte"))
            seen.append((campaign.clocks["alerte"].visibility, told(campaign)))
        name = ("name", "Alerte: name only")
        assert seen == [name, ("hidden", "Alerte: hidden"), ("shown", "Alerte: shown"), name]

    def test_ticking_renaming_and_undo_keep_it(self) -> None:
        campaign = do(do(table(), SetVisibility(clock="alerte")), SetVisibility(clock="alerte"))
        after = do(do(campaign, TickClock(clock="alerte")), EditClock(clock="alerte", values={"name": "G"}))
        assert reread(do(after, Undo())).clocks["alerte"].visibility == "hidden"

    def test_a_condition_has_two_states(self) -> None:
        campaign = do(table({"aicha": {"condition": "boite"}}), SetVisibility(who="aicha"))
        assert told(campaign) == "condition: hidden"
        assert who(campaign).condition_visibility == "hidden"
        assert who(do(campaign, SetVisibility(who="aicha"))).condition_visibility == "shown"

    def test_a_line_has_two_states_and_the_log_is_not_rewritten(self) -> None:
        campaign = roll(table(), "full")
        first = campaign.log[0]
        campaign = do(campaign, SetVisibility(about=1))
        assert line_is_hidden(campaign, 1)
        assert told(campaign) == "line 1: hidden"
        assert campaign.log[0] == first
        campaign = do(campaign, SetVisibility(about=1))
        assert not line_is_hidden(campaign, 1)

    def test_hiding_a_line_is_taken_back_and_put_back(self) -> None:
        campaign = do(roll(table(), "full"), SetVisibility(about=1))
        back = do(campaign, Undo())
        assert not line_is_hidden(back, 1)
        assert line_is_hidden(do(back, Redo()), 1)


class TestNotes:
    """Words in the log; entries about earlier lines stand beside them."""

    def test_a_note(self) -> None:
        after = do(table(), AddNote(words="La garde change à minuit"))
        assert told(after) == "La garde change à minuit"
        assert after.log[-1].choice == {}

    def test_somebodys_note(self) -> None:
        assert do(table(), AddNote(words="x", who="aicha")).log[-1].who_name == "Aïcha"

    @pytest.mark.parametrize("words", ["", " ", "\n\t"])
    def test_without_words_it_is_refused(self, words: str) -> None:
        assert refused(table(), AddNote(words=words)) == "empty_note"

    def test_about_a_line(self) -> None:
        campaign = do(roll(table(), "full"), AddNote(words="c'était Bohort", about=1))
        assert told(campaign) == "about line 1: c'était Bohort"

    def test_a_line_is_struck_and_what_it_changed_stays(self) -> None:
        campaign = roll(table(), "full")
        after = do(campaign, StrikeLine(about=1))
        assert struck_lines(after.log) == {1}
        assert same(after.tree, campaign.tree)
        assert told(after) == "line 1 struck"

    def test_striking_is_taken_back_and_put_back(self) -> None:
        campaign = do(roll(table(), "full"), StrikeLine(about=1))
        back = do(campaign, Undo())
        assert struck_lines(back.log) == frozenset()
        assert struck_lines(do(back, Redo()).log) == {1}

    @pytest.mark.parametrize("words", ["\x1b[2J", "a\x00b", "two\nlines", "[/]", "{who}"])
    def test_a_hostile_note_is_kept_as_typed_and_told_safely(self, words: str) -> None:
        after = do(table(), AddNote(words=words))
        assert after.log[-1].note == words
        assert told(after).isprintable()

    def test_the_status_line_names_the_beat(self) -> None:
        campaign = roll(table(), "full")
        beat = history(campaign.log).undo_target
        assert beat is not None
        assert en(beat_said(campaign, beat)) == "Aïcha: Finesse 2d · risky · standard (initiative 4 → 6)"


class TestStrangeLogs:
    """File format: a log entry that names a removed character or an unknown event is never an error."""

    STRANGE: list[dict[str, Any]] = [
        {},
        {"n": 1, "event": "dance", "roll": "waltz", "note": "one two three", "faces": [1, "x", 2.5]},
        {"n": 2, "roll": "action", "choice": {"action": ["x"], "helper": 3}, "result": {"pool": "many"}, "faces": 7},
        {"n": 3, "roll": "action", "result": {"talents": [3, {"kind": ["x"]}], "setup": {"bonus": []}, "penalty": "x"}},
        {"n": 4, "roll": "add_clock", "names": {"clocks.x": 5}, "choice": {"size": "big"}},
        {
            "n": 5,
            "roll": "edit_clock",
            "names": {"clocks.x": "\x1b[0m"},
            "changes": [{"path": "clocks.x.name", "to": "\x1b"}],
        },
        {"n": 6, "roll": "determination", "outcome": "maybe", "result": {"consequence_after": "x"}},
        {"n": 7, "roll": "exposure", "result": {"sufferers": "x"}, "names": []},
        {
            "n": 8,
            "changes": [{"path": 5}, 3, {"path": "a..b"}, {"path": "characters.aicha.stress", "from": [], "to": {}}],
        },
        {"n": 9, "changes": [{"path": "characters.aicha.actions", "to": {"finesse": 1}}, {"path": "", "to": 1}]},
        {"n": 10, "roll": "visibility", "outcome": "purple", "about": 2, "event": "visibility"},
        {"n": "x", "beat": True, "at": "yesterday", "session": 1.5, "who": 4, "order": [{"path": "a", "from": 3}]},
        {"n": 12, "event": "undo", "beat_of": 99},
        {"n": 13, "event": "redo", "beat_of": 2, "roll": "redo"},
        {"n": 14, "roll": "talent", "choice": {"kind": ["x"]}},
        {"n": 15, "roll": "flashback", "choice": {"then": 3, "story": 5}},
        {"n": 16, "roll": "consequence", "choice": {"kind": 4}, "result": {"filled": [3, "x"], "level": "x"}},
    ]

    @pytest.mark.parametrize("entry", STRANGE)
    def test_it_is_read_told_and_played_on(self, entry: dict[str, Any]) -> None:
        campaign = replace(table(), log=(decode_entry(entry),))
        told(campaign)
        assert "\x1b" not in told(campaign)
        history(campaign.log)
        after = roll(campaign, "full")
        assert after.last_n == campaign.last_n + 1

    def test_all_of_them_together(self) -> None:
        campaign = replace(table(), log=tuple(decode_entry(entry) for entry in self.STRANGE))
        for entry in campaign.log:
            said(campaign, entry)
        open_beat(campaign)
        assert first_roll(campaign, "aicha") is not None
        assert struck_lines(campaign.log) == frozenset()
