"""Keyed tables in a text: put among their siblings, taken out, put back and moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import tomli

from tracker.core.tree import MISSING, Missing, Path, Tree, path_text, same
from tracker.store import toml_blocks as lines
from tracker.store import toml_inline as inline
from tracker.store.toml_draft import CannotPatch, Draft, look
from tracker.store.toml_scan import Span, scan
from tracker.store.toml_write import key_text, table_text, value_text


def add_table(draft: Draft, path: Path, value: Tree, after: str | None, text: str | None) -> None:
    """Put a new keyed table behind one of its siblings; None is the first place, an unknown key the last."""
    if text is not None:
        if paste(draft, path, text):
            return
        text = lines.plain_text(text)
    siblings = draft.siblings(path)
    holder = draft.inline_holder(path)
    if holder is not None:
        _add_inline(draft, holder, path, value, after, text)
        return
    if siblings and after is None:
        _add_before(draft, path, siblings[0], value, text)
        return
    beside = after if after in siblings else siblings[-1] if siblings else None
    if beside is not None:
        unit = _unit_before_next(draft, path[:-1], siblings, beside)
        if unit.section is not None:
            _add_statement(draft, unit.section, path, value, unit.end, text)
            return
        end = unit.end
    else:
        parent = [block for block in draft.blocks() if block.header.path == path[:-1] and path[:-1]]
        end = parent[0].body if parent else draft.blocks()[-1].body
        if not draft.layout.values and not draft.layout.tables:
            end = len(draft.text)
    if text is None:
        text = table_text(path, value, draft.newline)
        text = text if draft.is_dense(end) else draft.newline + text
    draft.splice(Span(end, end), ended(text, draft.newline))


def move_table(draft: Draft, path: Path, after: str | None) -> None:
    """Put a keyed table behind another of its siblings; None is the first place, an unknown key the last."""
    siblings = draft.siblings(path)
    if path[-1] not in siblings:
        return
    others = [key for key in siblings if key != path[-1]]
    target = 0 if after is None else others.index(after) + 1 if after in others else len(others)
    source = siblings.index(path[-1])
    if source == target:
        return
    before = draft.text
    wanted = [*others[:target], path[-1], *others[target:]]
    for with_comments in (True, False):
        slots = _slots(draft, path[:-1], siblings, with_comments)
        if slots is None:
            break
        draft.text = lines.rotated(before, slots, source, target)
        if draft.is_valid() and draft.siblings(path) == wanted:
            again = _slots(draft, path[:-1], wanted, with_comments)
            # A comment at the end of a section may come to touch another header: then it stays behind.
            if not with_comments or (again and lines.rotated(draft.text, again, target, source) == before):
                return
        draft.text = before
    value = look(draft.tree, path)
    if not isinstance(value, Mapping):
        raise CannotPatch("no table", path)
    text = "".join(piece.text for piece in drop(draft, path))
    without = draft.text
    add_table(draft, path, value, after, text)
    if not draft.is_valid() or not same(look(draft.tree, path), value):
        # Its lines stood under different headers, and cannot stand together as they are.
        draft.text = without
        add_table(draft, path, value, after, None)


def drop(draft: Draft, path: Path) -> list[lines.Piece]:
    """Take out all lines of a path, leaving the table it was in; give the pieces in order."""
    place = draft.layout.values.get(path)
    holder = draft.inline_holder(path)
    if holder is not None:
        if place is not None:
            item = draft.at(place.statement)
            index = draft.items(holder).index(path) if path in draft.items(holder) else 0
        else:
            item, index = "", 0
        span = draft.layout.values[holder].value
        draft.splice(span, inline.drop(draft.at(span), path[len(holder) :], draft.newline))
        return [lines.Piece(item, holder, index, 0)]
    above = look(draft.tree, path[:-1])
    is_first = isinstance(above, Mapping) and len(above) > 1 and next(iter(above)) == path[-1]
    found = draft.units(path)
    pieces: list[lines.Piece] = []
    text = draft.text
    for unit in reversed(found):
        start, end = lines.with_blank_line(text, scan(text), unit, is_first)
        if draft.is_open and end == len(text):
            # What is left must not end with a blank line, or the file would not be without its newline any more.
            start = len(text[:start].rstrip()) and text.index("\n", len(text[:start].rstrip())) + 1
        rest, piece = lines.cut(text, start, end, "", unit.section is not None)
        if unit is found[0] and _is_lost(rest, path[:-1]):
            header = _holder_text(draft, unit.section, path[:-1])
            if unit.section is None and text[start:end].startswith(("\n", "\r\n")):
                header = draft.newline + header
            rest, piece = lines.cut(text, start, end, header, unit.section is not None)
        text = rest
        pieces.insert(0, piece)
    draft.text = text
    return pieces


def paste(draft: Draft, path: Path, taken: str) -> bool:
    """Put back pieces that remember their places; False when the text is none or a place is gone."""
    held = lines.read_held(taken)
    if held is not None:
        return _paste_held(draft, path, held)
    pieces = lines.read_taken(taken)
    if pieces is None:
        return False
    text = draft.text
    for number, piece in enumerate(pieces):
        place = draft.layout.values.get(piece.anchor)
        if place is not None and place.shape == "table" and draft.inline_holder(path) == piece.anchor:
            index = min(piece.lines, len(draft.items(piece.anchor)))
            whole = inline.with_item(draft.at(place.value), index, piece.text, draft.newline)
            text = text[: place.value.start] + whole + text[place.value.end :]
            continue
        holders = [f"[{path_text(path[:-1])}]", *(f"{path_text(path[n:-1])} = {{}}" for n in range(len(path) - 1))]
        done = lines.paste(text, piece, holders if number == 0 else [])
        if done is None:
            return False
        text = done
    draft.text = text
    return True


def _paste_held(draft: Draft, path: Path, held: lines.Held) -> bool:
    """Put an inline table back as it stood, where it is still what taking the path out of that had left."""
    place = draft.layout.values.get(held.holder)
    if place is None or draft.inline_holder(path) != held.holder:
        return False
    if inline.drop(held.writing, path[len(held.holder) :], draft.newline) != draft.at(place.value):
        return False
    draft.splice(place.value, held.writing)
    return True


def _add_inline(draft: Draft, holder: Path, path: Path, value: Tree, after: str | None, text: str | None) -> None:
    span = draft.layout.values[holder].value
    items = draft.items(holder)
    keys = [item[len(holder)] for item in items]
    if holder != path[:-1]:
        draft.splice(span, inline.put(draft.at(span), path[len(holder) :], MISSING, value, draft.newline))
        return
    index = 0 if after is None else len(keys) - keys[::-1].index(after) if after in keys else len(keys)
    item = f"{key_text(path[-1])} = {value_text(value)}"
    if text is not None and not text.lstrip().startswith("["):
        item = text.strip()
    draft.splice(span, inline.with_item(draft.at(span), index, item, draft.newline))


def _add_before(draft: Draft, path: Path, sibling: str, value: Tree, text: str | None) -> None:
    unit = draft.units((*path[:-1], sibling))[0]
    at = unit.start
    if unit.section is not None:
        _add_statement(draft, unit.section, path, value, at, text)
        return
    if text is None:
        is_dense = at > 0 and bool(draft.text[draft.text.rfind("\n", 0, at - 1) + 1 : at].strip())
        text = table_text(path, value, draft.newline) + ("" if is_dense else draft.newline)
    draft.splice(Span(at, at), ended(text, draft.newline))


def _add_statement(draft: Draft, section: Path, path: Path, value: Tree, at: int, text: str | None) -> None:
    if text is not None and not text.lstrip().startswith("["):
        draft.splice(Span(at, at), ended(text, draft.newline))
    else:
        draft.add_line(draft.section(section), at, path, value_text(value))


def _slots(draft: Draft, parent: Path, siblings: Sequence[str], with_comments: bool) -> list[tuple[int, int]] | None:
    """Give where each sibling first stands, in order; None when they are not of one kind."""
    if draft.inline_holder((*parent, "")) is not None:
        places = [draft.layout.values.get((*parent, key)) for key in siblings]
        spans = [place.statement for place in places if place is not None]
        return [(span.start, span.end) for span in spans] if len(spans) == len(siblings) else None
    first = [units[0] for units in (draft.units((*parent, key)) for key in siblings) if units]
    if len(first) < len(siblings) or len({unit.section for unit in first}) > 1:
        return None
    return [(unit.start, unit.end if with_comments else unit.core) for unit in first]


def _unit_before_next(draft: Draft, parent: Path, siblings: Sequence[str], key: str) -> lines.Unit:
    """Give the last lines of a sibling that stand before the first of the next one."""
    own = draft.units((*parent, key))
    later = siblings[siblings.index(key) + 1 :]
    if later:
        following = draft.units((*parent, later[0]))
        own = [unit for unit in own if not following or unit.start < following[0].start] or own[:1]
    return own[-1]


def _holder_text(draft: Draft, section: Path | None, table: Path) -> str:
    """Give the line that keeps an empty table."""
    if section is None:
        return f"[{path_text(table)}]{draft.newline}"
    return f"{path_text(table[len(section) :])} = {{}}{draft.newline}"


def _is_lost(text: str, table: Path) -> bool:
    return bool(table) and isinstance(look(tomli.loads(text), table), Missing)


def ended(text: str, newline: str) -> str:
    """Give the text with a newline at its end."""
    return text if text.endswith("\n") else text + newline
