"""Charge: the character sheet, the house rules and what belongs to the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from tracker.core.campaign import Shape, Table
from tracker.core.character import Character
from tracker.core.fields import choice, flag, levels, line, lines, rows, whole
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in
from tracker.rules.charge.house import EFFECTS as EFFECTS
from tracker.rules.charge.house import INITIATIVE_GAIN as INITIATIVE_GAIN
from tracker.rules.charge.house import MAX_DOTS as MAX_DOTS
from tracker.rules.charge.house import POSITIONS as POSITIONS
from tracker.rules.charge.house import RESIST_WITH as RESIST_WITH
from tracker.rules.charge.house import ActionName as ActionName
from tracker.rules.charge.house import ChargeRules as ChargeRules
from tracker.rules.charge.house import Effect as Effect
from tracker.rules.charge.house import Position as Position

ACTIONS = {
    "muscle": ("physique", text_in("action", "Muscle")),
    "finesse": ("physique", text_in("action", "Finesse")),
    "move": ("physique", text_in("action", "Move")),
    "sneak": ("physique", text_in("action", "Sneak")),
    "shoot": ("insight", text_in("action", "Shoot")),
    "tinker": ("insight", text_in("action", "Tinker")),
    "study": ("insight", text_in("action", "Study")),
    "notice": ("insight", text_in("action", "Notice")),
    "bond": ("resolve", text_in("action", "Bond")),
    "command": ("resolve", text_in("action", "Command")),
    "focus": ("resolve", text_in("action", "Focus")),
    "sway": ("resolve", text_in("action", "Sway")),
}
"""The list of Charge, Création de personnage: id → group and name."""
GROUPS = {
    "physique": text_in("action group", "Physique"),
    "insight": text_in("action group", "Insight"),
    "resolve": text_in("action group", "Resolve"),
}
TALENT_KINDS = {
    "dot": text_in("talent", "action dot"),
    "effect": text_in("talent", "+1 effect"),
    "position": text_in("talent", "+1 position"),
    "die": text_in("talent", "+1d6"),
}
SETUP_BONUSES = {"effect": text_in("talent", "+1 effect"), "position": text_in("talent", "+1 position")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Talent:
    """One line of the talent tree: an action dot, or a situational talent with its blank filled in."""

    situation: str = line(text("situation"), key="text", help=text("“when …”: the situation that makes it count"))
    kind: Literal["dot", "effect", "position", "die"] = choice(text("kind"), TALENT_KINDS, default="dot")
    action: str = line(text("action"), help=text("the action that took the dot"))
    checked: bool = flag(text("taken"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """A bonus left by a prepared action for whoever follows up, until the scene ends."""

    by: str = line(text("prepared by"), required=True)
    bonus: Literal["effect", "position"] = choice(text("bonus"), SETUP_BONUSES, default="effect")
    used_by: tuple[str, ...] = lines(text("used by"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeTable(Table):
    """What belongs to nobody at a Charge table."""

    setups: tuple[Setup, ...] = rows(text("set-ups waiting"), Setup)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeCharacter(Character):
    """A Charge character sheet."""

    concept: str = line(text("concept"))
    appearance: str = line(text("appearance"))
    ties: tuple[str, ...] = lines(text("ties"))
    initiative: int = whole(text("initiative"), default=2, low=0, help=text("charges of momentum"))
    actions: Mapping[str, int] = levels(text("actions"), low=0, high=MAX_DOTS)
    talents: tuple[Talent, ...] = rows(text("talents"), Talent)
    milestones: int = whole(text("milestones to spend"), low=0)
    position_bonus: int = whole(text("position bonus on the next roll"), low=0)
    position_penalty: int = whole(text("position penalty, this scene"), low=0)


SHAPE = Shape(ChargeCharacter, ChargeRules, ChargeTable)
