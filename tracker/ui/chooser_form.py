"""The form of a new campaign: its name, its system, its language; and its picture. Knows nothing of the screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from pathlib import Path

from rich.cells import cell_len
from textual.strip import Strip

from tracker.core.campaign import LANGUAGES
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in
from tracker.rules.system import BUILT_IN, system_of
from tracker.store.places import new_campaign_path, shown_path
from tracker.ui.cells import Line, wrapped
from tracker.ui.chooser_list import fitted, keys_row, title_row
from tracker.ui.panel.editor import KEYS as EDITING
from tracker.ui.panel.editor import Line as Typed
from tracker.ui.panel.editor import shown
from tracker.ui.signs import Signs
from tracker.ui.themes import Inks

NAME, SYSTEM, LANGUAGE = range(3)
FIELDS = (text("Name"), text("System"), text("Language"))


@dataclass(frozen=True, slots=True)
class NewCampaign:
    """A campaign about to be made."""

    name: Typed = field(default_factory=Typed)
    system: str = next(iter(BUILT_IN))
    language: str = "en"
    at: int = NAME
    """The field with the focus."""

    @property
    def typing(self) -> bool:
        """Letters are text."""
        return self.at == NAME

    @property
    def last(self) -> bool:
        """Nothing follows the field with the focus."""
        return self.at == LANGUAGE

    def moved(self, by: int) -> NewCampaign:
        """Give the focus to another field."""
        return replace(self, at=(self.at + by) % len(FIELDS))

    def put(self, words: str) -> NewCampaign:
        """Type or paste; only in the name, and all on one line."""
        return replace(self, name=self.name.put(" ".join(words.splitlines()))) if self.typing else self

    def pressed(self, key: str) -> NewCampaign:
        """Edit the name, or go to the next choice."""
        if self.typing:
            edit = EDITING.get(key)
            return self if edit is None else replace(self, name=edit(self.name))
        by = {"left": -1, "right": 1, "space": 1}.get(key, 0)
        if self.at == SYSTEM:
            return replace(self, system=_next(tuple(BUILT_IN), self.system, by))
        return replace(self, language=_next(tuple(LANGUAGES), self.language, by))


def _next(words: tuple[str, ...], word: str, by: int) -> str:
    return words[(words.index(word) + by) % len(words)]


@dataclass(frozen=True, slots=True)
class FormView:
    """Everything the picture of the form is made from."""

    form: NewCampaign
    cwd: Path
    data_dir: Path
    say: Callable[[Text], str] = field(compare=False)
    notice: str = ""


KEYS = (
    (text("Tab"), text_in("key", "next")),
    (text("←→"), text_in("key", "change")),
    (text("Enter"), text_in("key", "go on")),
    (text("Ctrl+G"), text_in("key", "leave")),
)


def draw_form(view: FormView, width: int, height: int, inks: Inks, signs: Signs) -> list[Strip]:
    """Draw the form at a size."""
    say, form = view.say, view.form
    rows = [title_row(say(text("New campaign")), width, inks, signs), Strip.blank(width)]
    labels = [say(label) for label in FIELDS]
    indent = max(cell_len(label) for label in labels) + 5
    values = ("", say(system_of(form.system).name), say(LANGUAGES[form.language]))
    for at, (label, value) in enumerate(zip(labels, values, strict=True)):
        focused = at == form.at
        line = Line(width, inks.cursor if focused else inks.ground, signs.more)
        line.put(f" {signs.cursor if focused else ' '} ", inks.key).column(label, indent - 3, inks.dim)
        if at == NAME:
            before, under, after = shown(form.name, line.room - 2)
            line.skip(1)
            line.put(before, inks.text).put(under, inks.die if focused else inks.text).put(after, inks.text)
        elif focused:
            line.put(signs.marked[0], inks.key).put(value, inks.strong).put(signs.marked[1], inks.key)
        else:
            line.put(f" {value}", inks.text)
        rows.append(line.strip())
    rows.append(Strip.blank(width))
    words, ink = _where(view), inks.dim
    if view.notice:
        words, ink = view.notice, inks.mixed
    rows += [Line(width).put(f" {part}", ink).strip() for part in wrapped(words, width - 2, 4, signs.more)]
    rows += [Strip.blank(width) for _ in range(height - len(rows) - 1)]
    rows.append(keys_row(KEYS, say, width, inks, signs))
    return fitted(rows, width, height)


def _where(view: FormView) -> str:
    if not view.form.name.words.strip():
        return ""
    try:
        path = new_campaign_path(view.form.name.words, view.cwd, view.data_dir)
    except Refusal as refusal:
        return view.say(refusal.message)
    return shown_path(path, view.cwd)
