"""The palette: every action by its name in the language of the screen, found by typing a part of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.strip import Strip

from tracker.core.clean import clean
from tracker.core.text import Text, text, text_n
from tracker.i18n.plain_signs import plain_signs
from tracker.i18n.say import say as say_in
from tracker.ui.actions import ACTIONS
from tracker.ui.cells import Line, wrapped
from tracker.ui.header import session_said
from tracker.ui.keys import Keys, key_label
from tracker.ui.menus import table_menu
from tracker.ui.panes.frame import Pane, window
from tracker.ui.panes.log_line import LogLine
from tracker.ui.signs import Signs
from tracker.ui.situation import Situation

TITLE = text("All actions")
NOTHING = text("no action of this name")
HINT = text("type a part of a name; Enter does it")
SEARCH_TITLE = text("Search the log")
SEARCH_NOTHING = text("no line of the log holds this")
SEARCH_HINT = text("words, a name, “session 3”, an event; Enter")
CHARACTER = text("select this character")
CLOCK = text("select this clock")
GO_THERE = text("go to its first line in the log")
PLAIN = Style()
CURSOR = Style(reverse=True)
KEYS, LABEL = 14, 20
"""Widths in cells of the columns."""
MOST_ABOUT = 2
LEAST_WITH_ABOUT = 8
"""Rows of the sentence about the selected line, and rows of the palette from which it has them."""


class PaletteItem(NamedTuple):
    """One action."""

    id: str
    label: str
    about: str
    keys: str
    available: bool = True
    other: str = ""
    """The same in the other language: it is found by that too."""
    words: str = ""
    """Everything it is found by, as `plain` gives it."""


class PaletteView(NamedTuple):
    """What the palette shows."""

    title: str
    hint: str = ""
    nothing: str = ""
    items: tuple[PaletteItem, ...] = ()
    typed: str = ""
    selected: int = 0
    found: tuple[PaletteItem, ...] = ()
    """The items whose words hold everything typed, in a palette those that begin with it first."""
    is_log: bool = False


def view_of(view: PaletteView, items: Iterable[PaletteItem]) -> PaletteView:
    """Give a view with items in it, all of them found."""
    known = tuple(item._replace(words=plain(f"{item.label} {item.about} {item.keys} {item.other}")) for item in items)
    return view._replace(items=known, found=known)


def typed_in(view: PaletteView, typed: str) -> PaletteView:
    """Give a view after typing: where a word grew only what was found before can still be found."""
    among = view.found if view.typed and typed.startswith(view.typed) else view.items
    hits = _holding(among, typed)
    if not view.is_log:
        first = plain(typed)
        order = {id(item): n for n, item in enumerate(view.items)}
        hits.sort(key=lambda item: (not plain(item.label).startswith(first), order[id(item)]))
    return view._replace(typed=typed, selected=0, found=tuple(hits))


def _holding(items: Iterable[PaletteItem], typed: str) -> list[PaletteItem]:
    wanted = plain(typed).split()
    return [item for item in items if all(word in item.words for word in wanted)]


class Palette(Pane[PaletteView]):
    """Shows the palette."""

    _top_row = 0

    def title(self) -> str:
        """Give the title."""
        return self.view.title

    def body(self, width: int, height: int) -> list[Strip]:
        """Draw the words typed, then what was found."""
        view, inks, signs = self.view, self.inks, self.signs
        first = Line(width, inks.ground, signs.more).put(f"{signs.cursor} ", inks.key).put(view.typed, inks.strong)
        first.put(" ", inks.text + CURSOR)
        if not view.typed:
            first.put(f" {view.hint}", inks.dim)
        lines = [first.strip()]
        found = view.found
        if not found:
            return [*lines, Line(width, inks.ground, signs.more).skip(2).put(view.nothing, inks.dim).strip()]
        kept = self._rows_kept(width) if height >= LEAST_WITH_ABOUT else 0
        room = max(1, height - 1 - kept)
        self._top_row = window(len(found), room, view.selected, self._top_row)
        self.hidden_above, self.hidden_below = self._top_row, max(0, len(found) - room - self._top_row)
        for n, item in enumerate(found[self._top_row : self._top_row + room], self._top_row):
            lines.append(self._item(item, n == view.selected, width))
        if kept:
            lines += [Strip.blank(width, inks.ground)] * (1 + room - len(lines))
            item = found[view.selected]
            told = wrapped(item.about, width - 2, kept, signs.more) if self._is_cut(item, width) else ()
            lines += [Line(width, inks.ground, signs.more).skip(2).put(row, inks.dim).strip() for row in told]
        return lines

    def _rows_kept(self, width: int) -> int:
        """Give how many rows are kept below for the whole of what stands cut beside the selected name."""
        if self.view.is_log:
            return MOST_ABOUT
        cut = [item for item in self.view.found if self._is_cut(item, width)]
        return max((len(wrapped(item.about, width - 2, MOST_ABOUT)) for item in cut), default=0)

    def _is_cut(self, item: PaletteItem, width: int) -> bool:
        return cell_len(item.about) > width - 2 - KEYS - 1 - self._label_width(item) - 1

    def _label_width(self, item: PaletteItem) -> int:
        """Give the room a name takes: the column, where it is no line of the log as much as it needs."""
        return LABEL if self.view.is_log else max(LABEL, cell_len(item.label))

    def _item(self, item: PaletteItem, selected: bool, width: int) -> Strip:
        inks, signs = self.inks, self.signs
        line = Line(width, inks.ground + (inks.cursor if selected else PLAIN), signs.more)
        line.put(f"{signs.cursor if selected else ' '} ", inks.key)
        line.column(item.keys, KEYS, inks.key if item.available else inks.dim).skip(1)
        line.column(item.label, self._label_width(item), inks.strong if item.available else inks.dim).skip(1)
        about = item.about if self.view.is_log else _phrases(item.about, line.room)
        return line.put(about, inks.dim).strip()


def _phrases(words: str, width: int) -> str:
    """Give the phrases of a sentence of ours that fit whole: it stands in full below when it is selected."""
    while cell_len(words) > width:
        words = words[: max(words.rfind(sign) for sign in ";:,(")].rstrip() if any(s in words for s in ";:,(") else ""
    return words


def palette_view(at: Situation, keys: Keys, say: Callable[[Text], str], signs: Signs) -> PaletteView:
    """Give the palette for a situation: every action, what the table menu holds, every character and every clock."""
    items = [
        PaletteItem(
            action.id,
            say(action.label),
            say(action.about) if action.about is not None else "",
            " ".join(say(key_label(key, signs)) for key in keys.shown[action.id]),
            action.refusal(at) is None,
            _other(action.label, at.language),
        )
        for action in ACTIONS
        if action.exists(at) and action.id != "palette"
    ]
    menu = table_menu(at)
    items += [
        PaletteItem(f"menu:{n}", say(offer.label), say(menu.title), "", True, _other(offer.label, at.language))
        for n, offer in enumerate(menu.offers)
    ]
    items += [
        PaletteItem(f"who:{id}", clean(each.name) or id, say(CHARACTER), "", True, _other(CHARACTER, at.language))
        for id, each in at.campaign.characters.items()
    ]
    items += [
        PaletteItem(f"clock:{id}", clean(each.name) or id, say(CLOCK), "", True, _other(CLOCK, at.language))
        for id, each in at.campaign.clocks.items()
    ]
    items += [
        PaletteItem(f"session:{n}", say(session_said(n)), say(GO_THERE), "", True, _other(session_said(n), at.language))
        for n in range(at.campaign.head.session, 0, -1)
    ]
    return view_of(PaletteView(say(TITLE), say(HINT), say(NOTHING)), items)


def search_view(lines: Iterable[LogLine], say: Callable[[Text], str]) -> PaletteView:
    """Give the search of the log: every line, the newest first, found by any words in it."""
    view = PaletteView(say(SEARCH_TITLE), say(SEARCH_HINT), say(SEARCH_NOTHING), is_log=True)
    return view_of(view, map(_line_item, lines))


def searched_on(
    view: PaletteView, lines: Iterable[LogLine], say: Callable[[Text], str], *, is_done: bool
) -> PaletteView:
    """Give a search with older lines behind those it has; what is typed and selected stays."""
    more = view_of(PaletteView(""), map(_line_item, lines)).items
    items = (*view.items, *more)
    title, nothing = say(SEARCH_TITLE), say(SEARCH_NOTHING)
    if not is_done:
        reading = say(text_n("{count} line so far, reading on", "{count} lines so far, reading on", len(items)))
        title, nothing = f"{title} ({reading})", reading
    found = (*view.found, *_holding(more, view.typed))
    return view._replace(title=title, nothing=nothing, items=items, found=found)


def _line_item(line: LogLine) -> PaletteItem:
    return PaletteItem(
        f"line:{line.n}",
        line.who,
        " ".join(part for part in (line.what, line.outcome, line.details, line.marks) if part),
        f"{line.n} {line.time}",
        not line.struck,
        line.about,
    )


def _other(label: Text, language: str) -> str:
    return say_in(label, "en" if language == "fr" else "fr")


def plain(words: str) -> str:
    """Give words as they are compared: lower case, without accents, with the signs that keyboards have."""
    spread = plain_signs(unicodedata.normalize("NFKD", words.casefold()))
    return "".join(sign for sign in spread if not unicodedata.combining(sign))
