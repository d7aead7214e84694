"""`tracker schema`: the JSON Schema of a campaign file, for editors."""

from __future__ import annotations

import json
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING

from tracker.cli.output import put_out
from tracker.i18n.catalogue import SOURCE_LANGUAGE
from tracker.i18n.say import say
from tracker.rules.schema import campaign_schema

if TYPE_CHECKING:
    from tracker.cli.parser import Parser


def add_arguments(parser: Parser) -> None:
    """The command takes nothing."""


def run(arguments: SimpleNamespace) -> int:
    """Print the schema; its descriptions are English in every language, as its keys are."""
    return put_out(schema_text(), arguments.spoken)


def schema_text() -> str:
    """Give the schema as it is printed, and as it lies beside the samples."""
    return json.dumps(campaign_schema(partial(say, language=SOURCE_LANGUAGE)), ensure_ascii=False, indent=2) + "\n"
