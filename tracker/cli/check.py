"""`tracker check`: every problem of campaign files, each with its place."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.opening import named_campaign
from tracker.cli.output import put_out
from tracker.cli.spoken import here
from tracker.core.clean import clean
from tracker.core.problem import Severity
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.i18n.say import say
from tracker.store.checking import file_problems
from tracker.store.located import Located

if TYPE_CHECKING:
    from tracker.cli.parser import Parser

SEVERITIES = {Severity.ERROR: text("error"), Severity.WARNING: text("warning")}


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    from tracker.cli.parser import CAMPAIGN

    words = parser.help_of(text("the name of a campaign, or the path of its file"))
    parser.add_argument("campaigns", nargs="+", metavar=parser.say(CAMPAIGN), help=words)


def run(arguments: SimpleNamespace) -> int:
    """Check each file; 1 when one of them has an error."""
    language: str = arguments.spoken
    failed = 0
    for name in arguments.campaigns:
        path = _file(name)
        problems = file_problems(path)
        failed |= put_out("".join(f"{line(str(path), problem, language)}\n" for problem in problems), language)
        failed |= any(problem.severity is Severity.ERROR for problem in problems)
    return int(failed)


def _file(name: str) -> Path:
    """Give the file a name means, as the person would write it; for nothing that is there, the name itself."""
    if os.path.lexists(name):
        return Path(name)
    try:
        path = named_campaign(name)
    except Refusal:
        return Path(name)
    return path.relative_to(here()) if path.is_relative_to(here()) else path


def line(name: str, problem: Located, language: str) -> str:
    """Give the line of one problem."""
    severity: Text = SEVERITIES[problem.severity]
    where = f"{clean(name)}:{problem.line}:{problem.column}"
    return f"{where}: {say(severity, language)}: {say(problem.message, language)}"
