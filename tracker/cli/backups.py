"""`tracker backups`: the kept copies of a campaign, and bringing one back."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.opening import named_campaign, refused_code
from tracker.cli.output import complain, put_out
from tracker.cli.spoken import here
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, Text, text, text_n, verbatim
from tracker.i18n.say import say
from tracker.store.backups import Copy, kept_copies, restore_copy
from tracker.store.glance import glance
from tracker.store.os_errors import os_error_said
from tracker.store.places import candidates, data_folder, shown_path

if TYPE_CHECKING:
    from tracker.cli.parser import Parser

TIME = "%Y-%m-%d %H:%M:%S"


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    from tracker.cli.parser import CAMPAIGN

    words = parser.help_of(text("the name of a campaign, or the path of its file; it may be missing or broken"))
    parser.add_argument("campaign", metavar=parser.say(CAMPAIGN), help=words)
    parser.add_argument(
        "--restore",
        type=int,
        metavar="N",
        help=parser.help_of(text("bring copy N back; the file as it is now is kept as a copy first")),
    )


def run(arguments: SimpleNamespace) -> int:
    """List the copies, or bring one back."""
    language: str = arguments.spoken
    try:
        path, copies = _copies_of(arguments.campaign)
        if arguments.restore is None:
            lines = _listed(copies) if copies else (text("no copy is kept of {path} yet", path=_shown(path)),)
            return put_out("".join(f"{say(line, language)}\n" for line in lines), language)
        copy = _chosen(copies, arguments.restore, path)
        restore_copy(path, copy)
    except Refusal as refusal:
        complain(say(refusal.message, language))
        return 2 if refusal.code == "no_copy" else refused_code(refusal)
    done = text("{path} is again as it was on {time}", path=_shown(path), time=copy.at.strftime(TIME))
    return put_out(f"{say(done, language)}\n", language)


def _copies_of(name: str) -> tuple[Path, tuple[Copy, ...]]:
    """Give the file a name means with its copies; a file that is gone is known by them."""
    try:
        path = named_campaign(name)
    except Refusal:
        places = [] if not name or "\0" in name else list(candidates(name, here(), data_folder()))
        path = next((each for each in places if _read_copies(each)), Path())
        if path == Path():
            raise
    return path, _read_copies(path)


def _read_copies(path: Path) -> tuple[Copy, ...]:
    try:
        return kept_copies(path)
    except OSError as error:
        message = text("the kept copies cannot be read: {reason}", reason=os_error_said(error))
        raise Refusal("unreadable", message) from error


def _chosen(copies: tuple[Copy, ...], number: int, path: Path) -> Copy:
    if not copies:
        raise Refusal("no_copy", text("no copy is kept of {path} yet", path=_shown(path)))
    if not 1 <= number <= len(copies):
        message = text_n(
            "there is no copy {number}; there is one, number 1",
            "there is no copy {number}; there are those from 1 to {count}",
            len(copies),
            number=number,
        )
        raise Refusal("no_copy", message)
    return copies[number - 1]


def _listed(copies: tuple[Copy, ...]) -> tuple[Text, ...]:
    """Give a line for each copy: number, date, size, and what is in it."""
    return tuple(
        text(
            "{number} · {time} · {size} kB · {what}",
            number=verbatim(str(number).rjust(len(str(len(copies))))),
            time=copy.at.strftime(TIME),
            size=max(1, round(copy.size / 1000)),
            what=_content(copy),
        )
        for number, copy in enumerate(copies, 1)
    )


def _content(copy: Copy) -> Text:
    found = glance(copy.path)
    if found.problem is not None:
        return text("cannot be played: {problem}", problem=found.problem)
    return text("session {number} · {title}", number=found.session, title=found.title)


def _shown(path: Path) -> Quoted:
    return Quoted(shown_path(Path(os.path.abspath(path)), here()))
