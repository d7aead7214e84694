"""Small logs to count, and what is read off the statistics of them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from playing import table

from tracker.core.campaign import Campaign
from tracker.core.tree import Tree
from tracker.i18n.reports.lines import report_lines
from tracker.rules.reports.statistics_rows import statistics_rows
from tracker.rules.statistics import KindCount, Share, Statistics, statistics

TWO = {"critical": "1/36", "full": "5/18", "partial": "4/9", "bad": "1/4"}
THREE = {"critical": "2/27", "full": "25/72", "partial": "49/108", "bad": "1/8"}


def rolled(n: int, outcome: str = "full", **more: Any) -> dict[str, Any]:
    """Give an action roll of Aïcha's as the log has it."""
    entry = {
        "n": n,
        "beat": n,
        "session": 7,
        "event": "roll",
        "who": "aicha",
        "who_name": "Aïcha",
        "roll": "action",
        "faces": [6, 2],
        "odds": TWO,
        "outcome": outcome,
    }
    return {**entry, **more}


def counted(entries: Iterable[Tree], session: int | None = None, campaign: Campaign | None = None) -> Statistics:
    return statistics(campaign or table(), entries, session)


def kind(share: Share, id: str = "action") -> KindCount:
    return next(each for each in share.kinds if each.id == id)


def outcomes(share: Share, id: str = "action") -> dict[str, tuple[int, Fraction]]:
    """Give what was and what was to be expected, by outcome."""
    return {each.id: (each.observed, each.expected) for each in kind(share, id).outcomes}


def of(found: Statistics, who: str) -> Share:
    return next(each for each in found.characters if each.who == who)


def report(found: Statistics, language: str = "en", width: int = 80, **more: Any) -> str:
    return "\n".join(report_lines(statistics_rows(found), language, width, **more))


def _campaign(system: str) -> Campaign:
    from tracker.core.campaign import read_campaign
    from tracker.rules.system import system_of

    tree: Tree = {
        "format": 1,
        "system": system,
        "session": 7,
        "characters": {"aicha": {"name": "Aïcha"}, "bohort": {"name": "Bohort"}},
    }
    return read_campaign(tree, system_of(system).shape)[0]
