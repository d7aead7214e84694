"""What happens around the rolls of an evening: sessions, scenes, recovery, milestones, fortune, flashbacks."""

from __future__ import annotations

from typing import Any

import pytest
from playing import campaign_of, commons, dice, do, en, filled, offers, refused, roll, table, take, told, who

from tracker.core.campaign import Campaign
from tracker.core.tree import Tree, same
from tracker.rules.charge.growth import Milestone, TakeTalent, TakeTalentDeed
from tracker.rules.charge.other_rolls import Flashback, FlashbackDeed, Fortune, FortuneDeed
from tracker.rules.charge.sheet import Talent
from tracker.rules.charge.system import SYSTEM
from tracker.rules.check import checked_campaign
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.characters import AddCharacter
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.sessions import EndScene, EndSession, StartSession
from tracker.rules.common.takeback import Undo
from tracker.rules.table import needs

NOBODY: Tree = {"format": 1, "system": "charge"}


class TestSessionStart:
    """Charge, Initiative: every session begins with 2; READING: set to 2, not to at least 2."""

    def test_initiative_is_set(self) -> None:
        after = do(table(), StartSession())
        assert [who(after, id).initiative for id in after.characters] == [2, 2, 2]

    def test_the_session_is_counted_in_the_file_and_on_the_line(self) -> None:
        after = do(table(), StartSession())
        assert after.session == 8
        assert after.log[-1].session == 8
        assert told(after).startswith("session 8 begins")
        assert do(after, Adjust(who="aicha", path=("initiative",), by=1)).log[-1].session == 8

    def test_the_house_rules_say_how_much(self) -> None:
        assert who(do(table(rules={"initiative_start": 0}), StartSession())).initiative == 0

    def test_nothing_else_changes(self) -> None:
        campaign = table({"aicha": {"stress": 2, "taken_out": True, "position_penalty": 1, "position_bonus": 1}})
        after = do(campaign, StartSession())
        assert (who(after).stress, who(after).taken_out) == (2, True)
        assert (who(after).position_penalty, who(after).position_bonus) == (1, 1)

    def test_the_first_session_of_a_new_campaign(self) -> None:
        after = do(campaign_of(NOBODY), StartSession())
        assert after.session == 1
        assert do(after, Undo()).tree == NOBODY

    def test_opening_the_table_again_changes_nothing(self) -> None:
        campaign = roll(table(), "full")
        assert who(campaign_of(campaign.tree)).initiative == 6


class TestSessionEnd:
    """Charge, Progression: at the end of a session details may be rewritten; nothing else happens."""

    def test_it_only_stands_in_the_log(self) -> None:
        after = do(table(), EndSession())
        assert same(after.tree, table().tree)
        assert told(after) == "session 7 ends"


class TestSceneEnd:
    """What lasts for a scene ends with it: being out, a worse position, set-ups waiting."""

    def test_who_was_taken_out_is_back_with_the_condition_as_it_is(self) -> None:
        campaign = table({"aicha": {"taken_out": True, "condition": "assommée", "stress": 1}})
        after = do(campaign, EndScene())
        assert (who(after).taken_out, who(after).condition, who(after).stress) == (False, "assommée", 1)
        assert told(after) == "the scene ends | Aïcha: no longer taken out of the scene"

    def test_worse_positions_end_and_a_better_one_waits_for_its_roll(self) -> None:
        after = do(table({"aicha": {"position_penalty": 2, "position_bonus": 1}}), EndScene())
        assert (who(after).position_penalty, who(after).position_bonus) == (0, 1)

    def test_set_ups_end(self) -> None:
        assert commons(do(roll(table(), "full", purpose="effect"), EndScene())).setups == ()

    def test_initiative_and_clocks_stay(self) -> None:
        after = do(table(), EndScene())
        assert same(after.tree, table().tree)


class TestRecovery:
    """Charge, Récupération: in the fiction; 1 to 4 segments and the condition rewritten."""

    @pytest.mark.parametrize(("stress", "clear", "left"), [(3, 1, 2), (3, 3, 0), (2, 4, 0), (0, 1, 0)])
    def test_segments(self, stress: int, clear: int, left: int) -> None:
        assert who(do(table({"aicha": {"stress": stress}}), Recover(who="aicha", clear=clear))).stress == left

    @pytest.mark.parametrize("clear", [0, 5, -1])
    def test_other_numbers_are_refused(self, clear: int) -> None:
        assert refused(table({"aicha": {"stress": 3}}), Recover(who="aicha", clear=clear)) == "bad_recovery"

    def test_the_condition_is_rewritten_with_it(self) -> None:
        campaign = table({"aicha": {"stress": 3, "condition": "cheville foulée"}})
        after = do(campaign, Recover(who="aicha", clear=2, words="boite un peu"))
        assert told(after) == "Recovery | stress 3 → 1 | condition “boite un peu”"

    def test_it_does_not_bring_back_into_the_scene(self) -> None:
        assert who(do(table({"aicha": {"taken_out": True}}), Recover(who="aicha"))).taken_out


class TestCondition:
    """Charge, Santé et Condition: a short text under the clock."""

    def test_by_hand(self) -> None:
        after = do(table(), Condition(who="aicha", words="trempée"))
        assert who(after).condition == "trempée"
        assert offers(after) == {}

    def test_emptied(self) -> None:
        after = do(table({"aicha": {"condition": "trempée"}}), Condition(who="aicha", words=""))
        assert told(after) == "condition cleared"


class TestMilestone:
    """Charge, Progression: given to the group; everybody takes one talent."""

    def test_everybody_gets_one(self) -> None:
        after = do(table(), Milestone())
        assert [who(after, id).milestones for id in after.characters] == [1, 1, 1]
        assert told(after).startswith("milestone for the group")

    def test_a_talent_is_offered_to_each_in_turn(self) -> None:
        campaign = do(table(), Milestone())
        assert [en(o.label) for o in offers(campaign).values()] == [
            "talent of Aïcha",
            "talent of Bohort",
            "talent of Naïla",
            "done",
        ]
        campaign = take(campaign, "a", action="finesse")
        assert next(en(o.label) for o in offers(campaign).values()) == "talent of Bohort"
        campaign = take(take(campaign, "b", action="muscle"), "c", action="sway")
        assert offers(campaign) == {}
        assert {entry.beat for entry in campaign.log} == {1}

    def test_a_letter_stays_with_its_character_whoever_takes_a_talent_first(self) -> None:
        campaign = take(do(table(), Milestone()), "b", action="muscle")
        assert {key: en(o.label) for key, o in offers(campaign).items()} == {
            "a": "talent of Aïcha",
            "c": "talent of Naïla",
            "d": "done",
        }

    def test_no_letter_stands_for_done_and_for_a_talent(self) -> None:
        many = {f"pc{n}": {"name": f"N{n}"} for n in range(30)}
        keys = list(offers(do(campaign_of({**NOBODY, "characters": many}), Milestone())))
        assert len(keys) == len(set(keys))
        assert keys[-1] == "d"

    def test_done_leaves_the_rest_for_later(self) -> None:
        campaign = take(do(table(), Milestone()), "d")
        assert offers(campaign) == {}
        assert who(campaign).milestones == 1
        after = do(campaign, TakeTalent(who="aicha", kind="dot", action="move"))
        assert who(after).milestones == 0

    def test_a_table_without_characters(self) -> None:
        assert offers(do(campaign_of(NOBODY), Milestone())) == {}


class TestTalent:
    """Charge, Progression: one more action dot, or a situational talent with its blank filled in."""

    def earned(self, **sheet: Any) -> Campaign:
        return table({"aicha": {"milestones": 1, **sheet}})

    def test_a_dot(self) -> None:
        after = do(self.earned(), TakeTalent(who="aicha", action="finesse"))
        assert who(after).actions["finesse"] == 3
        assert who(after).talents == (Talent(kind="dot", action="finesse", checked=True),)
        assert told(after).startswith("new talent: one more dot of Finesse")

    def test_a_first_dot(self) -> None:
        assert who(do(self.earned(), TakeTalent(who="aicha", action="sway"))).actions["sway"] == 1

    def test_a_first_dot_on_an_empty_sheet_and_back(self) -> None:
        campaign = table({"naila": {"milestones": 1}})
        after = do(campaign, TakeTalent(who="naila", action="sway"))
        assert who(after, "naila").actions == {"sway": 1}
        assert "Sway 0 → 1" in told(after)
        assert same(do(after, Undo()).tree, campaign.tree)

    def test_four_is_the_most(self) -> None:
        campaign = self.earned(actions={"finesse": 4})
        assert refused(campaign, TakeTalent(who="aicha", action="finesse")) == "bad_dots"
        (_, action) = TakeTalentDeed().asks(campaign, TakeTalent(who="aicha"))
        assert [o.value for o in action.options if o.blocked is not None] == ["finesse"]

    @pytest.mark.parametrize("kind", ["effect", "position", "die"])
    def test_a_situational_talent(self, kind: str) -> None:
        after = do(self.earned(), TakeTalent(who="aicha", kind=kind, situation="sur les toits"))
        assert who(after).talents == (Talent(situation="sur les toits", kind=kind, checked=True),)  # type: ignore[arg-type]
        assert "sur les toits" in told(after)

    def test_the_first_blank_of_its_kind_on_the_sheet_is_filled_in(self) -> None:
        blanks = [
            {"kind": "dot", "checked": True, "action": "move"},
            {"kind": "effect", "text": "", "checked": False},
            {"kind": "die", "text": "", "checked": False},
            {"kind": "die", "text": "", "checked": False},
            {"kind": "dot", "checked": False},
        ]
        campaign = self.earned(talents=blanks)
        after = do(campaign, TakeTalent(who="aicha", kind="die", situation="de nuit"))
        assert [t.checked for t in who(after).talents] == [True, False, True, False, False]
        assert who(after).talents[2].situation == "de nuit"
        after = do(campaign, TakeTalent(who="aicha", kind="dot", action="finesse"))
        assert who(after).talents[4] == Talent(kind="dot", action="finesse", checked=True)

    @pytest.mark.parametrize("words", ["", "  "])
    def test_a_blank_left_empty_is_refused(self, words: str) -> None:
        assert refused(self.earned(), TakeTalent(who="aicha", kind="die", situation=words)) == "empty_talent"

    def test_without_a_milestone_it_is_refused(self) -> None:
        assert refused(table(), TakeTalent(who="aicha", action="finesse")) == "no_milestone"

    def test_an_unknown_action_is_refused(self) -> None:
        assert refused(self.earned(), TakeTalent(who="aicha", action="fly")) == "unknown_action"

    def test_a_new_talent_counts_on_the_next_roll(self) -> None:
        campaign = do(self.earned(), TakeTalent(who="aicha", kind="die", situation="de nuit"))
        assert roll(campaign, "full", talents=(0,)).log[-1].result["pool"] == 3


class TestFortune:
    """Charge, Jets de fortune: 1d6 for each level of likelihood; no initiative, none of the consequences."""

    @pytest.mark.parametrize(
        ("likelihood", "faces", "outcome"),
        [
            (1, (3,), "BAD"),
            (1, (5,), "MIXED"),
            (2, (6, 1), "EXCELLENT"),
            (2, (6, 6), "EXCELLENT, AND MORE"),
            (0, (6, 6), "EXCELLENT"),
            (0, (5, 2), "BAD"),
        ],
    )
    def test_reading(self, likelihood: int, faces: tuple[int, ...], outcome: str) -> None:
        after = do(table(), Fortune(likelihood=likelihood, question="pleut-il"), *faces)
        assert told(after).startswith(f"fortune {likelihood}d · pleut-il | {outcome}")
        if not likelihood:
            assert "no dice: two thrown, the lower kept" in told(after)
            assert [kept for _, kept in dice(after)].count(True) == 1

    def test_it_touches_nobody_and_offers_nothing(self) -> None:
        after = do(table(), Fortune(who="aicha", likelihood=2), 6, 6)
        assert same(after.tree, table().tree)
        assert after.log[-1].changes == ()
        assert offers(after) == {}

    def test_it_needs_nobody(self) -> None:
        campaign = campaign_of(NOBODY)
        command = SYSTEM.command("fortune", campaign, "")
        assert isinstance(command, Fortune)
        assert do(campaign, command, 4).log[-1].outcome == "partial"

    def test_the_odds_before_the_dice(self) -> None:
        preview = FortuneDeed().preview(table(), Fortune(likelihood=0))
        assert [str(chance.share) for chance in preview.chances] == ["0", "1/36", "2/9", "3/4"]
        assert len(preview.facts) == 1


class TestFlashback:
    """Charge, Flashbacks: 0 to 2 initiative, then it happened, or an action roll or a fortune roll decides."""

    @pytest.mark.parametrize("cost", [0, 1, 2])
    def test_the_cost_is_paid_first(self, cost: int) -> None:
        after = do(table(), Flashback(who="aicha", cost=cost, story="j'ai payé le garde"))
        assert who(after).initiative == 4 - cost
        assert told(after).startswith("flashback: it happened so · j'ai payé le garde")
        assert offers(after) == {}

    @pytest.mark.parametrize("cost", [3, -1])
    def test_another_cost_is_refused(self, cost: int) -> None:
        assert refused(table(), Flashback(who="aicha", cost=cost)) == "bad_cost"

    def test_a_cost_that_is_not_held_is_refused_and_shown_with_the_reason(self) -> None:
        campaign = table({"aicha": {"initiative": 1}})
        assert refused(campaign, Flashback(who="aicha", cost=2)) == "not_enough_initiative"
        cost = FlashbackDeed().asks(campaign, Flashback(who="aicha"))[0]
        assert [option.blocked is not None for option in cost.options] == [False, False, True]

    def test_an_action_roll_decides_in_the_same_beat_and_earns_its_gain(self) -> None:
        before = table()
        campaign = do(before, Flashback(who="aicha", cost=2, then="action"))
        assert set(offers(campaign)) == {"r", "d"}
        assert offers(campaign)["r"].opens
        campaign = take(campaign, "r", 6, 1, clock="coffre")
        assert who(campaign).initiative == 4
        assert filled(campaign, "coffre") == 2
        assert {entry.beat for entry in campaign.log} == {1}
        assert same(do(campaign, Undo()).tree, before.tree)

    def test_its_action_roll_has_consequences_as_any(self) -> None:
        campaign = take(do(table(), Flashback(who="aicha", then="action")), "r", 3, 1)
        assert "s" in offers(campaign)

    def test_a_fortune_roll_decides_in_the_same_beat_and_once(self) -> None:
        campaign = do(table(), Flashback(who="aicha", then="fortune"))
        assert set(offers(campaign)) == {"f", "d"}
        campaign = take(campaign, "f", 6, 6, likelihood=2)
        assert campaign.log[-1].beat == 1
        assert offers(campaign) == {}

    def test_it_may_be_left(self) -> None:
        assert offers(take(do(table(), Flashback(who="aicha", then="action")), "d")) == {}


class TestEmptyTable:
    """A campaign may have no characters and no clocks yet."""

    def test_no_key_finds_anybody(self) -> None:
        campaign = campaign_of(NOBODY)
        assert SYSTEM.command("roll", campaign, "") is None
        assert SYSTEM.command("resist", campaign, "") is None
        assert SYSTEM.command("flashback", campaign, "") is None
        assert SYSTEM.command("nonsense", campaign, "") is None

    @pytest.mark.parametrize("command", [StartSession(), EndScene(), EndSession(), Milestone()])
    def test_the_table_menu_works(self, command: Any) -> None:
        assert told(do(campaign_of(NOBODY), command))

    def test_a_new_character_has_what_a_session_starts_with(self) -> None:
        after = do(campaign_of({**NOBODY, "rules": {"initiative_start": 3}}), AddCharacter(name="Zoé", player="Jo"))
        assert (who(after, "zoe").initiative, who(after, "zoe").name, who(after, "zoe").player) == (3, "Zoé", "Jo")
        assert checked_campaign(after.tree)[1] == ()


class TestWhatThePaneSays:
    """Demand 4: the party pane shows initiative, counters, what earlier rolls left, and set-ups waiting."""

    def test_gauges(self) -> None:
        campaign = table({"aicha": {"counters": {"or": {"name": "Or", "value": 3, "max": 6}}}})
        gauges = SYSTEM.gauges(campaign, who(campaign))
        assert [(gauge.path, gauge.value, gauge.maximum) for gauge in gauges] == [
            (("initiative",), 4, None),
            (("counters", "or", "value"), 3, 6),
        ]

    def test_remarks_and_table_lines(self) -> None:
        campaign = table({"aicha": {"position_bonus": 1, "position_penalty": 2, "milestones": 1}})
        assert [en(r) for r in SYSTEM.remarks(campaign, who(campaign))] == ["position +1", "position −2", "1 milestone"]
        campaign = roll(campaign, "full", purpose="effect")
        assert [en(each) for each in SYSTEM.table_lines(campaign)] == ["set-up by Aïcha: +1 effect"]

    def test_every_key_of_charge_is_known(self) -> None:
        assert all(SYSTEM.has(key) for key in ("roll", "resist", "fortune", "flashback"))
        assert needs(table(), Fortune())[0].count == 1
