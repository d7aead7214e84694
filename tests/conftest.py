"""What all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("new", deadline=None)
settings.load_profile("new" if os.environ.get("NEW_EXAMPLES") else "same")
"""A test run says the same about the same code; `NEW_EXAMPLES=1` looks for examples nobody has seen yet."""


@pytest.fixture(autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings, data and state of the person who runs the tests out of them."""
    home = tmp_path_factory.mktemp("home")
    for name, folder in {"XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state"}.items():
        monkeypatch.setenv(name, str(home / folder))
    for name in ("NO_COLOR", "TRACKER_LANGUAGE", "TRACKER_EDITOR", "LC_ALL", "LC_MESSAGES", "VISUAL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("EDITOR", os.devnull)
