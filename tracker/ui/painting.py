"""What is written to the terminal for a change: only the cells that differ, and only what differs in their style.

The toolkit writes from the left edge of a widget on, every piece with its whole style and a reset: eight times as much.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from rich.color import Color, ColorSystem
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.screen import Screen
from textual.strip import Strip

from tracker.ui.drawn import Drawn
from tracker.ui.themes import SIXTEEN

Codes = tuple[str, str, str]
"""What selects a colour, a ground and the other attributes."""
_PLAIN: Codes = ("39", "49", "")
_ATTRIBUTES = (
    ("bold", "1"),
    ("dim", "2"),
    ("italic", "3"),
    ("underline", "4"),
    ("blink", "5"),
    ("reverse", "7"),
    ("strike", "9"),
)
_SEEN_ON_BLANK = frozenset("479")
"""Underlined, reversed, struck."""


class Lean(CompositorUpdate):
    """An update of the toolkit, written with less."""

    def __init__(self, update: ChopsUpdate | LayoutUpdate) -> None:
        """Take the update."""
        self.update = update

    def __rich_console__(self, console: Console, options: object) -> Iterator[RenderableType]:
        """Give it as it was, for whoever does not write to a terminal."""
        yield self.update

    def render_segments(self, console: Console) -> str:
        """Give what is to be written."""
        pen = _Pen(_system(console))
        for x, y, segments in self._spans():
            pen.write(x, y, segments)
        return pen.sequence()

    def _spans(self) -> Iterator[tuple[int, int, Iterable[Segment]]]:
        update = self.update
        if isinstance(update, LayoutUpdate):
            for y, line in enumerate(update.strips, update.region.y):
                yield update.region.x, y, (segment for strip in line for segment in strip)
            return
        for y, start, end in update.spans:
            for stop, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < end and stop > start:
                    yield max(x, start), y, _cropped(strip, max(0, start - x), min(stop, end) - x)


def lean(update: RenderableType | None) -> RenderableType | None:
    """Give what writes an update of the toolkit with less; anything else as it is."""
    return Lean(update) if isinstance(update, (ChopsUpdate, LayoutUpdate)) else update


def paint_now(screen: Screen[Any], widget: Drawn[Any], *, is_covered: bool = False) -> None:
    """Write what changed in a widget at once.

    The toolkit would hand messages around first, and put together every row that the widget touches.
    """
    app = screen.app
    if not screen.is_current or app._batch_count or screen._layout_required:
        return
    if is_covered or app.is_headless or app._driver is None:
        # What waits for the toolkit's own turn goes along: the refresh forgets it.
        screen._compositor.update_widgets({widget, *screen._dirty_widgets})
        screen._compositor_refresh()
        return
    pen = _Pen(_system(app.console))
    ground = widget.background_colors[1]
    for x, y, segments in sorted(widget.take_changes(), key=lambda piece: (piece[1], piece[0])):
        for filter in app._filters:
            segments = filter.apply(segments, ground)
        pen.write(x, y, segments)
    app._begin_update()
    app._driver.write(pen.sequence())
    app._end_update()
    let_write()


def let_write() -> None:
    """Let the thread that writes to the terminal run now: it would wait until this one has nothing more to do."""
    time.sleep(0)


def _system(console: Console) -> ColorSystem | None:
    known = {"truecolor": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "standard": ColorSystem.STANDARD}
    return known.get(console.color_system or "")


def _cropped(strip: Strip, start: int, end: int) -> Strip:
    return strip if start == 0 and end >= strip.cell_length else strip.crop(start, end)


class _Pen:
    """Writes pieces of lines and remembers the style the terminal is in."""

    def __init__(self, system: ColorSystem | None) -> None:
        self._system = system
        self._parts: list[str] = []
        self._codes: Codes | None = None

    def write(self, x: int, y: int, segments: Iterable[Segment]) -> None:
        self._parts.append(f"\x1b[{y + 1};{x + 1}H")
        for words, style, control in segments:
            if words and not control:
                self._change(_codes(style, self._system), blank=words.isspace())
                self._parts.append(words)

    def sequence(self) -> str:
        """Give everything written, with the style reset behind it."""
        if self._codes is not None:
            self._parts.append("\x1b[0m")
        return "".join(self._parts)

    def _change(self, codes: Codes, *, blank: bool) -> None:
        now = self._codes
        if codes == now:
            return
        colour, ground, attributes = codes
        if now is not None and blank and ground == now[1] and not _seen_on_blank(now[2] + attributes):
            return
        if now is None or attributes != now[2]:
            wanted = ["0", *(code for code in (attributes, colour, ground) if code and code not in _PLAIN)]
        else:
            wanted = [code for code, before in ((colour, now[0]), (ground, now[1])) if code != before]
        self._parts.append(f"\x1b[{';'.join(wanted)}m")
        self._codes = codes


def _seen_on_blank(attributes: str) -> bool:
    return not _SEEN_ON_BLANK.isdisjoint(attributes)


@lru_cache(maxsize=4096)
def _codes(style: Style | None, system: ColorSystem | None) -> Codes:
    if style is None:
        return _PLAIN
    attributes = ";".join(code for name, code in _ATTRIBUTES if getattr(style, name))
    colour, ground = _PLAIN[0], _PLAIN[1]
    if system is not None:
        if style.color is not None:
            colour = ";".join(brought_down(style.color, system).get_ansi_codes(foreground=True))
        if style.bgcolor is not None:
            ground = ";".join(brought_down(style.bgcolor, system).get_ansi_codes(foreground=False))
    return colour, ground, attributes


def brought_down(colour: Color, system: ColorSystem) -> Color:
    """Give the colour that a terminal of a colour system draws for one of ours."""
    if system is ColorSystem.STANDARD and colour.triplet is not None and colour.triplet.hex in SIXTEEN:
        return Color.from_ansi(SIXTEEN[colour.triplet.hex])
    return colour.downgrade(system)
