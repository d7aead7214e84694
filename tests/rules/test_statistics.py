"""Statistics: small logs counted by hand, and logs with everything in them that must not count."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from counted import THREE, TWO, _campaign, counted, kind, of, outcomes, report, rolled
from playing import campaign_of, consequence, do, reread, roll, table

from tracker.core.entry import encode_entry
from tracker.core.players import for_players
from tracker.i18n.reports.lines import ASCII, bar_cells
from tracker.i18n.say import say
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.clocks import TickClock
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Tone
from tracker.rules.reports.rows import Bar
from tracker.rules.statistics import statistics, statistics_of


class TestExpectedCounts:
    """Expected counts are the exact sums of the odds stored with each roll."""

    LOG = (
        rolled(1, "full"),
        rolled(2, "bad", faces=[1, 3]),
        rolled(3, "critical", faces=[6, 6, 1], odds=THREE),
        rolled(4, "bad", who="bohort", who_name="Bohort", faces=[2, 2]),
    )

    def test_by_hand(self) -> None:
        found = counted(self.LOG)
        assert outcomes(found.table) == {
            "critical": (1, 3 * Fraction(1, 36) + Fraction(2, 27)),
            "full": (1, 3 * Fraction(5, 18) + Fraction(25, 72)),
            "partial": (0, 3 * Fraction(4, 9) + Fraction(49, 108)),
            "bad": (2, 3 * Fraction(1, 4) + Fraction(1, 8)),
        }
        assert outcomes(of(found, "aicha"))["bad"] == (1, Fraction(5, 8))
        assert outcomes(of(found, "bohort"))["bad"] == (1, Fraction(1, 4))
        assert found.table.rolls == 4
        assert [each.who for each in found.characters] == ["aicha", "bohort"]

    def test_they_sum_to_the_rolls(self) -> None:
        for share in (counted(self.LOG).table, *counted(self.LOG).characters):
            for each in share.kinds:
                assert sum(outcome.expected for outcome in each.outcomes) == each.rolls

    def test_variance_is_that_of_single_throws(self) -> None:
        bad = next(each for each in kind(counted(self.LOG).table).outcomes if each.id == "bad")
        assert bad.variance == 3 * Fraction(3, 16) + Fraction(7, 64)

    def test_outcomes_are_called_as_the_system_calls_them_best_first(self) -> None:
        labels = [say(each.label, "en") for each in kind(counted(self.LOG).table).outcomes]
        assert labels == ["CRITICAL", "FULL SUCCESS", "PARTIAL SUCCESS", "BAD OUTCOME"]

    def test_few_rolls_tell_nothing_usual(self) -> None:
        assert all(each.usual is None for each in kind(counted(self.LOG).table).outcomes)
        assert "Too few rolls to tell anything from them" in report(counted(self.LOG))

    def test_many_rolls_tell_what_is_usual(self) -> None:
        found = counted(rolled(n, "bad" if n % 4 == 0 else "partial") for n in range(1, 81))
        bad = next(each for each in kind(found.table).outcomes if each.id == "bad")
        assert (bad.observed, bad.usual) == (20, (12, 28))
        assert bad.expected == 20
        assert "20 (expected 20, usual 12 to 28)" in report(found)
        # 80 rolls are too few to say what is usual of a critical: 2 are to be expected.
        assert kind(found.table).outcomes[0].usual is None

    def test_impossible_odds_written_by_hand_are_not_judged(self) -> None:
        broken: tuple[Any, ...] = (
            {"bad": "1/2"},
            {"bad": "x"},
            {"bad": "1/0"},
            {"bad": "-1", "full": "2"},
            {"bad": 1},
            {"bad": ["1"]},
            "no",
            [],
            {},
        )
        found = counted(rolled(n, odds=odds) for n, odds in enumerate(broken, 1))
        assert found.table.kinds == ()
        assert found.table.rolls == len(broken)
        assert found.table.faces[0].counts == (0, len(broken), 0, 0, 0, len(broken))

    def test_a_real_evening_is_counted_as_it_was_played(self) -> None:
        campaign = consequence(roll(roll(table(), "bad"), "bad"), "stress")
        found = statistics_of(campaign)
        assert outcomes(found.table)["bad"] == (2, Fraction(1, 2))
        assert found == statistics(campaign, map(encode_entry, reread(campaign).log))


class TestFaces:
    """Faces are counted per number of sides, and typed ones apart."""

    def test_typed_faces_are_told_apart(self) -> None:
        found = counted([rolled(1, faces=[6, 2]), rolled(2, faces=[6, 6], typed=True)])
        faces = {(each.sides, each.typed): each.counts for each in found.table.faces}
        assert faces == {(6, False): (0, 1, 0, 0, 0, 1), (6, True): (0, 0, 0, 0, 0, 2)}
        assert "Dice on the table, typed: 2 d6" in report(found)
        assert "Dice thrown by the program: 2 d6" in report(found)

    def test_each_number_of_sides_has_its_own(self) -> None:
        campaign = do(do(table(), PlainDice(dice="2d20"), 20, 1), PlainDice(dice="1d100"), 57)
        found = statistics_of(campaign)
        assert [(each.sides, each.thrown, each.expected) for each in found.table.faces] == [
            (20, 2, Fraction(1, 10)),
            (100, 1, Fraction(1, 100)),
        ]
        assert "1 d100" in report(found)
        assert found.table.kinds == ()

    def test_faces_no_die_has_are_passed_over(self) -> None:
        odd: tuple[Any, ...] = ([7, 1], [0], ["6"], [True], [1.0], "66", 6, {"dice": [9]}, [])
        found = counted(rolled(n, faces=faces) for n, faces in enumerate(odd, 1))
        assert found.table.faces == ()

    def test_chance_only_from_sixty_dice_on(self) -> None:
        few = counted(rolled(n, faces=[n % 6 + 1]) for n in range(1, 60))
        many = counted(rolled(n, faces=[n % 6 + 1]) for n in range(1, 61))
        assert few.table.faces[0].chance is None
        assert "Fewer than 60 dice: too few to tell" in report(few)
        assert many.table.faces[0].chance == 1
        assert "as even as fair dice may well be" in report(many)

    def test_a_face_that_strays_is_told_with_its_chance(self) -> None:
        found = counted(rolled(n, faces=[6 if n % 3 == 0 else n % 6 + 1]) for n in range(1, 121))
        chance = found.table.faces[0].chance
        assert chance is not None
        assert chance < 0.001
        assert "in < 0.1% of all cases at most" in report(found).replace("\u00a0", " ").replace("\n", " ")


class TestWhatDoesNotCount:
    """Undone beats, outside edits and unknown events change nothing."""

    def test_an_undone_beat_and_all_of_it(self) -> None:
        once = consequence(roll(table(), "bad"), "stress")
        undone = do(once, Undo())
        assert statistics_of(undone).table.rolls == 0
        assert statistics_of(undone).table.stress == 0
        assert statistics_of(undone).characters == ()
        assert statistics_of(do(undone, Redo())).table == statistics_of(once).table

    def test_what_another_session_took_back(self) -> None:
        log = [
            rolled(1, session=6),
            rolled(2, session=6),
            {"n": 3, "beat": 3, "session": 7, "event": "undo", "beat_of": 2},
        ]
        assert counted(log, 6).table.rolls == 1

    def test_only_the_session_asked_for(self) -> None:
        log = [rolled(1, session=6), rolled(2, session=7), rolled(3, session=7)]
        assert counted(log, 7).table.rolls == 2
        assert counted(log, 9).table.rolls == 0
        assert counted(log).sessions == (6, 7)

    @pytest.mark.parametrize(
        "odd",
        [
            {"n": 2, "event": "outside", "changes": [{"path": "characters.aicha.stress", "from": 0, "to": 3}]},
            {"n": 2, "event": "eclipse", "faces": [1, 1], "odds": TWO, "outcome": "bad", "who": "aicha"},
            {"n": 2, "event": "edit", "changes": [{"path": "characters.aicha.initiative", "from": 0, "to": 9}]},
            {"n": "two", "beat": [], "event": 5, "who": {}, "session": "x", "beat_of": "y"},
            {"event": "roll", "who": 3, "roll": [], "outcome": 7, "faces": {"dice": 3}, "changes": "no", "result": 1},
            {"event": "roll", "changes": [3, {"path": 5}, {"path": "a..b"}, {"path": "characters.aicha.stress"}]},
            {"event": "adjust", "changes": [{"path": "characters.aicha.stress", "from": "a", "to": 2}]},
            {"event": "follow", "result": {"filled": "no"}, "names": []},
            {},
        ],
    )
    def test_entries_nobody_knows_are_passed_over(self, odd: dict[str, Any]) -> None:
        alone = counted([rolled(1)])
        found = counted([rolled(1), {"session": 7, **odd}, {**odd}])
        assert found.table == alone.table
        assert found.characters == alone.characters

    def test_a_roll_of_a_kind_nobody_knows_is_counted_by_its_own_words(self) -> None:
        found = counted([rolled(1, "zap", roll="laser", odds={"zap": "1/2", "fizz": "1/2"}, faces=[4])])
        assert outcomes(found.table, "laser") == {"fizz": (0, Fraction(1, 2)), "zap": (1, Fraction(1, 2))}
        assert kind(found.table, "laser").outcomes[0].tone is Tone.PLAIN
        assert found.table.faces == ()
        assert found.table.good_run.of == 0

    def test_who_is_gone_keeps_the_name_the_log_has(self) -> None:
        found = counted([rolled(1, who="ghost", who_name="Élise [morte]")])
        assert [each.name for each in found.characters] == ["Élise [morte]"]
        assert "Élise [morte]" in report(found)

    def test_secret_rolls_count_for_the_game_master_only(self) -> None:
        from tracker.rules.charge.other_rolls import Fortune

        campaign = do(do(table(), Fortune(likelihood=1, secret=True), 4), Fortune(likelihood=1), 4)
        assert statistics_of(campaign).table.rolls == 2
        assert statistics(campaign, map(encode_entry, campaign.log), with_secret=False).table.rolls == 1
        assert statistics_of(for_players(campaign)).table.rolls == 1


class TestRuns:
    """The longest run of good and of bad outcomes, among the rolls that begin a beat."""

    def test_by_hand(self) -> None:
        words = ["bad", "full", "critical", "full", "partial", "full", "bad", "bad", "full"]
        found = counted(rolled(n, outcome) for n, outcome in enumerate(words, 1))
        good, bad = found.table.good_run, found.table.bad_run
        assert (good.length, good.first, good.last, good.of) == (3, 2, 4, 9)
        assert (bad.length, bad.first, bad.last) == (2, 7, 8)
        assert good.chance is None
        assert "fewer than 30 rolls, too few" in report(found).replace("\n", " ")

    def test_what_follows_a_roll_neither_counts_nor_breaks(self) -> None:
        follow = rolled(2, "full", beat=1, event="follow", roll="determination")
        found = counted([rolled(1, "bad"), follow, rolled(3, "bad")])
        assert (found.table.bad_run.length, found.table.bad_run.of) == (2, 2)
        assert found.table.good_run.length == 0
        assert outcomes(found.table, "determination")["full"][0] == 1

    def test_one_character_does_not_break_the_run_of_another(self) -> None:
        log = [rolled(1, "full"), rolled(2, "bad", who="bohort"), rolled(3, "full")]
        assert of(counted(log), "aicha").good_run.length == 2
        assert counted(log).table.good_run.length == 1

    def test_its_chance_from_thirty_rolls_on(self) -> None:
        found = counted(rolled(n, "bad" if n <= 3 else "partial") for n in range(1, 31))
        run = found.table.bad_run
        assert (run.length, run.of) == (3, 30)
        # 1/4 each: no three in a row has the chance of the tribonacci-like sum of all sequences without.
        without = [1.0, 0.0, 0.0]
        for _ in range(30):
            without = [0.75 * sum(without), 0.25 * without[0], 0.25 * without[1]]
        assert run.chance == pytest.approx(1 - sum(without))


class TestGainsAndCosts:
    """Initiative earned and spent, stress taken, clocks filled."""

    def test_initiative_comes_from_rolls_and_what_follows_not_by_hand(self) -> None:
        campaign = roll(table(), "full")
        campaign = roll(campaign, "partial", helper="bohort")
        campaign = do(campaign, Adjust(who="aicha", path=("initiative",), by=1))
        found = statistics_of(campaign)
        assert (of(found, "aicha").earned, of(found, "aicha").spent) == (2, 0)
        assert (of(found, "bohort").earned, of(found, "bohort").spent) == (0, 1)
        assert (found.table.earned, found.table.spent) == (2, 1)
        assert found.gauge is not None
        assert "initiative: 2 earned, 1 spent" in report(found)

    def test_stress_taken_counts_what_was_cleared_by_the_last_segment(self) -> None:
        campaign = table({"aicha": {"stress": 3}})
        campaign = do(campaign, Adjust(who="aicha", path=("stress",), by=1))
        assert campaign.characters["aicha"].stress == 0
        assert statistics_of(campaign).table.stress == 1

    def test_four_at_once_are_four(self) -> None:
        changes = [{"path": "characters.aicha.taken_out", "from": False, "to": True}]
        assert counted([rolled(1, event="follow", changes=changes)]).table.stress == 4

    def test_recovery_is_not_taken_off(self) -> None:
        changes = ([("stress", 0, 2)], [("stress", 2, 1)])
        log = [
            rolled(
                n, event="adjust", changes=[{"path": f"characters.aicha.{k}", "from": a, "to": b} for k, a, b in each]
            )
            for n, each in enumerate(changes, 1)
        ]
        assert counted(log).table.stress == 2

    def test_clocks_filled_by_name(self) -> None:
        campaign = table({}, {"alerte": {"filled": 5}})
        found = statistics_of(do(campaign, TickClock(clock="alerte")))
        assert found.table.filled == ("Alerte",)
        assert "1 clock filled: Alerte" in report(found)

    def test_an_undone_filling_does_not_count(self) -> None:
        campaign = do(do(table({}, {"alerte": {"filled": 5}}), TickClock(clock="alerte")), Undo())
        assert statistics_of(campaign).table.filled == ()


class TestOtherSystems:
    """The same counts from the declarations of any system."""

    def test_a_d20_is_no_d6(self) -> None:
        entry = rolled(1, "success", roll="test", faces={"d20": [17], "malus": [3, 3]}, odds={"success": "1"})
        found = counted([entry], campaign=_campaign("sixieme-monde"))
        assert [(each.sides, each.thrown) for each in found.table.faces] == [(6, 2), (20, 1)]

    def test_everybody_in_a_group_threw_her_own(self) -> None:
        entry = rolled(
            1, "success", who="", roll="group", faces={"aicha": [1, 2], "bohort": [6]}, odds={"success": "1"}
        )
        found = counted([entry], campaign=_campaign("3d6"))
        assert of(found, "aicha").faces[0].counts == (1, 1, 0, 0, 0, 0)
        assert of(found, "bohort").faces[0].counts == (0, 0, 0, 0, 0, 1)
        assert found.table.rolls == 1

    def test_the_storytellers_dice_are_nobodys(self) -> None:
        entry = rolled(1, "b", roll="opposed", faces={"a": [1, 2], "b": [6]}, odds={"a": "1/2", "b": "1/2"})
        found = counted([entry], campaign=_campaign("3d6"))
        assert of(found, "aicha").faces[0].thrown == 2
        assert found.table.faces[0].thrown == 3
        assert found.table.bad_run.length == 1

    @pytest.mark.parametrize("system", ["charge", "3d6", "pot", "sixieme-monde"])
    def test_every_roll_with_odds_says_its_outcomes(self, system: str) -> None:
        from tracker.rules.system import system_of

        known = {deed.id for deed in system_of(system).deeds if deed.outcomes}
        assert known, system
        for deed in system_of(system).deeds:
            tones = {tone for _, tone in deed.outcomes.values()}
            assert not deed.outcomes or tones & {Tone.GOOD, Tone.BEST}


class TestCharts:
    """Bars drawn by hand: full cells for what was, a mark for what was to be expected."""

    @pytest.mark.parametrize(
        ("observed", "expected", "drawn"),
        [
            (5, Fraction(5), "####|     "),
            (10, Fraction(5), "####|#####"),
            (2, Fraction(8), "##     |  "),
            (0, Fraction(1), "|         "),
            (0, Fraction(0), "|         "),
            (10, Fraction(10), "#########|"),
        ],
    )
    def test_by_hand(self, observed: int, expected: Fraction, drawn: str) -> None:
        bar = Bar(kind(counted([rolled(1)]).table).label, observed, expected, Fraction(10))
        assert bar_cells(bar, 10, ASCII) == drawn

    def test_the_whole_report_of_a_small_log(self) -> None:
        found = counted([rolled(1), rolled(2, "bad", faces=[1, 3])])
        assert report(found, ascii=True).split("\n")[:14] == [
            "T: statistics of all sessions",
            "=============================",
            "# what was, | what was to be expected",
            "",
            "The whole table",
            "---------------",
            "2 rolls",
            "",
            "Action roll: 2 rolls",
            # Of 32 cells, which stand for 1: 1/18 is 2 of them, 5/9 are 18, 8/9 are 28, 1/2 is 16.
            f"  CRITICAL        {' ' * 1}|{' ' * 30} 0 (expected 0.1)",
            f"  FULL SUCCESS    {'#' * 17}|{'#' * 14} 1 (expected 0.6)",
            f"  PARTIAL SUCCESS {' ' * 27}|{' ' * 4} 0 (expected 0.9)",
            f"  BAD OUTCOME     {'#' * 15}|{'#' * 16} 1 (expected 0.5)",
            "Too few rolls to tell anything from them: at least 10 of an outcome must be",
        ]

    @pytest.mark.parametrize("width", [20, 40, 60, 80, 120])
    @pytest.mark.parametrize("language", ["en", "fr"])
    def test_no_line_is_wider_than_it_may_be(self, width: int, language: str) -> None:
        from tracker.i18n.width import cells

        log = [rolled(n, who=f"漢字{'x' * 50}", who_name="漢字" * 40) for n in range(1, 40)]
        for line in report(counted(log), language, width).split("\n"):
            assert cells(line) <= max(30, width), line

    def test_ascii_is_ascii_where_the_words_are(self) -> None:
        assert report(counted([rolled(1, who="zoe", who_name="Zoe")]), ascii=True).isascii()

    def test_an_empty_log(self) -> None:
        assert "No dice have been thrown." in report(counted([]))

    def test_a_campaign_without_characters_or_title(self) -> None:
        bare = campaign_of({"format": 1, "system": "charge"})
        assert counted([rolled(1)], campaign=bare).table.rolls == 1
        assert report(counted([], campaign=bare)).startswith("untitled")
