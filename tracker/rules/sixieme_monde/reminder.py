"""Sixième Monde: the rules on one screen, for the help. Facts of play, in our own words."""

from __future__ import annotations

from tracker.core.text import text

REMINDER = (
    text("Throw a d20, add the penalty and the score of the skill: below 0 succeeds, 0 and more fails."),
    text("The storyteller imposes 0 to 4 penalty dice; one throw may count for several characters."),
    text("Scores go from +9, the worst, to −27, the best. No skill fits: minus the bonus of one addon, for this roll."),
    text("The raw d20 calls: one of your own values lets you name one more addon and take its level off (1 to 3)."),
    text("One companion may speak up on their own, without being asked, and name an addon: its level comes off too."),
    text("Tricks: active ones come off for free; switching one on costs 1 karma. They last until the table ends them."),
    text("A failure counts 1 margin for every full 5 points. Accepted, each puts a d6 into the common pot."),
    text("Refused, each is a d6 of your own, completed from the pot up to the cap, thrown once, and taken off."),
    text("Most d6: 4 hopeless (+9 to 0), 3 amateur (−1 to −9), 2 professional (−10 to −19), 1 ace (−20 to −27)."),
)
