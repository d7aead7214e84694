"""What each key means where it is pressed: from a situation to a command, or to what is to be asked first.

All are pure, and raise Refusal with the sentence for the status line where there is nothing to be done.
"""

from __future__ import annotations

from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.arrange import Move, SetVisibility
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, ResolveClock, TickClock
from tracker.rules.common.condition import Condition
from tracker.rules.common.notes import AddNote, StrikeLine
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.ui.panes.party import marked_field
from tracker.ui.situation import Asking, Situation


def adjust(at: Situation, by: int) -> Command:
    """Change the marked number of the row."""
    match at.selection.pane:
        case "party":
            character = at.character()
            path = marked_field(at.system.gauges(at.campaign, character), at.selection.field)
            if not path:
                raise Refusal("no_field", text("{name} has no number to change here", name=character.name))
            return Adjust(who=character.id, path=path, by=by)
        case "stress":
            return Adjust(who=at.character().id, path=("stress",), by=by)
        case "clocks":
            return TickClock(clock=at.clock().id, by=by)
        case "log":
            raise Refusal("no_field", text("the log has no number to change"))


def more(at: Situation) -> Command:
    """Change it by one up."""
    return adjust(at, 1)


def less(at: Situation) -> Command:
    """Change it by one down."""
    return adjust(at, -1)


def roll(at: Situation) -> Asking:
    """Roll for the selected character, advance the selected clock by some amount, or resolve it."""
    match at.selection.pane:
        case "party" | "stress":
            return system_key(at, "roll")
        case "clocks":
            clock = at.clock()
            if clock.full:
                return Asking(ResolveClock(clock=clock.id))
            rolled = at.system.clock_command(at.campaign, clock.id, at.selection.who)
            return Asking(rolled or TickClock(clock=clock.id))
        case "log":
            return system_key(at, "roll")


def system_key(at: Situation, key: str) -> Asking:
    """Do what the system knows under one of its keys."""
    command = at.system.command(key, at.campaign, at.character().id)
    if command is None:
        raise Refusal("not_now", text("this cannot be done now"))
    return Asking(command)


def resist(at: Situation) -> Asking:
    """Resist."""
    return system_key(at, "resist")


def fortune(at: Situation) -> Asking:
    """Throw fortune dice; in a system whose dice are plain nobody needs to be selected."""
    command = at.system.command("fortune", at.campaign, at.selection.who)
    if command is None:
        raise Refusal("not_now", text("this cannot be done now"))
    return Asking(command)


def flashback(at: Situation) -> Asking:
    """Play a flashback."""
    return system_key(at, "flashback")


def condition(at: Situation) -> Asking:
    """Rewrite the condition."""
    return Asking(Condition(who=at.character().id))


def new(at: Situation) -> Asking:
    """Add a thing of the kind the pane shows, behind the selected one."""
    match at.selection.pane:
        case "party" | "stress":
            return Asking(AddCharacter(after=at.selection.who))
        case "clocks":
            return Asking(AddClock(after=at.selection.clock))
        case "log":
            return Asking(AddNote())


def edit(at: Situation) -> Asking:
    """Edit the selected thing; of a log line, write a note beside it."""
    match at.selection.pane:
        case "party" | "stress":
            return Asking(EditCharacter(who=at.character().id))
        case "clocks":
            return Asking(EditClock(clock=at.clock().id))
        case "log":
            return Asking(AddNote(about=at.line()))


def delete(at: Situation) -> Command:
    """Take the selected thing out; strike a log line."""
    match at.selection.pane:
        case "party" | "stress":
            return RemoveCharacter(who=at.character().id)
        case "clocks":
            return RemoveClock(clock=at.clock().id)
        case "log":
            return StrikeLine(about=at.line())


def visibility(at: Situation) -> Command:
    """Show more or less of the selected thing on the players' screen."""
    match at.selection.pane:
        case "party" | "stress":
            character = at.character()
            if not character.condition:
                raise Refusal("no_condition", text("{name} has no condition to hide", name=character.name))
            return SetVisibility(who=character.id)
        case "clocks":
            return SetVisibility(clock=at.clock().id)
        case "log":
            return SetVisibility(about=at.line())


def undo(at: Situation) -> Command:
    """Take back the beat that the status line names."""
    if at.undo_target is None:
        raise Refusal("nothing_to_undo", text("there is nothing to take back"))
    return Undo(target=at.undo_target[0].beat)


def redo(at: Situation) -> Command:
    """Put back the beat that was taken back last."""
    if at.redo_target is None:
        raise Refusal("nothing_to_redo", text("there is nothing to put back"))
    return Redo(target=at.redo_target[0].beat)


def moved(at: Situation, by: int) -> Command:
    """Move the selected thing one place."""
    section = "clocks" if at.selection.pane == "clocks" else "characters"
    id = at.clock().id if section == "clocks" else at.character().id
    ids = list(at.campaign.clocks if section == "clocks" else at.campaign.characters)
    place = ids.index(id)
    target = place + by
    if not 0 <= target < len(ids):
        raise Refusal("at_the_end", text("it is at the end of the row already"))
    rest = [each for each in ids if each != id]
    return Move(section=section, id=id, after=rest[target - 1] if target else None, beat=at.selection.moving or None)
