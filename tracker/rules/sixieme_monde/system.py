"""Sixième Monde as a system: its sheet, rolls, panes and hooks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_n, verbatim
from tracker.rules.chart import Chart
from tracker.rules.deed import Command, Offer
from tracker.rules.protocol import Gauge, System
from tracker.rules.sixieme_monde.calls import AnswerCallDeed, SupportDeed
from tracker.rules.sixieme_monde.charts import chart_of
from tracker.rules.sixieme_monde.d20_roll import D20RollDeed, first_roll
from tracker.rules.sixieme_monde.offers import offers
from tracker.rules.sixieme_monde.pot import ChangePot, ChangePotDeed
from tracker.rules.sixieme_monde.procedures import PROCEDURES
from tracker.rules.sixieme_monde.reminder import REMINDER
from tracker.rules.sixieme_monde.scale import pot_at_start
from tracker.rules.sixieme_monde.settle import AcceptDeed, RefuseDeed, TakeZeroDeed
from tracker.rules.sixieme_monde.sheet import SHAPE
from tracker.rules.sixieme_monde.tricks import (
    EndTrick,
    EndTrickDeed,
    StartTrick,
    StartTrickDeed,
    UseTrickDeed,
    first_trick,
    trick_said,
)


class SixiemeMonde(System):
    """Sixième Monde, after the text of 29 January 2015."""

    id = "sixieme-monde"
    name = verbatim("Sixième Monde")
    shape = SHAPE
    procedures = PROCEDURES
    party_title = text("Karma")
    reminder = REMINDER
    deeds = (
        D20RollDeed(),
        AnswerCallDeed(),
        SupportDeed(),
        UseTrickDeed(),
        AcceptDeed(),
        RefuseDeed(),
        TakeZeroDeed(),
        StartTrickDeed(),
        EndTrickDeed(),
        ChangePotDeed(),
    )

    def command(self, key: str, campaign: Campaign, who: str) -> Command | None:
        """Give the roll of the d20."""
        return first_roll(campaign, who) if key == "roll" else super().command(key, campaign, who)

    def offers(self, campaign: Campaign, beat: tuple[Entry, ...]) -> tuple[Offer, ...]:
        """List what follows."""
        return offers(campaign, beat)

    def chart(self, campaign: Campaign, command: Command) -> Chart | None:
        """Give every score against every penalty; no call is counted."""
        return chart_of(campaign, command) or super().chart(campaign, command)

    def menu(self, campaign: Campaign) -> tuple[Offer, ...]:
        """Add the common pot and the tricks."""
        found = [Offer("p", text("the common pot"), ChangePot(), _pot_said(campaign))]
        over, idle = first_trick(campaign, active=True), first_trick(campaign, active=False)
        if over is not None:
            found.append(Offer("k", text("end a trick"), EndTrick(who=over[0], trick=over[1])))
        if idle is not None:
            found.append(Offer("a", text("switch a trick on"), StartTrick(who=idle[0], trick=idle[1])))
        return tuple(found)

    def gauges(self, campaign: Campaign, character: Any) -> tuple[Gauge, ...]:
        """Give karma first, then the counters."""
        return (Gauge(("karma",), text("karma"), character.karma), *super().gauges(campaign, character))

    def remarks(self, campaign: Campaign, character: Any) -> tuple[Text, ...]:
        """Say which tricks are active. Call values are said nowhere."""
        return tuple(trick_said(trick, id) for id, trick in character.tricks.items() if trick.active)

    def table_lines(self, campaign: Campaign) -> tuple[Text, ...]:
        """Say what is in the common pot."""
        return (_pot_said(campaign),)

    def session_started(self, draft: Draft) -> None:
        """Stock the pot by the house rule `pot_start`; whoever is absent brings nothing."""
        campaign = draft.campaign
        seats = sum(character.present for character in campaign.characters.values())
        pot = pot_at_start(campaign.rules, campaign.table.pot, seats)
        draft.put_table(replace(campaign.table, pot=pot))


def _pot_said(campaign: Campaign) -> Text:
    return text_n("common pot: {count} die", "common pot: {count} dice", campaign.table.pot)


SYSTEM = SixiemeMonde()
