"""Sixième Monde: what its rules refuse, each with its code, at the table and for scripts alike."""

from __future__ import annotations

from tracker.core.refusal import Refusal
from tracker.core.text import text, text_n
from tracker.rules.procedure import dice_expected
from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.scale import MAX_BONUS, MAX_MALUS


def no_call(who: str, input: str) -> Refusal:
    """Give the refusal of an answer to a call that was not made. It names no value (text: the others must notice)."""
    message = text("this die does not call {who}", who=who) if who else text("this die calls nobody here")
    return Refusal("no_call", message, input=input)


def no_dice_allowed(input: str) -> Refusal:
    """Give the refusal of a choice on a success, or of d6 without a refused failure (text, step 7)."""
    return Refusal("d6_not_allowed", text("dice are thrown, or given, only against a failure"), input=input)


def check_companions(count: int, rules: SixiemeRules) -> None:
    """Refuse more companions than may support one roll. READING: one, or the house rule `max_companions`."""
    if count > rules.max_companions:
        message = text_n(
            "only {count} companion may support", "only {count} companions may support", rules.max_companions
        )
        raise Refusal("too_many_companions", message, input="companions")


def check_karma(cost: int, held: int) -> None:
    """Refuse tricks that cannot be paid for (text: one karma each)."""
    if cost > held:
        raise Refusal(
            "no_karma", text("this costs {cost} karma and {held} are held", cost=cost, held=held), input="karma"
        )


def check_cap(rolled: int, cap: int) -> None:
    """Refuse more dice than the tier of the skill allows (text, step 7)."""
    if rolled > cap:
        message = text_n("this skill throws {count} die at most", "this skill throws {count} dice at most", cap)
        raise Refusal("over_cap", message, input="pot_draw")


def no_d6(success: bool) -> Refusal:
    """Give the refusal of throwing no die at all; a success, under `d6_always`, is not there to be accepted."""
    message = text("there is no die to throw: the failure can only be accepted")
    return Refusal("no_d6", text("there is no die to throw") if success else message, input="choice")


def check_pot(drawn: int, pot: int) -> None:
    """Refuse drawing more dice than the pot holds."""
    if drawn > pot:
        message = text_n("the pot holds only {count} die", "the pot holds only {count} dice", pot)
        raise Refusal("pot_too_small", message, input="pot_draw")


def check_malus_count(count: int, input: str) -> None:
    """Refuse more penalty dice than the storyteller may impose."""
    if not 0 <= count <= MAX_MALUS:
        message = text(
            "at most {expected} penalty dice are imposed, there are {found}", expected=MAX_MALUS, found=count
        )
        raise Refusal("bad_malus_count", message, input=input)


def check_d6_count(found: int, expected: int) -> None:
    """Refuse another number of faces than of dice announced."""
    if found != expected:
        raise Refusal("bad_d6_count", dice_expected(expected, found), input="dice.d6")


def check_addon_bonus(bonus: int) -> None:
    """Refuse an addon that is not worth 1 to 9."""
    if not 1 <= bonus <= MAX_BONUS:
        message = text("an addon is worth 1 to {high}, not {found}", high=MAX_BONUS, found=bonus)
        raise Refusal("bad_addon_bonus", message, input="addon_bonus")
