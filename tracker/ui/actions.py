"""Every action of the table, declared once: its keys, its words, and what it does.

Keys, footer, palette and help are all made from this table; another issue adds a line here and is done.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in
from tracker.rules.deed import Command
from tracker.ui import intents
from tracker.ui.menus import table_menu
from tracker.ui.selection import PANES, PaneId
from tracker.ui.situation import Asking, Choosing, Situation

Build: TypeAlias = Callable[[Situation], "Command | Asking | Choosing"]

FRENCH_ROW = ("&", "é", '"', "'", "(", "", "è", "_", "ç")
"""What the keys of 1 to 9 give unshifted on a French keyboard; its 6 is `-`, which stays "one less"."""


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a key does."""

    id: str
    """What the settings file calls it."""
    keys: str
    """Separated by commas; a comma itself is called `comma`."""
    label: Text
    """One word or two, for the footer and the palette."""
    about: Text | None
    """A phrase for the help; None: the phrase before it says this too, and the keys stand together."""
    rank: int = 0
    """Place in the footer when room is short, 1 the last to go; 0 is not in the footer."""
    panes: tuple[PaneId, ...] = PANES
    """Where it works."""
    build: Build | None = None
    """What it comes to; None: the screen itself does it."""
    needs: str = ""
    """The key of the system that must exist for it."""
    footer_keys: str = ""
    """How the footer writes its keys, if not as the first of them."""
    footer_label: Text | None = None

    def exists(self, at: Situation) -> bool:
        """Say whether the system of the campaign has it at all."""
        return not self.needs or at.system.has(self.needs)

    def refusal(self, at: Situation) -> Text | None:
        """Say why it cannot be done now; None when it can."""
        if at.selection.pane not in self.panes:
            return text("{action} does nothing in this pane", action=self.label)
        if self.build is None:
            return None
        try:
            self.build(at)
        except Refusal as refusal:
            return refusal.message
        return None


THINGS: tuple[PaneId, ...] = ("party", "stress", "clocks")

ACTIONS: tuple[Action, ...] = (
    Action(
        "roll",
        "r,enter",
        text("Roll"),
        text("roll for the selected character; on a clock, advance or resolve it"),
        1,
        build=intents.roll,
    ),
    Action(
        "more",
        "right,+,=",
        text("One more"),
        text("one more, one less of the marked number: initiative, stress, segments"),
        3,
        THINGS,
        intents.more,
        footer_keys="←→",
        footer_label=text("±1"),
    ),
    Action("less", "left,-", text("One less"), None, 0, THINGS, intents.less),
    Action("field", "g", text("Next number"), text("mark the next number of the row"), 0, ("party",)),
    Action(
        "condition",
        "c",
        text("Condition"),
        text("rewrite the condition of the selected character"),
        5,
        build=intents.condition,
    ),
    Action(
        "resist",
        "d",
        text("Resist"),
        text("resist a consequence"),
        9,
        build=intents.resist,
        needs="resist",
    ),
    Action(
        "fortune",
        "f",
        text("Fortune"),
        text("throw dice for what no character decides"),
        10,
        build=intents.fortune,
        needs="fortune",
    ),
    Action(
        "flashback",
        "b",
        text("Flashback"),
        text("play what was prepared earlier"),
        11,
        build=intents.flashback,
        needs="flashback",
    ),
    Action(
        "new",
        "n",
        text_in("character, clock or note", "New"),
        text("a new character, clock or note, as the pane shows"),
        4,
        build=intents.new,
    ),
    Action(
        "edit",
        "e",
        text("Edit"),
        text("edit the selected thing; beside a log line, write a note about it"),
        6,
        build=intents.edit,
    ),
    Action(
        "delete",
        "x",
        text("Remove"),
        text("take the selected thing out; strike a log line"),
        12,
        build=intents.delete,
    ),
    Action("move", "m", text("Move"), text("then ↑ and ↓ move the selected thing, Enter ends it"), 13, THINGS),
    Action(
        "visibility",
        "v",
        text("Visibility"),
        text("what the players see: a clock shown, by name only or hidden; a condition or a log line shown or hidden"),
        14,
        build=intents.visibility,
    ),
    Action("undo", "u,ctrl+z", text("Undo"), text("take back what the status line names"), 2, build=intents.undo),
    Action("redo", "y,ctrl+y", text("Redo"), text("put back what was taken back last"), 15, build=intents.redo),
    Action(
        "menu",
        "t",
        text("Table"),
        text("sessions, scenes, recovery, language, theme"),
        7,
        build=table_menu,
    ),
    Action("next_pane", "tab", text("Next pane"), text("the next pane, the pane before"), 16),
    Action("previous_pane", "shift+tab", text("Previous pane"), None),
    Action("up", "up,k", text("Up"), text("select the one before, the next one; the first, the last")),
    Action("down", "down,j", text("Down"), None),
    Action("first", "home", text("First"), None),
    Action("last", "end", text("Last"), None),
    Action("page_up", "pageup", text("Page up"), text("a page back, a page on in the log"), panes=("log",)),
    Action("page_down", "pagedown", text("Page down"), None, panes=("log",)),
    *(
        Action(
            f"select_{n}",
            f"{n},{row}" if row else f"{n}",
            text("Character {number}", number=n),
            text("select character {number}", number=n),
        )
        for n, row in enumerate(FRENCH_ROW, 1)
    ),
    Action("project", "p", text("Project"), text("what the players see, on this screen"), 12),
    Action("editor", "w", text("Edit the file"), text("open the campaign file in your editor"), 17),
    Action("search", "/", text("Search"), text("search the log; Enter goes to the line"), 14),
    Action("redraw", "ctrl+l", text("Draw again"), text("draw the screen again")),
    Action("palette", "ctrl+p", text("All actions"), text("find an action by its name"), 18),
    Action("help", "?,h,f1", text("Help"), text("every key that works here, and the rules in short"), 0),
    Action("quit", "q,ctrl+c", text("Quit"), text("leave; everything is saved already"), 0),
)
LAST = ("help", "quit")
"""They end the footer."""
ALWAYS = ("undo", *LAST)
"""They never give way in the footer."""
BY_ID = {action.id: action for action in ACTIONS}
