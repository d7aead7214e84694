"""Campaigns as somebody might write them by hand, and edits of them that are checked and taken back."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

import tomli
from hypothesis import settings
from hypothesis import strategies as st

from tracker.core.edits import AddTable, Edit, MoveTable, RemoveTable, RemoveValue, SetValue, apply_edits
from tracker.core.tree import MISSING, Missing, Path, Tree, Value, before_key, get_in, path_text
from tracker.store.toml_patch import Patched, patch
from tracker.store.toml_write import key_text, value_text

STRINGS = [
    "",
    "Aïcha",
    "l'alerte",
    'dit "non"',
    "a # b",
    "x\n[[log]]\nn = 1\n# y",
    "tab\t\\",
    "[characters.z]",
    "ends '",
]
IDS = ["aicha", "bob", "zoe-2", "d'or", "x y", "caf\u00e9"]
COMMENTS = ["# note", "#", "# [[log]]", '# """', "#\tstress = 3"]
Style = random.Random


@dataclass
class Page:
    """A file being written by a careless hand."""

    hand: Style
    newline: str
    floating: bool
    """Whether comments may stand anywhere, also between two blank lines or under the last key of a section."""
    text: str = ""

    def line(self, content: str) -> None:
        self.text += content + self.newline

    def pause(self) -> None:
        for _ in range(self.hand.choice([0, 1, 1, 1, 2, 3])):
            self.line(self.hand.choice(["", "", "  "]))
        if self.floating and self.hand.random() < 0.2:
            self.line(self.hand.choice(COMMENTS))
            self.pause()
        if self.floating or self.text.endswith(self.newline * 2) or not self.text:
            for _ in range(self.hand.choice([0, 0, 0, 1, 2])):
                self.line(self.hand.choice(COMMENTS))

    def header(self, name: str) -> None:
        self.pause()
        self.line(self.hand.choice(["", "", "  "]) + name + self.hand.choice(["", "", "  # here"]))

    def key(self, name: str, value: Value, flat: bool = False) -> None:
        if self.floating and self.hand.random() < 0.15:
            self.line(self.hand.choice(["", *COMMENTS]))
        written = value_text(value) if flat else self.value(value)
        equals = self.hand.choice([" = ", "=", "   =\t"])
        self.line(f"{self.hand.choice(['', '', '  '])}{name}{equals}{written}{self.hand.choice(['', '', ' # why'])}")

    def value(self, value: Value) -> str:
        match value:
            case str():
                return self.string(value)
            case bool():
                return value_text(value)
            case int() if self.hand.random() < 0.2 and value >= 0:
                return hex(value)
            case Mapping():
                comma = self.hand.choice([", ", ", ", ",", " , "])
                equals = self.hand.choice([" = ", " = ", "="])
                inside = comma.join(f"{key_text(key)}{equals}{self.value(below)}" for key, below in value.items())
                return self.hand.choice([f"{{ {inside} }}", f"{{{inside}}}"])
            case list() if value and self.hand.random() < 0.5:
                lines = [f"  {self.value(below)}," for below in value]
                if self.hand.random() < 0.3:
                    lines[-1] = lines[-1].removesuffix(",")
                lines = [line + self.hand.choice(["", "  # one"]) for line in lines]
                if self.hand.random() < 0.2:
                    lines.insert(0, "  # first")
                return self.newline.join(["[", *lines, "]"])
            case list():
                end = self.hand.choice(["", "", ","]) if value else ""
                return "[" + ", ".join(self.value(below) for below in value) + end + "]"
            case _:
                return value_text(value)

    def string(self, text: str) -> str:
        styles = [value_text(text)]
        if "'" not in text and "\n" not in text:
            styles.append(f"'{text}'")
        if "'''" not in text and not text.endswith("'"):
            styles.append("'''" + self.newline + text.replace("\n", self.newline) + "'''")
        inner = self.newline.join(value_text(line)[1:-1] for line in text.split("\n"))
        styles += ['"""' + self.newline + inner + '"""', f'"""\\{self.newline}   ' + inner + '"""'] if inner else []
        if text[:1] in (" ", "\n", "\t"):
            del styles[-1]
        return self.hand.choice(styles)


def character(hand: Style) -> dict[str, Value]:
    sheet: dict[str, Value] = {"name": hand.choice(STRINGS), "stress": hand.randrange(4)}
    if hand.random() < 0.6:
        sheet["actions"] = {
            key: hand.randrange(5) for key in hand.sample(["move", "notice", "d'or"], hand.randrange(1, 4))
        }
    if hand.random() < 0.6:
        sheet["talents"] = [
            {"text": hand.choice(STRINGS), "checked": hand.random() < 0.5} for _ in range(hand.randrange(4))
        ]
    if hand.random() < 0.5:
        sheet["counters"] = {
            key: {"name": hand.choice(STRINGS), "value": 1} for key in hand.sample(IDS, hand.randrange(1, 3))
        }
    if hand.random() < 0.4:
        sheet["ties"] = [hand.choice(STRINGS) for _ in range(hand.randrange(4))]
    if hand.random() < 0.3:
        sheet["unknown"] = 1.5
    keys = list(sheet)
    hand.shuffle(keys)
    return {key: sheet[key] for key in keys}


def write_sections(page: Page, path: Path, sheet: Tree) -> None:
    hand = page.hand
    page.header(f"[{path_text(path)}]")
    later: list[tuple[str, Value]] = []
    for key, value in sheet.items():
        if isinstance(value, Mapping) and hand.random() < 0.6:
            if hand.random() < 0.4:
                for below, inner in value.items():
                    page.key(f"{key_text(key)}.{key_text(below)}", inner)
            else:
                later.append((key, value))
        elif key == "talents" and value and hand.random() < 0.3:
            later.append((key, value))
        else:
            page.key(key_text(key), value)
    for key, value in later:
        if isinstance(value, Mapping) and all(isinstance(below, Mapping) for below in value.values()):
            for below, inner in value.items():
                assert isinstance(inner, Mapping)
                page.header(f"[{path_text((*path, key, below))}]")
                for name, scalar in inner.items():
                    page.key(name, scalar)
        elif isinstance(value, Mapping):
            page.header(f"[{path_text((*path, key))}]")
            for name, scalar in value.items():
                page.key(key_text(name), scalar)
        elif isinstance(value, list):
            for element in value:
                assert isinstance(element, Mapping)
                page.header(f"[[{path_text((*path, key))}]]")
                for name, scalar in element.items():
                    page.key(name, scalar)


def written(hand: Style, floating: bool = True, grouped: bool = False, inline: bool = False) -> str:
    """Write a random campaign in a random hand; `grouped` keeps to sections, `inline` to tables in braces."""
    page = Page(hand, hand.choice(["\n", "\n", "\r\n"]), floating)
    characters = {key: character(hand) for key in hand.sample(IDS, hand.randrange(4))}
    clocks: dict[str, Tree] = {
        key: {"name": hand.choice(STRINGS), "size": 6, "filled": 2} for key in hand.sample(IDS, hand.randrange(3))
    }
    if hand.random() < 0.5:
        page.line("#:schema campaign.schema.json")
    keys: dict[str, Value] = {"format": 1, "title": hand.choice(STRINGS), "session": 7}
    for key, value in keys.items():
        if hand.random() < 0.8:
            page.key(key, value)
    tables: list[tuple[Path, Tree]] = [(("characters", key), sheet) for key, sheet in characters.items()]
    style = "sections" if grouped else hand.choice(["sections"] * 5 + ["dotted", "lines", "inline"])
    style = hand.choice(["lines", "inline"]) if inline else style
    if style == "inline" and characters:
        page.key("characters", characters)
        tables = []
    if style == "dotted":
        for key, sheet in characters.items():
            for name, value in sheet.items():
                page.key(path_text(("characters", key, name)), value)
        tables = []
    if inline and clocks:
        page.key("clocks", clocks)
        clocks = {}
    clock_tables: list[tuple[Path, Tree]] = [(("clocks", key), clock) for key, clock in clocks.items()]
    if hand.random() < 0.5:
        tables += clock_tables
    else:
        tables = clock_tables + tables
    for name in ("rules", "mine", "table"):
        if hand.random() < 0.5:
            tables.insert(hand.randrange(len(tables) + 1), ((name,), {"a b": 1, "text": hand.choice(STRINGS)}))
    if style == "lines":
        if characters:
            page.header("[characters]")
            for key, sheet in characters.items():
                page.key(key_text(key), sheet)
        tables = [(path, table) for path, table in tables if path[0] != "characters"]
    elif hand.random() < 0.2 and style == "sections":
        page.header("[characters]")
    for path, table in tables:
        write_sections(page, path, table)
    page.pause()
    text = page.text
    return text.removesuffix(page.newline) if hand.random() < 0.2 else text


def patched(head: str, edit: Edit) -> Patched:
    return patch(head, [edit], apply_edits(tomli.loads(head), [edit]))


def undone(head: str, edit: Edit) -> str:
    """Carry an edit out and take it back the way the program does; give the text after."""
    tree: Tree = tomli.loads(head)
    after = patched(head, edit)
    return patch(after.text, [inverse(tree, edit, after)], apply_edits(after.tree, [inverse(tree, edit, after)])).text


def inverse(tree: Tree, edit: Edit, done: Patched) -> Edit:
    old = get_in(tree, edit.path)
    siblings = get_in(tree, edit.path[:-1])
    after = before_key(siblings, edit.path[-1]) if isinstance(siblings, Mapping) else None
    match edit:
        case SetValue(path) if old is MISSING:
            return RemoveValue(path)
        case AddTable(path):
            return RemoveTable(path)
        case RemoveTable(path):
            assert isinstance(old, Mapping)
            return AddTable(path, old, after, done.taken[path])
        case MoveTable(path):
            return MoveTable(path, after)
        case SetValue(path) | RemoveValue(path):
            return SetValue(path, there(tree, path), done.taken.get(path))


def there(tree: Tree, path: Path) -> Value:
    value = get_in(tree, path)
    assert not isinstance(value, Missing)
    return value


def leaves(tree: Value, path: Path = ()) -> list[Path]:
    if not isinstance(tree, Mapping):
        return [path]
    return [leaf for key, below in tree.items() for leaf in leaves(below, (*path, key))]


def tables_of(tree: Tree) -> list[Path]:
    return [
        (group, key)
        for group in ("characters", "clocks")
        if isinstance(table := tree.get(group), Mapping)
        for key in table
    ]


def changed(hand: Style, value: Value) -> Value:
    match value:
        case bool():
            return not value
        case str():
            return hand.choice([text for text in STRINGS if text != value])
        case int():
            return value + 1
        case list() if value and hand.random() < 0.3:
            return value[:-1]
        case list() if value and hand.random() < 0.3:
            return value[1:]
        case list() if value and isinstance(value[0], Mapping):
            at = hand.randrange(len(value))
            element = value[at]
            assert isinstance(element, Mapping)
            return [*value[:at], {**element, "checked": not element.get("checked")}, *value[at + 1 :]]
        case list():
            return [*value, "new"]
        case _:
            return "new"


def is_insertion(old: str, new: str) -> bool:
    return len(new) > len(old) and alike(old, new) + alike(old[::-1], new[::-1]) >= len(old)


def alike(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


HANDS = st.integers(0, 2**64 - 1).map(random.Random)
MANY = settings(max_examples=150, deadline=None)
