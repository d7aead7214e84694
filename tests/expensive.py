"""The most expensive dialogs of each system that a table may come to: many sheets, options, dice."""

from __future__ import annotations

from typing import Any

from playing import campaign_of

from tracker.core.campaign import Campaign
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.determination import Determination
from tracker.rules.deed import Command
from tracker.rules.pot.talent_choice import TalentRoll
from tracker.rules.sixieme_monde.roll_numbers import D20Roll
from tracker.rules.systeme_3d6.commands import RollGroup, RollLong, RollOpposed, RollTest

PEOPLE = 12
"""More than sit at any table."""


def _people(sheet: dict[str, Any]) -> dict[str, Any]:
    return {f"c{n}": {"name": f"Character {n}", **sheet} for n in range(PEOPLE)}


def _campaign(system: str, sheet: dict[str, Any], clocks: dict[str, Any] | None = None, **more: Any) -> Campaign:
    tree: dict[str, Any] = {"format": 1, "title": "T", "system": system, "language": "en"}
    return campaign_of({**tree, "characters": _people(sheet), "clocks": clocks or {}, **more})


def expensive() -> dict[str, tuple[Campaign, Command]]:
    """Give the dialogs by name: the table and the command as it is answered so far."""
    talents = [{"text": f"situation {n}", "kind": "die", "checked": True} for n in range(13)]
    clocks = {f"k{n}": {"name": f"Clock {n}", "kind": "progress", "size": 8, "filled": 3} for n in range(PEOPLE)}
    charge = _campaign("charge", {"initiative": 20, "stress": 2, "actions": {"finesse": 4}, "talents": talents}, clocks)
    many = tuple(range(13))
    task = {"raft": {"name": "Raft", "kind": "task", "size": 100, "max_rolls": 60}}
    kittens = _campaign(
        "3d6",
        {"qualities": {"costaud": 3, "malin": 2, "mignon": 4}, "talents": [f"talent {n}" for n in range(9)]},
        task,
    )
    skills = {f"t{n}": {"name": f"Talent {n}", "attitude": "hargne", "crosses": 20} for n in range(12)}
    pot = _campaign(
        "pot", {"pot": 20, "ra": 20, "rr": 20, "attitudes": {"hargne": 3}, "dominant": "hargne", "talents": skills}
    )
    sheet = {
        "karma": 9,
        "skills": {f"s{n}": {"name": f"Skill {n}", "score": 9 - n} for n in range(24)},
        "tricks": {f"t{n}": {"name": f"Trick {n}", "bonus": 1 + n % 9} for n in range(9)},
    }
    sixieme = _campaign("sixieme-monde", sheet, table={"pot": 20})
    return {
        "charge, action": (
            charge,
            ActionRoll(who="c0", action="finesse", boost="die", helper="c1", talents=many[:12], clock="k0"),
        ),
        "charge, determination": (charge, Determination(who="c0", spend=20, consequence=3)),
        "3d6, test": (kittens, RollTest(who="c0", quality="costaud", difficulty=4, advantages=("other",))),
        "3d6, opposed": (
            kittens,
            RollOpposed(who="c0", quality="costaud", against="c1", their_quality="malin", advantages=("other",)),
        ),
        "3d6, group": (kittens, RollGroup(difficulty=2, quality="costaud")),
        "3d6, long": (kittens, RollLong(who="c0", quality="costaud", clock="raft")),
        "pot, talent": (pot, TalentRoll(who="c0", talent="t0", spend=20, diff=20, bets=3)),
        "sixieme-monde, d20": (
            sixieme,
            D20Roll(who="c0", skill="s12", malus=4, tricks=tuple(f"t{n}" for n in range(9))),
        ),
    }
