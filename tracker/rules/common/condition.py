"""The condition: the text under a character's stress clock."""

from __future__ import annotations

from dataclasses import replace

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.tally import ticked
from tracker.core.text import Quoted, text
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.common.stress import greatest_stress
from tracker.rules.deed import Ask, Command, Deed, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition(Command):
    """A new condition text."""

    words: str | None = None
    """None: what stands there now."""


class ConditionDeed(Deed[Condition]):
    """Rewrites the condition of a character (Charge, Santé et Condition: whenever stress changes)."""

    id = "condition"
    event = "follow"
    label = text("Condition")
    command = Condition

    def asks(self, campaign: Campaign, command: Condition) -> tuple[Ask, ...]:
        """Ask for the text, with the present one to start from."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        now = character.condition if command.words is None else command.words
        label = text(
            "Condition of {who} ({stress}/{size})",
            who=character.name,
            stress=character.stress,
            size=campaign.rules.stress_size,
        )
        return (Ask("words", label, Kind.LINE, now),)

    def apply(self, draft: Draft, command: Condition, faces: Faces) -> None:
        """Write it."""
        character = present_character(draft.campaign, command.who)
        draft.who(command.who)
        words = character.condition if command.words is None else command.words
        draft.put_character(replace(character, condition=words))
        draft.name("characters", command.who)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the condition as it is now, once; that it is gone, or that it was kept."""
        if not entry.changes:
            return Said(text("condition kept"))
        words = entry.changes[0].new
        if not isinstance(words, str) or not words:
            return Said(text("{label} cleared", label=text("condition")), whole=True)
        return Said(text("{label} {words}", label=text("condition"), words=Quoted(words)), whole=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(Command):
    """Stress cleared in the fiction, and the condition as it now is."""

    clear: int = 1
    words: str | None = None


class RecoverDeed(Deed[Recover]):
    """Clears one to four segments of stress (Charge, Récupération)."""

    id = "recover"
    event = "adjust"
    label = text("Recovery")
    command = Recover

    def asks(self, campaign: Campaign, command: Recover) -> tuple[Ask, ...]:
        """Ask how much the game master gives back, and for the condition."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        words = character.condition if command.words is None else command.words
        return (
            Ask("clear", text("Segments cleared"), Kind.WHOLE, command.clear, low=1, high=MAX_RECOVERY),
            Ask("words", text("Condition now"), Kind.LINE, words),
        )

    def apply(self, draft: Draft, command: Recover, faces: Faces) -> None:
        """Clear the stress and write the condition; more than there is clears all. Raises Refusal `bad_recovery`."""
        character = present_character(draft.campaign, command.who)
        if not 1 <= command.clear <= MAX_RECOVERY:
            raise Refusal(
                "bad_recovery",
                text(
                    "{label}: {expected} is expected, not {found}",
                    label=text("Segments cleared"),
                    expected=text("a whole number from {low} to {high}", low=1, high=MAX_RECOVERY),
                    found=command.clear,
                ),
            )
        draft.who(command.who)
        words = character.condition if command.words is None else command.words
        stress = ticked(greatest_stress(draft.campaign), character.stress, -command.clear)
        draft.put_character(replace(character, stress=stress, condition=words))
        draft.name("characters", command.who)


MAX_RECOVERY = 4
"""Charge, Récupération: the game master gives back 1 to 4."""
