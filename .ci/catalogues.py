"""Checks and compiles the catalogues.

python .ci/catalogues.py check     every key translated, no placeholder lost, compiled files fresh
python .ci/catalogues.py compile   write the compiled files
python .ci/catalogues.py missing   print what a catalogue still lacks, ready to be filled in
"""

from __future__ import annotations

import ast
import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
I18N = ROOT / "tracker" / "i18n"
KEYWORDS = {"text": 1, "text_in": 2, "text_n": 2}
"""The functions that make sentences, and how many literal words each begins with."""
LANGUAGES = ("fr",)


def extracted() -> dict[tuple[str, str | None], tuple[Any, set[str]]]:
    """Give every key of the sources: (key, context) → message id and the files it stands in.

    Read from the syntax tree: Babel's own reader takes any `text` before a bracket for a call.
    """
    found: dict[tuple[str, str | None], tuple[Any, set[str]]] = {}
    for path in sorted((ROOT / "tracker").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEYWORDS):
                continue
            words = [a.value for a in node.args[: KEYWORDS[node.func.id]] if isinstance(a, ast.Constant)]
            if len(words) != KEYWORDS[node.func.id]:
                raise SystemExit(f"{path}:{node.lineno}: {node.func.id}() wants literal words")
            context = words[0] if node.func.id == "text_in" else None
            message: Any = tuple(words) if node.func.id == "text_n" else words[-1]
            key = words[0] if node.func.id == "text_n" else words[-1]
            found.setdefault((key, context), (message, set()))[1].add(str(path.relative_to(ROOT / "tracker")))
    return found


def catalogue(language: str) -> Catalog:
    """Give one catalogue of all files of a language."""
    whole = Catalog(locale=language)
    for path in sorted((I18N / language).glob("*.po")):
        with path.open("rb") as file:
            part = read_po(file, locale=language)
        for message in part:
            if message.id:
                if whole.get(_key(message), message.context) is not None:
                    raise SystemExit(f"{path}: {_key(message)!r} is translated twice")
                whole.add(message.id, message.string, flags=message.flags, context=message.context)
    return whole


def _key(message: Message) -> str:
    return str(message.id[0] if isinstance(message.id, (tuple, list)) else message.id)


def placeholders(words: str) -> set[str]:
    """Give the names between braces."""
    return set(re.findall(r"{(\w+)}", words))


def problems(language: str) -> list[str]:
    """List what is wrong with a language."""
    wrong: list[str] = []
    whole = catalogue(language)
    keys = extracted()
    for (key, context), (_, files) in keys.items():
        message = whole.get(key, context)
        strings = () if message is None else message.string if isinstance(message.string, tuple) else (message.string,)
        if not strings or not all(strings):
            wrong.append(f"{language}: missing: {context or ''} {key!r} ({', '.join(sorted(files))})")
            continue
        if message.fuzzy:
            wrong.append(f"{language}: fuzzy: {key!r}")
        ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        for place, string in enumerate(strings):
            # One thing may be said without its number.
            may_lack = {"count"} if len(strings) > 1 and place == 0 else set()
            if placeholders(string) | may_lack != placeholders(ids[-1]) | may_lack:
                wrong.append(f"{language}: placeholders differ: {key!r} → {string!r}")
            if language == "fr" and re.search(r"(?<=\S) [;:?!»%]|« |[^\s\u00a0(\[]+[?!;»](?<![\u00a0][?!;»])", string):
                wrong.append(f"{language}: a no-break space is wanted before ; : ? ! » % and after «: {string!r}")
    for message in whole:
        if message.id and (_key(message), message.context) not in keys:
            wrong.append(f"{language}: not used any more: {_key(message)!r}")
    return wrong


def compiled(language: str) -> bytes:
    """Give the bytes of the compiled catalogue."""
    whole = catalogue(language)
    whole.creation_date = whole.revision_date = datetime(2026, 1, 1, tzinfo=UTC)  # else it would hold the present time
    out = BytesIO()
    write_mo(out, whole)
    return out.getvalue()


def main(verb: str) -> int:
    """Do what is asked; 1 when a check fails."""
    failed = False
    for language in LANGUAGES:
        target = I18N / language / "tracker.mo"
        if verb == "compile":
            target.write_bytes(compiled(language))
        elif verb == "missing":
            left = Catalog(locale=language)
            whole = catalogue(language)
            for (key, context), (message, files) in sorted(
                extracted().items(), key=lambda e: (sorted(e[1][1]), e[0][0])
            ):
                if whole.get(key, context) is None:
                    left.add(message, context=context, auto_comments=sorted(files))
            write_po(sys.stdout.buffer, left, omit_header=True)
        else:
            wrong = problems(language)
            if not target.exists() or target.read_bytes() != compiled(language):
                wrong.append(f"{target}: stale; run python .ci/catalogues.py compile")
            for each in wrong:
                print(each)  # noqa: T201
            failed = failed or bool(wrong)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1] if len(sys.argv) > 1 else "check"))
