"""`tracker check`: file:line:column: error or warning: sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Shell, fresh_shell


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


class TestPlaces:
    """file-format.md: a file that cannot be read is an error at 1:1; exit 1 with an error, 0 with warnings only."""

    def test_a_missing_file_is_an_error_at_its_first_sign(self, shell: Shell) -> None:
        done = shell.run("check", "nope")
        assert (done.code, done.out, done.err) == (1, "nope:1:1: error: there is no such file or folder\n", "")

    def test_a_campaign_is_found_by_its_name(self, shell: Shell) -> None:
        path = shell.campaign("Ambre")
        path.write_text(path.read_text(encoding="utf-8").replace("player =", "playr ="), encoding="utf-8")
        assert shell.run("check", "Ambre").code == 0
        path.write_text('format = 1\nsystem = "charge"\n[rules]\nstres_size = 4\n', encoding="utf-8")
        done = shell.run("check", "Ambre", TRACKER_LANGUAGE="fr")
        assert done.code == 0
        assert done.out.startswith(f"{path}:4:1: avertissement: ")

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_error_in_the_language(self, language: str, shell: Shell) -> None:
        (shell.cwd / "x.toml").write_text('format = 1\nsystem = "charge"\nsession = "deux"\n', encoding="utf-8")
        done = shell.run("check", "x", TRACKER_LANGUAGE=language)
        assert done.code == 1
        assert done.out.startswith(f"x.toml:3:11: {'erreur' if language == 'fr' else 'error'}: session")

    def test_hostile_file_name(self, shell: Shell) -> None:
        name = "a\x1b[31m\nb.toml"
        (shell.cwd / name).write_text("a =", encoding="utf-8")
        done = shell.run("check", name)
        assert done.code == 1
        assert all(line.startswith("a␛[31m␊b.toml:1:") for line in done.out.splitlines())
        assert "\x1b" not in done.out
