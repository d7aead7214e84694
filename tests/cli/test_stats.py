"""`tracker stats`: the statistics of the dice, as charts and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell import PROJECT, Shell, fresh_shell

AMBRE = str(PROJECT / "campaigns" / "ambre.toml")
MADE = """format = 1
title = "T"
system = "charge"
language = "en"
session = 3

[characters.a]
name = "Zoé [morte]"

[[log]]
n = 1
beat = 1
at = 2026-11-29T21:04:12+01:00
session = 2
event = "roll"
who = "a"
roll = "action"
faces = [6, 6]
odds = { critical = "1/36", full = "5/18", partial = "4/9", bad = "1/4" }
outcome = "critical"
changes = [{ path = "characters.a.initiative", from = 1, to = 4 }]

[[log]]
n = 2
beat = 2
session = 3
event = "roll"
who = "a"
roll = "action"
faces = [1, 2]
typed = true
odds = { critical = "1/36", full = "5/18", partial = "4/9", bad = "1/4" }
outcome = "bad"

[[log]]
n = 3
beat = 3
session = 3
event = "undo"
beat_of = 2

[[log]]
n = 4
session = 3
event = "eclipse"
"""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


@pytest.fixture
def made(shell: Shell) -> str:
    (shell.cwd / "made.toml").write_text(MADE, encoding="utf-8")
    return "./made.toml"


class TestStats:
    """Charts in plain text."""

    def test_in_the_language_of_the_campaign(self, shell: Shell) -> None:
        done = shell.run("stats", AMBRE)
        assert (done.code, done.err) == (0, "")
        assert "statistiques de toutes les séances" in done.out
        assert "Jet d’action\u00a0: 15 jets" in done.out
        assert "█" in done.out
        assert "Traceback" not in done.err

    def test_in_another_language(self, shell: Shell) -> None:
        done = shell.run("stats", AMBRE, "--language", "en", "--session", "7")
        assert "statistics of session 7" in done.out

    def test_what_is_undone_does_not_count(self, shell: Shell, made: str) -> None:
        done = shell.run("stats", made)
        assert "1 roll\n" in done.out
        assert "Zoé [morte]" in done.out
        assert "typed" not in done.out

    def test_bars_are_plain_where_asked_or_needed(self, shell: Shell, made: str) -> None:
        asked = shell.run("stats", made, "--ascii")
        assert "█" not in asked.out
        assert "#" in asked.out
        needed = shell.run("stats", made, PYTHONIOENCODING="ascii")
        assert needed.code == 0
        assert "█" not in needed.out
        assert needed.out.isascii()

    def test_a_line_is_never_wider_than_eighty(self, shell: Shell) -> None:
        assert all(len(line) <= 80 for line in shell.run("stats", AMBRE).out.split("\n"))

    def test_nothing_thrown_yet(self, shell: Shell) -> None:
        done = shell.run("stats", str(shell.campaign()), "--language", "en")
        assert "No dice have been thrown." in done.out

    def test_the_file_is_left_alone(self, shell: Shell, made: str) -> None:
        shell.run("stats", made)
        assert (shell.cwd / "made.toml").read_text(encoding="utf-8") == MADE
        assert sorted(path.name for path in shell.cwd.iterdir()) == ["made.toml"]


class TestJson:
    """For programs: ids, exact numbers, and no wording to be parsed."""

    def test_all_of_it(self, shell: Shell, made: str) -> None:
        found = json.loads(shell.run("stats", made, "--json").out)
        assert found["sessions"] == [2, 3]
        assert found["session"] is None
        (action,) = found["table"]["kinds"]
        assert (action["id"], action["label"], action["rolls"]) == ("action", "Action roll", 1)
        assert [(each["id"], each["observed"], each["expected"]) for each in action["outcomes"]] == [
            ("critical", 1, "1/36"),
            ("full", 0, "5/18"),
            ("partial", 0, "4/9"),
            ("bad", 0, "1/4"),
        ]
        (faces,) = found["table"]["faces"]
        assert (faces["sides"], faces["typed"], faces["counts"]) == (6, False, [0, 0, 0, 0, 0, 2])
        assert (faces["expected"], faces["chance_at_most"]) == ("1/3", None)
        assert (found["table"]["earned"], found["table"]["spent"]) == (3, 0)
        assert [(each["id"], each["name"]) for each in found["characters"]] == [("a", "Zoé [morte]")]

    def test_one_session_alone_is_counted(self, shell: Shell, made: str) -> None:
        assert json.loads(shell.run("stats", made, "--json", "--session", "3").out)["table"]["rolls"] == 0

    def test_in_any_encoding(self, shell: Shell, made: str) -> None:
        found = json.loads(shell.run("stats", made, "--json", PYTHONIOENCODING="latin-1").out)
        assert found["characters"][0]["name"] == "Zoé [morte]"


class TestWrongInput:
    """One line that says what is wrong."""

    def test_no_such_session(self, shell: Shell, made: str) -> None:
        done = shell.run("stats", made, "--session", "9", "--language", "en")
        assert (done.code, done.out) == (1, "")
        assert done.err == "tracker: the log has no session 9; it has 2–3\n"

    @pytest.mark.parametrize("word", ["-1", "x", "1.5", "9" * 5000, "²"])
    def test_no_session_at_all(self, shell: Shell, made: str, word: str) -> None:
        done = shell.run("stats", made, f"--session={word}", "--language", "en")
        assert (done.code, done.out) == (2, "")
        assert "a whole number, 0 or more, is expected" in done.err
        assert len(done.err.splitlines()) == 1

    def test_no_such_campaign(self, shell: Shell) -> None:
        done = shell.run("stats", "nowhere")
        assert done.code == 2
        assert len(done.err.splitlines()) == 1

    def test_no_campaign_named(self, shell: Shell) -> None:
        assert shell.run("stats").code == 2

    @pytest.mark.parametrize("log", ["\n[[log]]\nn = \n", "\n[characters.b]\nname = 'B'\n"])
    def test_a_broken_log(self, shell: Shell, made: str, log: str) -> None:
        (shell.cwd / "made.toml").write_text(MADE + log, encoding="utf-8")
        done = shell.run("stats", made, "--language", "en")
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith("tracker: ")
        assert "made.toml:" in done.err
        assert len(done.err.splitlines()) == 1


def test_textual_is_not_loaded(shell: Shell) -> None:
    code = (
        "import sys; from tracker.cli.main import main\n"
        f"for words in (['stats', {AMBRE!r}], ['recap', {AMBRE!r}], ['recap', {AMBRE!r}, '--html']): main(words)\n"
        "bad = [m for m in ('textual', 'rich') if m in sys.modules]\n"
        "assert not bad, bad"
    )
    done = shell.run(code=code)
    assert done.code == 0, done.err
