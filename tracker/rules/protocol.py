"""What a dice system is to the rest of the program. Nothing outside its own package names a system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from tracker.core.campaign import Campaign, Shape
from tracker.core.character import Character
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.problem import Problem
from tracker.core.text import Text, text
from tracker.core.tree import Path
from tracker.rules.chart import Chart, chart_or_none
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.deed import Ask, Command, Deed, Offer
from tracker.rules.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Gauge:
    """One number of a character that the party pane shows and the keys change."""

    path: Path
    """Where it stands below the character, such as ("initiative",) or ("counters", "money", "value")."""
    label: Text
    value: int
    maximum: int | None = None
    pips: bool = True
    """Drawn as a row of signs beside the number."""


class System:
    """One dice system: its sheet, its procedures, its deeds, and what its panes show."""

    id: ClassVar[str]
    name: ClassVar[Text]
    shape: ClassVar[Shape] = Shape()
    procedures: ClassVar[Mapping[str, Procedure[Any]]] = {}
    deeds: ClassVar[tuple[Deed[Any], ...]] = ()
    party_title: ClassVar[Text]
    reminder: ClassVar[tuple[Text, ...]] = ()
    """The rules on one screen, for the help."""

    def check(self, campaign: Campaign) -> Iterable[Problem]:
        """List what is wrong between the parts of a campaign."""
        return ()

    def command(self, key: str, campaign: Campaign, who: str) -> Command | None:
        """Give the command behind one of the keys `roll`, `resist`, `fortune`, `flashback`; None: not now, or never.

        Unless a system knows better: plain dice under `fortune`, nothing under the others.
        """
        return PlainDice() if key == "fortune" else None

    def clock_command(self, campaign: Campaign, clock: str, who: str) -> Command | None:
        """Give the roll that Enter on an open clock begins with for a character; None: it is advanced by hand."""
        return None

    def has(self, key: str) -> bool:
        """Say whether the system knows what one of those keys does."""
        return key in {"roll", "fortune"}

    def offers(self, campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
        """List what the rules offer next in a beat, read from its entries alone."""
        return ()

    def chart(self, campaign: Campaign, command: Command) -> Chart | None:
        """Give the table of a whole roll: all dice, positions, difficulties; None where there are no odds.

        Unless a system knows better: what every answer to each question would come to.
        """
        deed = next((each for each in self.deeds if each.command is type(command)), None)
        return None if deed is None else chart_or_none(campaign, command, deed)

    def menu(self, campaign: Campaign) -> tuple[Offer, ...]:
        """List what the system adds to the table menu."""
        return ()

    def gauges(self, campaign: Campaign, character: Any) -> tuple[Gauge, ...]:
        """List the numbers of a character for the party pane, the first marked one first.

        Unless a system knows better: the counters of the sheet.
        """
        return tuple(
            Gauge(("counters", id, "value"), text("{name}", name=counter.name or id), counter.value, counter.max)
            for id, counter in character.counters.items()
        )

    def remarks(self, campaign: Campaign, character: Any) -> tuple[Text, ...]:
        """List what else the party pane says of a character."""
        return ()

    def table_lines(self, campaign: Campaign) -> tuple[Text, ...]:
        """List what the party pane says of the table itself."""
        return ()

    def order(self, campaign: Campaign) -> tuple[str, ...]:
        """Give the ids of the characters in the order the party pane shows them."""
        return tuple(campaign.characters)

    def on_turn(self, campaign: Campaign) -> str:
        """Give the id of who is on, which the party pane marks; nothing where there are no turns."""
        return ""

    def sheet_asks(self, campaign: Campaign, character: Any, asks: tuple[Ask, ...]) -> tuple[Ask, ...]:
        """Give what is asked about a sheet, with options where a field names something else on that sheet."""
        return asks

    def level_names(self, campaign: Campaign, attribute: str) -> Mapping[str, Text]:
        """Give the names offered in a table of levels of the sheet: key → how it is said."""
        return {}

    def new_character(self, campaign: Campaign, character: Character) -> Character:
        """Fill in what a new character starts with."""
        return character

    def character_removed(self, draft: Draft, id: str) -> None:
        """Change what the leaving of a character changes, beyond its clocks."""

    def session_started(self, draft: Draft) -> None:
        """Change what the start of a session changes."""

    def scene_ended(self, draft: Draft) -> None:
        """Change what the end of a scene changes, beyond bringing back who was taken out."""
        for character in draft.campaign.characters.values():
            if character.taken_out:
                draft.put_character(replace(character, taken_out=False))
