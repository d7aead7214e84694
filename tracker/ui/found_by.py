"""What a line of the log is found by beside its own words: events, deeds and sessions by name, whoever it speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_in
from tracker.core.tree import text_path
from tracker.i18n.catalogue import LANGUAGES
from tracker.i18n.say import say
from tracker.rules.table import deed_named
from tracker.ui.header import session_said

EVENTS: Mapping[str, Text] = {
    "session": text_in("event", "session"),
    "scene": text_in("event", "scene"),
    "round": text_in("event", "round"),
    "roll": text_in("event", "roll"),
    "follow": text_in("event", "follow-up"),
    "adjust": text("by hand"),
    "add": text_in("event", "addition"),
    "edit": text_in("event", "edit"),
    "remove": text_in("event", "removal"),
    "move": text_in("event", "move"),
    "visibility": text_in("event", "visibility"),
    "note": text_in("event", "note"),
    "undo": text_in("event", "undo"),
    "redo": text_in("event", "redo"),
    "outside": text_in("event", "outside edit"),
}
"""How each event of the log is called by who looks for it (file-format.md, The log)."""


def found_by(campaign: Campaign, entry: Entry) -> str:
    """Give words an entry is found by, in every language, whatever the language of the screen.

    They are its session, its event, what was done, and the names, then and now, of everybody and everything it speaks
    of; also the ids of the file, for who reads it.
    """
    deed = deed_named(campaign, entry.roll)
    kinds = [EVENTS[entry.event]] if entry.event in EVENTS else []
    kinds += [deed.label] if deed is not None else []
    words = [_everywhere(session_said(entry.session)), *map(_spoken, kinds)]
    return clean(" ".join((*words, entry.event, entry.roll, *_names(campaign, entry))))


def _names(campaign: Campaign, entry: Entry) -> Iterator[str]:
    if entry.who in campaign.characters:
        yield campaign.characters[entry.who].name
    for dotted, name in entry.names.items():
        yield name
        try:
            section, id = text_path(dotted)
        except ValueError:
            continue
        things: Mapping[str, Mapping[str, object]] = {"characters": campaign.characters, "clocks": campaign.clocks}
        yield str(getattr(things.get(section, {}).get(id), "name", ""))


def _spoken(what: Text) -> str:
    """Say a sentence without anything filled in, remembered; one that has values is said anew each time."""
    return _everywhere(what) if what.values else _said_once(what.key, what.context)


@lru_cache(maxsize=256)
def _said_once(key: str, context: str) -> str:
    return _everywhere(Text(key, context=context))


def _everywhere(what: Text) -> str:
    return " ".join(say(what, language) for language in LANGUAGES)
