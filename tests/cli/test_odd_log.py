"""A log that a hand has edited: every command shows it as far as it goes, and `check` says what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Shell, fresh_shell

from tracker.i18n.say import say
from tracker.rules.common.takeback import Undo
from tracker.rules.table import apply
from tracker.store.campaign_file import read_campaign_file
from tracker.store.checking import content_problems

HUGE = "0x" + "f" * 5000
HEAD = """format = 1
title = "T"
system = "{system}"
language = "en"

[characters.a]
name = "A"
"""
ENTRY = """
[[log]]
n = {n}
beat = {n}
at = 2026-11-29T21:04:12+01:00
event = "roll"
who = "a"
who_name = "A"
roll = "{roll}"
"""
ROLLS = {"charge": "action", "3d6": "test", "pot": "talent", "sixieme-monde": "test"}
COMMANDS = (("show",), ("show", "--json"), ("show", "--players"), ("recap",), ("stats",))


def written(folder: Path, *lines: str, system: str = "charge", roll: str = "action") -> Path:
    """Write a campaign with a log of one entry for each of some lines, and a plain one behind them."""
    log = "".join(ENTRY.format(n=n, roll=roll) + line + "\n" for n, line in enumerate([*lines, "faces = [6, 2]"], 1))
    path = folder / "odd.toml"
    path.write_text(HEAD.format(system=system) + log, encoding="utf-8")
    return path


def checked(path: Path, language: str = "en") -> list[tuple[int, str]]:
    """Give what `check` says, with the lines."""
    return [(each.line, say(each.message, language)) for each in content_problems(path.read_bytes())]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


class TestGreatNumbers:
    """Whole numbers of TOML 1.0 have 64 bits; thousands of hexadecimal digits are none that can be printed."""

    LINES = (
        f"result = {{ pool = {HUGE}, initiative_before = {HUGE} }}",
        f'changes = [{{ path = "characters.a.initiative", from = {HUGE}, to = 3 }}, {{ path = "x", from = {HUGE} }}]',
        f'choice = {{ dots = {HUGE}, action = "finesse" }}',
        f"faces = [{HUGE}, 5]",
        f"session = {HUGE}\nseed = {HUGE}\nabout = {HUGE}",
        f"odd = [[{HUGE}]]\nmine = {{ a = {{ b = -{'9' * 40} }} }}",
    )

    @pytest.mark.parametrize("system", ROLLS)
    def test_no_command_falls_over(self, shell: Shell, tmp_path: Path, system: str) -> None:
        path = written(tmp_path, *self.LINES, system=system, roll=ROLLS[system])
        for command in COMMANDS:
            done = shell.run(command[0], str(path), *command[1:], TRACKER_LANGUAGE="en")
            assert (done.code, done.err) == (0, ""), command
        shown = shell.run("show", str(path), TRACKER_LANGUAGE="en").out
        assert shown.count("21:04, A: ") == len(self.LINES) + 1

    def test_a_number_of_an_entry_can_be_one_too(self, shell: Shell, tmp_path: Path) -> None:
        path = written(tmp_path)
        path.write_text(path.read_text().replace("n = 1\n", f"n = {HUGE}\n", 1))
        for command in COMMANDS:
            assert shell.run(command[0], str(path), *command[1:]).code == 0

    def test_a_change_from_one_is_not_taken_for_a_new_value(self, tmp_path: Path) -> None:
        campaign, _, _ = read_campaign_file(written(tmp_path, self.LINES[1]))
        (entry, _) = campaign.log
        assert entry.changes == ()
        once = apply(campaign, Undo(), {}, entry.at).campaign
        assert apply(once, Undo(), {}, entry.at).campaign.tree == campaign.tree

    def test_check_names_the_place(self, tmp_path: Path) -> None:
        expected = "a whole number from -9223372036854775808 to 9223372036854775807 is expected"
        found = checked(written(tmp_path, *self.LINES))
        keys = ["pool", "initiative_before", "from", "from", "dots", "faces", "session", "seed", "about", "odd", "b"]
        assert [words.split(" ")[0] for _, words in found] == keys
        assert all(expected in words and words.endswith("; the log is shown without it") for _, words in found)
        assert found[0][0] == found[1][0] == 17
        assert checked(written(tmp_path, "result = { pool = 9223372036854775807 }")) == []

    def test_it_is_a_warning(self, shell: Shell, tmp_path: Path) -> None:
        assert shell.run("check", str(written(tmp_path, *self.LINES))).code == 0


class TestFaces:
    """Faces are whole numbers; whatever else a hand wrote among them is left out."""

    LINE = 'faces = [7, "a", true, 1.5, 2]'

    @pytest.mark.parametrize("roll", ["action", "fortune", "determination", "unknown"])
    def test_only_whole_numbers_are_shown(self, shell: Shell, tmp_path: Path, roll: str) -> None:
        shown = shell.run("show", str(written(tmp_path, self.LINE, roll=roll)), TRACKER_LANGUAGE="en").out
        assert "True" not in shown
        assert "7" in next(line for line in shown.splitlines() if "21:04, A" in line)

    @pytest.mark.parametrize(
        ("system", "roll", "line"),
        [
            ("3d6", "test", "result = { hands = [{ final = [6, true] }] }"),
            ("3d6", "test", "faces = { dice = [6, true] }"),
            ("pot", "talent", "faces = [6, true]"),
            ("sixieme-monde", "test", "faces = { d20 = [6, true], malus = [true] }\nresult = { malus = [true] }"),
            ("sixieme-monde", "test", "faces = true"),
        ],
    )
    def test_in_every_system(self, shell: Shell, tmp_path: Path, system: str, roll: str, line: str) -> None:
        path = written(tmp_path, line, system=system, roll=roll)
        for command in COMMANDS:
            done = shell.run(command[0], str(path), *command[1:], TRACKER_LANGUAGE="en")
            assert (done.code, done.err) == (0, "")
            assert "True" not in done.out

    def test_check_says_so(self, tmp_path: Path) -> None:
        path = written(tmp_path, self.LINE, "faces = { d20 = [false] }", 'faces = "6 3"')
        assert checked(path) == [
            (17, "faces is the text “a”, a whole number is expected; the log is shown without it"),
            (17, "faces is true, a whole number is expected; the log is shown without it"),
            (
                17,
                "faces is 1.5, a number with a decimal point, a whole number is expected; the log is shown without it",
            ),
            (27, "faces is false, a whole number is expected; the log is shown without it"),
            (37, "faces is the text “6 3”, a list of whole numbers is expected; the log is shown without it"),
        ]
        assert checked(path, "fr")[1] == (
            17,
            "faces\u00a0: true\u00a0; il faut un nombre entier\u00a0; le journal est montré sans cela",
        )
