"""`tracker show`: the table as plain text, for pipes, screen readers and logs."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tracker.cli.opening import UNREADABLE, named_campaign, refused_code, unreadable
from tracker.cli.output import complain, put_out
from tracker.cli.spoken import campaign_language
from tracker.core.campaign import Campaign
from tracker.core.clean import clean
from tracker.core.clock import CLOCK_KINDS, Clock
from tracker.core.entry import Entry
from tracker.core.history import struck
from tracker.core.players_log import hidden_lines
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, Text, text, text_in, verbatim
from tracker.core.visibility import VISIBILITIES
from tracker.i18n.say import say
from tracker.rules.common.notes import struck_lines
from tracker.rules.protocol import Gauge
from tracker.rules.said import said
from tracker.rules.table import system_of

if TYPE_CHECKING:
    from tracker.cli.parser import Parser

LINES = 12
"""Log lines printed, the last ones."""


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    from tracker.cli.parser import CAMPAIGN

    words = parser.help_of(text("the name of a campaign, or the path of its file"))
    parser.add_argument("campaign", metavar=parser.say(CAMPAIGN), help=words)
    parser.add_argument("--players", action="store_true", help=parser.help_of(text("only what the players may see")))
    parser.add_argument("--json", action="store_true", help=parser.help_of(text("the same as JSON, for programs")))


def run(arguments: SimpleNamespace) -> int:
    """Print the table."""
    from tracker.store.campaign_reader import read_campaign_file
    from tracker.store.located import CampaignUnreadable
    from tracker.store.players_file import read_for_players

    players: bool = arguments.players
    try:
        path = named_campaign(arguments.campaign)
        campaign = read_for_players(path).shown if players else read_campaign_file(path)[0]
    except Refusal as refusal:
        complain(say(refusal.message, arguments.spoken))
        return refused_code(refusal)
    except CampaignUnreadable as error:
        complain(say(UNREADABLE if players else unreadable(path, error), arguments.spoken))
        return 1
    language = campaign_language(arguments, campaign.head.language)
    if arguments.json:
        from tracker.cli.show_data import as_json, table_data

        return put_out(as_json(table_data(campaign, language, players=players)), language)
    return put_out("".join(f"{say(line, language)}\n" for line in table_lines(campaign, whole=not players)), language)


def table_lines(campaign: Campaign, *, whole: bool = True) -> Iterator[Text]:
    """Give the table in sentences, a line each; `whole` is False for a campaign that `for_players` gave."""
    system = system_of(campaign)
    yield text(
        "{title}, {system}, session {number}",
        title=verbatim(campaign.title) if campaign.title else text("untitled"),
        system=system.name,
        number=campaign.session,
    )
    yield verbatim("")
    yield text("{label}:", label=text("Characters"))
    yield from _or_nobody(_character(campaign, campaign.characters[id]) for id in system.order(campaign))
    yield from (_item(line) for line in system.table_lines(campaign))
    yield verbatim("")
    yield text("{label}:", label=text("Clocks"))
    yield from _or_nobody(_clock(campaign, clock, whole=whole) for clock in campaign.clocks.values())
    yield verbatim("")
    yield text("{label}:", label=text("Log"))
    yield from _or_nobody(_entries(campaign))


def _or_nobody(lines: Iterator[Text]) -> Iterator[Text]:
    empty = True
    for line in lines:
        empty = False
        yield _item(line)
    if empty:
        yield _item(text_in("empty list", "nothing"))


def _item(line: Text) -> Text:
    return text("- {line}", line=line)


def _character(campaign: Campaign, character: Any) -> Text:
    system = system_of(campaign)
    parts = [_gauge(gauge) for gauge in system.gauges(campaign, character)]
    parts.append(text("stress {filled} of {size}", filled=character.stress, size=campaign.rules.stress_size))
    if character.condition:
        parts.append(text("condition {words}", words=Quoted(character.condition)))
        if character.condition_visibility == "hidden":
            parts.append(text("hidden from the players"))
    if character.taken_out:
        parts.append(text("taken out of the scene"))
    if not character.present:
        parts.append(text_in("character", "absent"))
    parts.extend(system.remarks(campaign, character))
    name = character.name or character.id
    who = text("{name} ({player})", name=name, player=character.player) if character.player else verbatim(name)
    return text("{who}: {words}", who=who, words=tuple(parts))


def _gauge(gauge: Gauge) -> Text:
    if gauge.maximum is None:
        return text("{label} {number}", label=gauge.label, number=gauge.value)
    return text("{label} {number} of {maximum}", label=gauge.label, number=gauge.value, maximum=gauge.maximum)


def _clock(campaign: Campaign, clock: Clock, *, whole: bool) -> Text:
    if not whole and clock.visibility == "name":
        return verbatim(clock.name)
    parts: list[Text] = [
        CLOCK_KINDS[clock.kind],
        text("{filled} of {size}", filled=clock.filled, size=clock.size),
    ]
    if clock.full:
        parts.append(text_in("clock", "full"))
    if clock.max_rolls is not None:
        parts.append(text("{used} of {all} steps", used=clock.rolls_used, all=clock.max_rolls))
    if clock.owner:
        owner = campaign.characters.get(clock.owner)
        parts.append(text("of {who}", who=(owner.name if owner is not None else "") or clean(clock.owner)))
    if clock.visibility != "shown":
        parts.append(text("for the players: {visibility}", visibility=VISIBILITIES[clock.visibility]))
    return text("{who}: {words}", who=verbatim(clock.name or clock.id), words=tuple(parts))


def _entries(campaign: Campaign) -> Iterator[Text]:
    gone, lines, hidden = struck(campaign.log), struck_lines(campaign.log), hidden_lines(campaign.log)
    shown = campaign.log[-LINES:]
    named = {number for entry in shown for number in (entry.about, entry.beat_of)}
    for entry in shown:
        told = _entry(campaign, entry)
        if entry.n in named:  # "taken back: line 17" says nothing where no line has a number
            told = text("line {number}, {words}", number=entry.n, words=told)
        if entry.beat in gone or entry.n in lines:
            told = text("{line} (taken back)", line=told) if entry.beat in gone else text("{line} (struck)", line=told)
        yield text("{line} (hidden from the players)", line=told) if entry.n in hidden else told


def _entry(campaign: Campaign, entry: Entry) -> Text:
    line = said(campaign, entry)
    what = text("{who}: {what}", who=entry.who_name, what=line.what) if entry.who_name else line.what
    parts: list[Text] = []
    if line.dice:
        shown = ", ".join(str(die.face) if die.kept else f"({die.face})" for die in line.dice)
        parts.append(
            text("dice on the table {faces}", faces=shown) if entry.typed else text("dice {faces}", faces=shown)
        )
    if line.outcome is not None:
        parts.append(line.outcome)
    parts.extend(line.details)
    if entry.secret:
        parts.append(text("secret"))
    time = f"{entry.at:%Y-%m-%d %H:%M}"
    if not parts:
        return text("{time}, {what}", time=time, what=what)
    return text("{time}, {what}; {words}", time=time, what=what, words=tuple(parts))
