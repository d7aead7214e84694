"""The lines of a keyed table: which belong to it, how they are taken out, put back and moved among their siblings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tracker.core.tree import Path, path_text, text_path
from tracker.store.toml_scan import Header, Layout, scan

_COMMENT = re.compile(r"[ \t]*#[^\n]*\n")
_HELD = re.compile(r"#= (\d+) ([^\n]*)\n")
_MARK = re.compile(r"#@ (\d+) (\d+) (\d+) ([^\n]*)\n")


class Block(NamedTuple):
    """One section with the comments that belong to it."""

    header: Header
    lead: int
    """Where the comment lines that touch its header begin."""
    core: int
    """Where its last statement ends."""
    body: int
    """Where the comment lines that touch its last statement, and not the next header, end."""


class Unit(NamedTuple):
    """Lines of one table that stand together: whole sections, or statements of a section above it."""

    start: int
    core: int
    """The end without trailing comments."""
    end: int
    section: Path | None
    """The section whose statements these are; None for sections of their own."""


class Piece(NamedTuple):
    """Text taken out, and where it stood."""

    text: str
    anchor: Path
    """The section or the statement that stood before it."""
    lines: int
    """How many lines lay between."""
    holder: int
    """The length of what was left in its place to keep an empty table."""


def blocks(text: str, layout: Layout) -> list[Block]:
    """Give all sections in order; the first is the keys before any header. The text ends with a newline."""
    sections = layout.sections
    cores = [
        layout.values[section.statements[-1]].statement.end if section.statements else section.line.end
        for section in sections
    ]
    leads = [sections[0].line.start]
    bodies = []
    for core, following in zip(cores, [*sections[1:], None], strict=True):
        limit = layout.end if following is None else following.line.start
        comments = list(_gap_lines(text, core, limit))
        body = core
        for start, end in comments:
            if start != body or not _COMMENT.match(text, start):
                break
            body = end
        # What touches the next header is that header's; what touches the end may be the log's.
        bodies.append(core if body == limit else body)
        lead = limit
        for start, _ in reversed(comments):
            if not _COMMENT.match(text, start):
                break
            lead = start
        leads.append(lead)
    return [Block(*parts) for parts in zip(sections, leads[:-1], cores, bodies, strict=True)]


def units(text: str, layout: Layout, path: Path) -> list[Unit]:
    """Give the lines of the table at a path, in order; empty when it has none of its own (or is inside a value)."""
    found: list[Unit] = []
    joined = False
    for block in blocks(text, layout):
        header = block.header
        if path and header.path[: len(path)] == path:
            if joined:
                found[-1] = found[-1]._replace(core=block.core, end=block.body)
            else:
                found.append(Unit(block.lead, block.core, block.body, None))
            joined = True
            continue
        joined = False
        for statement in header.statements:
            if statement[: len(path)] == path:
                start, end = layout.values[statement].statement
                if found and found[-1].section == header.path and found[-1].end == start:
                    found[-1] = found[-1]._replace(core=end, end=end)
                else:
                    found.append(Unit(start, end, end, header.path))
    return found


def with_blank_line(text: str, layout: Layout, unit: Unit, is_first: bool) -> tuple[int, int]:
    """Give the unit with the one blank line that sets it off; the first of its siblings has it behind."""
    start, end = unit.start, unit.end
    if unit.section is not None:
        return start, end
    before = text.rfind("\n", 0, start - 1) + 1 if start else start
    after = text.find("\n", end) + 1 or end
    blank_before = before < start and not text[before:start].strip()
    blank_after = after > end and not text[end:after].strip()
    is_last = not any(header.line.start >= end for header in layout.tables)
    if blank_after and (start == 0 or (is_first and blank_before)):
        return start, after
    if blank_before and (blank_after or is_last):
        return before, end
    return start, end


def cut(text: str, start: int, end: int, holder: str, is_statement: bool) -> tuple[str, Piece]:
    """Take a stretch out, leave `holder` in its place; give the new text and how to put the old one back."""
    rest = text[:start] + text[end:]
    layout = scan(rest)
    before = [header for header in layout.sections if header.line.end <= start]
    section = before[-1]
    anchor, stop = section.path, section.line.end
    for statement in section.statements:
        # A section goes back behind all the keys of the one before it, also behind those added since.
        end_of = layout.values[statement].statement.end
        if not is_statement or end_of <= start:
            stop = end_of
            anchor = statement if is_statement else anchor
    lines = rest.count("\n", stop, start)
    return text[:start] + holder + text[end:], Piece(text[start:end], anchor, lines, len(holder))


def paste(text: str, piece: Piece, holders: Sequence[str]) -> str | None:
    """Put a piece back where it stood; None when its place is gone. `holders` says what may be in its place."""
    layout = scan(text)
    headers = [header for header in layout.sections if header.path == piece.anchor]
    if piece.anchor in layout.values:
        offset = layout.values[piece.anchor].statement.end
        if layout.values[piece.anchor].within != "section":
            return None
    elif headers:
        offset = headers[0].line.end
        if scan(piece.text).tables:
            ends = [layout.values[path].statement.end for path in headers[0].statements]
            offset = max([offset, *ends])
    else:
        return None
    limit = min([layout.end, *(header.line.start for header in layout.tables if header.line.start >= offset)])
    for _ in range(piece.lines):
        offset = min(text.find("\n", offset) + 1 or limit, limit)
    held = text[offset : offset + piece.holder]
    drop = piece.holder if held.strip() in holders else 0
    return text[:offset] + piece.text + text[offset + drop :]


def taken_text(pieces: Sequence[Piece]) -> str:
    """Write pieces as one text that remembers where each stood: a `#@` line before each, which never is in the file."""
    return "".join(
        f"#@ {piece.lines} {len(piece.text)} {piece.holder} {path_text(piece.anchor)}\n{piece.text}" for piece in pieces
    )


def read_taken(text: str) -> list[Piece] | None:
    """Read what `taken_text` wrote; None when it is plain TOML."""
    pieces = []
    at = 0
    while at < len(text):
        found = _MARK.match(text, at)
        if found is None:
            return None
        start, end = found.end(), found.end() + int(found[2])
        try:
            pieces.append(Piece(text[start:end], text_path(found[4]), int(found[1]), int(found[3])))
        except ValueError:
            return None
        at = end
    return pieces or None


class Held(NamedTuple):
    """What was taken out of an inline table whose spacing does not come back by itself, with that table as it stood."""

    text: str
    holder: Path
    writing: str


def held_text(held: Held) -> str:
    """Write it as one text, after a `#=` line, which never is in the file."""
    return f"#= {len(held.text)} {path_text(held.holder)}\n{held.text}{held.writing}"


def read_held(taken: str) -> Held | None:
    """Read what `held_text` wrote; None when it is anything else."""
    found = _HELD.match(taken)
    if found is None:
        return None
    start, end = found.end(), found.end() + int(found[1])
    try:
        return Held(taken[start:end], text_path(found[2]), taken[end:])
    except ValueError:
        return None


def plain_text(taken: str) -> str:
    """Give what was taken out without where it stood."""
    held = read_held(taken)
    if held is not None:
        return held.text
    pieces = read_taken(taken)
    return taken if pieces is None else "".join(piece.text for piece in pieces)


def rotated(text: str, slots: Sequence[tuple[int, int]], source: int, target: int) -> str:
    """Move the content of one slot to another, those between make room; what lies between the slots stays.

    Because only contents wander, moving back gives the same text again whatever comments and blank lines lie between.
    """
    contents = [text[start:end] for start, end in slots]
    contents.insert(target, contents.pop(source))
    parts = []
    at = 0
    for (start, end), content in zip(slots, contents, strict=True):
        parts += [text[at:start], content]
        at = end
    return "".join([*parts, text[at:]])


def _gap_lines(text: str, start: int, limit: int) -> Iterator[tuple[int, int]]:
    while start < limit:
        end = text.find("\n", start) + 1 or limit
        yield start, min(end, limit)
        start = end
