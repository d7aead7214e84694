"""Where the selection goes: pure steps from one selection to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tracker.core.entry import Entry
from tracker.ui.panes.party import marked_field
from tracker.ui.selection import PANES, Selected, Selection, place_of, stepped
from tracker.ui.situation import Situation

FAR = 1_000_000


def selected_after(action: str, at: Situation, ids: Selected, page: int) -> Selection | None:
    """Give the selection after an action that only selects; None for any other action."""
    selection = at.selection
    match action:
        case "next_pane" | "previous_pane":
            by = 1 if action == "next_pane" else -1
            return replace(selection, pane=PANES[(PANES.index(selection.pane) + by) % len(PANES)])
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
            return replace(selection, who=ids.characters[n - 1], pane=pane)
        case _:
            return None


def _stepped(selection: Selection, ids: Selected, by: int) -> Selection:
    match selection.pane:
        case "party" | "stress":
            return replace(selection, who=stepped(selection.who, ids.characters, by))
        case "clocks":
            return replace(selection, clock=stepped(selection.clock, ids.clocks, by))
        case "log":
            return replace(selection, line=_line(selection.line, ids.log, by))


def _line(line: int, log: Sequence[Entry], by: int) -> int:
    if not log:
        return 0
    last = len(log) - 1
    found = place_of(log, line) if line else last
    at = max(0, min(last, (found if found >= 0 else last) + by))
    return 0 if at == last else log[at].n


def _next_field(at: Situation) -> Selection:
    character = at.campaign.characters.get(at.selection.who)
    if character is None:
        return at.selection
    gauges = at.system.gauges(at.campaign, character)
    paths = [gauge.path for gauge in gauges]
    if not paths:
        return at.selection
    now = marked_field(gauges, at.selection.field)
    return replace(at.selection, field=paths[(paths.index(now) + 1) % len(paths)])
