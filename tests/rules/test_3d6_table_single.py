"""The test and the open action at the table, what may follow, and how one kind of roll becomes another."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from playing import asked, dice, do, en, offers, options, put, refused, take, told
from playing_3d6 import chances, known, table

from tracker.rules.common.characters import RemoveCharacter
from tracker.rules.common.takeback import Undo
from tracker.rules.deed import Command
from tracker.rules.systeme_3d6.choose import Choose
from tracker.rules.systeme_3d6.commands import (
    RollGroup,
    RollLong,
    RollOpen,
    RollOpposed,
    RollTest,
    first_roll,
    switched,
)
from tracker.rules.systeme_3d6.reroll import Reroll
from tracker.rules.table import needs

COSTAUD = RollTest(who="ficelle", quality="costaud")


class TestBeginning:
    """`r` opens the test of the selected kitten: what she did last, else her best; Medium."""

    def test_her_best_quality(self) -> None:
        assert first_roll(table(), "ficelle") == RollTest(who="ficelle", quality="mignon", difficulty=2)

    def test_what_she_rolled_last(self) -> None:
        campaign = do(table(), COSTAUD, 1, 2, 3)
        campaign = do(campaign, RollOpen(who="diane", quality="malin"), 1, 2, 3)
        begun = first_roll(campaign, "ficelle")
        assert begun is not None
        assert begun.quality == "costaud"

    def test_nobody(self) -> None:
        assert first_roll(table(), "ghost") is None

    def test_the_first_question_is_the_kind_of_roll(self) -> None:
        asks = asked(table(), COSTAUD)
        assert list(asks)[:3] == ["kind", "quality", "difficulty"]
        assert list(options(table(), COSTAUD, "kind")) == ["test", "open", "opposed", "group", "long"]

    @pytest.mark.parametrize(
        ("kind", "command"),
        [("open", RollOpen), ("opposed", RollOpposed), ("group", RollGroup), ("long", RollLong), ("test", RollTest)],
    )
    def test_another_kind_keeps_the_answers(self, kind: str, command: type[Command]) -> None:
        begun = replace(COSTAUD, advantages=("circumstances",), goal="sauter", difficulty=3, secret=True)
        changed: Any = put(table(), begun, "kind", kind)
        assert type(changed).__name__ == command.__name__
        assert (changed.who, changed.quality, changed.goal, changed.secret) == ("ficelle", "costaud", "sauter", True)
        assert asked(table(), changed)["kind"].value == kind
        assert put(table(), changed, "kind", "test").goal == "sauter"

    def test_a_task_is_proposed(self) -> None:
        task = switched(table(), COSTAUD, "long")
        assert isinstance(task, RollLong)
        assert task.clock == "radeau"


class TestReasons:
    """Reasons of an advantage or disadvantage are offered, and none counts by itself."""

    def test_those_of_the_rules_the_talents_and_the_others_at_the_table(self) -> None:
        assert list(options(table(), COSTAUD, "advantages")) == [
            "talent:grimper",
            "circumstances",
            "ally:diane",
            "ally:gribouille",
            "ally",
            "other",
        ]
        assert list(options(table(), COSTAUD, "disadvantages")) == ["wound", "ground", "surprise", "other"]
        assert en(options(table(), COSTAUD, "advantages")["ally:diane"].label) == "help of Diane"

    def test_who_is_absent_helps_nobody(self) -> None:
        assert "ally:diane" not in options(table({"diane": {"present": False}}), COSTAUD, "advantages")

    @pytest.mark.parametrize(
        ("up", "down", "count"),
        [
            ((), (), 3),
            (("talent:grimper",), (), 4),
            (("talent:grimper", "ally:diane"), (), 4),
            ((), ("wound", "ground", "surprise"), 2),
            (("circumstances", "ally"), ("wound",), 3),
        ],
    )
    def test_counted(self, up: tuple[str, ...], down: tuple[str, ...], count: int) -> None:
        (pool,) = needs(table(), replace(COSTAUD, advantages=up, disadvantages=down))
        assert pool.count == count

    def test_who_is_hurt_is_proposed_a_disadvantage_that_does_not_count_by_itself(self) -> None:
        campaign = table({"ficelle": {"stress": 2, "condition": "trempée"}})
        assert needs(campaign, COSTAUD)[0].count == 3
        note = options(campaign, COSTAUD, "disadvantages")["wound"].note
        assert "stress 2/4, trempée" in en(note)
        assert "Ficelle: stress 2/4, trempée; a disadvantage?" in known(campaign, COSTAUD)
        assert "a disadvantage?" not in known(campaign, replace(COSTAUD, disadvantages=("wound",)))
        assert "a disadvantage?" not in known(table(), COSTAUD)

    def test_the_notes_say_what_one_more_brings(self) -> None:
        assert en(options(table(), COSTAUD, "advantages")["ally"].note) == "success: 50% → 68.8%"
        up = replace(COSTAUD, advantages=("ally",))
        assert en(options(table(), up, "advantages")["other"].note) == "no further change: they do not add up"
        assert options(table(), up, "advantages")["ally"].note is None

    def test_they_are_told(self) -> None:
        up = ("talent:grimper", "ally:diane")
        after = do(table(), replace(COSTAUD, advantages=up), 1, 2, 3, 4)
        assert "4 dice, advantage: talent: grimper, help of Diane" in told(after)
        after = do(table(), replace(COSTAUD, advantages=up, disadvantages=("surprise",)), 1, 2, 3)
        assert "3 dice, advantage (talent: grimper, help of Diane) against disadvantage (surprise)" in told(after)

    @pytest.mark.parametrize(
        ("choice", "code"),
        [
            ({"advantages": ("talent:voler",)}, "no_talent"),
            ({"advantages": ("ally:ghost",)}, "nobody"),
            ({"advantages": ("ally:ficelle",)}, "bad_helper"),
            ({"advantages": ("luck",)}, "unknown_reason"),
            ({"disadvantages": ("ally",)}, "unknown_reason"),
            ({"quality": "brave"}, "unknown_quality"),
            ({"difficulty": 5}, "bad_difficulty"),
            ({"who": "ghost"}, "nobody"),
        ],
    )
    def test_refused(self, choice: dict[str, Any], code: str) -> None:
        assert refused(table(), replace(COSTAUD, **choice)) == code


class TestRollTest:
    """3D6, Difficulté; Réussite et échec."""

    def test_the_notes_of_a_difficulty(self) -> None:
        asks = options(table(), COSTAUD, "difficulty")
        assert [en(option.label) for option in asks.values()] == ["Easy", "Medium", "Hard", "Legendary"]
        assert en(asks[2].note) == "2 successes · success 50%"

    def test_odds_before_the_dice(self) -> None:
        assert chances(table(), COSTAUD) == {
            "success": Fraction(1, 2),
            "choice": Fraction(3, 8),
            "total_failure": Fraction(1, 8),
        }
        assert "with a reroll: success 68.8%" in known(table(), COSTAUD)
        assert "triple 2.8%" in known(table(), COSTAUD)

    def test_legendary_with_three_dice_is_warned_of_and_allowed(self) -> None:
        legendary = replace(COSTAUD, difficulty=4)
        assert "Legendary cannot be reached with 3 dice: a choice at best" in known(table(), legendary)
        assert chances(table(), legendary)["success"] == 0
        assert do(table(), legendary, 1, 2, 3).log[-1].outcome == "choice"
        assert "cannot be reached" not in known(table(), replace(legendary, advantages=("ally",)))

    def test_hard_with_two_dice_too(self) -> None:
        hard = replace(COSTAUD, difficulty=3, disadvantages=("ground",))
        assert "Hard cannot be reached with 2 dice" in known(table(), hard)

    def test_a_quality_that_is_not_on_the_sheet_counts_one_and_is_warned_of(self) -> None:
        campaign = table({"ficelle": {"qualities": {"malin": 2}}})
        assert "Ficelle has no Tough on the sheet: 1 counts" in known(campaign, COSTAUD)
        assert do(campaign, COSTAUD, 1, 2, 2).log[-1].result["successes"] == 1

    @pytest.mark.parametrize(
        ("faces", "outcome", "keys"),
        [
            ((1, 2, 6), "success", []),
            ((1, 4, 6), "choice", ["s", "f", "b", "c"]),
            ((4, 5, 6), "total_failure", ["a", "b", "c", "n"]),
            ((2, 2, 2), "success", ["t", "n"]),
            ((6, 6, 6), "total_failure", ["a", "b", "c", "t", "n"]),
        ],
    )
    def test_what_follows(self, faces: tuple[int, ...], outcome: str, keys: list[str]) -> None:
        after = do(table(), COSTAUD, *faces)
        assert after.log[-1].outcome == outcome
        assert list(offers(after)) == keys

    def test_it_changes_nothing_on_any_sheet(self) -> None:
        assert do(table(), COSTAUD, 6, 6, 6).log[-1].changes == ()

    def test_it_is_told(self) -> None:
        after = do(table(), replace(COSTAUD, goal="sauter"), 1, 3, 6)
        assert told(after) == "Tough 3 · Medium · sauter | SUCCESS"
        assert dice(after) == [(1, True), (3, True), (6, False)]

    def test_the_entry_keeps_the_exact_odds(self) -> None:
        assert dict(do(table(), COSTAUD, 1, 1, 6).log[-1].odds) == {
            "success": "1/2",
            "choice": "3/8",
            "total_failure": "1/8",
        }


class TestRollOpen:
    """3D6, Actions ouvertes: the successes are counted, nothing is judged."""

    def test_counted(self) -> None:
        after = do(table(), RollOpen(who="ficelle", quality="malin"), 1, 2, 5)
        assert after.log[-1].outcome == "2"
        assert told(after) == "Clever 2 · open action | 2 SUCCESSES"
        assert list(offers(after)) == ["c", "n"]

    def test_none_is_no_total_failure(self) -> None:
        after = do(table(), RollOpen(who="ficelle", quality="malin"), 3, 4, 5)
        assert "0 SUCCESSES" in told(after)
        assert "FAILURE" not in told(after)

    def test_all_leave_nothing_to_do(self) -> None:
        assert offers(do(table(), RollOpen(who="diane", quality="malin"), 1, 2, 5)) == {}


class TestRerolls:
    """One at a time, on failed dice, for as long as there are any: an object, a gift or an idea grants each."""

    def test_one_key_for_each_failed_die(self) -> None:
        after = do(table(), COSTAUD, 1, 5, 6)
        assert en(offers(after)["b"].label) == "reroll the 5 (die 2)"
        assert en(offers(after)["c"].note) == "success: impossible → 50%"

    def test_the_sheet_says_what_grants_it(self) -> None:
        after = do(table(), COSTAUD, 1, 5, 6)
        command: Any = offers(after)["b"].command
        assert list(options(after, command, "by")) == ["object:pelote", "gift:ronron", "idea", "object", "gift"]
        assert command.by == "object:pelote"
        assert list(asked(after, command)) == ["place", "by"]

    def test_who_has_nothing_needs_an_idea(self) -> None:
        after = do(table(), RollTest(who="diane", quality="costaud"), 1, 5, 6)
        command: Any = offers(after)["b"].command
        assert command.by == "idea"

    def test_what_is_used_comes_last(self) -> None:
        after = take(do(table(), COSTAUD, 1, 5, 6), "b", 4)
        command: Any = offers(after)["c"].command
        grants = options(after, command, "by")
        assert command.by == "gift:ronron"
        assert list(grants)[-1] == "object:pelote"
        assert en(grants["object:pelote"].note) == "used in this roll already"

    def test_a_reroll_may_save_it(self) -> None:
        after = take(do(table(), COSTAUD, 1, 5, 6), "b", 3)
        assert after.log[-1].outcome == "success"
        assert told(after) == "reroll 5 → 3: object: pelote | SUCCESS"
        assert dice(after) == [(1, True), (3, True), (6, False)]
        assert offers(after) == {}

    def test_a_worse_face_stands_and_the_die_may_be_rolled_again(self) -> None:
        after = take(do(table(), COSTAUD, 1, 4, 6), "b", 6)
        after = take(after, "b", 5, by="idea")
        assert dice(after) == [(1, True), (5, False), (6, False)]
        assert list(offers(after)) == ["s", "f", "b", "c"]

    def test_its_own_odds(self) -> None:
        after = do(table(), COSTAUD, 1, 5, 6)
        reroll = Reroll(beat=after.last_n, die=1)
        assert chances(after, reroll) == {"success": Fraction(1, 2), "choice": Fraction(1, 2), "total_failure": 0}
        assert dict(do(after, reroll, 6).log[-1].odds) == {"success": "1/2", "choice": "1/2"}

    def test_the_offer_warns_where_it_may_break_a_triple(self) -> None:
        after = do(table(), COSTAUD, 5, 5, 5)
        assert en(offers(after)["a"].note) == "one more success: 50%, but it may break the triple"
        assert "this may break the triple" in known(after, offers(after)["a"].command)
        four = do(table(), replace(COSTAUD, advantages=("ally",)), 5, 5, 5, 6)
        assert "triple" not in en(offers(four)["d"].note)
        assert "triple" in en(offers(four)["a"].note)
        any_moment = do(table(rules={"triple_on": "any"}), COSTAUD, 5, 5, 5)
        assert "triple" not in en(offers(any_moment)["a"].note)

    def test_a_broken_triple_counts_only_by_house_rule(self) -> None:
        after = take(do(table(), COSTAUD, 5, 5, 5), "a", 1)
        assert "t" not in offers(after)
        after = take(do(table(rules={"triple_on": "any"}), COSTAUD, 5, 5, 5), "a", 1)
        assert "t" in offers(after)
        assert "TRIPLE before the reroll" in told(after)

    @pytest.mark.parametrize(
        ("choice", "code"),
        [
            ({"die": 0}, "die_already_success"),
            ({"die": 3}, "bad_die_index"),
            ({"die": -1}, "bad_die_index"),
            ({"hand": 1}, "bad_hand"),
            ({"by": "object:sabre"}, "no_grant"),
            ({"by": "luck"}, "no_grant"),
            ({"beat": None}, "no_roll"),
            ({"beat": 99}, "no_roll"),
        ],
    )
    def test_refused(self, choice: dict[str, Any], code: str) -> None:
        after = do(table(), COSTAUD, 1, 5, 6)
        assert refused(after, replace(Reroll(beat=1, die=1), **choice)) == code

    def test_nothing_is_rolled_again_after_the_choice(self) -> None:
        after = take(do(table(), COSTAUD, 1, 5, 6), "f")
        assert refused(after, Reroll(beat=1, die=1)) == "settled"

    def test_who_is_gone_rolls_nothing(self) -> None:
        after = do(do(table(), COSTAUD, 1, 5, 6), RemoveCharacter(who="ficelle"))
        assert refused(after, Reroll(beat=1, die=1)) == "nobody"


class TestChoice:
    """3D6, Réussite et échec: too few successes are a plain failure, or a success paid for with complications."""

    def test_fail(self) -> None:
        after = take(do(table(), COSTAUD, 1, 5, 6), "f")
        assert told(after) == "plain failure, without more consequences"
        assert offers(after) == {}

    def test_succeed_with_complications_in_the_log(self) -> None:
        after = take(do(table(), COSTAUD, 1, 5, 6), "s", complications="la branche casse")
        assert told(after) == "succeeds with complications: la branche casse"
        assert after.log[-1].outcome == "paid"
        assert offers(after) == {}

    def test_they_may_tick_a_danger_clock(self) -> None:
        after = do(table(), COSTAUD, 1, 5, 6)
        command = offers(after)["s"].command
        assert list(options(after, command, "clock")) == ["", "renard"]
        assert "ticks" in asked(after, put(after, command, "clock", "renard"))
        after = take(after, "s", clock="renard", ticks=2)
        assert after.clocks["renard"].filled == 3
        assert "Renard 1 → 3/4" in told(after)

    @pytest.mark.parametrize("faces", [(1, 2, 3), (4, 5, 6)])
    def test_only_where_there_is_a_choice(self, faces: tuple[int, ...]) -> None:
        after = do(table(), COSTAUD, *faces)
        assert refused(after, Choose(beat=1)) == "cannot_pay"
        assert refused(after, Choose(beat=1, pays=False)) == "cannot_pay"

    def test_once(self) -> None:
        after = take(do(table(), COSTAUD, 1, 5, 6), "s")
        assert refused(after, Choose(beat=1, pays=False)) == "settled"

    @pytest.mark.parametrize(("choice", "code"), [({"clock": "ghost"}, "no_clock"), ({"ticks": 0}, "bad_ticks")])
    def test_refused(self, choice: dict[str, Any], code: str) -> None:
        after = do(table(), COSTAUD, 1, 5, 6)
        assert refused(after, Choose(**{"beat": 1, "clock": "renard", **choice})) == code

    def test_who_is_gone_chooses_nothing(self) -> None:
        after = do(do(table(), COSTAUD, 1, 5, 6), RemoveCharacter(who="ficelle"))
        assert refused(after, Choose(beat=1)) == "nobody"


class TestTriple:
    """Three alike are announced on every roll, and something good is written down."""

    def test_announced_on_a_failure_too(self) -> None:
        assert "TOTAL FAILURE | TRIPLE 6: something good happens" in told(do(table(), COSTAUD, 6, 6, 6))

    def test_the_good_turn_in_words(self) -> None:
        after = take(do(table(), COSTAUD, 2, 2, 2), "t", words="une souris passe")
        assert "une souris passe" in told(after)
        assert after.log[-1].who == "ficelle"
        assert offers(after) == {}

    def test_it_outlasts_the_choice(self) -> None:
        after = do(table(), replace(COSTAUD, difficulty=4), 2, 2, 2)
        assert list(offers(after)) == ["s", "f", "t"]
        assert list(offers(take(after, "f"))) == ["t", "n"]


class TestBeat:
    """A roll and all that follows from it is one beat, and one undo."""

    def test_everything_at_once(self) -> None:
        before = table()
        after = take(take(do(before, COSTAUD, 1, 5, 6), "b", 6), "s", complications="x", clock="renard")
        assert {entry.beat for entry in after.log} == {1}
        assert do(after, Undo()).tree == before.tree

    def test_closed(self) -> None:
        assert offers(take(do(table(), COSTAUD, 4, 5, 6), "n")) == {}
