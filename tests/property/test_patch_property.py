"""However a campaign is written by hand, an edit says what it should, touches only its lines, and can be undone."""

from __future__ import annotations

from collections.abc import Mapping

import tomli
from handwriting import HANDS, MANY, Style, changed, is_insertion, leaves, patched, tables_of, there, undone, written
from hypothesis import given

from tracker.core.edits import AddTable, Edit, MoveTable, RemoveTable, RemoveValue, SetValue, apply_edits
from tracker.core.tree import MISSING, Tree, Value, get_in, same
from tracker.store.toml_patch import patch
from tracker.store.toml_scan import scan


class TestSet:
    """A changed value: its lines change and no others, and the old writing comes back."""

    @given(HANDS)
    @MANY
    def test_only_its_lines_change_and_undo_restores_the_bytes(self, hand: Style) -> None:
        head = written(hand)
        tree: Tree = tomli.loads(head)
        paths = [path for path in leaves(tree) if path in scan(head).values]
        if not paths:
            return
        path = hand.choice(paths)
        edit = SetValue(path, changed(hand, there(tree, path)))
        new = patched(head, edit).text
        assert same(tomli.loads(new), apply_edits(tree, [edit]))
        span = scan(head).values[path].value
        assert new.startswith(head[: span.start])
        assert new.endswith(head[span.end :])
        assert undone(head, edit) == head

    @given(HANDS)
    @MANY
    def test_lists_written_as_sections_change_too(self, hand: Style) -> None:
        head = written(hand)
        tree: Tree = tomli.loads(head)
        for path in leaves(tree):
            value = get_in(tree, path)
            if isinstance(value, list):
                patched(head, SetValue(path, changed(hand, value)))


class TestInsert:
    """A value put where nothing stood: one line more or one element more, and its removal leaves no trace."""

    @given(HANDS)
    @MANY
    def test_insert_then_remove_restores_the_bytes(self, hand: Style) -> None:
        head = written(hand)
        tree: Tree = tomli.loads(head)
        tables = [(), *tables_of(tree), *((g,) for g in tree if isinstance(tree[g], Mapping))]
        tables += [path for path in (leaf[:-1] for leaf in leaves(tree)) if path]
        path = (*hand.choice(tables), hand.choice(["fresh", "a.b c", "uses"]))
        values: list[Value] = [3, "x\ny", [], {"name": "n", "value": 1, "max": 4}, {}]
        value = hand.choice(values)
        after = patched(head, SetValue(path, value))
        assert is_insertion(head, after.text)
        assert undone(head, SetValue(path, value)) == head


class TestRemove:
    """A key taken out: its line goes, and comes back where it was."""

    @given(HANDS)
    @MANY
    def test_undo_restores_the_bytes_of_lines(self, hand: Style) -> None:
        head = written(hand)
        tree: Tree = tomli.loads(head)
        layout = scan(head)
        for path in leaves(tree):
            place = layout.values.get(path)
            if place is not None and place.within == "section" and hand.random() < 0.3:
                assert undone(head, RemoveValue(path)) == head
            elif get_in(tree, path) is not MISSING:
                patched(head, RemoveValue(path))


class TestTables:
    """Characters and clocks come, go and move; taking it back restores the bytes."""

    @given(HANDS)
    @MANY
    def test_add_then_remove_restores_the_bytes(self, hand: Style) -> None:
        head = written(hand)
        tree: Tree = tomli.loads(head)
        for group in ("characters", "clocks"):
            siblings = get_in(tree, (group,))
            keys = list(siblings) if isinstance(siblings, Mapping) else []
            edit = AddTable((group, "new one"), {"name": "N", "stress": 0}, hand.choice([None, "gone", *keys]))
            if isinstance(siblings, Mapping):
                assert undone(head, edit) == head
            else:
                patched(head, edit)

    @given(HANDS)
    @MANY
    def test_remove_then_add_restores_the_bytes(self, hand: Style) -> None:
        head = written(hand)
        for path in tables_of(tomli.loads(head)):
            place = scan(head).values.get(path)
            edit = RemoveTable(path)
            if place is None or place.within == "section":
                assert undone(head, edit) == head
            else:
                patched(head, edit)

    @given(HANDS)
    @MANY
    def test_move_says_the_new_order(self, hand: Style) -> None:
        head = written(hand)
        tree: Tree = tomli.loads(head)
        for path in tables_of(tree):
            siblings = get_in(tree, path[:1])
            assert isinstance(siblings, Mapping)
            patched(head, MoveTable(path, hand.choice([None, "gone", *(k for k in siblings if k != path[-1])])))

    @given(HANDS)
    @MANY
    def test_move_and_back_restores_the_bytes(self, hand: Style) -> None:
        head = written(hand, floating=False)
        tree: Tree = tomli.loads(head)
        for path in tables_of(tree):
            siblings = get_in(tree, path[:1])
            assert isinstance(siblings, Mapping)
            after = hand.choice([None, "gone", *(k for k in siblings if k != path[-1])])
            assert undone(head, MoveTable(path, after)) == head


class TestMany:
    """Several edits in one go end where they should."""

    @given(HANDS)
    @MANY
    def test_a_handful_of_edits(self, hand: Style) -> None:
        head = written(hand)
        first: Tree = tomli.loads(head)
        tree = first
        edits: list[Edit] = []
        for number in range(hand.randrange(2, 6)):
            options: list[Edit] = [AddTable(("characters", f"n{number}"), {"name": "N"}, None)]
            for path in tables_of(tree):
                options += [RemoveTable(path), MoveTable(path, None), SetValue((*path, "stress"), number)]
            for path in leaves(tree):
                options += [SetValue(path, changed(hand, there(tree, path))), RemoveValue(path)] if path else []
            edits.append(hand.choice(options))
            tree = apply_edits(tree, edits[-1:])
        assert same(tomli.loads(patch(head, edits, tree).text), tree)
