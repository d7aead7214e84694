"""From the campaign as the players may see it to the words and numbers of their screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple, TypeAlias

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry
from tracker.core.history import struck
from tracker.core.text import Text, text
from tracker.rules.common.notes import struck_lines
from tracker.rules.deed import Said, Tone
from tracker.rules.said import said
from tracker.rules.table import system_of
from tracker.store.watch import Sight, Trouble
from tracker.ui.header import headline
from tracker.ui.panes.clocks import clocks_view
from tracker.ui.panes.log_line import LogLine
from tracker.ui.panes.party import party_view
from tracker.ui.panes.stress import stress_view
from tracker.ui.selection import Selection
from tracker.ui.view.card import Brush, Card
from tracker.ui.view.cards import Section
from tracker.ui.view.last_roll import LastRoll

Say = Callable[[Text], str]
Told: TypeAlias = "tuple[tuple[Entry, LogLine, Said], ...]"
"""Log lines with what is said of them."""
LINES = 40
"""Log lines that are said."""
NOBODY = text("Nobody is at the table yet.")
NO_CLOCKS = text("No clock is running.")
ONLY_NAMES = text("Also at work: {names}")
CHARACTERS = text("Characters")
CLOCKS = text("Clocks")
LAST_ROLL = text("Last roll")
LOG = text("Log")
BROKEN = text("broken file: last good state")
GONE = text("the file is gone: last good state")
NO_TABLE = text("no table since {time}")


class Titles(NamedTuple):
    """What the sections are called."""

    party: str
    clocks: str
    roll: str
    log: str


class PlayersView(NamedTuple):
    """Everything that stands on the players' screen, said."""

    title: str
    facts: tuple[str, ...] = ()
    notice: str = ""
    """What must be known about the file or the table."""
    hint: str = ""
    titles: Titles = Titles("", "", "", "")
    party: Section = Section()
    clocks: Section = Section()
    roll: LastRoll | None = None
    lines: tuple[LogLine, ...] = ()
    help: tuple[tuple[str, str], ...] = ()
    """Keys and what they do, when that is asked for."""
    too_small: str = ""


class Reader:
    """Says a campaign for the players; a log line that was said stays said."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._told: Told = ()
        self._for: object = None
        """What beside the lines themselves they were said for: the language, the sizes of the clocks."""

    def read(self, campaign: Campaign, brush: Brush, language: str, say: Say) -> PlayersView:
        """Give the view of a campaign, notices apart. It must be one that `for_players` gave."""
        system = system_of(campaign)
        told = self._log(campaign, brush, language, say)
        titles = Titles(say(CHARACTERS), say(CLOCKS), say(LAST_ROLL), say(LOG))
        title, facts = headline(campaign, system, say)
        return PlayersView(
            title=title,
            facts=facts,
            titles=titles,
            party=_party(campaign, brush, say),
            clocks=_clocks(campaign, brush, say),
            roll=last_roll(told, say),
            lines=tuple(line for entry, line, _ in told if not _only_strikes(entry)),
        )

    def _log(self, campaign: Campaign, brush: Brush, language: str, say: Say) -> Told:
        said_for = (language, brush.signs.ascii, tuple((id, clock.size) for id, clock in campaign.clocks.items()))
        known = {each[0].n: each for each in self._told} if self._for == said_for else {}
        undone, struck_out = struck(campaign.log), struck_lines(campaign.log)
        told = []
        for entry in campaign.log[-LINES:]:
            gone = entry.beat in undone or entry.n in struck_out
            before = known.get(entry.n)
            if before is None or before[0] != entry or before[1].struck != gone:
                parts = said(campaign, entry)
                before = (entry, _line(entry, parts, say, brush.signs.dot, struck=gone), parts)
            told.append(before)
        self._told, self._for = tuple(told), said_for
        return self._told


def _only_strikes(entry: Entry) -> bool:
    """Say whether an entry says no more than that other lines are struck: they are drawn so."""
    return entry.event in {"undo", "redo"} or (entry.event == "note" and entry.outcome == "struck")


def _line(entry: Entry, parts: Said, say: Say, dot: str, *, struck: bool) -> LogLine:
    return LogLine(
        n=entry.n,
        time=f"{entry.at:%H:%M}",
        who=entry.who_name,
        what=say(parts.what),
        dice=parts.dice,
        outcome=say(parts.outcome) if parts.outcome is not None else "",
        tone=parts.tone,
        details=dot.join(say(each) for each in parts.details),
        follows=entry.n != entry.beat,
        struck=struck,
    )


def last_roll(told: Told, say: Say) -> LastRoll | None:
    """Give the last roll that stands: its outcome as what followed left it."""
    for at in range(len(told) - 1, -1, -1):
        entry, line, parts = told[at]
        if line.struck or not (line.dice or (line.outcome and entry.event in {"roll", "follow"})):
            continue
        beat = [each for each in told[: at + 1] if each[0].beat == entry.beat and not each[1].struck]
        rolled = next((each for each in reversed(beat) if each[1].dice), beat[-1])
        return LastRoll(
            who=line.who or rolled[1].who,
            what=line.what,
            dice=rolled[1].dice,
            outcome=line.outcome,
            tone=line.tone if line.outcome else Tone.PLAIN,
            details=tuple(say(each) for each in parts.details),
        )
    return None


def notice_of(sight: Sight, today: datetime) -> Text | None:
    """Say what must be known about the file or the table; None when all is well."""
    if sight.trouble is not None:
        return BROKEN if sight.trouble is Trouble.BROKEN else GONE
    if sight.closed_since is None:
        return None
    since = sight.closed_since
    is_today = since.date() == today.astimezone(since.tzinfo).date()
    return replace(NO_TABLE, values={"time": f"{since:%H:%M}" if is_today else f"{since:%Y-%m-%d %H:%M}"})


def _party(campaign: Campaign, brush: Brush, say: Say) -> Section:
    system, nothing = system_of(campaign), Selection()
    turn = system.on_turn(campaign)
    rows = party_view(campaign, system, nothing, say)
    dials = {dial.id: dial for dial in stress_view(campaign, system, nothing, say, brush.pies).dials}
    cards = tuple(
        Card(
            replace(dials[row.id], words=(), name=f"{brush.signs.cursor} {row.name}" if row.id == turn else row.name),
            row.gauges,
            tuple(remark for remark in row.remarks if remark != dials[row.id].alarm),
        )
        for row in rows.rows
    )
    return Section(cards, rows.lines, say(NOBODY))


def _clocks(campaign: Campaign, brush: Brush, say: Say) -> Section:
    shown = {id: clock for id, clock in campaign.clocks.items() if clock.visibility == "shown"}
    names = [clock.name for clock in campaign.clocks.values() if clock.visibility == "name"]
    view = clocks_view(replace(campaign, clocks=shown), Selection(), say, brush.pies, brush.signs)
    lines = (say(replace(ONLY_NAMES, values={"names": brush.signs.dot.join(names)})),) if names else ()
    return Section(tuple(Card(dial) for dial in view.dials), lines, say(NO_CLOCKS))
