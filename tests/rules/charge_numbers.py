"""The numbers of Charge as scripts ask for them: what is read off faces, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tracker.core.refusal import Refusal
from tracker.rules.charge.house import ChargeRules
from tracker.rules.procedure import Procedure

RULES = ChargeRules()
FACES = {"critical": (6, 6), "full": (6, 1), "partial": (4, 1), "bad": (3, 1)}


def refused(procedure: Procedure[Any], inputs: Any, rules: ChargeRules = RULES) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        procedure.verify(inputs, rules)
    return caught.value.code, caught.value.input


def read(procedure: Procedure[Any], inputs: Any, *faces: int, rules: ChargeRules = RULES) -> dict[str, Any]:
    procedure.verify(inputs, rules)
    return procedure.read(inputs, rules, {"dice": faces})
