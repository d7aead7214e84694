"""What the table screen shows: the campaign of the session as pictures, and what lies over them at times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer

from tracker.core.campaign import Campaign
from tracker.core.history import History, history
from tracker.core.refusal import Refusal
from tracker.core.text import Text
from tracker.i18n.say import say as say_in
from tracker.rules.deed import Command
from tracker.rules.table import open_beat, system_of
from tracker.store.session import Session
from tracker.ui.board import Board
from tracker.ui.keys import Keys
from tracker.ui.layout import Arrangement, arranged
from tracker.ui.painting import paint_now
from tracker.ui.selection import Selected, Selection, settled
from tracker.ui.situation import Choosing, Situation
from tracker.ui.status import Voice
from tracker.ui.themes import Inks

if TYPE_CHECKING:
    from tracker.ui.furniture import Furniture
    from tracker.ui.panel.panel import Panel

REST_SECONDS = 0.015
"""Between what a key changed and the rest of the screen."""
FRAME = 4
"""Cells that the frame of the reader takes."""
SAID_NOTHING = (Voice.NOTICE, "")


class TableShown(Screen[None], inherit_bindings=False):
    """The part of the table screen that shows: what it stands for, how it is said, and what is painted when."""

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
        self._arrangement: Arrangement | None = None
        self._asked_to_leave = False
        self._asked_about = 0
        """The beat of somebody else that the next undo takes back."""

    def compose(self) -> ComposeResult:
        """Place the widgets."""
        yield from self.board

    def on_resize(self) -> None:
        """Arrange the parts for the new size."""
        self._arrange()
        self.show()

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
            self._furniture.visible = not self.board.too_small
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
    def overlay_is_open(self) -> bool:
        """The help, the palette or something to read has the keys."""
        return self._furniture is not None and self._furniture.overlays.is_open

    @property
    def is_covered(self) -> bool:
        """Something lies over the panes and has the keys."""
        return self.panel_is_open or self.overlay_is_open

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
            big=self.board.big,
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
        from tracker.ui.reader import CLOSE  # here, with all that lies over the table only at times

        words = (self.board.signs.plain(line) for line in lines)
        self.furniture.overlays.open_reader(f"{self.say(title)}{self.board.signs.dot}{self.say(CLOSE)}", words)

    def show_chart(self, command: Command) -> None:
        """Show the table of a whole roll over the panel; one that cannot be made as it stands has none."""
        from tracker.ui.odds_chart import chart_lines

        try:
            chart = system_of(self._campaign).chart(self._campaign, command)
        except Refusal as refusal:
            self.panel.show_refusal(refusal.message)
            return
        if chart is not None:
            signs = self.board.signs
            self.read_out(chart.title, chart_lines(chart, self.size.width - FRAME, self.say, signs))

    def choose(self, menu: Choosing) -> None:
        """Show a menu in the panel."""
        self.panel.choose(self._campaign, menu.title, menu.offers)

    def show(self) -> None:
        """Hand every widget what it shows now."""
        if self._rest is not None:
            self._rest.stop()
            self._rest = None
        self._arrange()
        self.board.show(self.situation, self.session.status, self._message, self.keys, self.say)

    def _put(self, campaign: Campaign) -> None:
        """Make a campaign the one that is shown."""
        before = self._ids
        self._campaign = campaign
        self._history = None
        log = self.board.logbook.entries(campaign)
        self._ids = Selected(system_of(campaign).order(campaign), tuple(campaign.clocks), log)
        self.selection = settled(self.selection, before, self._ids)
        self._arrange()
        if self.panel_is_open:
            self.panel.campaign = campaign

    def _take(self, campaign: Campaign) -> None:
        """Put a campaign on the screen: what the last key changed at once, the rest right after."""
        self._put(campaign)
        if not self.is_current:  # the players' screen lies over it: nothing of the table may be written there
            return
        at = self.situation
        paint_now(self, self.board.show_pane(at.selection.pane, at, self.say), is_covered=self.is_covered)
        self._rest_follows()

    def _rest_follows(self) -> None:
        """Have the rest of the screen follow as soon as what was painted is on its way: writing has its own thread."""
        if self._rest is None:
            self._rest = self.set_timer(REST_SECONDS, self.show)

    def _party_rows(self) -> int:
        lines = system_of(self._campaign).table_lines(self._campaign)
        return max(1, len(self._ids.characters) + len(lines))

    def _arrange(self) -> None:
        """Place the parts for the size there is, if that asks for another arrangement."""
        size, pane = self.app.size, self.selection.pane
        wanted = arranged(size.width, size.height, pane, self._party_rows(), big=self.board.big)
        if wanted == self._arrangement:
            return
        self._arrangement = wanted
        self.board.arrange(wanted)
        self.styles.grid_rows = wanted.rows
        if self._furniture is not None:
            self._furniture.visible = not wanted.too_small

    def _show_offers(self) -> None:
        """Show what the rules offer next, or take the panel away."""
        beat, offers = open_beat(self._campaign)
        if offers:
            self.panel.offer(self._campaign, beat, offers)
        elif self.panel_is_open:
            self.panel.close()
