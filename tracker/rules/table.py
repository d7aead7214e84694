"""The table: from a campaign, a command and faces to the next campaign and its log entry. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from tracker.core.campaign import Campaign, read_campaign
from tracker.core.draft import Draft, Step
from tracker.core.entry import Entry
from tracker.core.history import history
from tracker.core.problem import Severity
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.dice.pool import Faces, Pool
from tracker.rules.check import problems_of
from tracker.rules.common.adjust import AdjustDeed
from tracker.rules.common.arrange import MoveDeed, SetVisibilityDeed
from tracker.rules.common.beat import entries_of
from tracker.rules.common.characters import AddCharacterDeed, EditCharacterDeed, RemoveCharacterDeed
from tracker.rules.common.clocks import AddClockDeed, EditClockDeed, RemoveClockDeed, ResolveClockDeed, TickClockDeed
from tracker.rules.common.condition import ConditionDeed, RecoverDeed
from tracker.rules.common.notes import AddNoteDeed, StrikeLineDeed
from tracker.rules.common.plain_dice import PlainDiceDeed
from tracker.rules.common.sessions import CloseBeatDeed, EndSceneDeed, EndSessionDeed, StartSessionDeed
from tracker.rules.common.takeback import RedoDeed, UndoDeed
from tracker.rules.deed import Command, Deed, Offer, choice_of, plain_faces
from tracker.rules.procedure import dice_expected
from tracker.rules.protocol import System
from tracker.rules.system import system_of as system_by_id

_SILENT = {"undo", "redo"}
"""Their entry says what they take back or put back, not what they were asked."""


def system_of(campaign: Campaign) -> System:
    """Give the dice system of a campaign."""
    return system_by_id(campaign.system)


_COMMON: tuple[Deed[Any], ...] = (
    AdjustDeed(),
    TickClockDeed(),
    ResolveClockDeed(),
    AddClockDeed(),
    EditClockDeed(),
    RemoveClockDeed(),
    ConditionDeed(),
    RecoverDeed(),
    AddCharacterDeed(system_of),
    EditCharacterDeed(system_of),
    RemoveCharacterDeed(system_of),
    MoveDeed(),
    SetVisibilityDeed(),
    AddNoteDeed(),
    StrikeLineDeed(),
    PlainDiceDeed(),
    StartSessionDeed(system_of),
    EndSessionDeed(),
    EndSceneDeed(system_of),
    CloseBeatDeed(),
    UndoDeed(),
    RedoDeed(),
)


@lru_cache(maxsize=16)
def _deeds(system: System) -> tuple[Mapping[type[Command], Deed[Any]], Mapping[str, Deed[Any]]]:
    deeds = (*_COMMON, *system.deeds)
    return {deed.command: deed for deed in deeds}, {deed.id: deed for deed in deeds}


def deed_for(campaign: Campaign, command: Command) -> Deed[Any]:
    """Give the deed that carries a command out."""
    return _deeds(system_of(campaign))[0][type(command)]


def deed_named(campaign: Campaign, id: str) -> Deed[Any] | None:
    """Give the deed of an id, such as a log entry keeps it; None where it is not known."""
    return _deeds(system_of(campaign))[1].get(id)


def needs(campaign: Campaign, command: Command) -> tuple[Pool, ...]:
    """Give the dice a command needs. Raises Refusal where it cannot be done."""
    return deed_for(campaign, command).pools(campaign, command)


def apply(
    campaign: Campaign,
    command: Command,
    faces: Faces,
    at: datetime,
    *,
    typed: bool = False,
    seed: int | None = None,
) -> Step:
    """Carry a command out on a campaign.

    `faces` are those of the pools `needs` gives; `typed` says that they come from dice on the table, `seed` what the
    generator was started with, if it was. Raises Refusal where it cannot be done; the campaign is then as before.
    """
    deed = deed_for(campaign, command)
    check_faces(deed.pools(campaign, command), faces)
    draft = Draft(campaign)
    draft.fact(event=deed.event, roll=deed.id, secret=command.secret)
    if deed.event not in _SILENT:
        draft.fact(choice=choice_of(command))
    thrown = plain_faces(faces)
    if thrown is not None:
        draft.fact(faces=thrown, typed=typed, seed=seed)
    if command.beat is not None:
        if all(beat[0].beat != command.beat for beat in history(campaign.log).done):
            raise Refusal("beat_gone", text("what this follows from has been taken back meanwhile"))
        draft.fact(beat=command.beat)
    deed.apply(draft, command, faces)
    if deed.event == "edit" and not draft.edits:
        raise Refusal("no_change", text("nothing was changed"))
    _check_sound(campaign, draft)
    return draft.step(at)


def _check_sound(before: Campaign, draft: Draft) -> None:
    """Refuse what would leave a campaign that cannot be opened again, such as a counter above its maximum."""
    if not draft.edits:
        return
    _, read = read_campaign(draft.campaign.tree, before.shape, before)
    wrong = [each for each in (*read, *problems_of(draft.campaign)) if each.severity is Severity.ERROR]
    if wrong:
        known = {problem.path for problem in problems_of(before) if problem.severity is Severity.ERROR}
        for problem in wrong:
            if problem.path not in known:
                raise Refusal("bad_value", problem.message)


def check_faces(pools: tuple[Pool, ...], faces: Faces) -> None:
    """Refuse faces that are not those of the pools: `bad_dice_count`, then `bad_face`."""
    named = {pool.name for pool in pools}
    for name, shown in faces.items():
        if shown and name not in named:
            raise Refusal("bad_dice_count", dice_expected(0, len(shown)))
    for pool in pools:
        shown = faces.get(pool.name, ())
        if len(shown) != pool.count:
            raise Refusal(
                "bad_dice_count",
                dice_expected(pool.count, len(shown)),
            )
        for face in shown:
            if not 1 <= face <= pool.sides:
                raise Refusal(
                    "bad_face", text("a d{sides} shows 1 to {sides}, not {face}", sides=pool.sides, face=face)
                )


def open_beat(campaign: Campaign) -> tuple[tuple[Entry, ...], tuple[Offer, ...]]:
    """Give the last beat and what the rules still offer in it; nothing when it is closed or taken back."""
    if not campaign.log or campaign.log[-1].event == "undo":
        return (), ()
    newest = campaign.log[-1]
    last = newest.beat_of if newest.event == "redo" else newest.beat
    beat = entries_of(campaign, last)
    if any(entry.roll == CloseBeatDeed.id for entry in beat):
        return beat, ()
    return beat, system_of(campaign).offers(campaign, beat)
