"""What the players may see: a copy of the campaign with everything hidden taken out at the source, once.

Characters are always shown. A clock is shown, shown by its name only, or not there at all; its id, which tells how it
was called once, is another one. What is private, what nobody knows, and house rules about hiding are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign, read_campaign
from tracker.core.clock import Clock
from tracker.core.encoding import encode_value
from tracker.core.fields import Kind, Spec, described
from tracker.core.players_log import players_log as players_log
from tracker.core.players_log import renamed_clocks
from tracker.core.public import ABOUT_HIDING
from tracker.core.tree import Value


def for_players(campaign: Campaign, lines: int | None = None) -> Campaign:
    """Give the campaign as the players may see it; nothing hidden is in it, in no field and no number.

    `lines` keeps the newest log lines only: how much of the log was read, hidden lines included, is then not to be
    told from it.
    """
    ids = renamed_clocks(campaign)
    tree: dict[str, Value] = {
        **_public(campaign.head),
        "rules": {key: value for key, value in _public(campaign.rules).items() if key not in ABOUT_HIDING},
        "table": _public(campaign.table),
        "characters": {id: _character(each) for id, each in campaign.characters.items()},
        "clocks": {ids[id]: _clock(each) for id, each in campaign.clocks.items() if id in ids},
    }
    shown, _ = read_campaign(tree, campaign.shape)
    return replace(shown, log=players_log(campaign, lines), log_complete=True)


def _public(thing: Any) -> dict[str, Value]:
    """Give the table of a described thing without what is private, and without keys nobody knows."""
    table: dict[str, Value] = {}
    for key, (attribute, spec) in described(type(thing)).items():
        value = getattr(thing, attribute)
        if not spec.private and spec.kind is not Kind.RAW and value is not None:
            table[key] = _public_value(spec, value)
    return table


def _public_value(spec: Spec, value: Any) -> Value:
    match spec.kind:
        case Kind.RECORD:
            return _public(value)
        case Kind.RECORDS:
            return {k: _public(v) for k, v in value.items()}
        case Kind.ROWS:
            return [_public(v) for v in value]
        case _:
            return encode_value(spec, value)


def _character(character: Any) -> Mapping[str, Value]:
    """Give the sheet of a character; that there is a condition that is hidden does not show either."""
    table = _public(character)
    if character.condition_visibility != "shown":
        table |= {"condition": "", "condition_visibility": "shown"}
    return table


def _clock(clock: Clock) -> Mapping[str, Value]:
    return _public(clock) if clock.visibility == "shown" else {"name": clock.name, "visibility": "name"}
