"""What the commands print: in any encoding, and quiet when the reader goes away."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import TextIO

from tracker.i18n.plain_signs import plain_signs

INTERRUPTED = 130


def put_out(words: str, language: str = "en") -> int:
    """Print on standard output; give the exit code: 0, also when the reader goes away, 1 when it cannot be written."""
    if sys.stdout is None:
        return 0
    try:
        sys.stdout.write(writable(words, _encoding(sys.stdout)))
        sys.stdout.flush()
    except BrokenPipeError:
        _close_quietly(sys.stdout)
    except OSError as failure:
        _close_quietly(sys.stdout)
        from tracker.i18n.say import say  # here: only a failure needs them
        from tracker.store.os_errors import os_error_said

        complain(say(os_error_said(failure), language))
        return 1
    return 0


def complain(words: str, prog: str = "tracker") -> None:
    """Print one line on standard error, behind the name of the program."""
    if sys.stderr is None:
        return
    line = f"{prog}: {words}".replace("\n", " ") + "\n"
    try:
        sys.stderr.write(writable(line, _encoding(sys.stderr)))
        sys.stderr.flush()
    except OSError:
        _close_quietly(sys.stderr)


def writable(words: str, encoding: str) -> str:
    """Give words as an encoding can hold them: typographic signs in ASCII, letters without accents, the rest escaped.

    Half a surrogate pair, which no encoding holds, is escaped too.
    """
    try:
        words.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "".join(_sign(sign, encoding) for sign in words)
    return words


def _sign(sign: str, encoding: str) -> str:
    for form in (sign, plain_signs(sign), _bare(sign)):
        try:
            form.encode(encoding)
        except (UnicodeEncodeError, LookupError):
            continue
        return form
    return sign.encode("ascii", "backslashreplace").decode("ascii")


def _bare(sign: str) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(c))
    return bare or sign


def _encoding(stream: TextIO) -> str:
    return stream.encoding or "ascii"


def _close_quietly(stream: TextIO) -> None:
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # or Python complains when it flushes at exit
    except (OSError, ValueError):
        return
