"""Where campaigns are: the folders of the user, finding one by name, naming a new one, those opened last."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from tracker.core.clean import clean
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, Text, text

APP = "tracker"
SUFFIX = ".toml"
CAMPAIGNS = "campaigns"
"""The folder below the present one that is looked into, and where new campaigns go when it is there."""
RECENT = "recent.json"
RECENT_KEPT = 20
"""How many campaigns the recent list holds."""
LISTED = 500
"""How many files of one folder are listed."""
NAME_BYTES = 200
"""The longest name of a new campaign, in bytes: a file name holds 255, and `.NAME.table` must fit."""


def data_folder() -> Path:
    """Give the folder of campaigns made by name, kept copies and the recent list; it may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path(APP, appauthor=False)


def config_folder() -> Path:
    """Give the folder of the settings; it may not exist yet."""
    from platformdirs import user_config_path

    return user_config_path(APP, appauthor=False)


def state_folder() -> Path:
    """Give the folder of crash reports; it may not exist yet."""
    from platformdirs import user_state_path

    return user_state_path(APP, appauthor=False)


def find_campaign(argument: str, cwd: Path, data_dir: Path) -> Path:
    """Give the file that an argument means: a path, with `.toml` added, in `./campaigns/`, in the data folder.

    Raises Refusal `no_campaign`, which names what was tried and the nearest name there is.
    """
    if not argument:
        raise Refusal("no_campaign", text("a campaign without a name cannot be found"))
    tried = tuple(candidates(argument, cwd, data_dir))
    for path in tried:
        if os.path.isfile(path):
            return path
    raise Refusal("no_campaign", _not_found(argument, tried, cwd, data_dir))


def new_campaign_path(name: str, cwd: Path, data_dir: Path) -> Path:
    """Give the file a new campaign of that name goes to; its folder need not exist.

    A name that ends in `.toml` or holds `/` is the path. Any other goes to `./campaigns/` if that folder exists, else
    to the data folder. Raises Refusal `bad_name` for what cannot be a name.
    """
    check_name(name)
    if name.endswith(SUFFIX) or "/" in name:
        if not title_of(name):
            raise Refusal("bad_name", text("{name} names no file", name=Quoted(clean(name))))
        return cwd / name
    if name.startswith("."):
        raise Refusal("bad_name", text("the name of a campaign does not begin with a dot: {name}", name=Quoted(name)))
    if len(name.encode()) > NAME_BYTES:
        raise Refusal("bad_name", text("a name of more than {count} bytes is too long for a file", count=NAME_BYTES))
    folder = cwd / CAMPAIGNS
    return (folder if folder.is_dir() else data_dir) / f"{name}{SUFFIX}"


def title_of(name: str) -> str:
    """Give the title of a campaign made by that name: for a path the name of its file without `.toml`."""
    return name.rsplit("/", 1)[-1].removesuffix(SUFFIX).strip()


def check_name(name: str) -> None:
    """Refuse, as `bad_name`, what nobody could read or type again: nothing, control characters, undecodable bytes."""
    if not name.strip():
        raise Refusal("bad_name", text("a name is wanted"))
    if any(0xD800 <= ord(sign) <= 0xDFFF for sign in name):
        raise Refusal("bad_name", text("the name {name} is not UTF-8", name=Quoted(clean(name))))
    if any(sign < " " or "\x7f" <= sign <= "\x9f" for sign in name):
        raise Refusal("bad_name", text("the name {name} holds a control character", name=Quoted(clean(name))))


def campaigns_in(folder: Path) -> tuple[Path, ...]:
    """List the campaign files of a folder by name; nothing where it cannot be read."""
    found: list[Path] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(SUFFIX) and not entry.name.startswith(".") and entry.is_file():
                    found.append(Path(entry.path))
    except OSError:
        return ()
    return tuple(sorted(found, key=lambda path: path.name.casefold())[:LISTED])


def recent_campaigns(data_dir: Path) -> tuple[Path, ...]:
    """List the campaigns opened last that are still there, the newest first; nothing where the list cannot be read."""
    return tuple(path for path in map(Path, _recent(data_dir)) if os.path.isfile(path))


def remember_campaign(path: Path, data_dir: Path) -> None:
    """Put a campaign first in the recent list. What goes wrong is let go: the list is a comfort."""
    import json

    from tracker.store.replace import replace_file

    opened = os.path.abspath(path)
    known = [opened, *(each for each in _recent(data_dir) if each != opened)][:RECENT_KEPT]
    content = json.dumps(known, indent=0).encode("ascii")

    def write(file: BinaryIO) -> None:
        file.write(content)

    with contextlib.suppress(OSError):
        data_dir.mkdir(parents=True, exist_ok=True)
        replace_file(data_dir / RECENT, write)


def shown_path(path: Path, cwd: Path) -> str:
    """Give a path as it may be drawn, from the present folder or the home folder on where it lies below them."""
    for base, prefix in ((cwd, "./"), (Path(os.path.expanduser("~")), "~/")):
        if path.is_relative_to(base) and path != base:
            return clean(prefix + str(path.relative_to(base)))
    return clean(str(path))


def _recent(data_dir: Path) -> Sequence[str]:
    import json

    try:
        read = json.loads((data_dir / RECENT).read_bytes())
    except (OSError, ValueError, RecursionError):
        return ()
    if not isinstance(read, list):
        return ()
    return [each for each in read if isinstance(each, str) and each and "\0" not in each]


def candidates(argument: str, cwd: Path, data_dir: Path) -> Iterator[Path]:
    """Give the places where the file that an argument means may be, in order."""
    yield cwd / argument
    yield cwd / f"{argument}{SUFFIX}"
    if os.path.isabs(argument) or ".." in Path(argument).parts:
        return
    for folder in (cwd / CAMPAIGNS, data_dir):
        yield folder / argument
        yield folder / f"{argument}{SUFFIX}"


def _not_found(argument: str, tried: Iterable[Path], cwd: Path, data_dir: Path) -> Text:
    from tracker.core.codec import nearest  # here: it is needed only now

    name = Quoted(clean(argument))
    shown = ", ".join(shown_path(path, cwd) for path in tried if _telling(path, argument))
    folder = os.path.isdir(cwd / argument)
    folders = (cwd, cwd / CAMPAIGNS, data_dir)
    known = tuple(dict.fromkeys(path.stem for each in folders for path in campaigns_in(each)))
    near = nearest(argument.removesuffix(SUFFIX).rsplit("/", 1)[-1], known)
    if near is not None:
        return text(
            "there is no campaign {name} (tried {places}); did you mean {near}?",
            name=name,
            places=shown,
            near=Quoted(clean(near)),
        )
    if folder:
        return text("{name} is a folder, and no campaign has that name (tried {places})", name=name, places=shown)
    return text("there is no campaign {name} (tried {places})", name=name, places=shown)


def _telling(path: Path, argument: str) -> bool:
    """Say whether a place is worth naming: one of each pair with and without `.toml`."""
    if argument.endswith(SUFFIX):
        return not path.name.endswith(SUFFIX + SUFFIX)
    return path.name.endswith(SUFFIX)
