"""The command line as a whole: which command is meant, its language, its exit codes, what it loads."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Shell, fresh_shell

from tracker.cli.commands import COMMANDS, named_command
from tracker.cli.main import main
from tracker.cli.output import writable


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return fresh_shell(tmp_path)


class TestWhichCommand:
    """product.md, 2: a command's name wins over a campaign of that name."""

    @pytest.mark.parametrize(
        ("given", "name", "rest"),
        [
            (["show", "x"], "show", ["x"]),
            (["--language", "fr", "show", "x"], "show", ["--language", "fr", "x"]),
            (["--language=fr", "show", "x"], "show", ["--language=fr", "x"]),
            (["./show"], "table", ["./show"]),
            (["show.toml"], "table", ["show.toml"]),
            (["--theme", "show"], "table", ["--theme", "show"]),
            (["--", "show"], "table", ["--", "show"]),
            (["ambre", "show"], "table", ["ambre", "show"]),
            ([], "table", []),
            (["--help"], "table", ["--help"]),
            (["new", "show", "--system", "charge"], "new", ["show", "--system", "charge"]),
        ],
    )
    def test_a_command_is_told_from_a_campaign_of_that_name(self, given: list[str], name: str, rest: list[str]) -> None:
        assert named_command(given) == (name, rest)

    def test_mistyped_command_is_told(self, shell: Shell) -> None:
        done = shell.run("chek")
        assert done.code == 2
        assert "was the command “check” meant?" in done.err


class TestHelp:
    """Every command has help, in both languages, at any width."""

    @pytest.mark.parametrize("name", ["", *COMMANDS])
    def test_every_command_has_help_in_both_languages(self, name: str, shell: Shell) -> None:
        words = [name] if name else []
        english = shell.run(*words, "--help")
        french = shell.run("--language", "fr", *words, "--help")
        assert (english.code, english.err, french.code, french.err) == (0, "", 0, "")
        assert english.out.startswith("usage: tracker")
        assert french.out.startswith("utilisation\u00a0: tracker")
        for word in ("show this help", "options:", "arguments:", "usage", "CAMPAIGN", "NAME"):
            assert word not in french.out

    def test_every_command_is_listed(self, shell: Shell) -> None:
        shown = shell.run("--help").out
        assert all(f"\n  {name} " in shown for name in COMMANDS)

    def test_language_of_help(self, shell: Shell) -> None:
        assert shell.run("--help", LANG="fr_FR.UTF-8").out.startswith("utilisation")
        assert shell.run("--help", LANG="fr_FR.UTF-8", TRACKER_LANGUAGE="en").out.startswith("usage")
        shell.config.mkdir(parents=True)
        (shell.config / "settings.toml").write_text('language = "fr"\n', encoding="utf-8")
        assert shell.run("--help").out.startswith("utilisation")

    def test_help_in_ascii(self, shell: Shell) -> None:
        done = shell.run("--language", "fr", "--help", PYTHONIOENCODING="ascii")
        assert done.out.startswith("utilisation : tracker")

    def test_version_prints_one_line(self, shell: Shell) -> None:
        done = shell.run("--version")
        assert done.code == 0
        assert done.out.startswith("tracker ")


class TestBadUsage:
    """Exit 2 and one line on standard error, in the language."""

    @pytest.mark.parametrize(
        ("words", "english", "french"),
        [
            (("--bogus",), "tracker: not understood: --bogus", "tracker: pas compris\u00a0: --bogus"),
            (("show",), "tracker show: missing: CAMPAIGN", "tracker show: il manque\u00a0: CAMPAGNE"),
            (("show", "a", "b"), "tracker show: not understood: b", "tracker show: pas compris\u00a0: b"),
            (("--seed",), "tracker: --seed: a value is expected", "tracker: --seed: il faut une valeur"),
            (("--ascii=3",), "no value is expected, '3' stands there", "il ne faut pas de valeur, il y a '3'"),
            (("resolve", "x"), "tracker resolve: not understood: x", "tracker resolve: pas compris\u00a0: x"),
            (("--lang", "fr"), "not understood: --lang", "pas compris\u00a0: --lang"),
        ],
    )
    def test_a_wrong_call_is_said_in_one_line_of_the_language(
        self, words: tuple[str, ...], english: str, french: str, shell: Shell
    ) -> None:
        for language, sentence in (("en", english), ("fr", french)):
            done = shell.run(*words, TRACKER_LANGUAGE=language)
            assert done.code == 2
            assert done.out == ""
            assert done.err.count("\n") == 1
            assert sentence in done.err

    @pytest.mark.parametrize("seed", ["x", "-1", "1.5", "9" * 30, "٣", "9223372036854775808"])
    def test_a_seed_that_is_no_number_is_refused(self, seed: str, shell: Shell) -> None:
        assert shell.run(f"--seed={seed}").code == 2

    def test_a_language_there_is_not_is_named(self, shell: Shell) -> None:
        assert "'de' is none of" in shell.run("--language", "de", "show", "x").err

    def test_hostile_words_stay_on_one_safe_line(self, shell: Shell) -> None:
        done = shell.run("show", "a", "b\n\x1b[31mc")
        assert done.err.count("\n") == 1
        assert "\x1b" not in done.err


class TestTable:
    """Without a terminal the table is not opened; what is wrong is said first."""

    def test_without_a_terminal_one_sentence_says_so(self, shell: Shell) -> None:
        shell.campaign()
        for words in (("Ambre",), ()):
            done = shell.run(*words, TRACKER_LANGUAGE="fr")
            assert done.code == 2
            assert "tracker show" in done.err
            assert done.err.count("\n") == 1

    def test_a_broken_file_is_said_with_its_place(self, shell: Shell) -> None:
        (shell.cwd / "x.toml").write_text("a = \n", encoding="utf-8")
        done = shell.run("x")
        assert done.code == 1
        assert "x.toml:1:" in done.err

    def test_settings_problems_are_said_and_not_fatal(self, shell: Shell) -> None:
        shell.campaign()
        shell.config.mkdir(parents=True)
        (shell.config / "settings.toml").write_text("langage = 1\n", encoding="utf-8")
        done = shell.run("show", "Ambre")
        assert done.code == 0
        assert "did you mean “language”?" in done.err


class TestCrash:
    """No traceback for anything: a report in the state folder, one sentence with its path."""

    CODE = (
        "import sys; sys.argv = ['tracker', 'show', 'x', '--language', '{language}']\n"
        "import tracker.cli.show\n"
        "def fail(*_): raise ZeroDivisionError('notes of the game master')\n"
        "tracker.cli.show.run = fail\n"
        "from tracker.cli.main import main\n"
        "sys.exit(main())"
    )

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_a_crash_leaves_one_sentence_and_a_report(self, language: str, shell: Shell) -> None:
        done = shell.run(code=self.CODE.replace("{language}", language))
        assert done.code == 1
        assert done.err.count("\n") == 1
        assert "Traceback" not in done.err
        assert "game master" not in done.err
        (report,) = shell.state.iterdir()
        assert str(report) in done.err
        assert report.stat().st_mode & 0o077 == 0
        assert "notes of the game master" in report.read_text(encoding="utf-8")

    def test_no_place_for_a_report(self, shell: Shell) -> None:
        shell.home.mkdir()
        (shell.home / "state").write_text("", encoding="utf-8")
        done = shell.run(code=self.CODE.replace("{language}", "en"))
        assert done.code == 1
        assert "no report could be written" in done.err

    def test_ctrl_c_ends_it_with_130(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt(*_: object) -> int:
            raise KeyboardInterrupt

        monkeypatch.setattr("tracker.cli.main._run", interrupt)
        assert main(["show", "x"]) == 130


class TestLoading:
    """Only the chooser, the table and the view import Textual; scripts start without argparse."""

    @pytest.mark.parametrize(
        "words",
        [
            ("new", "./x.toml", "--system", "charge"),
            ("show", "Ambre"),
            ("show", "nobody"),
            ("check", "x.toml"),
            ("resolve",),
            ("odds",),
            ("--help",),
            ("--bogus",),
            ("Ambre",),
        ],
    )
    def test_commands_that_draw_nothing_do_not_load_the_toolkit(self, words: tuple[str, ...], shell: Shell) -> None:
        shell.campaign()
        code = (
            "import sys\n"
            "from tracker.cli.main import main\n"
            f"try: main({list(words)!r})\n"
            "except SystemExit: pass\n"
            "print('LOADED', [m for m in sys.modules if m.split('.')[0] in ('textual', 'rich')])"
        )
        assert shell.run(code=code).out.endswith("LOADED []\n")

    @pytest.mark.parametrize("name", ["resolve", "odds"])
    def test_scripts_are_lean(self, name: str, shell: Shell) -> None:
        code = (
            "import sys\n"
            "from tracker.cli.main import main\n"
            f"main([{name!r}])\n"
            "heavy = ('argparse', 'tomli', 'platformdirs', 'gettext', 'tracker.store.settings')\n"
            "print('LOADED', [m for m in heavy if m in sys.modules])"
        )
        assert shell.run(code=code).out == "LOADED []\n"


class TestEncodings:
    """What an encoding does not hold is written as near as it can be."""

    @pytest.mark.parametrize(
        ("words", "encoding", "written"),
        [
            ("Aïcha → «\u00a0œuf\u00a0»", "ascii", 'Aicha -> " oeuf "'),
            ("Aïcha → 2", "latin-1", "Aïcha -> 2"),
            ("日本", "ascii", "\\u65e5\\u672c"),
            ("a\udce9", "utf-8", "a\\udce9"),
            ("Aïcha →", "utf-8", "Aïcha →"),
            ("é", "no-such-encoding", "\\xe9"),
        ],
    )
    def test_a_sign_the_encoding_lacks_is_written_as_near_as_it_can_be(
        self, words: str, encoding: str, written: str
    ) -> None:
        assert writable(words, encoding) == written
