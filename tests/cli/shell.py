"""Running the program as a command, away from the folders of whoever runs the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

PROJECT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Shell:
    """A folder to run commands in, with folders of its own for data, settings and reports."""

    cwd: Path
    home: Path
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.home / "data" / "tracker"

    @property
    def config(self) -> Path:
        """The folder of the settings."""
        return self.home / "config" / "tracker"

    @property
    def state(self) -> Path:
        """The folder of crash reports."""
        return self.home / "state" / "tracker"

    def environ(self, more: Mapping[str, str]) -> dict[str, str]:
        """Give the environment of a command."""
        base = {
            "PATH": os.environ.get("PATH", ""),
            "PYTHONPATH": str(PROJECT),
            "LANG": "C.UTF-8",
            "HOME": str(self.home),
        }
        folders = {f"XDG_{name.upper()}_HOME": str(self.home / name) for name in ("data", "config", "state")}
        return {**base, **folders, **self.environment, **more}

    def run(self, *words: str, stdin: str = "", code: str = "", **more: str) -> Ran:
        """Run `tracker` with words, or Python code; `more` are environment variables."""
        command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "tracker", *words]
        done = subprocess.run(
            command,
            cwd=self.cwd,
            env=self.environ(more),
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="surrogateescape",
            timeout=60,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def campaign(self, name: str = "Ambre", *words: str, language: str = "fr") -> Path:
        """Make a campaign in the data folder and give its file."""
        made = self.run("new", name, "--system", "charge", "--language", language, *words)
        assert made.code == 0, made.err
        return self.cwd / made.out.strip()


def fresh_shell(folder: Path) -> Shell:
    """Give a fresh folder to run commands in, and a fresh home elsewhere."""
    cwd = folder / "here"
    cwd.mkdir()
    return Shell(cwd, folder / "home")
