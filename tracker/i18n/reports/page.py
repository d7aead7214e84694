"""A recap as one page that needs nothing else: to be read, sent or printed, with the clocks drawn as pies."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import cos, pi, sin

from tracker.i18n.reports.recap_document import Document, Item, Part, document
from tracker.rules.recap import Recap
from tracker.rules.recap_clocks import ClockStory

_MOST_PARTED = 24
"""A clock of more segments is drawn without lines between them."""
_RADIUS = 45
_STYLE = """
:root { color-scheme: light dark; --ground: #fdfcf9; --ink: #1d2026; --dim: #5c6370; --line: #c9c7c0;
  --new: #b3541e; --before: #3d4654; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181d; --ink: #e6e4df; --dim: #a0a6b0; --line: #3c424d;
  --new: #f0a35e; --before: #8d9bb0; } }
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; break-after: avoid; }
h2 { margin-top: 2rem; border-bottom: 1px solid var(--line); }
ul { padding-left: 1.25rem; }
li { margin: .25rem 0; break-inside: avoid; }
li > span { white-space: pre-line; }
time, .facts { color: var(--dim); font-variant-numeric: tabular-nums; }
ul.clocks { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; padding: 0;
  list-style: none; }
ul.clocks li { text-align: center; }
svg { display: block; width: 6rem; height: 6rem; margin: 0 auto .5rem; }
.empty { fill: none; stroke: var(--line); stroke-width: 1.5; }
.before { fill: var(--before); stroke: var(--ground); stroke-width: 1.5; }
.new { fill: var(--new); stroke: var(--ground); stroke-width: 1.5; }
.rim { fill: none; stroke: var(--ink); stroke-width: 2; }
@media print { :root { --ground: #fff; --ink: #000; --dim: #333; --line: #999; --new: #777; --before: #222; }
  body { margin: 0; max-width: none; font-size: 10.5pt; }
  svg { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def recap_page(recap: Recap, language: str) -> str:
    """Give a recap as a page."""
    return page(document(recap, language))


def page(document: Document) -> str:
    """Give a document as a page in UTF-8."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    title = escape(document.title)
    yield "<!doctype html>"
    yield f'<html lang="{escape(document.language)}">'
    yield "<head>"
    yield '<meta charset="utf-8">'
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title>"
    yield f"<style>{_STYLE}</style>"
    yield "</head>"
    yield "<body>"
    yield f"<h1>{title}</h1>"
    yield f'<p class="facts">{escape(document.facts)}</p>'
    for part in document.parts:
        yield f"<h{part.level}>{escape(part.heading)}</h{part.level}>"
        yield from _list(part)
    yield "</body>"
    yield "</html>"


def _list(part: Part) -> Iterator[str]:
    if part.items:
        drawn = any(item.clock is not None for item in part.items)
        yield '<ul class="clocks">' if drawn else "<ul>"
        for item in part.items:
            yield from _item(item)
        yield "</ul>"


def _item(item: Item) -> Iterator[str]:
    time = f"<time>{item.time}</time> " if item.time else ""
    picture = pie(item.clock) if item.clock is not None else ""
    outcome = f" – <strong>{escape(item.outcome)}</strong>" if item.outcome else ""
    rest = f"{', ' if item.outcome else ' – '}{escape(item.rest)}" if item.rest else ""
    words = f"<li>{picture}{time}<span>{escape(item.words)}</span>{outcome}{rest}"
    if not item.below:
        yield f"{words}</li>"
        return
    yield words
    yield "<ul>"
    for each in item.below:
        yield from _item(each)
    yield "</ul></li>"


def pie(clock: ClockStory) -> str:
    """Draw a clock: what was filled before, what was filled in the session, and what is empty; nothing unknown."""
    filled = clock.before if clock.after is None else clock.after
    if clock.size is None or filled is None:
        return ""
    filled = min(filled, clock.size)
    before = min(clock.before or 0, filled)
    spans = _spans(clock.size, before, filled)
    shapes = "".join(_segment(begin, end, clock.size, kind) for begin, end, kind in spans)
    rim = f'<circle class="rim" cx="50" cy="50" r="{_RADIUS}"/>'
    return f'<svg viewBox="0 0 100 100" aria-hidden="true">{shapes}{rim}</svg>'


def _spans(size: int, before: int, filled: int) -> list[tuple[int, int, str]]:
    if size <= _MOST_PARTED:
        kinds = ["before"] * before + ["new"] * (filled - before) + ["empty"] * (size - filled)
        return [(n, n + 1, kind) for n, kind in enumerate(kinds)]
    spans = [(0, before, "before"), (before, filled, "new"), (filled, size, "empty")]
    return [span for span in spans if span[0] < span[1]]


def _segment(begin: int, end: int, size: int, kind: str) -> str:
    if end - begin == size:
        return f'<circle class="{kind}" cx="50" cy="50" r="{_RADIUS}"/>'
    (x, y), (to_x, to_y) = _point(begin, size), _point(end, size)
    large = int((end - begin) * 2 > size)
    return f'<path class="{kind}" d="M50 50L{x} {y}A{_RADIUS} {_RADIUS} 0 {large} 1 {to_x} {to_y}Z"/>'


def _point(at: int, size: int) -> tuple[str, str]:
    turn = 2 * pi * at / size
    return _written(50 + _RADIUS * sin(turn)), _written(50 - _RADIUS * cos(turn))


def _written(length: float) -> str:
    return f"{length:.2f}".rstrip("0").rstrip(".")
