"""What turns a failing roll before the d6: the call, a companion's support, tricks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import do, en, offers, refused, take, told
from playing_sixieme import roll, table, total, who

from tracker.core.campaign import Campaign
from tracker.rules.common.characters import RemoveCharacter
from tracker.rules.common.takeback import Undo
from tracker.rules.sixieme_monde.calls import AnswerCall, AnswerCallDeed, Support, SupportDeed
from tracker.rules.sixieme_monde.system import SYSTEM
from tracker.rules.sixieme_monde.tricks import EndTrick, StartTrick, UseTrick, UseTrickDeed
from tracker.rules.table import deed_for


def option_notes(campaign: Campaign, command: Any, name: str) -> dict[Any, str]:
    """Give the notes of the options of one question."""
    (ask,) = (ask for ask in deed_for(campaign, command).asks(campaign, command) if ask.name == name)
    return {option.value: en(option.blocked or option.note) for option in ask.options}


class TestCall:
    """Step 4: a raw d20 that is a call value of who acts lets them name one more addon and take its level off."""

    def test_the_level_comes_off(self) -> None:
        after = take(roll(table(), 11, 2, 6), "c")
        assert total(after) == 11
        assert told(after) == (
            "answers the call: Boussole | 13 → 11 | d20 11, penalty +8, Manœuvre −6, call (Boussole) −2 = 11"
        )

    def test_the_bonus_by_house_rule(self) -> None:
        campaign = roll(table(call_uses_bonus=True), 11, 2, 6)
        command = offers(campaign)["c"].command
        assert option_notes(campaign, command, "addon")["boussole"] == "bonus 5 · 13 → 8"
        assert total(do(campaign, command)) == 8

    def test_notes(self) -> None:
        campaign = roll(table(), 11, 2, 6)
        found = option_notes(campaign, offers(campaign)["c"].command, "addon")
        assert found["boussole"] == "bonus 5, level 2 · 13 → 11"
        assert found["gants"] == "bonus 2, level 1 · 13 → 12"
        command = AnswerCall(who="isaure", beat=1, addon="gants")
        assert [en(fact) for fact in AnswerCallDeed().preview(campaign, command).facts] == [
            "bonus 2, level 1 · 13 → 12"
        ]

    def test_another_addon(self) -> None:
        after = take(roll(table(), 11, 2, 6), "c", addon="", addon_name="", addon_bonus=9)
        assert told(after).startswith("answers the call | 13 → 10 | ")
        assert "call −3 = 10" in told(after)
        assert refused(roll(table(), 11), AnswerCall(who="isaure", beat=1, addon_bonus=10)) == "bad_addon_bonus"

    def test_it_is_offered_only_where_the_own_value_is_called(self) -> None:
        campaign = roll(table(), 12)
        assert "c" not in offers(campaign)
        assert refused(campaign, AnswerCall(who="isaure", beat=1, addon="boussole")) == "no_call"
        assert en(offers(roll(table(), 11))["c"].note) == "the die calls Isaure"

    def test_once(self) -> None:
        after = take(roll(table(), 11, 2, 6), "c")
        assert "c" not in offers(after)
        assert refused(after, AnswerCall(who="isaure", beat=1, addon="gants")) == "answered"

    def test_only_who_acts(self) -> None:
        assert refused(roll(table(), 11), AnswerCall(who="lazare", beat=1, addon="lanterne")) == "no_roll"

    def test_below_zero_it_is_a_success(self) -> None:
        campaign = table({"isaure": {"call_values": [7]}})
        after = take(roll(campaign, 7), "c")
        assert (after.log[-1].outcome, offers(after)) == ("success", {})
        assert "SUCCESS" in told(after)
        assert refused(after, Support(who="lazare", beat=1, addon="lanterne")) == "settled"


class TestSupport:
    """Step 5: a companion whose value the raw d20 is may name an addon; its level comes off too."""

    def test_besides_the_own_answer_or_without_it(self) -> None:
        after = take(take(roll(table(), 11, 2, 6), "c"), "s", who="lazare", addon="lanterne")
        assert total(after) == 8
        assert told(after).startswith("supports Isaure: Lanterne | 11 → 8 | ")
        assert "support of Lazare (Lanterne) −3 = 8" in told(after)
        alone = take(roll(table(), 17), "s", who="lazare", addon="lanterne")
        assert total(alone) == 8
        assert alone.log[-1].who_name == "Lazare"

    def test_a_wrong_answer_is_refused_and_may_be_followed_by_another(self) -> None:
        campaign = roll(table(), 12)
        assert refused(campaign, Support(who="lazare", beat=1, addon="lanterne")) == "no_call"
        assert refused(campaign, Support(who="odile", beat=1)) == "no_call"
        assert total(take(roll(table(), 17), "s", who="lazare", addon="lanterne")) == 8

    def test_one_companion_by_the_book(self) -> None:
        values = {id: {"call_values": [17]} for id in ("lazare", "odile")}
        after = take(roll(table(values), 17), "s", who="lazare", addon="lanterne")
        assert "s" not in offers(after)
        assert refused(after, Support(who="odile", beat=1)) == "too_many_companions"

    def test_more_by_house_rule_each_once(self) -> None:
        values = {id: {"call_values": [17]} for id in ("lazare", "odile")}
        after = take(roll(table(values, max_companions=5), 17), "s", who="lazare", addon="lanterne")
        assert refused(after, Support(who="lazare", beat=1, addon="lanterne")) == "bad_companion"
        after = take(after, "s", who="odile", addon_bonus=2)
        assert total(after) == 7
        assert "s" not in offers(after)
        assert "s" not in offers(roll(table(max_companions=0), 17))

    def test_bonus_by_house_rule(self) -> None:
        assert total(take(roll(table(call_uses_bonus=True), 17), "s", who="lazare", addon="lanterne")) == 2

    def test_nobody_is_proposed(self) -> None:
        campaign = roll(table(), 17)
        command = offers(campaign)["s"].command
        assert command == Support(beat=1)
        assert [ask.name for ask in SupportDeed().asks(campaign, Support(beat=1))] == ["who"]
        assert refused(campaign, command) == "nobody"

    def test_who_speaks_up_proposes_their_best_addon(self) -> None:
        put = SupportDeed().put(table(), Support(beat=1), "who", "lazare")
        assert put.addon == "lanterne"
        assert SupportDeed().put(table(), put, "who", "odile").addon == ""

    def test_who_acts_or_is_gone_cannot(self) -> None:
        campaign = roll(table(), 11)
        assert refused(campaign, Support(who="isaure", beat=1, addon="boussole")) == "bad_companion"
        assert refused(campaign, Support(who="ghost", beat=1)) == "nobody"

    def test_the_name_of_a_companion_who_left_stays_in_the_sum(self) -> None:
        after = take(roll(table(), 17), "s", who="lazare", addon="lanterne")
        after = do(after, RemoveCharacter(who="lazare"))
        command = UseTrick(who="isaure", beat=1, trick="ruse")
        assert "support of Lazare (Lanterne) −3" in told(do(after, command))

    def test_alone_at_the_table_nobody_is_asked_for(self) -> None:
        campaign = table()
        for id in ("lazare", "odile"):
            campaign = do(campaign, RemoveCharacter(who=id))
        assert "s" not in offers(roll(campaign, 12))


class TestTricks:
    """Step 6: active tricks come off for free; switching one on costs 1 karma."""

    def test_before_the_roll(self) -> None:
        after = roll(table(), 12, tricks=("masque", "ruse"))
        assert total(after) == 1
        assert who(after).karma == 1
        assert who(after).tricks["ruse"].active
        assert told(after).endswith("karma 2 → 1 | Ruse: active")

    def test_after_it(self) -> None:
        campaign = roll(table(), 12)
        first = offers(campaign)["t"].command
        assert first == UseTrick(who="isaure", beat=1, trick="masque")
        assert option_notes(campaign, first, "trick") == {"masque": "6 → 4 · active", "ruse": "6 → 3 · 1 karma"}
        after = take(take(campaign, "t"), "t")
        assert (total(after), who(after).karma) == (1, 1)
        assert "t" not in offers(after)
        assert told(after).startswith("uses a trick: Ruse | 4 → 1 | ")

    def test_each_once(self) -> None:
        after = take(roll(table(), 12), "t")
        assert refused(after, UseTrick(who="isaure", beat=1, trick="masque")) == "no_trick"
        assert refused(after, UseTrick(who="isaure", beat=1, trick="ghost")) == "no_trick"
        assert refused(after, UseTrick(who="lazare", beat=1, trick="masque")) == "no_roll"

    def test_without_karma(self) -> None:
        campaign = table({"isaure": {"karma": 0, "tricks": {"ruse": {"name": "Ruse", "bonus": 3}}}})
        after = roll(campaign, 12)
        assert en(offers(after)["t"].blocked) == "Isaure has no karma"
        assert refused(after, UseTrick(who="isaure", beat=1, trick="ruse")) == "no_karma"
        poor = table({"isaure": {"karma": 0}})
        assert (
            option_notes(roll(poor, 12), offers(roll(poor, 12))["t"].command, "trick")["ruse"] == "Isaure has no karma"
        )

    def test_the_roll_itself_must_be_payable(self) -> None:
        campaign = table({"isaure": {"karma": 0}})
        deed = deed_for(campaign, command := SYSTEM.command("roll", campaign, "isaure"))  # type: ignore[arg-type]
        assert refused(campaign, deed.put(campaign, command, "tricks.ruse", True), 5) == "no_karma"

    def test_they_stay_active_until_the_table_ends_them(self) -> None:
        campaign = table()
        assert [en(remark) for remark in SYSTEM.remarks(campaign, who(campaign))] == ["Masque −2"]
        menu = {offer.key: offer.command for offer in SYSTEM.menu(campaign)}
        assert menu["k"] == EndTrick(who="isaure", trick="masque")
        after = do(campaign, menu["k"])
        assert not who(after).tricks["masque"].active
        assert told(after) == "a trick is over: Masque | Masque: no longer active"
        assert SYSTEM.remarks(after, who(after)) == ()
        assert "k" not in {offer.key for offer in SYSTEM.menu(after)}
        assert refused(after, menu["k"]) == "no_change"
        assert who(do(after, Undo())).tricks["masque"].active

    def test_switched_on_outside_a_roll(self) -> None:
        command = next(offer.command for offer in SYSTEM.menu(table()) if offer.key == "a")
        assert command == StartTrick(who="isaure", trick="ruse")
        after = do(table(), command)
        assert (who(after).karma, told(after)) == (1, "switches a trick on: Ruse | karma 2 → 1 | Ruse: active")
        assert refused(after, command) == "no_change"
        assert refused(table({"isaure": {"karma": 0}}), command) == "no_karma"

    @pytest.mark.parametrize("kind", [StartTrick, EndTrick])
    def test_whose_trick_is_asked_with_it(self, kind: Any) -> None:
        campaign = table({"odile": {"karma": 1, "tricks": {"x": {"name": "X", "bonus": 4}}}})
        deed = deed_for(campaign, kind())
        assert deed.put(campaign, kind(), "trick", ("odile", "x")) == kind(who="odile", trick="x")
        assert refused(campaign, kind(who="odile", trick="ghost")) == "no_trick"
        assert refused(campaign, kind(who="ghost", trick="x")) == "nobody"
        values = [option.value for option in deed.asks(campaign, kind())[0].options]
        assert values == ([("isaure", "masque")] if kind is EndTrick else [("isaure", "ruse"), ("odile", "x")])

    def test_the_deed_is_asked_of_nobody_who_is_gone(self) -> None:
        campaign = roll(table(), 12)
        command = replace(UseTrick(), who="ghost", beat=1)
        assert UseTrickDeed().asks(campaign, command) == ()
