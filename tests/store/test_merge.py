"""An older text saved over newer state loses nobody's change: its own are kept, the table's are applied on top."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from writers import (
    MORE,
    TABLE,
    TICK,
    campaign_in,
    changed,
    done,
    head_of,
    keeper_of,
    latest,
    log_of,
    settled,
    whole,
    words_of,
)

from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, RemoveClock, TickClock
from tracker.rules.common.condition import Condition
from tracker.rules.common.notes import AddNote
from tracker.rules.common.takeback import Undo

OVER = "an older text was saved over the table; its changes are kept, the table's are back on top of them"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return campaign_in(tmp_path)


class TestOlderText:
    """An editor that opened the file some time ago saves it."""

    def test_both_changes_are_there_and_the_log_is_whole(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        editor = changed(path, ("stress = 1", "stress = 2"), ("# the guard", "# the guard of the bridge"))
        for command in (MORE, TICK, Condition(who="bohort", words="wet")):
            done(keeper, command)
        path.write_text(editor, encoding="utf-8")
        kept = latest(keeper)
        assert words_of(kept).startswith(OVER)
        head = head_of(path)
        for words in ("initiative = 4  # momentum", "stress = 2", "# the guard of the bridge", "filled = 1", '"wet"'):
            assert words in head
        assert log_of(path) == [1, 2, 3, 4, 5]
        campaign = whole(path)
        assert [entry.event for entry in campaign.log] == ["adjust", "adjust", "adjust", "follow", "outside"]
        assert [change.new for change in campaign.log[-1].changes] == [2]
        assert kept.campaign.tree == campaign.tree

    def test_then_everything_can_be_taken_back_step_by_step(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        editor = changed(path, ("stress = 1", "stress = 2"))
        done(keeper, TICK)
        path.write_text(editor, encoding="utf-8")
        latest(keeper)
        for target in (3, 2, 1):
            done(keeper, Undo(target=target))
        assert head_of(path) == TABLE

    def test_the_same_number_changed_by_both_gets_both_differences(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ("initiative = 2", "initiative = 5"))
        done(keeper, MORE)
        path.write_text(editor, encoding="utf-8")
        latest(keeper)
        assert "initiative = 6" in head_of(path)

    def test_what_both_changed_alike_is_changed_once(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ("initiative = 2", "initiative = 3"), ("stress = 1", "stress = 0"))
        done(keeper, MORE)
        path.write_text(editor, encoding="utf-8")
        latest(keeper)
        assert "initiative = 3" in head_of(path)
        assert "stress = 0" in head_of(path)
        assert log_of(path) == [1, 2]

    def test_a_text_changed_by_both_is_the_tables_and_the_other_is_told(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ('"tired"', '"asleep"'))
        done(keeper, Condition(who="bohort", words="wet"))
        path.write_text(editor, encoding="utf-8")
        told = words_of(latest(keeper))
        assert "“asleep” from the file gave way" in told
        assert 'condition = "wet"' in head_of(path)

    def test_what_the_table_did_to_somebody_the_editor_removed_is_told(self, path: Path) -> None:
        keeper = keeper_of(path)
        bohort = TABLE[TABLE.index("[characters.bohort]") : TABLE.index("[elsewhere]")]
        editor = changed(path, (bohort, ""))
        done(keeper, Adjust(who="bohort", path=("stress",), by=1))
        done(keeper, TICK)
        path.write_text(editor, encoding="utf-8")
        assert "Bohort is gone; what the table did to it is left out" in words_of(latest(keeper))
        campaign = whole(path)
        assert list(campaign.characters) == ["aicha"]
        assert campaign.clocks["alerte"].filled == 1
        assert [entry.n for entry in campaign.log] == [1, 2, 3]

    def test_what_the_table_removed_and_the_editor_changed_stays(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ('"tired"', '"asleep"'))
        done(keeper, RemoveCharacter(who="bohort"))
        path.write_text(editor, encoding="utf-8")
        assert "Bohort was taken out at the table and changed in the file; it stays" in words_of(latest(keeper))
        assert "asleep" in head_of(path)

    def test_things_added_removed_moved_and_renamed_at_the_table(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ("initiative = 2", "initiative = 4"))
        for command in (
            AddCharacter(name="Naïla", after="aicha"),
            AddClock(name="Pont"),
            RemoveClock(clock="coffre"),
            Move(section="characters", id="bohort", after=None),
            EditCharacter(who="aicha", values={"name": "Haïcha", "actions.move": 2}),
        ):
            done(keeper, command)
        path.write_text(editor, encoding="utf-8")
        latest(keeper)
        campaign = whole(path)
        assert list(campaign.characters) == ["bohort", "aicha", "naila"]
        assert set(campaign.clocks) == {"alerte", "pont"}
        assert campaign.characters["aicha"].name == "Haïcha"
        assert campaign.characters["aicha"].initiative == 4
        assert log_of(path) == [1, 2, 3, 4, 5, 6]

    def test_what_does_not_fit_any_more_is_left_out_and_told(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ("size = 8", "size = 4"))
        done(keeper, TickClock(clock="coffre", by=5))
        done(keeper, MORE)
        path.write_text(editor, encoding="utf-8")
        assert "Coffre filled: what the table did does not fit the file any more" in words_of(latest(keeper))
        assert "initiative = 3" in head_of(path)
        assert whole(path).clocks["coffre"].size == 4

    def test_lines_without_an_effect_come_back_too(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ("stress = 1", "stress = 2"))
        done(keeper, AddNote(words="remember the bridge"))
        path.write_text(editor, encoding="utf-8")
        latest(keeper)
        assert whole(path).log[0].note == "remember the bridge"

    def test_unknown_keys_changed_by_a_third_hand_meanwhile_come_back(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        editor = changed(path, ("stress = 1", "stress = 2"))
        done(keeper, MORE)
        path.write_text(changed(path, ("[1, 2]", "[1, 2, 3]")), encoding="utf-8")
        latest(keeper)
        done(keeper, TICK)
        path.write_text(editor, encoding="utf-8")
        latest(keeper)
        assert "[1, 2, 3]" in head_of(path)

    def test_an_edit_announced_and_not_logged_yet_is_not_lost_either(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        editor = changed(path, ("stress = 1", "stress = 2"))
        done(keeper, MORE)
        path.write_text(changed(path, ("size = 6", "size = 8")), encoding="utf-8")
        latest(keeper)
        path.write_text(editor, encoding="utf-8")
        latest(keeper)
        assert whole(path).clocks["alerte"].size == 8
        assert log_of(path) == [1, 2, 3, 4]

    def test_a_log_cut_short_gets_its_lines_back(self, path: Path) -> None:
        keeper = keeper_of(path)
        for _ in range(5):
            done(keeper, MORE)
        good = path.read_text(encoding="utf-8")
        blocks = good.split("\n[[log]]")
        path.write_text("\n[[log]]".join(blocks[:3]) + "\n", encoding="utf-8")
        latest(keeper)
        assert log_of(path) == [1, 2, 3, 4, 5]
        assert "initiative = 7" in head_of(path)

    def test_a_command_pressed_meanwhile_is_applied_on_top_of_both(self, path: Path) -> None:
        keeper = keeper_of(path)
        editor = changed(path, ("initiative = 2", "initiative = 5"))
        done(keeper, MORE)
        path.write_text(editor, encoding="utf-8")
        assert words_of(done(keeper, MORE)).startswith(OVER)
        assert "initiative = 7" in head_of(path)

    def test_every_table_that_is_open_ends_with_the_same(self, path: Path) -> None:
        one, other = keeper_of(path), keeper_of(path)
        editor = changed(path, ("stress = 1", "stress = 2"))
        done(one, MORE)
        done(other, TICK)
        settled(one.latest)
        path.write_text(editor, encoding="utf-8")
        latest(one)
        latest(other)
        assert done(one, TICK).campaign.tree == latest(other).campaign.tree == whole(path).tree
        assert log_of(path) == [1, 2, 3, 4]

    def test_a_table_that_knew_more_than_the_one_that_put_it_back(self, path: Path) -> None:
        one, other = keeper_of(path), keeper_of(path)
        editor = changed(path, ("stress = 1", "stress = 2"))
        done(one, MORE)
        settled(other.latest)
        done(one, TICK)
        path.write_text(editor, encoding="utf-8")
        latest(other)  # knows nothing of the tick
        latest(one)
        campaign = whole(path)
        assert campaign.clocks["alerte"].filled == 1
        assert campaign.characters["aicha"].initiative == 3
        assert [entry.n for entry in campaign.log] == [1, 2, 3]


class TestTwoMachines:
    """A sync tool puts a copy in place that went its own way for a while."""

    def test_what_both_did_is_there_once(self, path: Path, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere.toml"
        keeper = keeper_of(path)
        done(keeper, MORE)
        shutil.copy(path, elsewhere)
        done(keeper, TICK)
        done(keeper, MORE)
        done(keeper_of(elsewhere), MORE)
        done(keeper_of(elsewhere), Condition(who="bohort", words="asleep"))
        elsewhere.replace(path)
        kept = latest(keeper)
        campaign = whole(path)
        assert campaign.characters["aicha"].initiative == 5
        assert campaign.characters["bohort"].condition == "asleep"
        assert campaign.clocks["alerte"].filled == 1
        assert [entry.n for entry in campaign.log] == [1, 2, 3, 4, 5]
        assert kept.numbers == {2: 4, 3: 5}
        last = campaign.log[-1].changes[0]
        assert (last.old, last.new) == (4, 5)
        for _ in range(5):
            done(keeper, Undo())
        assert head_of(path) == TABLE
