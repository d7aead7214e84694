"""Edits in the text of a campaign's head: only the lines of what changed are touched, and the result is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import tomli

from tracker.core.edits import AddTable, Edit, MoveTable, RemoveTable, RemoveValue, SetValue, difference
from tracker.core.frozen import dataclass
from tracker.core.tree import MISSING, Missing, Path, Tree, before_key, get_in, path_text, same
from tracker.store.toml_blocks import Held, held_text, plain_text, taken_text
from tracker.store.toml_draft import CannotPatch, Draft, look
from tracker.store.toml_tables import add_table, drop, move_table
from tracker.store.toml_values import set_value
from tracker.store.toml_write import Unwritable

ORDERED = ("characters", "clocks")
"""The tables whose order is the order on the screen."""


@dataclass(frozen=True, slots=True)
class Patched:
    """The new head, and what an undo needs to give back the old one."""

    text: str
    taken: Mapping[Path, str]
    """What was taken out, and the old writing of a replaced value where it is not what the program writes: the `text`
    of the edit that undoes this one."""
    tree: Tree
    """The new head as read back, in the order of the file."""


class PatchRefused(Exception):
    """The text cannot be changed as asked; nothing was changed.

    `reason` is one word or two: `syntax`, `no table`, `scattered`, `unwritable`, `differs` or `order`.
    """

    def __init__(self, reason: str, path: Path) -> None:
        """Keep why and where."""
        super().__init__(f"{reason}: {path_text(path)}")
        self.reason = reason
        self.path = path


def patch(head: str, edits: Sequence[Edit], expected: Tree) -> Patched:
    """Give the head with the edits carried out, checked to say exactly what is expected.

    The head is all that comes before the first `[[log]]`; line ends, a byte order mark and a missing newline at the end
    stay. Raises PatchRefused; a text that says anything else is never returned.
    """
    mark = "\ufeff" if head.startswith("\ufeff") else ""
    body = head.removeprefix(mark)
    newline = "\r\n" if body.count("\r\n") * 2 > body.count("\n") else "\n"
    is_open = bool(body) and not body.endswith("\n")
    try:
        start = Draft(body + newline if is_open else body, newline, is_open)
        _ = start.tree, start.layout
    except (ValueError, RecursionError) as error:
        raise PatchRefused("syntax", ()) from error
    edits = _lasting(edits)
    refused: PatchRefused | None = None
    for attempt in (_as_asked, _without_places, _without_texts, _with_empty_tables):
        draft = start.copy()
        try:
            attempt(draft, edits, expected)
            text = draft.text
            if is_open:
                text = text.removesuffix("\n").removesuffix("\r")
            tree: Tree = tomli.loads(text)
            compare(tree, expected)
        except PatchRefused as error:
            refused = refused or error
        except Unwritable as error:
            raise PatchRefused("unwritable", edits[0].path if edits else ()) from error
        except CannotPatch as error:
            refused = refused or PatchRefused(error.reason, error.path)
        except (ValueError, LookupError, RecursionError) as error:
            refused = refused or PatchRefused("differs", edits[0].path if edits else ())
            refused.__cause__ = error
        else:
            return Patched(mark + text, draft.taken, tree)
    raise refused or PatchRefused("differs", ())


def _lasting(edits: Sequence[Edit]) -> Sequence[Edit]:
    """Leave out what is done to a table that goes as a whole afterwards: it is taken out as it stood."""
    return [
        edit
        for n, edit in enumerate(edits)
        if not any(
            isinstance(later, (RemoveValue, RemoveTable))
            and len(later.path) < len(edit.path)
            and edit.path[: len(later.path)] == later.path
            for later in edits[n + 1 :]
        )
    ]


def _as_asked(draft: Draft, edits: Sequence[Edit], expected: Tree) -> None:
    for edit in edits:
        _apply(draft, edit)


def _without_places(draft: Draft, edits: Sequence[Edit], expected: Tree) -> None:
    """Put back what was taken out with its comments, but not where it stood: others may have moved since."""
    for edit in edits:
        if isinstance(edit, (SetValue, AddTable)) and edit.text is not None:
            _apply(draft, replace(edit, text=plain_text(edit.text)))
        else:
            _apply(draft, edit)


def _without_texts(draft: Draft, edits: Sequence[Edit], expected: Tree) -> None:
    """Write the values our own way: an old text may not fit any more where the table was edited since."""
    for edit in edits:
        _apply(draft, replace(edit, text=None) if isinstance(edit, (SetValue, AddTable)) else edit)


def _with_empty_tables(draft: Draft, edits: Sequence[Edit], expected: Tree) -> None:
    """Add or take away empty tables on the way to what was edited, where file and model keep them differently."""
    _without_texts(draft, edits, expected)
    for path in _above(edits):
        now, then = get_in(draft.tree, path), get_in(expected, path)
        if now == {} and then is MISSING:
            _apply(draft, RemoveValue(path))
        elif now is MISSING and then == {}:
            _apply(draft, SetValue(path, {}))


def _above(edits: Sequence[Edit]) -> Iterator[Path]:
    for edit in edits:
        for length in range(len(edit.path) - 1, 0, -1):
            yield edit.path[:length]


def compare(tree: Tree, expected: Tree) -> None:
    """Raise PatchRefused, `differs` or `order`, where a head does not say what is expected."""
    if not same(tree, expected):
        raise PatchRefused("differs", next((change.path for change in difference(tree, expected)), ()))
    for key in ORDERED:
        one, other = tree.get(key), expected.get(key)
        if isinstance(one, Mapping) and isinstance(other, Mapping) and _tables(one) != _tables(other):
            raise PatchRefused("order", (key,))


def _tables(tree: Tree) -> list[str]:
    return [key for key, value in tree.items() if isinstance(value, Mapping)]


def _apply(draft: Draft, edit: Edit) -> None:
    match edit:
        case SetValue(path, value, text):
            set_value(draft, path, value, text)
        case RemoveValue(path) | RemoveTable(path):
            _remove(draft, edit, path)
        case AddTable(path, value, after, text):
            if isinstance(look(draft.tree, path), Missing):
                add_table(draft, path, value, after, text)
            else:
                set_value(draft, path, value, None)
                move_table(draft, path, after)
        case MoveTable(path, after):
            move_table(draft, path, after)


def _remove(draft: Draft, edit: RemoveValue | RemoveTable, path: Path) -> None:
    """Take a key or table out, and keep what puts it back: plain TOML where that gives the same text again."""
    old = look(draft.tree, path)
    if isinstance(old, Missing):
        return
    before = draft.text
    after = before_key(dict.fromkeys(draft.siblings(path), ""), path[-1])
    holder = draft.inline_holder(path)
    writing = "" if holder is None else draft.at(draft.layout.values[holder].value)
    pieces = drop(draft, path)
    plain = "".join(piece.text for piece in pieces)
    back: Edit
    texts = [plain, taken_text(pieces)]
    if holder is not None:
        texts.append(held_text(Held(plain, holder, writing)))
    for text in texts:
        if isinstance(edit, RemoveTable) and isinstance(old, Mapping):
            back = AddTable(path, old, after, text)
        else:
            back = SetValue(path, old, text)
        trial = draft.copy()
        try:
            _apply(trial, back)
        except (CannotPatch, ValueError, LookupError):
            continue
        if trial.text == before:
            break
    else:
        # Lines can always come back; an inline table may have been written with dotted keys.
        if holder is None:
            raise CannotPatch("scattered", path)
        text = plain
    if text:
        draft.taken.setdefault(path, text)
