"""The table screen: keys become commands, the campaign of the session becomes pictures."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from textual.app import ComposeResult
from textual.events import Key
from textual.message import Message
from textual.screen import Screen

from tracker.core.campaign import Campaign
from tracker.core.history import History, history
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces
from tracker.i18n.say import say as say_in
from tracker.rules.common.clocks import full_clocks
from tracker.rules.deed import Command
from tracker.rules.table import deed_for, open_beat, system_of
from tracker.store.session import Session
from tracker.ui import intents
from tracker.ui.actions import BY_ID, Action
from tracker.ui.board import Board
from tracker.ui.keys import Keys
from tracker.ui.layout import grid_rows
from tracker.ui.menus import Local
from tracker.ui.moves import selected_after
from tracker.ui.overlays import Overlays
from tracker.ui.painting import paint_now
from tracker.ui.panel.panel import Panel
from tracker.ui.panes.frame import Pane
from tracker.ui.selection import PANES, Selected, Selection, settled
from tracker.ui.situation import Asking, Choosing, Situation
from tracker.ui.status import Voice
from tracker.ui.themes import Inks

PASSES = frozenset({"ctrl+c", "ctrl+l"})
"""Keys that act whatever lies over the table."""
SAID_NOTHING = (Voice.NOTICE, "")


class TableScreen(Screen[None], inherit_bindings=False):
    """The four panes with a line above and two below, and the panel over the log."""

    CSS_PATH = ["styles/panel.tcss", "styles/table.tcss"]

    class Heard(Message):
        """The session has news: something was saved, refused or changed behind the screen."""

    class Wanted(Message):
        """Something is wanted that is the application's to do: leave, the editor, a theme, another language."""

        def __init__(self, action: str, argument: str = "") -> None:
            """Carry the id of the action and what it is about."""
            super().__init__()
            self.action = action
            self.argument = argument

    def __init__(self, session: Session, keys: Keys, language: str, board: Board) -> None:
        """Open on a session; `board` are the widgets to draw with."""
        super().__init__()
        self.session = session
        self.keys = keys
        self.language = language
        self.selection = Selection()
        self.board = board
        self.panel = Panel(self.say, ascii=board.signs.ascii, id="panel")
        self.can_open = False
        self.overlays = Overlays(board.inks, board.signs)
        self._campaign = session.campaign
        self._history: History | None = None
        self._ids = Selected()
        self._message = SAID_NOTHING
        self._waiting: list[Text] = []

    def compose(self) -> ComposeResult:
        """Place the widgets."""
        yield from self.board
        yield self.panel
        yield from self.overlays.widgets

    def on_mount(self) -> None:
        """Draw the campaign, listen to the session, and go on with a beat that was left open."""
        self._loop = asyncio.get_running_loop()
        self._take(self.session.campaign)
        self.session.listen(self._listen)
        self._show_offers()
        if self._waiting:
            self._message = (Voice.NOTICE, self.board.signs.dot.join(self.say(what) for what in self._waiting))
            self.show()

    def on_resize(self) -> None:
        """Share the height out anew."""
        self._share_height()

    @property
    def campaign(self) -> Campaign:
        """The campaign on the screen."""
        return self._campaign

    @property
    def situation(self) -> Situation:
        """What the actions look at."""
        return Situation(
            campaign=self._campaign,
            system=system_of(self._campaign),
            selection=self.selection,
            history=self._read_history,
            language=self.language,
            can_open=self.can_open,
        )

    def _read_history(self) -> History:
        if self._history is None:
            self._history = history(self._campaign.log)
        return self._history

    def say(self, what: Text) -> str:
        """Say a sentence in the language of the screen."""
        return self.board.signs.plain(say_in(what, self.language))

    def speak(self, language: str) -> None:
        """Say everything on the screen in another language."""
        self.language = language
        self.panel.say = self.say
        self.show()

    def paint_anew(self) -> None:
        """Write every cell of the screen again."""
        self.show()
        self.refresh(layout=True)

    def tell(self, what: Text, voice: Voice = Voice.NOTICE) -> None:
        """Say something in the status line until the next key."""
        self._message = (voice, self.say(what))
        self.show()

    def tell_later(self, what: Text) -> None:
        """Say something as soon as the screen stands, with what else there is to say."""
        self._waiting.append(what)

    def paint_with(self, inks: Inks) -> None:
        """Take the inks of another theme."""
        self.board.paint_with(inks)
        for widget in self.overlays.widgets:
            widget.inks = inks

    def choose(self, menu: Choosing) -> None:
        """Show a menu in the panel."""
        self.panel.choose(self._campaign, menu.title, menu.offers)

    def show(self) -> None:
        """Hand every widget what it shows now."""
        self.board.show(self.situation, self.session.status, self._message, self.keys, self.say)

    async def on_key(self, event: Key) -> None:
        """Do what the key means here."""
        if self.overlays.is_open and event.key not in PASSES:
            event.stop()
            event.prevent_default()
            chosen = self.overlays.press(event)
            if chosen is not None:
                self.act(chosen)
            return
        action = self.keys.of(event.key)
        if action is None:
            return
        event.stop()
        event.prevent_default()
        self.act(action)

    def act(self, id: str) -> None:
        """Carry out an action by its id."""
        action = BY_ID[id]
        said_before, self._message = self._message, SAID_NOTHING
        if self.selection.moving is not None and self._go_on_moving(id):
            return
        at = self.situation
        after = selected_after(id, at, self._ids, self.board.log.page(self.board.log.size.height))
        if after is not None:
            self.selection = after
            self.show()
        elif not action.exists(at):
            if said_before != SAID_NOTHING:
                self.show()
        elif (why := action.refusal(at)) is not None:
            self.tell(why, Voice.REFUSAL)
        elif action.build is not None:
            self._carry_out(action, at)
        else:
            self._local(id)

    def perform(self, command: Command, faces: Faces | None = None) -> bool:
        """Have the session do something; False when it was refused, and the reason is on the screen."""
        try:
            step = self.session.perform(command, faces)
        except Refusal as refusal:
            if self.panel.is_open:
                self.panel.show_refusal(refusal.message)
            else:
                self.tell(refusal.message, Voice.REFUSAL)
            return False
        if self.selection.moving is not None:
            self.selection = replace(self.selection, moving=step.entry.beat)
        for id in full_clocks(step.entry):
            clock = step.campaign.clocks.get(id)
            if clock is not None:
                full = text("{clock} is full; Enter on it resolves it", clock=clock.name or id)
                self._message = (Voice.NOTICE, self.say(full))
        self._take(step.campaign)
        self._show_offers()
        return True

    def on_panel_chosen(self, event: Panel.Chosen) -> None:
        """Do what was chosen in the panel."""
        event.stop()
        if isinstance(event.command, Local):
            self.panel.close()
            self._local(event.command.action, event.command.argument)
        else:
            self.perform(event.command, event.faces)

    def on_panel_left(self, event: Panel.Left) -> None:
        """Say that offers wait, if they do."""
        event.stop()
        if open_beat(self._campaign)[1]:
            self.tell(text("left open; the table menu goes on with it"))

    def on_pane_pressed(self, event: Pane.Pressed) -> None:
        """Give the keys to the pane the mouse was pressed in."""
        event.stop()
        for id in PANES:
            if self.board.pane(id) is event.pane and not self.panel.is_open:
                self.selection = replace(self.selection, pane=id)
                self.show()

    def on_table_screen_heard(self, event: Heard) -> None:
        """Take what the session has now; where it is what is on the screen nothing is painted."""
        notices = self.session.take_notices()
        if notices:
            self._message = (Voice.NOTICE, " ".join(self.say(notice) for notice in notices))
        self._take(self.session.campaign)

    def _listen(self) -> None:
        """Hand over from the saving thread; when the loop is gone there is no screen left to tell."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.post_message, self.Heard())

    def _take(self, campaign: Campaign) -> None:
        """Put a campaign on the screen."""
        before, rows = self._ids, self._party_rows()
        self._campaign = campaign
        self._history = None
        self._ids = Selected(system_of(campaign).order(campaign), tuple(campaign.clocks), campaign.log)
        self.selection = settled(self.selection, before, self._ids)
        if self._party_rows() != rows:
            self._share_height()
        if self.panel.is_open:
            self.panel.campaign = campaign
        at = self.situation
        paint_now(self, self.board.show_pane(at.selection.pane, at, self.say))
        paint_now(self, self.board.show_saving(at, self.session.status, self.say))
        self.call_after_refresh(self.show)

    def _party_rows(self) -> int:
        lines = system_of(self._campaign).table_lines(self._campaign)
        return max(1, len(self._ids.characters) + len(lines))

    def _share_height(self) -> None:
        if self.size.height:
            self.styles.grid_rows = grid_rows(self.size.height, self._party_rows())

    def _show_offers(self) -> None:
        """Show what the rules offer next, or take the panel away."""
        beat, offers = open_beat(self._campaign)
        if offers:
            self.panel.offer(self._campaign, beat, offers)
        else:
            self.panel.close()

    def _carry_out(self, action: Action, at: Situation) -> None:
        assert action.build is not None
        match action.build(at):
            case Asking(command):
                self._ask(command)
            case Choosing() as menu:
                self.show()
                self.choose(menu)
            case command:
                self.perform(command)

    def _ask(self, command: Command) -> None:
        deed = deed_for(self._campaign, command)
        if deed.asks(self._campaign, command):
            self.show()
            self.panel.ask(self._campaign, command)
        else:
            self.perform(command)

    def _go_on_moving(self, id: str) -> bool:
        """Move by the arrows; anything else ends it. True when the key is used up by that."""
        if id in {"up", "down"}:
            try:
                command = intents.moved(self.situation, -1 if id == "up" else 1)
            except Refusal as refusal:
                self.tell(refusal.message, Voice.REFUSAL)
            else:
                self.perform(command)
            return True
        self.selection = replace(self.selection, moving=None)
        self.show()
        return id in {"move", "roll"}

    def _local(self, id: str, argument: str = "") -> None:
        """Do what changes the screen and not the campaign."""
        match id:
            case "move":
                self._begin_moving()
            case "redraw":
                self.paint_anew()
            case "offers":
                self._show_offers()
            case "help":
                self.overlays.open_help(self.situation, self.keys, self.say)
            case "palette":
                self.overlays.open_palette(self.situation, self.keys, self.say)
            case _:
                self.show()
                self.post_message(self.Wanted(id, argument))

    def _begin_moving(self) -> None:
        try:
            _ = self.situation.clock() if self.selection.pane == "clocks" else self.situation.character()
        except Refusal as refusal:
            self.tell(refusal.message, Voice.REFUSAL)
            return
        self.selection = replace(self.selection, moving=0)
        self.tell(text("↑ and ↓ move it, Enter ends"))
