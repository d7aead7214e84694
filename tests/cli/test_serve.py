"""`tracker serve`: the players' screen in a browser, on this machine only unless somebody wants more."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from shell import PROJECT, Shell, fresh_shell

pytest.importorskip("textual_serve", reason="the extra `web` is not installed")

from browser import CHROMIUM, browser  # noqa: E402: it needs what the extra brings

AMBRE = PROJECT / "campaigns" / "ambre.toml"
SECRETS = ("Orsini", "chambellan", "la couronne est fausse", "ne le sait encore")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    made = fresh_shell(tmp_path)
    (made.cwd / "ambre.toml").write_bytes(AMBRE.read_bytes())
    return made


@contextmanager
def served(shell: Shell, *more: str) -> Iterator[str]:
    """Serve the sample; gives the address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tracker", "serve", "ambre", "--port", "0", *more],
        cwd=shell.cwd,
        env=shell.environ({"TRACKER_LANGUAGE": "en"}),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", process.stdout.readline())
        assert found is not None
        yield found[0]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(15) == 0
        assert viewers(shell) == [], "a viewer is left behind"


def viewers(shell: Shell) -> list[int]:
    """Give the viewers that run."""
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdigit():
            try:
                words = (each / "cmdline").read_bytes()
            except OSError:
                continue
            if b"\0view\0" in words and str(shell.cwd).encode() in words:
                found.append(int(each.name))
    return found


def status(url: str, **headers: str) -> int:
    """Give the answer to a request."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


class TestPage:
    """The page needs nothing from elsewhere, and answers to nobody else."""

    def test_the_page_needs_nothing_from_elsewhere(self, shell: Shell) -> None:
        with served(shell) as url, urllib.request.urlopen(url, timeout=10) as answer:
            page = answer.read().decode()
            assert url.startswith("http://127.0.0.1:")
            assert "https://" not in page
            assert "The players’ screen" in page
            for words in (*SECRETS, "Couronne", str(shell.cwd)):
                assert words not in page

    def test_others_are_refused(self, shell: Shell) -> None:
        with served(shell) as url:
            assert status(url) == 200
            assert status(url, Host="evil.example") == 403
            assert status(f"{url}ws", Origin="http://evil.example") == 403
            assert status(f"{url}download/x") == 404
            assert status(f"{url}static/") in {403, 404}

    def test_size_of_the_letters(self, shell: Shell) -> None:
        with served(shell) as url:
            for asked, size in (("30", "30"), ("0", "18"), ("999", "18"), ("<b>", "18")):
                with urllib.request.urlopen(f"{url}?fontsize={urllib.parse.quote(asked)}", timeout=10) as answer:
                    assert f'data-font-size="{size}"' in answer.read().decode()


@pytest.mark.skipif(CHROMIUM is None, reason="needs Debian’s chromium")
class TestBrowser:
    """A real headless Chromium sees what `for_players` gives, and can never write."""

    def test_a_browser_shows_the_players_screen_and_cannot_write(self, shell: Shell, tmp_path: Path) -> None:
        path = shell.cwd / "ambre.toml"
        before = path.read_bytes()

        async def look(url: str) -> None:
            async with browser(url, tmp_path / "profile") as page:
                await page.wait_for("Naïla")
                await page.wait_for("Last roll")
                assert all(address.startswith((url, "data:")) for address in page.asked), page.asked
                assert await page.evaluate("document.title") == "The players’ screen"
                await page.evaluate("document.querySelector('.xterm-helper-textarea').focus()")
                await page.press("rnxu+ec1")
                await asyncio.sleep(0.5)
                await page.press("?")
                await page.wait_for("Nothing can be changed here")
                await page.press("x")
                path.write_text(path.read_text(encoding="utf-8").replace("Bohort", "Perceval"), encoding="utf-8")
                await page.wait_for("Perceval")
                for words in SECRETS:
                    assert words.encode() not in page.received
                await page.press("q")
                async with asyncio.timeout(10):
                    while not await page.evaluate("document.body.classList.contains('-closed')"):
                        await asyncio.sleep(0.05)

        with served(shell) as url:
            asyncio.run(look(url))
        assert path.read_bytes() == before.replace(b"Bohort", b"Perceval")
        assert os.listdir(shell.cwd) == ["ambre.toml"]

    def test_browser_that_goes_away_takes_its_viewer_with_it(self, shell: Shell, tmp_path: Path) -> None:
        async def look(url: str) -> None:
            async with browser(url, tmp_path / "profile") as page:
                await page.wait_for("Naïla")
                assert len(viewers(shell)) == 1

        with served(shell) as url:
            asyncio.run(look(url))
            end = time.monotonic() + 10
            while viewers(shell) and time.monotonic() < end:
                time.sleep(0.1)
            assert viewers(shell) == []


class TestBadInput:
    """One sentence, no traceback."""

    def test_without_the_package(self, shell: Shell) -> None:
        code = (
            "import sys; sys.modules['textual_serve'] = None; sys.modules['aiohttp'] = None\n"
            "from tracker.cli.main import main; sys.exit(main(['serve', 'ambre', '--language', 'en']))"
        )
        done = shell.run(code=code)
        assert done.code == 2
        assert done.err == "tracker: “tracker serve” needs one more package: pip install textual-serve\n"

    @pytest.mark.parametrize("words", [("nowhere",), ("ambre", "--port", "x"), ("ambre", "--port", "70000")])
    def test_a_wrong_call_is_one_line(self, words: tuple[str, ...], shell: Shell) -> None:
        done = shell.run("serve", *words)
        assert done.code == 2
        assert done.err.count("\n") == 1

    def test_port_that_is_taken(self, shell: Shell) -> None:
        with served(shell) as url:
            done = shell.run("serve", "ambre", "--port", url.rstrip("/").rpartition(":")[2])
        assert done.code == 1
        assert done.err.count("\n") == 1
        assert "cannot be served" in done.err or "ouvert" in done.err

    def test_broken_file_names_nothing(self, shell: Shell) -> None:
        (shell.cwd / "ambre.toml").write_text("S-secret = ", encoding="utf-8")
        done = shell.run("serve", "ambre", "--language", "en")
        assert done.code == 1
        assert "S-secret" not in done.err


def test_starting_to_serve_needs_no_textual() -> None:
    """The page is served without the toolkit in memory: each viewer has its own."""
    code = "import sys, tracker.cli.serve, tracker.cli.show_data; print('textual' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=PROJECT, check=True
    )
    assert done.stdout == "False\n"
