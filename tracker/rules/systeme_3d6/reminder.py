"""3D6: the rules on one screen, for the help. Facts of the French text, in our own words."""

from __future__ import annotations

from tracker.core.text import text

REMINDER = (
    text("Throw three d6: every die that shows the quality or less is a success."),
    text("Any advantage: four dice. Any disadvantage: two. Both: three again; several of a kind do not add up."),
    text("A reroll throws one failed die again; an important object, a gift or a clever idea grants it."),
    text("Easy needs 1 success, Medium 2, Hard 3, Legendary 4 (so four dice)."),
    text("Enough: it succeeds. Some: fail, or succeed with complications. None: total failure."),
    text("Three dice alike: something good happens, whatever the outcome."),
    text(
        "Open action: count the successes, the storyteller judges. Opposed: more of them win; a tie is hers to decide."
    ),
    text("Group: all roll against one difficulty; if more than half succeed, paid choices included, all do."),
    text("Long task: successes add up to the target. Together in one step of time, or in turns, a step each."),
    text("r rolls; in its first row the first letter of open, opposed, group or long task leads there."),
)
