"""`tracker show`: the table in plain sentences, for pipes, screen readers and logs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from shell import PROJECT, Shell, fresh_shell

AMBRE = str(PROJECT / "campaigns" / "ambre.toml")

MADE = """
format = 1
title = "x [/] y"
system = "charge"
language = "fr"
session = 3

[characters.a]
name = "Zoé [morte]"
player = "Léa"
initiative = 4
stress = 2
condition = "boite\\u001b[31m"

[characters.b]
name = ""
present = false
taken_out = true

[clocks.c]
name = "Alerte"
size = 6
filled = 6
visibility = "hidden"
owner = "a"

[[log]]
n = 1
beat = 1
at = 2026-11-29T21:04:12+01:00
session = 3
event = "roll"
who = "a"
who_name = "Zoé"
roll = "action"
choice = { action = "finesse", position = "desperate" }
faces = [6, 6, 3]
result = { pool = 3, position = "desperate", effect = "standard" }
outcome = "critical"
changes = [{ path = "characters.a.initiative", from = 1, to = 4 }]

[[log]]
n = 2
beat = 2
at = 2026-11-29T21:05:12+01:00
session = 3
event = "eclipse"
roll = "nobody knows"

[[log]]
n = 3
beat = 3
at = 2026-11-29T21:06:12+01:00
session = 3
event = "undo"
roll = "undo"
beat_of = 2
"""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


@pytest.fixture
def made(shell: Shell) -> Shell:
    (shell.cwd / "made.toml").write_text(MADE, encoding="utf-8")
    return shell


class TestSentences:
    """Party, stress, clocks, log; in the language of the campaign or the one asked for."""

    def test_the_table_in_french_sentences(self, made: Shell) -> None:
        done = made.run("show", "made")
        assert (done.code, done.err) == (0, "")
        lines = done.out.replace("\u00a0", " ").splitlines()
        assert lines[0] == "x [/] y, Charge, séance 3"
        assert "- Zoé [morte] (Léa) : initiative 4, stress 2 sur 4, condition « boite␛[31m »" in lines
        assert "- b : initiative 2, stress 0 sur 4, hors de scène, pas là" in lines
        assert "- Alerte : danger, 6 sur 6, pleine, à Zoé [morte], pour les joueuses : cachée" in lines
        (roll,) = (line for line in lines if "21:04" in line)
        assert "Zoé : Manœuvrer" in roll
        assert "CRITIQUE" in roll
        assert "initiative 1 → 4" in roll

    def test_the_table_in_english_sentences(self, made: Shell) -> None:
        done = made.run("show", "made", "--language", "en")
        assert "- Zoé [morte] (Léa): initiative 4, stress 2 of 4, condition “boite␛[31m”" in done.out
        assert "dice 6, 6, (3), CRITICAL" in done.out

    def test_lines_taken_back_say_so(self, made: Shell) -> None:
        (line,) = (line for line in made.run("show", "made").out.splitlines() if "21:05" in line)
        assert line.endswith("(annulé)")

    def test_a_line_that_another_names_has_its_number(self, made: Shell) -> None:
        lines = made.run("show", "made").out.replace("\u00a0", " ").splitlines()
        (named,) = (line for line in lines if "21:05" in line)
        assert named.startswith("- ligne 2, 2026-11-29 21:05")
        assert [line for line in lines if line.startswith("- ligne ")] == [named]
        assert any(line.endswith("annulé : ligne 2") for line in lines)

    def test_an_empty_campaign_says_that_there_is_nothing(self, shell: Shell) -> None:
        shell.campaign("Vide")
        assert shell.run("show", "Vide").out.count("- rien\n") == 3

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_the_sample_has_only_signs_that_print(self, language: str, shell: Shell) -> None:
        done = shell.run("show", AMBRE, "--language", language)
        assert (done.code, done.err) == (0, "")
        assert all(line.isprintable() or "\u00a0" in line for line in done.out.splitlines())


class TestPipes:
    """Quiet when the reader goes away, readable in any encoding, no colour."""

    def test_reader_that_goes_away(self, shell: Shell) -> None:
        words = f"{sys.executable} -m tracker show {AMBRE} | true; exit ${{PIPESTATUS[0]}}"
        done = subprocess.run(
            ["bash", "-c", words], cwd=shell.cwd, env=shell.environ({}), capture_output=True, timeout=60, check=False
        )
        assert done.stderr == b""
        assert done.returncode == 0

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
    def test_it_is_readable_in_other_encodings(self, encoding: str, shell: Shell) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "tracker", "show", AMBRE],
            env=shell.environ({"PYTHONIOENCODING": encoding}),
            cwd=shell.cwd,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        shown = done.stdout.decode(encoding)
        assert "\\" not in shown
        assert "0 -> 1" in shown
        assert ("Aicha" if encoding == "ascii" else "Aïcha") in shown

    def test_it_prints_under_the_c_locale(self, shell: Shell) -> None:
        done = shell.run("show", AMBRE, LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
        assert (done.code, done.err) == (0, "")

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /dev/full")
    def test_a_full_disk_is_said_in_one_line(self, shell: Shell) -> None:
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "tracker", "show", AMBRE],
                env=shell.environ({}),
                cwd=shell.cwd,
                stdout=full,
                stderr=subprocess.PIPE,
                timeout=60,
                check=False,
            )
        assert done.returncode == 1
        assert done.stderr.count(b"\n") == 1


class TestBadInput:
    """One line, no traceback."""

    @pytest.mark.parametrize("language", ["fr", "en"])
    @pytest.mark.parametrize(
        "content", [b"title = ", b"\xe9", b"", b'format = 1\nsystem = "chrage"\n', b"\0", b"a = " + b"[" * 5000]
    )
    def test_a_broken_file_is_one_line(self, content: bytes, language: str, shell: Shell) -> None:
        (shell.cwd / "x.toml").write_bytes(content)
        done = shell.run("show", "x", TRACKER_LANGUAGE=language)
        assert done.code == 1
        assert done.out == ""
        assert done.err.count("\n") == 1
        assert "Traceback" not in done.err

    def test_no_such_campaign_names_the_nearest(self, shell: Shell) -> None:
        shell.campaign("Ambre")
        done = shell.run("show", "ambr")
        assert done.code == 2
        assert "did you mean “Ambre”?" in done.err
        assert done.err.count("\n") == 1

    def test_a_folder_is_no_campaign(self, shell: Shell) -> None:
        assert shell.run("show", str(shell.cwd)).code == 2
