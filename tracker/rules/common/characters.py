"""Characters at the table: new ones, their sheet, and leaving."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from tracker.core.campaign import Campaign, new_id
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind, described
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.common.clocks import named, with_answer, with_values
from tracker.rules.common.sheet import asks_of, without_emptied
from tracker.rules.common.stress import greatest_stress
from tracker.rules.deed import Ask, Command, Deed, Said
from tracker.rules.protocol import System

SystemOf = Callable[[Campaign], System]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCharacter(Command):
    """A new character."""

    name: str = ""
    player: str = ""
    after: str = ""


class AddCharacterDeed(Deed[AddCharacter]):
    """Brings a new character to the table, with what the system gives it to start with."""

    id = "add_character"
    event = "add"
    label = text("New character")
    command = AddCharacter

    def __init__(self, system_of: SystemOf) -> None:
        """Take the way to find a campaign's system."""
        self.system_of = system_of

    def asks(self, campaign: Campaign, command: AddCharacter) -> tuple[Ask, ...]:
        """Ask for the name and the player."""
        return (
            Ask("name", text("Name"), Kind.LINE, command.name),
            Ask("player", text("Player"), Kind.LINE, command.player),
        )

    def apply(self, draft: Draft, command: AddCharacter, faces: Faces) -> None:
        """Add it."""
        campaign = draft.campaign
        new = campaign.shape.character(
            id=new_id(command.name, campaign.characters), name=command.name, player=command.player
        )
        draft.add("characters", self.system_of(campaign).new_character(campaign, new), command.after)
        draft.who(new.id)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say who comes."""
        return Said(text("joins the table"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditCharacter(Command):
    """New values on a character's sheet: name of the question → answer."""

    values: Mapping[str, Any] = field(default_factory=dict)


class EditCharacterDeed(Deed[EditCharacter]):
    """Changes a character's sheet (Charge, Progression: details may be rewritten)."""

    id = "edit_character"
    event = "edit"
    label = text("Edit the character")
    command = EditCharacter

    def __init__(self, system_of: SystemOf) -> None:
        """Take the way to find a campaign's system."""
        self.system_of = system_of

    def asks(self, campaign: Campaign, command: EditCharacter) -> tuple[Ask, ...]:
        """Ask for every field, with what stands there; "counters" as well."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        system = self.system_of(campaign)
        names = {attribute: system.level_names(campaign, attribute) for attribute in _level_attributes(character)}
        answered = with_values(character, command.values)
        return system.sheet_asks(campaign, answered, asks_of(answered, names))

    def put(self, campaign: Campaign, command: EditCharacter, name: str, value: Any) -> EditCharacter:
        """Add an answer."""
        return replace(command, values=with_answer(campaign.characters.get(command.who), command.values, name, value))

    def apply(self, draft: Draft, command: EditCharacter, faces: Faces) -> None:
        """Write the answers. Raises Refusal `bad_stress` when there is less room for stress."""
        answered = with_values(present_character(draft.campaign, command.who), command.values)
        character = without_emptied(answered, command.values)
        greatest = greatest_stress(draft.campaign)
        if character.stress > greatest:
            raise Refusal(
                "bad_stress",
                text(
                    "stress of {who} goes up to {high}, not {number}",
                    who=character.name,
                    high=greatest,
                    number=character.stress,
                ),
            )
        draft.who(command.who)
        draft.put_character(character)
        draft.name("characters", command.who)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that the sheet changed."""
        return Said(text("sheet edited"))


def _level_attributes(character: Any) -> tuple[str, ...]:
    return tuple(a for a, spec in described(type(character)).values() if spec.kind is Kind.LEVELS)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCharacter(Command):
    """A character that leaves."""


class RemoveCharacterDeed(Deed[RemoveCharacter]):
    """Takes a character out of the campaign; its clocks then belong to nobody."""

    id = "remove_character"
    event = "remove"
    label = text("Remove the character")
    command = RemoveCharacter

    def __init__(self, system_of: SystemOf) -> None:
        """Take the way to find a campaign's system."""
        self.system_of = system_of

    def apply(self, draft: Draft, command: RemoveCharacter, faces: Faces) -> None:
        """Take it out."""
        present_character(draft.campaign, command.who)
        draft.who(command.who)
        for clock in tuple(draft.campaign.clocks.values()):
            if clock.owner == command.who:
                draft.put_clock(replace(clock, owner=""))
        self.system_of(draft.campaign).character_removed(draft, command.who)
        draft.fact(result={"was_shown": True})
        draft.remove("characters", command.who)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say who leaves."""
        return Said(text("leaves the table") if entry.who_name else text("{name} removed", name=named(entry)))
