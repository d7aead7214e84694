"""Typographic signs in plain ASCII: the same on a screen without them and in an output without them."""

from __future__ import annotations

import pytest

from tracker.cli.output import writable
from tracker.i18n.plain_signs import plain_signs
from tracker.ui.signs import ASCII, UNICODE

PLAIN = {
    "↑ ↓": "^ v",
    "← 2": "<- 2",
    "2 → 3": "2 -> 3",
    "usual ±2": "usual +/-2",
    "cœurs, Œuf": "coeurs, OEuf",
    "Æther": "AEther",
    "«\u00a0l’ambre…\u202f»": '" l\'ambre... "',
}


class TestPlainSigns:
    """One table of signs serves the screen and the commands."""

    @pytest.mark.parametrize("words", PLAIN)
    def test_on_a_screen_and_in_an_output_alike(self, words: str) -> None:
        assert ASCII.plain(words) == writable(words, "ascii") == plain_signs(words) == PLAIN[words]

    @pytest.mark.parametrize("words", PLAIN)
    def test_only_where_they_are_wanted(self, words: str) -> None:
        assert UNICODE.plain(words) == writable(words, "utf-8") == words

    def test_accents_and_other_scripts_stay(self) -> None:
        assert plain_signs("Aïcha 日本") == "Aïcha 日本"

    def test_two_arrow_keys_stay_two(self) -> None:
        assert ASCII.plain("←→") == "<- ->"
