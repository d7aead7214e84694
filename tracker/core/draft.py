"""A draft: the one place where a command's changes are gathered before they become a step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from tracker.core.campaign import Campaign, Head, edited
from tracker.core.edits import AddTable, Change, Edit, MoveTable, RemoveTable, Reorder
from tracker.core.encoding import edits_between, encode
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.tree import MISSING, Missing, Path, before_key, get_in, path_text, same


@dataclass(frozen=True, slots=True)
class Step:
    """What a command came to: the next campaign, its log entry, and the edits for the file."""

    campaign: Campaign
    entry: Entry
    edits: tuple[Edit, ...]


class Draft:
    """Gathers the changes and the facts of one command. Lives inside one pure function and never leaves it."""

    def __init__(self, campaign: Campaign) -> None:
        """Begin with the campaign as it is."""
        self.campaign = campaign
        self.edits: list[Edit] = []
        self.facts: dict[str, Any] = {}
        self._order: list[Reorder] = []
        self._before = campaign

    def put_character(self, character: Any) -> None:
        """Replace the character of that id."""
        self._put(("characters", character.id), self.campaign.characters[character.id], character)

    def put_clock(self, clock: Any) -> None:
        """Replace the clock of that id."""
        self._put(("clocks", clock.id), self.campaign.clocks[clock.id], clock)

    def put_table(self, table: Any) -> None:
        """Replace what belongs to nobody."""
        self._put(("table",), self.campaign.table, table)

    def put_head(self, head: Head) -> None:
        """Replace the keys above the first table."""
        self._put((), self.campaign.head, head)

    def add(self, section: str, thing: Any, after: str | None) -> None:
        """Add a character or clock behind the one of id `after`; an unknown id is the last place."""
        self.edit(AddTable((section, thing.id), encode(thing), after))

    def remove(self, section: str, id: str) -> None:
        """Take a character or clock out."""
        self.edit(RemoveTable((section, id)))

    def move(self, section: str, id: str, after: str | None) -> None:
        """Put a character or clock behind another one; None is the first place."""
        self.edit(MoveTable((section, id), after))

    def edit(self, *edits: Edit) -> None:
        """Make plain edits to the tree; the entry keeps where a table stood that is moved or taken out."""
        for edit in edits:
            self.name(*edit.path[:2])
            self._keep_place(edit)
            self.edits.append(edit)
            self.campaign = edited(self.campaign, (edit,))
            self.name(*edit.path[:2])

    def _keep_place(self, edit: Edit) -> None:
        if not isinstance(edit, (MoveTable, RemoveTable)):
            return
        siblings = get_in(self.campaign.tree, edit.path[:-1])
        place = before_key(siblings, edit.path[-1]) if isinstance(siblings, Mapping) else None
        if isinstance(edit, RemoveTable) and "after" not in self.facts:
            self.facts["after"] = place
        elif isinstance(edit, RemoveTable):
            self._order.append(Reorder(edit.path, place, None))
        else:
            self._order.append(Reorder(edit.path, place, edit.after))

    def name(self, section: str, id: str = "") -> None:
        """Have the entry carry the name of a character or clock it speaks of; anything else has none."""
        things: Mapping[str, Any] = {
            "characters": self.campaign.characters,
            "clocks": self.campaign.clocks,
        }.get(section, {})
        if id in things:
            names = self.facts.setdefault("names", {})
            names.setdefault(path_text((section, id)), things[id].name)

    def who(self, id: str) -> None:
        """Say who acts."""
        self.facts["who"] = id
        if id in self.campaign.characters:
            self.facts["who_name"] = self.campaign.characters[id].name

    def fact(self, **facts: Any) -> None:
        """Set fields of the log entry."""
        self.facts.update(facts)

    def step(self, at: datetime) -> Step:
        """Close the draft: give the next campaign with the entry appended."""
        n = self.campaign.last_n + 1
        facts = {"beat": n, "session": self.campaign.session, **self.facts}
        entry = Entry(n=n, at=at, changes=self._changes(), order=tuple(self._order), **facts)
        return Step(replace(self.campaign, log=(*self.campaign.log, entry)), entry, tuple(self.edits))

    def _put(self, path: Path, old: Any, new: Any) -> None:
        edits = edits_between(old, new, path, get_in(self.campaign.tree, path))
        self.edit(*edits)

    def _changes(self) -> tuple[Change, ...]:
        before, after = self._before.tree, self.campaign.tree
        edited = dict.fromkeys(edit.path for edit in self.edits if not isinstance(edit, MoveTable))
        changes: dict[Path, Change] = {}
        for path in edited:
            old, new = get_in(before, path), get_in(after, path)
            above = tuple(path[:length] for length in range(1, len(path)))
            told_above = any(p in edited and MISSING in (get_in(before, p), get_in(after, p)) for p in above)
            if same(old, new) or told_above:
                continue
            for table in above:
                if get_in(before, table) is MISSING:
                    changes.setdefault(table, Change(table, MISSING, {}))
            changes[path] = Change(path, old, new)
        return tuple(changes.values())


def is_table(change: Change) -> bool:
    """Say whether a change adds or removes a whole character or clock."""
    return (
        len(change.path) == 2
        and change.path[0] in {"characters", "clocks"}
        and (change.old is MISSING or isinstance(change.new, Missing))
    )
