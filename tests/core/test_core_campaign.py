"""Reading campaigns from trees: defaults, sharing, problems with their places, ids."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from playing import campaign_of, do, en, table

from tracker.core.campaign import edited, new_id, read_campaign
from tracker.core.edits import SetValue
from tracker.core.problem import Severity
from tracker.core.tree import set_in
from tracker.rules.charge.sheet import SHAPE
from tracker.rules.check import checked_campaign
from tracker.rules.common.clocks import TickClock


def problems(**changes: Any) -> list[tuple[str, str, str]]:
    """Give what is wrong with the table after changes to its tree: severity, path, sentence."""
    tree = dict(table().tree)
    for dotted, value in changes.items():
        tree = set_in(tree, tuple(dotted.split("__")), value)
    return [(p.severity.value, ".".join(p.path), en(p.message)) for p in checked_campaign(tree)[1]]


class TestReading:
    """What is left out stands at its default; order is the order of the file."""

    def test_defaults_of_a_sheet(self) -> None:
        sheet = campaign_of({"characters": {"a": {"name": "A"}}}).characters["a"]
        assert (sheet.initiative, sheet.stress, sheet.condition, sheet.present, sheet.taken_out) == (
            2,
            0,
            "",
            True,
            False,
        )
        assert sheet.id == "a"

    def test_what_did_not_change_is_not_read_again(self) -> None:
        before = table()
        after = do(before, TickClock(clock="alerte"))
        assert after.characters is before.characters
        assert after.clocks["coffre"] is before.clocks["coffre"]
        assert after.rules is before.rules

    def test_reading_again_gives_the_same_as_reading_from_the_start(self) -> None:
        after = edited(table(), (SetValue(("characters", "aicha", "initiative"), 7), SetValue(("title",), "Neu")))
        fresh, _ = read_campaign(after.tree, SHAPE)
        assert (after.head, after.characters, after.clocks, after.rules, after.table) == (
            fresh.head,
            fresh.characters,
            fresh.clocks,
            fresh.rules,
            fresh.table,
        )

    def test_a_section_that_is_gone_is_empty(self) -> None:
        before = table()
        tree = {k: v for k, v in before.tree.items() if k not in {"clocks", "title"}}
        after, _ = read_campaign(tree, SHAPE, before)
        assert (dict(after.clocks), after.title) == ({}, "")

    def test_unknown_keys_and_tables_stay_in_the_tree(self) -> None:
        campaign = table({"aicha": {"mood": "gaie"}}, weather={"rain": True})
        after = do(campaign, TickClock(clock="alerte"))
        assert after.tree["weather"] == {"rain": True}
        assert after.tree["characters"]["aicha"]["mood"] == "gaie"  # type: ignore[index,call-overload]


class TestProblems:
    """File format, check: what stands there, what is expected, and the nearest key or value when there is one."""

    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({}, None),
            (
                {"characters__aicha__stress": "two"},
                (
                    "error",
                    "characters.aicha.stress",
                    "stress of Aïcha is the text “two”, a whole number, 0 or more is expected",
                ),
            ),
            (
                {"characters__aicha__stress": 4},
                ("error", "characters.aicha.stress", "stress of Aïcha is 4, a whole number from 0 to 3 is expected"),
            ),
            (
                {"characters__aicha__strss": 1},
                (
                    "warning",
                    "characters.aicha.strss",
                    "“strss” is not a key the tracker knows; did you mean “stress”?",
                ),
            ),
            (
                {"characters__aicha__actions": {"finess": 1}},
                ("warning", "characters.aicha.actions.finess", "“finess” is not known here; did you mean “finesse”?"),
            ),
            (
                {"clocks__alerte__kind": "dangr"},
                (
                    "error",
                    "clocks.alerte.kind",
                    'kind of Alerte is the text “dangr”, one of "danger", "progress", "project", "complication", "task"'
                    " (did you mean “danger”?) is expected",
                ),
            ),
            (
                {"clocks__alerte__filled": 9},
                ("error", "clocks.alerte.filled", "filled of Alerte is 9, a whole number from 0 to 6 is expected"),
            ),
            (
                {"clocks__alerte__owner": "aichaa"},
                (
                    "error",
                    "clocks.alerte.owner",
                    "owner of Alerte names “aichaa”, who is no character here; did you mean “aicha”?",
                ),
            ),
            (
                {"clocks__alerte__size": 5},
                ("warning", "clocks.alerte.size", "Alerte has 5 segments; usual are 4, 6, 8"),
            ),
            (
                {"table": {"setups": [{"by": "ghost"}]}},
                ("error", "table.setups.0.by", "“ghost” is not known here; there are aicha, bohort, naila"),
            ),
            ({"system": "chrge"}, ("error", "system", "there is no dice system “chrge”; did you mean “charge”?")),
        ],
    )
    def test_sentence(self, changes: dict[str, Any], expected: tuple[str, str, str] | None) -> None:
        found = problems(**changes)
        assert found == ([] if expected is None else [expected])

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            ("characters__aicha__initiative", True),
            ("characters__aicha__initiative", 2.0),
            ("characters__aicha__initiative", -1),
            ("characters__aicha__actions", [1]),
            ("characters__aicha__actions", {"finesse": 5}),
            ("characters__aicha__talents", [{"kind": "luck"}]),
            ("characters__aicha__counters", {"or": {"value": 1}}),
            ("characters__aicha__counters", {"or": {"name": "Or", "value": 7, "max": 6}}),
            ("characters__aicha", 3),
            ("characters", []),
            ("clocks__alerte__size", 0),
            ("clocks__alerte__size", 101),
            ("rules", {"resist_with": ["initiative", "initiative"]}),
            ("rules", {"clock_sizes": [4, True]}),
            ("session", "7"),
            ("language", "de"),
        ],
    )
    def test_wrong_values_are_errors_and_reading_goes_on(self, path: str, value: Any) -> None:
        found = problems(**{path: value, "clocks__coffre__size": 5})
        assert "error" in [severity for severity, _, _ in found]
        assert "clocks.coffre.size" in [place for _, place, _ in found]

    @pytest.mark.parametrize(
        ("path", "value", "found", "expected"),
        [
            ("title", 3, "title is 3", "text in quotes"),
            ("title", 2.5, "2.5, a number with a decimal point", "text in quotes"),
            ("title", date(2026, 1, 1), "a date or time", "text in quotes"),
            ("title", [], "a list", "text in quotes"),
            ("title", {}, "a table", "text in quotes"),
            ("title", True, "title is true", "text in quotes"),
            ("session", "x" * 99, "…”", "a whole number, 0 or more"),
            ("characters__aicha__present", "yes", "the text “yes”", "true or false (without quotes, in lower case)"),
            ("characters__aicha__ties", "x", "the text “x”", "a list of texts"),
            ("characters__aicha__ties", [1], "ties of Aïcha is 1", "text in quotes"),
            ("characters__aicha__talents", 1, "talents of Aïcha is 1", "a list of tables"),
            (
                "characters__aicha__actions",
                1,
                "actions of Aïcha is 1",
                "a table of names, each a whole number from 0 to 4",
            ),
            ("characters__aicha__notes", 1, "notes of Aïcha is 1", "text in quotes"),
            ("rules__clock_sizes", 4, "clock_sizes is 4", "a list of numbers, each a whole number from 1 to 100"),
            ("rules__resist_with", ["luck"], "the text “luck”", 'one of "initiative", "action", "detail"'),
            ("rules__initiative_gain", {"ful": 1}, "“ful” is not a key", "did you mean “full”"),
            ("system", 3, "there is no dice system “3”", 'one of "charge"'),
        ],
    )
    def test_it_says_what_stands_there_and_what_is_expected(
        self, path: str, value: Any, found: str, expected: str
    ) -> None:
        ((_, place, sentence),) = problems(**{path: value})
        assert place.startswith(path.replace("__", "."))
        assert found in sentence
        assert expected in sentence

    def test_a_system_that_is_missing(self) -> None:
        campaign, found = checked_campaign({"format": 1})
        assert campaign is None
        assert [problem.severity for problem in found] == [Severity.ERROR]


class TestIds:
    """File format: without accents, lower case, runs of other signs become `_`, empty becomes `pc`, a clash `_2`."""

    @pytest.mark.parametrize(
        ("name", "id"),
        [
            ("Aïcha", "aicha"),
            ("La Couronne d'ambre", "la_couronne_d_ambre"),
            ("Œdipe", "oedipe"),
            ("ÆON", "aeon"),
            ("  --x--  ", "x"),
            ("", "pc"),
            ("日本", "pc"),
            ("x\x00y", "x_y"),
            ("taken", "taken_3"),
        ],
    )
    def test_id(self, name: str, id: str) -> None:
        assert new_id(name, ["taken", "taken_2"]) == id
