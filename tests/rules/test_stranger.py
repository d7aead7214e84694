"""A fifth system by a stranger: found by its entry point, and played through dialog, odds, log, undo and file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from driver import Terminal

STRANGER = Path(__file__).resolve().parents[1] / "data" / "stranger"
ROOT = Path(__file__).resolve().parents[2]
CAMPAIGN = """\
format = 1
title = "Heads"
system = "coin"
language = "en"
session = 1

[characters.ada]
name = "Ada"
luck = 1   # little
gold = 3
"""
PATH = os.pathsep.join([str(ROOT), str(STRANGER)])


def run(*arguments: str, given: str = "", path: str = str(STRANGER)) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), path])}
    command = [sys.executable, "-m", "tracker", *arguments]
    return subprocess.run(
        command, input=given, capture_output=True, text=True, env=environment, timeout=60, check=False
    )


class TestStranger:
    """Nothing of the program names the system; its package is all there is of it."""

    def test_scripts_read_its_rules_and_odds(self) -> None:
        line = {"id": 1, "system": "coin", "roll": "toss", "inputs": {"luck": 2}}
        answer = json.loads(run("resolve", given=json.dumps({**line, "dice": [1, 4]})).stdout)
        assert answer == {"id": 1, "ok": True, "result": {"result": "won"}}
        assert json.loads(run("odds", given=json.dumps(line)).stdout)["odds"] == {"won": "3/4", "lost": "1/4"}
        refused = json.loads(run("resolve", given=json.dumps({**line, "inputs": {"luck": 9}})).stdout)
        assert refused["error"]["code"] == "bad_luck"

    def test_a_new_campaign_of_it_can_be_written(self, tmp_path: Path) -> None:
        path = tmp_path / "new.toml"
        assert run("new", str(path), "--system", "coin", "--pc", "Ada").returncode == 0
        assert run("check", str(path)).stdout == ""

    def test_an_evening(self, tmp_path: Path) -> None:
        path = tmp_path / "heads.toml"
        path.write_text(CAMPAIGN, encoding="utf-8")
        with Terminal([str(path)], environment={"PYTHONPATH": PATH}) as terminal:
            terminal.wait_for("Luck and gold")
            terminal.send("r")
            terminal.wait_for("Toss")
            terminal.wait_for("50%")
            terminal.send("o")  # no chart of its own: what every answer leads to
            terminal.wait_for("As it stands")
            terminal.send("x")
            terminal.wait_for("Toss")
            terminal.send("\t4\r")  # the stake is left as it is, the die lies on the table
            terminal.wait_for("gold 3 → 4")
            terminal.send("u")
            terminal.wait_for("gold 4 → 3")
            terminal.send("q")
            assert terminal.wait() == 0
        head, _, log = path.read_text(encoding="utf-8").partition("\n[[log]]")
        assert head == CAMPAIGN
        assert 'odds = { won = "1/2", lost = "1/2" }' in log
        assert "typed = true" in log

    @pytest.mark.parametrize("part", ["raise ValueError('half done')", "", "import nothing_of_that_name"])
    def test_one_that_does_not_load_is_one_sentence(self, tmp_path: Path, part: str) -> None:
        package = tmp_path / "plug" / "dud"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "system.py").write_text(part, encoding="utf-8")
        (package / "procedures.py").write_text(part, encoding="utf-8")
        about = tmp_path / "plug" / "dud-1.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: dud\nVersion: 1\n", encoding="utf-8")
        (about / "entry_points.txt").write_text("[tracker.systems]\ndud = dud\n", encoding="utf-8")
        path = tmp_path / "dud.toml"
        path.write_text(CAMPAIGN.replace('"coin"', '"dud"'), encoding="utf-8")
        folder = str(tmp_path / "plug")
        for command, given in (("check", ""), ("show", ""), ("odds", '{"system": "dud", "roll": "r"}')):
            ran = run(command, *([] if given else [str(path)]), given=given, path=folder)
            said = ran.stdout + ran.stderr
            assert "cannot be loaded" in said or "broken_system" in said
            assert "Traceback" not in said
