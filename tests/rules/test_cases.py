"""Every worked case of every system, through the door that scripts use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tracker.core.refusal import Refusal
from tracker.rules.door import resolve
from tracker.rules.system import procedures_of

CASES = Path(__file__).parents[1] / "data" / "cases"


def _cases() -> list[Any]:
    lines = [line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text("utf-8").splitlines()]
    return [pytest.param(json.loads(line), id=json.loads(line)["id"]) for line in lines]


def _throw(count: int, sides: int) -> tuple[int, ...]:
    return (1,) * count


@pytest.mark.parametrize("case", _cases())
def test_case(case: dict[str, Any]) -> None:
    expected = case["expect"]
    if "error" in expected:
        with pytest.raises(Refusal) as caught:
            resolve(case, procedures_of, _throw)
        assert caught.value.code == expected["error"]
        return
    answered: Any = resolve(case, procedures_of, _throw)["result"]
    for key, value in expected.items():
        assert json.dumps(answered[key]) == json.dumps(value), key
