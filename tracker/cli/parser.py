"""The argument parser of every command: the reader's language, one-line errors, help as wide as the terminal."""

from __future__ import annotations

import os
import re
import sys
from argparse import SUPPRESS, Action, ArgumentParser, HelpFormatter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any, NoReturn

from tracker.cli.output import complain, put_out
from tracker.core.clean import clean
from tracker.core.text import Text, text, text_in
from tracker.i18n.catalogue import LANGUAGES
from tracker.i18n.say import say

CAMPAIGN = text_in("in the help", "CAMPAIGN")
COMMAND = text_in("in the help", "COMMAND")
FILE = text_in("in the help", "FILE")
NAME = text_in("in the help", "NAME")


class Formatter(HelpFormatter):
    """Help as wide as the terminal. The inherited one loads shutil to find that out, for every command."""

    def __init__(self, prog: str, language: str) -> None:
        """Measure the terminal."""
        try:
            width = os.get_terminal_size().columns
        except (OSError, ValueError):
            width = 80
        super().__init__(prog, width=max(40, width - 2))
        self.language = language

    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Begin with our own word for the usage."""
        super().add_usage(usage, actions, groups, prefix or say(text("usage: "), self.language))


class Parser(ArgumentParser):
    """A parser that says in one line what is wrong."""

    def __init__(self, language: str, **more: Any) -> None:
        """Take whole option names only."""
        super().__init__(
            allow_abbrev=False, add_help=False, formatter_class=partial(Formatter, language=language), **more
        )
        self.language = language
        self._listed: list[tuple[Text, tuple[tuple[str, Text], ...]]] = []
        self._positionals.title = self._heading(text("arguments"))
        self._optionals.title = self._heading(text("options"))
        self.add_argument(
            "-h", "--help", action="help", default=SUPPRESS, help=self.say(text("show this help and leave"))
        )
        self.add_argument(
            "--language", choices=LANGUAGES, help=self.say(text("language of what is said, fr or en")), metavar="fr|en"
        )

    def say(self, what: Text) -> str:
        """Say a sentence in the language of the run."""
        return say(what, self.language)

    def help_of(self, what: Text) -> str:
        """Say what an argument is for; a per cent sign means nothing there."""
        return self.say(what).replace("%", "%%")

    def list_commands(self, title: Text, rows: Iterable[tuple[str, Text]]) -> None:
        """Have the help list names with what they do; nothing of it is parsed."""
        self._listed.append((title, tuple(rows)))

    def format_help(self) -> str:
        """Give the help, what is listed at its end."""
        words = super().format_help()
        for title, rows in self._listed:
            formatter = self._get_formatter()
            formatter.start_section(self._heading(title))
            formatter.add_arguments([Action([], name, help=self.help_of(does)) for name, does in rows])
            formatter.end_section()
            words += f"\n{formatter.format_help()}"
        return words

    def error(self, message: str) -> NoReturn:
        """Leave with exit code 2 for bad usage."""
        complain(self._said(message), self.prog)
        sys.exit(2)

    def _heading(self, what: Text) -> str:
        """Say a heading without its colon, which argparse adds: French has a blank before it."""
        return self.say(text("{label}:", label=what)).removesuffix(":")

    def _said(self, message: str) -> str:
        found = re.fullmatch(r"argument (?P<name>.+?): (?P<words>.+)", message, re.DOTALL)
        if found is not None:
            return f"{clean(found['name'])}: {self._said(found['words'])}"
        for pattern, words in _ERRORS:
            found = re.fullmatch(pattern, message, re.DOTALL)
            if found is not None:
                values = {name: clean(value) for name, value in found.groupdict().items()}
                return self.say(replace(words, values=values))
        return clean(message)

    def _print_message(self, message: str, file: Any = None) -> None:
        if message:
            put_out(message)


_ERRORS = (
    (r"expected (at least |at most )?(one|\d+) arguments?", text("a value is expected")),
    (
        r"invalid choice: (?P<found>.*?)(, maybe you meant .*)? \(choose from (?P<choices>.*)\)",
        text("{found} is none of {choices}"),
    ),
    (r"invalid \S+ value: (?P<found>.*)", text("{found} cannot be read")),
    (r"ignored explicit argument (?P<found>.*)", text("no value is expected, {found} stands there")),
    (r"the following arguments are required: (?P<names>.*)", text("missing: {names}")),
    (r"unrecognized arguments: (?P<words>.*)", text("not understood: {words}")),
    (r"not allowed with argument (?P<name>.*)", text("not together with {name}")),
)
"""What argparse says in English → what we say. Where it says something else, its own words stand."""
