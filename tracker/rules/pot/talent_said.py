"""POT: how the log tells a test: dice with those kept, the sum against DIFF, and every rule that applied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_n
from tracker.rules.deed import Die, Said, Tone
from tracker.rules.pot.house import REUSE
from tracker.rules.pot.names import OUTCOMES, SHORT_RESERVES, attitude_name


def said(entry: Entry) -> Said:
    """Give the log line of a test."""
    choice, result = entry.choice, entry.result
    reserve = SHORT_RESERVES.get(str(choice.get("reserve", "ra")), SHORT_RESERVES["ra"])
    what = text(
        "{talent} · {reserve} {dice}d · DIFF {diff}",
        talent=str(result.get("talent", "?")),
        reserve=reserve,
        dice=_number(result, "n_dice"),
        diff=_number(result, "diff"),
    )
    goal = choice.get("goal")
    if isinstance(goal, str) and goal:
        what = text("{what} · {goal}", what=what, goal=goal)
    label, tone = outcome(entry)
    return Said(what, kept_dice(entry.faces), label, tone, (sum_said(result), *_rules(entry), *won_said(result)))


def outcome(entry: Entry) -> tuple[Text | None, Tone]:
    """Give how the outcome of an entry is said."""
    return OUTCOMES.get(entry.outcome, (None, Tone.PLAIN))


def kept_dice(faces: Any) -> tuple[Die, ...]:
    """Give the dice with those that count: the best and all its equals."""
    shown = [face for face in faces if isinstance(face, int)] if isinstance(faces, (list, tuple)) else []
    return tuple(Die(face, face == max(shown)) for face in shown)


def sum_said(result: Mapping[str, Any]) -> Text:
    """Say the sum: the best die, its equals, the attitude."""
    parts = [text("{number}", number=_number(result, "best"))]
    if extra := _number(result, "extra"):
        parts.append(text_n("+{count} equal die", "+{count} equal dice", extra))
    if points := _number(result, "points"):
        attitude = attitude_name(str(result.get("attitude", "")))
        parts.append(text("+{points} {attitude}", points=points, attitude=attitude))
    return text("total {total}: {parts}", total=_number(result, "total"), parts=tuple(parts))


def won_said(result: Mapping[str, Any]) -> tuple[Text, ...]:
    """Say how many bets bring something, or that a throw of nothing but ones fails whatever it is worth."""
    if result.get("all_ones") is True:
        return (text("nothing but ones: failed"),)
    won = _number(result, "bets_won")
    return (text_n("{count} bet won", "{count} bets won", won),) if won else ()


def _rules(entry: Entry) -> tuple[Text, ...]:
    choice, result = entry.choice, entry.result
    details: list[Text] = []
    if choice.get("defends") is True:
        others = [name or path for path, name in entry.names.items() if path != f"characters.{entry.who}"]
        details.append(text("opposes {who}", who=", ".join(others)))
    if result.get("free"):
        details.append(text("free die"))
    if result.get("crosses") == 0:
        details.append(text("no cross"))
    if uses := _number(result, "prior_uses"):
        details.append(text("used again: DIFF +{number}", number=REUSE * uses))
    bets, forced = _number(result, "bets"), _number(result, "forced_bets")
    if bets:
        details.append(text_n("{count} bet: DIFF +{count}", "{count} bets: DIFF +{count}", bets))
    if forced:
        details.append(text_n("{count} of them forced", "{count} of them forced", forced))
    stakes = choice.get("stakes")
    for words in stakes if isinstance(stakes, (list, tuple)) else ():
        if words:
            details.append(text("bet: {words}", words=str(words)))
    if when := result.get("when"):
        details.append(text("since {words}", words=str(when)))
    if result.get("can_reroll") is True:
        details.append(text("may be thrown again"))
    return tuple(details)


def _number(result: Mapping[str, Any], name: str) -> int:
    found = result.get(name)
    return found if isinstance(found, int) else 0
