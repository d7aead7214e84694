"""`tracker serve`: the players' screen as a page for browsers; needs the extra `web`."""

from __future__ import annotations

import gc
import os
import shlex
import sys
from argparse import ArgumentTypeError
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.opening import UNREADABLE, named_campaign, refused_code
from tracker.cli.output import complain, put_out
from tracker.cli.spoken import campaign_language
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.i18n.say import say

if TYPE_CHECKING:
    from tracker.cli.parser import Parser

LOOPBACK = "127.0.0.1"
PORT = 8000
EXTRA = text("“tracker serve” needs one more package: pip install textual-serve")


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    from tracker.cli.parser import CAMPAIGN, NAME

    words = parser.help_of(text("the name of a campaign, or the path of its file"))
    parser.add_argument("campaign", metavar=parser.say(CAMPAIGN), help=words)
    parser.add_argument(
        "--host",
        metavar="HOST",
        default=LOOPBACK,
        help=parser.help_of(text("the address to serve on; {host} is this machine only", host=LOOPBACK)),
    )

    def port(word: str) -> int:
        if word.isascii() and word.isdigit() and len(word) < 6 and int(word) < 65536:
            return int(word)
        raise ArgumentTypeError(parser.say(text("a whole number from {low} to {high} is expected", low=0, high=65535)))

    parser.add_argument(
        "--port",
        metavar="N",
        type=port,
        default=PORT,
        help=parser.help_of(text("the port to serve on; 0 is any that is free")),
    )
    parser.add_argument("--theme", metavar=parser.say(NAME), help=parser.help_of(text("the colours")))


def run(arguments: SimpleNamespace) -> int:
    """Serve the page until it is interrupted."""
    gc.enable()  # it runs for days, unlike what `main` spares the collector
    from tracker.store.located import CampaignUnreadable
    from tracker.store.os_errors import os_error_said
    from tracker.store.players_file import read_for_players

    speak = partial(say, language=arguments.spoken)
    try:
        path = named_campaign(arguments.campaign)
        campaign = read_for_players(path).shown
    except Refusal as refusal:
        complain(speak(refusal.message))
        return refused_code(refusal)
    except CampaignUnreadable:
        complain(speak(UNREADABLE))
        return 1
    try:
        from tracker.cli.serve_page import serve
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.partition(".")[0] == "tracker":
            raise
        complain(speak(EXTRA))
        return 2
    language = campaign_language(arguments, campaign.head.language)
    view = [sys.executable, "-m", "tracker", "view", f"--language={language}"]
    view += [f"--theme={arguments.theme}"] if arguments.theme else []

    def told(url: str) -> None:
        said = text("the players’ screen is at {url}; Ctrl+C ends it", url=url)
        put_out(f"{speak(said)}\n", arguments.spoken)

    if arguments.host not in {LOOPBACK, "localhost", "::1"}:
        complain(speak(text("everybody who reaches {host} can see the players’ screen", host=arguments.host)))
    try:
        command = shlex.join([*view, "--", os.path.abspath(path)])
        serve(command, arguments.host, arguments.port, language, told)
    except OSError as error:
        place = f"{arguments.host}:{arguments.port}"
        complain(speak(text("{place} cannot be served: {reason}", place=place, reason=os_error_said(error))))
        return 1
    return 0
