"""The application around the table screen, and the way in: `run_table`."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from textual.app import SuspendNotSupported
from textual.message import Message

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text, verbatim
from tracker.i18n.say import say
from tracker.store.located import CampaignUnreadable
from tracker.store.os_errors import os_error_said
from tracker.store.session import SaveState, Session
from tracker.ui.board import Board
from tracker.ui.drawing.pie import PieStyle
from tracker.ui.keys import keys_for
from tracker.ui.menus import theme_menu
from tracker.ui.signs import ASCII, UNICODE
from tracker.ui.status import Voice
from tracker.ui.table_screen import TableScreen
from tracker.ui.terminal import draws_unicode, no_terminal, ready_terminal
from tracker.ui.terminal_app import CRASHED, TerminalApp, complain, crash_report, running
from tracker.ui.themes import DARK, THEMES, inks_of

if TYPE_CHECKING:
    from tracker.ui.view.screen import PlayersScreen

OPEN_ANOTHER = 75
"""What `run_table` gives when another campaign is to be opened; only where the options allow it."""


@dataclass(frozen=True, slots=True)
class UiOptions:
    """How the screen is wanted."""

    language: str | None = None
    """None: that of the campaign."""
    theme: str = DARK
    ascii: bool = False
    mouse: bool = False
    keymap: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Id of an action → its keys, such as `"u,ctrl+z"`."""
    editor: str = ""
    """The command that edits the file; nothing: `$VISUAL`, `$EDITOR`, then `vi`."""
    can_open: bool = False
    """Whoever runs the table opens another campaign when it ends with `OPEN_ANOTHER`."""


STATISTICS = text("Statistics")
RECAP = text("Recap of the session")


class TrackerApp(TerminalApp[int], inherit_bindings=False):
    """The table on a terminal."""

    CSS_PATH = "styles/table.tcss"

    def __init__(self, session: Session, path: Path, options: UiOptions) -> None:
        """Open a session; `path` is the file of its campaign."""
        super().__init__(options.theme)
        self.session = session
        self.path = path
        self.options = options
        self.language = options.language or session.campaign.head.language
        self._projected = False
        self.players: PlayersScreen | None = None

    def get_default_screen(self) -> TableScreen:
        """Give the table."""
        signs = ASCII if self.options.ascii or not draws_unicode() else UNICODE
        pies = PieStyle.BRAILLE if self.no_color else PieStyle.QUADRANT
        keys = keys_for(self.options.keymap)
        board = Board(inks_of(self.theme_variables), signs, pies)
        self.table = TableScreen(self.session, keys, self.language, board)
        self.table.can_open = self.options.can_open
        self.table.log_path = self.path
        for problem in keys.problems:
            self.table.tell_later(problem)
        return self.table

    def on_mount(self) -> None:
        """Be ready for the end."""
        self.begin()

    def paint_anew(self) -> None:
        """Paint the table again."""
        self.table.paint_anew()

    def paint_in_theme(self) -> None:
        """Paint the table in the colours of another theme."""
        self.table.paint_with(inks_of(self.theme_variables))

    def on_table_screen_wanted(self, event: TableScreen.Wanted) -> None:
        """Do what the screen leaves to the application."""
        event.stop()
        match event.action:
            case "quit":
                self.exit(0)
            case "open":
                self.exit(OPEN_ANOTHER, return_code=OPEN_ANOTHER)
            case "editor":
                self._edit()
            case "language":
                self.language = event.argument
                self.table.speak(event.argument)
            case "themes":
                ours = [theme.name for theme in THEMES]
                others = sorted(name for name in self.available_themes if name not in ours)
                self.table.choose(theme_menu((*ours, *others), self.theme))
            case "theme":
                self.theme = event.argument
            case "statistics" | "recap":
                self._report(event.action)
            case "project":
                self._project()

    def _project(self) -> None:
        """Show what the players may see, from a copy in which nothing else is."""
        from tracker.core.players import for_players
        from tracker.ui.view.card import Brush
        from tracker.ui.view.reading import LINES
        from tracker.ui.view.screen import PlayersScreen

        board = self.table.board
        brush = Brush(inks_of(self.theme_variables), board.signs, board.pies)
        self.players = PlayersScreen(for_players(self.session.campaign, LINES), self.language, brush, on_table=True)
        if not self._projected:
            self._projected = True
            self.session.listen(self._players_may_look)
        self.push_screen(self.players)

    def _players_may_look(self) -> None:
        """Have the players' screen follow, from the thread that saves."""
        self.hand_over(self._players_follow)

    def _players_follow(self) -> None:
        from tracker.core.players import for_players
        from tracker.ui.view.reading import LINES

        if self.players is not None:
            self.players.show(for_players(self.session.campaign, LINES))

    def on_players_screen_left(self, event: Message) -> None:
        """Go back to the table, or leave."""
        event.stop()
        self.players = None
        self.pop_screen()
        if getattr(event, "key", "p") == "q":
            self.exit(0)
        else:
            self.table.paint_anew()

    def _report(self, wanted: str) -> None:
        """Show the statistics of the campaign, or the recap of the session, as the whole log tells them."""
        from tracker.ui.reports import recap_lines, statistics_lines

        self.session.flush(2.0)
        lines = statistics_lines if wanted == "statistics" else recap_lines
        try:
            read = lines(self.path, self.language, self.size.width - 4, ascii=self.table.board.signs.ascii)
        except (OSError, CampaignUnreadable):
            self.table.tell(text("the log cannot be read now"), Voice.REFUSAL)
            return
        self.table.read_out(STATISTICS if wanted == "statistics" else RECAP, read)

    def _edit(self) -> None:
        """Lend the terminal to an editor on the campaign's file."""
        editor = self.options.editor or os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
        if self.session.status.state is not SaveState.FAILED:
            self.session.flush(2.0)
        try:
            with self.suspend():
                failure = self._run_editor(editor)
        except SuspendNotSupported:
            failure = text("this terminal cannot be lent to an editor")
        if failure is not None:
            self.table.tell(failure, Voice.REFUSAL)
        self.table.paint_anew()

    def _run_editor(self, editor: str) -> Text | None:
        """Run the editor and give what went wrong; an error would keep the terminal from being taken back."""
        import shlex  # here: most evenings need no editor

        line = self.session.status.line
        try:
            with self.ending.lent():
                subprocess.run([*shlex.split(editor), *([f"+{line}"] if line else []), str(self.path)], check=False)
        except (OSError, ValueError) as error:
            reason = os_error_said(error) if isinstance(error, OSError) else verbatim(str(error))
            return text("the editor {name} did not start: {reason}", name=editor, reason=reason)
        return None


def run_table(session: Session, path: Path, options: UiOptions | None = None) -> int:
    """Show a table until it is left, and see that everything is saved; gives the exit code."""
    options = options or UiOptions()
    language = options.language or session.campaign.head.language
    obstacle = no_terminal(os.environ)
    if obstacle is not None:
        complain(say(obstacle, language))
        return 2
    ready_terminal()
    app = TrackerApp(session, path, options)
    with running(app):
        try:
            app.run(mouse=options.mouse)
        finally:
            saved = session.close()
    return _ended(app, saved)


def _ended(app: TrackerApp, saved: bool) -> int:
    """Say what there is to say after the screen is gone; gives the exit code."""
    if app.crash is not None:
        where = crash_report(app.crash)
        sentence = text("The table broke down; what was saved is in the file. Report: {where}", where=where)
        complain(say(sentence, app.language))
        return CRASHED
    if not saved:
        complain(say(text("The last changes could not be saved."), app.language))
        if app.session.rescued is not None:
            where = verbatim(str(app.session.rescued))
            complain(say(text("A copy of the campaign that holds them: {where}", where=where), app.language))
        return 1
    return app.ending.code or app.return_code or 0
