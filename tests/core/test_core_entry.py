"""Log entries as tables, and what a draft writes down."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playing import EVENING, do, roll, table, take

from tracker.core.draft import Draft
from tracker.core.edits import AddTable, Change, MoveTable, RemoveTable, Reorder, SetValue, apply_edits, difference
from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.core.tree import (
    MISSING,
    Tree,
    before_key,
    delete_in,
    get_in,
    insert_after,
    path_text,
    same,
    set_in,
    text_path,
)
from tracker.rules.common.characters import RemoveCharacter
from tracker.rules.common.clocks import RemoveClock, TickClock


class TestEntry:
    """File format, The log: the example of an action roll."""

    def test_an_action_roll(self) -> None:
        entry = roll(table(), "full", position="desperate").log[-1]
        assert encode_entry(entry) == {
            "n": 1,
            "beat": 1,
            "at": EVENING,
            "session": 7,
            "event": "roll",
            "who": "aicha",
            "who_name": "Aïcha",
            "roll": "action",
            "choice": {"action": "finesse", "position": "desperate"},
            "faces": [6, 1],
            "odds": {"critical": "1/36", "full": "5/18", "partial": "4/9", "bad": "1/4"},
            "outcome": "full",
            "result": {
                "pool": 2,
                "zero_rule": False,
                "goal": True,
                "effect_ticks": 2,
                "consequence": 0,
                "gain": 2,
                "position": "desperate",
                "effect": "standard",
            },
            "names": {"characters.aicha": "Aïcha"},
            "changes": [{"path": "characters.aicha.initiative", "from": 4, "to": 6}],
        }

    def test_what_follows_carries_the_beat(self) -> None:
        campaign = take(roll(table(), "bad"), "s")
        assert [(entry.n, entry.beat) for entry in campaign.log] == [(1, 1), (2, 1)]

    def test_numbers_go_on_from_the_last_one(self) -> None:
        campaign = do(do(table(), TickClock(clock="alerte")), TickClock(clock="alerte"))
        assert [entry.n for entry in campaign.log] == [1, 2]

    def test_a_value_that_was_absent_has_no_from(self) -> None:
        entry = do(table(), TickClock(clock="coffre")).log[-1]
        assert encode_entry(entry)["changes"] == [{"path": "clocks.coffre.filled", "to": 1}]

    def test_a_removal_keeps_the_table_and_the_id_before_it(self) -> None:
        entry = do(table(), RemoveClock(clock="coffre")).log[-1]
        assert entry.after == "alerte"
        assert encode_entry(entry)["changes"] == [
            {"path": "clocks.coffre", "from": {"name": "Coffre", "kind": "progress", "size": 8}}
        ]
        assert do(table(), RemoveCharacter(who="aicha")).log[-1].after is None

    def test_without_a_time_it_is_read(self) -> None:
        assert decode_entry({"n": 3}) == Entry(n=3, beat=3, at=datetime(1970, 1, 1, tzinfo=UTC))

    def test_a_name_in_the_log_is_cleaned(self) -> None:
        assert decode_entry({"n": 1, "who_name": "\x1b", "note": "a\nb"}).who_name == "␛"


class TestDraft:
    """One command may change several things; the log keeps each value once, from what to what."""

    def test_a_value_changed_twice_is_one_change(self) -> None:
        draft = Draft(table())
        draft.edit(SetValue(("session",), 8), SetValue(("session",), 9))
        assert draft.step(EVENING).entry.changes == (Change(("session",), 7, 9),)

    def test_a_value_changed_back_is_none(self) -> None:
        draft = Draft(table())
        draft.edit(SetValue(("session",), 8), SetValue(("session",), 7))
        assert draft.step(EVENING).entry.changes == ()

    def test_a_table_made_on_the_way_is_written_down(self) -> None:
        draft = Draft(table())
        draft.edit(SetValue(("table", "setups"), []))
        assert draft.step(EVENING).entry.changes == (
            Change(("table",), MISSING, {}),
            Change(("table", "setups"), MISSING, []),
        )

    def test_what_lies_in_a_table_added_or_removed_is_not_told_twice(self) -> None:
        draft = Draft(table())
        draft.edit(AddTable(("clocks", "n"), {"name": "N"}, None), SetValue(("clocks", "n", "filled"), 1))
        draft.edit(SetValue(("clocks", "coffre", "filled"), 1), RemoveTable(("clocks", "coffre")))
        added, removed = draft.step(EVENING).entry.changes
        assert added == Change(("clocks", "n"), MISSING, {"name": "N", "filled": 1})
        assert removed.path == ("clocks", "coffre")

    def test_a_move_keeps_both_places(self) -> None:
        draft = Draft(table())
        draft.move("characters", "naila", None)
        assert draft.step(EVENING).entry.order == (Reorder(("characters", "naila"), "bohort", None),)


class TestTree:
    """Trees are never changed in place."""

    TREE: Tree = {"a": {"b": 1}, "c": [1, 2]}

    def test_get_set_delete(self) -> None:
        assert get_in(self.TREE, ("a", "b")) == 1
        assert get_in(self.TREE, ("a", "x")) is MISSING
        assert get_in(self.TREE, ("c", "b")) is MISSING
        assert set_in(self.TREE, ("a", "x", "y"), 2) == {"a": {"b": 1, "x": {"y": 2}}, "c": [1, 2]}
        assert delete_in(self.TREE, ("a", "b")) == {"a": {}, "c": [1, 2]}
        assert delete_in(self.TREE, ("z", "b")) == self.TREE
        assert self.TREE == {"a": {"b": 1}, "c": [1, 2]}

    @pytest.mark.parametrize(
        ("after", "keys"),
        [(None, ["n", "a", "c"]), ("a", ["a", "n", "c"]), ("c", ["a", "c", "n"]), ("?", ["a", "c", "n"])],
    )
    def test_places(self, after: str | None, keys: list[str]) -> None:
        assert list(insert_after(self.TREE, "n", 1, after)) == keys
        if after != "?":
            assert before_key(insert_after(self.TREE, "n", 1, after), "n") == after

    @pytest.mark.parametrize(
        ("one", "other"), [(1, True), (1, 1.0), ("1", 1), ([1], [1, 1]), ({"a": 1}, {"a": 1, "b": 1}), (0, False)]
    )
    def test_types_count(self, one: object, other: object) -> None:
        assert not same(one, other)  # type: ignore[arg-type]
        assert same(one, one)  # type: ignore[arg-type]

    def test_key_order_does_not_count_and_lists_may_be_tuples(self) -> None:
        assert same({"a": 1, "b": [1]}, {"b": (1,), "a": 1})
        assert same(float("nan"), float("nan"))

    @pytest.mark.parametrize("path", [("a",), ("a b", "c"), ('d"or', "x\\y"), ("", "é"), ("a\nb", "\x7f"), ("1", "-_")])
    def test_paths_as_text(self, path: tuple[str, ...]) -> None:
        assert text_path(path_text(path)) == path
        assert "\n" not in path_text(path)

    @pytest.mark.parametrize("dotted", ["a..b", "a b", '"a', "é"])
    def test_what_is_no_path(self, dotted: str) -> None:
        with pytest.raises(ValueError, match=r".*"):
            text_path(dotted)

    def test_difference_lists_leaves(self) -> None:
        old: Tree = {"a": {"b": 1, "c": 2}, "d": 1}
        new: Tree = {"a": {"b": 1, "c": 3}, "e": {}}
        assert difference(old, new) == (
            Change(("a", "c"), 2, 3),
            Change(("d",), 1, MISSING),
            Change(("e",), MISSING, {}),
        )

    def test_moving_what_is_not_there_does_nothing(self) -> None:
        assert apply_edits(self.TREE, [MoveTable(("a", "z"), None)]) == self.TREE
