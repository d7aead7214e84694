"""From keys to actions: the default keys, those of the settings file, both cases of every letter."""

from __future__ import annotations

from collections.abc import Mapping

from textual.keys import _character_to_key

from tracker.core.frozen import dataclass
from tracker.core.text import Text, text, verbatim
from tracker.ui.actions import ACTIONS, BY_ID
from tracker.ui.signs import Signs

_SHOWN = {"left": "←", "right": "→", "up": "↑", "down": "↓"}
_NAMES = {
    "enter": text("Enter"),
    "tab": text("Tab"),
    "shift+tab": text("Shift+Tab"),
    "pageup": text("PgUp"),
    "pagedown": text("PgDn"),
    "home": text("Home"),
    "end": text("End"),
    "escape": text("Esc"),
    "space": text("Space"),
}
_ALIASES = {"comma": ",", "plus": "+", "minus": "-", "esc": "escape", "return": "enter", "pgup": "pageup"}


@dataclass(frozen=True, slots=True)
class Keys:
    """Which key does what."""

    actions: Mapping[str, str]
    """Key as the terminal layer names it → id of the action."""
    shown: Mapping[str, tuple[str, ...]]
    """Id of the action → its keys as they were declared."""
    problems: tuple[Text, ...] = ()
    """Unknown ids and clashes, each said once."""

    def of(self, key: str) -> str | None:
        """Give the id of the action behind a key."""
        return self.actions.get(key)


def keys_for(keymap: Mapping[str, str]) -> Keys:
    """Give the keys, with those of a keymap (id → `"u,ctrl+z"`) in place of the default ones.

    A key wanted twice stays with the action that the settings name, or with the first.
    """
    problems = [text("there is no action “{id}” to give keys to", id=id) for id in keymap if id not in BY_ID]
    actions: dict[str, str] = {}
    shown: dict[str, tuple[str, ...]] = {}
    mapped = [action for action in ACTIONS if action.id in keymap]
    for action in (*mapped, *(action for action in ACTIONS if action.id not in keymap)):
        kept = []
        for key in split_keys(keymap.get(action.id, action.keys)):
            clash = None
            for name in spelled(key):
                if (clash := actions.setdefault(name, action.id)) != action.id:
                    break
            if clash is None or clash == action.id:
                kept.append(key)
            elif action.id in keymap:
                problems.append(
                    text(
                        "{key} is wanted by {one} and {other}", key=key, one=verbatim(clash), other=verbatim(action.id)
                    )
                )
        shown[action.id] = tuple(kept)
    return Keys(actions, shown, tuple(problems))


def split_keys(declared: str) -> tuple[str, ...]:
    """Give the keys of a list separated by commas."""
    keys = (key.strip() for key in declared.split(","))
    return tuple(_ALIASES.get(key.lower(), key) for key in keys if key)


def spelled(key: str) -> tuple[str, ...]:
    """Give the names the terminal layer has for a key; a letter has one for each case."""
    if len(key) > 1:
        return (key.lower(),)
    cases = {key, key.lower(), key.upper()} if key.isalpha() else {key}
    return tuple(sorted(_character_to_key(case) for case in cases if len(case) == 1))


def key_label(key: str, signs: Signs) -> Text:
    """Give a key as the screen writes it."""
    if key in _NAMES:
        return _NAMES[key]
    if key in _SHOWN:
        return verbatim(key.capitalize() if signs.ascii else _SHOWN[key])
    if "+" in key and len(key) > 1:
        *modifiers, last = key.split("+")
        return verbatim("+".join([*(modifier.capitalize() for modifier in modifiers), last.upper()]))
    return verbatim(key.upper() if len(key) > 1 else key)
