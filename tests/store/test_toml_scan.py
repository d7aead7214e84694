"""The scanner finds every value where a person would point at it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import tomli
from growth import growth

from tracker.core.tree import Path
from tracker.store.toml_scan import Layout, ScanError, Span, position, scan

TEXT = '''\
#:schema campaign.schema.json
format = 1
"a b".'c.d' = 2  # dotted and quoted

[characters.aicha]            # the id
name = "Aïcha \\"#\\" [x]"
notes = """
[[log]]
# no comment, and "" quotes""\\
"""""
plain = \'\'\'
[[log]] '' \'\'\'\'\'
born = 1979-05-27 07:32:00+01:00 # a space inside
actions = { finesse = 2, "m n".x = 1 }
talents = [
  { text = "a", checked = false }, # one, [two]
  { text = "}", checked = true },
  [1, [2, 3],],
]

[[characters.aicha.items]]
name = "lamp"
[characters.aicha.items.size]
w = 1
[[ characters.aicha.items ]]
name = "rope"

[[log]]
n = 1
'''


def piece(text: str, span: Span) -> str:
    return text[span.start : span.end]


def value_at(text: str, layout: Layout, *path: str) -> str:
    return piece(text, layout.values[path].value)


class TestScan:
    """Every value with its key, its line and what holds it."""

    @pytest.mark.parametrize("newline", ["\n", "\r\n"])
    @pytest.mark.parametrize("mark", ["", "\ufeff"])
    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            (("format",), "1"),
            (("a b", "c.d"), "2"),
            (("characters", "aicha", "name"), '"Aïcha \\"#\\" [x]"'),
            (("characters", "aicha", "plain"), "'''\n[[log]] '' '''''"),
            (("characters", "aicha", "born"), "1979-05-27 07:32:00+01:00"),
            (("characters", "aicha", "actions", "finesse"), "2"),
            (("characters", "aicha", "actions", "m n", "x"), "1"),
            (("characters", "aicha", "talents", "0", "checked"), "false"),
            (("characters", "aicha", "talents", "1", "text"), '"}"'),
            (("characters", "aicha", "talents", "2", "1", "1"), "3"),
            (("characters", "aicha", "items", "0", "name"), '"lamp"'),
            (("characters", "aicha", "items", "0", "size", "w"), "1"),
            (("characters", "aicha", "items", "1", "name"), '"rope"'),
        ],
    )
    def test_values(self, newline: str, mark: str, path: Path, expected: str) -> None:
        text = mark + TEXT.replace("\n", newline)
        assert value_at(text, scan(text), *path) == expected.replace("\n", newline)

    def test_every_value_is_found_and_says_what_the_file_says(self) -> None:
        layout = scan(TEXT)
        tree = tomli.loads(TEXT[: layout.end])
        for path, place in layout.values.items():
            here = tree
            for key in path:
                here = here[int(key)] if isinstance(here, list) else here[key]
            assert tomli.loads(f"v = {piece(TEXT, place.value)}")["v"] == here

    def test_statement_is_the_whole_line_with_its_comment(self) -> None:
        place = scan(TEXT).values["a b", "c.d"]
        assert piece(TEXT, place.statement) == "\"a b\".'c.d' = 2  # dotted and quoted\n"
        assert piece(TEXT, place.key) == "\"a b\".'c.d'"
        assert (place.within, place.parts, place.shape) == ("section", 2, "scalar")

    def test_what_holds_a_value(self) -> None:
        values = scan(TEXT).values
        sheet = ("characters", "aicha")
        assert values[*sheet, "actions"].shape == "table"
        assert values[*sheet, "actions", "finesse"].within == "table"
        assert values[*sheet, "talents"].shape == "array"
        assert values[*sheet, "talents", "0"].within == "array"
        assert values[*sheet, "talents", "0"].parts == 0

    def test_sections_in_order(self) -> None:
        layout = scan(TEXT)
        assert [(table.path, table.is_array, table.index) for table in layout.tables] == [
            (("characters", "aicha"), False, None),
            (("characters", "aicha", "items", "0"), True, 0),
            (("characters", "aicha", "items", "0", "size"), False, None),
            (("characters", "aicha", "items", "1"), True, 1),
        ]
        assert "".join(piece(TEXT, section.span) for section in layout.sections) == TEXT[: layout.log_start]
        assert piece(TEXT, layout.tables[0].name) == "[characters.aicha]"

    @pytest.mark.parametrize("header", ["[[log]]", "[[ log ]]", '[["log"]]', "  [['log']] # here", '[["l\\u006fg"]]'])
    def test_the_log_begins_at_its_first_header(self, header: str) -> None:
        text = TEXT[: TEXT.rindex("[[log]]")] + header + "\nn = 1\n[characters.z]\n"
        layout = scan(text)
        assert layout.log_start == layout.end == TEXT.rindex("[[log]]")
        assert ("characters", "z") not in layout.mentions

    @pytest.mark.parametrize(
        "text", ["", "\ufeff", "# only", "a = 1", "[a]", "\n\n", "[[log.x]]\na = 1\n", "a = [[1]]"]
    )
    def test_without_a_log(self, text: str) -> None:
        layout = scan(text)
        assert layout.log_start is None
        assert layout.end == len(text)

    def test_new_writings_of_toml_1_1(self) -> None:
        text = 'a = {\n  b = "\\e[0m\\x41", # comment }\n  c = 1,\n}\nd = 2\n'
        layout = scan(text)
        assert value_at(text, layout, "a", "b") == '"\\e[0m\\x41"'
        assert value_at(text, layout, "d") == "2"

    @pytest.mark.parametrize(
        "text", ["a", "a =", "a = [1, 2", "a = {b 1}", "[a", '"a = 1', 'a = """x', "= 1", "a = 1 2"]
    )
    def test_broken_text_is_said_to_be(self, text: str) -> None:
        with pytest.raises(ScanError):
            scan(text)

    def test_deep_nesting_as_far_as_the_reader_goes(self) -> None:
        text = "a = " + "[" * 399 + "]" * 399
        tomli.loads(text)
        assert len(scan(text).values) == 399


class TestPlaceOf:
    """A problem with what is missing is shown at the nearest thing that is there."""

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            (("characters", "aicha", "stress"), "[characters.aicha]"),
            (("characters", "aicha", "actions", "none"), "actions"),
            (("characters", "aicha", "talents", "1", "kind"), '{ text = "}", checked = true }'),
            (("characters", "aicha", "talents", "9", "kind"), "talents"),
            (("characters", "aicha", "items", "1", "size"), "[[ characters.aicha.items ]]"),
            (("characters", "bob"), "[characters.aicha]"),
            (("a b", "none"), "\"a b\".'c.d'"),
            (("nothing",), ""),
        ],
    )
    def test_nearest(self, path: Path, expected: str) -> None:
        assert piece(TEXT, scan(TEXT).place_of(path)) == expected


class TestPosition:
    """Line and column from 1, in characters; CRLF is one end of line, a byte order mark is not counted."""

    @pytest.mark.parametrize(
        ("text", "sign", "expected"),
        [
            ("x", "x", (1, 1)),
            ("a\nx", "x", (2, 1)),
            ("é\r\nàx", "x", (2, 2)),
            ("\ufeffx", "x", (1, 1)),
            ("\ufeffa\nx", "x", (2, 1)),
        ],
    )
    def test_position(self, text: str, sign: str, expected: tuple[int, int]) -> None:
        assert position(text, text.index(sign)) == expected


class TestCost:
    """Ten times the text takes about ten times as long."""

    @pytest.mark.parametrize("shape", ["[characters.c%d]\nstress = 2 # x\n", "k%d = '''\n%s\n'''\n", "# %d\n\n"])
    def test_is_not_quadratic(self, shape: str) -> None:
        def work(count: int) -> Callable[[], object]:
            text = "".join(shape.replace("%d", str(i)).replace("%s", "y" * 60) for i in range(count))
            return lambda: scan(text)

        assert growth(work, 1_000, 10_000, 30) < 30
