"""The catalogues: compiled gettext files beside this module, and those that plug-ins bring."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from tracker.i18n.compiled import CompiledCatalogue

SOURCE_LANGUAGE = "en"
"""The keys are English; it needs no catalogue."""
LANGUAGES = ("fr", "en")

_HERE = Path(__file__).parent
_added: list[Path] = []


def add_catalogues(folder: Path) -> None:
    """Add the catalogues of a plug-in: `folder` holds a folder per language with `*.mo` files in it, in UTF-8."""
    if folder not in _added:
        _added.append(folder)
        catalogues.cache_clear()
        translated.cache_clear()


@lru_cache(maxsize=8)
def catalogues(language: str) -> tuple[CompiledCatalogue, ...]:
    """Give the catalogues of a language, those of plug-ins behind our own; none for English or an unknown one."""
    paths = [path for folder in (_HERE, *_added) for path in sorted((folder / language).glob("*.mo"))]
    return tuple(CompiledCatalogue(path.read_bytes()) for path in paths)


@lru_cache(maxsize=4096)
def translated(language: str, key: str, context: str = "") -> str:
    """Give a sentence in a language; in English where no catalogue has it."""
    for each in catalogues(language):
        found = each.find(key, context)
        if found is not None:
            return found
    return key


def translated_for(language: str, one: str, several: str, count: int) -> str:
    """Give a sentence about one thing or about several in a language; in English where no catalogue has it."""
    for each in catalogues(language):
        found = each.find_for(one, count)
        if found is not None:
            return found
    return one if count == 1 else several
