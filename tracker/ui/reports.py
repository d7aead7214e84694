"""The reports on the evening as lines for the screen."""

from __future__ import annotations

from pathlib import Path

from tracker.i18n.reports.lines import report_lines
from tracker.i18n.reports.markdown import recap_markdown
from tracker.rules.recap import recap
from tracker.rules.reports.statistics_rows import statistics_rows
from tracker.rules.statistics import statistics
from tracker.store.whole_log import opened_log, read_whole
from tracker.ui.cells import wrapped

MOST_ROWS = 12
"""Of one paragraph."""


def statistics_lines(path: Path, language: str, width: int, *, ascii: bool) -> list[str]:
    """Give the statistics of a campaign file, drawn for some cells of width. Raises OSError, CampaignUnreadable."""
    with opened_log(path) as (campaign, entries):
        found = statistics(campaign, entries, None)
    return list(report_lines(statistics_rows(found), language, width, ascii=ascii))


def recap_lines(path: Path, language: str, width: int, *, ascii: bool) -> list[str]:
    """Give the recap of the present session of a campaign file. Raises OSError, CampaignUnreadable."""
    words = recap_markdown(recap(read_whole(path), None), language)
    return [line for paragraph in words.split("\n") for line in wrapped(paragraph, width, MOST_ROWS) or ("",)]
