"""User text made safe to draw: what cannot be seen or would steer the terminal is shown or left out."""

from __future__ import annotations

import re
import unicodedata

_UNSAFE = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff\U0001f3fb-\U0001f3ff"
    "\U000e0000-\U000e0fff]"
)


def clean(words: str, *, lines: bool = False) -> str:
    """Give user text as it may be drawn: composed, control characters visible, zero-width and bidi signs left out.

    `lines` keeps line ends (notes); elsewhere they are shown as a sign like any other control character.
    """
    if words.isascii() and words.isprintable():
        return words
    # Composed last: what is left out may have stood between a letter and its accent.
    return unicodedata.normalize("NFC", re.sub(_UNSAFE, lambda found: _shown(found[0], lines), words))


def _shown(sign: str, lines: bool) -> str:
    code = ord(sign)
    if code < 0x20:
        return "\n" if lines and sign == "\n" else chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    if code < 0xA0 or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return " " if sign in "\u2028\u2029" else ""
