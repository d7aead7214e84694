"""The board: the drawn widgets of the table screen, and the one place that hands each its view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.text import Text
from tracker.store.session import Status
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.drawn import Drawn
from tracker.ui.footer import Footer, FooterView, FooterWords
from tracker.ui.header import Header, HeaderView, header_view
from tracker.ui.keys import Keys, key_label
from tracker.ui.layout import TOO_SMALL, Arrangement
from tracker.ui.logbook import Logbook
from tracker.ui.panes.clocks import ClocksPane, clocks_view
from tracker.ui.panes.dials import DialsView
from tracker.ui.panes.frame import Pane
from tracker.ui.panes.log import LogPane, LogView
from tracker.ui.panes.party import PartyPane, PartyView, party_view
from tracker.ui.panes.stress import StressPane, stress_view
from tracker.ui.selection import PANES, PaneId
from tracker.ui.signs import Signs
from tracker.ui.situation import Situation
from tracker.ui.status import StatusLine, StatusView, Voice, undo_words
from tracker.ui.themes import Inks


class Board:
    """Header, panes, status line and footer."""

    def __init__(self, inks: Inks, signs: Signs, pies: PieStyle) -> None:
        """Make the widgets, empty."""
        self.inks = inks
        self.signs = signs
        self.pies = pies
        self.header = Header(HeaderView(""), inks, signs, id="header")
        self.party = PartyPane(PartyView(""), inks, signs, id="party")
        self.clocks = ClocksPane(DialsView(""), inks, signs, id="clocks")
        self.stress = StressPane(DialsView(""), inks, signs, id="stress")
        self.log = LogPane(LogView(""), inks, signs, id="log")
        self.status = StatusLine(StatusView(""), inks, signs, id="status")
        self.footer = Footer(FooterView(), inks, signs, id="footer")
        self.logbook = Logbook()
        self.big = False
        """In big mode the last roll stands in large letters above the newest lines of the log."""
        self.too_small = False
        """There is no room but for saying so."""
        self._alone = ""
        self._footer_words: FooterWords | None = None

    def __iter__(self) -> Iterator[Drawn[Any]]:
        """Give the widgets in the order in which the grid places them."""
        yield from (self.header, self.party, self.clocks, self.stress, self.log, self.status, self.footer)

    def pane(self, id: PaneId) -> Pane[Any]:
        """Give one of the four panes."""
        panes: dict[PaneId, Pane[Any]] = {
            "party": self.party,
            "stress": self.stress,
            "clocks": self.clocks,
            "log": self.log,
        }
        return panes[id]

    def arrange(self, wanted: Arrangement) -> None:
        """Place the widgets: all of them, one pane alone, or none but a sentence."""
        if (wanted.alone, wanted.too_small) == (self._alone, self.too_small):
            return
        self._alone, self.too_small = wanted.alone, wanted.too_small
        for id in PANES:
            pane = self.pane(id)
            pane.display = not wanted.too_small and wanted.alone in {"", id}
            pane.styles.column_span = 2 if wanted.alone or id == "log" else 1
            pane.styles.row_span = 2 if id == "clocks" and not wanted.alone else 1
        self.status.display = self.footer.display = not wanted.too_small

    def show(self, at: Situation, status: Status, message: tuple[Voice, str], keys: Keys, say: Say) -> None:
        """Hand every widget its view; those whose picture stays the same paint nothing."""
        campaign, selection = at.campaign, at.selection
        tab = next(iter(keys.shown["next_pane"]), "")
        for n, id in enumerate(PANES, 1):
            pane = self.pane(id)
            pane.active = id == selection.pane
            pane.place = f"{say(key_label(tab, self.signs))} {n}/{len(PANES)}" if self._alone and tab else ""
            self.show_pane(id, at, say)
        self.show_saving(at, status, say)
        undo_key = next(iter(keys.shown["undo"]), "")
        self.status.view = StatusView(undo_words(campaign, at.undo_target, say), undo_key, message[1], message[0])
        if self._footer_words is None:
            self._footer_words = FooterWords(keys, self.signs)
        self.footer.view = self._footer_words.view(at, say)

    def show_pane(self, id: PaneId, at: Situation, say: Say) -> Drawn[Any]:
        """Hand one pane its view; gives the pane."""
        campaign, selection = at.campaign, at.selection
        match id:
            case "party":
                self.party.view = party_view(campaign, at.system, selection, say)
            case "stress":
                self.stress.view = stress_view(campaign, at.system, selection, say, self.pies)
            case "clocks":
                self.clocks.view = clocks_view(campaign, selection, say, self.pies, self.signs)
            case "log":
                view = self.logbook.view(campaign, selection.line, at.language, say)
                self.log.view = self._with_roll(view, campaign, say) if self.big else view
        return self.pane(id)

    def _with_roll(self, view: LogView, campaign: Campaign, say: Say) -> LogView:
        from tracker.ui.large_roll import large_roll  # here: few ever need it
        from tracker.ui.view.card import Brush

        return replace(view, large=large_roll(campaign, view, Brush(self.inks, self.signs, self.pies), say))

    def show_saving(self, at: Situation, status: Status, say: Say) -> Header:
        """Hand the header its view; gives the header."""
        header = HeaderView(say(TOO_SMALL), alone=True) if self.too_small else None
        self.header.view = header or header_view(at.campaign, at.system, status, say)
        return self.header

    def paint_with(self, inks: Inks) -> None:
        """Take the inks of another theme."""
        self.inks = inks
        for widget in self:
            widget.inks = inks


Say = Callable[[Text], str]
