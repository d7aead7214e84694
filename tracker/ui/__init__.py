"""The screen: panes drawn from the campaign value.

What the toolkit reads from its surroundings is set here, before any module of it is loaded.
"""

from __future__ import annotations

import os
import sys

os.environ.setdefault("TEXTUAL_FPS", "30")
os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
os.environ.setdefault("ESCDELAY", "250")  # over a slow line an arrow key may arrive in pieces

if "asyncio" not in sys.modules and "ssl" not in sys.modules:
    # The event loop does without it where it is missing; the table speaks to no network. 4 MB and 6 ms of every start.
    sys.modules["ssl"] = None  # type: ignore[assignment]
    try:
        import asyncio  # noqa: F401
    finally:
        del sys.modules["ssl"]
