"""Textual is loaded with less, and whole where that does not do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def printed(program: str) -> list[str]:
    """Run a program of its own and give the lines that it prints."""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_what_no_screen_of_ours_uses_is_not_loaded() -> None:
    program = """
import sys
from tracker.ui.toolkit import load
load()
import tracker.ui.app, tracker.ui.view.app, tracker.ui.chooser
print(*(name for name in ("textual.command", "textual.widgets._input", "ssl") if name in sys.modules))
"""
    assert printed(program) == [""]


def test_the_real_modules_can_be_loaded_afterwards() -> None:
    program = """
from tracker.ui.toolkit import load
load()
import ssl
from textual.command import CommandPalette
from textual.widgets import Input
print(ssl.OPENSSL_VERSION != "", CommandPalette.is_open.__name__, Input.__name__)
"""
    assert printed(program) == ["True is_open Input"]


def test_a_version_that_wants_more_is_loaded_whole() -> None:
    program = """
import sys
from tracker.ui import toolkit
def refuse(self, name):
    raise AttributeError(name)
toolkit._Placeholders.__getattr__ = refuse
toolkit.load()
import tracker.ui.app, textual.app
print("textual.command" in sys.modules, textual.app.CommandPalette.__module__)
"""
    assert printed(program) == ["True textual.command"]


def test_loaded_already_it_is_left_alone() -> None:
    program = """
import textual.app
before = textual.app
from tracker.ui.toolkit import load
load()
import textual.app
print(textual.app is before, textual.app.CommandPalette.__module__)
"""
    assert printed(program) == ["True textual.command"]
