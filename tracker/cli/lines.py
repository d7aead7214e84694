"""JSON Lines: one answer per line, written out before the next line is read, whatever the line holds."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from json import JSONDecodeError, JSONDecoder, JSONEncoder
from typing import Any, BinaryIO, TypeAlias

from tracker.core.refusal import Refusal
from tracker.core.text import Text, text

Answer: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Gives what is answered to a line beside `id` and `ok`. Raises Refusal."""

MAX_BYTES = 1 << 20
"""The longest line that is read; a longer one is refused without being held in memory."""
MAX_DIGITS = 4000
"""Digits of a whole number that are read (Python prints no more than 4300); beyond stands a number out of any range."""
INTERRUPTED = 130
_BEYOND = 10**MAX_DIGITS
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def answer_standard_input(answer: Answer, language: str) -> int:
    """Answer the lines of standard input on standard output and give the exit code.

    A reader that goes away ends it quietly.
    """
    if sys.stdin is None or sys.stdout is None:
        return 0
    try:
        answer_lines(answer, sys.stdin.buffer, sys.stdout.buffer, language)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or Python complains when it flushes at exit
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as failure:
        from tracker.i18n.say import say  # here: only a failure needs them
        from tracker.store.os_errors import os_error_said

        print(f"tracker: {say(os_error_said(failure), language)}", file=sys.stderr)  # noqa: T201
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def answer_lines(answer: Answer, source: BinaryIO, sink: BinaryIO, language: str) -> None:
    """Answer each line of `source` on `sink`; blank lines are skipped, refused lines get their error."""
    for line in _lines(source):
        if line is None or line.strip():
            sink.write(_answer(answer, line, language))
            sink.flush()


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Give the lines, and None for one that is too long."""
    first = True
    while line := source.readline(MAX_BYTES):
        if first:
            line, first = line.removeprefix(_BYTE_ORDER_MARK), False
        if len(line) < MAX_BYTES or line.endswith(b"\n"):
            yield line
            continue
        while (more := source.readline(MAX_BYTES)) and not more.endswith(b"\n"):
            pass
        yield None


def _answer(answer: Answer, line: bytes | None, language: str) -> bytes:
    """Give the bytes that answer one line; None is a line that was too long to read."""
    id: Any = None
    try:
        asked = _object(line)
        id = asked.get("id")
        if _beyond(id):
            id = None
            raise _bad_json(text("the id is too large a number"))
        return _encoded({"id": id, "ok": True, **answer(asked)})
    except Refusal as refusal:
        return _refused(id, refusal, language)
    except RecursionError:
        return _refused(id, _bad_json(text("the line is nested too deeply")), language)
    except Exception as fault:  # a mistake of ours or of a plug-in must not cost the lines that follow
        print(f"tracker: {type(fault).__name__}: {fault}", file=sys.stderr)  # noqa: T201
        return _refused(id, Refusal("internal_error", text("the tracker failed on this line")), language)


def _refused(id: Any, refusal: Refusal, language: str) -> bytes:
    from tracker.i18n.say import say  # here: most lines are not refused

    error = {"code": refusal.code, "input": refusal.input, "message": say(refusal.message, language)}
    if refusal.input is None:
        del error["input"]
    try:
        return _encoded({"id": id, "ok": False, "error": error})
    except (Refusal, RecursionError):
        return _encoded({"id": None, "ok": False, "error": error})


def _object(line: bytes | None) -> Mapping[str, Any]:
    if line is None:
        raise _bad_json(text("the line is longer than {count} bytes", count=MAX_BYTES))
    try:
        read = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError as fault:
        raise _bad_json(text("the line is not UTF-8: byte {position}", position=fault.start + 1)) from None
    except JSONDecodeError as fault:
        raise _bad_json(text("the line is not JSON: column {column}", column=fault.colno)) from None
    if not isinstance(read, dict):
        raise _bad_json(text("the line is not a JSON object"))
    return read


def _encoded(answered: Mapping[str, Any]) -> bytes:
    try:
        words = _ENCODER.encode(answered)
    except ValueError:
        raise _bad_json(text("the line holds a number that cannot be written")) from None
    try:
        return words.encode("utf-8") + b"\n"
    except UnicodeEncodeError:  # half of a surrogate pair, which JSON can escape
        return _ASCII_ENCODER.encode(answered).encode("ascii") + b"\n"


def _bad_json(message: Text) -> Refusal:
    return Refusal("bad_json", message)


def _whole(digits: str) -> int:
    if len(digits) <= MAX_DIGITS:
        return int(digits)
    beyond: int = _BEYOND
    return -beyond if digits.startswith("-") else beyond


def _beyond(id: Any) -> bool:
    return isinstance(id, (int, float)) and abs(id) >= _BEYOND


def _refuse_constant(name: str) -> Any:
    raise _bad_json(text("{name} is not JSON", name=name))


_DECODER = JSONDecoder(parse_int=_whole, parse_constant=_refuse_constant)
_ENCODER = JSONEncoder(ensure_ascii=False, allow_nan=False)
_ASCII_ENCODER = JSONEncoder(allow_nan=False)
