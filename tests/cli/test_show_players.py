"""`tracker show --players` and `--json`: what the players may see, and the same as data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shell import PROJECT, Shell, fresh_shell

AMBRE = PROJECT / "campaigns" / "ambre.toml"


def line(n: int, minute: int, rest: str) -> str:
    """Give a line of the log."""
    return f"\n[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:{minute:02}:12+01:00\nsession = 3\n{rest}"


def tick(n: int, minute: int, clock: str, name: str, now: int) -> str:
    """Give a line about a clock."""
    path = f"clocks.{clock}"
    change = f'{{ path = "{path}.filled", from = {now - 1}, to = {now} }}'
    return line(
        n, minute, f'event = "adjust"\nroll = "tick"\nnames = {{ "{path}" = "{name}" }}\nchanges = [{change}]\n'
    )


HEAD = """
format = 1
title = "Essai"
system = "charge"
language = "fr"
session = 3

[rules]
secret_rolls = "announced"

[characters.a]
name = "Zoé"
player = "Léa"
stress = 2
condition = "S-condition"
condition_visibility = "hidden"
notes = "S-notes"
ghost = "S-unknown"

[clocks.s_first]
name = "Alerte"
size = 6
filled = 6
note = "S-note"
owner = "a"

[clocks.n]
name = "Le pont"
kind = "project"
size = 97
filled = 83
visibility = "name"

[clocks.h]
name = "S-clock"
visibility = "hidden"
"""
SECRET_ROLL = """\
event = "roll"
roll = "fortune"
secret = true
choice = { question = "S-question" }
faces = [6]
outcome = "full"
"""
MADE = HEAD + tick(1, 4, "s_first", "Alerte", 6) + tick(2, 17, "h", "S-then", 1) + line(3, 26, SECRET_ROLL)
SECRETS = ("S-", "s_first", "97", "83", "21:17", "projet", "project")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = fresh_shell(tmp_path)
    (made.cwd / "made.toml").write_text(MADE, encoding="utf-8")
    return made


def data(shell: Shell, *words: str) -> Any:
    """Give what is printed as JSON."""
    done = shell.run("show", *words, "--json")
    assert (done.code, done.err) == (0, "")
    return json.loads(done.out)


class TestPlayers:
    """Nothing hidden is printed, in sentences or data."""

    def test_sentences_hold_what_is_shown(self, shell: Shell) -> None:
        done = shell.run("show", "made", "--players")
        assert (done.code, done.err) == (0, "")
        lines = done.out.replace("\u00a0", " ").splitlines()
        assert "- Zoé (Léa) : initiative 2, stress 2 sur 4" in lines
        assert "- Alerte : danger, 6 sur 6, pleine, à Zoé" in lines
        assert "- Le pont" in lines
        assert lines[-1].endswith("21:26, jet secret")
        assert sum("21:" in line for line in lines) == 2

    @pytest.mark.parametrize("more", [(), ("--json",), ("--language", "en")])
    def test_nothing_hidden_is_printed(self, more: tuple[str, ...], shell: Shell) -> None:
        out = shell.run("show", "made", "--players", *more).out
        for secret in SECRETS:
            assert secret not in out

    def test_data_has_new_ids_and_line_numbers(self, shell: Shell) -> None:
        found = data(shell, "made", "--players")
        assert found["players"] is True
        assert [clock["name"] for clock in found["clocks"]] == ["Alerte", "Le pont"]
        assert found["clocks"][1] == {
            **dict.fromkeys(found["clocks"][0]),
            "id": "clock_2",
            "name": "Le pont",
            "visibility": "name",
        }
        assert [line["n"] for line in found["log"]] == [1, 2]
        assert not any(line["secret"] or line["hidden"] for line in found["log"])
        assert found["characters"][0]["condition"] == ""

    def test_a_broken_file_is_named_and_nothing_in_it(self, shell: Shell) -> None:
        (shell.cwd / "made.toml").write_text(MADE.replace("size = 97", 'size = "S-size"'), encoding="utf-8")
        done = shell.run("show", "made", "--players", "--language", "en")
        assert (done.code, done.out) == (1, "")
        assert done.err == "tracker: the campaign file has mistakes in it; “tracker check” lists them\n"
        assert "S-size" in shell.run("show", "made").err

    def test_hidden_lines_in_any_number_take_no_shown_one_away(self, shell: Shell) -> None:
        before = shell.run("show", "made", "--players").out
        lines = "".join(tick(n, 17, "h", "S-then", 1) for n in range(4, 300))
        (shell.cwd / "made.toml").write_text(MADE + lines, encoding="utf-8")
        assert shell.run("show", "made", "--players").out == before


class TestWhole:
    """The game master's own copy says what is hidden, and that it is."""

    def test_sentences_say_what_is_hidden(self, shell: Shell) -> None:
        out = shell.run("show", "made").out.replace("\u00a0", " ")
        assert "condition « S-condition », caché aux joueuses" in out or "S-condition »" in out
        assert "pour les joueuses : cachée" in out

    def test_data_has_the_same_keys(self, shell: Shell) -> None:
        whole, players = data(shell, "made"), data(shell, "made", "--players")
        assert whole.keys() == players.keys()
        for part in ("characters", "clocks", "log"):
            assert whole[part][0].keys() == players[part][0].keys()
        assert [clock["id"] for clock in whole["clocks"]] == ["s_first", "n", "h"]
        assert whole["clocks"][1]["size"] == 97
        assert whole["characters"][0]["condition_hidden"] is True
        assert [line["secret"] for line in whole["log"]] == [False, False, True]

    def test_words_of_every_key_are_described(self) -> None:
        from tracker.cli import show_data

        found = json.loads(json.dumps(show_data.table_data(*_campaign(), players=False)))
        described = show_data.__doc__ or ""
        for key in (*found, *found["characters"][0], *found["clocks"][0], *found["log"][0]):
            assert f"`{key}`" in described

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
    def test_data_is_the_same_in_other_encodings(self, encoding: str, shell: Shell) -> None:
        done = shell.run("show", "made", "--json", PYTHONIOENCODING=encoding)
        assert (
            json.loads(done.out.encode("utf-8", "surrogateescape").decode(encoding))["characters"][0]["name"] == "Zoé"
        )

    @pytest.mark.parametrize("more", [(), ("--players",)])
    def test_the_sample_is_printed_with_its_whole_log(self, more: tuple[str, ...], shell: Shell) -> None:
        found = data(shell, str(AMBRE), *more)
        assert found["title"] == "La Couronne d’ambre"
        assert len(found["log"]) == 12


def _campaign() -> Any:
    from tracker.store.campaign_reader import read_campaign_file

    return read_campaign_file(AMBRE)[0], "en"
