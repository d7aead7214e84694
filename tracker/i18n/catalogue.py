"""The catalogues: gettext files beside this module, and those that plug-ins bring."""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

SOURCE_LANGUAGE = "en"
"""The keys are English; it needs no catalogue."""
LANGUAGES = ("fr", "en")

_HERE = Path(__file__).parent
_added: list[Path] = []


def add_catalogues(folder: Path) -> None:
    """Add the catalogues of a plug-in: `folder` holds a folder per language with `*.mo` files in it."""
    if folder not in _added:
        _added.append(folder)
        translations.cache_clear()


@lru_cache(maxsize=8)
def translations(language: str) -> NullTranslations:
    """Give the translations of a language, those of plug-ins behind our own; English for an unknown one."""
    found: NullTranslations = NullTranslations()
    for folder in (_HERE, *_added):
        for path in sorted((folder / language).glob("*.mo")):
            with path.open("rb") as file:
                read = GNUTranslations(file)
            if isinstance(found, GNUTranslations):
                found.add_fallback(read)
            else:
                found = read
    return found
