"""Nothing of ours is cut at the sizes people use, in either language; names and notes here are short on purpose."""

from __future__ import annotations

from typing import Any

import pytest
from tables import play, played, press, screen_text, table
from textual.pilot import Pilot

from tracker.ui.app import TrackerApp

SIZES = ((120, 36), (80, 24), (60, 20))
SHORT: dict[str, Any] = {
    "format": 1,
    "title": "Été",
    "system": "charge",
    "session": 2,
    "characters": {
        "a": {"name": "Ada", "initiative": 3, "stress": 1, "condition": "mal", "actions": {"finesse": 2}},
        "b": {"name": "Bo", "initiative": 1, "actions": {"muscle": 1}},
        "c": {"name": "Cy", "taken_out": True},
    },
    "clocks": {
        "k": {"name": "Flot", "kind": "danger", "size": 6, "filled": 2},
        "l": {"name": "Feu", "kind": "progress", "size": 8, "filled": 3, "visibility": "hidden"},
        "m": {"name": "Or", "kind": "project", "size": 4, "filled": 1, "owner": "a"},
        "n": {"name": "Loi", "kind": "complication", "size": 4, "filled": 4},
    },
}
SCENES: dict[str, tuple[str, ...]] = {
    "table": (),
    "clocks": ("tab", "tab"),
    "log": ("tab", "tab", "tab"),
    "menu": ("t",),
    "themes": ("t", "t"),
    "big": ("t", "b"),
    "help": ("question_mark",),
    "the end of the help": ("question_mark", "end"),
    "search": ("slash",),
    "new character": ("n",),
    "new clock": ("tab", "tab", "n"),
    "note": ("tab", "tab", "tab", "n"),
    "condition": ("c",),
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", SCENES)
def test_no_label_is_cut(scene: str, size: tuple[int, int], language: str) -> None:
    rows = played(*SCENES[scene], campaign=table(SHORT), size=size, language=language)[1].splitlines()
    assert [row for row in rows if "…" in row and "1..9" not in row] == []


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", ["r", "f", "b", "d", "e"])
def test_a_label_too_long_for_its_column_is_said_in_full_when_its_row_is_chosen(key: str, language: str) -> None:
    """In the narrow form beside the odds at 80x24."""
    seen: list[str] = []

    async def scene(app: TrackerApp, pilot: Pilot[int]) -> None:
        await press(app, pilot, key)
        for _ in range(9):
            seen.append(screen_text(app))
            await press(app, pilot, "down")

    play(table(SHORT), scene, (80, 24), language=language)
    for picture in seen:
        row = next((row for row in picture.splitlines() if row.startswith("│ ▸ ")), "")
        label = row[4:].split("  ")[0]
        if label.endswith("…"):
            assert any(label[:-1] in other for other in picture.splitlines() if other != row)
