"""`tracker recap`: a session as Markdown, or as one page with the clocks drawn."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.output import put_out
from tracker.cli.reporting import add_report_arguments, check_session, reported, writes_utf8
from tracker.cli.spoken import campaign_language
from tracker.core.text import text

if TYPE_CHECKING:
    from tracker.cli.parser import Parser


def add_arguments(parser: Parser) -> None:
    """Describe what the command takes."""
    add_report_arguments(parser, parser.help_of(text("this session; else the present one")))
    parser.add_argument(
        "--players", action="store_true", help=parser.help_of(text("for the players: nothing hidden is in it"))
    )
    parser.add_argument(
        "--html", action="store_true", help=parser.help_of(text("one page for a browser, with the clocks drawn"))
    )


def run(arguments: SimpleNamespace) -> int:
    """Print the recap."""

    def report(path: Path) -> int:
        from tracker.rules.recap import recap, sessions_of
        from tracker.store.whole_log import read_whole

        campaign = read_whole(path)
        check_session(arguments.session, sessions_of(campaign))
        language = campaign_language(arguments, campaign.head.language)
        found = recap(campaign, arguments.session, players=arguments.players)
        if not arguments.html:
            from tracker.i18n.reports.markdown import recap_markdown

            return put_out(recap_markdown(found, language), language)
        from tracker.i18n.reports.page import recap_page

        words = recap_page(found, language)
        # The page says that it is UTF-8; numbered signs mean the same in any other encoding.
        return put_out(words if writes_utf8() else words.encode("ascii", "xmlcharrefreplace").decode(), language)

    return reported(arguments, report)
