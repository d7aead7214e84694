"""The commands there are: each is the module of its name beside this one, with `add_arguments` and `run`."""

from __future__ import annotations

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text


@dataclass(frozen=True, slots=True)
class About:
    """What the help says of a command."""

    summary: Text
    """In the list of commands."""
    description: Text
    """In its own help."""


COMMANDS = {
    "new": About(
        text("write a new campaign file"),
        text(
            "Writes a commented campaign file and prints its path. A NAME that ends in .toml or holds / is the path; "
            "any other goes to ./campaigns if that folder exists, else to the data folder. Nothing is overwritten."
        ),
    ),
    "show": About(
        text("print the table as plain text"),
        text(
            "Prints the table in plain sentences, for pipes, screen readers and logs: characters, clocks, the last log "
            "lines. With --players only what the players may see, with --json the same as data."
        ),
    ),
    "view": About(
        text("the players’ screen, on a terminal of its own"),
        text(
            "Shows what the players may see: names, conditions, clocks, the last roll. Follows the file and changes "
            "nothing; it may run beside any number of tables."
        ),
    ),
    "check": About(
        text("list every problem of campaign files"),
        text(
            "Lists every problem as file:line:column: error or warning: sentence. The exit code is 1 when there is an "
            "error, 0 with warnings only."
        ),
    ),
    "recap": About(
        text("tell a session as Markdown, or as a page"),
        text(
            "Tells a session: who played, what happened, the clocks from what to what, how everybody stands, notes. "
            "With --players nothing hidden is in it."
        ),
    ),
    "stats": About(
        text("print the statistics of the dice"),
        text(
            "Prints what was thrown and what came of it, beside what was to be expected of those very rolls: per "
            "character and for the table. Secret rolls are counted too."
        ),
    ),
    "backups": About(
        text("list the kept copies of a campaign, bring one back"),
        text(
            "Lists the copies that the first save of each day kept of a campaign, the newest first. With --restore N, "
            "copy N takes the place of the file; what stands there is kept as a copy first."
        ),
    ),
    "schema": About(
        text("print the JSON Schema of a campaign, for editors"),
        text(
            "Prints the JSON Schema (draft 2020-12) of a campaign file. Saved as campaign.schema.json beside a campaign"
            " whose first line is “#:schema campaign.schema.json”, it lets editors complete keys and mark slips."
        ),
    ),
    "resolve": About(
        text("the rules for scripts: JSON Lines in, JSON Lines out"),
        text(
            "Reads one roll per line from standard input, as a JSON object with system, roll, inputs, dice and rules, "
            "and answers each with one line. Without dice, they are thrown."
        ),
    ),
    "odds": About(
        text("the exact odds of rolls for scripts: JSON Lines in, JSON Lines out"),
        text(
            "Reads one roll per line from standard input, as a JSON object with system, roll, inputs and rules, and "
            "answers each with the exact chance of every outcome."
        ),
    ),
    "serve": About(
        text("the players’ screen as a page for browsers"),
        text(
            "Shows the players’ screen in browsers, on this machine only unless another address is given. It needs the "
            "package textual-serve. Nobody can change anything there."
        ),
    ),
}
"""Name → what the help says of it, in the order of the help."""
TABLE = "table"
"""The module of what is done without a command's name."""
VALUED = frozenset({"--language", "--theme", "--keys", "--seed"})
"""Options before the name of a command that take a value after a blank."""


def named_command(given: list[str]) -> tuple[str, list[str]]:
    """Give the command that is meant and what is left for it: the first word that is no option names it."""
    at = 0
    while at < len(given) and given[at].startswith("-") and given[at] not in {"-", "--"}:
        at += 2 if given[at] in VALUED else 1
    if at < len(given) and given[at] in COMMANDS:
        return given[at], [*given[:at], *given[at + 1 :]]
    return TABLE, given
