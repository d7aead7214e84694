"""Sixième Monde: the terms of the running sum, each with its name, as the log keeps and tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.entry import Entry
from tracker.core.frozen import dataclass
from tracker.core.text import Text, text, text_in
from tracker.core.tree import Value, path_text
from tracker.rules.sixieme_monde.names import plain, signed


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One number of the sum."""

    kind: str
    """`d20`, `malus`, `skill`, `ephemeral`, `trick`, `call`, `support` or `d6`."""
    value: int
    """As it is added: what helps is negative."""
    name: str = ""
    """Of the skill, the trick or the addon."""
    id: str = ""
    """Of the skill or trick on the sheet; of the companion."""

    def encoded(self) -> dict[str, Value]:
        """Give the term as the log keeps it."""
        kept: dict[str, Value] = {"kind": self.kind, "value": self.value}
        if self.name:
            kept["name"] = self.name
        if self.id:
            kept["id"] = self.id
        return kept

    def said(self, names: Mapping[str, str]) -> Text:
        """Name the term with its number; `names` are those the entry keeps."""
        value = signed(self.value)
        match self.kind:
            case "d20":
                return text("d20 {value}", value=str(self.value))
            case "malus":
                return text("penalty {value}", value=value)
            case "ephemeral":
                return text("ephemeral {name} {value}", name=self.name, value=value)
            case "trick":
                return text("trick {name} {value}", name=self.name, value=value)
            case "call" if self.name:
                return text("call ({name}) {value}", name=self.name, value=value)
            case "call":
                return text("call {value}", value=value)
            case "support":
                return self._support(names, value)
            case "d6":
                return text("d6 {value}", value=value)
            case _:
                return text_in("sixième monde", "{name} {value}", name=self.name or self.id or self.kind, value=value)

    def _support(self, names: Mapping[str, str], value: str) -> Text:
        who = names.get(path_text(("characters", self.id)), "") or self.id
        if self.name:
            return text("support of {who} ({name}) {value}", who=who, name=self.name, value=value)
        return text("support of {who} {value}", who=who, value=value)


def total_of(terms: tuple[Term, ...]) -> int:
    """Give the sum."""
    return sum(term.value for term in terms)


def sum_said(terms: tuple[Term, ...], names: Mapping[str, str]) -> Text:
    """Say the running sum with every term named."""
    said = tuple(term.said(names) for term in terms)
    return text("{terms} = {total}", terms=said, total=plain(total_of(terms)))


def terms_kept(entry: Entry) -> tuple[Term, ...]:
    """Read the terms an entry keeps; what is no term is passed over."""
    kept = entry.result.get("terms")
    return tuple(
        term for each in (kept if isinstance(kept, (list, tuple)) else ()) if (term := _term(each)) is not None
    )


def _term(kept: Any) -> Term | None:
    if not isinstance(kept, Mapping):
        return None
    kind, value, name, id = (kept.get(key, "") for key in ("kind", "value", "name", "id"))
    if not (isinstance(kind, str) and isinstance(name, str) and isinstance(id, str)):
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return Term(kind=kind, value=value, name=name, id=id)
