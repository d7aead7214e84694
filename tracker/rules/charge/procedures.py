"""Charge in numbers: every roll and every count of the rules by its id, as scripts and dialogs use them.

Sources: the French text of Charge (Fari RPGs, CC BY 4.0, based on Blades in the Dark, CC BY 3.0), by its chapter. What
the text leaves open is a house rule or a named constant marked READING.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.rules.charge.counting import ChangePosition, Flashback, Recover, SessionStart, TakeStress, TickClock
from tracker.rules.charge.house import ChargeRules
from tracker.rules.charge.rolling import Action, Determination, Fortune
from tracker.rules.procedure import Procedure

RULES = ChargeRules

ACTION = Action()
DETERMINATION = Determination()
FORTUNE = Fortune()
CLOCK = TickClock()
STRESS = TakeStress()
RECOVER = Recover()
FLASHBACK = Flashback()
POSITION = ChangePosition()
SESSION_START = SessionStart()

PROCEDURES: Mapping[str, Procedure[Any]] = {
    each.id: each
    for each in (ACTION, DETERMINATION, FORTUNE, CLOCK, STRESS, RECOVER, FLASHBACK, POSITION, SESSION_START)
}
