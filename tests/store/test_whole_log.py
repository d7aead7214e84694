"""The whole log for reports: every entry once, in order, whatever stands in them."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from tracker.i18n.say import say
from tracker.store import whole_log
from tracker.store.located import CampaignUnreadable
from tracker.store.whole_log import opened_log, read_whole

HEAD = 'format = 1\ntitle = "T"\nsystem = "charge"\nsession = 7\n'


def entry(n: int, more: str = "") -> str:
    return f'\n[[log]]\nn = {n}\nbeat = {n}\nsession = 7\nevent = "note"\n{more}'


def written(folder: Path, log: str, end: str = "\n") -> Path:
    path = folder / "a.toml"
    path.write_bytes((HEAD + log).replace("\n", end).encode())
    return path


def numbers(path: Path) -> list[object]:
    with opened_log(path) as (_, entries):
        return [each.get("n") for each in entries]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_log, "BLOCK", 3)


class TestEntries:
    """The same entries as from parsing all at once."""

    @pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 6, 7])
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_every_entry_once(self, tmp_path: Path, count: int, end: str) -> None:
        path = written(tmp_path, "".join(entry(n) for n in range(1, count + 1)), end)
        assert numbers(path) == list(range(1, count + 1))
        assert [each.n for each in read_whole(path).log] == list(range(1, count + 1))

    @pytest.mark.parametrize(
        "more",
        [
            'note = """\n[[log]]\nn = 99\n"""\n',
            "note = '''\n[[log]]\nn = 99\n'''\n",
            "note = '''\n[[log]]'''\n",
            'x = [\n[["log"]]\n]\n',
            "note = \"it's '''\"\n",
            "[log.choice]\na = 1\n",
            "# [[log]]\n",
            'note = "[[log]]"\n',
        ],
    )
    @pytest.mark.parametrize("at", [1, 3, 4, 8])
    def test_text_that_looks_like_an_entry(self, tmp_path: Path, more: str, at: int) -> None:
        log = "".join(entry(n, more if n == at else "") for n in range(1, 9))
        path = written(tmp_path, log)
        with opened_log(path) as (_, entries):
            assert list(entries) == tomli.loads(HEAD + log)["log"]

    def test_both_are_of_one_state_of_the_file(self, tmp_path: Path) -> None:
        path = written(tmp_path, entry(1))
        with opened_log(path) as (campaign, entries):
            other = tmp_path / "b.toml"
            other.write_text("no campaign", encoding="utf-8")
            other.replace(path)
            assert campaign.title == "T"
            assert [each["n"] for each in entries] == [1]


class TestWhatCannotBeRead:
    """One sentence with the place."""

    @pytest.mark.parametrize("at", [1, 5, 8])
    def test_a_broken_entry(self, tmp_path: Path, at: int) -> None:
        path = written(tmp_path, "".join(entry(n, "note = \n" if n == at else "") for n in range(1, 9)))
        with pytest.raises(CampaignUnreadable) as caught:
            numbers(path)
        line = path.read_text(encoding="utf-8").split("\n").index("note = ") + 1
        assert caught.value.problems[0].line == line

    def test_a_table_behind_the_log(self, tmp_path: Path) -> None:
        path = written(tmp_path, entry(1) + '\n[characters.a]\nname = "A"\n')
        with pytest.raises(CampaignUnreadable) as caught:
            numbers(path)
        assert "stands behind the log" in say(caught.value.problems[0].message, "en")

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(CampaignUnreadable):
            read_whole(tmp_path / "none.toml")
