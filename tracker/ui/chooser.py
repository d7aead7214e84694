"""Choosing a campaign: those opened last, those of `./campaigns`, those of the data folder, or a new one.

| key | does |
|---|---|
| ↑ ↓, j k, PgUp PgDn, Home End | select |
| Enter | open |
| n | new: name, system, language |
| / | search; letters are text then |
| q, Ctrl+C | leave without choosing |
| Ctrl+G, Esc | leave the form or the search |
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.events import Key, Paste
from textual.screen import Screen
from textual.strip import Strip

from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.i18n.say import say
from tracker.store.new_campaign import create_campaign
from tracker.ui.chooser_form import FormView, NewCampaign, draw_form
from tracker.ui.chooser_list import Choice, Glances, ListView, draw_list, groups_of
from tracker.ui.drawn import Drawn
from tracker.ui.panel.editor import pasted
from tracker.ui.pasting import NO_PASTE
from tracker.ui.signs import ASCII, UNICODE, Signs
from tracker.ui.terminal import draws_unicode, ready_terminal
from tracker.ui.terminal_app import TerminalApp, running
from tracker.ui.themes import Inks, inks_of

STEPS = {"up": -1, "k": -1, "down": 1, "j": 1, "pageup": -10, "pagedown": 10, "home": -(10**6), "end": 10**6}


class ChooserPicture(Drawn[ListView | FormView]):
    """The whole screen, drawn from one view."""

    DEFAULT_CSS = "ChooserPicture { width: 100%; height: 100%; background: $background; }"

    def draw(self) -> list[Strip]:
        """Draw the list, or the form of a new campaign."""
        width, height = self.size
        match self.view:
            case ListView() as view:
                return draw_list(view, width, height, self.inks, self.signs)
            case FormView() as view:
                return draw_form(view, width, height, self.inks, self.signs)


class ChooserScreen(Screen[Path], inherit_bindings=False):
    """The list and the form; dismissed with the chosen file, or with None."""

    def __init__(self, cwd: Path, data_dir: Path, language: str, inks: Inks, signs: Signs) -> None:
        """Look for campaigns below two folders."""
        super().__init__()
        self.cwd = cwd
        self.data_dir = data_dir
        self.language = language
        self.choice = Choice(groups_of(cwd, data_dir), Glances())
        self.form: NewCampaign | None = None
        self.notice: Text | None = None
        self.picture_inks = inks
        self.signs = signs

    def compose(self) -> ComposeResult:
        """Place the one picture."""
        yield ChooserPicture(self._view(), self.picture_inks, self.signs)

    def on_key(self, event: Key) -> None:
        """Take every key."""
        event.stop()
        event.prevent_default()
        self.notice = None
        if event.key == "ctrl+c":
            self.dismiss(None)
        elif self.form is not None:
            self._form_key(self.form, event)
        elif self.choice.wanted is not None:
            self._search_key(self.choice.wanted, event)
        else:
            self._list_key(event)
        self._show()

    def on_paste(self, event: Paste) -> None:
        """Take pasted text where letters are text."""
        event.stop()
        if self.form is not None:
            self.form = self.form.put(pasted(event.text))
        elif self.choice.wanted is not None:
            self.choice = self.choice.looking_for(self.choice.wanted + pasted(event.text))
        else:
            self.notice = NO_PASTE
        self._show()

    def _list_key(self, event: Key) -> None:
        letter = (event.character or "").lower()
        step = STEPS.get(event.key) or STEPS.get(letter)
        if step is not None:
            self.choice = self.choice.moved(step)
        elif event.key == "enter":
            self._open()
        elif letter == "n":
            self.form = NewCampaign(language=self.language)
        elif letter == "/":
            self.choice = self.choice.looking_for("")
        elif letter == "q":
            self.dismiss(None)

    def _search_key(self, wanted: str, event: Key) -> None:
        if event.key in {"escape", "ctrl+g"} or (event.key == "backspace" and not wanted):
            self.choice = self.choice.looking_for(None)
        elif event.key == "backspace":
            self.choice = self.choice.looking_for(wanted[:-1])
        elif event.key == "enter":
            self._open()
        elif event.is_printable and event.character:
            self.choice = self.choice.looking_for(wanted + event.character)
        elif event.key in STEPS:
            self.choice = self.choice.moved(STEPS[event.key])

    def _form_key(self, form: NewCampaign, event: Key) -> None:
        match event.key:
            case "escape" | "ctrl+g":
                self.form = None
            case "tab" | "down":
                self.form = form.moved(1)
            case "shift+tab" | "up":
                self.form = form.moved(-1)
            case "enter" if form.last:
                self._make(form)
            case "enter":
                self.form = form.moved(1)
            case _ if form.typing and event.is_printable and event.character:
                self.form = form.put(event.character)
            case key:
                self.form = form.pressed(key)

    def _open(self) -> None:
        path = self.choice.selected
        if path is None:
            return
        if self.choice.glances.of(path).problem is None:
            self.dismiss(path)
        else:
            self.notice = text("this file must be mended first; “tracker check” lists what is wrong")

    def _make(self, form: NewCampaign) -> None:
        speak = partial(say, language=form.language)
        try:
            path = create_campaign(form.name.words, form.system, form.language, (), speak, self.cwd, self.data_dir)
        except Refusal as refusal:
            self.form, self.notice = replace(form, at=0), refusal.message
        else:
            self.dismiss(path)

    def _show(self) -> None:
        for picture in self.query(ChooserPicture):
            picture.view = self._view()

    def _view(self) -> ListView | FormView:
        notice = "" if self.notice is None else self._say(self.notice)
        if self.form is not None:
            return FormView(self.form, self.cwd, self.data_dir, self._say, notice)
        return ListView(self.choice, self.cwd, self._say, self.language, notice)

    def _say(self, what: Text) -> str:
        return self.signs.plain(say(what, self.language))


class ChooserApp(TerminalApp[Path], inherit_bindings=False):
    """The chooser on a terminal of its own, before a table is open."""

    def __init__(self, cwd: Path, data_dir: Path, language: str, *, theme: str = "", ascii: bool = False) -> None:
        """Look for campaigns below two folders."""
        super().__init__(theme)
        self.cwd = cwd
        self.data_dir = data_dir
        self.language = language
        self.signs = ASCII if ascii else UNICODE

    def on_mount(self) -> None:
        """Show the chooser, and leave with what it gives."""
        self.begin()
        inks = inks_of(self.theme_variables)
        screen = ChooserScreen(self.cwd, self.data_dir, self.language, inks, self.signs)
        self.push_screen(screen, self.exit)


def choose_campaign(
    cwd: Path, data_dir: Path, language: str, *, theme: str = "", ascii: bool = False, mouse: bool = False
) -> Path | None:
    """Have a campaign chosen or made on the terminal; None when it is left.

    Raises what went wrong in it, and SystemExit when a signal or the closed terminal ended it.
    """
    ready_terminal(pastes=False)
    app = ChooserApp(cwd, data_dir, language, theme=theme, ascii=ascii or not draws_unicode())
    with running(app):
        path = app.run(mouse=mouse)
    if app.ending.code:
        raise SystemExit(app.ending.code)
    if app.crash is not None:
        raise app.crash
    return path
