"""Plain dice: a throw such as 2d6+1 that changes nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.core.tree import Tree
from tracker.dice.pool import Faces, Pool
from tracker.rules.deed import Ask, Command, Deed, Die, Preview, Said

MAX_COUNT = 20
MAX_SIDES = 1000
MAX_ADDED = 1000
_WORDS = r"\s*(\d{0,3})\s*[dD]\s*(\d{1,4})\s*(?:([+\-−])\s*(\d{1,4}))?\s*\Z"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainDice(Command):
    """A throw in words, and what it is for."""

    dice: str = "2d6"
    question: str = ""


class PlainDiceDeed(Deed[PlainDice]):
    """Throws plain dice; the log keeps them, nothing follows."""

    id = "dice"
    event = "roll"
    label = text("Plain dice")
    command = PlainDice

    def asks(self, campaign: Campaign, command: PlainDice) -> tuple[Ask, ...]:
        """Ask which dice, and what for."""
        return (
            Ask("dice", text("Dice"), Kind.LINE, command.dice, help=text("such as 2d6+1")),
            Ask("question", text("What is asked"), Kind.LINE, command.question),
        )

    def preview(self, campaign: Campaign, command: PlainDice) -> Preview:
        """Give the least and the greatest sum. Raises Refusal `bad_dice` where the words are no dice."""
        count, sides, added = read_dice(command.dice)
        return Preview(facts=(text("{low} to {high}", low=count + added, high=count * sides + added),))

    def pools(self, campaign: Campaign, command: PlainDice) -> tuple[Pool, ...]:
        """Give the dice."""
        count, sides, _ = read_dice(command.dice)
        return (Pool(count, sides),)

    def apply(self, draft: Draft, command: PlainDice, faces: Faces) -> None:
        """Write the sum."""
        _, sides, added = read_dice(command.dice)
        draft.fact(result={"sum": sum(faces["dice"]) + added, "sides": sides})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the dice and the sum."""
        sides = entry.result.get("sides")
        shown = entry.faces if isinstance(entry.faces, (list, tuple)) else ()
        dice = tuple(Die(face, True, sides if isinstance(sides, int) else 6) for face in shown if isinstance(face, int))
        question, words = entry.choice.get("question"), entry.choice.get("dice", PlainDice().dice)
        what = text("{dice}", dice=str(words))
        if isinstance(question, str) and question:
            what = text("{what} · {question}", what=what, question=question)
        return Said(what, dice, text("= {sum}", sum=str(entry.result.get("sum", "?"))))

    def sides(self, entry: Tree, pool: str) -> int:
        """Give the sides that were asked for."""
        result = entry.get("result")
        sides = result.get("sides") if isinstance(result, Mapping) else None
        return sides if isinstance(sides, int) else 6


def read_dice(words: str) -> tuple[int, int, int]:
    """Read words such as `2d6+1`: count, sides, and what is added. Raises Refusal `bad_dice`."""
    found = re.match(_WORDS, words)
    count = int(found[1] or 1) if found else 0
    sides = int(found[2]) if found else 0
    if found is None or not (1 <= count <= MAX_COUNT and 2 <= sides <= MAX_SIDES):
        raise Refusal("bad_dice", text("“{words}” are no dice; write for instance 2d6+1", words=clean(words)))
    added = int(found[4] or 0)
    return count, sides, added if found[3] == "+" else -added
