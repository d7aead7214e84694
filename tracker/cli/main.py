"""The command line: which command is meant. Only the module of that command is imported."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from types import SimpleNamespace

BARE = ("resolve", "odds")
"""Commands that mostly come without arguments. There is nothing to parse then, and argparse is not loaded: scripts may
start one for every roll, and it would be a tenth of the start."""
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name and give its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    collects = gc.isenabled()
    gc.disable()  # what is made while a program starts stays; looking through it again and again costs 15 ms
    try:
        if len(given) == 1 and given[0] in BARE:
            bare: int = import_module(f"tracker.cli.{given[0]}").run(SimpleNamespace(language=None))
            return bare
        return _run(given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        return _crashed(given, error)
    finally:
        if collects:
            gc.enable()


def _run(given: list[str]) -> int:
    from tracker.cli.commands import COMMANDS, TABLE, named_command
    from tracker.cli.spoken import spoken_language

    name, rest = named_command(given)
    language = spoken_language(given)
    module = import_module(f"tracker.cli.{name}")
    if name == TABLE and len(rest) <= 1 and not any(word.startswith("-") for word in rest):
        # Nothing to parse: argparse would be a thirtieth of the start.
        plain: int = module.run(SimpleNamespace(spoken=language, campaign=next(iter(rest), None), **module.PLAIN))
        return plain
    from tracker.cli.parser import Parser

    parser = Parser(language, prog="tracker" if name == TABLE else f"tracker {name}")
    module.add_arguments(parser)
    if name != TABLE:
        parser.description = parser.help_of(COMMANDS[name].description)
    parsed = SimpleNamespace(spoken=language)
    parser.parse_args(rest, parsed)
    code: int = module.run(parsed)
    return code


def _crashed(given: list[str], error: Exception) -> int:
    """Say in one sentence that the program is at fault, and where the rest is written."""
    from tracker.cli.output import complain
    from tracker.cli.spoken import flagged_language
    from tracker.core.text import text
    from tracker.i18n.say import say
    from tracker.store.crash_report import write_crash_report
    from tracker.store.places import state_folder

    report = write_crash_report(error, state_folder())
    kind = type(error).__name__
    if report is None:
        message = text("the program failed ({kind}), and no report could be written", kind=kind)
    else:
        message = text("the program failed ({kind}); what went wrong is written in {path}", kind=kind, path=str(report))
    complain(say(message, flagged_language(given) or "en"))
    return 1
