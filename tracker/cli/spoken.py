"""The settings of one run of a command, and the language it speaks."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

from tracker.cli.output import complain
from tracker.i18n.catalogue import LANGUAGES
from tracker.i18n.say import say

OPTION = "--language"


def spoken_language(given: Sequence[str]) -> str:
    """Give the language of help, errors, and what belongs to no campaign.

    The flag counts before the environment, the settings and the locale; with it, no settings are read.
    """
    flagged = flagged_language(given)
    if flagged is not None:
        return flagged
    from tracker.store.places import config_folder
    from tracker.store.settings import Settings, wanted

    return wanted(Settings(), os.environ, config_folder()).language_without_campaign(os.environ)


def campaign_language(arguments: SimpleNamespace, campaign: str) -> str:
    """Give the language of what is said of a campaign that has its own; say what is wrong in the settings."""
    from tracker.store.places import config_folder
    from tracker.store.settings import Settings, wanted

    found = wanted(Settings(language=arguments.language), os.environ, config_folder())
    for problem in found.problems:
        complain(say(problem, arguments.spoken))
    return found.language_for(campaign)


def here() -> Path:
    """Give the present folder; it may have been removed."""
    try:
        return Path.cwd()
    except OSError:
        return Path(".")


def flagged_language(given: Sequence[str]) -> str | None:
    """Give the language that `--language` names, as far as it can be told before the arguments are read."""
    found = None
    for at, word in enumerate(given):
        if word == "--":
            break
        value = given[at + 1] if word == OPTION and at + 1 < len(given) else word.removeprefix(f"{OPTION}=")
        if value in LANGUAGES and word.startswith(OPTION):
            found = value
    return found
