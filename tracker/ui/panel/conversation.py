"""What is being asked in the panel, from opening to an answer. Knows nothing of the screen."""

from __future__ import annotations

from typing import TypeAlias

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text
from tracker.dice.pool import Faces
from tracker.rules.deed import Command, Offer
from tracker.ui.panel.answers import LEAVE, Say
from tracker.ui.panel.form import Form
from tracker.ui.panel.keys import paste_in_form, press_in_form, press_in_menu
from tracker.ui.panel.menu import Menu

LEAVING = frozenset({"ctrl+g", "escape"})


@dataclass(frozen=True, slots=True)
class Choice:
    """A command is to be carried out."""

    command: Command
    faces: Faces | None
    """Of the dice on the table, where they were typed."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """Nothing is to be done."""

    half_typed: bool


Answer: TypeAlias = Choice | Leaving


class Conversation:
    """A form, a menu, or the form of one offer of a menu."""

    def __init__(self, form: Form | None, menu: Menu | None = None) -> None:
        """Begin with a form, with a menu, or with the form of an offer of a menu."""
        self.form = form
        self.menu = menu

    @classmethod
    def about(cls, campaign: Campaign, command: Command) -> Conversation:
        """Ask what a command needs."""
        return cls(Form(campaign, command))

    @classmethod
    def after(cls, campaign: Campaign, beat: tuple[Entry, ...], offers: tuple[Offer, ...]) -> Conversation:
        """Show the outcome of a beat with what may follow; the first offer opens by itself where it says so."""
        opens = offers and offers[0].opens and offers[0].blocked is None
        form = form_for(campaign, offers[0].command) if opens else None
        return cls(form, Menu(campaign, offers, beat=beat))

    @classmethod
    def choosing(cls, campaign: Campaign, title: Text, offers: tuple[Offer, ...]) -> Conversation:
        """Show a menu."""
        return cls(None, Menu(campaign, offers, title))

    @property
    def half_typed(self) -> bool:
        """Something typed would be lost by leaving."""
        return self.form is not None and self.form.half_typed

    def on(self, campaign: Campaign) -> None:
        """Go on with a campaign that changed outside."""
        if self.menu is not None:
            self.menu.campaign = campaign
        if self.form is not None:
            self.form.on(campaign)

    def refuse(self, why: Text) -> None:
        """Say why it was not done."""
        if self.form is not None:
            self.form.refuse(why)
        elif self.menu is not None:
            self.menu.refuse(why)

    def paste(self, words: str) -> bool:
        """Take pasted text; False where no field is there to take it."""
        return self.form is not None and paste_in_form(self.form, words)

    def press(self, key: str, character: str | None, say: Say) -> Answer | None:
        """Let a key act; give the answer when there is one."""
        if key in LEAVING:
            return self._leave()
        if self.form is not None:
            if key == "enter":
                return self._carry_out(self.form)
            press_in_form(self.form, key, character, say)
        elif self.menu is not None:
            offer = self.menu.of_key(character) if character else None
            if offer is None and key == "enter":
                offer = self.menu.focused
                if offer is None:
                    return self._leave()
            if offer is not None:
                return self._take(self.menu, offer)
            press_in_menu(self.menu, key)
        return None

    def _carry_out(self, form: Form) -> Answer | None:
        if form.focus == LEAVE:
            return self._leave()
        try:
            return Choice(*form.ready())
        except Refusal as refusal:
            form.refuse(refusal.message)
            return None

    def _take(self, menu: Menu, offer: Offer) -> Answer | None:
        if offer.blocked is not None:
            menu.refuse(offer.blocked)
            return None
        self.form = form_for(menu.campaign, offer.command)
        return None if self.form is not None else Choice(offer.command, None)

    def _leave(self) -> Answer | None:
        if self.form is not None and self.menu is not None:
            self.form = None
            return None
        return Leaving(self.half_typed)


def form_for(campaign: Campaign, command: Command) -> Form | None:
    """Give the form of a command, or None where nothing is asked or it is not the rules' to carry out."""
    try:
        form = Form(campaign, command)
    except KeyError:
        return None
    return form if form.asks or form.pools else None
