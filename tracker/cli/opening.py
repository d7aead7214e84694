"""From a campaign's name on the command line to its file, and one line for what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tracker.cli.commands import COMMANDS
from tracker.cli.spoken import here
from tracker.core.clean import clean
from tracker.core.codec import nearest
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, Text, text, text_n
from tracker.store.places import data_folder, find_campaign

if TYPE_CHECKING:
    from tracker.store.located import CampaignUnreadable

UNREADABLE = text("the campaign file has mistakes in it; “tracker check” lists them")
"""For the players: what the mistakes are may name what is hidden."""


def named_campaign(name: str, *, or_command: bool = False) -> Path:
    """Give the file a name means. Raises Refusal `no_campaign`.

    With `or_command` the sentence also names a command that may have been meant.
    """
    try:
        return find_campaign(name, here(), data_folder())
    except Refusal as refusal:
        near = nearest(name, tuple(COMMANDS)) if or_command else None
        if near is None:
            raise
        message = text("{message}; or was the command {near} meant?", message=refusal.message, near=Quoted(near))
        raise Refusal(refusal.code, message) from None


def refused_code(refusal: Refusal) -> int:
    """Give the exit code of a command that was refused: 2 for how it was called or where, else 1."""
    return 2 if refusal.code in {"no_campaign", "no_terminal"} else 1


def unreadable(path: Path, error: CampaignUnreadable) -> Text:
    """Say the first problem of a file with its place, and how many more there are."""
    first = error.first
    place = f"{clean(str(path))}:{first.line}:{first.column}"
    message = text("{place}: {message}", place=place, message=first.message)
    more = len(error.problems) - 1
    if not more:
        return message
    return text_n("{message} (and one more problem)", "{message} (and {count} more problems)", more, message=message)
