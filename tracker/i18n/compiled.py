"""A compiled catalogue (GNU gettext, “The Format of GNU MO Files”), read as far as it is asked.

gettext of the standard library decodes every sentence when it opens a file: 3 ms of each start for the few dozen
sentences that a first screen says. It still reads the rule of the plural, which is a language of its own.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

_LITTLE, _BIG = b"\xde\x12\x04\x95", b"\x95\x04\x12\xde"
_CONTEXT = "\x04"
_FORMS = b"\0"
"""Parts the forms of a sentence about one thing and about several."""


class CompiledCatalogue:
    """The translations of one file, in UTF-8."""

    def __init__(self, data: bytes) -> None:
        """Begin with the bytes of a file. Raises ValueError where they are no compiled catalogue."""
        order = {_LITTLE: "<", _BIG: ">"}.get(data[:4])
        try:
            if order is None:
                raise ValueError("this is no compiled catalogue")
            count, keys, values = struct.unpack_from(f"{order}3I", data, 8)
            lengths_and_places = struct.unpack_from(f"{order}{2 * count}I", data, keys)
            self._values = struct.unpack_from(f"{order}{2 * count}I", data, values)
        except struct.error as error:
            raise ValueError("this compiled catalogue ends too soon") from error
        self._data = data
        self._places = {
            data[place : place + length].partition(_FORMS)[0]: 2 * n
            for n, (length, place) in enumerate(zip(lengths_and_places[::2], lengths_and_places[1::2], strict=True))
        }
        self._form: Callable[[int], int] | None = None

    def find(self, key: str, context: str = "") -> str | None:
        """Give the translation of a sentence, None where there is none."""
        forms = self._forms(f"{context}{_CONTEXT}{key}" if context else key)
        return None if forms is None else forms[0].decode()

    def find_for(self, key: str, count: int) -> str | None:
        """Give the translation of a sentence in the form for a number of things, None where there is none."""
        forms = self._forms(key)
        if forms is None:
            return None
        if self._form is None:
            self._form = self._rule()
        return forms[min(self._form(count), len(forms) - 1)].decode()

    def _forms(self, key: str) -> list[bytes] | None:
        at = self._places.get(key.encode("utf-8", "surrogatepass"))
        if at is None:
            return None
        length, place = self._values[at : at + 2]
        return self._data[place : place + length].split(_FORMS)

    def _rule(self) -> Callable[[int], int]:
        from gettext import c2py

        for line in (self.find("") or "").splitlines():
            name, _, value = line.partition(":")
            if name.strip().lower() == "plural-forms" and "plural=" in value:
                rule: Callable[[int], int] = c2py(value.rpartition("plural=")[2].rstrip(" ;"))
                return rule
        return lambda count: int(count != 1)
