"""`tracker new`: writes a commented campaign file."""

from __future__ import annotations

import os
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.output import complain, put_out
from tracker.cli.spoken import here
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.i18n.say import say
from tracker.rules.system import BUILT_IN
from tracker.store.new_campaign import create_campaign
from tracker.store.places import data_folder

if TYPE_CHECKING:
    from tracker.cli.parser import Parser

BAD_USAGE = frozenset({"unknown_system", "bad_name"})
"""Refusals of the arguments themselves."""


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    from tracker.cli.parser import NAME

    name = parser.say(NAME)
    parser.add_argument(
        "name", metavar=name, help=parser.help_of(text("the name of the campaign, or the path of its file"))
    )
    parser.add_argument(
        "--system",
        metavar="ID",
        required=True,
        help=parser.help_of(text("the dice system: {words}", words=", ".join(BUILT_IN))),
    )
    parser.add_argument(
        "--pc",
        metavar=name,
        action="append",
        default=[],
        help=parser.help_of(text("a player character; may be given several times")),
    )


def run(arguments: SimpleNamespace) -> int:
    """Write the file and print its path."""
    language: str = arguments.spoken
    speak = partial(say, language=language)
    try:
        path = create_campaign(arguments.name, arguments.system, language, arguments.pc, speak, here(), data_folder())
    except Refusal as refusal:
        complain(speak(refusal.message))
        return 2 if refusal.code in BAD_USAGE else 1
    return put_out(f"{os.path.relpath(path) if path.is_relative_to(here()) else path}\n")
