"""The help: every key that works here, and the rules of the system in short, over the whole screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from rich.cells import cell_len
from textual.strip import Strip

from tracker.core.text import Text, text, verbatim
from tracker.ui.actions import ACTIONS, Action
from tracker.ui.cells import Line, wrapped
from tracker.ui.keys import Keys, key_label
from tracker.ui.panes.scrolled import Scrolled
from tracker.ui.selection import PaneId
from tracker.ui.signs import Signs
from tracker.ui.situation import Situation

TITLE = text("Help")
KEYS = text("Keys")
RULES = text("The rules of {system} in short", system="")
CLOSE = text("↑ ↓ scroll, any letter closes")
NOT_NOW = text("not now: {reason}")
EVENING = text("Your first evening")
STEPS = (
    text("1. {menu} opens the table menu: start a session there. Whatever you do is saved at once."),
    text("2. Choose who acts with the arrows. {roll} asks for what the roll needs and shows the odds of each outcome."),
    text("3. Enter throws the dice. Or type the faces of dice thrown on the table into the same dialog."),
    text("4. What follows is offered: consequences, clocks, the condition. Choose, or leave it for later."),
    text("5. {next_pane} goes to the clocks: {more} and {less} tick, {new} makes one, {visibility} hides it."),
    text("6. A mistake? {undo} takes the whole beat back, all it caused; {redo} puts it back with the same faces."),
    text("7. {project} shows what the players may see. “tracker view” does that on a terminal of its own."),
    text("8. {editor} opens the file in your editor. It may be edited while the table is open, by anybody."),
    text("9. At the end: end the session in the table menu, and read its recap there."),
)
"""A walk through the first evening; the keys are those of this table."""
IN_DIALOGS = text("Keys of a roll and other questions")
DIALOG_KEYS = (
    (text("↑ ↓"), text("the row before, the next row")),
    (text("← →"), text("another answer; space switches yes and no")),
    (text("Enter"), text("roll, or go on")),
    (verbatim("o"), text("the table of the whole roll; for an answer with o see the frame")),
    (verbatim("Ctrl+G"), text("leave")),
)
TWO_COLUMNS = 104
"""Width from which keys and rules stand beside each other."""
MOST_ROWS = 6
"""Of one sentence."""


class HelpRow(NamedTuple):
    """One key with what it does, a sentence, or a heading."""

    words: str
    keys: str = ""
    heading: bool = False
    available: bool = True


class HelpView(NamedTuple):
    """What the help shows."""

    title: str
    keys: tuple[HelpRow, ...] = ()
    rules: tuple[HelpRow, ...] = ()


class Help(Scrolled[HelpView]):
    """Shows the help, scrolled."""

    def body(self, width: int, height: int) -> list[Strip]:
        """Draw what is in sight."""
        if width >= TWO_COLUMNS:
            half = width // 2 - 1
            left, right = self._rows(self.view.keys, half), self._rows(self.view.rules, width - half - 2)
            blank, gap = Strip.blank(half, self.inks.ground), Strip.blank(2, self.inks.ground)
            count = max(len(left), len(right))
            left += [blank] * (count - len(left))
            right += [Strip.blank(width - half - 2, self.inks.ground)] * (count - len(right))
            rows = [Strip.join([one, gap, other]) for one, other in zip(left, right, strict=True)]
        else:
            rows = self._rows((*self.view.keys, HelpRow(""), *self.view.rules), width)
        return rows[self.span(len(rows), height)]

    def _rows(self, rows: tuple[HelpRow, ...], width: int) -> list[Strip]:
        column = min(max((cell_len(row.keys) for row in rows), default=0) + 2, width // 3)
        strips: list[Strip] = []
        for row in rows:
            ink = self.inks.title_focus if row.heading else self.inks.text if row.available else self.inks.dim
            indent = column if row.keys else 0
            for n, words in enumerate(wrapped(row.words, width - indent, MOST_ROWS, self.signs.more) or ("",)):
                line = Line(width, self.inks.ground, self.signs.more)
                if indent:
                    line.column("" if n else row.keys, indent, self.inks.key if row.available else self.inks.dim)
                strips.append(line.put(words, ink).strip())
        return strips


def help_view(at: Situation, keys: Keys, say: Callable[[Text], str], signs: Signs) -> HelpView:
    """Give the help for a situation."""
    rows = [HelpRow(say(KEYS), heading=True)]
    for action in _listed(at.selection.pane):
        shown = keys.shown[action.id]
        if not shown or not action.exists(at):
            continue
        if action.about is not None:
            rows.append(_row(action.about, action, shown, at, say, signs))
        else:
            more = " ".join(say(key_label(key, signs)) for key in shown)
            rows[-1] = rows[-1]._replace(keys=f"{rows[-1].keys} {more}")
    rows.append(_select_row(keys, say, signs))
    first = {id: say(key_label(shown[0], signs)) for id, shown in keys.shown.items() if shown}
    walk = [HelpRow(say(EVENING), heading=True)]
    walk += [HelpRow(say(replace(step, values=_named(step, first)))) for step in STEPS]
    rows.append(HelpRow(say(IN_DIALOGS), heading=True))
    rows.extend(HelpRow(say(about), signs.plain(say(key))) for key, about in DIALOG_KEYS)
    rules = [HelpRow(say(text("{system}: the rules in short", system=at.system.name)), heading=True)]
    for sentence in at.system.reminder:
        rules.append(HelpRow(say(sentence)))
    return HelpView(f"{say(TITLE)}{signs.dot}{say(CLOSE)}", tuple(rows), (*rules, HelpRow(""), *walk))


def _named(step: Text, keys: dict[str, str]) -> dict[str, str]:
    """Give the keys that a step names; one that no key is left for goes by the name of its action."""
    named = re.findall(r"{(\w+)}", step.key)
    return {id: keys.get(id, id) for id in named}


def _listed(pane: PaneId) -> list[Action]:
    return [a for a in ACTIONS if pane in a.panes and not a.id.startswith("select_")]


def _row(
    about: Text, action: Action, shown: tuple[str, ...], at: Situation, say: Callable[[Text], str], signs: Signs
) -> HelpRow:
    words = say(about)
    reason = action.refusal(at)
    if reason is not None:
        not_now = say(replace(NOT_NOW, values={"reason": reason}))
        words = f"{words} ({not_now})"
    return HelpRow(words, " ".join(say(key_label(key, signs)) for key in shown), available=reason is None)


def _select_row(keys: Keys, say: Callable[[Text], str], signs: Signs) -> HelpRow:
    shown = [key for n in range(1, 10) for key in keys.shown[f"select_{n}"]]
    digits = [key for key in shown if key.isdigit()]
    others = [key for key in shown if not key.isdigit()]
    if digits == [str(n) for n in range(1, 10)]:
        digits = ["1..9"]
    words = say(text("select a character by its place; the second row is that of a French keyboard"))
    return HelpRow(words, " ".join([*digits, *(say(key_label(key, signs)) for key in others)]))
