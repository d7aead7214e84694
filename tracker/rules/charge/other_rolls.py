"""Charge: fortune and flashbacks (Charge, Jets de fortune; Flashbacks)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in, text_n
from tracker.dice.pool import Faces, Pool
from tracker.rules.charge.action_roll import action_dice
from tracker.rules.charge.counting import FLASHBACK_COST, FlashbackInputs
from tracker.rules.charge.counting import Flashback as FlashbackRule
from tracker.rules.charge.names import FORTUNE_OUTCOMES
from tracker.rules.charge.rolling import Fortune as FortuneRule
from tracker.rules.charge.rolling import FortuneInputs
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Chance, Command, Deed, Option, Preview, Said, Tone

FORTUNE = FortuneRule()
FLASHBACK = FlashbackRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune(Command):
    """A question left to chance."""

    likelihood: int = 1
    question: str = ""


class FortuneDeed(Deed[Fortune]):
    """A fortune roll: one die per level of likelihood; it touches no character."""

    id = "fortune"
    event = "roll"
    label = text("Fortune roll")
    outcomes = FORTUNE_OUTCOMES
    command = Fortune

    def asks(self, campaign: Campaign, command: Fortune) -> tuple[Ask, ...]:
        """Ask how likely it is, and what."""
        return (
            Ask("likelihood", text("Likelihood in dice"), Kind.WHOLE, command.likelihood, low=0, high=8),
            Ask("question", text("What is asked"), Kind.LINE, command.question),
        )

    def preview(self, campaign: Campaign, command: Fortune) -> Preview:
        """Give the exact odds."""
        odds = FORTUNE.odds(FortuneInputs(likelihood=command.likelihood), campaign.rules)
        chances = tuple(
            Chance(id, label, odds.get(id, Fraction(0)), tone) for id, (label, tone) in FORTUNE_OUTCOMES.items()
        )
        facts = (text("no dice: two are thrown, the lower one counts"),) if command.likelihood <= 0 else ()
        return Preview(chances, facts)

    def pools(self, campaign: Campaign, command: Fortune) -> tuple[Pool, ...]:
        """Give the dice."""
        return FORTUNE.pools(FortuneInputs(likelihood=command.likelihood), campaign.rules)

    def apply(self, draft: Draft, command: Fortune, faces: Faces) -> None:
        """Read them."""
        inputs, rules = FortuneInputs(likelihood=command.likelihood), draft.campaign.rules
        result = FORTUNE.read(inputs, rules, faces)
        odds = FORTUNE.odds(inputs, rules)
        draft.fact(
            outcome=result["result"],
            odds={outcome: str(share) for outcome, share in odds.items()},
            result={"pool": command.likelihood, "zero_rule": command.likelihood <= 0},
        )

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the question, the dice and the answer."""
        outcome = FORTUNE_OUTCOMES.get(entry.outcome)
        question, zero = entry.choice.get("question"), entry.result.get("zero_rule") is True
        what = text("fortune {dice}d", dice=str(entry.result.get("pool", "?")))
        if isinstance(question, str) and question:
            what = text("{what} · {question}", what=what, question=question)
        details = (text("no dice: two thrown, the lower kept"),) if zero else ()
        return Said(
            what,
            action_dice(entry.faces, zero),
            outcome[0] if outcome else None,
            outcome[1] if outcome else Tone.PLAIN,
            details,
        )


THEN = {
    "happens": text_in("flashback", "it happened so"),
    "action": text_in("flashback", "an action roll decides"),
    "fortune": text_in("flashback", "a fortune roll decides"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Flashback(Command):
    """`who` declares to have prepared something."""

    cost: int = 0
    then: str = "happens"
    story: str = ""


class FlashbackDeed(Deed[Flashback]):
    """A flashback: its cost is paid first, then it happens, or a roll decides."""

    id = "flashback"
    event = "roll"
    label = text("Flashback")
    command = Flashback

    def asks(self, campaign: Campaign, command: Flashback) -> tuple[Ask, ...]:
        """Ask what it costs, how it goes on, and what was prepared."""
        if command.who not in campaign.characters:
            return ()
        held = campaign.characters[command.who].initiative
        costs = tuple(
            Option(
                cost,
                text_n("{count} initiative", "{count} initiative", cost),
                None,
                text("{who} holds {number}", who=campaign.characters[command.who].name, number=held)
                if cost > held
                else None,
            )
            for cost in range(FLASHBACK_COST[1] + 1)
        )
        return (
            Ask("cost", text("Cost"), Kind.WHOLE, command.cost, costs, *FLASHBACK_COST),
            Ask("then", text("Then"), Kind.CHOICE, command.then, tuple(Option(id, t) for id, t in THEN.items())),
            Ask("story", text("What was prepared"), Kind.LINE, command.story),
        )

    def apply(self, draft: Draft, command: Flashback, faces: Faces) -> None:
        """Pay. Raises Refusal `not_enough_initiative`."""
        character = present_character(draft.campaign, command.who)
        inputs = FlashbackInputs(initiative=character.initiative, cost=command.cost)
        FLASHBACK.verify(inputs, draft.campaign.rules)
        result = FLASHBACK.read(inputs, draft.campaign.rules, {})
        draft.who(command.who)
        draft.name("characters", command.who)
        draft.put_character(replace(character, initiative=result["initiative_after"]))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say what was prepared and how it goes on."""
        then = THEN.get(str(entry.choice.get("then", "happens")), THEN["happens"])
        what = text("flashback: {then}", then=then)
        story = entry.choice.get("story")
        return Said(text("{what} · {story}", what=what, story=story) if isinstance(story, str) and story else what)
