"""Refusals: why something cannot be done, as a value with a code, a place and a sentence."""

from __future__ import annotations

from tracker.core.text import Text


class Refusal(Exception):
    """A command or an input that is not carried out. Nothing has changed when it is raised."""

    def __init__(self, code: str, message: Text, *, input: str | None = None) -> None:
        """Keep the code scripts read, the sentence people read and the name of the input at fault."""
        super().__init__(code)
        self.code = code
        self.message = message
        self.input = input
