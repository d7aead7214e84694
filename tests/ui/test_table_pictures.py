"""Pictures of the table at each size, in both languages, as text.

`UPDATE_GOLDEN=1 python -m pytest tests/ui/test_table_pictures.py` writes them anew; look at what changed.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from piloting import piloted
from tables import app_of, press, screen_rows, screen_text, settle, story, widths

GOLDEN = Path(__file__).parent / "golden" / "screens"
SIZES = ((120, 36), (80, 24), (60, 20))
SCENES: dict[str, list[str]] = {
    "table": ["ctrl+g"],
    "clocks": ["ctrl+g", "tab", "tab", "down", "right"],
    "log": ["ctrl+g", "shift+tab", "up"],
    "offers": [],
    "menu": ["ctrl+g", "t"],
    "help": ["ctrl+g", "question_mark"],
    "palette": ["ctrl+g", "ctrl+p"],
}


def picture(size: tuple[int, int], keys: list[str], **options: Any) -> tuple[str, list[str]]:
    """Give the screen of the sample story after some keys: as text, and its rows as they are."""
    app = app_of(story(), **options)
    shown: tuple[str, list[str]] = ("", [])

    async def run() -> None:
        nonlocal shown
        async with piloted(app, size) as pilot:
            await settle(app, pilot)
            await press(app, pilot, *keys)
            shown = screen_text(app), screen_rows(app)

    asyncio.run(run())
    return shown


def check(name: str, shown: str) -> None:
    """Compare a picture with the one that is kept."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", SCENES)
def test_the_table(scene: str, size: tuple[int, int], language: str) -> None:
    shown, rows = picture(size, SCENES[scene], language=language)
    assert widths(rows) == {size[0]}
    assert len(rows) == size[1]
    check(f"{scene}-{size[0]}x{size[1]}-{language}", shown)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_in_plain_ascii_no_sign_of_ours_is_anything_else(size: tuple[int, int]) -> None:
    shown, _ = picture(size, ["ctrl+g"], language="en", ascii=True)
    names = set("ïéêû")
    assert not {sign for sign in shown if ord(sign) > 126} - names
    assert "[###...] 3/6" in shown or "3/6" in shown
    check(f"table-{size[0]}x{size[1]}-ascii", shown)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_without_colour_clocks_are_dots_and_everything_has_a_sign(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    shown, _ = picture(size, ["ctrl+g"], language="en")
    check(f"table-{size[0]}x{size[1]}-no-colour", shown)


@pytest.mark.parametrize("size", [(40, 12), (30, 10), (20, 8), (10, 4), (200, 60), (80, 9)])
def test_any_size_is_drawn(size: tuple[int, int]) -> None:
    _, rows = picture(size, ["ctrl+g", "tab", "tab", "right", "shift+tab", "shift+tab"], language="fr")
    assert widths(rows) == {size[0]}
    assert len(rows) == size[1]
