"""POT: the rules on one screen, for the help. Facts of play, in our own words."""

from __future__ import annotations

from tracker.core.text import text

REMINDER = (
    text("Each round brings POT new dice. From the highest pugnacity down, everybody puts them into RA and RR."),
    text("Most RA acts first and performs all its actions, then the next. RR answers an action at any moment."),
    text("A test draws at most as many dice as the talent has crosses; its dominant attitude adds a free die."),
    text("Best die, +1 for each of its equals, + the attitude: DIFF or more succeeds."),
    text("Failed: throw again with one die fewer, as long as a die is left."),
    text("The same talent again in one round: DIFF +2, then +4, and so on."),
    text("Up to 3 bets: DIFF +1 and, on a success, a benefit each. Those of an attack are forced on its defence."),
    text("Without a cross one die may be thrown; incantation and divination need a cross."),
    text("Done acting: one action die may be set aside under a condition, for later in the round."),
    text("End of the round: one reserve may be kept, at most POT dice of it, unless a die was set aside."),
)
