"""Clocks at the table: new ones, ticks, resolving, and their sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from tracker.core.campaign import Campaign, new_id
from tracker.core.clock import CLOCK_KINDS, VISIBILITIES, Clock, tick
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_n
from tracker.dice.pool import Faces
from tracker.rules.common.sheet import asks_of, lasting_name, put_in
from tracker.rules.deed import Ask, Command, Deed, Option, Said


def the_clock(campaign: Campaign, id: str) -> Clock:
    """Give a clock. Raises Refusal `no_clock` when there is none of that id any more."""
    found = campaign.clocks.get(id)
    if found is None:
        raise Refusal("no_clock", text("“{id}” is no clock of this campaign any more", id=id))
    return found


def tick_clock(draft: Draft, id: str, by: int) -> None:
    """Tick a clock and write down when that fills it. A full one takes no more ticks."""
    before = the_clock(draft.campaign, id)
    after = tick(before, by)
    draft.put_clock(after)
    draft.name("clocks", id)
    if after.full and not before.full:
        full = [*draft.facts.get("result", {}).get("filled", ()), id]
        draft.fact(result={**draft.facts.get("result", {}), "filled": full})


def full_clocks(entry: Entry) -> tuple[str, ...]:
    """Give the ids of the clocks that an entry filled."""
    filled = entry.result.get("filled")
    return tuple(id for id in filled if isinstance(id, str)) if isinstance(filled, (list, tuple)) else ()


def open_clocks(campaign: Campaign, kinds: tuple[str, ...]) -> tuple[Option, ...]:
    """List the clocks of some kinds that are not full, as options."""
    return tuple(
        Option(id, text("{name}", name=clock.name or id), text("{filled}/{size}", filled=clock.filled, size=clock.size))
        for id, clock in campaign.clocks.items()
        if clock.kind in kinds and not clock.full
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TickClock(Command):
    """Segments more or fewer on a clock."""

    clock: str = ""
    by: int = 1


class TickClockDeed(Deed[TickClock]):
    """Ticks a clock by hand, by a chosen number of segments (Charge, Horloges)."""

    id = "tick"
    event = "adjust"
    label = text("Advance the clock")
    command = TickClock

    def asks(self, campaign: Campaign, command: TickClock) -> tuple[Ask, ...]:
        """Ask for the number of segments."""
        clock = campaign.clocks.get(command.clock)
        if clock is None:
            return ()
        return (
            Ask(
                "by",
                text("Segments"),
                Kind.WHOLE,
                command.by,
                low=-clock.filled,
                high=max(1, clock.size - clock.filled),
            ),
        )

    def apply(self, draft: Draft, command: TickClock, faces: Faces) -> None:
        """Tick it. Raises Refusal `already_full` or `bad_ticks` at its ends."""
        tick_clock(draft, command.clock, command.by)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that it was by hand."""
        return Said(text("by hand"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveClock(Command):
    """A full clock whose story has happened."""

    clock: str = ""
    then: str = "remove"


THEN = {
    "remove": text("take it off the table"),
    "empty": text("empty it and keep it"),
    "keep": text("leave it full"),
}


class ResolveClockDeed(Deed[ResolveClock]):
    """Resolves a full clock (Charge, Horloges: what it counted has come about)."""

    id = "resolve"
    event = "adjust"
    label = text("Resolve the clock")
    command = ResolveClock

    def asks(self, campaign: Campaign, command: ResolveClock) -> tuple[Ask, ...]:
        """Ask what becomes of it."""
        options = tuple(Option(id, label) for id, label in THEN.items())
        return (Ask("then", text("The clock then"), Kind.CHOICE, command.then, options),)

    def apply(self, draft: Draft, command: ResolveClock, faces: Faces) -> None:
        """Resolve it. Raises Refusal `not_full` while it is not full."""
        clock = the_clock(draft.campaign, command.clock)
        if not clock.full:
            raise Refusal("not_full", text("{clock} is not full yet", clock=clock.name))
        draft.name("clocks", clock.id)
        match command.then:
            case "remove":
                draft.fact(result={"was_shown": clock.visibility == "shown"})
                draft.remove("clocks", clock.id)
            case "empty":
                draft.put_clock(replace(clock, filled=0))
            case _:
                pass

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say which clock is resolved."""
        return Said(text("{clock} is resolved", clock=named(entry)))


def named(entry: Entry) -> str:
    """Give the names of the things an entry speaks of, as they were then."""
    return ", ".join(name or path.rpartition(".")[2] for path, name in entry.names.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class AddClock(Command):
    """A new clock."""

    name: str = ""
    kind: str = "danger"
    size: int = 4
    visibility: str | None = None
    """None: as the house rules say."""
    owner: str = ""
    after: str = ""
    roll_length: str = ""
    """Of a long task: how long one roll takes."""
    max_rolls: int | None = None
    """Of a long task: the limit of time, in steps."""


class AddClockDeed(Deed[AddClock]):
    """Puts a new clock on the table (Charge, Horloges)."""

    id = "add_clock"
    event = "add"
    label = text("New clock")
    command = AddClock

    def asks(self, campaign: Campaign, command: AddClock) -> tuple[Ask, ...]:
        """Ask for its name, kind, size, visibility and owner; of a long task for its time too."""
        visibility = command.visibility or campaign.rules.new_clock_visibility
        owners = (Option("", text("the table")), *owner_options(campaign))
        task_asks = time_asks(command.roll_length, command.max_rolls) if command.kind == "task" else ()
        return (
            Ask("name", text("Name"), Kind.LINE, command.name),
            Ask("kind", text("Kind"), Kind.CHOICE, command.kind, _options(CLOCK_KINDS)),
            Ask("size", text("Segments"), Kind.WHOLE, command.size, _sizes(campaign), 1, 100),
            *task_asks,
            Ask("visibility", text("Players’ screen"), Kind.CHOICE, visibility, _options(VISIBILITIES)),
            Ask("owner", text("Belongs to"), Kind.CHOICE, command.owner, owners),
        )

    def apply(self, draft: Draft, command: AddClock, faces: Faces) -> None:
        """Put it there, behind the clock it was asked at."""
        id = new_id(command.name, draft.campaign.clocks)
        visibility: Any = command.visibility or draft.campaign.rules.new_clock_visibility
        clock = Clock(
            id=id,
            name=command.name,
            kind=command.kind,
            size=command.size,
            visibility=visibility,
            owner=command.owner,
            roll_length=command.roll_length if command.kind == "task" else "",
            max_rolls=command.max_rolls if command.kind == "task" else None,
        )
        draft.add("clocks", clock, command.after)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name it with its size."""
        size = entry.choice.get("size", 4)
        return Said(
            text_n(
                "new clock {name}, {count} segment",
                "new clock {name}, {count} segments",
                size if isinstance(size, int) else 4,
                name=named(entry),
            )
        )


def time_asks(roll_length: str, max_rolls: int | None) -> tuple[Ask, ...]:
    """Ask for the time of a long task: how long a roll takes, and how many there is time for."""
    return (
        Ask("roll_length", text("Length of a roll"), Kind.LINE, roll_length, help=text("such as one hour")),
        Ask(
            "max_rolls",
            text("Steps in all"),
            Kind.WHOLE,
            max_rolls,
            low=1,
            high=1000,
            help=text("none: no limit"),
            optional=True,
        ),
    )


def owner_options(campaign: Campaign) -> tuple[Option, ...]:
    """List the characters as options."""
    return tuple(Option(id, text("{name}", name=pc.name or id)) for id, pc in campaign.characters.items())


def _options(names: Mapping[str, Text]) -> tuple[Option, ...]:
    return tuple(Option(word, label) for word, label in names.items())


def _sizes(campaign: Campaign) -> tuple[Option, ...]:
    sizes: tuple[int, ...] = getattr(campaign.rules, "clock_sizes", (4, 6, 8))
    return tuple(Option(size, text("{size}", size=size)) for size in sizes)


@dataclass(frozen=True, slots=True, kw_only=True)
class EditClock(Command):
    """New values on a clock's sheet: name of the question → answer."""

    clock: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


class EditClockDeed(Deed[EditClock]):
    """Changes the sheet of a clock."""

    id = "edit_clock"
    event = "edit"
    label = text("Edit the clock")
    command = EditClock

    def asks(self, campaign: Campaign, command: EditClock) -> tuple[Ask, ...]:
        """Ask for every field, with what stands there."""
        clock = campaign.clocks.get(command.clock)
        if clock is None:
            return ()
        asks = asks_of(with_values(clock, command.values), {})
        owners = (Option("", text("the table")), *owner_options(campaign))
        return tuple(replace(ask, kind=Kind.CHOICE, options=owners) if ask.name == "owner" else ask for ask in asks)

    def put(self, campaign: Campaign, command: EditClock, name: str, value: Any) -> EditClock:
        """Add an answer."""
        return replace(command, values=with_answer(campaign.clocks.get(command.clock), command.values, name, value))

    def apply(self, draft: Draft, command: EditClock, faces: Faces) -> None:
        """Write the answers. Raises Refusal `bad_filled` when more would be filled than there is."""
        clock = with_values(the_clock(draft.campaign, command.clock), command.values)
        if clock.filled > clock.size:
            raise Refusal(
                "bad_filled",
                text(
                    "{clock} has {size} segments, {filled} cannot be filled",
                    clock=clock.name,
                    size=clock.size,
                    filled=clock.filled,
                ),
            )
        draft.name("clocks", clock.id)
        draft.put_clock(clock)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name it."""
        return Said(text("{name} edited", name=named(entry)))


def with_values(thing: Any, values: Mapping[str, Any]) -> Any:
    """Give a described thing with answers put in, in their order."""
    for name, value in values.items():
        thing = put_in(thing, lasting_name(thing, name, value), value)
    return thing


def with_answer(thing: Any, values: Mapping[str, Any], name: str, value: Any) -> Mapping[str, Any]:
    """Give the answers about a thing with one more; that a new element stays empty is none."""
    if thing is None:
        return values
    kept = lasting_name(with_values(thing, values), name, value)
    return values if kept != name and not value else {**values, kept: value}


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveClock(Command):
    """A clock that goes."""

    clock: str = ""


class RemoveClockDeed(Deed[RemoveClock]):
    """Takes a clock off the table; the log keeps its text, so that it can come back."""

    id = "remove_clock"
    event = "remove"
    label = text("Remove the clock")
    command = RemoveClock

    def apply(self, draft: Draft, command: RemoveClock, faces: Faces) -> None:
        """Take it off."""
        clock = the_clock(draft.campaign, command.clock)
        draft.fact(result={"was_shown": clock.visibility == "shown"})
        draft.remove("clocks", command.clock)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name it."""
        return Said(text("{name} removed", name=named(entry)))
