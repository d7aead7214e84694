"""What the program writes reads back as the same value, on one line, in TOML 1.0."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, time, timedelta, timezone

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.core.tree import Value, same
from tracker.store.toml_scan import scan
from tracker.store.toml_write import Unwritable, entry_text, key_text, table_text, value_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.one_of(
    TEXTS,
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    st.datetimes(),
    st.dates(),
    st.times(),
    st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=-3, minutes=-30))])),
)
VALUES: st.SearchStrategy[Value] = st.recursive(
    SCALARS,
    lambda below: st.one_of(st.lists(below, max_size=3), st.dictionaries(TEXTS, below, max_size=3)),
    max_leaves=8,
)


class TestValueText:
    """One value, one line."""

    @given(VALUES)
    @settings(max_examples=200)
    def test_reads_back_the_same_in_both_versions_of_toml(self, value: Value) -> None:
        text = value_text(value)
        assert "\n" not in text
        assert "\r" not in text
        assert same(tomli.loads(f"v = {text}")["v"], value)
        # The standard library's reader knows TOML 1.0 only.
        assert same(tomllib.loads(f"v = {text}")["v"], value)

    @pytest.mark.parametrize(
        ("value", "text"),
        [
            ({"finesse": 2, "a b": [1]}, '{ finesse = 2, "a b" = [1] }'),
            ({}, "{}"),
            ([], "[]"),
            ((1, True), "[1, true]"),
            ("é\n\x1b\"'", '"é\\n\\u001b\\"\'"'),
            (datetime(2026, 11, 29, 21, 4, 12, tzinfo=timezone(timedelta(hours=1))), "2026-11-29T21:04:12+01:00"),
            (date(2026, 1, 2), "2026-01-02"),
            (time(1, 2), "01:02:00"),
        ],
    )
    def test_plain_writing(self, value: Value, text: str) -> None:
        assert value_text(value) == text

    @pytest.mark.parametrize(
        "value",
        [
            "\ud800",
            {"\udcff": 1},
            [{"a": "x\udfff"}],
            time(1, tzinfo=UTC),
            datetime(2026, 1, 1, tzinfo=timezone(timedelta(seconds=90))),
        ],
    )
    def test_what_no_file_holds_is_refused(self, value: Value) -> None:
        with pytest.raises(Unwritable):
            value_text(value)

    def test_other_types_are_refused(self) -> None:
        with pytest.raises(Unwritable):
            value_text(b"x")


class TestBlocks:
    """A log entry and a new table: a header and one line a key."""

    @given(st.dictionaries(TEXTS, VALUES, max_size=4), st.sampled_from(["\n", "\r\n"]))
    @settings(max_examples=100)
    def test_entries_read_back(self, entry: dict[str, Value], newline: str) -> None:
        text = entry_text(entry, newline)
        assert same(tomllib.loads(text)["log"], [entry])
        assert text.count("\n") == text.count(newline) == len(entry) + 1

    def test_table(self) -> None:
        text = table_text(("characters", "d'or"), {"name": "D", "actions": {"move": 1}}, "\n")
        assert text == '[characters."d\'or"]\nname = "D"\nactions = { move = 1 }\n'

    @given(TEXTS)
    def test_keys(self, key: str) -> None:
        text = f"{key_text(key)} = 1\n"
        assert tomli.loads(text) == {key: 1}
        assert list(scan(text).values) == [(key,)]
