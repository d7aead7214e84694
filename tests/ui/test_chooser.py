"""The chooser: recent campaigns, `./campaigns`, the data folder, a new one; broken files with their problem."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import tomli
from driver import Terminal
from piloting import piloted
from rich.cells import cell_len
from textual.pilot import Pilot

from tracker.i18n.say import say
from tracker.store.new_campaign import create_campaign
from tracker.store.places import remember_campaign
from tracker.ui.chooser import ChooserApp, ChooserPicture

SIZES = [(120, 36), (80, 24), (60, 20)]


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    (folder / "campaigns").mkdir(parents=True)
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def made(name: str, cwd: Path, data: Path) -> Path:
    return create_campaign(name, "charge", "fr", ["Aïcha"], partial(say, language="fr"), cwd, data)


class Chosen:
    """What came of a chooser: the screens seen after each step, and the file chosen."""

    def __init__(self) -> None:
        self.path: Path | None = None
        self.screens: list[list[str]] = []
        self.left = False

    @property
    def last(self) -> str:
        return "\n".join(self.screens[-1])


def choose(
    cwd: Path, data: Path, *keys: str, language: str = "fr", size: tuple[int, int] = (80, 24), ascii: bool = False
) -> Chosen:
    """Press keys in a chooser; the screen is kept at the start and after each key."""
    app = ChooserApp(cwd, data, language, ascii=ascii)
    chosen = Chosen()

    async def run() -> None:
        async with piloted(app, size) as pilot:
            await pilot.pause()
            chosen.screens.append(rows(app))
            for key in keys:
                await press(pilot, key)
                if app._exit:
                    break
                chosen.screens.append(rows(app))
            chosen.left = app._exit

    asyncio.run(run())
    chosen.path = app.return_value
    return chosen


async def press(pilot: Pilot[Path], key: str) -> None:
    await pilot.press(key)
    await pilot.pause()


def rows(app: ChooserApp) -> list[str]:
    picture = app.screen.query_one(ChooserPicture)
    return [picture.render_line(y).text for y in range(picture.size.height)]


class TestChoosing:
    """↑ ↓ Enter, q; a file is listed once, where it is first found."""

    def test_groups_in_order_and_each_file_once(self, cwd: Path, data: Path) -> None:
        recent, other = made("Ambre", cwd, data), made("Brume", cwd, data)
        data.mkdir()
        (cwd / "campaigns").rename(cwd / "old")
        in_data = made("Cendre", cwd, data)
        (cwd / "old").rename(cwd / "campaigns")
        remember_campaign(recent, data)
        screen = choose(cwd, data).last
        wanted = ["Ouvertes récemment", "Ambre", "Dans ./campaigns", "Brume", "Dans le dossier de données", "Cendre"]
        found = [line.replace("▸", " ").strip() for line in screen.splitlines()[1:7]]
        assert [line.split("  ")[0] for line in found] == wanted
        assert choose(cwd, data, "enter").path == recent
        assert choose(cwd, data, "down", "enter").path == other
        assert choose(cwd, data, "j", "j", "enter").path == in_data
        assert choose(cwd, data, "end", "k", "enter").path == other
        assert choose(cwd, data, "up", "up", "enter").path == recent

    @pytest.mark.parametrize("key", ["q", "Q", "ctrl+c"])
    def test_leaving(self, key: str, cwd: Path, data: Path) -> None:
        made("Ambre", cwd, data)
        chosen = choose(cwd, data, key)
        assert chosen.left
        assert chosen.path is None

    def test_nothing_there(self, cwd: Path, data: Path) -> None:
        chosen = choose(cwd, data, "enter", "down")
        assert "Il n’y a pas encore de campagne" in chosen.last
        assert not chosen.left

    def test_search(self, cwd: Path, data: Path) -> None:
        made("Ambre", cwd, data)
        brume = made("Brume quatre", cwd, data)
        chosen = choose(cwd, data, "/", "q", "u", "A")
        assert not chosen.left
        assert "Brume quatre" in chosen.last
        assert "Ambre" not in chosen.last
        assert choose(cwd, data, "/", "q", "u", "enter").path == brume
        assert "Ambre" in choose(cwd, data, "/", "q", "ctrl+g").last
        assert "Ambre" in choose(cwd, data, "/", "q", "backspace", "backspace").last
        assert "Aucune campagne ne porte" in choose(cwd, data, "/", "z", "z", "enter").last

    def test_many_stay_in_sight(self, cwd: Path, data: Path) -> None:
        for n in range(60):
            made(f"Campagne {n:02}", cwd, data)
        for size in SIZES:
            chosen = choose(cwd, data, *["down"] * 45, size=size)
            assert "▸ Campagne 45" in chosen.last
        assert choose(cwd, data, "end", "enter").path == cwd / "campaigns" / "Campagne 59.toml"
        assert "▸ Campagne 10" in choose(cwd, data, "pagedown").last


class TestBrokenFiles:
    """They are listed with their problem and not opened."""

    @pytest.mark.parametrize("content", [b"title = ", b"\xff\xfe", b"", b'format = 1\nsystem = "chrage"', b"\0"])
    def test_problem_is_shown(self, content: bytes, cwd: Path, data: Path) -> None:
        (cwd / "campaigns" / "x.toml").write_bytes(content)
        chosen = choose(cwd, data, "enter")
        assert not chosen.left
        assert "ne s’ouvre pas" in chosen.last
        assert "tracker check" in chosen.last
        assert len([line for line in chosen.screens[0][-4:] if line.strip()]) == 3  # where, why, the keys

    def test_folder_and_pipe_are_not_campaigns(self, cwd: Path, data: Path) -> None:
        (cwd / "campaigns" / "folder.toml").mkdir()
        os.mkfifo(cwd / "campaigns" / "pipe.toml")
        assert "Il n’y a pas encore" in choose(cwd, data).last

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_unreadable_file(self, cwd: Path, data: Path) -> None:
        made("Ambre", cwd, data).chmod(0)
        assert "ne s’ouvre pas" in choose(cwd, data).last

    @pytest.mark.parametrize(
        "name",
        [
            "x [b] y",
            "[@click=app.quit]a",
            "a\x1b[31m",
            "a\nb",
            "日本語" * 20,
            "e\u0301",
            "😀",
            "\u202eabc",
            "a" * 200,
        ],
    )
    @pytest.mark.parametrize("size", SIZES)
    def test_hostile_names_keep_the_columns(self, name: str, size: tuple[int, int], cwd: Path, data: Path) -> None:
        (cwd / "campaigns" / f"{name}.toml"[-120:]).write_text("broken", encoding="utf-8")
        made("Ambre", cwd, data)
        chosen = choose(cwd, data, "down", size=size)
        for screen in chosen.screens:
            assert {cell_len(row) for row in screen} == {size[0]}
            assert all(row.isprintable() or "\u00a0" in row for row in screen)
            assert not any("\x1b" in row or "\u202e" in row for row in screen)

    def test_undecodable_name(self, cwd: Path, data: Path) -> None:
        (cwd / "campaigns" / os.fsdecode(b"caf\xe9.toml")).write_text("broken", encoding="utf-8")
        assert "caf\ufffd" in choose(cwd, data).last

    def test_hostile_title(self, cwd: Path, data: Path) -> None:
        path = made("Ambre", cwd, data)
        words = path.read_text(encoding="utf-8").replace('title = "Ambre"', 'title = "x [/] \\u001b[31m"')
        path.write_text(words, encoding="utf-8")
        assert "x [/] ␛[31m" in choose(cwd, data).last


class TestNew:
    """n: name, system, language; the file is made and chosen."""

    def test_made_and_chosen(self, cwd: Path, data: Path) -> None:
        chosen = choose(cwd, data, "n", *"Brume", "enter", "enter", "enter")
        assert chosen.path == cwd / "campaigns" / "Brume.toml"
        tree = tomli.loads(chosen.path.read_text(encoding="utf-8"))
        assert (tree["title"], tree["language"]) == ("Brume", "fr")

    def test_other_language(self, cwd: Path, data: Path) -> None:
        chosen = choose(cwd, data, "n", "x", "tab", "down", "right", "enter")
        assert chosen.path is not None
        assert tomli.loads(chosen.path.read_text(encoding="utf-8"))["language"] == "en"

    def test_letters_are_text_in_the_name(self, cwd: Path, data: Path) -> None:
        chosen = choose(cwd, data, "n", *"qn/j", "space", *"é", "left", "backspace", "Q")
        assert not chosen.left
        assert "qn/jQé" in chosen.last

    def test_where_it_goes_is_shown(self, cwd: Path, data: Path) -> None:
        assert "./campaigns/ab.toml" in choose(cwd, data, "n", "a", "b").last

    @pytest.mark.parametrize("name", [(), ("full_stop", "a"), ("a", "slash")])
    def test_refused_names_are_said(self, name: tuple[str, ...], cwd: Path, data: Path) -> None:
        chosen = choose(cwd, data, "n", *name, "tab", "tab", "enter")
        assert not chosen.left
        assert list((cwd / "campaigns").iterdir()) == []

    def test_existing_name_is_refused(self, cwd: Path, data: Path) -> None:
        before = made("x", cwd, data).read_bytes()
        chosen = choose(cwd, data, "n", "x", "tab", "tab", "enter")
        assert "existe déjà" in chosen.last
        assert (cwd / "campaigns" / "x.toml").read_bytes() == before

    @pytest.mark.parametrize("key", ["ctrl+g", "escape"])
    def test_leaving_the_form(self, key: str, cwd: Path, data: Path) -> None:
        made("Ambre", cwd, data)
        assert "▸ Ambre" in choose(cwd, data, "n", "x", key).last

    def test_pasted_text_is_one_line(self, cwd: Path, data: Path) -> None:
        from textual.events import Paste

        app = ChooserApp(cwd, data, "fr")

        async def run() -> list[str]:
            async with piloted(app, (80, 24)) as pilot:
                await press(pilot, "n")
                app.screen.post_message(Paste("a\nb"))
                await pilot.pause()
                return rows(app)

        assert "a b" in "\n".join(asyncio.run(run()))


class TestPictures:
    """Both languages, 80x24 and 60x20, with and without Unicode."""

    @pytest.mark.parametrize("size", [*SIZES, (30, 8), (12, 3)])
    @pytest.mark.parametrize("language", ["fr", "en"])
    @pytest.mark.parametrize("keys", [(), ("/", "a"), ("n", "a")])
    def test_every_row_is_as_wide_as_the_screen(
        self, keys: tuple[str, ...], language: str, size: tuple[int, int], cwd: Path, data: Path
    ) -> None:
        made("Ambre", cwd, data)
        for screen in choose(cwd, data, *keys, language=language, size=size).screens:
            assert len(screen) == size[1]
            assert {cell_len(row) for row in screen} == {size[0]}

    @pytest.mark.parametrize("keys", [(), ("/", "a"), ("n", "a")])
    def test_plain_ascii(self, keys: tuple[str, ...], cwd: Path, data: Path) -> None:
        made("Ambre", cwd, data)
        shown = choose(cwd, data, *keys, language="en", ascii=True).last
        assert shown.isascii()

    def test_no_english_in_french(self, cwd: Path, data: Path) -> None:
        made("Ambre", cwd, data)
        for keys in ((), ("/", "a"), ("n", "a")):
            shown = choose(cwd, data, *keys).last
            for word in (
                "campaign ",
                "Campaign",
                "Search",
                "search",
                "open",
                "quit ",
                "New",
                "Name",
                "System",
                "Language",
            ):
                assert word not in shown

    @pytest.mark.parametrize(
        ("language", "wanted"), [("fr", "↑↓ choisir  Entrée ouvrir"), ("en", "↑↓ choose  Enter open")]
    )
    def test_keys_are_on_the_screen(self, language: str, wanted: str, cwd: Path, data: Path) -> None:
        for size in SIZES:
            last = choose(cwd, data, language=language, size=size).screens[0][-1]
            assert wanted in last
            assert "q " in last


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signals_restore_the_terminal(number: signal.Signals, cwd: Path, data: Path) -> None:
    with Terminal([], size=(80, 24), cwd=cwd) as terminal:
        terminal.wait_for("q ")
        terminal.kill(number)
        assert terminal.wait() == 128 + number
        assert b"\x1b[?1049l" in terminal.sent


def test_chosen_made_and_opened_on_a_terminal(cwd: Path, data: Path) -> None:
    with Terminal(["--language", "fr"], size=(80, 24), cwd=cwd) as terminal:
        terminal.wait_for("Choisir une campagne")
        terminal.send("nBrume\r\r\r")
        terminal.wait_for("Brume · Charge")
        terminal.send("q")
        assert terminal.wait() == 0
    assert (cwd / "campaigns" / "Brume.toml").exists()


def test_table_starts_without_the_chooser() -> None:
    code = "import sys, tracker.cli.table, tracker.ui.app; print([m for m in sys.modules if 'chooser' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_error_while_drawing_is_raised_and_not_printed(
    cwd: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """field-notes.md: a traceback on a shared screen shows the game master's notes."""
    app = ChooserApp(cwd, data, "fr")
    monkeypatch.setattr(ChooserPicture, "draw", lambda self: 1 / 0)

    async def run() -> None:
        async with piloted(app, (80, 24)) as pilot:
            await pilot.pause()

    with pytest.raises(ZeroDivisionError):
        asyncio.run(run())
    assert isinstance(app.crash, ZeroDivisionError)
    assert "Traceback" not in capsys.readouterr().err
