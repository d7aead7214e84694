"""`tracker resolve` and `tracker odds`: JSON Lines in and out, whatever comes in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.cli.commands import COMMANDS
from tracker.cli.lines import MAX_BYTES, answer_lines
from tracker.cli.main import main
from tracker.cli.resolve import _answer as resolve_line

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tracker"]
GOOD = {"id": 1, "system": "charge", "roll": "action", "inputs": {"dots": 2}, "dice": [6, 3]}


def answers(*lines: bytes | str | dict[str, Any], language: str = "en") -> list[Any]:
    """Answer lines without starting a process."""
    raw = [
        each if isinstance(each, bytes) else each.encode() if isinstance(each, str) else _json(each) for each in lines
    ]
    sink = BytesIO()
    answer_lines(resolve_line, BytesIO(b"\n".join(raw)), sink, language)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def _json(line: dict[str, Any]) -> bytes:
    return json.dumps(line).encode()


def run(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the real command."""
    return subprocess.run([*COMMAND, *arguments], input=given, capture_output=True, cwd=ROOT, timeout=60, check=False)


class TestAnswers:
    """scripts.md: the two examples, and the shape of an answer."""

    def test_the_example_of_the_manual_is_answered_as_it_says(self) -> None:
        (answered,) = answers(
            '{"id": 1, "system": "charge", "roll": "action", '
            '"inputs": {"dots": 2, "initiative": 2, "push": "die"}, "dice": [6, 4, 1]}'
        )
        assert answered == {
            "id": 1,
            "ok": True,
            "result": {
                "pool": 3,
                "zero_rule": False,
                "result": "full",
                "goal": True,
                "effect_ticks": 2,
                "consequence": 0,
                "gain": 0,
                "initiative_after": 0,
            },
        }

    def test_the_refusal_of_the_manual_is_answered_as_it_says(self) -> None:
        (answered,) = answers({**GOOD, "id": 2, "inputs": {"dots": 2, "push": "die", "initiative": 1}})
        assert (answered["id"], answered["ok"]) == (2, False)
        assert answered["error"] == {
            "code": "not_enough_initiative",
            "input": "push",
            "message": "this costs 2 initiative and 1 are held",
        }

    def test_thrown_dice_stand_beside_the_result(self) -> None:
        (answered,) = answers({"system": "charge", "roll": "action", "inputs": {"dots": 3}})
        assert set(answered) == {"id", "ok", "result", "dice"}
        assert len(answered["dice"]) == 3
        assert all(1 <= face <= 6 for face in answered["dice"])

    @pytest.mark.parametrize(
        "id", [None, 0, -7, 1.5, True, "x", "é « ☃", "\ud800", "", [], [1, [2]], {"a": {"b": None}}, 10**30]
    )
    def test_id_is_echoed(self, id: Any) -> None:
        for line in ({**GOOD, "id": id}, {**GOOD, "id": id, "roll": "?"}):
            (answered,) = answers(line)
            assert json.dumps(answered["id"]) == json.dumps(id)

    def test_missing_id_is_null(self) -> None:
        line = {key: value for key, value in GOOD.items() if key != "id"}
        assert [each["id"] for each in answers(line, {**line, "roll": "?"}, "{")] == [None, None, None]

    def test_other_keys_are_ignored(self) -> None:
        assert answers({**GOOD, "expect": {"error": "x"}, "why": "", "basis": None, "Dice": [1]})[0]["ok"]

    def test_last_of_two_equal_keys_counts(self) -> None:
        (answered,) = answers(
            '{"system":"charge","roll":"fortune","inputs":{"likelihood":3,"likelihood":1},"dice":[6]}'
        )
        assert answered["result"]["result"] == "full"


class TestBadLines:
    """scripts.md, Lines: a bad line gets an error and the next is still answered; blank lines are skipped."""

    @pytest.mark.parametrize(
        "line",
        [
            b"nope",
            b"{",
            b'{"id": 1,}',
            b"{'id': 1}",
            b'{"id": 1} {"id": 2}',
            b"[]",
            b"[1, 2]",
            b'"text"',
            b"5",
            b"null",
            b"true",
            b'{"id": NaN}',
            b'{"id": 1, "x": Infinity}',
            b'{"id": -Infinity}',
            b'{"id": 1e999}',
            b'{"id": "tab\there"}',
            b"\xff\xfe",
            b'{"id": "\xe9"}',
            b'{"id": "\xed\xa0\x80"}',
            '{"id": 1}'.encode("utf-16"),
            b"\x00",
            b"[" * 100_000,
            b'{"a":' * 100_000,
            b'{"id":' + b"9" * 5000 + b"}",
            b'{"id": "' + b"x" * MAX_BYTES + b'"}',
            b"x" * (3 * MAX_BYTES),
        ],
        ids=lambda line: repr(line[:20]),
    )
    def test_bad_json_and_on(self, line: bytes) -> None:
        first, bad, last = answers(GOOD, line, GOOD)
        assert bad["error"]["code"] == "bad_json"
        assert bad["id"] is None
        assert first == last
        assert last["ok"]

    def test_deep_nesting_where_nobody_looks(self) -> None:
        line = _json(GOOD)[:-1] + b', "why": ' + b"[" * 5000 + b"]" * 5000 + b"}"
        assert [each["ok"] for each in answers(line, GOOD)] == [False, True]

    @pytest.mark.parametrize("depth", [100, 300, 330, 480, 500, 900, 990])
    def test_deep_inputs_id_and_dice_never_end_it(self, depth: int) -> None:
        deep = b"[" * depth + b"]" * depth
        lines = [
            b'{"id": %s}',
            b'{"system":"charge","roll":"action","inputs":{"dots":%s}}',
            b'{"rules":%s}',
            b'{"dice":%s}',
        ]
        found = answers(*(line % deep for line in lines), GOOD)
        assert len(found) == 5
        assert found[-1]["ok"]

    def test_a_value_nested_too_deeply_is_answered_under_the_id_of_its_line(self) -> None:
        deep = b"[" * 900 + b"]" * 900
        line = b'{"id":7,"system":"charge","roll":"action","inputs":{"dots":%s}}' % deep
        assert [(each["id"], each["ok"]) for each in answers(line)] == [(7, False)]

    def test_blank_lines_are_skipped(self) -> None:
        assert len(answers(b"", GOOD, b"   ", b"\t\r", GOOD, b"\r", b"")) == 2

    def test_line_ends_of_windows_and_byte_order_mark(self) -> None:
        found = answers(b"\xef\xbb\xbf" + _json(GOOD) + b"\r", _json(GOOD) + b"\r")
        assert [each["ok"] for each in found] == [True, True]

    def test_unusual_line_separators_end_no_line(self) -> None:
        raw = json.dumps({**GOOD, "id": "a\u2028b\x85c"}, ensure_ascii=False).encode()
        assert answers(raw)[0]["id"] == "a\u2028b\x85c"

    def test_the_longest_line_is_still_read(self) -> None:
        line = b'{"id": "%s"}' % (b"x" * (MAX_BYTES - 12))
        assert answers(line, line, GOOD)[0]["error"]["code"] == "unknown_system"

    @pytest.mark.parametrize("digits", [20, 400, 4000, 4299, 4300, 4301, 9000])
    def test_huge_numbers_are_refused_not_fatal(self, digits: int) -> None:
        lines = [
            '{"system":"charge","roll":"action","inputs":{"dots":N}}',
            '{"system":"charge","roll":"fortune","inputs":{"likelihood":N}}',
            '{"system":"charge","roll":"fortune","inputs":{"likelihood":-N},"dice":[6,6]}',
            '{"system":"charge","roll":"action","inputs":{"dots":2,"initiative":N},"dice":[6,6]}',
            '{"system":"charge","roll":"clock","inputs":{"size":4,"filled":0,"ticks":N}}',
        ]
        found = answers(*(line.replace("N", "9" * digits) for line in lines))
        assert [each.get("error", {}).get("code") for each in found] == ["bad_dots", "bad_value", None, None, None]

    def test_a_mistake_of_ours_costs_one_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        def answer(line: Mapping[str, Any]) -> Mapping[str, Any]:
            return {"result": {1: 2}[line["id"]]}

        sink = BytesIO()
        answer_lines(answer, BytesIO(b'{"id": 2}\n{"id": 1}\n'), sink, "en")
        bad, good = [json.loads(line) for line in sink.getvalue().splitlines()]
        assert (bad["id"], bad["error"]["code"]) == (2, "internal_error")
        assert good == {"id": 1, "ok": True, "result": 2}
        assert capsys.readouterr().err == "tracker: KeyError: 2\n"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
INPUT_NAMES = [
    "dots",
    "initiative",
    "push",
    "tension",
    "spend",
    "likelihood",
    "size",
    "filled",
    "ticks",
    "position",
    "x",
]
ROLLS = ["action", "determination", "fortune", "clock", "position"]


class TestAnything:
    """One line in, one line out, and it is JSON."""

    @given(
        st.fixed_dictionaries(
            {},
            optional={
                "id": JSON,
                "system": st.just("charge") | JSON,
                "roll": st.sampled_from(ROLLS) | JSON,
                "inputs": st.dictionaries(st.sampled_from(INPUT_NAMES), st.integers(-2, 9) | JSON, max_size=4) | JSON,
                "dice": st.lists(st.integers(0, 7), max_size=4) | JSON,
                "rules": st.just({"determination_zero": True}) | JSON,
            },
        )
    )
    @settings(max_examples=300, deadline=None)
    def test_any_object_gets_one_answer_with_its_id(self, line: dict[str, Any]) -> None:
        found = answers(line)
        assert len(found) == 1
        assert found[0].get("error", {}).get("code") != "internal_error"
        assert json.dumps(found[0]["id"]) == json.dumps(line.get("id"))

    @given(st.binary(max_size=60))
    @settings(max_examples=200, deadline=None)
    def test_any_bytes_leave_the_next_line_answered(self, line: bytes) -> None:
        assert answers(line.replace(b"\n", b""), GOOD)[-1]["ok"]


class TestCommand:
    """The commands as they are started."""

    def test_resolve_answers_each_line_and_goes_on_after_a_bad_one(self) -> None:
        done = run("resolve", given=_json(GOOD) + b"\nnope\n\n" + _json(GOOD))
        assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False, True]
        assert (done.returncode, done.stderr) == (0, b"")

    def test_odds_are_exact_fractions(self) -> None:
        line = {"id": "o", "system": "charge", "roll": "action", "inputs": {"dots": 3}}
        done = run("odds", given=_json(line))
        assert json.loads(done.stdout) == {
            "id": "o",
            "ok": True,
            "odds": {"critical": "2/27", "full": "25/72", "partial": "49/108", "bad": "1/8"},
        }

    def test_nothing_asked_is_nothing_answered(self) -> None:
        done = run("resolve")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")

    def test_each_answer_comes_before_the_next_line(self) -> None:
        with subprocess.Popen([*COMMAND, "resolve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as talk:
            assert talk.stdin is not None
            assert talk.stdout is not None
            for id in range(3):
                talk.stdin.write(_json({**GOOD, "id": id}) + b"\n")
                talk.stdin.flush()
                assert json.loads(talk.stdout.readline())["id"] == id
            talk.stdin.close()
            assert talk.wait(10) == 0

    def test_reader_that_goes_away(self) -> None:
        command = f'"{sys.executable}" -m tracker resolve < "$1" | head -n 1; echo "${{PIPESTATUS[0]}}"'
        given = ROOT / "tests" / "data" / "cases" / "charge.jsonl"
        done = subprocess.run(
            ["bash", "-c", command, "bash", str(given)], capture_output=True, cwd=ROOT, timeout=60, check=False
        )
        assert done.stdout.splitlines()[-1] == b"0"
        assert done.stderr == b""

    @pytest.mark.parametrize("closed", [">&-", "<&-", "<&- >&-"])
    def test_closed_from_the_start(self, closed: str) -> None:
        done = subprocess.run(
            ["bash", "-c", f'"{sys.executable}" -m tracker resolve {closed}'],
            input=_json(GOOD),
            capture_output=True,
            cwd=ROOT,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
    def test_full_disk_is_said_in_one_line(self) -> None:
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [*COMMAND, "resolve"], input=_json(GOOD), stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
            )
        assert done.returncode == 1
        assert done.stderr.startswith(b"tracker: ")
        assert done.stderr.count(b"\n") == 1

    def test_a_plain_locale_changes_no_byte(self) -> None:
        environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
        line = json.dumps({**GOOD, "id": "Zoé"}, ensure_ascii=False).encode()
        done = subprocess.run(
            [*COMMAND, "resolve"], input=line, capture_output=True, cwd=ROOT, env=environment, check=False
        )
        assert json.loads(done.stdout)["id"] == "Zoé"

    @pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc")
    def test_long_line_in_constant_memory(self) -> None:
        script = (
            "import sys; from tracker.cli.main import main; code = main(['resolve']);"
            "print(open('/proc/self/status').read().partition('VmHWM:')[2].split()[0], file=sys.stderr); sys.exit(code)"
        )
        given = b'{"id": "' + b"x" * (100 << 20) + b'"}\n' + _json(GOOD)
        done = subprocess.run(
            [sys.executable, "-c", script], input=given, capture_output=True, cwd=ROOT, timeout=60, check=False
        )
        assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [False, True]
        assert int(done.stderr) < 40_000

    def test_language_before_and_after_the_command(self) -> None:
        said = {
            run(*order, given=b"{").stdout
            for order in (["--language", "en", "resolve"], ["resolve", "--language", "en"])
        }
        assert len(said) == 1

    @pytest.mark.parametrize(
        "arguments",
        [["nothing"], ["resolve", "file"], ["resolve", "--lang", "fr"], ["resolve", "--language", "de"], ["--x"]],
    )
    def test_a_wrong_call_is_one_line_and_exit_2(self, arguments: list[str]) -> None:
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"tracker")
        assert done.stderr.count(b"\n") == 1

    @pytest.mark.parametrize("command", COMMANDS)
    def test_help_names_the_command(self, command: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as left:
            main([command, "--help"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: tracker {command}")

    def test_version_prints_one_line(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as left:
            main(["--version"])
        assert left.value.code == 0
        assert capsys.readouterr().out.startswith("tracker ")


class TestLean:
    """architecture.md, Start: commands that draw nothing never import Textual, and one line needs little else."""

    @pytest.mark.parametrize("command", ["resolve", "odds"])
    @pytest.mark.parametrize("line", [GOOD, {**GOOD, "dice": None}, {**GOOD, "inputs": {"dots": 9}, "rules": {"x": 1}}])
    def test_one_line_never_loads_the_toolkit_nor_toml(self, command: str, line: dict[str, Any]) -> None:
        assert "textual" not in _loaded(command, line)
        assert "tomli" not in _loaded(command, line)

    def test_one_line_with_dice(self) -> None:
        loaded = _loaded("resolve", GOOD)
        for heavy in ("argparse", "random", "fractions", "pathlib", "importlib.metadata", "datetime", "gettext"):
            assert heavy not in loaded
        assert "tracker.core.campaign" not in loaded


def _loaded(command: str, line: dict[str, Any]) -> set[str]:
    script = f"import sys; from tracker.cli.main import main; main(['{command}']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", script], input=_json(line), capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    return set(done.stderr.decode().split())
