"""`tracker [CAMPAIGN]`: opens the table; without a name, a chooser."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.opening import named_campaign, refused_code, unreadable
from tracker.cli.output import complain
from tracker.cli.spoken import here
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.i18n.say import say
from tracker.store.places import config_folder, data_folder, remember_campaign
from tracker.store.settings import Settings, unknown_theme, wanted

if TYPE_CHECKING:
    from tracker.cli.parser import Parser
    from tracker.store.session import Session

MAX_SEED = 2**63 - 1
"""A log entry keeps the seed, and a TOML file holds no greater number."""

PLAIN = {"language": None, "theme": None, "ascii": None, "mouse": None, "keys": None, "seed": None}
"""What the arguments are where none of them is given."""


def add_arguments(parser: Parser) -> None:
    """Describe what is taken without a command's name."""
    from argparse import ArgumentTypeError, BooleanOptionalAction

    from tracker import __version__
    from tracker.cli.commands import COMMANDS
    from tracker.cli.parser import CAMPAIGN, COMMAND, FILE, NAME

    campaign = parser.say(CAMPAIGN)
    parser.usage = f"tracker [{parser.say(text('options'))}] [{campaign}]\n       tracker {parser.say(COMMAND)} --help"
    parser.description = parser.help_of(
        text(
            "A table tracker for tabletop role-playing games. Opens the table of a campaign; without a name, lists the "
            "campaigns there are."
        )
    )
    words = text("the name of a campaign, or the path of its file; a command of that name comes first")
    parser.add_argument("campaign", nargs="?", metavar=campaign, help=parser.help_of(words))
    parser.add_argument("--theme", metavar=parser.say(NAME), help=parser.help_of(text("the colours")))
    parser.add_argument(
        "--ascii", action=BooleanOptionalAction, help=parser.help_of(text("draw with plain ASCII signs only"))
    )
    parser.add_argument("--mouse", action=BooleanOptionalAction, help=parser.help_of(text("let the mouse work too")))
    parser.add_argument(
        "--keys",
        metavar=parser.say(FILE),
        type=Path,
        help=parser.help_of(text("a file whose [keys] replace those of the settings")),
    )

    def seed(word: str) -> int:
        if word.isascii() and word.isdigit() and len(word) < 20 and int(word) <= MAX_SEED:
            return int(word)
        raise ArgumentTypeError(
            parser.say(text("a whole number from {low} to {high} is expected", low=0, high=MAX_SEED))
        )

    parser.add_argument(
        "--seed", metavar="N", type=seed, help=parser.help_of(text("dice that can be repeated: for trying things out"))
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"tracker {__version__}",
        help=parser.help_of(text("show the version and leave")),
    )
    parser.list_commands(text("commands"), [(name, about.summary) for name, about in COMMANDS.items()])


def run(arguments: SimpleNamespace) -> int:
    """Open the table of the campaign that is named or chosen, and others that are asked for in it."""
    flags = Settings(
        language=arguments.language, theme=arguments.theme or "", ascii=arguments.ascii, mouse=arguments.mouse
    )
    found = wanted(flags, os.environ, config_folder(), arguments.keys)
    for problem in found.problems:
        complain(say(problem, arguments.spoken))
    try:
        path = None if arguments.campaign is None else named_campaign(arguments.campaign, or_command=True)
        session = None if path is None else _opened(path, arguments.seed, arguments.spoken, found.settings.editor)
        _need_terminal()
        while True:
            if session is None:
                path = _chosen(found.settings, arguments.spoken) or path
                if path is None:
                    return 0
                session = _opened(path, arguments.seed, arguments.spoken, found.settings.editor)
            assert path is not None
            remember_campaign(path, data_folder())
            code = _shown(session, path, found.settings)
            if code is not None:
                return code
            session = None
    except Refusal as refusal:
        complain(say(refusal.message, arguments.spoken))
        return refused_code(refusal)


def _opened(path: Path, seed: int | None, language: str, editor: str) -> Session:
    """Open the session of a campaign file. Raises Refusal `unreadable` where it is broken and stays so.

    Who sits at a terminal is shown every problem, and may mend them before it is tried again.
    """
    from tracker.store.campaign_file import open_session
    from tracker.store.located import CampaignUnreadable

    while True:
        try:
            return open_session(path, seed)
        except CampaignUnreadable as error:
            from tracker.cli.mending import offers_to_mend

            if not offers_to_mend(path, error, language, editor):
                raise Refusal("unreadable", unreadable(path, error)) from error


def _need_terminal() -> None:
    from tracker.ui.terminal import no_terminal

    missing = no_terminal(os.environ)
    if missing is not None:
        raise Refusal("no_terminal", missing)


def _chosen(settings: Settings, language: str) -> Path | None:
    from tracker.ui.toolkit import load

    load()
    from tracker.ui.chooser import choose_campaign

    return choose_campaign(
        here(), data_folder(), language, theme=settings.theme, ascii=bool(settings.ascii), mouse=bool(settings.mouse)
    )


def _shown(session: Session, path: Path, settings: Settings) -> int | None:
    """Show the table until it is left; give the exit code, or None when another campaign is to be opened."""
    from tracker.ui.toolkit import load

    load()
    from tracker.ui.app import OPEN_ANOTHER, UiOptions, run_table
    from tracker.ui.themes import theme_names

    if settings.theme and settings.theme not in theme_names():
        sentence = unknown_theme(settings.theme, theme_names())
        complain(say(sentence, settings.language or session.campaign.head.language))
    options = UiOptions(
        language=settings.language,
        ascii=bool(settings.ascii),
        mouse=bool(settings.mouse),
        keymap=settings.keys,
        editor=settings.editor,
        can_open=True,
    )
    code = run_table(session, path, replace(options, theme=settings.theme) if settings.theme else options)
    return None if code == OPEN_ANOTHER else code
