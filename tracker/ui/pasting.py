"""Pastes told from keys where the terminal does not mark them.

A paste arrives as one piece of many letters, a typist's keys one by one. So more than eight keys that a text can hold
(letters, signs, Enter, Tab) in one read count as a paste, and so does what follows within a tenth of a second: a long
paste comes in several reads, and the last of them may be short. Other keys such as arrows never make a paste, however
many come at once: a held arrow key on a slow line does that. A held letter does where the line stalls for a third of a
second, for a text of nothing but `-` would do the same harm. What becomes of a paste, the screens say: in a field it is
inserted, elsewhere nothing happens and a sentence says so.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.message import Message

from tracker.core.text import Text, text

MOST_KEYS = 8
"""In one read, that still count as typed."""
TAIL_SECONDS = 0.1
"""How long after a paste keys still belong to it."""
NO_PASTE = text("pasting does nothing here")
NO_BURST = text("more than eight keys came at once, like a paste: none of them was taken")
_BREAKS = frozenset({"enter", "tab", "ctrl+j"})


class Burst(Paste):
    """A paste that the terminal did not mark."""


Burst.handler_name = Paste.handler_name


class PasteParser(XTermParser):
    """The toolkit's reader of keys, with unmarked pastes put together."""

    now: Callable[[], float] = staticmethod(time.monotonic)
    _tail_ends = 0.0

    def feed(self, data: str) -> Iterable[Message]:
        """Give what a read holds."""
        messages = list(super().feed(data))
        words = [_sign(message) for message in messages if isinstance(message, Key) and _is_text(message)]
        if not words or (len(words) <= MOST_KEYS and self.now() >= self._tail_ends):
            return messages
        self._tail_ends = self.now() + TAIL_SECONDS
        return [*(message for message in messages if not isinstance(message, Key)), Burst("".join(words))]


def no_paste(event: Paste) -> Text:
    """Say that a paste did nothing."""
    return NO_BURST if isinstance(event, Burst) else NO_PASTE


def _is_text(key: Key) -> bool:
    return key.is_printable or key.key in _BREAKS


def _sign(key: Key) -> str:
    return {"enter": "\r", "tab": "\t", "ctrl+j": "\n"}.get(key.key) or key.character or ""
