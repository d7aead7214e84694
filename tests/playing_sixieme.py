"""A table of Sixième Monde to play on in tests: campaigns from trees, commands one after the other, what is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from playing import EVENING, encoded

from tracker.core.campaign import Campaign, read_campaign
from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.core.refusal import Refusal
from tracker.core.text import Text
from tracker.core.tree import Tree
from tracker.i18n.say import say
from tracker.rules.deed import Command, Offer
from tracker.rules.said import said
from tracker.rules.sixieme_monde.roll_numbers import D20Roll
from tracker.rules.sixieme_monde.sheet import SixiemeCharacter
from tracker.rules.system import system_of
from tracker.rules.table import apply, needs, open_beat

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


def campaign_of(tree: Tree) -> Campaign:
    """Give the campaign of a whole tree."""
    return read_campaign(tree, system_of("sixieme-monde").shape)[0]


def table(characters: Mapping[str, Any] | None = None, pot: int = 0, **rules: Any) -> Campaign:
    """Give a table of three characters, one with an empty sheet; what is given goes on top, key by key of a sheet."""
    sheets: dict[str, Any] = {"isaure": ISAURE, "lazare": LAZARE, "odile": ODILE}
    merged = {**sheets, **{id: {**sheets.get(id, {}), **sheet} for id, sheet in (characters or {}).items()}}
    tree: dict[str, Any] = {"format": 1, "title": "T", "system": "sixieme-monde", "language": "fr", "session": 3}
    return campaign_of({**tree, "rules": rules, "table": {"pot": pot}, "characters": merged})


def do(campaign: Campaign, command: Command, *faces: int, typed: bool = False) -> Campaign:
    """Give the campaign after a command, the faces dealt to its pools in order, a minute after the last one."""
    left, thrown = list(faces), {}
    for pool in needs(campaign, command):
        thrown[pool.name], left = tuple(left[: pool.count]), left[pool.count :]
    if left:
        thrown["too_many"] = tuple(left)
    at = EVENING + timedelta(minutes=campaign.last_n)
    before = encoded(campaign)
    step = apply(campaign, command, thrown, at, typed=typed)
    assert encoded(campaign) == before, "a command has changed the campaign it was applied to"
    return step.campaign


def roll(campaign: Campaign, d20: int, *malus: int, who: str = "isaure", **choice: Any) -> Campaign:
    """Give the campaign after a roll of Isaure's; her skill of −6 and no trick if nothing else is said."""
    command = D20Roll(**{"who": who, "skill": "conduite" if who == "isaure" else "tir", "malus": len(malus), **choice})
    return do(campaign, command, d20, *malus)


def reread(campaign: Campaign) -> Campaign:
    """Give the campaign as the next start reads it: from the tree and the written log alone."""
    fresh = campaign_of(campaign.tree)
    return replace(fresh, log=tuple(decode_entry(encode_entry(entry)) for entry in campaign.log))


def offers(campaign: Campaign) -> dict[str, Offer]:
    """Give what the rules offer next, by key, as the next start offers it."""
    _, now = open_beat(campaign)
    _, later = open_beat(reread(campaign))
    assert now == later, "the offers do not survive a restart"
    assert len({offer.key for offer in now}) == len(now)
    return {offer.key: offer for offer in now}


def take(campaign: Campaign, key: str, *faces: int, **answers: Any) -> Campaign:
    """Take an offer, with answers to what it asks."""
    return do(campaign, replace(offers(campaign)[key].command, **answers), *faces)


def refused(campaign: Campaign, command: Command, *faces: int) -> str:
    """Give the code of the refusal of a command, after checking that it left everything as it was."""
    before = encoded(campaign)
    with pytest.raises(Refusal) as caught:
        do(campaign, command, *faces)
    assert encoded(campaign) == before
    assert say(caught.value.message, "en").strip()
    assert say(caught.value.message, "fr").strip()
    return caught.value.code


def who(campaign: Campaign, id: str = "isaure") -> SixiemeCharacter:
    """Give a character."""
    character = campaign.characters[id]
    assert isinstance(character, SixiemeCharacter)
    return character


def pot(campaign: Campaign) -> int:
    """Give the dice in the common pot."""
    dice: int = campaign.table.pot
    return dice


def en(words: Text | None) -> str:
    """Say something in English."""
    return "" if words is None else say(words, "en")


def told(campaign: Campaign, entry: Entry | None = None) -> str:
    """Give a log line as a reader of English gets it: what, outcome and details; the last one if none is named."""
    line = said(campaign, entry or campaign.log[-1])
    return " | ".join(part for part in (en(line.what), en(line.outcome), *map(en, line.details)) if part)


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
