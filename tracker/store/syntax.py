"""Whether a text is TOML, and if not the first place where it is none."""

from __future__ import annotations

import tomli

from tracker.core.problem import Severity
from tracker.core.text import text
from tracker.core.tree import Tree
from tracker.store.located import Lines, Located


def read_toml(words: str) -> Tree | Located:
    """Give the tree of a text, or the first place where it is no TOML. A byte order mark is no part of it."""
    try:
        tree: Tree = tomli.loads(words.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return _first(words)
    return tree


def _first(words: str) -> Located:
    from tracker.store.mending import mend  # here: most texts are TOML

    slips = mend(words).slips
    if not slips:
        return Located(1, 1, Severity.ERROR, text("lists or tables stand too deep in one another"))
    return Located(*Lines(words).position(slips[0].offset), Severity.ERROR, slips[0].message)
