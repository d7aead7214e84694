"""What is taken back stands in the file exactly as it stood (product.md, 1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from writers import done, keeper_of

from tracker.rules.common.characters import EditCharacter, RemoveCharacter
from tracker.rules.common.clocks import AddClock, RemoveClock, TickClock
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.store.file_keeper import FileKeeper

TIGHT = """\
format=1
system="charge"
clocks={k={name="K",size=4},l={name="L",size=6 ,filled=0x1},m={name="M",size=4}}
characters={a={name="A",actions={move=1,wreck=2},ties=[
  "one",   # of two
  "two"
]},b={name="B"}}
"""
DEEDS = [
    RemoveClock(clock="k"),
    RemoveClock(clock="l"),
    RemoveClock(clock="m"),
    TickClock(clock="l", by=1),
    RemoveCharacter(who="a"),
    RemoveCharacter(who="b"),
    EditCharacter(who="a", values={"ties.0": "x", "actions.move": 3}),
]


def opened(folder: Path, words: str) -> FileKeeper:
    """Give what keeps a campaign of these words."""
    path = folder / "tight.toml"
    path.write_bytes(words.encode())
    return keeper_of(path)


def head_of(keeper: FileKeeper) -> str:
    """Give what stands before the log."""
    return keeper.path.read_bytes().decode().partition("[[log]]")[0].rstrip()


@pytest.mark.parametrize("is_restarted", [False, True], ids=["same run", "next run"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["lf", "crlf"])
@pytest.mark.parametrize(
    "deed", DEEDS, ids=lambda deed: f"{type(deed).__name__} {deed.who}{getattr(deed, 'clock', '')}"
)
class TestTight:
    """Inline tables without a blank, lists over several lines: no blank comes in."""

    def test_undo_and_redo(self, tmp_path: Path, deed: Command, ends: str, is_restarted: bool) -> None:
        words = TIGHT.replace("\n", ends)
        keeper = opened(tmp_path, words)
        done(keeper, deed)
        after = head_of(keeper)
        for taking, expected in ((Undo(), words.rstrip()), (Redo(), after), (Undo(), words.rstrip())):
            if is_restarted:
                keeper.close()
                keeper = keeper_of(keeper.path)
            done(keeper, taking)
            assert head_of(keeper) == expected
        keeper.close()


class TestHandsBetween:
    """What somebody wrote meanwhile stays."""

    def test_a_comment_written_since_is_not_taken_back(self, tmp_path: Path) -> None:
        keeper = opened(tmp_path, TIGHT)
        done(keeper, RemoveClock(clock="k"))
        words = keeper.path.read_text()
        keeper.path.write_text("# mine\n" + words)
        done(keeper, Undo())
        assert head_of(keeper) == "# mine\n" + TIGHT.rstrip()
        done(keeper, Redo())
        done(keeper, Undo())
        assert head_of(keeper) == "# mine\n" + TIGHT.rstrip()
        keeper.close()

    def test_a_comment_below_the_last_line_is_nobodys_but_the_hands(self, tmp_path: Path) -> None:
        """A first table put in behind it, and taken out by the next run, leaves it there."""
        words = 'format = 1\nsystem = "charge"\n\n[characters.a]\nname = "A"\n# mine\n'
        keeper = opened(tmp_path, words)
        done(keeper, AddClock(name="K"))
        keeper.close()
        keeper = keeper_of(keeper.path)
        done(keeper, Undo())
        assert head_of(keeper) == words.rstrip()
        keeper.close()
