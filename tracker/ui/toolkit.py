"""Textual, loaded without what no screen of ours uses: 17 ms of each start, and 6 MB.

Two modules that it loads by itself are left out while it is loaded, and can be loaded as ever afterwards: `ssl`,
without which the event loop only does no encryption, and Textual's own command palette, which brings six kinds of
widgets. Ours is a pane like the others (`palette.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

PALETTE = "textual.command"


def load() -> None:
    """Load Textual; before any other module of it is imported. Where it is loaded already nothing happens."""
    if "textual" in sys.modules:
        return
    if "asyncio" not in sys.modules and "ssl" not in sys.modules:
        with _standing_for("ssl", None):
            import asyncio  # noqa: F401
    try:
        with _standing_for(PALETTE, _Placeholders(PALETTE)):
            import textual.app
    except Exception:  # a version that wants more of its palette than names: it is loaded whole
        for name in [each for each in sys.modules if each.partition(".")[0] == "textual"]:
            del sys.modules[name]
        import textual.app  # noqa: F401


class _Placeholders(ModuleType):
    """A module that has a class of every name."""

    def __getattr__(self, name: str) -> type:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


@contextmanager
def _standing_for(name: str, module: ModuleType | None) -> Iterator[None]:
    """Have something stand for a module while others are loaded; None: it is missing."""
    sys.modules[name] = module  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.modules.pop(name, None)
