"""`tracker view`: the players' screen, read-only, following the file."""

from __future__ import annotations

import os
from argparse import BooleanOptionalAction
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.opening import UNREADABLE, named_campaign, refused_code
from tracker.cli.output import complain
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.i18n.say import say
from tracker.store.places import config_folder
from tracker.store.settings import Settings, unknown_theme, wanted

if TYPE_CHECKING:
    from tracker.cli.parser import Parser


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    from tracker.cli.parser import CAMPAIGN, NAME

    words = parser.help_of(text("the name of a campaign, or the path of its file"))
    parser.add_argument("campaign", metavar=parser.say(CAMPAIGN), help=words)
    parser.add_argument("--theme", metavar=parser.say(NAME), help=parser.help_of(text("the colours")))
    parser.add_argument(
        "--ascii", action=BooleanOptionalAction, help=parser.help_of(text("draw with plain ASCII signs only"))
    )


def run(arguments: SimpleNamespace) -> int:
    """Open the players' screen."""
    from tracker.store.located import CampaignUnreadable
    from tracker.store.watch import Watch

    flags = Settings(language=arguments.language, theme=arguments.theme or "", ascii=arguments.ascii)
    found = wanted(flags, os.environ, config_folder())
    for problem in found.problems:
        complain(say(problem, arguments.spoken))
    try:
        path = named_campaign(arguments.campaign)
    except Refusal as refusal:
        complain(say(refusal.message, arguments.spoken))
        return refused_code(refusal)
    from tracker.ui.toolkit import load

    load()
    from tracker.ui.themes import DARK, theme_names
    from tracker.ui.view.app import ViewOptions, obstacle, run_view

    missing = obstacle()
    if missing is not None:
        complain(say(missing, arguments.spoken))
        return 2
    try:
        watch = Watch(path)
    except CampaignUnreadable:
        complain(say(UNREADABLE, arguments.spoken))
        return 1
    settings = found.settings
    if settings.theme and settings.theme not in theme_names():
        complain(say(unknown_theme(settings.theme, theme_names()), arguments.spoken))
    return run_view(watch, ViewOptions(settings.language, settings.theme or DARK, bool(settings.ascii)))
