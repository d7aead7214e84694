"""What the players could see of each thing at each line of the log: then, and until now.

The log is read backwards from the campaign as it is. A thing that was hidden when a line was written stays out of that
line for good, and an id that is used again belongs to another thing: its old lines are not those of the new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tracker.core.campaign import Campaign
from tracker.core.draft import is_table
from tracker.core.edits import Change
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.tree import Missing, Path, Value, text_path

_KEYS = {"clocks": "visibility", "characters": "condition_visibility"}
"""Section → the key that says how much of a thing, or of its condition, is shown."""
NOBODY: Path = ("clocks", "")
"""Stands for what cannot be told apart, and is hidden."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """What of one log line may be seen."""

    open: frozenset[Path] = frozenset()
    """The things it touches that were shown before it and after it, and are shown now, or were when they left."""
    texts: frozenset[Path] = frozenset()
    """Those of them whose texts may be seen: the clock, the character's condition, was never hidden since."""
    living: frozenset[Path] = frozenset()
    """The things among them that are the very ones there now."""

    def shows(self, path: Path) -> bool:
        """Say whether the thing a path leads to, or leads into, may be named."""
        return path[0] not in _KEYS or path[:2] in self.open


class _Thing:
    """One thing as the log is read backwards: how much of it was shown, and what became of it."""

    def __init__(self, level: str, *, lives: bool) -> None:
        self.level = level
        self.lives = lives
        self.open = level == "shown"
        """It is shown now, or was when it left."""
        self.open_text = level == "shown"
        self.kept: list[tuple[int, bool, bool, bool]] = []
        """Beats in which it left and that were taken back, with what became of it afterwards."""


class _Hindsight:
    """The campaign's things while the log is read backwards."""

    def __init__(self, campaign: Campaign) -> None:
        self._things: dict[Path, _Thing] = {}
        for id, character in campaign.characters.items():
            thing = self._things["characters", id] = _Thing(character.condition_visibility, lives=True)
            thing.open = True
        for id, clock in campaign.clocks.items():
            self._things["clocks", id] = _Thing(clock.visibility, lives=True)

    def thing(self, path: Path) -> _Thing:
        """Give the thing of a path as it is at this point of the log; what nobody knows is hidden."""
        found = self._things.get(path)
        if found is None:
            found = self._things[path] = _Thing("hidden", lives=False)
        return found

    def seen(self, paths: Iterable[Path]) -> tuple[set[Path], set[Path]]:
        """Give those of some things that may be named at this point, and those whose texts may be seen."""
        named: set[Path] = set()
        texts: set[Path] = set()
        for path in paths:
            thing = self.thing(path)
            if thing.open and (path[0] == "characters" or thing.level == "shown"):
                named.add(path)
            if thing.open_text and thing.level == "shown":
                texts.add(path)
        return named, texts

    def take_back(self, entry: Entry) -> None:
        """Go from after an entry to before it."""
        for change in reversed(entry.changes):
            if is_table(change):
                (self._left if isinstance(change.new, Missing) else self._came)(entry, change)
            elif len(change.path) == 3 and change.path[2] == _KEYS.get(change.path[0]):
                thing = self.thing(change.path[:2])
                thing.level = _level(change.old)
                thing.open_text = thing.open_text and thing.level == "shown"

    def _came(self, entry: Entry, change: Change) -> None:
        thing = self.thing(change.path)
        if entry.event in {"undo", "redo"}:
            # It is the one that left in the beat taken back, and what became of it is known.
            thing.kept.append((entry.beat_of or 0, thing.open, thing.open_text, thing.lives))
        thing.lives = thing.open = thing.open_text = False
        thing.level = "hidden"

    def _left(self, entry: Entry, change: Change) -> None:
        thing = self.thing(change.path)
        old = change.old if isinstance(change.old, Mapping) else {}
        thing.level = _level(old.get(_KEYS[change.path[0]]))
        beat = entry.beat if entry.beat_of is None else entry.beat_of
        if thing.kept and thing.kept[-1][0] == beat:
            _, thing.open, thing.open_text, thing.lives = thing.kept.pop()
            return
        told = entry.event in {"undo", "redo"} or entry.result.get("was_shown") is True
        thing.lives = False
        thing.open = told and (change.path[0] == "characters" or thing.level == "shown")
        thing.open_text = told and thing.level == "shown"


def exposures(campaign: Campaign) -> tuple[Exposure, ...]:
    """Give what may be seen of each log line, oldest first."""
    now = _Hindsight(campaign)
    found: list[Exposure] = []
    for entry in reversed(campaign.log):
        paths = tuple(things_of(entry))
        gone = {change.path for change in entry.changes if is_table(change) and isinstance(change.new, Missing)}
        come = {change.path for change in entry.changes if is_table(change) and isinstance(change.old, Missing)}
        after, texts_after = now.seen(path for path in paths if path not in gone)
        living = {path for path in paths if now.thing(path).lives and path not in gone}
        now.take_back(entry)
        before, texts_before = now.seen(path for path in paths if path not in come)
        both = set(paths) - gone - come
        found.append(
            Exposure(
                frozenset((after & before & both) | (after & come) | (before & gone)),
                frozenset((texts_after & texts_before & both) | (texts_after & come) | (texts_before & gone)),
                frozenset(living),
            )
        )
    return tuple(reversed(found))


def things_of(entry: Entry) -> Iterable[Path]:
    """Give the characters and clocks an entry speaks of; what cannot be read stands for something hidden."""
    found: dict[Path, None] = {}
    for dotted in entry.names:
        try:
            path = text_path(dotted)
        except ValueError:
            path = NOBODY
        found[path if len(path) == 2 and path[0] in _KEYS else NOBODY] = None
    for path in (*(change.path for change in entry.changes), *(each.path for each in entry.order)):
        if len(path) > 1 and path[0] in _KEYS:
            found[path[:2]] = None
    if entry.who:
        found["characters", entry.who] = None
    return found


def _level(value: Value | Missing | None) -> str:
    return "shown" if value is None or isinstance(value, Missing) else value if isinstance(value, str) else "hidden"
