"""Between sheets, trees and log entries nothing is lost or added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from evening import CHANCES, faces_for
from evenings import CHARGE
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import EVENING, campaign_of, do, is_safe, order, table, told

from tracker.core.character import Counter
from tracker.core.clean import clean
from tracker.core.clock import CLOCK_KINDS, Clock
from tracker.core.codec import readable
from tracker.core.edits import apply_edits
from tracker.core.encoding import edits_between, encode
from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.core.fields import described
from tracker.core.refusal import Refusal
from tracker.core.tree import Tree, get_in, same
from tracker.rules.charge.sheet import ACTIONS, ChargeCharacter, Talent
from tracker.rules.charge.system import SYSTEM
from tracker.rules.common.characters import AddCharacter, EditCharacter
from tracker.rules.common.clocks import AddClock
from tracker.rules.common.condition import Condition
from tracker.rules.common.notes import AddNote
from tracker.rules.common.takeback import Undo
from tracker.rules.table import _deeds, apply

ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=12)
LINE = st.text(st.characters(codec="utf-8"), max_size=12).map(clean)
PROSE = st.text(st.characters(codec="utf-8"), max_size=12).map(lambda words: clean(words, lines=True))
SMALL = st.integers(0, 9)
COUNTERS = st.builds(Counter, name=LINE, value=SMALL, max=st.none() | st.integers(1, 9), filled_by=LINE)
TALENTS = st.builds(
    Talent,
    situation=LINE,
    kind=st.sampled_from(["dot", "effect", "position", "die"]),
    action=LINE,
    checked=st.booleans(),
)
SHEETS = st.builds(
    ChargeCharacter,
    name=LINE,
    player=LINE,
    present=st.booleans(),
    stress=st.integers(0, 3),
    condition=LINE,
    condition_visibility=st.sampled_from(["shown", "hidden"]),
    taken_out=st.booleans(),
    notes=PROSE,
    counters=st.dictionaries(LINE, COUNTERS, max_size=3),
    concept=LINE,
    ties=st.lists(LINE, max_size=3).map(tuple),
    initiative=SMALL,
    actions=st.dictionaries(st.sampled_from(list(ACTIONS)), st.integers(0, 4)),
    talents=st.lists(TALENTS, max_size=3).map(tuple),
    milestones=SMALL,
    position_bonus=SMALL,
    position_penalty=SMALL,
)
CLOCKS = st.builds(
    Clock,
    name=LINE,
    kind=st.sampled_from(list(CLOCK_KINDS)),
    size=st.integers(1, 100),
    filled=SMALL,
    visibility=st.sampled_from(["shown", "name", "hidden"]),
    note=PROSE,
    max_rolls=st.none() | st.integers(1, 9),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY | st.just(datetime(2026, 1, 1, tzinfo=UTC)),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(ANY, below, max_size=3),
    max_leaves=8,
).filter(lambda value: value is not None)
KEYS = st.sampled_from([each.name for each in fields(Entry)])
ROLLS = st.sampled_from(list(_deeds(SYSTEM)[1]))


def edited_table(old: Any, new: Any, raw: Tree) -> Tree:
    """Give the table of a thing, as it stands in the file, after the edits that make another of it."""
    after = apply_edits({"things": {"x": raw}}, edits_between(old, new, ("things", "x"), raw))
    found = get_in(after, ("things", "x"))
    assert isinstance(found, Mapping)
    return found


class TestSheets:
    """decode(encode(sheet)) is the sheet, and the edits between two sheets turn one into the other."""

    @given(SHEETS)
    def test_a_character(self, sheet: ChargeCharacter) -> None:
        assert readable(ChargeCharacter, encode(sheet)) == sheet
        assert readable(ChargeCharacter, encode(sheet, full=True)) == sheet

    @given(CLOCKS)
    def test_a_clock(self, clock: Clock) -> None:
        assert readable(Clock, encode(clock)) == clock

    @given(SHEETS, SHEETS)
    def test_edits_between_two_sheets(self, old: ChargeCharacter, new: ChargeCharacter) -> None:
        assert readable(ChargeCharacter, edited_table(old, new, encode(old))) == new

    @given(SHEETS, SHEETS)
    def test_unknown_keys_stay_where_their_line_stays(self, old: ChargeCharacter, new: ChargeCharacter) -> None:
        new = replace(new, talents=(*old.talents, *new.talents), ties=old.ties[1:])
        rows = [{**encode(each), "mine": n} for n, each in enumerate(old.talents)]
        ties = [f"\u200b{tie}" for tie in old.ties]
        after = edited_table(old, new, {**encode(old), "talents": rows, "ties": ties, "mood": "gaie"})
        assert readable(ChargeCharacter, after) == new
        assert after["mood"] == "gaie"
        talents = after["talents"]
        assert isinstance(talents, list)
        assert [row.get("mine") for row in talents] == [
            *range(len(old.talents)),
            *(None for _ in range(len(new.talents) - len(old.talents))),
        ]
        if old.ties:
            assert all(tie.startswith("\u200b") for tie in after["ties"])  # type: ignore[union-attr]

    @given(CLOCKS, CLOCKS)
    def test_edits_between_two_clocks(self, old: Clock, new: Clock) -> None:
        assert readable(Clock, edited_table(old, new, encode(old))) == new

    def test_every_field_of_the_sheet_is_among_them(self) -> None:
        sheet = ChargeCharacter()
        assert {each.name for each in fields(sheet)} == {a for a, _ in described(ChargeCharacter).values()} | {"id"}


class TestEntries:
    """What is written of an entry is read again as it was."""

    @given(CHANCES, st.integers(1, 8))
    @settings(max_examples=80, deadline=None)
    def test_encode_and_decode(self, chance: Random, steps: int) -> None:
        campaign = CHARGE.start(chance)
        for _ in range(steps):
            try:
                command = CHARGE.command(campaign, chance)
                campaign = apply(campaign, command, faces_for(campaign, command, chance), EVENING).campaign
            except Refusal:
                continue
        for entry in campaign.log:
            written = encode_entry(entry)
            read = decode_entry(written)
            again = encode_entry(read)
            cleaned = {**written, "note": clean(entry.note, lines=True)} if entry.note else written
            assert same(again, cleaned)

    @given(st.dictionaries(KEYS, VALUES), ROLLS)
    @settings(max_examples=200, deadline=None)
    def test_any_table_is_read_and_told(self, found: dict[str, Any], roll: str) -> None:
        for keys in (found, {**found, "roll": roll}):
            entry = decode_entry(keys)
            campaign = replace(table(), log=(entry,))
            assert is_safe(told(campaign))


class TestAnyText:
    """User text is data: it stands in the tree as typed, and what is read of it is safe to draw."""

    @given(ANY)
    def test_a_name(self, words: str) -> None:
        before = table()
        campaign = do(before, AddCharacter(name=words))
        id = list(campaign.characters)[-1]
        assert same(get_in(campaign.tree, ("characters", id, "name")), words)
        assert campaign.characters[id].name == clean(words)
        assert told(campaign) == "joins the table"
        after = do(campaign, EditCharacter(who=id, values={"concept": "x"}))
        assert same(get_in(after.tree, ("characters", id, "name")), words)
        assert order(do(do(after, Undo()), Undo())) == order(before)

    @given(ANY)
    def test_a_condition(self, words: str) -> None:
        campaign = do(table(), Condition(who="aicha", words=words))
        assert campaign.characters["aicha"].condition == clean(words)
        if words != "":
            assert same(get_in(campaign.tree, ("characters", "aicha", "condition")), words)
        kept = do(campaign, Condition(who="aicha"))
        assert same(kept.tree, campaign.tree)

    @given(ANY)
    def test_a_clock_and_a_note(self, words: str) -> None:
        campaign = do(table(), AddClock(name=words))
        assert list(campaign.clocks.values())[-1].name == clean(words)
        told(campaign)
        if words.strip():
            noted = do(campaign, AddNote(words=words))
            assert noted.log[-1].note == words
            told(noted)

    @given(ANY, ANY)
    def test_a_whole_sheet_by_hand(self, key: str, words: str) -> None:
        campaign = campaign_of(
            {"system": "charge", "characters": {key: {"name": words, "ties": [words], "notes": words}}}
        )
        sheet = campaign.characters[key]
        assert (sheet.name, sheet.ties, sheet.notes) == (clean(words), (clean(words),), clean(words, lines=True))
