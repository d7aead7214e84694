"""Sixième Monde: naming an addon, from the sheet or another, where a call is answered or a skill is built."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in
from tracker.rules.deed import Ask, Command, Option
from tracker.rules.sixieme_monde.refusals import check_addon_bonus
from tracker.rules.sixieme_monde.scale import MAX_BONUS

OTHER = ""
"""Stands for an addon that is not on the sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AddonCommand(Command):
    """Something that names an addon."""

    addon: str = OTHER
    """Its id on the sheet."""
    addon_name: str = ""
    """How it is called where it is not on the sheet."""
    addon_bonus: int = 1
    """What it is worth there, 1 to 9."""


A = TypeVar("A", bound=AddonCommand)


def best_addon(character: Any) -> str:
    """Give the id of the addon of the greatest bonus, the first of several, or `OTHER`."""
    addons = character.addons
    return max(addons, key=lambda id: addons[id].bonus, default=OTHER)


def addon_asks(character: Any, command: AddonCommand, note: Callable[[int], Text]) -> tuple[Ask, ...]:
    """Ask which addon, with a note of what its bonus comes to; of another one the name and the bonus."""
    options = tuple(
        Option(id, text("{name}", name=addon.name or id), note(addon.bonus)) for id, addon in character.addons.items()
    )
    asks = [
        Ask(
            "addon",
            text("Addon"),
            Kind.CHOICE,
            command.addon,
            (*options, Option(OTHER, text_in("addon", "another one"))),
            help=text("it must fit the story"),
        )
    ]
    if command.addon == OTHER:
        asks.append(Ask("addon_name", text("Its name"), Kind.LINE, command.addon_name))
        asks.append(Ask("addon_bonus", text_in("ask", "Bonus"), Kind.WHOLE, command.addon_bonus, low=1, high=MAX_BONUS))
    return tuple(asks)


def named_addon(character: Any, command: AddonCommand) -> tuple[str, int]:
    """Give the name and the bonus of the addon.

    Raises Refusal `no_addon` where the sheet has none of that id any more, `bad_addon_bonus` outside 1 to 9.
    """
    if command.addon == OTHER:
        check_addon_bonus(command.addon_bonus)
        return command.addon_name, command.addon_bonus
    found = character.addons.get(command.addon)
    if found is None:
        raise Refusal("no_addon", text("{who} has no such addon any more", who=character.name))
    check_addon_bonus(found.bonus)
    return found.name, found.bonus
