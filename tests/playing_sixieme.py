"""A table of Sixième Monde to play on in tests: campaigns from trees, commands one after the other, what is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from playing import campaign_of, do

from tracker.core.campaign import Campaign
from tracker.core.tree import Tree
from tracker.rules.sixieme_monde.roll_numbers import D20Roll
from tracker.rules.sixieme_monde.sheet import SixiemeCharacter

ISAURE: Tree = {
    "name": "Isaure",
    "karma": 2,
    "call_values": [3, 11],
    "skills": {"conduite": {"name": "Manœuvre", "score": -6}, "bluff": {"name": "Bluff", "score": 2}},
    "addons": {"boussole": {"name": "Boussole", "bonus": 5}, "gants": {"name": "Gants", "bonus": 2}},
    "tricks": {
        "masque": {"name": "Masque", "bonus": 2, "active": True},
        "ruse": {"name": "Ruse", "bonus": 3},
    },
}
LAZARE: Tree = {
    "name": "Lazare",
    "call_values": [11, 17],
    "skills": {"tir": {"name": "Tir", "score": -20}},
    "addons": {"lanterne": {"name": "Lanterne", "bonus": 9}},
}
ODILE: Tree = {"name": "Odile"}


def table(characters: Mapping[str, Any] | None = None, pot: int = 0, **rules: Any) -> Campaign:
    """Give a table of three characters, one with an empty sheet; what is given goes on top, key by key of a sheet."""
    sheets: dict[str, Any] = {"isaure": ISAURE, "lazare": LAZARE, "odile": ODILE}
    merged = {**sheets, **{id: {**sheets.get(id, {}), **sheet} for id, sheet in (characters or {}).items()}}
    tree: dict[str, Any] = {"format": 1, "title": "T", "system": "sixieme-monde", "language": "fr", "session": 3}
    return campaign_of({**tree, "rules": rules, "table": {"pot": pot}, "characters": merged})


def roll(campaign: Campaign, d20: int, *malus: int, who: str = "isaure", **choice: Any) -> Campaign:
    """Give the campaign after a roll of Isaure's; her skill of −6 and no trick if nothing else is said."""
    command = D20Roll(**{"who": who, "skill": "conduite" if who == "isaure" else "tir", "malus": len(malus), **choice})
    return do(campaign, command, d20, *malus)


def who(campaign: Campaign, id: str = "isaure") -> SixiemeCharacter:
    """Give a character."""
    character = campaign.characters[id]
    assert isinstance(character, SixiemeCharacter)
    return character


def pot(campaign: Campaign) -> int:
    """Give the dice in the common pot."""
    dice: int = campaign.table.pot
    return dice


def total(campaign: Campaign) -> Any:
    """Give the running sum the last entry keeps."""
    return campaign.log[-1].result["total"]


def twins(characters: Mapping[str, Any] | None = None, pot: int = 0, **rules: Any) -> tuple[Campaign, Campaign]:
    """Give two tables alike but for the call values of everybody except Isaure: none of them, and all there are."""

    def twin(values: list[int]) -> Campaign:
        sheets: dict[str, Any] = dict(characters or {})
        for id in ("lazare", "odile"):
            sheets[id] = {**sheets.get(id, {}), "call_values": values}
        return table(sheets, pot, **rules)

    return twin([]), twin(list(range(1, 21)))
