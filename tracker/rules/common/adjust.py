"""Changing a number by hand: initiative, stress, counters."""

from __future__ import annotations

from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.codec import MAX_WHOLE
from tracker.core.draft import Draft
from tracker.core.encoding import encode
from tracker.core.entry import Entry
from tracker.core.fields import Kind, described
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.core.tree import Path, get_in
from tracker.dice.pool import Faces
from tracker.rules.common.sheet import put_in
from tracker.rules.common.stress import stressed
from tracker.rules.deed import Command, Deed, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(Command):
    """One more or one less of a number of a character."""

    path: tuple[str, ...] = ()
    """Where the number stands below the character."""
    by: int = 0


class AdjustDeed(Deed[Adjust]):
    """Changes a counter by hand; the start and the end of its range hold."""

    id = "adjust"
    event = "adjust"
    label = text("Change a number")
    command = Adjust

    def apply(self, draft: Draft, command: Adjust, faces: Faces) -> None:
        """Change it. Raises Refusal `bad_value` at the end of the range."""
        character = present_character(draft.campaign, command.who)
        draft.who(command.who)
        if command.path == ("stress",):
            draft.put_character(stressed(draft.campaign, character, command.by))
            return
        _check_number(character, command.path)
        now = number_at(character, command.path)
        low, high = range_of(character, command.path)
        after = now + command.by
        if after < low or after > (MAX_WHOLE if high is None else high):
            raise Refusal("bad_value", _at_its_end(character, command.path, now))
        draft.put_character(put_in(character, ".".join(command.path), after))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that it was by hand; the values stand behind it."""
        return Said(text("by hand"))


def _check_number(character: Any, path: Path) -> None:
    """Refuse a number that is not there any more, such as a counter taken out of the file."""
    fields = described(type(character))
    if path and path[0] in fields:
        attribute, spec = fields[path[0]]
        if spec.kind is not Kind.RECORDS or (len(path) == 3 and path[1] in getattr(character, attribute)):
            return
    raise Refusal("bad_value", text("{name} has no number to change here", name=character.name))


def present_character(campaign: Campaign, who: str) -> Any:
    """Give a character. Raises Refusal `nobody` when there is none of that id any more."""
    found = campaign.characters.get(who)
    if found is None:
        raise Refusal("nobody", text("“{id}” is no character of this campaign any more", id=who))
    return found


def number_at(thing: Any, path: Path) -> int:
    """Give the whole number at a path below a described thing; 0 where there is none."""
    found = get_in(encode(thing, full=True), path)
    return found if isinstance(found, int) else 0


def range_of(thing: Any, path: Path) -> tuple[int, int | None]:
    """Give the least and the greatest value of a number of a described thing; a counter's own maximum counts."""
    attribute, spec = described(type(thing))[path[0]]
    if len(path) == 1 or spec.kind is Kind.LEVELS:
        return spec.low or 0, spec.high
    below = getattr(thing, attribute).get(path[1])
    return 0, getattr(below, "max", None)


def label_at(thing: Any, path: Path) -> Text:
    """Say what the number at a path is called."""
    attribute, spec = described(type(thing))[path[0]]
    if len(path) > 1 and spec.kind is Kind.RECORDS:
        below = getattr(thing, attribute).get(path[1])
        return text("{name}", name=getattr(below, "name", path[1]))
    return spec.label


def _at_its_end(character: Any, path: Path, now: int) -> Text:
    return text(
        "{label} of {who} is {number} and goes no further",
        label=label_at(character, path),
        who=character.name,
        number=now,
    )
