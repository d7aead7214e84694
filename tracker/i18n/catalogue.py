"""The catalogues: gettext files beside this module, and those that plug-ins bring."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Protocol

SOURCE_LANGUAGE = "en"
"""The keys are English; it needs no catalogue."""
LANGUAGES = ("fr", "en")

_HERE = Path(__file__).parent
_added: list[Path] = []


class Translations(Protocol):
    """What a language says for the keys; the names are those of gettext."""

    def gettext(self, message: str, /) -> str:
        """Give a sentence."""

    def pgettext(self, context: str, message: str, /) -> str:
        """Give a word whose meaning depends on where it stands."""

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        """Give a sentence about one thing, or about several."""


class _AsWritten:
    """The language of the keys: gettext need not be loaded for it."""

    def gettext(self, message: str, /) -> str:
        return message

    def pgettext(self, context: str, message: str, /) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        return msgid1 if n == 1 else msgid2


def add_catalogues(folder: Path) -> None:
    """Add the catalogues of a plug-in: `folder` holds a folder per language with `*.mo` files in it."""
    if folder not in _added:
        _added.append(folder)
        translations.cache_clear()


@lru_cache(maxsize=8)
def translations(language: str) -> Translations:
    """Give the translations of a language, those of plug-ins behind our own; English for an unknown one."""
    paths = [path for folder in (_HERE, *_added) for path in sorted((folder / language).glob("*.mo"))]
    if not paths:
        return _AsWritten()
    from gettext import GNUTranslations

    found: list[GNUTranslations] = []
    for path in paths:
        with path.open("rb") as file:
            found.append(GNUTranslations(file))
        if len(found) > 1:
            found[0].add_fallback(found[-1])
    return found[0]
