"""The docked panel: asks for everything that is asked, and shows what the rules offer next.

One widget, drawn row by row; while it is open it has all keys but Ctrl+C and Ctrl+L.

| key | does |
|---|---|
| Tab, ↓ and Shift+Tab, ↑ | next row, row before |
| ← → | in choices, numbers, flags: other answer; space switches, + - go by one, a letter jumps, digits count |
| Enter | carries the form out, takes the offer |
| Backspace, Del | in numbers: takes the last digit, all of it; what may be left out is then left out |
| the key of an offer | takes it |
| o | the table of the whole roll, but where letters are typed; answers with an o have the letter shown below |
| Ctrl+J | a line end, in text of several lines |
| Ctrl+G, Esc, or the last button | leaves: a form of an offer goes back to the offers |
"""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.message import Message
from textual.widget import Widget

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.text import Text
from tracker.dice.pool import Faces
from tracker.i18n.say import say as say_in
from tracker.rules.deed import Command, Offer
from tracker.ui.panel.answers import Say
from tracker.ui.panel.canvas import Canvas
from tracker.ui.panel.conversation import LEAVING, Choice, Conversation, Leaving
from tracker.ui.panel.form import CHART_KEY, Form
from tracker.ui.panel.form_picture import Pen
from tracker.ui.panel.menu import Menu
from tracker.ui.panel.picture import draw, most_rows, rows_wanted
from tracker.ui.pasting import no_paste

CHART_KEYS = frozenset({CHART_KEY, CHART_KEY.upper()})
"""The table of the whole roll; CapsLock does not matter."""
LEAKS = frozenset({"ctrl+c", "ctrl+l"})
"""Keys that the screen has even while the panel is open."""


class Panel(Canvas, can_focus=True):
    """Questions, offers and menus, over the log."""

    class Chosen(Message):
        """A command is to be carried out. The panel waits for `ask`, `offer`, `choose`, `show_refusal` or `close`."""

        def __init__(self, command: Command, faces: Faces | None) -> None:
            """Carry the command, and the faces of the dice if they were typed."""
            super().__init__()
            self.command = command
            self.faces = faces

    class ChartWanted(Message):
        """The table of the whole roll is wanted, over everything; the panel waits for `resume` as it is."""

        def __init__(self, command: Command) -> None:
            """Carry the command as answered so far."""
            super().__init__()
            self.command = command

    class Left(Message):
        """The panel was left without a choice."""

        def __init__(self, half_typed: bool) -> None:
            """Say whether something that was typed is given up."""
            super().__init__()
            self.half_typed = half_typed

    def __init__(self, say: Say | None = None, *, ascii: bool = False, id: str | None = None) -> None:
        """Begin closed. `say` puts sentences into the language of the screen."""
        super().__init__(id=id)
        self._say: Say = say or (lambda what: say_in(what, "en"))
        self._ascii = ascii
        self._talk: Conversation | None = None
        self._campaign: Campaign | None = None
        self._first = 0
        self._drawn: Form | Menu | None = None
        self._least = 0
        self._waits = False
        self._held: list[events.Key] = []
        self._before: Widget | None = None
        self.is_covered: Callable[[], bool] = lambda: False
        """Something lies over the panel and has the keys."""
        self.styles.height = 0

    @property
    def is_open(self) -> bool:
        """It is on the screen and has the keys."""
        return self._talk is not None

    @property
    def half_typed(self) -> bool:
        """Something typed would be lost by leaving."""
        return self._talk is not None and self._talk.half_typed

    @property
    def form(self) -> Form | None:
        """The form that is open, if one is."""
        return self._talk.form if self._talk is not None else None

    @property
    def campaign(self) -> Campaign | None:
        """The campaign everything shown is worked out from; what is half typed stays when it changes."""
        return self._campaign

    @campaign.setter
    def campaign(self, campaign: Campaign) -> None:
        self._campaign = campaign
        if self._talk is not None:
            self._talk.on(campaign)
        self._redraw()

    @property
    def say(self) -> Say:
        """How sentences are said; everything is said again when it changes."""
        return self._say

    @say.setter
    def say(self, say: Say) -> None:
        self._say = say
        self._redraw()

    @property
    def ascii(self) -> bool:
        """Its own signs are plain ASCII."""
        return self._ascii

    @ascii.setter
    def ascii(self, ascii: bool) -> None:
        self._ascii = ascii
        self._redraw()

    def ask(self, campaign: Campaign, command: Command) -> None:
        """Show the form of a command."""
        self._open(campaign, Conversation.about(campaign, command))

    def offer(self, campaign: Campaign, beat: tuple[Entry, ...], offers: tuple[Offer, ...]) -> None:
        """Show the outcome of a beat and what may follow; the first offer opens by itself where it says so."""
        self._open(campaign, Conversation.after(campaign, beat, offers))

    def choose(self, campaign: Campaign, title: Text, offers: tuple[Offer, ...]) -> None:
        """Show a menu."""
        self._open(campaign, Conversation.choosing(campaign, title, offers))

    def show_refusal(self, why: Text) -> None:
        """Say in the panel why something was not done; nothing typed is lost."""
        if self._talk is not None:
            self._talk.refuse(why)
            self._redraw()
        self._go_on()

    def resume(self) -> None:
        """Let the keys act that came meanwhile: here, or in what lies over the panel now."""
        self._go_on()

    def close(self) -> None:
        """Take the panel off the screen and give the keys back."""
        if self._talk is None:
            return
        self._talk = None
        self.styles.height = 0
        before, self._before = self._before, None
        if self.has_focus:
            self.screen.set_focus(before if before is not None and before.is_attached else None)
        self._go_on()

    def on_key(self, event: events.Key) -> None:
        """Take every key while open."""
        if self._talk is not None and event.key not in LEAKS and not self.is_covered():
            event.stop()
            event.prevent_default()
            self._press(event)

    def on_paste(self, event: events.Paste) -> None:
        """Take pasted text."""
        if self._talk is not None:
            event.stop()
            if not self._waits and not self.is_covered():
                if not self._talk.paste(event.text):
                    self._talk.refuse(no_paste(event))
                self._redraw()

    def on_focus(self, event: events.Focus) -> None:
        """Take the keys. Nothing looks different for it, so nothing is drawn."""
        event.prevent_default()
        self.has_focus = True

    def on_blur(self, event: events.Blur) -> None:
        """Keep the keys while open, whatever else takes the focus."""
        event.prevent_default()
        self.has_focus = False
        if self.is_open and self.app.app_focus and self.screen.is_current:
            self.call_later(self._take_keys_back)

    def on_resize(self) -> None:
        """Draw anew for the new size."""
        self._redraw()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Say that the keys of the table do nothing while the panel is open."""
        return self.is_open and key not in LEAKS

    def _open(self, campaign: Campaign, talk: Conversation) -> None:
        if self._talk is None:
            self._before = self.screen.focused
            self.focus(scroll_visible=False)
        self._campaign, self._talk = campaign, talk
        self._redraw()
        self._go_on()

    def _take_keys_back(self) -> None:
        if self.is_open and self.screen.is_current:
            self.focus(scroll_visible=False)

    def _press(self, event: events.Key) -> None:
        assert self._talk is not None
        if self._waits and event.key not in LEAVING:
            self._held.append(event)
            return
        if event.key in CHART_KEYS and self._talk.form is not None and self._talk.form.has_chart:
            self._waits = True
            self.post_message(self.ChartWanted(self._talk.form.command))
            return
        answer = self._talk.press(event.key, event.character, self._say)
        match answer:
            case None:
                self._redraw()
            case Choice(command, faces):
                self._waits = True
                self.post_message(self.Chosen(command, faces))
            case Leaving(half_typed):
                self._held.clear()
                self.close()
                self.post_message(self.Left(half_typed))

    def _go_on(self) -> None:
        """Let the keys act that came while the answer was awaited: here, or below when the panel is gone."""
        self._waits = False
        while self._held and not self._waits:
            event = self._held.pop(0)
            if self.is_open and not self.is_covered():
                self._press(event)
            else:
                self.app.post_message(events.Key(event.key, event.character))

    def _redraw(self) -> None:
        if self._talk is None or not self.is_attached:
            return
        form, menu, pen, screen = self._talk.form, self._talk.menu, Pen(self._say, self._ascii), self.screen.size
        if self._drawn is not (shown := form or menu):
            self._drawn, self._least, self._first = shown, 0, 0
        # No lower than before while the same thing is asked: what jumps under the fingers is not read.
        wanted = max(rows_wanted(form, menu, screen.width, pen), self._least)
        self._least = max(min(wanted, most_rows(screen.height)), 3)
        if self._least != self.size.height:
            self.styles.height = self._least
        picture = draw(form, menu, self.size.width or screen.width, self._least, self._first, pen)
        self._first = picture.first
        self.show(picture)
