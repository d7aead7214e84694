"""The campaign: everything a table has, as one value."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tracker.core.character import Character
from tracker.core.clean import clean
from tracker.core.clock import Clock
from tracker.core.codec import Reader, description, in_range, name_in, nearest
from tracker.core.edits import Edit, apply_edits
from tracker.core.entry import Entry
from tracker.core.fields import Kind, Spec, choice, line, whole
from tracker.core.frozen import dataclass
from tracker.core.house import SECRET_ROLLS as SECRET_ROLLS
from tracker.core.house import STRESS_FULL as STRESS_FULL
from tracker.core.house import Rules as Rules
from tracker.core.problem import Problem, Severity
from tracker.core.text import text, verbatim
from tracker.core.tree import Path, Tree, Value

FORMAT = 1
LANGUAGES = {"fr": verbatim("français"), "en": verbatim("English")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """What belongs to nobody; a system adds its own."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The described dataclasses that a system's campaigns are made of."""

    character: type[Character] = Character
    rules: type[Rules] = Rules
    table: type[Table] = Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The keys above the first table."""

    format: int = whole(text("format"), default=FORMAT, low=1, required=True)
    title: str = line(text("title"))
    system: str = line(text("system"), required=True)
    language: str = choice(text("language"), LANGUAGES, default="fr")
    session: int = whole(text("session"), low=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """A whole campaign. Edits give a new one; what they leave alone is shared with the old."""

    tree: Tree
    """Everything the head of the file holds, unknown keys included."""
    shape: Shape
    head: Head
    rules: Any
    """House rules: an instance of `shape.rules`."""
    table: Any
    """What belongs to nobody: an instance of `shape.table`."""
    characters: Mapping[str, Any]
    """By id, in the order of the file: instances of `shape.character`."""
    clocks: Mapping[str, Clock]
    """By id, in the order of the file."""
    log: tuple[Entry, ...] = ()
    """The entries read so far, oldest first."""
    log_complete: bool = True
    """The first entry of the file is among them."""

    @property
    def title(self) -> str:
        """The title of the campaign."""
        return self.head.title

    @property
    def system(self) -> str:
        """The id of its dice system."""
        return self.head.system

    @property
    def session(self) -> int:
        """The number of the session played now, or last."""
        return self.head.session

    @property
    def last_n(self) -> int:
        """The number of the newest log entry, 0 without any."""
        return self.log[-1].n if self.log else 0


def read_campaign(tree: Tree, shape: Shape, old: Campaign | None = None) -> tuple[Campaign, tuple[Problem, ...]]:
    """Give the campaign a tree holds, with every problem of shape found on the way.

    Tables that are the very same object as in `old` are not read again.
    """
    reader = Reader()
    top = {k: v for k, v in tree.items() if k not in _SECTIONS}
    head = reader.read(Head, top, (), beside=_SECTIONS) if old is None or _changed(tree, old.tree, *top) else old.head
    rules = _section(reader, tree, "rules", shape.rules, old.rules if old else None, old)
    table = _section(reader, tree, "table", shape.table, old.table if old else None, old)
    campaign = Campaign(
        tree=tree,
        shape=shape,
        head=head,
        rules=rules,
        table=table,
        characters=_keyed(reader, tree, "characters", shape.character, old.characters if old else {}, old),
        clocks=_keyed(reader, tree, "clocks", Clock, old.clocks if old else {}, old),
        log=old.log if old else (),
        log_complete=old.log_complete if old else True,
    )
    return campaign, tuple(reader.problems)


_SECTIONS = ("rules", "table", "characters", "clocks", "log")


def _changed(tree: Tree, before: Tree, *keys: str) -> bool:
    return any(tree.get(k) is not before.get(k) for k in keys) or any(
        k not in tree for k in before if k not in _SECTIONS
    )


def _section(reader: Reader, tree: Tree, key: str, kind: type[Any], before: Any, old: Campaign | None) -> Any:
    if old is not None and tree.get(key) is old.tree.get(key):
        return before
    return reader.read(kind, tree.get(key, {}), (key,))


def _keyed(
    reader: Reader, tree: Tree, key: str, kind: type[Any], before: Mapping[str, Any], old: Campaign | None
) -> Mapping[str, Any]:
    section = tree.get(key, {})
    if old is not None and section is old.tree.get(key, {}):
        return before
    if not isinstance(section, Mapping):
        reader.read(kind, section, (key,))
        return {}
    former = old.tree.get(key, {}) if old is not None else {}
    known: dict[str, Any] = {}
    for id, value in section.items():
        if isinstance(former, Mapping) and former.get(id) is value and id in before:
            known[id] = before[id]
        else:
            thing = reader.read(kind, value, (key, id), name_in(value) or id)
            known[id] = replace(thing, id=id)
    return known


def edited(campaign: Campaign, edits: Iterable[Edit]) -> Campaign:
    """Give the campaign after edits to its tree."""
    after, _ = read_campaign(apply_edits(campaign.tree, edits), campaign.shape, campaign)
    return after


def check_clocks(campaign: Campaign) -> Iterable[Problem]:
    """List what is wrong with clocks among themselves and with their owners."""
    for id, clock in campaign.clocks.items():
        if clock.filled > clock.size:
            yield Problem(
                ("clocks", id, "filled"),
                Severity.ERROR,
                text(
                    "{key} of {owner} is {found}, {expected} is expected",
                    key="filled",
                    owner=clock.name or id,
                    found=verbatim(str(clock.filled)),
                    expected=text("a whole number from {low} to {high}", low=0, high=clock.size),
                ),
            )
        if clock.owner and clock.owner not in campaign.characters:
            yield Problem(
                ("clocks", id, "owner"), Severity.ERROR, _nobody("owner", clock.name or id, clock.owner, campaign)
            )


def _nobody(key: str, owner: str, id: str, campaign: Campaign) -> Any:
    near = nearest(id, tuple(campaign.characters))
    if near is None:
        return text("{key} of {owner} names “{id}”, who is no character here", key=key, owner=owner, id=clean(id))
    return text(
        "{key} of {owner} names “{id}”, who is no character here; did you mean “{near}”?",
        key=key,
        owner=owner,
        id=clean(id),
        near=near,
    )


def check_number(path: Path, owner: str, value: Value, low: int, high: int) -> Iterable[Problem]:
    """Note a number outside a range that depends on the rest of the campaign."""
    key = path[-1]
    spec = Spec(Kind.WHOLE, text("value"), low=low, high=high)
    if not in_range(spec, value):
        yield Problem(
            path,
            Severity.ERROR,
            text(
                "{key} of {owner} is {found}, {expected} is expected",
                key=clean(key),
                owner=owner,
                found=description(value),
                expected=text("a whole number from {low} to {high}", low=low, high=high),
            ),
        )


def new_id(name: str, taken: Iterable[str]) -> str:
    """Give the id of a new thing: its name in plain lower-case letters, with a number behind it if that is taken."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("œ", "oe").replace("æ", "ae"))
    kept = "".join(c for c in plain if not unicodedata.combining(c)).lower()
    id = re.sub(r"[^a-z0-9]+", "_", kept).strip("_") or "pc"
    used = set(taken)
    if id not in used:
        return id
    n = 2
    while f"{id}_{n}" in used:
        n += 1
    return f"{id}_{n}"
