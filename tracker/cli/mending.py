"""Opening a campaign with mistakes in it: all of them are shown, and the editor is offered."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

from tracker.cli.check import line
from tracker.cli.output import complain, put_out
from tracker.core.text import text
from tracker.i18n.say import say
from tracker.store.located import CampaignUnreadable
from tracker.store.os_errors import os_error_said

SHOWN = 40
"""Problems listed at once; the editor is where the rest is seen."""


def offers_to_mend(path: Path, error: CampaignUnreadable, language: str, editor: str) -> bool:
    """Show what is wrong with a file and let it be edited; True when it is to be opened again.

    Without somebody at a terminal nothing is asked, and False is given at once.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    words = [f"{line(path.name, problem, language)}\n" for problem in error.problems[:SHOWN]]
    if len(error.problems) > SHOWN:
        words.append(f"{say(text('and {count} more', count=len(error.problems) - SHOWN), language)}\n")
    put_out("".join(words), language)
    first = error.first.line
    question = text("Enter opens your editor at line {line}, q leaves: ", line=first)
    try:
        answer = input(say(question, language))
    except (EOFError, KeyboardInterrupt):
        return False
    return not answer.strip() and _edited(path, first, editor, language)


def _edited(path: Path, at: int, editor: str, language: str) -> bool:
    command = editor or os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        subprocess.run([*shlex.split(command), f"+{at}", str(path)], check=False)
    except (OSError, ValueError) as error:
        reason = os_error_said(error) if isinstance(error, OSError) else text("{words}", words=str(error))
        complain(say(text("the editor {name} did not start: {reason}", name=command, reason=reason), language))
        return False
    return True
