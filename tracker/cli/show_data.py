"""`tracker show --json`: the table as data.

One object, whose keys are always there and keep their names:

- `format` (1), `players` (only what the players may see), `language` (of the words in it), `title`, `system`, `session`
- `characters`, in the order of the party pane: `id`, `name`, `player`, `present`, `taken_out`, `on_turn`, `stress`,
  `stress_size`, `condition`, `condition_hidden`, `gauges` (`path`, `label`, `value`, `maximum` or null), `remarks`
- `table`: what is said of the table itself, in words
- `clocks`, in the order of the file: `id`, `name`, `visibility`, `kind`, `filled`, `size`, `full`, `owner` (the id of a
  character, or null), `rolls_used`, `max_rolls`; of a clock of which the players know the name, all but the first three
  are null
- `log`, the last lines, newest last: `n`, `beat`, `at` (ISO 8601), `session`, `event`, `roll`, `who` (an id or null),
  `name`, `what`, `dice` (`face`, `sides`, `kept`), `typed`, `outcome` (a word for programs, or null), `said` (how the
  outcome is said, or null), `details`, `secret`, `hidden`, `taken_back`, `struck`

For the players lines have numbers and clocks have ids of their own, and `secret`, `hidden` and `condition_hidden` are
never true.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, TypeAlias

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.clock import Clock
from tracker.core.entry import Entry
from tracker.core.history import struck
from tracker.core.players_log import hidden_lines
from tracker.core.text import Text
from tracker.core.tree import path_text
from tracker.i18n.say import say
from tracker.rules.common.notes import struck_lines
from tracker.rules.said import said
from tracker.rules.table import system_of

FORMAT = 1
LINES = 12
"""Log lines given, the last ones: as many as the sentences have."""
Data: TypeAlias = dict[str, Any]


def table_data(campaign: Campaign, language: str, *, players: bool) -> Data:
    """Give the table as data, its words in a language; `players` says that `for_players` gave the campaign."""
    system = system_of(campaign)
    on_turn = system.on_turn(campaign)

    def speak(what: Text) -> str:
        return say(what, language)

    def character(id: str) -> Data:
        sheet = campaign.characters[id]
        return {
            "id": id,
            "name": sheet.name,
            "player": sheet.player,
            "present": sheet.present,
            "taken_out": sheet.taken_out,
            "on_turn": id == on_turn,
            "stress": sheet.stress,
            "stress_size": campaign.rules.stress_size,
            "condition": sheet.condition,
            "condition_hidden": bool(sheet.condition) and sheet.condition_visibility != "shown",
            "gauges": [
                {"path": path_text(each.path), "label": speak(each.label), "value": each.value, "maximum": each.maximum}
                for each in system.gauges(campaign, sheet)
            ],
            "remarks": [speak(each) for each in system.remarks(campaign, sheet)],
        }

    return {
        "format": FORMAT,
        "players": players,
        "language": language,
        "title": campaign.title,
        "system": campaign.system,
        "session": campaign.session,
        "characters": [character(id) for id in system.order(campaign)],
        "table": [speak(each) for each in system.table_lines(campaign)],
        "clocks": [_clock(id, each, players=players) for id, each in campaign.clocks.items()],
        "log": _log(campaign, language),
    }


def as_json(data: Data) -> str:
    """Write data as JSON that standard output can hold."""
    words = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    try:
        words.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return json.dumps(data, indent=2) + "\n"
    return words


def _clock(id: str, clock: Clock, *, players: bool) -> Data:
    known = not players or clock.visibility == "shown"
    numbers: Mapping[str, Any] = {
        "kind": clock.kind,
        "filled": clock.filled,
        "size": clock.size,
        "full": clock.full,
        "owner": clock.owner or None,
        "rolls_used": clock.rolls_used,
        "max_rolls": clock.max_rolls,
    }
    named = {"id": id, "name": clock.name, "visibility": clock.visibility}
    return {**named, **(numbers if known else dict.fromkeys(numbers))}


def _log(campaign: Campaign, language: str) -> list[Data]:
    undone, lines, hidden = struck(campaign.log), struck_lines(campaign.log), hidden_lines(campaign.log)

    def line(entry: Entry) -> Data:
        parts = said(campaign, entry)
        return {
            "n": entry.n,
            "beat": entry.beat,
            "at": entry.at.isoformat(),
            "session": entry.session,
            "event": clean(entry.event),
            "roll": clean(entry.roll),
            "who": clean(entry.who) or None,
            "name": clean(entry.who_name),
            "what": say(parts.what, language),
            "dice": [{"face": die.face, "sides": die.sides, "kept": die.kept} for die in parts.dice],
            "typed": entry.typed,
            "outcome": clean(entry.outcome) or None,
            "said": None if parts.outcome is None else say(parts.outcome, language),
            "details": [say(each, language) for each in parts.details],
            "secret": entry.secret,
            "hidden": entry.n in hidden,
            "taken_back": entry.beat in undone,
            "struck": entry.n in lines,
        }

    return [line(entry) for entry in campaign.log[-LINES:]]
