"""The roll of the d20 at the table. Each class is one step of the text of January 2015."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from playing import asked, do, en, offers, refused, take, told
from playing_sixieme import pot, roll, table, total, who

from tracker.core.campaign import Campaign
from tracker.core.fields import Kind
from tracker.core.refusal import Refusal
from tracker.core.tree import same
from tracker.rules.common.characters import EditCharacter, RemoveCharacter
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.sixieme_monde.d20_roll import D20RollDeed, first_roll
from tracker.rules.sixieme_monde.roll_numbers import EPHEMERAL, D20Roll
from tracker.rules.sixieme_monde.system import SYSTEM
from tracker.rules.table import deed_for, needs

DEED = D20RollDeed()
DRIVE = D20Roll(who="isaure", skill="conduite")


def notes(campaign: Campaign, command: D20Roll, name: str) -> dict[Any, str]:
    """Give the notes of the options of one question."""
    return {option.value: en(option.note) for option in asked(campaign, command)[name].options}


class TestDie:
    """Step 1: the d20; a result below 0 succeeds, 0 and more fails."""

    @pytest.mark.parametrize(
        ("d20", "outcome"),
        [(1, "success"), (5, "success"), (6, "failure_undecided"), (7, "failure_undecided"), (20, "failure_undecided")],
    )
    def test_outcome(self, d20: int, outcome: str) -> None:
        after = roll(table(), d20)
        assert (after.log[-1].outcome, total(after)) == (outcome, d20 - 6)

    def test_the_line_names_every_term(self) -> None:
        after = roll(table(), 11, 2, 6, tricks=("masque",), goal="hold the road")
        assert told(after) == (
            "Manœuvre −6 · hold the road | FAILING | "
            "d20 11, penalty +8, Manœuvre −6, trick Masque −2 = 11 | 2 full margins"
        )

    def test_margins_of_a_success_are_information(self) -> None:
        assert told(roll(table(), 1)) == "Manœuvre −6 | SUCCESS | d20 1, Manœuvre −6 = −5 | 1 success margin"

    def test_a_success_ends_the_roll(self) -> None:
        assert offers(roll(table({}, 5), 1)) == {}

    def test_the_entry_keeps_the_exact_odds(self) -> None:
        odds = roll(table(), 11).log[-1].odds
        assert odds == {"success": "1/4", "failure_undecided": "3/4"}

    @pytest.mark.parametrize(
        ("faces", "code"), [((), "bad_dice_count"), ((5, 5), "bad_dice_count"), ((21,), "bad_face")]
    )
    def test_faces(self, faces: tuple[int, ...], code: str) -> None:
        assert refused(table(), DRIVE, *faces) == code

    def test_who_is_gone_cannot_roll(self) -> None:
        assert refused(table(), D20Roll(who="ghost"), 5) == "nobody"


class TestPenalty:
    """Step 2: the storyteller may add the sum of 1 to 4 d6, thrown once for one or several characters."""

    def test_dice(self) -> None:
        pools = needs(table(), replace(DRIVE, malus=4))
        assert [(pool.name, pool.count, pool.sides) for pool in pools] == [("d20", 1, 20), ("malus", 4, 6)]
        assert [pool.name for pool in needs(table(), DRIVE)] == ["d20"]

    @pytest.mark.parametrize("malus", [5, -1])
    def test_no_more_than_four(self, malus: int) -> None:
        assert refused(table(), replace(DRIVE, malus=malus), 5) == "bad_malus_count"

    def test_the_sum_is_added(self) -> None:
        assert total(roll(table(), 11, 2, 6)) == 13

    def test_thrown_once_it_enters_the_roll_of_another(self) -> None:
        first = take(roll(table(), 11, 2, 6), "a")
        command = first_roll(first, "lazare")
        assert command is not None
        shared = DEED.put(first, command, "malus_of", True)
        assert "malus" not in asked(first, shared)
        assert notes(first, command, "malus_of")[True] == "+8, thrown for Isaure"
        second = do(first, shared, 20)
        assert total(second) == 20 + 8 - 20
        assert "d20 20, penalty +8, Tir −20 = 8 | the penalty thrown for Isaure" in told(second)
        third = take(second, "a")
        again = DEED.put(third, D20Roll(who="odile", skill=EPHEMERAL), "malus_of", True)
        assert total(do(third, again, 1)) == 1 + 8 - 1

    def test_the_odds_count_a_known_penalty(self) -> None:
        campaign = take(roll(table(), 20, 4, 4), "a")
        command = replace(DRIVE, who="lazare", skill="tir", malus_of=1)
        plain = DEED.preview(campaign, command).chances[0].share
        assert plain == Fraction(11, 20)
        assert str(plain) == do(campaign, command, 20).log[-1].odds["success"]

    def test_it_is_over_with_the_scene(self) -> None:
        campaign = take(roll(table(), 20, 4, 4), "a")
        assert "malus_of" in asked(campaign, DRIVE)
        assert "malus_of" not in asked(do(campaign, EndScene()), DRIVE)
        assert "malus_of" not in asked(do(campaign, StartSession()), DRIVE)

    def test_a_penalty_taken_back_cannot_be_shared(self) -> None:
        campaign = roll(table(), 20, 4, 4)
        back = do(campaign, Undo())
        assert "malus_of" not in asked(back, DRIVE)
        assert refused(back, replace(DRIVE, malus_of=1), 5) == "no_penalty"
        assert "malus_of" in asked(do(back, Redo()), DRIVE)

    def test_a_line_without_penalty_is_none(self) -> None:
        campaign = take(roll(table(), 20), "a")
        assert refused(campaign, replace(DRIVE, malus_of=1), 5) == "no_penalty"
        assert refused(campaign, replace(DRIVE, malus_of=9), 5) == "no_penalty"

    def test_the_name_of_who_left_stays(self) -> None:
        campaign = take(roll(table(), 20, 4, 4), "a")
        campaign = do(campaign, RemoveCharacter(who="isaure"))
        after = do(campaign, D20Roll(who="lazare", skill="tir", malus_of=1), 20)
        assert "the penalty thrown for Isaure" in told(after)


class TestSkill:
    """Step 3: the score is added as it stands; without a fitting skill one is made from an addon."""

    def test_notes_say_score_tier_and_chance(self) -> None:
        found = notes(table(), DRIVE, "skill")
        assert found["conduite"] == "−6 · amateur, 3d6 · success 25%"
        assert found["bluff"] == "+2 · hopeless, 4d6 · success impossible"
        assert found[EPHEMERAL] == "from one addon, score minus its bonus"

    def test_an_ephemeral_skill_is_worth_minus_its_addon(self) -> None:
        after = roll(table(), 11, skill=EPHEMERAL, addon="boussole")
        assert total(after) == 6
        assert told(after).startswith("ephemeral Boussole −5 | FAILING | d20 11, ephemeral Boussole −5 = 6")

    def test_from_an_addon_that_is_not_on_the_sheet(self) -> None:
        command = D20Roll(who="odile", addon_name="Corde", addon_bonus=4)
        assert {"addon_name", "addon_bonus"} <= set(asked(table(), command))
        assert total(do(table(), command, 3)) == -1

    @pytest.mark.parametrize("bonus", [0, 10])
    def test_addons_are_worth_one_to_nine(self, bonus: int) -> None:
        assert refused(table(), D20Roll(who="odile", addon_bonus=bonus), 3) == "bad_addon_bonus"

    def test_what_is_gone_is_refused(self) -> None:
        assert refused(table(), replace(DRIVE, skill="ghost"), 3) == "no_skill"
        assert refused(table(), replace(DRIVE, skill=EPHEMERAL, addon="ghost"), 3) == "no_addon"
        assert refused(table(), replace(DRIVE, tricks=("ghost",)), 3) == "no_trick"

    def test_begins_with_the_best_skill_then_with_the_last(self) -> None:
        command = SYSTEM.command("roll", table(), "isaure")
        assert isinstance(command, D20Roll)
        assert (command.skill, command.tricks) == ("conduite", ("masque",))
        bluffed = take(roll(table(), 5, skill="bluff"), "a")
        again = first_roll(bluffed, "isaure")
        assert again is not None
        assert again.skill == "bluff"

    def test_begins_with_an_ephemeral_one_without_any(self) -> None:
        command = first_roll(table({"odile": {"addons": {"a": {"name": "A", "bonus": 2}}}}), "odile")
        assert command == D20Roll(who="odile", skill=EPHEMERAL, addon="a")
        assert first_roll(table(), "ghost") is None


class TestPreview:
    """Before the dice: the exact odds with the options at hand, and every term that is known."""

    def test_chances(self) -> None:
        preview = DEED.preview(table(pot=3), replace(DRIVE, tricks=("masque",), malus=1))
        assert [chance.outcome for chance in preview.chances] == ["success", "own_dice", "pot", "failure"]
        assert sum(chance.share for chance in preview.chances) == 1
        assert [en(fact) for fact in preview.facts] == [
            "1d20 + 1d6, Manœuvre −6, trick Masque −2",
            "against a failure 3d6 at most",
        ]

    def test_warns_where_the_die_alone_cannot_do_it(self) -> None:
        preview = DEED.preview(table(), replace(DRIVE, skill="bluff"))
        assert [en(warning) for warning in preview.warnings] == ["this can only succeed with dice or help"]

    def test_gain_of_tricks_and_loss_by_penalty(self) -> None:
        assert notes(table(), DRIVE, "tricks.ruse")[True] == "success 25% → 40% · 1 karma"
        assert notes(table(), DRIVE, "tricks.masque")[True] == "success 25% → 35% · active"
        assert notes(table(), DRIVE, "malus")[1] == "success 25% → 8.3%"

    def test_a_question_for_each_trick(self) -> None:
        asks = asked(table(), DRIVE)
        assert (asks["tricks.masque"].kind, asks["tricks.masque"].value) == (Kind.FLAG, False)
        command = DEED.put(table(), DRIVE, "tricks.masque", True)
        assert asked(table(), command)["tricks.masque"].value is True
        assert DEED.put(table(), command, "tricks.masque", False) == DRIVE


class TestPlainDice:
    """`f` throws plain dice; `d` and `b` do not exist."""

    def test_keys(self) -> None:
        assert [key for key in ("roll", "resist", "fortune", "flashback") if SYSTEM.has(key)] == ["roll", "fortune"]
        assert SYSTEM.command("fortune", table(), "") == PlainDice()
        assert SYSTEM.command("resist", table(), "isaure") is None

    def test_nothing_follows(self) -> None:
        after = do(table(), PlainDice(dice="2d6+1"), 3, 4)
        assert told(after) == "2d6+1 | = 8"
        assert offers(after) == {}


class TestBeat:
    """One beat, one undo: the roll and all that followed."""

    def test_everything_is_taken_back_at_once(self) -> None:
        campaign = table(pot=3)
        after = roll(campaign, 11, 2, 6, tricks=("masque", "ruse"))
        after = take(take(after, "c"), "s", who="lazare", addon="lanterne")
        after = take(after, "r", 3, pot_draw=1)
        assert (who(after).karma, pot(after)) == (1, 2)
        back = do(after, Undo())
        assert same(back.tree, campaign.tree)
        assert offers(back) == {}
        assert same(do(back, Redo()).tree, after.tree)

    def test_a_follow_up_of_what_was_taken_back_is_refused(self) -> None:
        after = roll(table(), 16)
        accept = offers(after)["a"].command
        assert refused(do(after, Undo()), accept) == "beat_gone"

    def test_nothing_is_offered_when_who_acted_is_gone(self) -> None:
        after = roll(table(), 16)
        commands = [offer.command for offer in offers(after).values()]
        gone = do(after, RemoveCharacter(who="isaure"))
        for command in commands:
            assert refused(gone, command, *([3] * 4 if needs_dice(gone, command) else [])) == "nobody"

    def test_the_sheet_may_be_edited_meanwhile(self) -> None:
        after = roll(table(), 16)
        edited = do(after, EditCharacter(who="isaure", values={"skills.conduite.score": -20}))
        assert total(do(edited, offers(after)["a"].command)) == 10


def needs_dice(campaign: Campaign, command: Any) -> bool:
    """Whether dice are asked for before the refusal."""
    try:
        return bool(deed_for(campaign, command).pools(campaign, command))
    except Refusal:
        return False
