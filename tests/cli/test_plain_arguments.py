"""A campaign's name alone is not parsed; it must mean what the parser would have made of it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tracker.cli import main as entry
from tracker.cli import table
from tracker.cli.parser import Parser


@pytest.mark.parametrize("given", [[], ["ambre"]])
def test_as_the_parser_reads_it(given: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    parser = Parser("en", prog="tracker")
    table.add_arguments(parser)
    seen: list[dict[str, object]] = []

    def run(arguments: SimpleNamespace) -> int:
        seen.append(vars(arguments))
        return 0

    monkeypatch.setattr(table, "run", run)
    assert entry.main(given) == 0
    assert seen == [{**vars(parser.parse_args(given)), "spoken": seen[0]["spoken"]}]
