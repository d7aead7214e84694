"""`tracker recap`: a session as Markdown or as a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shell import PROJECT, Shell, fresh_shell

SAMPLES = sorted(str(path) for path in (PROJECT / "campaigns").glob("*.toml"))
AMBRE = str(PROJECT / "campaigns" / "ambre.toml")
SECRETS = ("Orsini retourne", "chambellan", "couronne est fausse")


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


class TestRecap:
    """Markdown on standard output."""

    def test_the_present_session_in_the_language_of_the_campaign(self, shell: Shell) -> None:
        done = shell.run("recap", AMBRE)
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith("# La Couronne d’ambre, séance 7\n")
        assert "- Aïcha (Léa)" in done.out
        assert "- Alerte de la garde\u00a0: danger, 2 → 4 sur 6" in done.out

    def test_the_session_asked_for_is_told(self, shell: Shell) -> None:
        done = shell.run("recap", AMBRE, "--session", "6", "--language", "en")
        assert done.out.startswith("# La Couronne d’ambre, session 6\n")
        assert "2026-11-21" in done.out
        assert "2026-11-29" not in done.out

    def test_it_reads_more_than_the_end_of_the_log(self, shell: Shell) -> None:
        path = shell.campaign("Long", language="en")
        line = (
            "\n[[log]]\nn = {n}\nbeat = {n}\nat = 2026-11-29T21:04:12+01:00\nsession = 1\n"
            'event = "note"\nroll = "note"\nnote = "N{n}."\n'
        )
        text = path.read_text(encoding="utf-8").rstrip() + "\n"
        path.write_text(text + "".join(line.format(n=n) for n in range(1, 501)), encoding="utf-8")
        done = shell.run("recap", str(path), "--session", "1")
        assert "N1." in done.out
        assert "N500." in done.out

    def test_twice_the_same(self, shell: Shell) -> None:
        for words in ((), ("--players",), ("--html",)):
            first = shell.run("recap", AMBRE, *words, TZ="UTC")
            assert first.out == shell.run("recap", AMBRE, *words, TZ="Pacific/Auckland", LANG="C").out

    @pytest.mark.parametrize("form", [(), ("--html",)])
    def test_nothing_hidden_for_the_players(self, shell: Shell, form: tuple[str, ...]) -> None:
        open_, closed = shell.run("recap", AMBRE, *form), shell.run("recap", AMBRE, "--players", *form)
        for secret in SECRETS:
            assert secret in open_.out
            assert secret not in closed.out

    @pytest.mark.parametrize("sample", SAMPLES)
    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_every_system_is_told_in_either_language(self, shell: Shell, sample: str, language: str) -> None:
        for words in ((), ("--players",), ("--html", "--players")):
            done = shell.run("recap", sample, "--language", language, *words)
            assert (done.code, done.err) == (0, "")
            assert len(done.out) > 500

    def test_in_a_poor_encoding(self, shell: Shell) -> None:
        assert shell.run("recap", AMBRE, PYTHONIOENCODING="ascii").code == 0


class TestPage:
    """`--html`: one page that needs nothing else."""

    def test_it_is_one_page_with_pies(self, shell: Shell) -> None:
        done = shell.run("recap", AMBRE, "--html")
        assert done.code == 0
        assert done.out.startswith("<!doctype html>\n")
        assert '<html lang="fr">' in done.out
        assert done.out.count("<svg") == 8
        assert not re.search(r"src=|href=|url\(|https?:", done.out)

    def test_in_a_poor_encoding_it_is_the_same_page(self, shell: Shell) -> None:
        from html import unescape

        poor = shell.run("recap", AMBRE, "--html", PYTHONIOENCODING="ascii")
        assert poor.out.isascii()
        assert unescape(poor.out) == unescape(shell.run("recap", AMBRE, "--html").out)


class TestWrongInput:
    """One line that says what is wrong."""

    def test_no_such_session(self, shell: Shell) -> None:
        done = shell.run("recap", AMBRE, "--session", "12", "--language", "en")
        assert (done.code, done.out) == (1, "")
        assert done.err == "tracker: the log has no session 12; it has 6–7\n"

    def test_no_such_file(self, shell: Shell) -> None:
        assert shell.run("recap", "./none.toml").code == 2

    def test_a_folder_is_no_campaign(self, shell: Shell) -> None:
        done = shell.run("recap", str(shell.cwd))
        assert done.code != 0
        assert len(done.err.splitlines()) == 1

    def test_help_in_both_languages(self, shell: Shell) -> None:
        assert "--players" in shell.run("recap", "--help", "--language", "en").out
        assert "Raconte une séance" in shell.run("recap", "--help", "--language", "fr").out
        assert "as Markdown" in shell.run("--help", "--language", "en").out
