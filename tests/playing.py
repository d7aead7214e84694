"""A Charge table to play on in tests: campaigns from trees, commands one after the other, what people see of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any
from unicodedata import category

import pytest

from tracker.core.campaign import Campaign, read_campaign
from tracker.core.entry import Entry, decode_entry, encode_entry
from tracker.core.refusal import Refusal
from tracker.core.text import Text
from tracker.core.tree import Tree, same
from tracker.i18n.say import say
from tracker.rules.charge.action_choice import ActionRoll
from tracker.rules.charge.consequence import Consequence
from tracker.rules.charge.sheet import ChargeCharacter, ChargeTable
from tracker.rules.deed import Ask, Command, Offer, Option
from tracker.rules.said import said
from tracker.rules.system import system_of
from tracker.rules.table import apply, deed_for, needs, open_beat

EVENING = datetime(2026, 11, 29, 21, 0, tzinfo=timezone(timedelta(hours=1)))
AICHA: Tree = {"name": "Aïcha", "initiative": 4, "actions": {"finesse": 2, "move": 1}}
BOHORT = {"name": "Bohort", "initiative": 2, "actions": {"muscle": 2}}
NAILA = {"name": "Naïla", "initiative": 0}
ALERTE = {"name": "Alerte", "kind": "danger", "size": 6, "filled": 2}
COFFRE: Tree = {"name": "Coffre", "kind": "progress", "size": 8}


def campaign_of(tree: Tree) -> Campaign:
    """Give the campaign of a whole tree."""
    return read_campaign(tree, system_of(str(tree.get("system", "charge"))).shape)[0]


def table(
    characters: Mapping[str, Any] | None = None,
    clocks: Mapping[str, Any] | None = None,
    **sections: Any,
) -> Campaign:
    """Give a table of three characters and two clocks; what is given goes on top, key by key of a sheet."""
    tree: dict[str, Any] = {"format": 1, "title": "T", "system": "charge", "language": "fr", "session": 7}
    sheets: dict[str, Any] = {"aicha": AICHA, "bohort": BOHORT, "naila": NAILA}
    tree["characters"] = {**sheets, **{id: {**sheets.get(id, {}), **c} for id, c in (characters or {}).items()}}
    dials: dict[str, Any] = {"alerte": ALERTE, "coffre": COFFRE}
    tree["clocks"] = {**dials, **{id: {**dials.get(id, {}), **c} for id, c in (clocks or {}).items()}}
    return campaign_of({**tree, **sections})


def do(campaign: Campaign, command: Command, *faces: int, typed: bool = False) -> Campaign:
    """Give the campaign after a command, the faces dealt to its pools in order, a minute after the last one."""
    thrown, left = {}, faces
    for pool in needs(campaign, command):
        thrown[pool.name], left = left[: pool.count], left[pool.count :]
    if left:
        thrown["too many"] = left
    at = EVENING + timedelta(minutes=campaign.last_n)
    before = encoded(campaign)
    step = apply(campaign, command, thrown, at, typed=typed)
    assert encoded(campaign) == before, "a command has changed the campaign it was applied to"
    return step.campaign


def faces_for(outcome: str, count: int, zero: bool = False) -> tuple[int, ...]:
    """Give faces that read as an outcome."""
    if zero:
        return {"full": (6, 6), "partial": (5, 4), "bad": (6, 3)}[outcome]
    first = {"critical": (6, 6), "full": (6,), "partial": (5,), "bad": (3,)}[outcome]
    return (*first, *(1 for _ in range(count - len(first))))


def roll(campaign: Campaign, outcome: str = "full", who: str = "aicha", **choice: Any) -> Campaign:
    """Give the campaign after an action roll of Aïcha's with a certain outcome; finesse if nothing else is said."""
    command = ActionRoll(**{"who": who, "action": "finesse", **choice})
    return do(campaign, command, *faces_for(outcome, needs(campaign, command)[0].count))


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


def asked(campaign: Campaign, command: Command) -> dict[str, Ask]:
    """Give what is asked, by name."""
    return {ask.name: ask for ask in deed_for(campaign, command).asks(campaign, command)}


def options(campaign: Campaign, command: Command, name: str) -> dict[Any, Option]:
    """Give the options of one question, by value; none where it is not asked."""
    ask = asked(campaign, command).get(name)
    return {} if ask is None else {option.value: option for option in ask.options}


def put(campaign: Campaign, command: Command, name: str, value: Any) -> Any:
    """Give the command with one more answer."""
    return deed_for(campaign, command).put(campaign, command, name, value)


def consequence(campaign: Campaign, kind: str, **answers: Any) -> Campaign:
    """Have a consequence happen in the last beat."""
    return do(campaign, Consequence(beat=campaign.log[-1].beat, kind=kind, **answers))


def refused(campaign: Campaign, command: Command, *faces: int) -> str:
    """Give the code of the refusal of a command, after checking that it left everything as it was."""
    before = encoded(campaign)
    with pytest.raises(Refusal) as caught:
        do(campaign, command, *faces)
    assert encoded(campaign) == before
    assert say(caught.value.message, "en").strip()
    assert say(caught.value.message, "fr").strip()
    return caught.value.code


def encoded(campaign: Campaign) -> str:
    """Give everything a campaign holds, for comparison."""
    return repr((campaign.tree, [encode_entry(entry) for entry in campaign.log]))


def who(campaign: Campaign, id: str = "aicha") -> ChargeCharacter:
    """Give a character."""
    character = campaign.characters[id]
    assert isinstance(character, ChargeCharacter)
    return character


def commons(campaign: Campaign) -> ChargeTable:
    """Give what belongs to nobody."""
    assert isinstance(campaign.table, ChargeTable)
    return campaign.table


def filled(campaign: Campaign, id: str) -> int:
    """Give the segments filled of a clock."""
    return campaign.clocks[id].filled


def en(words: Text | None) -> str:
    """Say something in English."""
    return "" if words is None else say(words, "en")


def told(campaign: Campaign, entry: Entry | None = None) -> str:
    """Give a log line as a reader of English gets it: what, outcome and details; the last one if none is named."""
    line = said(campaign, entry or campaign.log[-1])
    return " | ".join(part for part in (en(line.what), en(line.outcome), *map(en, line.details)) if part)


def dice(campaign: Campaign, n: int = -1) -> list[tuple[int, bool]]:
    """Give the dice of a log line: face, and whether it is kept."""
    return [(die.face, die.kept) for die in said(campaign, campaign.log[n]).dice]


def is_safe(words: str) -> bool:
    """Whether words can be drawn: no control character, no half of a pair, nothing that turns the writing round."""
    return not any(category(sign) in {"Cc", "Cs"} or 0x202A <= ord(sign) <= 0x202E for sign in words)


def as_before(campaign: Campaign, before: Campaign) -> bool:
    """Whether the state is what it was, values and order; the log apart."""
    return same(campaign.tree, before.tree) and order(campaign) == order(before)


def order(campaign: Campaign) -> tuple[list[str], list[str]]:
    """Give the order of characters and clocks."""
    return list(campaign.characters), list(campaign.clocks)
