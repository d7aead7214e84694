"""Settings: precedence, and everything wrong said but never fatal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tracker.i18n.say import say
from tracker.store.settings import Settings, Wanted, locale_language, unknown_theme, wanted


def write(folder: Path, words: str | bytes, name: str = "settings.toml") -> Path:
    path = folder / name
    path.write_bytes(words.encode() if isinstance(words, str) else words)
    return path


def sentences(found: Wanted, language: str = "en") -> list[str]:
    return [say(problem, language) for problem in found.problems]


class TestPrecedence:
    """product.md, 7: flag, environment, settings, campaign (language only), default."""

    def test_each_before_the_next(self, tmp_path: Path) -> None:
        write(tmp_path, 'language = "fr"\ntheme = "from-file"\nascii = true\nmouse = true\neditor = "nano"\n')
        found = wanted(Settings(), {}, tmp_path).settings
        assert (found.language, found.theme, found.ascii, found.mouse, found.editor) == (
            "fr",
            "from-file",
            True,
            True,
            "nano",
        )
        environment = {"TRACKER_LANGUAGE": "en", "TRACKER_THEME": "from-env", "TRACKER_ASCII": "0"}
        found = wanted(Settings(), environment, tmp_path).settings
        assert (found.language, found.theme, found.ascii, found.mouse) == ("en", "from-env", False, True)
        found = wanted(Settings(language="fr", theme="from-flag", ascii=True), environment, tmp_path).settings
        assert (found.language, found.theme, found.ascii) == ("fr", "from-flag", True)

    def test_campaign_language_only_where_nobody_said(self, tmp_path: Path) -> None:
        assert wanted(Settings(), {"LANG": "en_GB.UTF-8"}, tmp_path).language_for("fr") == "fr"
        assert wanted(Settings(language="en"), {}, tmp_path).language_for("fr") == "en"

    @pytest.mark.parametrize(
        ("environment", "language"),
        [
            ({"LANG": "fr_FR.UTF-8"}, "fr"),
            ({"LANG": "fr"}, "fr"),
            ({"LANG": "C"}, "en"),
            ({"LANG": "de_DE"}, "en"),
            ({}, "en"),
            ({"LC_ALL": "en_US.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
            ({"LC_ALL": "", "LC_MESSAGES": "fr_BE", "LANG": "C"}, "fr"),
        ],
    )
    def test_locale_is_the_fallback_without_campaign(
        self, environment: dict[str, str], language: str, tmp_path: Path
    ) -> None:
        assert locale_language(environment) == language
        assert wanted(Settings(), environment, tmp_path).language_without_campaign(environment) == language


class TestWrongSettings:
    """Unknown keys, wrong types and unreadable files are said and stand at their default."""

    def test_missing_file_is_fine(self, tmp_path: Path) -> None:
        assert wanted(Settings(), {}, tmp_path) == Wanted(Settings())

    def test_unknown_key_with_the_nearest(self, tmp_path: Path) -> None:
        write(tmp_path, 'langage = "fr"\n')
        found = wanted(Settings(), {}, tmp_path)
        assert sentences(found) == ["settings.toml: “langage” is not a key the tracker knows; did you mean “language”?"]
        assert found.settings == Settings()

    def test_wrong_types_each_said_once(self, tmp_path: Path) -> None:
        write(tmp_path, 'language = "de"\nascii = "yes"\nmouse = 1\ntheme = 3\ntitle = true\nkeys = 4\n')
        found = wanted(Settings(), {}, tmp_path)
        assert len(found.problems) == 6
        assert found.settings == Settings()
        assert (
            "settings.toml: ascii is the text “yes”, true or false (without quotes, in lower case) is expected"
            in sentences(found)
        )

    @pytest.mark.parametrize(
        "content", [b"a =", b"\xff\xfe", b"\xef\xbb\xbflanguage = ", b"a = " + b"[" * 3000, b"a = 1\na = 2", b"\0"]
    )
    def test_unreadable_file(self, content: bytes, tmp_path: Path) -> None:
        write(tmp_path, content)
        found = wanted(Settings(), {}, tmp_path)
        assert found.settings == Settings()
        assert len(found.problems) == 1
        assert sentences(found, "fr")[0].startswith("settings.toml")

    def test_byte_order_mark_is_fine(self, tmp_path: Path) -> None:
        write(tmp_path, b'\xef\xbb\xbflanguage = "fr"\r\n')
        assert wanted(Settings(), {}, tmp_path) == Wanted(Settings(language="fr"))

    def test_folder_in_the_place_of_the_file(self, tmp_path: Path) -> None:
        (tmp_path / "settings.toml").mkdir()
        assert len(wanted(Settings(), {}, tmp_path).problems) == 1

    def test_environment(self, tmp_path: Path) -> None:
        found = wanted(Settings(), {"TRACKER_LANGUAGE": "de", "TRACKER_MOUSE": "perhaps"}, tmp_path)
        assert found.settings == Settings()
        assert sentences(found) == [
            'TRACKER_LANGUAGE is the text “de”, one of "fr", "en" is expected',
            "TRACKER_MOUSE is the text “perhaps”, 1 or 0 is expected",
        ]


class TestKeys:
    """`[keys]` with `id = "u,ctrl+z"`; `--keys FILE` reads another. Unknown ids and clashes the screen finds."""

    def test_read(self, tmp_path: Path) -> None:
        write(tmp_path, '[keys]\nundo = "u,ctrl+z"\nroll = ["r", "enter"]\n')
        assert wanted(Settings(), {}, tmp_path) == Wanted(Settings(keys={"undo": "u,ctrl+z", "roll": "r,enter"}))

    def test_wrong_ones_are_said_and_the_others_kept(self, tmp_path: Path) -> None:
        write(tmp_path, '[keys]\nundo = 3\nroll = "r"\n')
        found = wanted(Settings(), {}, tmp_path)
        assert found.settings.keys == {"roll": "r"}
        assert sentences(found) == ["settings.toml: keys.undo is 3, keys in quotes, such as “u,ctrl+z” is expected"]

    def test_another_file_replaces_them(self, tmp_path: Path) -> None:
        write(tmp_path, 'language = "fr"\n[keys]\nundo = "u"\n')
        other = write(tmp_path, 'language = "en"\n[keys]\nroll = "x"\n', "azerty.toml")
        found = wanted(Settings(), {}, tmp_path, other)
        assert found == Wanted(Settings(language="fr", keys={"roll": "x"}))

    def test_missing_other_file_is_said(self, tmp_path: Path) -> None:
        found = wanted(Settings(), {}, tmp_path, tmp_path / "none.toml")
        assert sentences(found) == ["none.toml: there is no such file"]


def test_unknown_theme_names_the_nearest() -> None:
    assert say(unknown_theme("tracker-drak", ("tracker-dark",)), "en").endswith("did you mean “tracker-dark”?")
    assert say(unknown_theme("zzz", ("tracker-dark",)), "en") == "there is no theme “zzz”"
