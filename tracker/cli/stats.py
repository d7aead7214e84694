"""`tracker stats`: the statistics of the dice, as charts or as JSON."""

from __future__ import annotations

import os
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from tracker.cli.output import put_out
from tracker.cli.reporting import add_report_arguments, check_session, reported, writes_utf8
from tracker.cli.spoken import campaign_language
from tracker.core.text import text
from tracker.i18n.say import say

if TYPE_CHECKING:
    from tracker.cli.parser import Parser
    from tracker.rules.statistics import FaceCount, KindCount, Run, Share, Statistics

WIDTH = 80
"""Cells where nothing says how wide it is: in a pipe, in a file."""
WIDEST = 100


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    from argparse import BooleanOptionalAction

    add_report_arguments(parser, parser.help_of(text("only this session; else all of the log")))
    parser.add_argument("--json", action="store_true", help=parser.help_of(text("print JSON for programs")))
    parser.add_argument(
        "--ascii", action=BooleanOptionalAction, help=parser.help_of(text("draw with plain ASCII signs only"))
    )


def run(arguments: SimpleNamespace) -> int:
    """Print the statistics."""

    def report(path: Path) -> int:
        from tracker.rules.statistics import statistics
        from tracker.store.whole_log import opened_log

        with opened_log(path) as (campaign, entries):
            language = campaign_language(arguments, campaign.head.language)
            found = statistics(campaign, entries, arguments.session)
        check_session(arguments.session, {campaign.session, *found.sessions})
        return _print(found, language, arguments)

    return reported(arguments, report)


def _print(found: Statistics, language: str, arguments: SimpleNamespace) -> int:
    if arguments.json:
        from json import dumps

        words = dumps(statistics_json(found, language), ensure_ascii=not writes_utf8(), indent=2)
        return put_out(f"{words}\n", language)
    from tracker.i18n.reports.lines import report_lines
    from tracker.rules.reports.statistics_rows import statistics_rows

    lines = report_lines(statistics_rows(found), language, _width(), ascii=_in_ascii(arguments))
    return put_out("".join(f"{line.rstrip()}\n" for line in lines), language)


def statistics_json(found: Statistics, language: str) -> dict[str, Any]:
    """Give the statistics as JSON: ids for programs, labels for people, exact numbers as fractions in text."""
    return {
        "title": found.title,
        "session": found.session,
        "sessions": list(found.sessions),
        "gauge": say(found.gauge, language) if found.gauge is not None else None,
        "table": _share_json(found.table, language),
        "characters": [{"id": each.who, "name": each.name, **_share_json(each, language)} for each in found.characters],
    }


def _share_json(share: Share, language: str) -> dict[str, Any]:
    return {
        "rolls": share.rolls,
        "kinds": [_kind_json(kind, language) for kind in share.kinds],
        "faces": [_faces_json(faces) for faces in share.faces],
        "longest_good_run": _run_json(share.good_run),
        "longest_bad_run": _run_json(share.bad_run),
        "earned": share.earned,
        "spent": share.spent,
        "stress_taken": share.stress,
        "clocks_filled": list(share.filled),
    }


def _kind_json(kind: KindCount, language: str) -> dict[str, Any]:
    return {
        "id": kind.id,
        "label": say(kind.label, language),
        "rolls": kind.rolls,
        "outcomes": [
            {
                "id": each.id,
                "label": say(each.label, language),
                "tone": each.tone.value,
                "observed": each.observed,
                "expected": _exact(each.expected),
                "expected_about": _about(each.expected),
                "usual": list(each.usual) if each.usual is not None else None,
            }
            for each in kind.outcomes
        ],
    }


def _faces_json(faces: FaceCount) -> dict[str, Any]:
    return {
        "sides": faces.sides,
        "typed": faces.typed,
        "dice": faces.thrown,
        "counts": list(faces.counts),
        "expected": _exact(faces.expected),
        "expected_about": _about(faces.expected),
        "chance_at_most": faces.chance,
    }


def _run_json(run: Run) -> dict[str, Any]:
    if not run.length:
        return {"length": 0, "of": run.of}
    return {"length": run.length, "first": run.first, "last": run.last, "of": run.of, "chance": run.chance}


def _exact(number: Fraction) -> str:
    return str(number)


def _about(number: Fraction) -> float:
    return round(float(number), 4)


def _width() -> int:
    try:
        return min(WIDEST, os.get_terminal_size(sys.stdout.fileno()).columns - 1)
    except (OSError, ValueError, AttributeError):
        return WIDTH


def _in_ascii(arguments: SimpleNamespace) -> bool:
    """Draw in ASCII where that is asked for, or where nothing else arrives."""
    from tracker.store.places import config_folder
    from tracker.store.settings import Settings, wanted

    asked = wanted(Settings(ascii=arguments.ascii), os.environ, config_folder()).settings.ascii
    return not writes_utf8() if asked is None else asked
