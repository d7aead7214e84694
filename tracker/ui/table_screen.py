"""The table screen: keys become commands, the campaign of the session becomes pictures."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from tracker.core.campaign import Campaign
from tracker.core.history import History, history
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.dice.pool import Faces
from tracker.i18n.say import say as say_in
from tracker.rules.common.clocks import full_clocks
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.table import deed_for, open_beat, system_of
from tracker.store.session import Session
from tracker.ui import intents
from tracker.ui.actions import BY_ID, Action
from tracker.ui.board import Board
from tracker.ui.keys import Keys
from tracker.ui.layout import grid_rows
from tracker.ui.menus import Local, table_menu
from tracker.ui.moves import selected_after
from tracker.ui.painting import paint_now
from tracker.ui.panes.frame import Pane
from tracker.ui.reader import CLOSE
from tracker.ui.selection import PANES, Selected, Selection, settled
from tracker.ui.situation import Asking, Choosing, Situation
from tracker.ui.status import Voice
from tracker.ui.themes import Inks

if TYPE_CHECKING:
    from tracker.ui.furniture import Furniture
    from tracker.ui.panel.panel import Panel

PASSES = frozenset({"ctrl+c", "ctrl+l"})
"""Keys that act whatever lies over the table."""
REST_SECONDS = 0.015
SAID_NOTHING = (Voice.NOTICE, "")


class TableScreen(Screen[None], inherit_bindings=False):
    """The four panes with a line above and two below, and the panel over the log."""

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
        self.can_open = False
        self._furniture: Furniture | None = None
        self._campaign = session.campaign
        self._history: History | None = None
        self._ids = Selected()
        self._message = SAID_NOTHING
        self._waiting: list[Text] = []
        self._rest: Timer | None = None
        self._grid_rows = ""
        self._asked_to_leave = False
        self._asked_about = 0
        """The beat of somebody else that the next undo takes back."""

    def compose(self) -> ComposeResult:
        """Place the widgets."""
        yield from self.board

    def on_mount(self) -> None:
        """Draw the campaign and listen to the session."""
        self._loop = asyncio.get_running_loop()
        if self._waiting:
            self._message = (Voice.NOTICE, self.board.signs.dot.join(self.say(what) for what in self._waiting))
        self._put(self.session.campaign)
        self.show()
        self.session.listen(self._listen)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Show what an unfinished beat still offers, unless a key was faster, and follow the file from now on."""
        if not self.panel_is_open:
            self._show_offers()
        self.session.follow()

    def on_resize(self) -> None:
        """Share the height out anew."""
        self._share_height()

    @property
    def is_painting(self) -> bool:
        """Something of the last change is still to follow."""
        return self._rest is not None

    @property
    def furniture(self) -> Furniture:
        """What lies over the table at times, brought in when it is first needed."""
        if self._furniture is None:
            from tracker.ui.furniture import Furniture

            self._furniture = Furniture(self.say, self.board.inks, self.board.signs)
            self._furniture.put_on(self)
        return self._furniture

    @property
    def panel(self) -> Panel:
        """The docked panel."""
        return self.furniture.panel

    @property
    def panel_is_open(self) -> bool:
        """The panel has the keys."""
        return self._furniture is not None and self._furniture.panel.is_open

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
        if self._furniture is not None:
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
        if self._furniture is not None:
            self._furniture.overlays.paint_with(inks)

    def read_out(self, title: Text, lines: Iterable[str]) -> None:
        """Show something to read."""
        words = (self.board.signs.plain(line) for line in lines)
        self.furniture.overlays.open_reader(f"{self.say(title)}{self.board.signs.dot}{self.say(CLOSE)}", words)

    def choose(self, menu: Choosing) -> None:
        """Show a menu in the panel."""
        self.panel.choose(self._campaign, menu.title, menu.offers)

    def show(self) -> None:
        """Hand every widget what it shows now."""
        if self._rest is not None:
            self._rest.stop()
            self._rest = None
        self.board.show(self.situation, self.session.status, self._message, self.keys, self.say)

    def on_key(self, event: Key) -> None:
        """Do what the key means here."""
        if self._furniture is not None and self._furniture.overlays.is_open and event.key not in PASSES:
            event.stop()
            event.prevent_default()
            chosen = self._furniture.overlays.press(event)
            if chosen is not None:
                self._go_to(chosen)
            return
        if self.panel_is_open and event.key not in PASSES:
            self.panel.on_key(event)  # it has just been opened, and the focus is still on its way
            return
        action = self.keys.of(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            self.act(action)

    def _go_to(self, chosen: str) -> None:
        """Do what was chosen in the palette or found in the log: an action, an offer of the menu, or a selection."""
        kind, _, id = chosen.partition(":")
        match kind:
            case "who":
                self.selection = self.selection._replace(pane="party", who=id)
            case "clock":
                self.selection = self.selection._replace(pane="clocks", clock=id)
            case "line":
                self.selection = self.selection._replace(pane="log", line=int(id))
            case "menu":
                self._choose(table_menu(self.situation).offers[int(id)].command)
                return
            case _:
                self.act(chosen)
                return
        self.show()

    def _choose(self, command: Command) -> None:
        if isinstance(command, Local):
            self._local(command.action, command.argument)
        else:
            self._ask(command)

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
            if self.panel_is_open:
                self.panel.show_refusal(refusal.message)
            else:
                self.tell(refusal.message, Voice.REFUSAL)
            return False
        if self.selection.moving is not None:
            self.selection = self.selection._replace(moving=step.entry.beat)
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
        self._asked_to_leave = False
        if open_beat(self._campaign)[1]:
            self.tell(text("left open; the table menu goes on with it"))

    def on_pane_pressed(self, event: Pane.Pressed) -> None:
        """Give the keys to the pane the mouse was pressed in."""
        event.stop()
        for id in PANES:
            if self.board.pane(id) is event.pane and not self.panel_is_open:
                self.selection = self.selection._replace(pane=id)
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

    def _put(self, campaign: Campaign) -> None:
        """Make a campaign the one that is shown."""
        before = self._ids
        self._campaign = campaign
        self._history = None
        self._ids = Selected(system_of(campaign).order(campaign), tuple(campaign.clocks), campaign.log)
        self.selection = settled(self.selection, before, self._ids)
        self._share_height()
        if self.panel_is_open:
            self.panel.campaign = campaign

    def _take(self, campaign: Campaign) -> None:
        """Put a campaign on the screen: what the last key changed at once, the rest right after."""
        self._put(campaign)
        if not self.is_current:  # the players' screen lies over it: nothing of the table may be written there
            return
        at = self.situation
        paint_now(self, self.board.show_pane(at.selection.pane, at, self.say))
        self._rest_follows()

    def _rest_follows(self) -> None:
        """Have the rest of the screen follow as soon as what was painted is on its way: writing has its own thread."""
        if self._rest is None:
            self._rest = self.set_timer(REST_SECONDS, self.show)

    def _party_rows(self) -> int:
        lines = system_of(self._campaign).table_lines(self._campaign)
        return max(1, len(self._ids.characters) + len(lines))

    def _share_height(self) -> None:
        """Lay the parts out for the height there is, if that is another one or there are other rows to show."""
        rows = grid_rows(self.app.size.height, self._party_rows())
        if rows != self._grid_rows:
            self._grid_rows = rows
            self.styles.grid_rows = rows

    def _show_offers(self) -> None:
        """Show what the rules offer next, or take the panel away."""
        beat, offers = open_beat(self._campaign)
        if offers:
            self.panel.offer(self._campaign, beat, offers)
        elif self.panel_is_open:
            self.panel.close()

    def _carry_out(self, action: Action, at: Situation) -> None:
        assert action.build is not None
        match action.build(at):
            case Asking(command):
                self._ask(command)
            case Choosing() as menu:
                self.show()
                self.choose(menu)
            case Undo() | Redo() as command if self._is_somebody_elses(command.target):
                self._asked_about = command.target
                self.tell(text("somebody else did this; the same key again goes on"))
            case command:
                self._asked_about = 0
                self.perform(command)

    def _is_somebody_elses(self, beat: int) -> bool:
        """Say whether a beat is not of this table, and has not been asked about yet."""
        return beat != self._asked_about and self.session.is_foreign(beat)

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
        self.selection = self.selection._replace(moving=None)
        self.show()
        return id in {"move", "roll"}

    def _local(self, id: str, argument: str = "") -> None:
        """Do what changes the screen and not the campaign."""
        match id:
            case "quit" if self.panel_is_open and self.panel.half_typed and not self._asked_to_leave:
                self._asked_to_leave = True
                self.panel.show_refusal(text("what is half typed would be lost; the same key again leaves"))
            case "move":
                self._begin_moving()
            case "redraw":
                self.paint_anew()
            case "offers":
                self._show_offers()
            case "help":
                self.furniture.overlays.open_help(self.situation, self.keys, self.say)
            case "search":
                lines = self.board.logbook.all_lines(self._campaign, self.language, self.say)
                self.furniture.overlays.open_search(lines, self.say)
            case "palette":
                self.furniture.overlays.open_palette(self.situation, self.keys, self.say)
            case _:
                self.show()
                self.post_message(self.Wanted(id, argument))

    def _begin_moving(self) -> None:
        try:
            _ = self.situation.clock() if self.selection.pane == "clocks" else self.situation.character()
        except Refusal as refusal:
            self.tell(refusal.message, Voice.REFUSAL)
            return
        self.selection = self.selection._replace(moving=0)
        self.tell(text("↑ and ↓ move it, Enter ends"))
