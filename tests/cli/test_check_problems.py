"""`tracker check` lists every problem of a file at once, each with its place, in English and in French."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from growth import growth, seconds
from shell import PROJECT, Shell, fresh_shell

from tracker.core.problem import Severity
from tracker.i18n.say import say
from tracker.store.checking import content_problems, file_problems, text_problems

DATA = PROJECT / "tests" / "data"
GOOD = sorted((DATA / "good").glob("*.toml"))
BROKEN = sorted((DATA / "broken").glob("*.toml"))
HEAD = 'format = 1\ntitle = "T"\nsystem = "charge"\n'


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


def listed(path: Path, language: str = "en") -> str:
    """Give the problems of a file as `check` lists them, without its name."""
    severities = {Severity.ERROR: "error", Severity.WARNING: "warning"}
    return "".join(
        f"{each.line}:{each.column}: {severities[each.severity]}: {say(each.message, language)}\n"
        for each in file_problems(path)
    )


def expected(path: Path) -> str:
    """Give what is to be listed: the text beside the file, or nothing."""
    beside = path.with_suffix(".txt")
    return beside.read_text(encoding="utf-8") if beside.exists() else ""


class TestFiles:
    """file-format.md: all problems of shape, up to 20 of syntax, in the order of the file."""

    @pytest.mark.parametrize("path", [*GOOD, *BROKEN], ids=lambda path: path.stem)
    def test_all_that_is_wrong_and_nothing_else(self, path: Path) -> None:
        assert listed(path) == expected(path)

    @pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.stem)
    def test_each_sentence_is_french_for_french_readers(self, path: Path) -> None:
        for each in file_problems(path):
            assert say(each.message, "fr") != say(each.message, "en")

    def test_exit_codes_and_names(self, shell: Shell) -> None:
        odd, broken = DATA / "good" / "odd.toml", DATA / "broken" / "syntax.toml"
        assert shell.run("check", str(odd)).code == 0
        done = shell.run("check", str(odd), str(broken), TRACKER_LANGUAGE="en")
        assert done.code == 1
        assert done.out.splitlines()[0].startswith(f"{odd}:3:1: warning: ")
        assert done.out.splitlines()[-1].startswith(f"{broken}:44:1: error: ")
        assert done.err == ""


class TestTheFileItself:
    """What is no campaign file at all is one error at 1:1, in one sentence."""

    def test_what_is_no_file(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "link").symlink_to("nowhere.toml")
        (tmp_path / "round").symlink_to("round")
        found = {name: listed(tmp_path / name) for name in ("pipe", "link", "round", ".", "none.toml")}
        assert found == {
            "pipe": "1:1: error: this is no ordinary file\n",
            "link": "1:1: error: this is a link to nowhere.toml, and nothing is there\n",
            "round": "1:1: error: its links lead round in a circle\n",
            ".": "1:1: error: this is a folder, not a file\n",
            "none.toml": "1:1: error: there is no such file or folder\n",
        }

    def test_no_permission(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refused(*_: object) -> int:
            raise PermissionError(errno.EACCES, "no")

        monkeypatch.setattr(os, "open", refused)  # root, who may run the tests, may read everything
        assert listed(tmp_path / "x.toml") == "1:1: error: no permission for this file or its folder\n"

    def test_zeros_after_a_crash(self) -> None:
        (problem,) = content_problems(bytes(4096))
        assert (problem.line, problem.column) == (1, 1)

    def test_a_file_of_several_names_is_played_with_a_warning(self, tmp_path: Path) -> None:
        (tmp_path / "x.toml").write_text(HEAD, encoding="utf-8")
        os.link(tmp_path / "x.toml", tmp_path / "y.toml")
        assert re.fullmatch(r"1:1: warning: the file has other names.*\n", listed(tmp_path / "y.toml"))

    def test_a_newer_format_is_played_with_a_warning(self, tmp_path: Path) -> None:
        path = tmp_path / "x.toml"
        path.write_text(HEAD.replace("format = 1", "format = 2"), encoding="utf-8")
        assert listed(path).startswith("1:10: warning: this file has format 2, newer than this program")


class TestSentences:
    """Each says what stands there and what is expected; what follows from another problem is not said again."""

    def said(self, words: str) -> list[str]:
        return [say(each.message, "en") for each in text_problems(HEAD + words)]

    @pytest.mark.parametrize("digits", ["9" * 26, "0x" + "f" * 5000, "9223372036854775808"])
    def test_a_number_that_other_readers_of_toml_do_not_hold(self, digits: str) -> None:
        (said,) = self.said(f'[characters.a]\nname = "A"\ninitiative = {digits}\n')
        assert said.startswith("initiative of A is ")
        assert said.endswith("a whole number from 0 to 9223372036854775807 is expected")
        assert self.said('[characters.a]\nname = "A"\ninitiative = 9223372036854775807\n') == []

    def test_what_is_no_table_in_a_list_goes_by_the_name_of_the_list_and_once(self) -> None:
        said = self.said('[characters.a]\nname = "A"\ntalents = [{}, 4]\n[table]\nsetups = [3, {}]\n')
        assert said == [
            "talents of A is 4, a table is expected",
            "setups is 3, a table is expected",
            "by is missing; text in quotes is expected",
        ]

    def test_a_name_where_nobody_has_one(self) -> None:
        said = self.said('[table]\nsetups = [{ by = "zoe" }, { by = "" }]\n')
        assert said == ["“zoe” is not known here; there are none", "“” is not known here; there are none"]

    def test_a_table_without_usual_sizes_has_no_unusual_one(self) -> None:
        clock = '[clocks.k]\nname = "K"\nkind = "danger"\nsize = 5\n'
        assert self.said(clock) == ["K has 5 segments; usual are 4, 6, 8"]
        assert self.said(f"[rules]\nclock_sizes = []\n{clock}") == []


class TestTogether:
    """Problems of shape are listed with those of syntax; what only follows from a slip is not."""

    def places(self, words: str) -> list[tuple[int, int]]:
        return [(each.line, each.column) for each in text_problems(HEAD + words)]

    def test_a_value_that_cannot_be_read_is_not_judged(self) -> None:
        assert self.places('[characters.a]\nname = Léa\nstress = 0x\npresent = "x"\n') == [(5, 8), (6, 10), (7, 11)]

    def test_a_line_that_cannot_be_read_may_have_been_what_is_missing(self) -> None:
        assert self.places('[characters.a]\nname "Léa"\n') == [(5, 1)]

    def test_a_header_that_cannot_be_read_may_have_named_who_is_missing(self) -> None:
        words = '[characters.]\nname = "A"\n[clocks.x]\nname = "X"\nowner = "a"\nsize = 0\n'
        assert self.places(words) == [(4, 13), (9, 8)]

    def test_a_house_rule_that_cannot_be_read_is_not_held_against_a_character(self) -> None:
        words = '[characters.a]\nname = "A"\nstress = 5\n'
        assert self.places(f"[rules]\nstress_size = %\n{words}") == [(5, 15)]
        assert self.places(f"[rules]\nstress_size = 08\n{words}") == [(5, 15)]

    def test_twenty_and_more(self) -> None:
        found = text_problems(HEAD + "x = 08\n[a]\n" * 30 + '[characters.a]\nname = "A"\nstress = "x"\n')
        errors = [say(each.message, "en") for each in found if each.severity is Severity.ERROR]
        assert len(errors) == 22
        assert errors[20].startswith("and more")
        assert errors[21].startswith("stress of A")

    def test_what_stands_behind_the_log_is_located_in_the_whole_file(self) -> None:
        log = "[[log]]\nn = 1\n[log.choice]\nx = 1\n[[log]]\nn = 2\n"
        assert self.places(log) == []
        assert self.places(f"{log}[clocks.x]\nname = 3\n[[log]]\nn = 3\n") == [(10, 1)]


class TestManyProblems:
    """5,000 problems do not take minutes: three seconds at most here, where most take one tenth of that."""

    MANY = 5000
    CASES: dict[str, Callable[[int], str]] = {
        "unknown keys": lambda n: "".join(f'[characters.c{i}]\nname = "N{i}"\nstrss_{i} = 1\n' for i in range(n)),
        "wrong types": lambda n: "".join(f'[characters.c{i}]\nname = "N{i}"\nstress = "x"\n' for i in range(n)),
        "owners among many": lambda n: (
            "".join(f'[characters.ch{i}]\nname = "N{i}"\n' for i in range(n))
            + "".join(f'[clocks.k{i}]\nname = "K"\nowner = "hc{i}"\n' for i in range(n))
        ),
        "set-ups among many": lambda n: (
            "".join(f'[characters.ch{i}]\nname = "N{i}"\n' for i in range(n))
            + "[table]\nsetups = ["
            + ", ".join(f'{{ by = "hc{i}" }}' for i in range(n))
            + "]\n"
        ),
        "slips": lambda n: "".join(f"[x{i}]\na = 08\n" for i in range(n)),
        "keys twice": lambda n: "a = 1\n" * n,
        "tables twice": lambda n: "[a]\nb = 1\n" * n,
        "no lines at all": lambda n: "blah blah\n" * n,
        "lists not closed": lambda n: "a = [\n" * n,
        "tables not closed": lambda n: "a = [{\n" * n,
        "texts not closed": lambda n: 'a = """x\n' * (n + 1),
        "texts closed too late": lambda n: 'a = """\nb = 1\n"""\nzz zz\n' * n,
        "headers": lambda n: "[a..b]\nx = 1\n" * n,
        "a list of slips": lambda n: f"a = [{'08, ' * n}]\n",
        "control characters": lambda n: 'a = "\0"\n' * n,
        "behind the log": lambda n: "".join(f"[[log]]\nn = {i}\n[x{i}]\n" for i in range(n)),
    }

    @pytest.mark.parametrize("kind", CASES)
    def test_in_seconds(self, kind: str) -> None:
        words = HEAD + self.CASES[kind](self.MANY)
        found = text_problems(words)
        said = [say(each.message, "fr") for each in found]
        assert seconds(lambda: [say(each.message, "fr") for each in text_problems(words)]) < 3
        assert len(said) >= 20 or kind in {"lists not closed", "tables not closed"}

    def test_a_name_of_two_lines_leaves_a_problem_on_one(self) -> None:
        problems = text_problems(HEAD + '[characters.a]\nname = "a\\nb"\nstress = 9\n')
        assert [say(each.message, "en") for each in problems if "9" in say(each.message, "en")]
        assert all("\n" not in say(each.message, language) for each in problems for language in ("en", "fr"))

    def test_the_nearest_of_many_names_is_found(self) -> None:
        words = "".join(f'[characters.pc_{i}]\nname = "N{i}"\n' for i in range(500))
        (problem,) = text_problems(f'{HEAD}{words}[clocks.k]\nname = "K"\nsize = 4\nowner = "pc_4l2"\n')
        assert say(problem.message, "en").endswith("did you mean “pc_42”?")

    @pytest.mark.parametrize("kind", CASES)
    def test_twice_as_many_take_twice_as_long(self, kind: str) -> None:
        def work(count: int) -> Callable[[], object]:
            words = HEAD + self.CASES[kind](count)
            return lambda: text_problems(words)

        # Eight times as many would take sixty-four times as long if anything were quadratic.
        assert growth(work, 1000, 8000, 24) < 24
