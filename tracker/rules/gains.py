"""What each answer at hand would change of the odds, worked out from the declaration of the roll alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text
from tracker.rules.deed import Ask, Chance, Command, Deed, Option, Preview, Tone
from tracker.rules.likely import changes, likely, speaks_of_chance

AROUND = 4
"""Numbers to either side of the present one that are weighed where none are proposed."""
WEIGHED = frozenset({Kind.CHOICE, Kind.CHOICES, Kind.FLAG, Kind.WHOLE})
MOST_WEIGHED = 24
"""Options; beyond them none is weighed, so that a long list costs no frame."""
GOOD = frozenset({Tone.BEST, Tone.GOOD})


def weighed(campaign: Campaign, command: Command, deed: Deed[Any], ask: Ask, now: Preview) -> Ask:
    """Give an ask with options that say what they would change, where their own notes speak of no chance.

    Flags and plain numbers get the options they lack: no and yes, the numbers around the present one.
    """
    if ask.kind not in WEIGHED or not now.chances:
        return ask
    options = options_of(ask)
    if len(options) > MOST_WEIGHED:
        return ask
    said = tuple(_weighed(campaign, command, deed, ask, each, now) for each in options)
    return replace(ask, options=said) if ask.options or any(each.note is not None for each in said) else ask


def briefly(campaign: Campaign, command: Command, deed: Deed[Any], ask: Ask, now: Preview) -> tuple[Text, ...]:
    """Say in few words what the other answers lead to: `push: +1d6 → 87.5 %`; those that change nothing are left out.

    Of what a roll is made for; where that stays as it is, of what its outcomes lead to.
    """
    options = options_of(ask)
    if ask.kind not in WEIGHED or not now.chances or len(options) > MOST_WEIGHED:
        return ()
    said: list[Text] = []
    for option in options:
        if option.blocked is not None or (ask.kind is not Kind.CHOICES and option.value == ask.value):
            continue
        then = answered(campaign, command, deed, ask, option.value)
        if then is None:
            continue
        share = aimed(deed, then.chances)
        if share != aimed(deed, now.chances):
            said.append(text("{label} → {chance}", label=option.label, chance=likely(share)))
        else:
            said.extend(text("{label}: {gain}", label=option.label, gain=each) for each in _also(now.also, then.also))
    return tuple(said)


def options_of(ask: Ask) -> tuple[Option, ...]:
    """Give the options of an ask, and for flags and numbers those that come to mind."""
    if ask.options:
        return ask.options
    match ask.kind, ask.value:
        case Kind.FLAG, _:
            return Option(False, text("no")), Option(True, text("yes"))
        case Kind.WHOLE, int(value):
            low = value - AROUND if ask.low is None else max(ask.low, value - AROUND)
            high = value + AROUND if ask.high is None else min(ask.high, value + AROUND)
            return tuple(Option(n, text("{number}", number=n)) for n in range(low, high + 1))
        case _:
            return ()


def aimed(deed: Deed[Any], chances: Iterable[Chance]) -> Fraction:
    """Give the chance of what a roll is made for."""
    wanted = (c.share for c in chances if (c.outcome in deed.aims if deed.aims else c.tone in GOOD))
    return sum(wanted, Fraction(0))


def answered(campaign: Campaign, command: Command, deed: Deed[Any], ask: Ask, value: Any) -> Preview | None:
    """Give what would be known with another answer; None where that would be refused, or is another kind of roll."""
    if ask.kind is Kind.CHOICES:
        value = tuple(each for each in ask.value if each != value) if value in ask.value else (*ask.value, value)
    try:
        then = deed.put(campaign, command, ask.name, value)
        return deed.preview(campaign, then) if type(then) is type(command) else None
    except Refusal:
        return None


def _weighed(campaign: Campaign, command: Command, deed: Deed[Any], ask: Ask, option: Option, now: Preview) -> Option:
    if option.blocked is not None or (ask.kind is not Kind.CHOICES and option.value == ask.value):
        return option
    if speaks_of_chance(option.note) and not now.also:
        return option  # it says already all there is to say
    then = answered(campaign, command, deed, ask, option.value)
    if then is None:
        return option
    before, after = aimed(deed, now.chances), aimed(deed, then.chances)
    said = list(_also(now.also, then.also))
    own = [] if option.note is None else [option.note]
    if speaks_of_chance(option.note):
        said = own + said
    else:
        said = [changes(deed.aim, before, after)] * (before != after) + said + own
    note: Text | None = None
    for each in said:
        note = each if note is None else text("{gain} · {price}", gain=note, price=each)
    return replace(option, note=note)


def _also(before: tuple[Chance, ...], after: tuple[Chance, ...]) -> Iterable[Text]:
    known = {chance.outcome: chance.share for chance in before}
    for chance in after:
        if chance.outcome not in known:
            yield text("{what} {chance}", what=chance.label, chance=likely(chance.share))
        elif known[chance.outcome] != chance.share:
            yield changes(chance.label, known[chance.outcome], chance.share)
