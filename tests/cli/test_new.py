"""`tracker new`: writes a commented campaign file, refuses to overwrite, prints the path."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import tomli
from shell import Shell, fresh_shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


class TestWhere:
    """product.md, 2: a path, else `./campaigns/NAME.toml` if that folder exists, else the data folder."""

    def test_data_folder_which_is_made(self, shell: Shell) -> None:
        done = shell.run("new", "La Couronne d'ambre", "--system", "charge")
        assert (done.code, done.err) == (0, "")
        assert done.out == f"{shell.data / chr(76)}a Couronne d'ambre.toml\n"
        assert tomli.loads(Path(done.out.strip()).read_text(encoding="utf-8"))["title"] == "La Couronne d'ambre"

    def test_it_goes_into_the_campaigns_folder_if_there_is_one(self, shell: Shell) -> None:
        (shell.cwd / "campaigns").mkdir()
        assert shell.run("new", "ambre", "--system", "charge").out == "campaigns/ambre.toml\n"

    def test_a_path_is_taken_as_it_is(self, shell: Shell) -> None:
        (shell.cwd / "campaigns").mkdir()
        assert shell.run("new", "ambre.toml", "--system", "charge").out == "ambre.toml\n"
        assert shell.run("new", "./other", "--system", "charge").out == "other\n"
        assert tomli.loads((shell.cwd / "ambre.toml").read_text(encoding="utf-8"))["title"] == "ambre"

    def test_it_is_found_again_by_its_name(self, shell: Shell) -> None:
        shell.campaign("Ambre", "--pc", "Aïcha")
        assert "Aïcha" in shell.run("show", "Ambre").out

    def test_nothing_else_is_left_in_the_folder(self, shell: Shell) -> None:
        shell.campaign()
        assert [path.name for path in shell.data.iterdir()] == ["Ambre.toml"]


class TestWhat:
    """It checks without a problem, in the language that is asked for."""

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_what_is_made_has_no_problem(self, language: str, shell: Shell) -> None:
        path = shell.campaign("x", "--pc", "Aïcha", "--pc", "Bohort", language=language)
        done = shell.run("check", str(path))
        assert (done.code, done.out, done.err) == (0, "", "")
        tree = tomli.loads(path.read_text(encoding="utf-8"))
        assert tree["language"] == language
        assert list(tree["characters"]) == ["aicha", "bohort"]

    def test_language_of_environment_and_locale(self, shell: Shell) -> None:
        shell.run("new", "./a.toml", "--system", "charge", TRACKER_LANGUAGE="fr")
        shell.run("new", "./b.toml", "--system", "charge", LC_ALL="fr_FR.UTF-8")
        shell.run("new", "./c.toml", "--system", "charge")
        for name, language in (("a", "fr"), ("b", "fr"), ("c", "en")):
            assert tomli.loads((shell.cwd / f"{name}.toml").read_text(encoding="utf-8"))["language"] == language

    def test_schema_line_only_beside_a_schema(self, shell: Shell) -> None:
        folder = shell.cwd / "campaigns"
        folder.mkdir()
        assert not shell.campaign("a").read_text(encoding="utf-8").startswith("#:schema")
        (folder / "campaign.schema.json").write_text("{}", encoding="utf-8")
        assert shell.campaign("b").read_text(encoding="utf-8").startswith("#:schema campaign.schema.json\n")


class TestRefusals:
    """One line on standard error, exit 2 for bad usage, and nothing is written."""

    def test_a_campaign_is_never_written_over(self, shell: Shell) -> None:
        path = shell.campaign()
        before = path.read_bytes()
        done = shell.run("new", "Ambre", "--system", "charge")
        assert done.code == 1
        assert done.err.count("\n") == 1
        assert "exists already" in done.err
        assert path.read_bytes() == before

    def test_a_link_that_leads_nowhere_is_not_followed(self, shell: Shell) -> None:
        (shell.cwd / "a.toml").symlink_to(shell.cwd / "b.toml")
        assert shell.run("new", "a.toml", "--system", "charge").code == 1
        assert not (shell.cwd / "b.toml").exists()

    @pytest.mark.parametrize(
        "words",
        [
            ("new", "x"),
            ("new", "--system", "charge"),
            ("new", "x", "--system", "chrage"),
            ("new", "", "--system", "charge"),
            ("new", "a\nb", "--system", "charge"),
            ("new", "a\x1b[31m", "--system", "charge"),
            ("new", os.fsdecode(b"caf\xe9"), "--system", "charge"),
            ("new", "x", "--system", "charge", "--pc", "a\x07"),
            ("new", "x", "--system", "charge", "--pc", os.fsdecode(b"\xe9")),
            ("new", ".x", "--system", "charge"),
            ("new", "é" * 200, "--system", "charge"),
            ("new", "x", "y", "--system", "charge"),
        ],
    )
    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_a_wrong_call_is_one_line_and_exit_2(self, words: tuple[str, ...], language: str, shell: Shell) -> None:
        done = shell.run(*words, TRACKER_LANGUAGE=language)
        assert done.code == 2
        assert done.out == ""
        assert done.err.startswith("tracker")
        assert done.err.count("\n") == 1
        assert "\x1b" not in done.err
        assert not list(shell.cwd.iterdir())
        assert not shell.data.exists() or not list(shell.data.iterdir())

    def test_a_mistyped_system_is_guessed(self, shell: Shell) -> None:
        assert "did you mean “charge”?" in shell.run("new", "x", "--system", "chrage").err

    def test_missing_folder_and_folder_that_is_a_file(self, shell: Shell) -> None:
        (shell.cwd / "file").write_text("", encoding="utf-8")
        for name in ("none/x.toml", "file/x.toml", f"{'x' * 300}/y"):
            done = shell.run("new", name, "--system", "charge", TRACKER_LANGUAGE="fr")
            assert done.code == 1
            assert done.err.count("\n") == 1
            assert "Traceback" not in done.err
