"""The table screen: keys become commands, and what the session and the panel say is taken up."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.events import Key, Paste
from textual.message import Message

from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces
from tracker.rules.common.clocks import full_clocks
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.table import deed_for, open_beat
from tracker.ui import intents
from tracker.ui.actions import BY_ID, Action
from tracker.ui.menus import Local, table_menu
from tracker.ui.moves import selected_after
from tracker.ui.panes.frame import Pane
from tracker.ui.selection import PANES
from tracker.ui.situation import Asking, Choosing, Situation
from tracker.ui.status import Voice
from tracker.ui.table_reading import TableReading
from tracker.ui.table_shown import SAID_NOTHING

if TYPE_CHECKING:
    from tracker.ui.panel.panel import Panel

PASSES = frozenset({"ctrl+c", "ctrl+l"})
"""Keys that act whatever lies over the table."""


class TableScreen(TableReading, inherit_bindings=False):
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

    def on_key(self, event: Key) -> None:
        """Do what the key means here."""
        if self.board.too_small and event.key not in PASSES and (self.is_covered or not self._leaves(event)):
            event.stop()
            event.prevent_default()
            return
        if self._furniture is not None and self.overlay_is_open and event.key not in PASSES:
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

    def _leaves(self, event: Key) -> bool:
        return self.keys.of(event.key) == "quit"

    def on_paste(self, event: Paste) -> None:
        """Let a paste into the field that is open; into the table it does nothing, and that is said."""
        event.stop()
        if self.panel_is_open and not self.overlay_is_open:
            self.panel.on_paste(event)
        elif self._furniture is None or not self._furniture.overlays.paste(event.text):
            from tracker.ui.pasting import no_paste

            self.tell(no_paste(event), Voice.REFUSAL)

    def _go_to(self, chosen: str) -> None:
        """Do what was chosen in the palette or found in the log: an action, an offer of the menu, or a selection."""
        kind, _, id = chosen.partition(":")
        match kind:
            case "who":
                self.selection = replace(self.selection, pane="party", who=id)
            case "clock":
                self.selection = replace(self.selection, pane="clocks", clock=id)
            case "line":
                self.selection = replace(self.selection, pane="log", line=int(id))
            case "session":
                self.go_to_session(int(id))
                return
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
            self._session_wanted = None
            if id == "first" and after.pane == "log" and self.has_older:
                self.go_to_start()
                return
            self.read_ahead()
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

    def on_panel_chart_wanted(self, event: Panel.ChartWanted) -> None:
        """Show the table of the whole roll over the panel, which stays as it is."""
        event.stop()
        self.show_chart(event.command)
        self.panel.resume()

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
        self.selection = replace(self.selection, moving=None)
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
            case "big":
                self.board.big = not self.board.big
                self._arrange()
                self.show()
            case "help":
                self.furniture.overlays.open_help(self.situation, self.keys, self.say)
            case "search":
                self.begin_search()
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
        self.selection = replace(self.selection, moving=0)
        self.tell(text("↑ and ↓ move it, Enter ends"))
