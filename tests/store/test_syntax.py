"""A text that is no TOML: every slip with its place and what is expected, and no noise that follows from one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import tomli

from tracker.i18n.say import say
from tracker.store.located import Lines, Located
from tracker.store.mending import mend
from tracker.store.syntax import read_toml

SAMPLE = Path(__file__).parents[2] / "campaigns" / "ambre.toml"


def slips(words: str) -> list[tuple[int, int, str]]:
    """Give line, column and English sentence of every slip."""
    lines = Lines(words)
    return [(*lines.position(slip.offset), say(slip.message, "en")) for slip in mend(words).slips]


def rest(words: str) -> object:
    """Give what can still be read of the head."""
    head = mend(words).head
    assert head is not None
    return tomli.loads(head)


class TestSlipsOfTheHand:
    """Each usual slip says what stands there and how it is written; the value meant is read on with."""

    CASES = (
        ("stress = 08", 10, "“08”: a number is written without zeros before it: 8", 8),
        ("stress = -007 # low", 10, "“-007”: a number is written without zeros before it: -7", -7),
        ("stress = 3,5", 10, "“3,5”: a decimal number is written with a point: 3.5", 3.5),
        ("stress = True", 10, "“True”: true and false are written in lower case: true", True),
        ("stress = faux", 10, "“faux”: true and false are written in lower case: false", False),
        ("stress = “Léa”", 10, '““Léa””: text stands in straight quotation marks: "Léa"', "Léa"),
        ("stress = « Léa »", 10, '“« Léa »”: text stands in straight quotation marks: "Léa"', "Léa"),
        ("stress = ‘Léa’", 10, '“‘Léa’”: text stands in straight quotation marks: "Léa"', "Léa"),
        (
            "stress = 'l'ours'",
            10,
            "“'l'ours'”: text that holds an apostrophe stands in double quotation marks: \"l'ours\"",
            "l'ours",
        ),
        ("stress = charge # what", 10, '“charge”: text stands in quotation marks: "charge"', "charge"),
        ("stress = 2026-13-45", 10, "“2026-13-45”: this is no date or time", 0),
        ("stress = 1__0", 10, "“1__0”: this is no number", 0),
        ("stress = 2 segments", 12, "nothing may follow the value on its line, here stands “segments”", 2),
        ('stress = "a" # b\nx = "c" d', 9, "nothing may follow the value on its line, here stands “d”", "a"),
        ("stress = 2,", 11, "nothing may follow the value on its line, here stands “,”", 2),
        ("stress: 2", 7, "“: 2”: a key is followed by = and its value", 2),
        ('stress = "a\\d"', 12, "a backslash in text is written twice, or the text stands in ' '", ""),
        ('stress = "a\\ud8"', 12, "this is no character code", ""),
    )

    @pytest.mark.parametrize(("words", "column", "sentence", "meant"), CASES)
    def test_said_with_its_place_and_read_as_meant(self, words: str, column: int, sentence: str, meant: object) -> None:
        assert [(at, said) for _, at, said in slips(words)] == [(column, sentence)]
        read = rest(words)
        assert isinstance(read, dict)
        assert read["stress"] == meant

    def test_nothing_after_the_equals_sign(self) -> None:
        assert slips("name =\nplayer = 'Jo'\n")[0][:2] == (1, 7)
        assert rest("name =\nplayer = 'Jo'\n") == {"name": 0, "player": "Jo"}

    def test_a_quotation_mark_inside_text(self) -> None:
        ((line, column, said),) = slips('name = "dit "le grand""\n')
        assert (line, column) == (1, 8)
        assert "backslash" in said

    def test_a_name_with_an_accent_or_a_blank(self) -> None:
        words = '[characters.léa]\nname = "Léa"\n[clocks.le pont]\nnom propre = 1\n'
        assert [(line, column) for line, column, _ in slips(words)] == [(1, 13), (3, 9), (4, 1)]
        assert rest(words) == {"characters": {"léa": {"name": "Léa"}}, "clocks": {"le pont": {"nom propre": 1}}}

    def test_a_line_that_is_nothing(self) -> None:
        assert [(line, column) for line, column, _ in slips("a = 1\nblah\n= 3\n12 bar\n")] == [(2, 1), (3, 1), (4, 1)]


class TestTwice:
    """What stands there a second time is named with the line of the first."""

    def test_a_key(self) -> None:
        words = "a = 1\nb = 2\na = 3\n"
        assert slips(words) == [(3, 1, "the key a stands here a second time; the first is in line 1")]
        assert rest(words) == {"a": 1, "b": 2}

    def test_a_table(self) -> None:
        words = "[a]\nx = 1\n[b]\n[a]\nx = 2\n[a.c]\n"
        assert slips(words) == [(4, 1, "the table [a] stands here a second time; the first is in line 1")]
        assert rest(words) == {"a": {"x": 1, "c": {}}, "b": {}}

    def test_a_key_in_a_table_of_one_line(self) -> None:
        assert slips("a = { x = 1, x = 2 }\n") == [(1, 14, "the key x stands here a second time")]

    @pytest.mark.parametrize(
        "words",
        [
            "a.b = 1\n[a]\n",
            "a = { b = 1 }\n[a.c]\n",
            "[a.b]\n[a]\nb.c = 1\n",
            "a = 1\n[[a]]\n",
            "[a]\n[[a]]\n",
            "a = []\n[[a]]\n",
            "a = 1\na.b = 2\n",
        ],
    )
    def test_what_cannot_be_added_to(self, words: str) -> None:
        assert len(slips(words)) == 1
        assert slips(words)[0][0] == words.count("\n")

    @pytest.mark.parametrize(
        "words",
        ["[a.b]\n[a]\nx = 1\n[a.c]\n", "[[a]]\nb.c = 1\nb.d = 1\n[a.e]\n[[a]]\n[a.e]\n", "a.b = 1\nc = 1\na.d = 2\n"],
    )
    def test_what_can(self, words: str) -> None:
        assert slips(words) == []
        assert tomli.loads(words) == rest(words)


class TestUnclosed:
    """What is not closed is one slip, at its beginning; what follows from it is none of its own."""

    CASES = (
        ('a = "x\nb = 08\n', [(1, 5), (2, 5)]),
        ("a = 'x\nb = 1\n", [(1, 5)]),
        ('a = [\n  "one",\n  "two"\nb = 08\n', [(1, 5), (4, 5)]),
        ("a = [1, 2\n\n[b]\nc = 08\n", [(1, 5), (4, 5)]),
        ("a = { x = 1, y = 2\nb = 08\n", [(1, 5), (2, 5)]),
        ("a = {\n  x = 1,\n  y = 2\n  z = 3,\n}\nb = 08\n", [(1, 5), (6, 5)]),
        ("a = [\n  { x = 1,\n  { x = 2 },\n]\nb = 08\n", [(2, 3), (5, 5)]),
        ('a = """\nsome prose\n- and a list\n[x] done\nhe said: “no”\n\n[b]\nc = 08\n', [(1, 5), (8, 5)]),
        ('a = """\nsome prose\n\nb = """\nmore prose\nof two lines\n"""\n[c]\nd = 08\n', [(1, 5), (9, 5)]),
        ("a = '''\nsome prose", [(1, 5)]),
        ('a = ["x, 1]\nb = 08\n', [(1, 6), (2, 5)]),
        ("a = [1, 2}\nb = 08\n", [(1, 10), (2, 5)]),
        ("a = [1 2]\nb = 08\n", [(1, 8), (2, 5)]),
        ("a = [1,, 2]\nb = 08\n", [(1, 8), (2, 5)]),
        ("[a\nb = 08\n", [(1, 3), (2, 5)]),
        ("[[a]\nb = 08\n", [(1, 4), (2, 5)]),
        ("[a] # fine\n[b] x\nc = 1\n", [(2, 5)]),
        ("[a..b]\nx = 1\ny = 2\n[c]\nd = 08\n", [(1, 4), (5, 5)]),
    )

    @pytest.mark.parametrize(("words", "places"), CASES)
    def test_places(self, words: str, places: list[tuple[int, int]]) -> None:
        assert [slip[:2] for slip in slips(words)] == places

    def test_a_text_of_several_lines_may_hold_anything(self) -> None:
        words = 'a = """\n[[log]]\n[b]\nc = 08\n"""\nd = 08\n'
        assert [slip[:2] for slip in slips(words)] == [(6, 5)]

    def test_lists_too_deep(self) -> None:
        assert len(slips("a = " + "[" * 5000 + "\nb = 1\n")) == 1
        assert isinstance(read_toml("a = " + "[" * 5000), Located)


class TestSigns:
    """Signs that may stand nowhere; a byte order mark and CRLF are no slips and count for nothing."""

    def test_control_characters(self) -> None:
        words = 'a\x00b = 1\nc = "x\x00y" # \x1b\n'
        assert [slip[:2] for slip in slips(words)] == [(1, 2), (2, 7), (2, 13)]
        assert "␀" in slips(words)[0][2]

    def test_a_bare_carriage_return_is_one_slip_however_many_there_are(self) -> None:
        ((line, column, said),) = slips('a = 1\rb = 2\r\nc = "x\ry"\n')
        assert (line, column) == (1, 6)
        assert "2 in the file" in said
        assert rest('a = 1\rb = 2\r\nc = "x\ry"\n') == {"a": 1, "b": 2, "c": "x y"}

    def test_byte_order_mark_and_crlf(self) -> None:
        words = "\ufeffa = 08\r\nb = 1\r\nc = 3,5\r\n"
        assert [slip[:2] for slip in slips(words)] == [(1, 5), (3, 5)]
        assert rest(words) == {"a": 8, "b": 1, "c": 3.5}


class TestLog:
    """The log is read entry by entry: a slip in one is located in the whole file and costs no other."""

    def test_slips_and_tables_behind_it(self) -> None:
        words = 'a = 1\n[[log]]\nn = 1\nn = 2\n[[log]]\nx = """\n[[log]]\n"""\ny = 08\n'
        words += "[[log]]\n[clocks.x]\n[[log]]\nz = [1,\n"
        assert [slip[:2] for slip in slips(words)] == [(4, 1), (9, 5), (13, 5)]
        assert [path for path, _ in mend(words).strays] == [("clocks", "x")]
        assert rest(words) == {"a": 1}


class TestAnyText:
    """However a file is spoilt: there is an answer, in time that grows with its length only."""

    BITS = (
        '"',
        "'",
        '"""',
        "'''",
        "[",
        "]",
        "{",
        "}",
        "=",
        "\n",
        ",",
        "#",
        "\r",
        "\0",
        "\\",
        "08",
        "é",
        "[[log]]\n",
        "[x]\n",
    )

    @pytest.mark.parametrize("seed", range(8))
    def test_a_spoilt_sample(self, seed: int) -> None:
        source = SAMPLE.read_text(encoding="utf-8").partition("[[log]]\nn = 6")[0]
        chance = random.Random(seed)
        for _ in range(60):
            words = source
            for _ in range(chance.choice((1, 1, 2, 5))):
                at = chance.randrange(len(words))
                if chance.random() < 0.6:
                    words = words[:at] + chance.choice(self.BITS) + words[at:]
                else:
                    words = words[:at] + words[at + chance.choice((1, 2, 40)) :]
            found = mend(words)
            assert found.head is not None
            tomli.loads(found.head)
            assert all(0 <= slip.offset <= len(words) for slip in found.slips)
            if isinstance(read_toml(words), Located):
                assert found.slips or found.strays
            else:
                assert not found.slips
                assert tomli.loads(found.head) == {k: v for k, v in tomli.loads(words).items() if k != "log"}
