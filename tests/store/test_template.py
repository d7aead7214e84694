"""The text of a new campaign: readable by the program and by people."""

from __future__ import annotations

import re
from functools import partial

import pytest
import tomli

from tracker.core.fields import Kind, default_of, described
from tracker.i18n.say import say
from tracker.rules.check import checked_campaign
from tracker.rules.system import BUILT_IN, system_of
from tracker.store.template import campaign_text
from tracker.store.toml_scan import scan

HOSTILE = ["x [/] y", "Zoé [morte]", '"', "\\", "'", "# no comment", "日本語", "", "a" * 80, "e\u0301", "[[log]]"]


def made(system: str, language: str = "fr", names: tuple[str, ...] = ("Aïcha", "Bohort"), title: str = "Ambre") -> str:
    return campaign_text(system_of(system), title, language, names, partial(say, language=language))


@pytest.mark.parametrize("system", BUILT_IN)
@pytest.mark.parametrize("language", ["fr", "en"])
class TestEverySystem:
    """It parses and decodes without any problem, and says everything the system declares."""

    def test_no_problem(self, system: str, language: str) -> None:
        words = made(system, language)
        campaign, problems = checked_campaign(tomli.loads(words))
        assert problems == ()
        assert campaign is not None
        assert (campaign.title, campaign.system, campaign.head.language) == ("Ambre", system, language)
        assert list(campaign.characters) == ["aicha", "bohort"]
        assert campaign.clocks == {}
        assert campaign.rules == system_of(system).shape.rules()

    def test_characters_are_as_the_system_makes_new_ones(self, system: str, language: str) -> None:
        campaign, _ = checked_campaign(tomli.loads(made(system, language)))
        assert campaign is not None
        for character in campaign.characters.values():
            for attribute, spec in described(type(character)).values():
                value = getattr(character, attribute)
                if spec.kind is Kind.LEVELS and not any(value.values()):
                    continue  # every name stands there with nothing
                fresh = campaign.shape.character(id=character.id, name=character.name)
                assert value == getattr(system_of(system).new_character(campaign, fresh), attribute)

    def test_every_house_rule_stands_there_with_its_default(self, system: str, language: str) -> None:
        """Each can be switched on by taking the # away, and then says what the book says."""
        kind = system_of(system).shape.rules
        words = made(system, language)
        for key, (attribute, spec) in described(kind).items():
            found = re.findall(rf"^# ({key}(?:\.id)? = .*)$", words, re.MULTILINE)
            assert len(found) == 1, key
            opened = words.replace(f"# {found[0]}", found[0])
            campaign, problems = checked_campaign(tomli.loads(opened))
            assert campaign is not None
            if spec.kind is not Kind.RECORDS:
                assert problems == ()
                assert getattr(campaign.rules, attribute) == default_of(kind, attribute)

    def test_examples_in_comments_can_be_opened(self, system: str, language: str) -> None:
        words = made(system, language, ())
        examples = re.sub(
            r"^# (?=\[(characters|clocks)\.|[a-z_.]+ = |#)", "", words.split("[table]")[1], flags=re.MULTILINE
        )
        campaign, problems = checked_campaign(tomli.loads(words.split("[table]")[0] + "[table]" + examples))
        assert problems == ()
        assert campaign is not None
        assert len(campaign.characters) == 1
        assert len(campaign.clocks) == 2

    def test_scanned_as_the_program_does_when_it_saves(self, system: str, language: str) -> None:
        assert scan(made(system, language)).log_start is None

    def test_in_the_language(self, system: str, language: str) -> None:
        other = made(system, "en" if language == "fr" else "fr")
        comments = {line for line in made(system, language).splitlines() if line.startswith("# ") and " = " not in line}
        assert not {line for line in comments & set(other.splitlines()) if len(line.split()) > 4}


class TestNames:
    """file-format.md: ids are plain, a clash gets a number; names are data."""

    def test_ids(self) -> None:
        campaign, _ = checked_campaign(tomli.loads(made("charge", names=("Éloïse", "eloise", "日本", "", "Œdipe"))))
        assert campaign is not None
        assert list(campaign.characters) == ["eloise", "eloise_2", "pc", "pc_2", "oedipe"]

    @pytest.mark.parametrize("name", HOSTILE)
    def test_names_and_title_come_back(self, name: str) -> None:
        campaign, problems = checked_campaign(tomli.loads(made("charge", names=(name,), title=name)))
        assert problems == ()
        assert campaign is not None
        (character,) = campaign.tree["characters"].values()  # type: ignore[union-attr]
        assert character["name"] == name  # type: ignore[index, call-overload]
        assert campaign.tree["title"] == name

    def test_schema_line_comes_first_where_it_is_wanted(self) -> None:
        with_schema = campaign_text(system_of("charge"), "x", "fr", (), partial(say, language="fr"), with_schema=True)
        assert with_schema.startswith("#:schema campaign.schema.json\n")
        assert "#:schema" not in made("charge")


def test_a_pane_is_called_in_french_as_the_help_calls_it() -> None:
    words = re.sub(r"\s*\n# ", " ", made("charge"))
    assert "appuyez sur n dans le volet des horloges" in words
