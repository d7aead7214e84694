"""Settings: what the user's file, the environment and the command line want, and which of them counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import cast

from tracker.core.clean import clean
from tracker.core.codec import Reader, description, expectation, nearest
from tracker.core.fields import Kind, Spec, choice_or_none, line
from tracker.core.frozen import dataclass
from tracker.core.text import Filling, Quoted, Text, text, verbatim
from tracker.core.tree import Tree

FILE = "settings.toml"
PREFIX = "TRACKER_"
"""Begins the environment variables: LANGUAGE, THEME, ASCII, MOUSE, EDITOR."""
LANGUAGES = {"fr": verbatim("français"), "en": verbatim("English")}
DEFAULT_LANGUAGE = "en"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")

_TRUE = {"1", "true", "yes", "on"}
_FALSE = {"0", "false", "no", "off", ""}


def _flag_or_none(label: Text) -> bool | None:
    spec = Spec(Kind.FLAG, label, nullable=True)
    return cast("bool | None", field(default=None, metadata={"spec": spec}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What somebody wants of the program; None and nothing mean that nobody said."""

    language: str | None = choice_or_none(text("language"), LANGUAGES)
    theme: str = line(text("theme"))
    ascii: bool | None = _flag_or_none(text("drawing in plain ASCII"))
    mouse: bool | None = _flag_or_none(text("the mouse works"))
    editor: str = line(text("editor"))
    keys: Mapping[str, str] = field(default_factory=dict, metadata={"spec": Spec(Kind.RAW, text("keys"))})
    """Id of an action → its keys, separated by commas."""

    def over(self, below: Settings) -> Settings:
        """Give these settings, and what they leave open from others."""
        return Settings(
            language=self.language or below.language,
            theme=self.theme or below.theme,
            ascii=below.ascii if self.ascii is None else self.ascii,
            mouse=below.mouse if self.mouse is None else self.mouse,
            editor=self.editor or below.editor,
            keys=self.keys or below.keys,
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """What counts in the end, with what is to be said once of where it came from."""

    settings: Settings
    problems: tuple[Text, ...] = ()

    def language_for(self, campaign: str) -> str:
        """Give the language of a table whose campaign has one of its own."""
        return self.settings.language or campaign

    def language_without_campaign(self, environment: Mapping[str, str]) -> str:
        """Give the language of what belongs to no campaign: the locale's where nobody said."""
        return self.settings.language or locale_language(environment)


def wanted(flags: Settings, environment: Mapping[str, str], config_dir: Path, keys: Path | None = None) -> Wanted:
    """Put the settings together: flag before environment before file. Never fails; what is wrong is in the problems.

    `keys` is a file whose `[keys]` stand in the place of those of the settings.
    """
    problems: list[Text] = []
    read = read_settings(config_dir / FILE, problems)
    if keys is not None:
        read = replace(read, keys=read_settings(keys, problems, missing_is_fine=False, only_keys=True).keys)
    return Wanted(flags.over(environment_settings(environment, problems)).over(read), tuple(problems))


def read_settings(
    path: Path, problems: list[Text], *, missing_is_fine: bool = True, only_keys: bool = False
) -> Settings:
    """Read a settings file; everything wrong in it is added to the problems and stands at its default.

    With `only_keys` nothing but `[keys]` is looked at.
    """
    tree = _tree(path, problems, missing_is_fine)
    reader = Reader()
    settings = reader.read(Settings, {"keys": tree.get("keys", {})} if only_keys else tree, ())
    messages = [problem.message for problem in reader.problems]
    keys: dict[str, str] = {}
    found = settings.keys
    if isinstance(found, Mapping):
        for id, value in found.items():
            said = _keys_said(value)
            if said is None:
                messages.append(
                    _wrong(f"keys.{clean(id)}", description(value), text("keys in quotes, such as “u,ctrl+z”"))
                )
            else:
                keys[id] = said
    else:
        messages.append(_wrong("keys", description(found), text("a table")))
    problems.extend(text("{file}: {message}", file=clean(path.name), message=message) for message in messages)
    return replace(settings, keys=keys)


def environment_settings(environment: Mapping[str, str], problems: list[Text]) -> Settings:
    """Read the environment variables of the program; a value that means nothing is added to the problems."""

    def flag(name: str) -> bool | None:
        value = environment.get(PREFIX + name)
        if value is None:
            return None
        if value.strip().lower() in _TRUE | _FALSE:
            return value.strip().lower() in _TRUE
        problems.append(_wrong(PREFIX + name, description(value), text("1 or 0")))
        return None

    language = environment.get(PREFIX + "LANGUAGE") or None
    if language is not None and language not in LANGUAGES:
        spec = Spec(Kind.CHOICE, text("language"), choices=tuple(LANGUAGES))
        problems.append(_wrong(PREFIX + "LANGUAGE", description(language), expectation(spec)))
        language = None
    return Settings(
        language=language,
        theme=environment.get(PREFIX + "THEME", ""),
        ascii=flag("ASCII"),
        mouse=flag("MOUSE"),
        editor=environment.get(PREFIX + "EDITOR", ""),
    )


def locale_language(environment: Mapping[str, str]) -> str:
    """Give the language of the locale where it is one of ours, else English."""
    locale = next((value for key in LOCALE if (value := environment.get(key))), "")
    language = locale.replace("-", "_").split("_")[0].split(".")[0].lower()
    return language if language in LANGUAGES else DEFAULT_LANGUAGE


def unknown_theme(name: str, known: tuple[str, ...]) -> Text:
    """Say that a theme does not exist, with the nearest one that does."""
    near = nearest(name, known)
    if near is None:
        return text("there is no theme {name}", name=Quoted(clean(name)))
    return text("there is no theme {name}; did you mean {near}?", name=Quoted(clean(name)), near=Quoted(near))


def _tree(path: Path, problems: list[Text], missing_is_fine: bool) -> Tree:
    from tomli import TOMLDecodeError, loads

    file = clean(path.name)
    try:
        return loads(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        if not missing_is_fine:
            problems.append(text("{file}: {message}", file=file, message=text("there is no such file")))
    except UnicodeDecodeError as fault:
        message = text("not read, for byte {position} is not UTF-8", position=fault.start + 1)
        problems.append(text("{file}: {message}", file=file, message=message))
    except TOMLDecodeError as fault:
        message = text(
            "not read, for it is no TOML at line {line}, column {column}", line=fault.lineno, column=fault.colno
        )
        problems.append(text("{file}: {message}", file=file, message=message))
    except RecursionError:
        problems.append(text("{file}: {message}", file=file, message=text("not read, for it is nested too deeply")))
    except (OSError, ValueError):
        problems.append(text("{file}: {message}", file=file, message=text("this file cannot be read")))
    return {}


def _keys_said(value: object) -> str | None:
    """Give keys as one text with commas; a list of them is fine too."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, (list, tuple)) and all(isinstance(each, str) for each in value):
        return ",".join(clean(each) for each in value)
    return None


def _wrong(key: str, found: Filling, expected: Text) -> Text:
    return text("{key} is {found}, {expected} is expected", key=key, found=found, expected=expected)
