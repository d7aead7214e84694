"""What is changed in the file by other means than the table's is taken, told, logged once and can be undone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playing import en
from writers import (
    AT,
    CLOCK,
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

from tracker.core.refusal import Refusal
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.takeback import Redo, Undo
from tracker.store.file_keeper import FileKeeper
from tracker.store.follow import Stillness
from tracker.store.session import KeepFailed, KeepWaits, Order


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return campaign_in(tmp_path)


def edit(path: Path, *changes: tuple[str, str]) -> str:
    """Change words of the file; gives the text above the log after it."""
    path.write_text(changed(path, *changes), encoding="utf-8")
    return head_of(path)


CHANGES: dict[str, tuple[tuple[str, str], str]] = {
    "a number": (("initiative = 2", "initiative = 5"), "Aïcha: initiative 2 → 5"),
    "a clock": (("size = 8\nfilled = 1", "size = 8\nfilled = 4"), "Coffre 1 → 4/8"),
    "a text": (('condition = "tired"', 'condition = "wet"'), "Bohort: condition “wet”"),
    "a key that is gone": (('condition = "tired"  # since the bridge\n', ""), "Bohort: condition cleared"),
    "a key that is new": (("stress = 1\n", "stress = 1\ninitiative = 4\n"), "Bohort: initiative 2 → 4"),
    "a title": (("L'ambre", "L'or"), "title L'ambre → L'or"),
    "a character that is gone": (
        ("[characters.bohort]\nname = 'Bohort'\nstress = 1\ncondition = \"tired\"  # since the bridge\n\n", ""),
        "Bohort is gone",
    ),
    "a clock that is new": (("# the guard\n", '[clocks.pont]\nname = "Pont"\n\n# the guard\n'), "Pont is new"),
    "a section": (("[elsewhere]", "[rules]\ninitiative_start = 1\n\n[elsewhere]"), "rules.initiative_start – → 1"),
    "a value in a table": (("finesse = 2", "finesse = 3"), "Aïcha: Finesse 2 → 3"),
}


class TestTaking:
    """The change is taken, told, and with the next command logged in the same write."""

    @pytest.mark.parametrize("name", CHANGES)
    def test_it_is_told_and_can_be_taken_back(self, path: Path, name: str) -> None:
        keeper = keeper_of(path)
        change, told = CHANGES[name]
        after = edit(path, change)
        kept = latest(keeper)
        assert words_of(kept) == f"changed outside, in the file: {told}"
        assert kept.campaign.log[-1].event == "outside"
        assert log_of(path) == []  # only announced as yet
        done(keeper, Undo(target=1))
        assert head_of(path) == TABLE
        assert [entry.event for entry in whole(path).log] == ["outside", "undo"]
        done(keeper, Redo())
        done(keeper, Undo())
        assert head_of(path) == TABLE
        done(keeper, Redo())
        assert sorted(head_of(path).split()) == sorted(after.split())

    def test_it_is_logged_once_with_the_next_command(self, path: Path) -> None:
        keeper = keeper_of(path)
        edit(path, ("initiative = 2", "initiative = 5"))
        latest(keeper)
        before = path.stat()
        assert keeper.latest() is None
        assert path.stat().st_mtime_ns == before.st_mtime_ns
        done(keeper, TICK)
        done(keeper, TICK)
        assert [(entry.n, entry.event) for entry in whole(path).log] == [(1, "outside"), (2, "adjust"), (3, "adjust")]

    def test_edits_one_after_the_other_are_one_until_they_are_logged(self, path: Path) -> None:
        keeper = keeper_of(path)
        edit(path, ("initiative = 2", "initiative = 5"))
        latest(keeper)
        edit(path, ("stress = 1", "stress = 2"))
        assert words_of(latest(keeper)) == "changed outside, in the file: Bohort: stress 1 → 2"
        kept = done(keeper, TICK)
        assert [len(entry.changes) for entry in kept.campaign.log] == [2, 1]

    def test_one_that_is_put_back_by_hand_is_not_logged(self, path: Path) -> None:
        keeper = keeper_of(path)
        edit(path, ("initiative = 2", "initiative = 5"))
        latest(keeper)
        edit(path, ("initiative = 5", "initiative = 2"))
        assert words_of(latest(keeper)) == "changed outside, in the file: Aïcha: initiative 5 → 2"
        assert [entry.event for entry in done(keeper, TICK).campaign.log] == ["adjust"]

    def test_several_tables_gone_and_come_and_moved_come_back_as_they_were(self, path: Path) -> None:
        keeper = keeper_of(path)
        guard, chest = TABLE[TABLE.index("# the guard") :].split("\n\n")
        people = TABLE[TABLE.index("[characters.aicha]") : TABLE.index("[elsewhere]")]
        path.write_text(
            TABLE.replace(people, '[characters.zoe]\nname = "Zoé"\n\n').replace(
                f"{guard}\n\n{chest}", f"{chest}\n{guard}\n"
            ),
            encoding="utf-8",
        )
        told = words_of(latest(keeper))
        assert "Aïcha is gone, Bohort is gone, Zoé is new" in told
        assert "has moved" in told
        done(keeper, Undo())
        campaign = whole(path)
        assert (list(campaign.characters), list(campaign.clocks)) == (["aicha", "bohort"], ["alerte", "coffre"])
        assert "# since the bridge" in head_of(path)
        done(keeper, Redo())
        campaign = whole(path)
        assert (list(campaign.characters), list(campaign.clocks)) == (["zoe"], ["coffre", "alerte"])
        done(keeper, Undo())
        assert list(whole(path).characters) == ["aicha", "bohort"]

    def test_comments_and_unknown_keys_are_told_in_general_and_stay(self, path: Path) -> None:
        keeper = keeper_of(path)
        after = edit(path, ("# momentum", "# spent fast"), ("[1, 2]", "[1, 2, 3]"))
        kept = latest(keeper)
        assert words_of(kept) == "the file was edited outside; nothing the table shows has changed"
        assert kept.campaign.log == ()
        done(keeper, TICK)
        assert head_of(path) == after.replace("size = 6\n", "size = 6\nfilled = 1\n")

    def test_a_touched_file_is_nothing_to_speak_of(self, path: Path) -> None:
        keeper = keeper_of(path)
        os.utime(path)
        kept = settled(keeper.latest)
        assert kept is None or not kept.notices

    def test_an_edit_of_the_same_size_within_the_same_tick_of_the_clock_is_seen(self, path: Path) -> None:
        keeper = keeper_of(path)
        before = path.stat()
        words = path.read_bytes().replace(b"initiative = 2", b"initiative = 3")
        path.with_suffix(".new").write_bytes(words)
        os.utime(path.with_suffix(".new"), ns=(before.st_atime_ns, before.st_mtime_ns))
        os.replace(path.with_suffix(".new"), path)
        assert "2 → 3" in words_of(latest(keeper))

    def test_older_lines_of_the_log_mended_by_hand_are_read_again(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        done(keeper, TICK)
        edit(path, ('who_name = "Aïcha"', 'who_name = "Haïcha"'), ("stress = 1", "stress = 2"))
        assert latest(keeper).campaign.log[0].who_name == "Haïcha"

    def test_a_log_shortened_at_its_beginning_stays_so(self, path: Path) -> None:
        keeper = keeper_of(path)
        for _ in range(4):
            done(keeper, MORE)
        words = path.read_text(encoding="utf-8")
        blocks = words.split("\n[[log]]")
        path.write_text("\n[[log]]".join([blocks[0], *blocks[3:]]) + "\n# pruned\n", encoding="utf-8")
        done(keeper, TICK)
        assert log_of(path) == [3, 4, 5]
        assert "initiative = 6" in head_of(path)

    def test_a_log_taken_out_on_purpose_begins_anew(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        keeper = keeper_of(path)
        done(keeper, TICK)
        path.write_text(head_of(path), encoding="utf-8")
        assert words_of(latest(keeper)) == "the log has been taken out of the file; it begins anew"
        done(keeper, TICK)
        assert log_of(path) == [1]
        assert "initiative = 3" in head_of(path)
        assert "filled = 2" in head_of(path)

    def test_another_campaign_in_its_place_is_taken_as_it_is(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        other = TABLE.replace("aicha", "zoe").replace("bohort", "max").replace("alerte", "a").replace("coffre", "b")
        path.write_text(other, encoding="utf-8")
        assert words_of(latest(keeper)) == "another campaign, or another history of it, stands in the file now"
        assert head_of(path) == other
        assert log_of(path) == []


class TestCommandsOnTop:
    """A command is applied to what stands there; both changes survive, comments of the hand too."""

    def test_both_survive(self, path: Path) -> None:
        keeper = keeper_of(path)
        edit(path, ("initiative = 2  # momentum", "initiative = 4  # by hand"), ("stress = 1", "stress = 0"))
        done(keeper, MORE)
        assert "initiative = 5  # by hand" in head_of(path)
        assert "stress = 0" in head_of(path)

    def test_what_makes_no_sense_any_more_is_refused_and_nothing_is_written(self, path: Path) -> None:
        keeper = keeper_of(path)
        words = TABLE[: TABLE.index("[characters.bohort]")] + TABLE[TABLE.index("[elsewhere]") :]
        path.write_text(words, encoding="utf-8")
        kept = settled(lambda: keeper.keep(Order(Adjust(who="bohort", path=("stress",), by=1), {}, AT)))
        assert kept.refusal is not None
        assert "bohort" in words_of(kept).lower()
        assert path.read_text(encoding="utf-8") == words

    def test_undo_never_reverts_it_in_silence(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, TICK)
        edit(path, ("initiative = 2", "initiative = 5"))
        kept = settled(lambda: keeper.keep(Order(Undo(target=1), {}, AT)))
        assert isinstance(kept.refusal, Refusal)
        assert kept.refusal.code == "other_beat"
        assert "filled = 1" in head_of(path)
        done(keeper, Undo(target=2))
        done(keeper, Undo(target=1))
        assert head_of(path) == TABLE

    def test_a_beat_under_it_is_taken_back_without_it(self, path: Path) -> None:
        keeper = keeper_of(path)
        done(keeper, MORE)
        edit(path, ("initiative = 3", "initiative = 9"))
        done(keeper, TICK)
        for _ in range(2):
            done(keeper, Undo())
        assert "initiative = 3" in head_of(path)


class TestHalfWritten:
    """A part is never taken for the whole, even where it is valid TOML."""

    def beginning(self, keeper: FileKeeper, path: Path, words: str) -> None:
        """Write only a beginning; the table must neither take it nor write, for two seconds."""
        path.write_text(words, encoding="utf-8")
        end = CLOCK() + 1.7
        while CLOCK() < end:
            with pytest.raises(KeepWaits):
                keeper.latest()
            with pytest.raises(KeepWaits):
                keeper.keep(Order(TICK, {}, AT))
            CLOCK.wait(0.1)
        assert path.read_text(encoding="utf-8") == words

    @pytest.mark.parametrize("has_log", [False, True])
    @pytest.mark.parametrize("cut", ["[elsewhere]", "\n\n# the guard", "\nsize = 8", "8\nfilled = 1", "", "stress = 1"])
    def test_a_beginning_waits_and_then_the_whole_is_taken(self, path: Path, cut: str, has_log: bool) -> None:
        keeper = keeper_of(path)
        if has_log:
            done(keeper, MORE)
        new = path.read_text(encoding="utf-8").replace("# momentum", "# momentum, new").replace("tired", "wet")
        self.beginning(keeper, path, new[: new.index(cut)])
        path.write_text(new, encoding="utf-8")
        assert words_of(latest(keeper)) == "changed outside, in the file: Bohort: condition “wet”"
        done(keeper, TICK)
        assert (
            head_of(path)
            == new.partition("\n[[log]]")[0].rstrip().replace("size = 6\n", "size = 6\nfilled = 1\n") + "\n"
        )

    def test_any_beginning_of_a_log_waits(self, path: Path) -> None:
        keeper = keeper_of(path)
        for _ in range(3):
            done(keeper, MORE)
        words = path.read_text(encoding="utf-8")
        begin = words.rindex("[[log]]")
        for end in range(begin, len(words) - 1, 7):
            path.write_text(words[:end], encoding="utf-8")
            with pytest.raises((KeepWaits, KeepFailed)) as caught:
                keeper.latest()
            assert caught.type is KeepWaits
        path.write_text(words, encoding="utf-8")
        settled(keeper.latest)
        assert [entry.n for entry in done(keeper, TICK).campaign.log] == [1, 2, 3, 4]

    @pytest.mark.parametrize("has_log", [False, True])
    def test_a_part_that_looks_whole_waits_until_it_has_been_still(self, path: Path, has_log: bool) -> None:
        keeper = keeper_of(path)
        if has_log:
            done(keeper, MORE)
        now = [0.0]
        keeper._known._stillness = Stillness(lambda: now[0])
        edit(path, ("tired", "wet"))  # written in place, part by part: it ends as before and is valid
        for at in (1.0, 1.15, 1.29):
            now[0] = at
            self.waits(keeper, path)
        edit(path, ("L'ambre", "L'or"))
        for at in (1.4, 1.69):
            now[0] = at
            self.waits(keeper, path)
        now[0] = 1.71
        assert (
            words_of(keeper.latest()) == "changed outside, in the file: title L'ambre → L'or, Bohort: condition “wet”"
        )

    def waits(self, keeper: FileKeeper, path: Path) -> None:
        """Neither a look nor a command takes what stands there, and nothing is written."""
        before = path.read_bytes()
        with pytest.raises(KeepWaits):
            keeper.latest()
        with pytest.raises(KeepWaits):
            keeper.keep(Order(TICK, {}, AT))
        assert path.read_bytes() == before


class TestBroken:
    """A file that cannot be read is said with its place and never touched; what was done is held until it is mended."""

    @pytest.mark.parametrize(
        ("old", "new", "place"),
        [
            ("stress = 1", "stress = 08", "ambre.toml:16:"),
            ("stress = 1", "stress = 9", "ambre.toml:16:10: stress of Bohort is 9"),
        ],
    )
    @pytest.mark.parametrize("has_log", [False, True])
    def test_it_is_said_with_its_place(self, path: Path, old: str, new: str, place: str, has_log: bool) -> None:
        keeper = keeper_of(path)
        if has_log:
            done(keeper, TICK)
        good = path.read_text(encoding="utf-8")
        edit(path, (old, new))
        broken = path.read_bytes()
        with pytest.raises(KeepFailed) as caught:
            settled(keeper.latest)
        said = caught.value
        assert place in en(said.message)
        assert said.line == 16
        with pytest.raises(KeepFailed) as again:
            keeper.latest()
        assert again.value is said
        with pytest.raises(KeepFailed):
            keeper.keep(Order(MORE, {}, AT))
        assert path.read_bytes() == broken
        path.write_text(good.replace("stress = 1", "stress = 2"), encoding="utf-8")
        done(keeper, MORE)
        assert "stress = 2" in head_of(path)
        assert "initiative = 3" in head_of(path)
