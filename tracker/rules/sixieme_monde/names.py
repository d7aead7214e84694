"""Sixième Monde: how tiers, outcomes and numbers with a sign are said."""

from __future__ import annotations

from tracker.core.entry import Entry
from tracker.core.text import Text, text, text_in, text_n
from tracker.rules.deed import Tone
from tracker.rules.sixieme_monde.scale import Tier, cap_of, tier_of

TIERS: dict[Tier, Text] = {
    "nullissime": text_in("tier", "hopeless"),
    "amateur": text_in("tier", "amateur"),
    "professionnelle": text_in("tier", "professional"),
    "brutasse": text_in("tier", "ace"),
}
"""From the worst to the best (text, step 7)."""
OUTCOMES = {
    "success": (text_in("sixième monde", "SUCCESS"), Tone.GOOD),
    "failure_undecided": (text_in("sixième monde", "FAILING"), Tone.MIXED),
    "failure": (text_in("sixième monde", "FAILURE"), Tone.BAD),
}
"""From the best to the worst (text: negative succeeds, positive fails)."""


def signed(number: int) -> str:
    """Write a number with its sign, the way sheets do: +8, −6, 0."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def plain(number: int) -> str:
    """Write a total: its sign only where it is below 0."""
    return str(number) if number >= 0 else f"−{-number}"


def skill_note(score: int) -> Text:
    """Say what a score comes to: itself, its tier, and how many dice it throws against a failure."""
    return text("{score} · {tier}, {count}d6", score=signed(score), tier=TIERS[tier_of(score)], count=cap_of(score))


def margins_said(entry: Entry) -> tuple[Text, ...]:
    """Say the margins an entry keeps: full steps of 5, of a failure or of a success (information only)."""
    margins, surplus = entry.result.get("margins"), entry.result.get("success_margins")
    if isinstance(margins, int) and margins > 0:
        return (text_n("{count} full margin", "{count} full margins", margins),)
    if isinstance(surplus, int) and surplus > 0:
        return (text_n("{count} success margin", "{count} success margins", surplus),)
    return ()
