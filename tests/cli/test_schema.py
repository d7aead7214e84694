"""`tracker schema`: a JSON Schema made of the declarations, by which editors judge as `check` does."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import tomli
from shell import PROJECT, Shell, fresh_shell

from tracker.cli.schema import schema_text
from tracker.rules.system import BUILT_IN
from tracker.store.template import SCHEMA

CAMPAIGNS = PROJECT / "campaigns"
DATA = PROJECT / "tests" / "data"
SAMPLES = sorted(CAMPAIGNS.glob("*.toml"))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(schema_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def plain(value: Any) -> Any:
    """Give what an editor hands to a validator: JSON has no dates."""
    match value:
        case dict():
            return {key: plain(below) for key, below in value.items()}
        case list():
            return [plain(below) for below in value]
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return value


def faults(validator: jsonschema.Draft202012Validator, tree: Any) -> list[str]:
    """Give the dotted places where a tree is not as the schema says."""
    return sorted({".".join(str(part) for part in error.absolute_path) for error in validator.iter_errors(plain(tree))})


def read(path: Path) -> Any:
    return tomli.loads(path.read_text(encoding="utf-8-sig"))


class TestTheSchema:
    """Generated from the described fields of every system, with descriptions in English."""

    def test_the_one_beside_the_samples_is_fresh(self) -> None:
        beside = (CAMPAIGNS / SCHEMA).read_text(encoding="utf-8")
        assert beside == schema_text(), f"stale: tracker schema > campaigns/{SCHEMA}"

    def test_it_is_what_the_command_prints(self, tmp_path: Path) -> None:
        shell: Shell = fresh_shell(tmp_path)
        done = shell.run("schema", TRACKER_LANGUAGE="fr")
        assert (done.code, done.out, done.err) == (0, schema_text(), "")

    def test_every_field_is_described(self) -> None:
        schema = json.loads(schema_text())
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        tables = [schema, *schema["$defs"].values()]
        lacking = [
            key for table in tables for key, field in table["properties"].items() if not field.get("description")
        ]
        assert lacking == []

    def test_every_definition_is_used(self) -> None:
        schema = json.loads(schema_text())
        used = {reference.rsplit("/", 1)[1] for reference in _references(schema)}
        assert used == set(schema["$defs"])

    def test_ranges_words_and_defaults_are_there(self) -> None:
        clock = json.loads(schema_text())["$defs"]["Clock"]
        size, kind = clock["properties"]["size"], clock["properties"]["kind"]
        assert (size["type"], size["minimum"], size["maximum"], size["default"]) == ("integer", 1, 100, 4)
        assert kind["enum"] == ["danger", "progress", "project", "complication", "task"]
        assert clock["required"] == ["name"]


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        for below in schema.values():
            yield from _references(below)
    elif isinstance(schema, list):
        for below in schema:
            yield from _references(below)


class TestJudging:
    """What `check` calls an error of shape is one for the schema; what it lets pass is none."""

    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    def test_the_samples_have_no_fault(self, path: Path, validator: jsonschema.Draft202012Validator) -> None:
        assert faults(validator, read(path)) == []

    @pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
    def test_samples_name_it_in_their_first_line(self, path: Path) -> None:
        assert path.read_text(encoding="utf-8").split("\n", 1)[0] == f"#:schema {SCHEMA}"

    def test_every_system_has_a_sample(self) -> None:
        assert {read(path)["system"] for path in SAMPLES} >= set(BUILT_IN)

    @pytest.mark.parametrize("path", sorted((DATA / "good").glob("*.toml")), ids=lambda path: path.stem)
    def test_odd_but_playable(self, path: Path, validator: jsonschema.Draft202012Validator) -> None:
        assert faults(validator, read(path)) == []

    FAULTS = {
        "shape-missing": ["", "characters.lea", "clocks.pont"],
        "shape-ranges": [
            "characters.lea.actions.finesse",
            "characters.lea.initiative",
            "clocks.pont.filled",
            "clocks.pont.size",
            "format",
            "rules.stress_size",
            "session",
        ],
        "shape-system": ["characters.lea.stress", "system"],
        "shape-types": [
            "characters.bohort",
            "characters.lea.counters.or.value",
            "characters.lea.present",
            "characters.lea.stress",
            "characters.lea.talents.0.checked",
            "characters.lea.ties",
            "rules.clock_sizes",
            "rules.clock_sizes.1",
            "rules.initiative_gain",
            "session",
            "table.setups",
            "title",
        ],
        "shape-words": [
            "characters.lea.condition_visibility",
            "characters.lea.talents.0.kind",
            "clocks.pont.kind",
            "clocks.pont.visibility",
            "language",
            "rules.resist_with.1",
            "rules.secret_rolls",
        ],
    }

    def test_every_broken_shape_is_here(self) -> None:
        assert set(self.FAULTS) == {path.stem for path in (DATA / "broken").glob("shape-*.toml")}

    @pytest.mark.parametrize("name", FAULTS)
    def test_a_broken_file_has_the_faults_it_is_known_for(
        self, name: str, validator: jsonschema.Draft202012Validator
    ) -> None:
        assert faults(validator, read(DATA / "broken" / f"{name}.toml")) == self.FAULTS[name]

    @pytest.mark.parametrize("system", BUILT_IN)
    def test_a_new_campaign(self, system: str, tmp_path: Path, validator: jsonschema.Draft202012Validator) -> None:
        shell = fresh_shell(tmp_path)
        (shell.cwd / SCHEMA).write_text(schema_text(), encoding="utf-8")
        made = shell.run("new", "x.toml", "--system", system, "--pc", "Léa", "--language", "fr")
        assert made.code == 0
        words = (shell.cwd / "x.toml").read_text(encoding="utf-8")
        assert words.startswith(f"#:schema {SCHEMA}\n")
        assert faults(validator, tomli.loads(words)) == []
        assert shell.run("check", "x").out == ""

    def test_a_system_is_judged_by_its_own_sheet(self, validator: jsonschema.Draft202012Validator) -> None:
        tree = {"format": 1, "characters": {"a": {"name": "A", "initiative": "x"}}}
        assert faults(validator, {**tree, "system": "charge"}) == ["characters.a.initiative"]
        assert faults(validator, {**tree, "system": "sixieme-monde"}) == []
