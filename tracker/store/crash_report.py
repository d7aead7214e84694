"""Crash reports: what went wrong, in a file of the user's own, never on the screen of the table."""

from __future__ import annotations

import os
import platform
import sys
import time
import traceback
from pathlib import Path

KEPT = 20
"""Reports that stay; older ones go when a new one is written."""


def write_crash_report(error: BaseException, folder: Path) -> Path | None:
    """Write what is known of an error into a folder and give the file; None where that is not possible."""
    from tracker import __version__

    path = folder / f"crash-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.txt"
    lines = [
        f"tracker {__version__}, Python {platform.python_version()}, {platform.platform()}",
        time.strftime("%Y-%m-%d %H:%M:%S %z"),
        " ".join(sys.argv),
        "",
        "".join(traceback.format_exception(error)),
    ]
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        written = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)  # it may quote the game master's notes
        with os.fdopen(written, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write("\n".join(lines))
        for old in sorted(folder.glob("crash-*.txt"))[:-KEPT]:
            old.unlink()
    except OSError:
        return path if path.exists() else None
    return path
