"""Where the selection goes: pure steps from one selection to the next."""

from __future__ import annotations

from tracker.ui.panes.party import marked_field
from tracker.ui.selection import PANES, Selected, Selection, stepped
from tracker.ui.situation import Situation

FAR = 1_000_000


def selected_after(action: str, at: Situation, ids: Selected, page: int) -> Selection | None:
    """Give the selection after an action that only selects; None for any other action."""
    selection = at.selection
    match action:
        case "next_pane" | "previous_pane":
            by = 1 if action == "next_pane" else -1
            return selection._replace(pane=PANES[(PANES.index(selection.pane) + by) % len(PANES)])
        case "up":
            return _stepped(selection, ids, -1)
        case "down":
            return _stepped(selection, ids, 1)
        case "page_up":
            return _stepped(selection, ids, -page)
        case "page_down":
            return _stepped(selection, ids, page)
        case "first":
            return _stepped(selection, ids, -FAR)
        case "last":
            return _stepped(selection, ids, FAR)
        case "field":
            return _next_field(at)
        case _ if action.startswith("select_"):
            n = int(action.removeprefix("select_"))
            if n > len(ids.characters):
                return selection
            pane = selection.pane if selection.pane in {"party", "stress"} else "party"
            return selection._replace(who=ids.characters[n - 1], pane=pane)
        case _:
            return None


def _stepped(selection: Selection, ids: Selected, by: int) -> Selection:
    match selection.pane:
        case "party" | "stress":
            return selection._replace(who=stepped(selection.who, ids.characters, by))
        case "clocks":
            return selection._replace(clock=stepped(selection.clock, ids.clocks, by))
        case "log":
            return selection._replace(line=_line(selection.line, ids.lines, by))


def _line(line: int, lines: tuple[int, ...], by: int) -> int:
    if not lines:
        return 0
    at = len(lines) - 1 if not line else _place(lines, line)
    at = max(0, min(len(lines) - 1, at + by))
    return 0 if at == len(lines) - 1 else lines[at]


def _place(lines: tuple[int, ...], line: int) -> int:
    return lines.index(line) if line in lines else len(lines) - 1


def _next_field(at: Situation) -> Selection:
    character = at.campaign.characters.get(at.selection.who)
    if character is None:
        return at.selection
    gauges = at.system.gauges(at.campaign, character)
    paths = [gauge.path for gauge in gauges]
    if not paths:
        return at.selection
    now = marked_field(gauges, at.selection.field)
    return at.selection._replace(field=paths[(paths.index(now) + 1) % len(paths)])
