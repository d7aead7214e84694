"""Sixième Monde: what its procedures take, described once for scripts, dialogs and refusals."""

from __future__ import annotations

from typing import Literal

from tracker.core.fields import (
    Kind,
    Spec,
    choice,
    choice_or_none,
    flag,
    flag_or_none,
    line,
    record_or_none,
    rows,
    whole,
    whole_or_none,
    wholes,
)
from tracker.core.frozen import dataclass
from tracker.core.text import text, text_in, verbatim
from tracker.rules.procedure import MAX_DICE
from tracker.rules.sixieme_monde.scale import D20, HIGH_SCORE, LOW_SCORE, MAX_BONUS, MAX_MALUS

Choice = Literal["accept", "refuse"]
Policy = Literal["accept", "own_dice", "full_cap"]

CHOICES = {
    "accept": text_in("failure", "accept: the dice go to the common pot"),
    "refuse": text_in("failure", "refuse: the dice are thrown"),
}
POLICIES = {
    "accept": text_in("policy", "every failure is accepted"),
    "own_dice": text_in("policy", "own dice are thrown"),
    "full_cap": text_in("policy", "own dice are thrown, completed from the pot"),
}
CALL_VALUES = text("call values")
BONUS = text_in("addon", "bonus")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoInputs:
    """Nothing beside the dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MalusThrow(NoInputs):
    """How many penalty dice the program throws."""

    n: int = whole(text("penalty dice"), low=0, high=MAX_MALUS, required=True, code="bad_malus_count")


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginsInputs:
    """A result whose margins are wanted."""

    result: int = whole(text_in("sixième monde", "result"), required=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelInputs:
    """An addon whose level is wanted."""

    bonus: int = whole(BONUS, low=1, high=MAX_BONUS, required=True, code="bad_addon_bonus")


@dataclass(frozen=True, slots=True, kw_only=True)
class CallInputs:
    """The addon that the main character answers the call with."""

    bonus: int = whole(BONUS, low=1, high=MAX_BONUS, required=True, code="bad_addon_bonus")
    call_uses_bonus: bool | None = flag_or_none(text("the bonus counts, not the level"))


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanionInputs:
    """A companion who answers the call, and the addon named."""

    name: str = line(text("name"))
    call_values: tuple[int, ...] = wholes(CALL_VALUES, low=1, high=D20, distinct=True)
    bonus: int = whole(BONUS, low=1, high=MAX_BONUS, required=True, code="bad_addon_bonus")
    call_uses_bonus: bool | None = flag_or_none(text("the bonus counts, not the level"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickInputs:
    """A trick used for the roll."""

    bonus: int = whole(text_in("trick", "bonus"), low=1, required=True, code="bad_trick_bonus")
    activate: bool = flag(text("switched on for this roll"), help=text("1 karma"))


@dataclass(frozen=True, slots=True, kw_only=True)
class D20Inputs:
    """What a roll of the d20 comes to in numbers (text, steps 1 to 7)."""

    score: int = whole(text("score"), low=LOW_SCORE, high=HIGH_SCORE, required=True, code="bad_score")
    call_values: tuple[int, ...] = wholes(CALL_VALUES, low=1, high=D20, distinct=True)
    call: CallInputs | None = record_or_none(text("the call answered"), CallInputs)
    companions: tuple[CompanionInputs, ...] = rows(text("companions who answer"), CompanionInputs)
    tricks: tuple[TrickInputs, ...] = rows(text("tricks used"), TrickInputs)
    karma: int = whole(text("karma"), low=0)
    pot: int = whole(text("common pot"), low=0)
    choice: Choice | None = choice_or_none(text("what is done with a failure"), CHOICES)
    pot_draw: int = whole(text("dice drawn from the pot"), low=0, high=MAX_DICE, code="bad_pot_draw")
    d6_always: bool | None = flag_or_none(text("dice of the pot may be thrown on a success too"))


@dataclass(frozen=True, slots=True, kw_only=True)
class D20Throw(D20Inputs):
    """The same where the program throws the penalty dice."""

    malus_dice: int = whole(text("penalty dice"), low=0, high=MAX_MALUS, code="bad_malus_count")


@dataclass(frozen=True, slots=True, kw_only=True)
class D20Odds(D20Throw):
    """The same before any die is thrown: the policy stands for the choice; what is promised counts where it calls."""

    policy: Policy = choice(text("what is done with a failure"), POLICIES, default="accept")


@dataclass(frozen=True, slots=True, kw_only=True)
class D20Dice:
    """The faces of a roll of the d20."""

    d20: int | None = whole_or_none(verbatim("d20"))
    malus: tuple[int, ...] = wholes(text("penalty dice"))
    d6: tuple[int, ...] = wholes(verbatim("d6"))


D20_DICE = Spec(Kind.RECORD, text("dice"), record=D20Dice)
