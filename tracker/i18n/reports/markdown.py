"""A recap as Markdown; what people have written stands there as they wrote it, sign by sign."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tracker.i18n.reports.recap_document import Document, Item, document
from tracker.rules.recap import Recap

_ANYWHERE = re.compile(r"[\\`*_\[\]<>#|~&]")
_BEGINS_SOMETHING = re.compile(r"^(\s*)([-+=:]|\d+(?=[.)]))")


def recap_markdown(recap: Recap, language: str) -> str:
    """Give a recap as Markdown."""
    return markdown(document(recap, language))


def markdown(document: Document) -> str:
    """Give a document as Markdown, with one line end at its end."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield f"# {escaped(document.title)}"
    yield ""
    yield escaped(document.facts)
    for part in document.parts:
        yield ""
        yield f"{'#' * part.level} {escaped(part.heading)}"
        if part.items:
            yield ""
        for item in part.items:
            yield from _item(item, "")


def _item(item: Item, indent: str) -> Iterator[str]:
    words = [escaped(line) for line in item.words.split("\n") if line.strip()] or [""]
    if item.outcome:
        words[-1] += f" – **{escaped(item.outcome)}**"
    if item.rest:
        words[-1] += f"{' – ' if not item.outcome else ', '}{escaped(item.rest)}"
    time = f"{item.time} " if item.time else ""
    yield f"{indent}- {time}" + f"\\\n{indent}  ".join(words)
    for each in item.below:
        yield from _item(each, indent + "  ")


def escaped(words: str) -> str:
    """Give words that Markdown shows as they are."""
    safe = _ANYWHERE.sub(r"\\\g<0>", words.strip())
    return _BEGINS_SOMETHING.sub(_escaped_begin, safe)


def _escaped_begin(found: re.Match[str]) -> str:
    sign = found[2]
    return f"{found[1]}{sign}\\" if sign.isdigit() else f"{found[1]}\\{sign}"
