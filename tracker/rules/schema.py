"""The JSON Schema of a campaign file (draft 2020-12), from the declarations of every built-in system."""

from __future__ import annotations

from tracker.core.campaign import Head
from tracker.core.character import Character
from tracker.core.clock import Clock
from tracker.core.fields import described
from tracker.core.schema import Say, Schema, SchemaWriter
from tracker.rules.system import BUILT_IN, system_of

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_LOG = {
    "n": "number of the entry, one more than the last",
    "beat": "number of the first entry of its beat: what one undo takes back",
    "at": "when it happened",
    "session": "number of the session",
    "event": "what kind of thing happened",
    "who": "id of the character",
    "who_name": "name of the character then",
    "roll": "what was rolled or done",
    "choice": "what was asked for",
    "faces": "the dice as they lay",
    "typed": "the dice were thrown on the table",
    "odds": "the exact chance of each outcome",
    "outcome": "what the dice came to",
    "changes": "every value that changed, from what to what",
}
"""What is said of a log entry; nothing in one is ever an error."""


def campaign_schema(say: Say) -> Schema:
    """Give the schema of a campaign file; `say` says the descriptions."""
    writer = SchemaWriter(say)
    head = writer.table(Head)
    head["properties"]["system"]["enum"] = list(BUILT_IN)
    properties = {
        **head["properties"],
        "rules": {"type": "object", "description": "House rules; left out, the book is played."},
        "table": {"type": "object", "description": "What belongs to nobody."},
        "characters": _by_id("The player characters; the name of each table is its id.", writer.reference(Character)),
        "clocks": _by_id("The clocks; the name of each table is its id.", writer.reference(Clock)),
        "log": {
            "type": "array",
            "description": "What happened, always last in the file; the program only ever appends.",
            "items": {"type": "object", "properties": {key: {"description": of} for key, of in _LOG.items()}},
        },
    }
    return {
        "$schema": DRAFT,
        "title": "Campaign of the table tracker",
        "description": "State first, log last. Keys that are not described here are kept and not used.",
        "type": "object",
        "properties": properties,
        "required": head["required"],
        "allOf": [_if_system(id, writer) for id in BUILT_IN],
        "$defs": dict(sorted(writer.definitions.items())),
    }


def _by_id(description: str, schema: Schema) -> Schema:
    return {"type": "object", "description": description, "additionalProperties": schema}


def _if_system(id: str, writer: SchemaWriter) -> Schema:
    """Give what holds for the campaigns of one system only."""
    shape = system_of(id).shape
    properties: Schema = {
        key: writer.reference(kind) for key, kind in (("rules", shape.rules), ("table", shape.table)) if described(kind)
    }
    properties["characters"] = {"additionalProperties": writer.reference(shape.character)}
    return {
        "if": {"properties": {"system": {"const": id}}, "required": ["system"]},
        "then": {"properties": properties},
    }
