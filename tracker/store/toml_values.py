"""Values in a text: replaced where they stand, put where nothing stands."""

from __future__ import annotations

from collections.abc import Mapping

import tomli

from tracker.core.tree import MISSING, Missing, Path, Value, path_text, same
from tracker.store import toml_inline as inline
from tracker.store.toml_blocks import plain_text
from tracker.store.toml_draft import CannotPatch, Draft, look
from tracker.store.toml_scan import Span, scan
from tracker.store.toml_tables import add_table, drop, ended, paste
from tracker.store.toml_write import key_text, section_text, value_text


def set_value(draft: Draft, path: Path, value: Value, text: str | None) -> None:
    """Replace what stands at a path, or put the value there."""
    old = look(draft.tree, path)
    place = draft.layout.values.get(path)
    if isinstance(old, Missing):
        if text is None or not _put_back(draft, path, value, text):
            _insert(draft, path, value, text)
    elif place is not None:
        writing = draft.at(place.value)
        if writing != value_text(old):
            draft.taken.setdefault(path, writing)
        if text is None or not same(inline.read_value(text), value):
            text = inline.patched(writing, old, value, draft.newline)
        draft.splice(place.value, text)
    elif isinstance(old, Mapping) and isinstance(value, Mapping):
        for key in old:
            if key not in value:
                drop(draft, (*path, key))
        for key, below in value.items():
            if not same(old.get(key, MISSING), below):
                set_value(draft, (*path, key), below, None)
    elif isinstance(old, list) and isinstance(value, (list, tuple)) and all(isinstance(e, Mapping) for e in value):
        _set_elements(draft, path, tuple(old), tuple(value))
    else:
        drop(draft, path)
        set_value(draft, path, value, text)


def _insert(draft: Draft, path: Path, value: Value, text: str | None) -> None:
    """Put a value where nothing stands."""
    depth = max(n for n in range(len(path)) if not isinstance(look(draft.tree, path[:n]), Missing))
    above, table = path[:depth], look(draft.tree, path[:depth])
    if not isinstance(table, Mapping):
        raise CannotPatch("no table", above)
    rest = path[depth + 1 :]
    writing = text if text is not None and not rest and same(inline.read_value(text), value) else None
    wrapped = inline.nested(rest, value)
    holder = draft.inline_holder(path)
    if holder is not None:
        place = draft.layout.values[holder].value
        if writing is not None and holder == above:
            at = len(draft.items(holder))
            item = f"{key_text(path[depth])} = {writing}"
            draft.splice(place, inline.with_item(draft.at(place), at, item, draft.newline))
        else:
            draft.splice(place, inline.put(draft.at(place), path[len(holder) :], MISSING, value, draft.newline))
    elif writing is None and isinstance(wrapped, Mapping) and draft.is_expanded(above, table):
        add_table(draft, path[: depth + 1], wrapped, "", text)
    else:
        _insert_statement(draft, above, path[: depth + 1], writing or value_text(wrapped))


def _insert_statement(draft: Draft, above: Path, path: Path, writing: str) -> None:
    own = [block for block in draft.blocks() if block.header.path == above]
    if own:
        block = own[0]
        at = block.body if not above and not block.header.statements else block.core
        draft.add_line(block.header, at, path, writing)
        return
    dotted = [unit for unit in draft.units(above) if unit.section is not None]
    if dotted:
        unit = dotted[-1]
        draft.add_line(draft.section(unit.section or ()), unit.end, path, writing)
        return
    # Only tables below it have headers: a dotted key in the next section above, where TOML allows that.
    length = max(n for n in range(len(above)) if n == 0 or any(h.path == above[:n] for h in draft.layout.tables))
    block = next(block for block in draft.blocks() if block.header.path == above[:length])
    before = draft.text
    draft.add_line(block.header, block.core, path, writing)
    if not draft.is_valid():
        draft.text = before
        lead = draft.units(above)[0].start
        header = f"[{path_text(above)}]{draft.newline}{path_text(path[-1:])} = {writing}{draft.newline}"
        draft.splice(Span(lead, lead), header + draft.newline)


def _set_elements(draft: Draft, path: Path, old: tuple[Value, ...], new: tuple[Value, ...]) -> None:
    """Change an array of tables that has a header for each element."""
    if not new:
        drop(draft, path)
        _insert(draft, path, [], None)
        return
    head, olds, news = inline.lined_up(old, new)
    both = min(olds, news)
    for i in range(head, head + both):
        set_value(draft, (*path, str(i)), new[i], None)
    for i in reversed(range(head + both, head + olds)):
        drop(draft, (*path, str(i)))
    name = draft.at(draft.section((*path, "0")).name)
    for i in range(head + both, head + news):
        element = new[i]
        if not isinstance(element, Mapping):
            raise CannotPatch("no table", path)
        near = draft.units((*path, str(max(i - 1, 0))))
        at = near[-1].end if i else near[0].start
        text = section_text(name, element, draft.newline)
        blank = "" if draft.is_dense(at) else draft.newline
        draft.splice(Span(at, at), blank + text if i else text + blank)


def _put_back(draft: Draft, path: Path, value: Value, text: str) -> bool:
    """Put back what a removal took out, if that is what the text is."""
    if paste(draft, path, text):
        return True
    text = plain_text(text)
    try:
        layout = scan(text)
        tree = tomli.loads(text)
    except (ValueError, RecursionError):
        return False
    if layout.tables:
        if isinstance(value, Mapping) and same(look(tree, path), value):
            add_table(draft, path, value, "", text)
            return True
        return False
    for depth in range(len(path)):
        if same(look(tree, path[depth:]), value):
            if draft.inline_holder(path) == path[:depth]:
                span = draft.layout.values[path[:depth]].value
                count = len(draft.items(path[:depth]))
                draft.splice(span, inline.with_item(draft.at(span), count, text, draft.newline))
                return True
            own = [block for block in draft.blocks() if block.header.path == path[:depth]]
            if own:
                draft.splice(Span(own[0].core, own[0].core), ended(text, draft.newline))
                return True
    return False
