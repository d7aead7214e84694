"""A TOML text being edited: what it says, where everything stands in it, and the splice that changes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import tomli

from tracker.core.tree import MISSING, Missing, Path, Tree, Value, path_text
from tracker.store import toml_blocks as lines
from tracker.store.toml_scan import Header, Layout, Span, scan


class CannotPatch(Exception):
    """An edit that the text cannot take as it is written."""

    def __init__(self, reason: str, path: Path) -> None:
        """Keep a word for the reason and the path at fault."""
        super().__init__(reason, path)
        self.reason = reason
        self.path = path


class Draft:
    """The text, what it says and where everything stands in it. The text ends with a newline or is empty."""

    def __init__(self, text: str, newline: str, is_open: bool) -> None:
        """Begin with a text; `is_open` says that the newline at its end is not in the file."""
        self.newline = newline
        self.is_open = is_open
        self.taken: dict[Path, str] = {}
        self._text = text
        self._tree: Tree | None = None
        self._layout: Layout | None = None

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        if text != self._text:
            self._text, self._tree, self._layout = text, None, None

    @property
    def tree(self) -> Tree:
        """What the text says. Raises tomli.TOMLDecodeError where an edit has broken it."""
        if self._tree is None:
            self._tree = tomli.loads(self._text)
        return self._tree

    @property
    def layout(self) -> Layout:
        """Where everything stands in the text."""
        if self._layout is None:
            self._layout = scan(self._text)
        return self._layout

    def copy(self) -> Draft:
        """Give a draft of the same text that has taken nothing out yet."""
        other = Draft(self._text, self.newline, self.is_open)
        other._tree, other._layout = self._tree, self._layout
        return other

    def is_valid(self) -> bool:
        """Whether the text still is TOML."""
        try:
            return self.tree is not None
        except (ValueError, RecursionError):
            return False

    def at(self, span: Span) -> str:
        """Give what stands in a span."""
        return self.text[span.start : span.end]

    def splice(self, span: Span, text: str) -> None:
        """Put other text in the place of a span."""
        if self.at(span) != text:
            self.text = self.text[: span.start] + text + self.text[span.end :]

    def add_line(self, header: Header, at: int, path: Path, writing: str) -> None:
        """Put a `key = value` line into a section, indented like its last one."""
        near = self.layout.values[header.statements[-1]].key if header.statements else header.name
        begin = self.text.rfind("\n", 0, near.start) + 1
        line = f"{self.text[begin : near.start]}{path_text(path[len(header.path) :])} = {writing}{self.newline}"
        self.splice(Span(at, at), line)

    def section(self, path: Path) -> Header:
        """Give the section with a path; the empty path is the keys before any header."""
        return next(header for header in self.layout.sections if header.path == path)

    def blocks(self) -> list[lines.Block]:
        """Give the sections with their comments."""
        return lines.blocks(self.text, self.layout)

    def units(self, path: Path) -> list[lines.Unit]:
        """Give the lines of a table."""
        return lines.units(self.text, self.layout, path)

    def siblings(self, path: Path) -> list[str]:
        """Give the keys of the table that a path lies in, in the order of the file."""
        above = look(self.tree, path[:-1])
        if isinstance(above, Missing):
            return []
        if not isinstance(above, Mapping):
            raise CannotPatch("no table", path[:-1])
        return list(above)

    def inline_holder(self, path: Path) -> Path | None:
        """Give the innermost inline table that a path lies in, or None."""
        for depth in range(len(path) - 1, 0, -1):
            place = self.layout.values.get(path[:depth])
            if place is not None and place.shape == "table":
                return path[:depth]
        return None

    def items(self, holder: Path) -> list[Path]:
        """Give the paths of the items of an inline table, in order."""
        depth = len(holder)
        values = self.layout.values
        return [path for path in values if path[:depth] == holder and len(path) == depth + values[path].parts > depth]

    def is_expanded(self, above: Path, table: Tree) -> bool:
        """Whether tables in this table are written as sections of their own."""
        inlined = any(
            place.shape == "table" for key in table if (place := self.layout.values.get((*above, key))) is not None
        )
        depth = len(above)
        below = any(
            header.path[:depth] == above and len(header.path) > depth
            for header in self.layout.tables
            if not header.is_array
        )
        # The path of an element of an array of tables holds an index, and can be no header.
        in_array = any(header.is_array and above[: len(header.path)] == header.path for header in self.layout.tables)
        return not inlined and not in_array and (below or not above)

    def is_dense(self, at: int) -> bool:
        """Whether sections follow each other without a blank line around here; `at` is the end of one."""
        blocks = self.blocks()
        if at == 0:
            return True
        if any(block.lead == at for block in blocks[1:]):
            return True
        if any(block.lead > at for block in blocks[1:]):
            return False
        if blocks[-1].body > blocks[-1].core:
            # Without a blank line its last comment would become the new header's.
            return False
        last = blocks[-1].lead
        before = self.text[self.text.rfind("\n", 0, max(last - 1, 0)) + 1 : last]
        return len(blocks) > 1 and last > 0 and bool(before.strip())


def look(tree: Value, path: Iterable[str]) -> Value | Missing:
    """Give what stands at a path that may lead through lists, or MISSING."""
    for key in path:
        if isinstance(tree, Mapping):
            if key not in tree:
                return MISSING
            tree = tree[key]
        elif isinstance(tree, (list, tuple)) and key.isdecimal() and int(key) < len(tree):
            tree = tree[int(key)]
        else:
            return MISSING
    return tree
