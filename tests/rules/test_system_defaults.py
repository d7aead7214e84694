"""What a system has that says nothing else: plain dice under the key of fortune, and the counters of the sheet."""

from __future__ import annotations

import pytest
from playing import table

from tracker.core.character import Character, Counter
from tracker.core.text import verbatim
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.protocol import System
from tracker.rules.system import BUILT_IN, system_of


class Bare(System):
    """Says no more than it must."""

    id = "bare"
    name = verbatim("Bare")
    party_title = verbatim("Party")


class TestDefaults:
    """A key that a system says it has does something; what every sheet has is shown."""

    def test_fortune_is_plain_dice(self) -> None:
        assert Bare().has("fortune")
        assert Bare().command("fortune", table(), "aicha") == PlainDice()

    @pytest.mark.parametrize("key", ["roll", "resist", "flashback"])
    def test_no_other_key_does_anything(self, key: str) -> None:
        assert Bare().command(key, table(), "aicha") is None

    @pytest.mark.parametrize("system", [id for id in BUILT_IN if id != "charge"])
    def test_systems_without_a_fortune_roll_throw_plain_dice_too(self, system: str) -> None:
        assert system_of(system).command("fortune", table(), "") == PlainDice()

    def test_counters_are_shown(self) -> None:
        money = Counter(name="Money", value=3, max=9)
        (gauge,) = Bare().gauges(table(), Character(name="Ada", counters={"money": money}))
        assert (gauge.path, gauge.value, gauge.maximum) == (("counters", "money", "value"), 3, 9)
        assert gauge.label.values == {"name": "Money"}
