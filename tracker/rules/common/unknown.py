"""A word in the file that refers to nothing there is."""

from __future__ import annotations

from tracker.core.clean import clean
from tracker.core.codec import nearest
from tracker.core.problem import Problem, Severity
from tracker.core.text import text
from tracker.core.tree import Path

KNOWN_NAMED = 20
"""Known words that a sentence about an unknown one lists."""


def unknown(path: Path, word: str, known: tuple[str, ...], severity: Severity, *, at_key: bool = False) -> Problem:
    """Give the problem of a word that is none of the known ones; it names the nearest, or what there is."""
    near = nearest(word, known)
    if not known:
        message = text("“{word}” is not known here; there are none", word=clean(word))
    elif near is None:
        words = ", ".join(known[:KNOWN_NAMED]) + (" …" if len(known) > KNOWN_NAMED else "")
        message = text("“{word}” is not known here; there are {words}", word=clean(word), words=words)
    else:
        message = text("“{word}” is not known here; did you mean “{near}”?", word=clean(word), near=near)
    return Problem(path, severity, message, at_key)
