"""Campaigns in a random hand that can be played, and random things to do with them."""

from __future__ import annotations

from pathlib import Path

import tomli
from handwriting import STRINGS, Style, written

from tracker.core.campaign import Campaign
from tracker.rules.check import checked_campaign, has_errors
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, TickClock
from tracker.rules.common.condition import Condition
from tracker.rules.common.notes import AddNote
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.store.log_tail import split_file

LOG = """
[[log]]
n   =  7 # mine
event = "party" # unknown
note = '''
[[log]]
n = 9'''
"""


def document(hand: Style, tidy: bool, inline: bool = False) -> str | None:
    """Give a campaign one can play, in a random hand; None where the hand made none."""
    words = written(hand, floating=not tidy, grouped=tidy, inline=inline)
    newline = "\r\n" if "\r\n" in words else "\n"
    top = ['system = "charge"', *([] if "format = 1" in words or "format=" in words else ["format = 1"])]
    hand.shuffle(top)
    words = newline.join(top) + newline + words
    try:
        campaign, problems = checked_campaign(tomli.loads(words))
    except tomli.TOMLDecodeError:
        return None
    if campaign is None or has_errors(problems):
        return None
    if hand.random() < 0.3:
        words += ("" if words.endswith("\n") else newline) + LOG.replace("\n", newline)
    return ("\ufeff" if hand.random() < 0.2 else "") + words


def command_for(campaign: Campaign, hand: Style) -> Command:
    """Give something to do, which may make no sense there."""
    who = hand.choice([*campaign.characters, "nobody"])
    clock = hand.choice([*campaign.clocks, "none"])
    word = hand.choice(STRINGS)
    section = hand.choice(["characters", "clocks"])
    ids = [*(campaign.characters if section == "characters" else campaign.clocks)] or ["none"]
    return hand.choice(
        [
            Adjust(who=who, path=hand.choice([("initiative",), ("stress",), ("milestones",)]), by=hand.choice([1, -1])),
            TickClock(clock=clock, by=hand.choice([1, 2, -1])),
            Condition(who=who, words=word),
            AddCharacter(name=word, after=who),
            EditCharacter(who=who, values={"name": word}),
            EditCharacter(who=who, values={"actions.move": 1, "ties.+": word, "counters.+.name": "Or"}),
            RemoveCharacter(who=who),
            AddClock(name=word, after=clock),
            EditClock(clock=clock, values={"name": word}),
            RemoveClock(clock=clock),
            Move(section=section, id=hand.choice(ids), after=hand.choice([None, *ids])),
            AddNote(words=word),
            Undo(),
            Undo(),
            Redo(),
        ]
    )


def parts(path: Path) -> tuple[str, bytes]:
    """Give the head as text and the log as bytes."""
    head, start = split_file(path)
    return head.decode("utf-8"), path.read_bytes()[len(head) :] if start is not None else b""
