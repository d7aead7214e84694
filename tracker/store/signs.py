"""Signs that may stand nowhere in a TOML text: control characters, and carriage returns that end no line."""

from __future__ import annotations

import re

from tracker.core.text import text_n
from tracker.store.slips import BARE_KEY, Slip, illegal_sign

_CONTROL = re.compile(r"([\x00-\x08\x0b\x0c\x0e-\x1f\x7f])\1*")
_BARE_RETURN = re.compile(r"\r(?!\n)")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"|\'[^\']*+\'|#.*+')


def without_bad_signs(text: str) -> tuple[str, list[Slip]]:
    """Give a text of the same length without such signs, and their places; a byte order mark becomes a blank."""
    found: list[Slip] = []
    plain = f" {text[1:]}" if text.startswith("\ufeff") else text
    for run in _CONTROL.finditer(plain):
        found.append(Slip(run.start(), illegal_sign(run[1])))
    returns = [each.start() for each in _BARE_RETURN.finditer(plain)]
    if returns:
        message = text_n(
            "a carriage return (CR) without a line feed stands here, as old Macs end lines",
            "a carriage return (CR) without a line feed stands here, as old Macs end lines; {count} in the file",
            len(returns),
        )
        found.append(Slip(returns[0], message))
    if not found:
        return plain, found
    plain = _CONTROL.sub(lambda run: ("_" if _in_word(plain, run) else " ") * len(run[0]), plain)
    if returns:
        plain = _BARE_RETURN.sub(lambda each: " " if _in_quotes(text, each.start()) else "\n", plain)
    return plain, found


def _in_word(text: str, run: re.Match[str]) -> bool:
    """Whether a sign stands in the middle of a bare key or number."""
    around = text[max(0, run.start() - 1) : run.start()], text[run.end() : run.end() + 1]
    return all(BARE_KEY.fullmatch(sign) for sign in around)


def _in_quotes(text: str, at: int) -> bool:
    """Whether a place of a line seems to stand between quotation marks."""
    line = text[max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1 : at]
    bare = _QUOTED.sub("", line)
    return '"' in bare or "'" in bare
