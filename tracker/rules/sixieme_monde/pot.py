"""Sixième Monde: the common pot, changed by hand."""

from __future__ import annotations

from dataclasses import replace

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.deed import Ask, Command, Deed, Said

HIGHEST = 999
"""What the dialog offers; a file may hold more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePot(Command):
    """Another number of dice in the common pot."""

    pot: int | None = None
    """None: what is in it now."""


class ChangePotDeed(Deed[ChangePot]):
    """Sets the common pot by hand."""

    id = "pot"
    event = "adjust"
    label = text("The common pot")
    command = ChangePot

    def asks(self, campaign: Campaign, command: ChangePot) -> tuple[Ask, ...]:
        """Ask for the number of dice."""
        now = campaign.table.pot if command.pot is None else command.pot
        return (Ask("pot", text("Dice in the pot"), Kind.WHOLE, now, low=0, high=max(HIGHEST, now)),)

    def apply(self, draft: Draft, command: ChangePot, faces: Faces) -> None:
        """Set it. Raises Refusal `bad_value` below 0, `no_change` where it stays as it is."""
        table = draft.campaign.table
        pot = table.pot if command.pot is None else command.pot
        if pot < 0:
            raise Refusal("bad_value", text("the pot holds no fewer than 0 dice"))
        if pot == table.pot:
            raise Refusal("no_change", text("nothing was changed"))
        draft.put_table(replace(table, pot=pot))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that it was by hand; the dice stand behind it."""
        return Said(text("by hand"))
