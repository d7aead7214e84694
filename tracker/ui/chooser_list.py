"""The list of campaigns: what stands in it, what is selected, and its picture. Knows nothing of the screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from pathlib import Path

from rich.cells import cell_len
from textual.strip import Strip

from tracker.core.clean import clean
from tracker.core.frozen import dataclass
from tracker.core.text import Text, text, text_in
from tracker.store.glance import Glance, glance
from tracker.store.places import CAMPAIGNS, campaigns_in, recent_campaigns, shown_path
from tracker.ui.cells import Line, wrapped
from tracker.ui.signs import Signs
from tracker.ui.themes import Inks

Say = Callable[[Text], str]
BELOW = 4
"""Rows under the list: what is selected (two), what was said, the keys."""


@dataclass(frozen=True, slots=True)
class Group:
    """Campaigns of one place."""

    title: Text
    paths: tuple[Path, ...]


def groups_of(cwd: Path, data_dir: Path) -> tuple[Group, ...]:
    """List the campaigns there are, each once: those opened last, those of `./campaigns`, those of the data folder."""
    seen: set[Path] = set()
    groups: list[Group] = []
    for title, paths in (
        (text("Opened last"), recent_campaigns(data_dir)),
        (text("In ./campaigns"), campaigns_in(cwd / CAMPAIGNS)),
        (text("In the data folder"), campaigns_in(data_dir)),
    ):
        fresh: list[Path] = []
        for path in paths:
            real = path.resolve()
            if real not in seen:
                seen.add(real)
                fresh.append(path)
        if fresh:
            groups.append(Group(title, tuple(fresh)))
    return tuple(groups)


class Glances:
    """What is known of each file; one is looked at when it first comes into sight."""

    def __init__(self) -> None:
        """Begin without having looked."""
        self._known: dict[Path, Glance] = {}

    def of(self, path: Path) -> Glance:
        """Give what is known of a file."""
        if path not in self._known:
            self._known[path] = glance(path)
        return self._known[path]

    def title(self, path: Path) -> str:
        """Give the title where the file has been looked at, else the name of the file."""
        return self._known[path].title if path in self._known else clean(path.stem)


@dataclass(frozen=True, slots=True)
class Choice:
    """The list with what is selected and what is looked for."""

    groups: tuple[Group, ...]
    glances: Glances = field(compare=False)
    cursor: int = 0
    wanted: str | None = None
    """What the names must hold; None: nothing is looked for."""

    @property
    def shown(self) -> tuple[Group, ...]:
        """The groups that hold what is looked for."""
        if not self.wanted:
            return self.groups
        sought = self.wanted.casefold()
        kept = (
            Group(
                group.title,
                tuple(
                    path
                    for path in group.paths
                    if sought in clean(path.stem).casefold() or sought in self.glances.title(path).casefold()
                ),
            )
            for group in self.groups
        )
        return tuple(group for group in kept if group.paths)

    @property
    def paths(self) -> tuple[Path, ...]:
        """Every campaign that can be selected, in order."""
        return tuple(path for group in self.shown for path in group.paths)

    @property
    def selected(self) -> Path | None:
        """The campaign under the cursor."""
        paths = self.paths
        return paths[min(self.cursor, len(paths) - 1)] if paths else None

    def moved(self, by: int) -> Choice:
        """Move the cursor; it stops at both ends."""
        return replace(self, cursor=max(0, min(self.cursor + by, len(self.paths) - 1)))

    def looking_for(self, wanted: str | None) -> Choice:
        """Look for something, or for nothing any more; what was selected stays so where it is still there."""
        before = self.selected
        after = replace(self, wanted=wanted, cursor=0)
        return (
            replace(after, cursor=after.paths.index(before)) if before is not None and before in after.paths else after
        )


@dataclass(frozen=True, slots=True)
class ListView:
    """Everything the picture of the list is made from."""

    choice: Choice
    cwd: Path
    say: Say = field(compare=False)
    language: str = ""
    notice: str = ""


KEYS = (
    (text("↑↓"), text_in("key", "choose")),
    (text("Enter"), text_in("key", "open")),
    (text("n"), text_in("key", "new")),
    (text("q"), text_in("key", "quit")),
    (text("/"), text_in("key", "search")),
)
"""The last ones go first where there is no room."""
SEARCH_KEYS = (
    (text("↑↓"), text_in("key", "choose")),
    (text("Enter"), text_in("key", "open")),
    (text("Ctrl+G"), text_in("key", "end the search")),
)


def draw_list(view: ListView, width: int, height: int, inks: Inks, signs: Signs) -> list[Strip]:
    """Draw the list at a size, the selected campaign in sight."""
    choice, say = view.choice, view.say
    rows = [title_row(say(text("Choose a campaign")), width, inks, signs)]
    rows += _list_rows(view, width, max(0, height - 1 - BELOW), inks, signs)
    rows += _selected_rows(view, width, inks, signs)
    if choice.wanted is not None:
        search = (
            Line(width, more=signs.more).put(f" {say(text('Search'))} ", inks.key).put(clean(choice.wanted), inks.text)
        )
        rows.append(search.put(" ", inks.text + inks.cursor).strip())
    else:
        rows.append(Line(width, more=signs.more).put(f" {view.notice}", inks.mixed).strip())
    rows.append(keys_row(KEYS if choice.wanted is None else SEARCH_KEYS, say, width, inks, signs))
    return fitted(rows, width, height)


def title_row(words: str, width: int, inks: Inks, signs: Signs) -> Strip:
    """Draw the line at the top."""
    return (
        Line(width, inks.bar, signs.more)
        .put(" tracker", inks.strong)
        .put(signs.dot, inks.dim)
        .put(words, inks.text)
        .strip()
    )


def keys_row(keys: Sequence[tuple[Text, Text]], say: Say, width: int, inks: Inks, signs: Signs) -> Strip:
    """Draw the line of the keys; what has no room is left out whole."""
    line = Line(width, inks.bar, signs.more)
    for key, does in keys:
        shown = f" {say(key)}"
        if cell_len(shown) + cell_len(say(does)) + 2 > line.room:
            break
        line.put(shown, inks.key).put(f" {say(does)} ", inks.text)
    return line.strip()


def fitted(rows: list[Strip], width: int, height: int) -> list[Strip]:
    """Give exactly as many rows as there are; of too many the first and the last stay."""
    if len(rows) > height:
        return [*rows[: max(0, height - 1)], rows[-1]][:height]
    return [*rows, *(Strip.blank(width) for _ in range(height - len(rows)))]


def _list_rows(view: ListView, width: int, height: int, inks: Inks, signs: Signs) -> list[Strip]:
    choice = view.choice
    lines: list[Text | Path] = []
    for group in choice.shown:
        lines += [group.title, *group.paths]
    if not lines:
        empty = (
            text("No campaign is called so.")
            if choice.wanted
            else text("There is no campaign yet. Press n for a new one.")
        )
        return [
            *(Line(width).put(f" {part}", inks.dim).strip() for part in wrapped(view.say(empty), width - 2, height)),
            *(Strip.blank(width) for _ in range(height)),
        ][:height]
    selected = choice.selected
    at = next((n for n, line in enumerate(lines) if isinstance(line, Path) and line == selected), 0)
    first = max(0, min(at - height // 2, len(lines) - height))
    if at == 1:
        first = 0
    rows = [
        _item(view, line, line == selected, width, inks, signs)
        if isinstance(line, Path)
        else Line(width, more=signs.more).put(f" {view.say(line)}", inks.title_focus).strip()
        for line in lines[first : first + height]
    ]
    return [*rows, *(Strip.blank(width) for _ in range(height - len(rows)))]


def _item(view: ListView, path: Path, selected: bool, width: int, inks: Inks, signs: Signs) -> Strip:
    found = view.choice.glances.of(path)
    if found.problem is not None:
        beside, ink = view.say(text("cannot be opened")), inks.bad
    else:
        beside, ink = (
            view.say(text("{system}, session {number}", system=found.system or "", number=found.session)),
            inks.dim,
        )
    room = min(cell_len(beside), width // 2)
    line = Line(width, inks.cursor if selected else inks.ground, signs.more)
    line.put(f" {signs.cursor if selected else ' '} ", inks.key)
    line.column(found.title, max(1, width - room - 6), inks.strong if selected else inks.text)
    return line.skip(1).column(beside, room, ink, right=True).strip()


def _selected_rows(view: ListView, width: int, inks: Inks, signs: Signs) -> list[Strip]:
    path = view.choice.selected
    if path is None:
        return [Strip.blank(width)] * 2
    problem = view.choice.glances.of(path).problem
    where = Line(width, more=signs.more).put(f" {shown_path(path, view.cwd)}", inks.dim).strip()
    why = Line(width, more=signs.more).put(f" {view.say(problem)}" if problem is not None else "", inks.bad).strip()
    return [where, why]
