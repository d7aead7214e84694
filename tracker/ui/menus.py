"""The table menu and the menus behind it."""

from __future__ import annotations

from dataclasses import replace

from tracker.core.campaign import LANGUAGES
from tracker.core.frozen import dataclass
from tracker.core.text import text, verbatim
from tracker.rules.common.condition import Recover
from tracker.rules.common.sessions import EndScene, EndSession, StartSession
from tracker.rules.deed import Command, Offer
from tracker.rules.table import open_beat
from tracker.ui.situation import Choosing, Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class Local(Command):
    """Something the screen itself does when it is chosen; nothing of it reaches the campaign."""

    action: str = ""
    """The id of the action."""
    argument: str = ""


def table_menu(at: Situation) -> Choosing:
    """Give what concerns the whole table."""
    offers = []
    if open_beat(at.campaign)[1]:
        offers.append(Offer("g", text("Go on with the last roll"), Local(action="offers")))
    offers += [
        Offer("s", text("Start a session"), StartSession()),
        Offer("e", text("End the session"), EndSession()),
        Offer("f", text("End the scene"), EndScene()),
    ]
    who = at.campaign.characters.get(at.selection.who)
    if who is not None:
        offers.append(Offer("r", text("Recovery of {who}", who=who.name or who.id), Recover(who=who.id)))
    offers += at.system.menu(at.campaign)
    other = next(id for id in LANGUAGES if id != at.language)
    offers += [
        Offer("l", text("Language: {name}", name=LANGUAGES[other]), Local(action="language", argument=other)),
        Offer("t", text("Theme"), Local(action="themes")),
        Offer(
            "b",
            text("Big mode off") if at.big else text("Big mode: the last roll in large letters"),
            Local(action="big"),
        ),
        Offer("w", text("Edit the file"), Local(action="editor")),
        Offer("a", text("Statistics"), Local(action="statistics")),
        Offer("c", text("Recap of the session"), Local(action="recap")),
    ]
    if at.can_open:
        offers.append(Offer("o", text("Open another campaign"), Local(action="open")))
    return Choosing(text("Table"), distinct(offers))


def theme_menu(themes: tuple[str, ...], now: str) -> Choosing:
    """Give the themes; the present one is marked."""
    offers = [
        Offer(
            chr(ord("a") + n) if n < 26 else "",
            verbatim(name),
            Local(action="theme", argument=name),
            note=text("the present one") if name == now else None,
        )
        for n, name in enumerate(themes)
    ]
    return Choosing(text("Theme"), tuple(offers))


def distinct(offers: list[Offer]) -> tuple[Offer, ...]:
    """Give offers whose keys differ: of two that clash the later takes the first free letter."""
    taken: set[str] = set()
    free = iter("abcdefghijklmnopqrstuvwxyz")
    wanted = {offer.key for offer in offers}
    fixed = []
    for offer in offers:
        key = offer.key
        if key in taken or not key:
            key = next((letter for letter in free if letter not in taken and letter not in wanted), "")
        taken.add(key)
        fixed.append(offer if key == offer.key else replace(offer, key=key))
    return tuple(fixed)
