"""The text of a new campaign file: everything its system declares, with what it means beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from tracker.core.campaign import FORMAT, Campaign, new_id, read_campaign
from tracker.core.clock import Clock
from tracker.core.codec import expectation
from tracker.core.encoding import encode_value
from tracker.core.fields import Kind, Spec, default_of, described
from tracker.core.text import Text, text, text_in
from tracker.core.tree import Tree, Value
from tracker.rules.protocol import System
from tracker.store.toml_write import key_text, value_text

SCHEMA = "campaign.schema.json"
"""The schema that editors read, where it lies beside the file."""
WIDTH = 100
"""Cells of a comment line, about."""
COLUMN = 34
"""Where the remark beside a value begins."""

Say = Callable[[Text], str]


def campaign_text(
    system: System, title: str, language: str, names: Iterable[str], say: Say, *, with_schema: bool = False
) -> str:
    """Give the text of a new campaign file with comments in its language, which `say` says.

    `names` are those of the player characters; without any, one stands there as an example in comments.
    """
    campaign = _empty(system, title, language)
    sections = [
        "\n".join(_head(system, title, language, say, with_schema)),
        "\n".join(_rules(system, say)),
        "\n".join(_table(system, say)),
        *_characters(system, campaign, tuple(names), say),
        *_clocks(say),
        "\n".join(
            _comment(say(text("The log comes last. The program writes it, one entry for each thing that happens.")))
        ),
    ]
    return "\n\n".join(sections) + "\n"


def _empty(system: System, title: str, language: str) -> Campaign:
    head: Tree = {"format": FORMAT, "title": title, "system": system.id, "language": language}
    campaign, _ = read_campaign(head, system.shape)
    return campaign


def _head(system: System, title: str, language: str, say: Say, with_schema: bool) -> Iterator[str]:
    if with_schema:
        yield f"#:schema {SCHEMA}"
    yield from _comment(
        say(
            text(
                "A campaign of {system}. This file is yours: change it in any editor, also while the table is open. "
                "Comments, order and keys of your own stay.",
                system=system.name,
            )
        )
    )
    yield from _comment(say(text("“tracker check” finds slips and says where they are.")))
    yield ""
    yield f"format = {FORMAT}"
    yield f"title = {value_text(title)}"
    yield f"system = {value_text(system.id)}"
    yield _beside(f"language = {value_text(language)}", say(text("language of the table: fr or en")))
    yield _beside("session = 0", say(text("number of the session; the program counts")))


def _rules(system: System, say: Say) -> Iterator[str]:
    yield "[rules]"
    yield from _comment(
        say(
            text(
                "House rules. Each is here with what the book says; take the # away before one and change it. "
                "What is left out is played by the book."
            )
        )
    )
    kind = system.shape.rules
    for key, (attribute, spec) in described(kind).items():
        yield ""
        yield from _comment(_explained(spec, say))
        for word, named in spec.names.items():
            yield f"#   {say(text('{name}: {words}', name=value_text(word), words=named))}"
        if spec.kind is Kind.RECORDS:
            assert spec.record is not None
            yield f"# {key_text(key)}.id = {value_text(_blank(spec.record))}"
        else:
            yield f"# {key_text(key)} = {value_text(encode_value(spec, default_of(kind, attribute)))}"


def _table(system: System, say: Say) -> Iterator[str]:
    yield "[table]"
    yield from _comment(say(text("What belongs to nobody. The program fills it in.")))
    kind = system.shape.table
    for key, (attribute, spec) in described(kind).items():
        value = default_of(kind, attribute)
        if value is not None:
            yield _beside(f"{key_text(key)} = {value_text(encode_value(spec, value))}", _remark(spec, say))


def _characters(system: System, campaign: Campaign, names: tuple[str, ...], say: Say) -> Iterator[str]:
    heading = text(
        "The characters, one table each. Its name, such as {example}, is never changed: log and clocks refer to it. "
        "The order here is the order on the screen.",
        example=f"[characters.{new_id(names[0], ()) if names else 'aicha'}]",
    )
    yield "\n".join(_comment(say(heading)))
    if not names:
        example = "\n".join(_sheet(system, campaign, "aicha", "Aïcha", say))
        yield "\n".join(f"# {line}" if line else "#" for line in example.split("\n"))
    taken: list[str] = []
    for name in names:
        id = new_id(name, taken)
        taken.append(id)
        yield "\n".join(_sheet(system, campaign, id, name, say))


def _sheet(system: System, campaign: Campaign, id: str, name: str, say: Say) -> Iterator[str]:
    character = system.new_character(campaign, campaign.shape.character(id=id, name=name))
    yield f"[characters.{key_text(id)}]"
    yield from _fields(character, say, lambda attribute: system.level_names(campaign, attribute))


def _clocks(say: Say) -> Iterator[str]:
    heading = text("Clocks, one table each. Take the # away to begin with one, or press n in the pane of the clocks.")
    yield "\n".join(_comment(say(heading)))
    for clock in (
        Clock(
            name=say(text_in("example of a clock", "The guard is alerted")), kind="danger", size=6, visibility="hidden"
        ),
        Clock(name=say(text_in("example of a clock", "The strongbox")), kind="progress", size=8),
    ):
        lines = [f"[clocks.{new_id(clock.name, ())}]", *_fields(clock, say, lambda attribute: {})]
        yield "\n".join(f"# {line}" for line in lines)


def _fields(thing: Any, say: Say, level_names: Callable[[str], Mapping[str, Text]]) -> Iterator[str]:
    """Write every field of a described thing on a line, with what it is beside it; what is empty as a comment."""
    for key, (attribute, spec) in described(type(thing)).items():
        value = getattr(thing, attribute)
        remark = _remark(spec, say)
        if remark == key.replace("_", " "):
            remark = ""
        match spec.kind:
            case Kind.LEVELS:
                yield from _levels(key, value, level_names(attribute), remark, say)
            case Kind.RECORDS if not value:
                assert spec.record is not None
                yield _beside(f"# {key_text(key)}.id = {value_text(_blank(spec.record))}", remark)
            case Kind.ROWS if not value:
                assert spec.record is not None
                yield _beside(f"{key_text(key)} = []", remark)
                yield f"#   {value_text(_blank(spec.record))}"
            case _ if value is None:
                yield _beside(f"# {key_text(key)} = {value_text(spec.low or 0)}", remark)
            case _:
                yield _beside(f"{key_text(key)} = {value_text(encode_value(spec, value))}", remark)


def _levels(key: str, value: Mapping[str, int], names: Mapping[str, Text], remark: str, say: Say) -> Iterator[str]:
    levels = {**dict.fromkeys(names, 0), **value}
    if not levels:
        yield _beside(f"{key_text(key)} = {{}}", remark)
    for level, number in levels.items():
        name = say(names[level]) if level in names else ""
        yield _beside(f"{key_text(key)}.{key_text(level)} = {number}", name)


def _blank(kind: type[Any]) -> dict[str, Value]:
    """Give a table of a described kind with every field at its default."""
    blank: dict[str, Value] = {}
    for key, (attribute, spec) in described(kind).items():
        value = default_of(kind, attribute)
        if value is None:
            blank[key] = spec.low or 0
        else:
            blank[key] = encode_value(spec, value)
    return blank


def _explained(spec: Spec, say: Say) -> str:
    """Say what a field is, and what it may hold."""
    return say(text("{name}: {words}", name=_meaning(spec), words=expectation(spec)))


def _remark(spec: Spec, say: Say) -> str:
    """Say what a field is, and what each of its words means."""
    if not spec.names:
        return say(_meaning(spec))
    choices = ", ".join(_word(word, say(named)) for word, named in spec.names.items())
    return say(text("{name}: {words}", name=_meaning(spec), words=choices))


def _word(word: str, named: str) -> str:
    return word if word == named else f"{word} ({named})"


def _meaning(spec: Spec) -> Text:
    return spec.label if spec.help is None else text("{label}, {help}", label=spec.label, help=spec.help)


def _beside(statement: str, remark: str) -> str:
    return f"{statement.ljust(COLUMN - 1)} # {remark}" if remark else statement


def _comment(words: str) -> Iterator[str]:
    line = "#"
    for word in words.split(" "):
        if len(line) + 1 + len(word) > WIDTH and line != "#":
            yield line
            line = "#"
        line += f" {word}"
    yield line
