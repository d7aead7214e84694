"""The screen: panes drawn from the campaign value.

What the toolkit reads from its surroundings is set here, before any module of it is loaded.
"""

from __future__ import annotations

import os

os.environ.setdefault("TEXTUAL_FPS", "30")
os.environ.setdefault("TEXTUAL_ANIMATIONS", "none")
os.environ.setdefault("ESCDELAY", "250")  # over a slow line an arrow key may arrive in pieces
