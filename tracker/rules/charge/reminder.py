"""Charge: the rules on one screen, for the help. Facts of the French text (CC BY 4.0), in our own words."""

from __future__ import annotations

from tracker.core.text import text

REMINDER = (
    text("Throw one d6 per dot and read the highest: 6 full, 4-5 partial, 1-3 bad; two 6s are a critical."),
    text("Without any die, throw two and keep the lower; that is never a critical."),
    text("Position sets the consequence (1, 2, 3), effect the segments ticked (1, 2, 3; a critical one rank more)."),
    text("Even the odds: an assistance (1 initiative of the helper), and either a push (2) or added tension."),
    text("Initiative earned: 1 on partial, 2 on full, 3 on critical; none where initiative was used for the roll."),
    text("Partial or bad: the game master picks stress, complication, less effect, worse position or a lost chance."),
    text("Determination: one die per initiative spent; 4-5 reduced, 6 avoided, 66 avoided and +1 position next."),
    text("Stress full: out of the scene, the clock is cleared. Acting all the same costs 2 initiative."),
    text("Fortune: one die per level of likelihood. Flashback: 0 to 2 initiative, then as it was, or a roll."),
    text("A session starts with 2 initiative each. A milestone gives every character one talent."),
)
