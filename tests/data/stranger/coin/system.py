"""The table: a sheet, a roll, what it changes, and what the panes show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from coin.procedures import PROCEDURES, TOSS, TossInputs
from tracker.core.campaign import Campaign, Shape
from tracker.core.character import Character
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind, whole
from tracker.core.text import text, verbatim
from tracker.dice.pool import Faces, Pool
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Chance, Command, Deed, Die, Preview, Said, Tone
from tracker.rules.protocol import Gauge, System

OUTCOMES = {"won": (text("WON"), Tone.GOOD), "lost": (text("LOST"), Tone.BAD)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CoinCharacter(Character):
    """The sheet: every character has luck and gold."""

    luck: int = whole(text("luck"), default=2, low=1, high=6)
    gold: int = whole(text("gold"), low=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class TossCommand(Command):
    """A toss for some gold."""

    stake: int = 1


class TossDeed(Deed[TossCommand]):
    """Tosses; the winner takes the stake."""

    id = "toss"
    event = "roll"
    label = text("Toss")
    command = TossCommand
    outcomes = OUTCOMES

    def asks(self, campaign: Campaign, command: TossCommand) -> tuple[Ask, ...]:
        return (Ask("stake", text("Stake"), Kind.WHOLE, command.stake, low=1, high=9),)

    def preview(self, campaign: Campaign, command: TossCommand) -> Preview:
        odds = TOSS.odds(self._inputs(campaign, command), campaign.rules)
        return Preview(tuple(Chance(id, label, odds[id], tone) for id, (label, tone) in OUTCOMES.items()))

    def pools(self, campaign: Campaign, command: TossCommand) -> tuple[Pool, ...]:
        return TOSS.pools(self._inputs(campaign, command), campaign.rules)

    def apply(self, draft: Draft, command: TossCommand, faces: Faces) -> None:
        inputs = self._inputs(draft.campaign, command)
        result = TOSS.read(inputs, draft.campaign.rules, faces)["result"]
        odds = TOSS.odds(inputs, draft.campaign.rules)
        draft.who(command.who)
        draft.name("characters", command.who)
        draft.fact(outcome=result, odds={outcome: str(share) for outcome, share in odds.items()})
        if result == "won":
            character = draft.campaign.characters[command.who]
            draft.put_character(replace(character, gold=character.gold + command.stake))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        faces = entry.faces if isinstance(entry.faces, (list, tuple)) else ()
        outcome, tone = OUTCOMES.get(entry.outcome, (None, Tone.PLAIN))
        dice = tuple(Die(face, face % 2 == 0) for face in faces if isinstance(face, int))
        return Said(text("toss"), dice, outcome, tone)

    def _inputs(self, campaign: Campaign, command: TossCommand) -> TossInputs:
        return TossInputs(luck=present_character(campaign, command.who).luck)


class Coin(System):
    """The whole system."""

    id = "coin"
    name = verbatim("Coin")
    shape = Shape(character=CoinCharacter)
    procedures = PROCEDURES
    deeds = (TossDeed(),)
    party_title = text("Luck and gold")

    def command(self, key: str, campaign: Campaign, who: str) -> Command | None:
        return TossCommand(who=who) if key == "roll" and who in campaign.characters else None

    def has(self, key: str) -> bool:
        return key == "roll"

    def gauges(self, campaign: Campaign, character: Any) -> tuple[Gauge, ...]:
        return (Gauge(("gold",), text("gold"), character.gold), Gauge(("luck",), text("luck"), character.luck, 6))


SYSTEM = Coin()
