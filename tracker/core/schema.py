"""JSON Schema from described fields: what editors know of a table before the tracker reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tracker.core.encoding import encode_value
from tracker.core.fields import Kind, Spec, default_of, described
from tracker.core.text import Text

Schema: TypeAlias = "dict[str, Any]"
Say: TypeAlias = Callable[[Text], str]


class SchemaWriter:
    """Writes the schemas of described dataclasses; each one is a definition that others refer to."""

    def __init__(self, say: Say) -> None:
        """Take how descriptions are said."""
        self._say = say
        self.definitions: dict[str, Schema] = {}

    def reference(self, kind: type[Any]) -> Schema:
        """Give the reference to the schema of a dataclass, and define it if it is not yet."""
        name = _name(kind)
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self.table(kind)
        return {"$ref": f"#/$defs/{name}"}

    def table(self, kind: type[Any]) -> Schema:
        """Give the schema of a dataclass; keys nobody reads are allowed."""
        properties: dict[str, Schema] = {}
        required: list[str] = []
        for key, (attribute, spec) in described(kind).items():
            properties[key] = self.field(spec, default_of(kind, attribute))
            if spec.required:
                required.append(key)
        schema: Schema = {"type": "object", "properties": properties}
        return {**schema, "required": required} if required else schema

    def field(self, spec: Spec, default: Any = None) -> Schema:
        """Give the schema of one field."""
        schema: Schema = {"description": self._description(spec), **self._shape(spec)}
        if default is not None and not spec.required and spec.kind not in {Kind.RAW, Kind.RECORD}:
            schema["default"] = encode_value(spec, default)
        return schema

    def _shape(self, spec: Spec) -> Schema:
        match spec.kind:
            case Kind.WHOLE:
                return _whole(spec)
            case Kind.FLAG:
                return {"type": "boolean"}
            case Kind.LINE | Kind.PROSE:
                return {"type": "string"}
            case Kind.CHOICE:
                return {"enum": list(spec.choices)}
            case Kind.WHOLE_OR_CHOICE:
                return {"anyOf": [_whole(spec), {"enum": list(spec.choices)}]}
            case Kind.LINES:
                return _list(spec, {"type": "string"})
            case Kind.CHOICES:
                return _list(spec, {"enum": list(spec.choices)})
            case Kind.WHOLES:
                return _list(spec, _whole(spec))
            case Kind.ROLLS:
                length = {} if spec.length is None else {"minItems": spec.length, "maxItems": spec.length}
                return _list(spec, {"type": "array", "items": {"type": "integer"}, **length})
            case Kind.LEVELS if spec.choices:
                return {"type": "object", "properties": {choice: _whole(spec) for choice in spec.choices}}
            case Kind.LEVELS:
                return {"type": "object", "additionalProperties": _whole(spec)}
            case Kind.RECORD:
                return self.reference(_record(spec))
            case Kind.RECORDS:
                return {"type": "object", "additionalProperties": self.reference(_record(spec))}
            case Kind.ROWS:
                return _list(spec, self.reference(_record(spec)))
            case Kind.RAW:
                return {}

    def _description(self, spec: Spec) -> str:
        """Say what a field is, and what each of its words means."""
        words = self._say(spec.label)
        if spec.help is not None:
            words += f": {self._say(spec.help)}"
        named = [f"{word} ({self._say(name)})" for word, name in spec.names.items() if self._say(name) != word]
        if named:
            words += f". {', '.join(named)}"
        return f"{words[:1].upper()}{words[1:]}."


def _name(kind: type[Any]) -> str:
    """Give a name that tells apart the classes of one name: that of its package goes before it."""
    package = kind.__module__.split(".")[-2]
    return kind.__name__ if package in {"core", "common"} else f"{package}.{kind.__name__}"


def _record(spec: Spec) -> type[Any]:
    assert spec.record is not None
    return spec.record


def _whole(spec: Spec) -> Schema:
    limits: Mapping[str, int | None] = {"minimum": spec.low, "maximum": spec.high}
    return {"type": "integer", **{name: limit for name, limit in limits.items() if limit is not None}}


def _list(spec: Spec, items: Schema) -> Schema:
    unique = {"uniqueItems": True} if spec.distinct else {}
    return {"type": "array", "items": items, **unique}
