"""The form of one command: what is asked, what was answered, where the focus is. Knows nothing of the screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces, Pool
from tracker.rules.deed import Ask, Command, Deed, Option, Preview
from tracker.rules.gains import briefly, weighed
from tracker.rules.table import deed_for
from tracker.ui.panel.answers import (
    FACES,
    GO,
    LEAVE,
    SECRET,
    Say,
    answer_of,
    digit_typed,
    is_typed,
    option_by_letter,
    spare_letters,
    turned,
    words_of,
)
from tracker.ui.panel.editor import Line
from tracker.ui.panel.typed import faces_typed

CHART_KEY = "o"
"""The table of the whole roll."""


class Form:
    """A command being asked for. Everything shown is worked out anew from the campaign after every change."""

    def __init__(self, campaign: Campaign, command: Command) -> None:
        """Begin with a command as it is proposed."""
        self.campaign = campaign
        self.command = command
        self.deed: Deed[Any] = deed_for(campaign, command)
        self.notice: Text | None = None
        """Why the last key did nothing."""
        self.passed: Option | None = None
        """The blocked option that the last key passed over."""
        self._first = command
        self._lines: dict[str, Line] = {}
        self._optional: set[str] = set()
        self._typed_digit = False
        self._had_asks = False
        self._inner: dict[str, int] = {}
        self._weighed: tuple[Ask, Ask] | None = None
        self.asks: tuple[Ask, ...] = ()
        self.preview = Preview()
        self.pools: tuple[Pool, ...] = ()
        self.refusal: Text | None = None
        self.gone = False
        self.focus = ""
        self._renew()
        self._had_asks = len(self.asks) > 0
        self.focus = self.rows[0].name

    @property
    def rows(self) -> tuple[Ask, ...]:
        """Every row there is: those of the deed, those of the dice, and the button that leaves."""
        rows = list(self.asks) or [Ask(GO, self.deed.label, Kind.RAW, None)]
        if self.pools or FACES in self._lines:
            rows.append(Ask(FACES, text("Dice on the table"), Kind.LINE, "", help=text("empty: the program throws")))
        if self.throws and not any(ask.name == "secret" for ask in rows):
            rows.append(Ask(SECRET, text("Secret roll"), Kind.FLAG, self.command.secret))
        rows.append(Ask(LEAVE, text("Leave"), Kind.RAW, None))
        return tuple(rows)

    @property
    def throws(self) -> bool:
        """Dice are thrown for it."""
        return bool(self.pools) or self.deed.event == "roll"

    @property
    def focused(self) -> Ask:
        """The row with the focus."""
        rows = self.rows
        return next((row for row in rows if row.name == self.focus), rows[0])

    @property
    def has_chart(self) -> bool:
        """There are odds to draw a table of, and the focused row takes no letters."""
        return bool(self.preview.chances) and not is_typed(self.focused)

    def spare_letters(self, say: Say) -> dict[str, Option]:
        """Give the letters of those answers to the focused row whose own one opens the table of the roll."""
        return spare_letters(self.focused, CHART_KEY, say) if self.has_chart else {}

    @property
    def weighed(self) -> Ask:
        """The row with the focus, its options with what each would change of the odds."""
        ask = self.focused
        if self._weighed is None or self._weighed[0] != ask:
            self._weighed = ask, self.weigh()
        return self._weighed[1]

    @property
    def briefly(self) -> tuple[Text, ...]:
        """What the other answers to the row with the focus lead to, in few words."""
        ask = self.focused
        if not any(ask.name == each.name for each in self.asks):
            return ()
        return briefly(self.campaign, self.command, self.deed, ask, self.preview)

    def weigh(self) -> Ask:
        """Work out what each answer to the row with the focus would change."""
        ask = self.focused
        is_of_the_deed = any(ask.name == each.name for each in self.asks)
        return weighed(self.campaign, self.command, self.deed, ask, self.preview) if is_of_the_deed else ask

    @property
    def faces_typed(self) -> str:
        """The text in the field of dice."""
        return self._lines[FACES].words if FACES in self._lines else ""

    @property
    def half_typed(self) -> bool:
        """Something would be lost by leaving."""
        if self.faces_typed:
            return True
        changed = any(line.words != self._given(name) for name, line in self._lines.items() if name != FACES)
        return changed or (not self.throws and self.command != self._first)

    def line(self, ask: Ask) -> Line:
        """Give the text of a typed row with its cursor."""
        found = self._lines.get(ask.name)
        if found is not None:
            return found
        words = words_of(ask)
        return Line(words, len(words))

    def inner(self, ask: Ask) -> int:
        """Give the place of the cursor among the words of a row of several."""
        return min(self._inner.get(ask.name, 0), max(len(ask.options) - 1, 0))

    def on(self, campaign: Campaign) -> None:
        """Go on with a campaign that changed outside. What is half typed stays."""
        self.campaign = campaign
        rows = [row.name for row in self.rows]
        self._renew()
        self._keep_focus(rows)

    def move(self, by: int) -> None:
        """Give the focus to the next row, or to the one before."""
        self._forget()
        name = self.focused.name
        before = [row.name for row in self.rows]
        if not self._keep(self.focused):
            return
        after = [row.name for row in self.rows]
        at = before.index(name)
        is_left_out = len(after) < len(before)
        self.focus = after[(at + by - (is_left_out and by > 0)) % len(after)]

    def turn(self, by: int, *, single: bool = False) -> None:
        """Change the answer of the focused row by one step."""
        self._forget()
        ask = self.focused
        if ask.kind is Kind.CHOICES:
            self._inner[ask.name] = (self.inner(ask) + by) % max(len(ask.options), 1)
            return
        turn = turned(ask, by, single=single, optional=self.may_be_empty(ask))
        self.passed = turn.passed
        if turn.value != ask.value or type(turn.value) is not type(ask.value):
            self._put(ask, turn.value)

    def toggle(self) -> None:
        """Switch a flag or one of several words; else go on to the next answer."""
        ask = self.focused
        if ask.kind is Kind.CHOICES and ask.options:
            self._forget()
            option = ask.options[self.inner(ask)]
            held = tuple(ask.value)
            if option.blocked is not None and option.value not in held:
                self.passed = option
                return
            keep = {*held, option.value} - ({option.value} if option.value in held else set())
            self._put(ask, tuple(o.value for o in ask.options if o.value in keep))
        else:
            self.turn(1)

    def letter(self, sign: str, say: Say) -> None:
        """Go to the option that begins with a letter; take a digit in a number, else as a die on the table."""
        ask = self.focused
        if ask.kind is Kind.WHOLE and sign.isascii() and sign.isdigit():
            follows = self._typed_digit
            self._forget()
            number = digit_typed(ask, sign, follows)
            if number is not None:
                self._put(ask, number)
            self._typed_digit = True
            return
        self._forget()
        option = option_by_letter(ask, sign, say) or self.spare_letters(say).get(sign.casefold())
        if option is None:
            if sign.isascii() and sign.isdigit() and self.pools:
                self.focus = FACES
                self.type(self.line(self.focused).put(sign))
            return
        if ask.kind is Kind.CHOICES:
            self._inner[ask.name] = ask.options.index(option)
        elif option.blocked is not None:
            self.passed = option
        else:
            self._put(ask, option.value)

    def rub_out(self, *, whole: bool = False) -> None:
        """Take the last digit from a number, or all of it; one that may be left out is gone with the last."""
        ask = self.focused
        self._forget()
        if ask.kind is not Kind.WHOLE or not isinstance(ask.value, int):
            return
        left = 0 if whole else int(ask.value / 10)
        if left == 0 and self.may_be_empty(ask):
            self._put(ask, None)
        elif (ask.low is None or left >= ask.low) and not whole:
            self._put(ask, left)
        self._typed_digit = True

    def may_be_empty(self, ask: Ask) -> bool:
        """Say whether a row asks for a number that may be left out."""
        return ask.kind is Kind.WHOLE and (ask.optional or ask.name in self._optional)

    def type(self, line: Line) -> None:
        """Put a new text into the focused row."""
        self._forget()
        self._lines[self.focused.name] = line

    def refuse(self, why: Text) -> None:
        """Say why it was not done."""
        self.notice = why

    def ready(self) -> tuple[Command, Faces | None]:
        """Give the command as answered, with the faces if they were typed. Raises Refusal where it cannot be done."""
        self._forget()
        for ask in self.rows:
            if not self._keep(ask):
                assert self.notice is not None
                raise Refusal("bad_value", self.notice)
        if self.gone:
            raise Refusal("gone", text("what this is about is not there any more"))
        if self.refusal is not None:
            raise Refusal("refused", self.refusal)
        if not self.faces_typed.strip() or not self.pools:
            return self.command, None
        return self.command, faces_typed(self.faces_typed, self.pools)

    def _keep(self, ask: Ask) -> bool:
        """Take over what was typed in a row; False, with a notice, where it cannot be read."""
        line = self._lines.get(ask.name)
        if line is None or ask.name == FACES:
            return True
        try:
            answer = answer_of(ask, line.words)
        except Refusal as refusal:
            self.notice = refusal.message
            return False
        del self._lines[ask.name]
        if answer != ask.value:
            self._put(ask, answer)
        return True

    def _put(self, ask: Ask, value: Any) -> None:
        names = [row.name for row in self.rows]
        if ask.name == SECRET:
            self.command = replace(self.command, secret=bool(value))
        else:
            self.command = self.deed.put(self.campaign, self.command, ask.name, value)
        self._renew()
        self._keep_focus(names)

    def _renew(self) -> None:
        campaign, command = self.campaign, self.command
        self.deed = deed_for(campaign, command)  # an answer may have made it another kind of roll
        asks = self.deed.asks(campaign, command)
        self.gone = self._had_asks and not asks
        if not self.gone:
            self.asks = asks
        self._optional.update(ask.name for ask in self.asks if ask.kind is Kind.WHOLE and ask.value is None)
        self.preview, self.pools, self.refusal, self._weighed = Preview(), (), None, None
        try:
            self.preview = self.deed.preview(campaign, command)
            self.pools = self.deed.pools(campaign, command)
        except Refusal as refusal:
            self.refusal = refusal.message

    def _keep_focus(self, before: Iterable[str]) -> None:
        names = [row.name for row in self.rows]
        if self.focus in names:
            return
        order = list(before)
        at = order.index(self.focus) if self.focus in order else 0
        self.focus = names[min(at, len(names) - 1)]

    def _forget(self) -> None:
        self.notice, self.passed, self._typed_digit = None, None, False

    def _given(self, name: str) -> str:
        return next((words_of(ask) for ask in self.asks if ask.name == name), "")
