"""The sheet of a kitten, what the panes show of it, house rules, and what is wrong with a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playing import asked, campaign_of, do, en, options, refused, told
from playing_3d6 import table

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.players import for_players
from tracker.core.problem import Severity
from tracker.i18n.say import say
from tracker.rules.check import checked_campaign
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.characters import AddCharacter, EditCharacter
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.systeme_3d6.choose import StepConsequence
from tracker.rules.systeme_3d6.commands import RollGroup, RollLong, RollTest
from tracker.rules.systeme_3d6.sheet import Kitten
from tracker.rules.systeme_3d6.system import SYSTEM
from tracker.rules.table import open_beat
from tracker.store.campaign_file import read_campaign_file
from tracker.store.template import campaign_text

SAMPLE = Path(__file__).parents[2] / "campaigns" / "moustaches.toml"
OWN = {"rules": {"qualities": [{"id": "costaud", "name": "Force"}, {"id": "ruse"}]}}


def kitten(campaign: Campaign, id: str = "ficelle") -> Kitten:
    character = campaign.characters[id]
    assert isinstance(character, Kitten)
    return character


def problems(tree: dict[str, Any]) -> dict[str, Severity]:
    return {".".join(problem.path): problem.severity for problem in checked_campaign(tree)[1]}


class TestSheet:
    """file-format.md, Keys: qualities, hearts, friendship, talents, objects, gifts; stress and condition as ever."""

    def test_edited_field_by_field(self) -> None:
        asks = asked(table(), EditCharacter(who="ficelle"))
        expected = ("qualities.costaud", "hearts", "friendship", "talents.0", "objects.+", "gifts.0", "condition")
        assert all(name in asks for name in expected)
        assert (asks["qualities.malin"].low, asks["qualities.malin"].high) == (1, 5)

    def test_a_line_more_and_one_less(self) -> None:
        after = do(table(), EditCharacter(who="ficelle", values={"objects.+": "grelot", "talents.0": ""}))
        assert kitten(after).objects == ("pelote", "grelot")
        assert kitten(after).talents == ()

    def test_a_quality_outside_its_range_is_refused(self) -> None:
        assert refused(table(), EditCharacter(who="ficelle", values={"qualities.malin": 6})) == "bad_value"

    def test_a_new_kitten_can_roll_at_once(self) -> None:
        after = do(table(), AddCharacter(name="Mimi"))
        assert kitten(after, "mimi").qualities == {"costaud": 3, "malin": 3, "mignon": 3}

    def test_hearts_and_friendship_by_hand(self) -> None:
        after = do(do(table(), Adjust(who="ficelle", path=("hearts",), by=2)), Adjust(who="ficelle", path=("hearts",)))
        assert kitten(after).hearts == 2
        assert "friendship 0 → 1" in told(do(table(), Adjust(who="ficelle", path=("friendship",), by=1)))
        assert refused(table(), Adjust(who="ficelle", path=("hearts",), by=-1)) == "bad_value"

    def test_a_session_and_a_scene_change_no_number(self) -> None:
        before = table({"ficelle": {"hearts": 1, "stress": 4, "taken_out": True}})
        after = do(do(before, StartSession()), EndScene())
        assert (kitten(after).hearts, kitten(after).stress, kitten(after).taken_out) == (1, 4, False)

    def test_stress_stays_full_unless_the_house_rules_say_otherwise(self) -> None:
        full = do(table({"ficelle": {"stress": 3}}), Adjust(who="ficelle", path=("stress",), by=1))
        assert (kitten(full).stress, kitten(full).taken_out) == (4, True)
        cleared = do(
            table({"ficelle": {"stress": 3}}, rules={"stress_full": "clear"}),
            Adjust(who="ficelle", path=("stress",), by=1),
        )
        assert (kitten(cleared).stress, kitten(cleared).taken_out) == (0, True)


class TestPanes:
    """product.md, section 3: qualities, hearts, friendship."""

    def test_gauges(self) -> None:
        campaign = table({"ficelle": {"counters": {"or": {"name": "Or", "value": 2, "max": 5}}}})
        gauges = SYSTEM.gauges(campaign, campaign.characters["ficelle"])
        assert [(en(gauge.label), gauge.value, gauge.maximum) for gauge in gauges] == [
            ("hearts", 0, None),
            ("friendship", 0, None),
            ("Or", 2, 5),
        ]

    def test_remarks_are_the_qualities(self) -> None:
        campaign = table()
        remarks = SYSTEM.remarks(campaign, campaign.characters["ficelle"])
        assert [say(remark, "fr") for remark in remarks] == ["Costaud 3", "Malin 2", "Mignon 4"]

    def test_keys(self) -> None:
        campaign = table()
        assert isinstance(SYSTEM.command("roll", campaign, "diane"), RollTest)
        assert SYSTEM.command("roll", campaign, "ghost") is None
        assert isinstance(SYSTEM.command("fortune", campaign, ""), PlainDice)
        assert [key for key in ("roll", "resist", "fortune", "flashback") if SYSTEM.has(key)] == ["roll", "fortune"]
        assert SYSTEM.command("resist", campaign, "diane") is None

    def test_plain_dice_leave_no_offers(self) -> None:
        after = do(table(), PlainDice(dice="2d6+1"), 3, 4)
        assert told(after) == "2d6+1 | = 8"
        assert open_beat(after)[1] == ()

    def test_the_table_menu_leads_to_the_rolls_of_all(self) -> None:
        commands = [offer.command for offer in SYSTEM.menu(table())]
        assert [type(command) for command in commands] == [RollGroup, RollLong]
        nobody = table({id: {"present": False} for id in ("ficelle", "diane", "gribouille")})
        assert SYSTEM.menu(nobody) == ()

    def test_the_reminder_fits_one_screen_in_both_languages(self) -> None:
        for language in ("fr", "en"):
            lines = [say(line, language) for line in SYSTEM.reminder]
            assert len(lines) <= 12
            assert max(map(len, lines)) <= 130


class TestHouseRules:
    """file-format.md, [rules]: qualities, triple_on and those of every system."""

    def test_own_qualities(self) -> None:
        campaign = table(**OWN)
        names = [
            en(option.label)
            for option in options(campaign, RollTest(who="ficelle", quality="ruse"), "quality").values()
        ]
        assert names == ["Force", "ruse"]
        assert refused(campaign, RollTest(who="ficelle", quality="malin")) == "unknown_quality"
        assert set(kitten(do(campaign, AddCharacter(name="Mimi")), "mimi").qualities) == {"costaud", "ruse"}

    def test_a_new_file_lists_them_all(self) -> None:
        words = campaign_text(SYSTEM, "T", "fr", ["Ficelle"], lambda what: say(what, "fr"))
        assert all(f"# {key} = " in words for key in ("qualities", "triple_on", "stress_size", "stress_full"))
        assert "qualities.costaud = 3" in words


class TestCheck:
    """`tracker check`: what stands there, and the nearest word."""

    TREE: dict[str, Any] = {"format": 1, "title": "T", "system": "3d6", "language": "fr"}

    @pytest.mark.parametrize(
        ("more", "expected"),
        [
            ({}, {}),
            ({"characters": {"a": {"name": "A"}}}, {}),
            (
                {"characters": {"a": {"name": "A", "qualities": {"costo": 3}}}},
                {"characters.a.qualities.costo": Severity.WARNING},
            ),
            (
                {"characters": {"a": {"name": "A", "qualities": {"costaud": 6}}}},
                {"characters.a.qualities.costaud": Severity.ERROR},
            ),
            ({"characters": {"a": {"name": "A", "hearts": -1}}}, {"characters.a.hearts": Severity.ERROR}),
            ({"clocks": {"t": {"name": "T", "kind": "task", "size": 3}}}, {"clocks.t.size": Severity.WARNING}),
            ({"clocks": {"t": {"name": "T", "kind": "task", "size": 21}}}, {"clocks.t.size": Severity.WARNING}),
            ({"clocks": {"t": {"name": "T", "kind": "task", "size": 20}}}, {}),
            ({"clocks": {"t": {"name": "T", "kind": "danger", "size": 3}}}, {}),
            ({"rules": {"triple_on": "never"}}, {"rules.triple_on": Severity.ERROR}),
            ({"rules": {"qualities": [{"id": "a"}, {"id": "a"}]}}, {"rules.qualities.1.id": Severity.ERROR}),
            ({"rules": {"qualities": [{"name": "A"}]}}, {"rules.qualities.0": Severity.ERROR}),
        ],
    )
    def test_problem(self, more: dict[str, Any], expected: dict[str, Severity]) -> None:
        assert problems({**self.TREE, **more}) == expected


class TestSample:
    """The sample uses what there is, and is without fault."""

    def test_clean(self) -> None:
        campaign, _, found = read_campaign_file(SAMPLE)
        assert tuple(found) == ()
        assert campaign.system == "3d6"

    def test_it_uses_every_deed_of_the_system(self) -> None:
        campaign, _, _ = read_campaign_file(SAMPLE)
        assert {deed.id for deed in SYSTEM.deeds} <= {entry.roll for entry in campaign.log}

    def test_it_ends_on_a_choice_that_is_still_open(self) -> None:
        campaign, _, _ = read_campaign_file(SAMPLE)
        assert [offer.key for offer in open_beat(campaign)[1]][:2] == ["s", "f"]

    def test_players_see_nothing_of_the_hidden_clock(self) -> None:
        campaign, _, _ = read_campaign_file(SAMPLE)
        shown = for_players(campaign)
        assert "humaine" not in repr(shown)
        assert "L’humaine a compris" not in repr(shown)


class TestSecrets:
    """A task that is hidden, or known by its name only, keeps how far it is to itself."""

    @pytest.mark.parametrize("visibility", ["name", "hidden"])
    def test_the_count_is_not_in_the_players_copy(self, visibility: str) -> None:
        campaign = table({}, {"radeau": {"visibility": visibility, "filled": 5}})
        after = do(campaign, RollLong(who="ficelle", quality="costaud", clock="radeau"), 1, 2, 6)
        after = do(after, StepConsequence(beat=1, consequence="l’eau monte"))
        shown = for_players(after)
        assert not any("of 8" in told(shown, entry) or "l’eau" in told(shown, entry) for entry in shown.log)

    def test_a_shown_one_is_told_as_it_is(self) -> None:
        after = do(table(), RollLong(who="ficelle", quality="costaud", clock="radeau"), 1, 2, 6)
        shown = for_players(after)
        assert told(shown, shown.log[-1]) == told(after)

    def test_the_wound_is_not_in_the_log(self) -> None:
        campaign = table({"ficelle": {"condition": "griffe cassée", "condition_visibility": "hidden"}})
        after = do(campaign, RollTest(who="ficelle", quality="costaud", disadvantages=("wound",)), 1, 2)
        assert "griffe" not in repr(after.log)


def test_a_tree_is_read_as_it_is_written() -> None:
    campaign = table({"ficelle": {"hearts": 3, "friendship": 2}})
    assert campaign_of(campaign.tree).characters == campaign.characters
    assert asked(campaign, EditCharacter(who="ficelle"))["hearts"].kind is Kind.WHOLE
