"""Making a campaign: a new file where its name says, with everything its system declares."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from tracker.core.clean import clean
from tracker.core.codec import nearest
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, text
from tracker.rules.protocol import System
from tracker.rules.system import BUILT_IN, system_of
from tracker.store.new_file import write_new_file
from tracker.store.os_errors import os_error_said
from tracker.store.places import check_name, new_campaign_path, shown_path, title_of
from tracker.store.template import SCHEMA, Say, campaign_text


def create_campaign(
    name: str, system_id: str, language: str, characters: Sequence[str], say: Say, cwd: Path, data_dir: Path
) -> Path:
    """Write a new campaign and give its file. `say` says its comments in its language.

    Raises Refusal: `unknown_system`; `bad_name` for the campaign or a character; `exists`; `not_written`.
    """
    system = known_system(system_id)
    path = new_campaign_path(name, cwd, data_dir)
    for each in characters:
        check_name(each)
    shown = Quoted(shown_path(path, cwd))
    try:
        if path.parent == data_dir:
            data_dir.mkdir(parents=True, exist_ok=True)
        with_schema = os.path.exists(path.parent / SCHEMA)
        words = campaign_text(system, title_of(name), language, characters, say, with_schema=with_schema)
        write_new_file(path, words.encode())
    except FileExistsError:
        raise Refusal("exists", text("{path} exists already and is left as it is", path=shown)) from None
    except OSError as error:
        raise Refusal(
            "not_written", text("{path} is not written: {reason}", path=shown, reason=os_error_said(error))
        ) from error
    return path


def known_system(id: str) -> System:
    """Give a system by its id. Raises Refusal `unknown_system`, which names those there are."""
    try:
        return system_of(id)
    except Refusal as refusal:
        near = nearest(id, tuple(BUILT_IN))
        name = Quoted(clean(id))
        if near is not None:
            message = text("there is no system {id}; did you mean {near}?", id=name, near=Quoted(near))
        else:
            message = text("there is no system {id}; known: {words}", id=name, words=", ".join(BUILT_IN))
        raise Refusal(refusal.code, message, input="system") from None
