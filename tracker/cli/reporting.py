"""What the commands that report on the log have in common: which campaign, which session, and what is wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.opening import named_campaign, refused_code, unreadable
from tracker.cli.output import complain
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.i18n.say import say
from tracker.store.located import CampaignUnreadable

if TYPE_CHECKING:
    from tracker.cli.parser import Parser

MOST = 10**9
"""Greater than any session has a number."""


def add_report_arguments(parser: Parser, session: str) -> None:
    """Describe the campaign and `--session`; `session` says in the language of the run what it is for."""
    from argparse import ArgumentTypeError

    from tracker.cli.parser import CAMPAIGN

    def number(word: str) -> int:
        if word.isascii() and word.isdigit() and int(word[:12]) < MOST:
            return int(word)
        raise ArgumentTypeError(parser.say(text("a whole number, {low} or more, is expected", low=0)))

    words = parser.help_of(text("the name of a campaign, or the path of its file"))
    parser.add_argument("campaign", metavar=parser.say(CAMPAIGN), help=words)
    parser.add_argument("--session", metavar="N", type=number, help=session)


def reported(arguments: SimpleNamespace, report: Callable[[Path], int]) -> int:
    """Run a report on the campaign that is named; say in one line why there is none, and give the exit code."""
    try:
        path = named_campaign(arguments.campaign)
        return report(path)
    except Refusal as refusal:
        complain(say(refusal.message, arguments.spoken))
        return refused_code(refusal)
    except CampaignUnreadable as error:
        complain(say(unreadable(path, error), arguments.spoken))
        return 1


def check_session(session: int | None, sessions: Iterable[int]) -> None:
    """Refuse a session that the log knows nothing of: `no_session`."""
    known = sorted(sessions)
    if session is None or session in known:
        return
    if not known:
        raise Refusal("no_session", text("the log is empty: there is no session {number}", number=session))
    message = text(
        "the log has no session {number}; it has {numbers}", number=session, numbers=", ".join(_spans(known))
    )
    raise Refusal("no_session", message)


def writes_utf8() -> bool:
    """Say whether what is printed arrives as UTF-8."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    return encoding.lower().replace("-", "").replace("_", "") in {"utf8", "utf8sig"}


def _spans(numbers: list[int]) -> list[str]:
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return [str(low) if low == high else f"{low}–{high}" for low, high in spans]
