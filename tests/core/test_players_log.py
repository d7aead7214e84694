"""What the players may see of rolls in secret and of odd logs, and how many lines of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import do, roll, table, take
from shown_lines import SECRET, lines, seen

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.core.players import for_players
from tracker.core.visibility import SECRET_ROLL
from tracker.rules.charge.consequence import Consequence
from tracker.rules.charge.other_rolls import Fortune
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import SetVisibility
from tracker.rules.common.clocks import TickClock
from tracker.rules.common.notes import AddNote
from tracker.rules.common.takeback import Undo


class TestSecretRolls:
    """A secret roll leaves nothing, or one line if the campaign says so."""

    def announced(self, **more: Any) -> Campaign:
        return table(rules={"secret_rolls": "announced"}, **more)

    def test_silent(self) -> None:
        campaign = do(roll(table(), "bad", secret=True), Consequence(beat=1, kind="lost"))
        assert for_players(campaign).log == ()
        assert for_players(do(campaign, Undo())).log == ()

    def test_announced(self) -> None:
        campaign = roll(self.announced(), "bad", secret=True, goal="G-secret")
        campaign = do(campaign, Consequence(beat=1, kind="lost"))
        (line,) = for_players(campaign).log
        at = campaign.log[0].at
        assert line == Entry(n=1, beat=1, at=at, session=7, event="roll", roll=SECRET_ROLL)
        assert lines(campaign) == ["secret roll"]
        assert "G-secret" not in seen(campaign)

    def test_announced_on_a_hidden_clock(self) -> None:
        campaign = roll(self.announced(clocks={"traitre": SECRET}), secret=True, clock="traitre")
        assert lines(campaign) == ["secret roll"]

    def test_announced_and_taken_back_says_no_more(self) -> None:
        campaign = do(roll(self.announced(), "full", secret=True, clock="coffre"), Undo())
        _, undo = for_players(campaign).log
        assert (undo.who, dict(undo.names), undo.changes) == ("", {}, ())

    def test_secret_from_the_middle_of_a_beat(self) -> None:
        campaign = roll(table(), "bad")
        campaign = do(campaign, Fortune(beat=1, likelihood=2, secret=True), 6, 6)
        campaign = do(campaign, Consequence(beat=1, kind="stress"))
        assert [entry.roll for entry in for_players(campaign).log] == ["action"]

    def test_announced_line_can_be_hidden(self) -> None:
        campaign = do(roll(self.announced(), secret=True), SetVisibility(about=1))
        assert for_players(campaign).log == ()


class TestWindow:
    """How much of the log was read does not show."""

    @pytest.mark.parametrize("count", [1, 3, 8])
    def test_newest_lines_are_the_same_ones(self, count: int) -> None:
        plain, busy = table(), table(clocks={"traitre": SECRET})
        for n in range(12):
            plain, busy = (do(each, Adjust(who="aicha", path=("initiative",), by=1)) for each in (plain, busy))
            for _ in range(n % 4):
                busy = do(busy, TickClock(clock="traitre", by=-1))
        at = plain.log[0].at
        plain, busy = (replace(e, log=tuple(replace(line, at=at) for line in e.log)) for e in (plain, busy))
        part = replace(busy, log=busy.log[-16:], log_complete=False)
        whole = for_players(plain, count)
        assert len(whole.log) == count
        assert for_players(busy, count) == whole
        if count < 8:
            assert for_players(part, count) == whole

    def test_what_hangs_on_an_older_line_is_left_out(self) -> None:
        campaign = do(roll(table()), AddNote(words="so"))
        campaign = do(campaign, AddNote(words="about it", about=1))
        assert [entry.note for entry in for_players(campaign, 2).log] == ["so"]


class TestOddLogs:
    """A log written by hand is never an error, and never opens what is hidden."""

    @pytest.mark.parametrize(
        "more",
        [
            {"names": {"clocks.traitre": "x"}},
            {"names": {"not a path!": "x"}},
            {"names": {"clocks": "x"}},
            {"changes": [{"path": "clocks.traitre.filled", "from": 1, "to": 2}]},
            {"changes": [{"path": "clocks.ghost.filled", "from": 1, "to": 2}]},
            {"order": [{"path": "clocks.traitre", "from": "a"}]},
            {"who": "ghost", "who_name": "S-secret"},
        ],
    )
    def test_line_that_names_what_is_hidden(self, more: dict[str, Any]) -> None:
        campaign = table(clocks={"traitre": SECRET})
        entry = decode_entry({"n": 1, "beat": 1, "at": roll(table()).log[0].at, "event": "eclipse", **more})
        assert for_players(replace(campaign, log=(entry,))).log == ()

    @pytest.mark.parametrize(
        "change",
        [
            {"path": "characters.aicha.notes", "from": "a", "to": "S-secret"},
            {"path": "characters.aicha.ghost", "from": "a", "to": "S-secret"},
            {"path": "characters.aicha.counters.a.when_full", "to": "S-secret"},
            {"path": "characters.aicha.counters.a", "to": {"name": "A", "when_full": "S-secret", "u": "S-secret"}},
            {"path": "characters.aicha.counters", "to": {"a": {"name": "A", "filled_by": "S-secret"}}},
            {"path": "clocks.alerte.note", "from": "S-secret", "to": ""},
            {"path": "rules.secret_rolls", "from": "silent", "to": "S-secret"},
            {"path": "rules.ghost", "to": "S-secret"},
            {"path": "table.ghost", "to": {"a": "S-secret"}},
            {"path": "ghost", "to": "S-secret"},
            {"path": "ghost.deep", "to": "S-secret"},
        ],
    )
    def test_value_that_may_not_be_seen(self, change: dict[str, Any]) -> None:
        entry = decode_entry({"n": 1, "beat": 1, "at": roll(table()).log[0].at, "event": "scene", "changes": [change]})
        assert "-secret" not in seen(replace(table(), log=(entry,)))

    def test_filtered_lines_can_be_written_and_read(self) -> None:
        campaign = take(roll(table(), "partial", helper="bohort", clock="coffre"), "s")
        for entry in for_players(campaign).log:
            assert decode_entry(encode_entry(entry)) == entry
