"""Reading the key of a statement that may be broken."""

from __future__ import annotations

from contextlib import suppress

from tracker.core.tree import Path
from tracker.store import slips
from tracker.store.headers import read_name
from tracker.store.lenient import COLON_LINE, KEY_LINE, ValueReader, past_blanks
from tracker.store.toml_scan import read_keys
from tracker.store.toml_write import key_text

_NO_NAME = frozenset("[]{}(),")
"""Signs that no key is likely to be meant to hold."""


def read_key(values: ValueReader, section: Path, at: int, end: int, *, in_prose: bool) -> tuple[Path, int] | None:
    """Give the key of the line from `at` to `end`, and where its value begins; None where it has none.

    How it is written wrong is noted, but not in prose, where the line may be no statement at all.
    """
    text = values.text
    if found := KEY_LINE.match(text, at):
        with suppress(ValueError):  # an escape in a quoted key that is none
            return read_keys(text, at)[0], past_blanks(text, found.end())
    if in_prose:
        return None
    name, equals, _ = text[at:end].partition("=")
    keys, slip = read_name(name.strip(), at) if equals and not set(name) & _NO_NAME else ((), None)
    if keys and slip is not None:
        values.slips.append(slip)
        values.rewrite(at, at + len(name.rstrip()), ".".join(map(key_text, keys)), (*section, *keys))
        return keys, past_blanks(text, at + len(name) + 1)
    if found := COLON_LINE.match(text, at):
        with suppress(ValueError):
            keys, _ = read_keys(found[1], 0)
            colon = found.end() - 1
            values.slip(colon, slips.instead(text[colon:end], slips.NO_EQUALS))
            values.rewrite(colon, colon + 1, "=", (*section, *keys))
            return keys, past_blanks(text, colon + 1)
    return None
