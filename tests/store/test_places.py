"""Finding campaigns, naming new ones, and the list of those opened last."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tracker.core.refusal import Refusal
from tracker.i18n.say import say
from tracker.store.places import (
    RECENT_KEPT,
    campaigns_in,
    find_campaign,
    new_campaign_path,
    recent_campaigns,
    remember_campaign,
    shown_path,
    title_of,
)


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def made(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("", encoding="utf-8")
    return path


class TestFinding:
    """product.md, 2: tried in order as a path, with `.toml` added, in `./campaigns/`, in the data folder."""

    def test_order(self, cwd: Path, data: Path) -> None:
        in_data = made(data / "ambre.toml")
        assert find_campaign("ambre", cwd, data) == in_data
        in_campaigns = made(cwd / "campaigns" / "ambre.toml")
        assert find_campaign("ambre", cwd, data) == in_campaigns
        with_suffix = made(cwd / "ambre.toml")
        assert find_campaign("ambre", cwd, data) == with_suffix
        as_it_is = made(cwd / "ambre")
        assert find_campaign("ambre", cwd, data) == as_it_is

    @pytest.mark.parametrize("name", ["ambre.toml", "ambre"])
    def test_name_with_and_without_suffix(self, name: str, cwd: Path, data: Path) -> None:
        found = made(cwd / "campaigns" / "ambre.toml")
        assert find_campaign(name, cwd, data) == found

    def test_absolute_path(self, cwd: Path, data: Path, tmp_path: Path) -> None:
        found = made(tmp_path / "elsewhere" / "x.toml")
        assert find_campaign(str(found), cwd, data) == found
        assert find_campaign(str(found.with_suffix("")), cwd, data) == found

    def test_folder_is_no_campaign(self, cwd: Path, data: Path) -> None:
        (cwd / "ambre").mkdir()
        with pytest.raises(Refusal) as refused:
            find_campaign("ambre", cwd, data)
        assert "is a folder" in say(refused.value.message, "en")
        found = made(cwd / "ambre.toml")
        assert find_campaign("ambre", cwd, data) == found

    def test_data_folder_is_not_left(self, cwd: Path, data: Path, tmp_path: Path) -> None:
        data.mkdir()
        made(tmp_path / "secret.toml")
        deep = cwd / "a"
        deep.mkdir()
        with pytest.raises(Refusal):
            find_campaign("../secret", deep, data)

    def test_names_what_was_tried_and_the_nearest(self, cwd: Path, data: Path) -> None:
        made(data / "ambre.toml")
        with pytest.raises(Refusal) as refused:
            find_campaign("ambr", cwd, data)
        sentence = say(refused.value.message, "en")
        assert "./ambr.toml, ./campaigns/ambr.toml" in sentence
        assert str(data / "ambr.toml") in sentence
        assert "did you mean “ambre”?" in sentence
        assert "vouliez-vous dire «\u00a0ambre\u00a0»" in say(refused.value.message, "fr")

    @pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000, "\udce9", "a\nb", "\x1b[31m", ".", "..", "/"])
    def test_hostile_names_are_refused_in_one_safe_line(self, name: str, cwd: Path, data: Path) -> None:
        with pytest.raises(Refusal) as refused:
            find_campaign(name, cwd, data)
        sentence = say(refused.value.message, "en")
        assert sentence.isprintable()

    def test_undecodable_file_name_is_found(self, cwd: Path, data: Path) -> None:
        name = os.fsdecode(b"caf\xe9")
        found = made(cwd / f"{name}.toml")
        assert find_campaign(name, cwd, data) == found


class TestNaming:
    """product.md, 2: ending in `.toml` or holding `/` it is the path; else `./campaigns` if there, else the data."""

    def test_data_folder_without_campaigns(self, cwd: Path, data: Path) -> None:
        assert new_campaign_path("Ambre", cwd, data) == data / "Ambre.toml"

    def test_campaigns_folder(self, cwd: Path, data: Path) -> None:
        (cwd / "campaigns").mkdir()
        assert new_campaign_path("La Couronne d'ambre", cwd, data) == cwd / "campaigns" / "La Couronne d'ambre.toml"

    @pytest.mark.parametrize("name", ["ambre.toml", "sub/ambre", "./ambre"])
    def test_path(self, name: str, cwd: Path, data: Path) -> None:
        (cwd / "campaigns").mkdir()
        assert new_campaign_path(name, cwd, data) == cwd / name

    @pytest.mark.parametrize(
        "name", ["", "  ", "a\nb", "a\x1bb", "a\x7f", "\udce9", ".hidden", ".toml", "a/", "é" * 120]
    )
    def test_refused(self, name: str, cwd: Path, data: Path) -> None:
        with pytest.raises(Refusal) as refused:
            new_campaign_path(name, cwd, data)
        assert refused.value.code == "bad_name"
        assert say(refused.value.message, "fr").isprintable() or "\u00a0" in say(refused.value.message, "fr")

    def test_title_is_the_name(self) -> None:
        assert title_of("La Couronne d'ambre") == "La Couronne d'ambre"
        assert title_of("games/ambre.toml") == "ambre"


class TestRecent:
    """A small file in the data folder; it is never the reason for an error."""

    def test_newest_first_and_each_once(self, data: Path, tmp_path: Path) -> None:
        one, two = made(tmp_path / "one.toml"), made(tmp_path / "two.toml")
        for path in (one, two, one):
            remember_campaign(path, data)
        assert recent_campaigns(data) == (one, two)

    def test_removed_files_are_not_listed(self, data: Path, tmp_path: Path) -> None:
        path = made(tmp_path / "one.toml")
        remember_campaign(path, data)
        path.unlink()
        assert recent_campaigns(data) == ()

    def test_it_stays_short(self, data: Path, tmp_path: Path) -> None:
        for n in range(RECENT_KEPT + 5):
            remember_campaign(made(tmp_path / f"{n}.toml"), data)
        assert len(recent_campaigns(data)) == RECENT_KEPT

    @pytest.mark.parametrize("content", [b"", b"{}", b"[1, null]", b"\xff", b'["a\\u0000b"]', b"[" * 100_000])
    def test_broken_list_is_an_empty_one(self, content: bytes, data: Path) -> None:
        data.mkdir()
        (data / "recent.json").write_bytes(content)
        assert recent_campaigns(data) == ()

    def test_unwritable_folder(self, tmp_path: Path) -> None:
        made(tmp_path / "file")
        remember_campaign(made(tmp_path / "one.toml"), tmp_path / "file")

    def test_undecodable_name_survives(self, data: Path, tmp_path: Path) -> None:
        path = made(tmp_path / os.fsdecode(b"caf\xe9.toml"))
        remember_campaign(path, data)
        assert recent_campaigns(data) == (path,)
        json.loads((data / "recent.json").read_text(encoding="ascii"))

    def test_no_leftovers(self, data: Path, tmp_path: Path) -> None:
        remember_campaign(made(tmp_path / "one.toml"), data)
        assert [path.name for path in data.iterdir()] == ["recent.json"]


class TestListing:
    """Campaign files of a folder, by name."""

    def test_only_toml_files(self, data: Path) -> None:
        for name in ("b.toml", "A.toml", "notes.txt", ".hidden.toml"):
            made(data / name)
        (data / "folder.toml").mkdir()
        assert [path.name for path in campaigns_in(data)] == ["A.toml", "b.toml"]

    def test_missing_folder(self, data: Path) -> None:
        assert campaigns_in(data) == ()

    def test_paths_are_shown_safely(self, cwd: Path) -> None:
        assert shown_path(cwd / "campaigns" / "a.toml", cwd) == "./campaigns/a.toml"
        assert "\x1b" not in shown_path(cwd / "a\x1b[2J.toml", cwd)
