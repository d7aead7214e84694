"""Campaign files are read with every problem located, and keep what a person wrote."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest
from writers import keeper_of, settled

from tracker.core.problem import Severity
from tracker.core.refusal import Refusal
from tracker.dice.pool import Faces
from tracker.i18n.say import say
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, RemoveClock, TickClock
from tracker.rules.common.condition import Condition
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.table import open_beat, system_of
from tracker.store.campaign_file import open_session, read_campaign_file
from tracker.store.file_keeper import FileKeeper
from tracker.store.located import CampaignUnreadable
from tracker.store.session import KeepFailed, Kept, Order

AT = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
TEXT = """\
# La table de Léa
format = 1
title = 'L’ambre'   # between apostrophes
system = "charge"
session = 0x3

[characters.aicha]  # first
name = "Aïcha"
initiative = 2  # momentum
ties = [
  "one",  # keep me
  "two",
]
my_own_key = [1, 2]

[elsewhere]
kept = true

[characters.bohort]
name = 'Bohort'
stress = 1

# the guard
[clocks.alerte]
name = "Alerte"
size = 6
owner = "bohort"
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a hand-written campaign."""
    path = tmp_path / "ambre.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def keep(keeper: FileKeeper, command: Command, faces: Faces | None = None) -> Kept:
    kept = settled(lambda: keeper.keep(Order(command, faces or {}, AT)))
    assert kept.refusal is None, say(kept.refusal.message, "en")
    return kept


def head(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("\n[[log]]")[0].rstrip("\n") + "\n"


class TestKeeping:
    """A save changes only the lines of the values that changed, and appends one entry."""

    def test_only_the_line_of_the_value_changes(self, path: Path) -> None:
        keep(keeper_of(path), Adjust(who="aicha", path=("initiative",), by=1))
        assert head(path) == TEXT.replace("initiative = 2  # momentum", "initiative = 3  # momentum")

    def test_the_entry_says_who_what_from_and_to(self, path: Path) -> None:
        keep(keeper_of(path), TickClock(clock="alerte", by=2))
        entry = read_campaign_file(path)[0].log[-1]
        assert (entry.n, entry.event, entry.roll, entry.names) == (1, "adjust", "tick", {"clocks.alerte": "Alerte"})
        assert [(c.path, c.new) for c in entry.changes] == [(("clocks", "alerte", "filled"), 2)]

    COMMANDS: tuple[Command, ...] = (
        Adjust(who="aicha", path=("initiative",), by=1),
        Adjust(who="bohort", path=("stress",), by=1),
        TickClock(clock="alerte", by=2),
        AddCharacter(name="Naïla"),
        AddClock(name="Pont", size=8),
        RemoveClock(clock="alerte"),
        RemoveCharacter(who="bohort"),
        RemoveCharacter(who="aicha"),
        Move(section="characters", id="bohort", after=None),
        Condition(who="bohort", words="trempé “d’eau”\x1b"),
        EditCharacter(who="bohort", values={"name": "Bo"}),
        EditCharacter(who="aicha", values={"ties.1": "", "counters.+.name": "Or", "actions.finesse": 2}),
    )

    @pytest.mark.parametrize("command", COMMANDS, ids=lambda c: type(c).__name__)
    def test_the_head_after_undo_is_the_head_before(self, path: Path, command: Command) -> None:
        keeper = keeper_of(path)
        keep(keeper, command)
        after = head(path)
        assert after != TEXT
        keep(keeper, Undo())
        assert head(path) == TEXT
        keep(keeper, Redo())
        keep(keeper, Undo())
        assert head(path) == TEXT

    def test_undo_reaches_200_steps_back_also_after_reopening(self, path: Path) -> None:
        keeper = keeper_of(path)
        for _ in range(200):
            keep(keeper, Adjust(who="aicha", path=("initiative",), by=1))
        keeper = keeper_of(path)
        keeper.deepened()
        for _ in range(200):
            keep(keeper, Undo())
        assert head(path) == TEXT

    def test_crlf_and_bom_stay(self, path: Path) -> None:
        path.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
        keep(keeper_of(path), TickClock(clock="alerte"))
        written = path.read_bytes()
        assert written.startswith(b"\xef\xbb\xbf# La")
        assert written.count(b"\n") == written.count(b"\r\n")

    def test_the_older_log_is_copied_byte_for_byte(self, path: Path) -> None:
        older = '\n[[log]]\nn   =  7 # mine\nevent = "party" # unknown\n'
        path.write_text(TEXT + older, encoding="utf-8")
        keep(keeper_of(path), TickClock(clock="alerte"))
        written = path.read_text(encoding="utf-8")
        assert older in written
        assert read_campaign_file(path)[0].last_n == 8

    def test_what_makes_no_sense_is_refused_and_nothing_written(self, path: Path) -> None:
        before = path.read_bytes()
        kept = keeper_of(path).keep(Order(Adjust(who="nobody", path=("initiative",), by=1), {}, AT))
        assert kept.refusal is not None
        assert path.read_bytes() == before

    def test_an_unwritable_name_is_refused_and_nothing_written(self, path: Path) -> None:
        before = path.read_bytes()
        kept = keeper_of(path).keep(Order(AddClock(name="bad \udc80 name"), {}, AT))
        assert kept.refusal is not None
        assert path.read_bytes() == before

    def test_an_outside_edit_is_kept_and_the_command_applied_on_top(self, path: Path) -> None:
        keeper = keeper_of(path)
        path.write_text(TEXT.replace("stress = 1", "stress = 2 # by hand"), encoding="utf-8")
        keep(keeper, Adjust(who="bohort", path=("stress",), by=1))
        assert "stress = 3 # by hand" in head(path)

    def test_a_newer_format_is_not_written(self, path: Path) -> None:
        path.write_text(TEXT.replace("format = 1", "format = 2"), encoding="utf-8")
        before = path.read_bytes()
        kept = keeper_of(path).keep(Order(TickClock(clock="alerte"), {}, AT))
        assert kept.refusal is not None
        assert kept.refusal.code == "read_only"
        assert path.read_bytes() == before

    def test_a_broken_file_is_never_written_over(self, path: Path) -> None:
        keeper = keeper_of(path)
        path.write_text(TEXT + "stress = 08\n", encoding="utf-8")
        before = path.read_bytes()
        with pytest.raises(KeepFailed):
            settled(lambda: keeper.keep(Order(TickClock(clock="alerte"), {}, AT)))
        assert path.read_bytes() == before

    def test_no_file_is_left_beside_it(self, path: Path) -> None:
        keep(keeper_of(path), TickClock(clock="alerte"))
        assert sorted(os.listdir(path.parent)) == [".ambre.toml.lock", "ambre.toml"]


class TestOpenBeats:
    """The open offers of an unfinished beat are read from the file alone."""

    def test_offers_are_there_again_after_reopening(self, path: Path) -> None:
        keeper = keeper_of(path)
        roll = system_of(read_campaign_file(path)[0]).command("roll", read_campaign_file(path)[0], "aicha")
        assert roll is not None
        kept = keep(keeper, roll, {"dice": (1, 2)})
        before = open_beat(kept.campaign)[1]
        after = open_beat(read_campaign_file(path)[0])[1]
        assert before
        assert [offer.key for offer in after] == [offer.key for offer in before]
        assert [offer.command for offer in after] == [offer.command for offer in before]


class TestReading:
    """Every problem of a file has its place."""

    def problems(self, path: Path, words: str | bytes) -> list[tuple[int, int, str]]:
        path.write_bytes(words.encode() if isinstance(words, str) else words)
        with pytest.raises(CampaignUnreadable) as caught:
            read_campaign_file(path)
        errors = [p for p in caught.value.problems if p.severity is Severity.ERROR]
        return [(p.line, p.column, say(p.message, "en")) for p in errors]

    def test_a_wrong_type_names_key_owner_and_what_is_expected(self, path: Path) -> None:
        found = self.problems(path, TEXT.replace("stress = 1", 'stress = "1"'))
        assert found == [(21, 10, "stress of Bohort is the text “1”, a whole number, 0 or more is expected")]

    def test_a_range_of_the_house_rules(self, path: Path) -> None:
        found = self.problems(path, TEXT.replace("stress = 1", "stress = 4"))
        assert found == [(21, 10, "stress of Bohort is 4, a whole number from 0 to 3 is expected")]

    def test_several_problems_in_the_order_of_the_file(self, path: Path) -> None:
        text = TEXT.replace("stress = 1", "stress = -1").replace("size = 6", "size = true").replace('bohort"', 'bo"')
        assert [line for line, _, _ in self.problems(path, text)] == [21, 26, 27]

    def test_a_syntax_error(self, path: Path) -> None:
        found = self.problems(path, TEXT.replace("stress = 1", "stress = 08"))
        assert found == [(21, 10, "“08”: a number is written without zeros before it: 8")]

    def test_latin_1(self, path: Path) -> None:
        ((line, _, words),) = self.problems(path, TEXT.encode("cp1252", "replace"))
        assert (line, "UTF-8" in words) == (1, True)

    def test_no_file_and_a_folder(self, path: Path) -> None:
        for place in (path.parent / "none.toml", path.parent):
            with pytest.raises(CampaignUnreadable):
                read_campaign_file(place)

    def test_an_unknown_key_is_a_warning(self, path: Path) -> None:
        path.write_text(TEXT.replace("stress = 1", "strss = 1"), encoding="utf-8")
        found = [say(p.message, "en") for p in read_campaign_file(path)[2]]
        assert "“strss” is not a key the tracker knows; did you mean “stress”?" in found


class TestSession:
    """A session saves behind the screen."""

    def test_what_is_done_is_in_the_file_when_it_is_closed(self, path: Path) -> None:
        session = open_session(path)
        session.perform(TickClock(clock="alerte"))
        assert session.close()
        assert "filled = 1" in head(path)

    def test_a_refusal_changes_nothing(self, path: Path) -> None:
        session = open_session(path)
        with pytest.raises(Refusal):
            session.perform(TickClock(clock="none"))
        assert session.close()
        assert path.read_text(encoding="utf-8") == TEXT
