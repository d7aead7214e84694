"""Six characters and more at 80x24: one row each, and on it whatever must be seen and the condition both."""

from __future__ import annotations

from typing import Any

import pytest
from tables import played, table

CONDITIONS = ["cheville foulée, boite", "trempé", "", "brûlure au bras", "", "sonné", "mal", "côte cassée"]
NAMES = ["Aïcha", "Bohort", "Naïla", "Zoé", "Kaël", "Perceval le Gallois", "Ygraine", "Merlin"]


def crowd(count: int) -> dict[str, Any]:
    """Give a table where every character with a condition is out of the scene; one condition is hidden."""
    characters: dict[str, dict[str, Any]] = {
        f"c{n}": {"name": name, "condition": condition, "taken_out": bool(condition)}
        for n, (name, condition) in enumerate(zip(NAMES[:count], CONDITIONS, strict=False))
    }
    characters["c3"]["condition_visibility"] = "hidden"
    return {"format": 1, "title": "T", "system": "charge", "session": 1, "characters": characters}


def stress_rows(count: int, size: tuple[int, int], language: str) -> list[str]:
    """Give the rows of the stress pane, without its frame."""
    rows = played(campaign=table(crowd(count)), size=size, language=language)[1].splitlines()
    title = "Stress et condition" if language == "fr" else "Stress and condition"
    begin = next(n for n, row in enumerate(rows) if title in row) + 1
    return [row[1 : size[0] // 2 - 1] for row in rows[begin : begin + 6] if row[0] in "│|"]


@pytest.mark.parametrize("count", [6, 8])
@pytest.mark.parametrize(("language", "word"), [("fr", "hors scène"), ("en", "taken out")])
class TestTakenOut:
    """The word and the condition behind it: a bar that is empty anyway gives way, and the word before the condition."""

    def test_both_are_readable(self, count: int, language: str, word: str) -> None:
        rows = stress_rows(count, (80, 24), language)
        for name, begin in (("Aïcha", "cheville"), ("Bohort", "trempé"), ("Zoé", "brûlure"), ("Perceval", "sonné")):
            row = next(row for row in rows if name in row)
            assert word in row
            assert begin in row

    def test_in_a_narrow_window_the_word_is_shortened(self, count: int, language: str, word: str) -> None:
        rows = stress_rows(count, (60, 20), language)
        for name, begin in (("Aïcha", "chevi"), ("Bohort", "trempé"), ("Zoé", "brûl")):
            row = next(row for row in rows if name in row)
            assert f"{word[:6]}" in row
            assert begin in row


class TestWithRoom:
    """Where all fits, bar, numbers, word and condition stand beside each other, or the condition goes on below."""

    def test_nothing_gives_way(self) -> None:
        row = next(row for row in stress_rows(6, (120, 24), "en") if "Bohort" in row)
        assert "0/4 taken out trempé" in row
