"""Who suffers a consequence: helpers, who protects, who leaves (Charge, Aider; Protéger)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import (
    AICHA,
    COFFRE,
    campaign_of,
    commons,
    consequence,
    do,
    en,
    filled,
    offers,
    refused,
    roll,
    table,
    take,
    told,
    who,
)

from tracker.core.campaign import Campaign
from tracker.core.tree import Tree
from tracker.rules.charge.consequence import Exposure, Protect
from tracker.rules.charge.determination import Determination
from tracker.rules.common.characters import RemoveCharacter
from tracker.rules.common.condition import Condition

KINDS = ["stress", "complication", "reduced", "position", "lost", "none"]


def both_suffer(outcome: str = "bad", **choice: Any) -> Campaign:
    return take(roll(table(), outcome, helper="bohort", **choice), "v")


class TestHelperExposed:
    """Charge, Aider: who assists is exposed too; roller, helper or both suffer, as the game master says."""

    def test_only_where_somebody_assisted(self) -> None:
        assert "v" not in offers(roll(table(), "bad"))
        assert refused(roll(table(), "bad"), Exposure(beat=1, on="both")) == "no_helper"

    def test_the_roller_if_nothing_is_said(self) -> None:
        after = take(roll(table(), "bad", helper="bohort"), "s")
        assert (who(after).stress, who(after, "bohort").stress) == (2, 0)

    @pytest.mark.parametrize(("on", "stress"), [("roller", (2, 0)), ("helper", (0, 2)), ("both", (2, 2))])
    def test_stress(self, on: str, stress: tuple[int, int]) -> None:
        campaign = take(roll(table(), "bad", helper="bohort"), "v", on=on)
        after = take(campaign, "s")
        assert (who(after).stress, who(after, "bohort").stress) == stress

    def test_it_is_told_by_name(self) -> None:
        assert told(both_suffer()) == "the consequence falls on Aïcha, Bohort"

    def test_both_conditions_are_offered_one_after_the_other(self) -> None:
        campaign = take(both_suffer(), "s")
        assert en(offers(campaign)["c"].label) == "condition of Aïcha"
        campaign = take(campaign, "c", words="boite")
        assert en(offers(campaign)["c"].label) == "condition of Bohort"
        campaign = take(campaign, "c", words="trempé")
        assert (who(campaign).condition, who(campaign, "bohort").condition) == ("boite", "trempé")
        assert offers(campaign) == {}

    def test_a_complication_ticks_once_for_both(self) -> None:
        assert filled(take(both_suffer(), "c"), "alerte") == 4

    def test_each_suffers_at_the_level_their_own_determination_left(self) -> None:
        campaign = take(both_suffer(position="desperate"), "d", 4)
        campaign = do(campaign, Determination(who="bohort", beat=1), 6)
        after = take(campaign, "s")
        assert (who(after).stress, who(after, "bohort").stress) == (2, 0)

    def test_a_worse_position_spares_who_reduced_or_avoided_it(self) -> None:
        campaign = do(both_suffer(), Determination(who="bohort", beat=1), 4)
        after = take(campaign, "w")
        assert (who(after).position_penalty, who(after, "bohort").position_penalty) == (1, 0)

    def test_both_resist_once_each(self) -> None:
        campaign = take(both_suffer(), "d", 4)
        command = offers(campaign)["d"].command
        assert command.who == "bohort"
        campaign = do(campaign, command, 4)
        assert "d" not in offers(campaign)

    def test_nobody_is_exposed_after_it_is_settled(self) -> None:
        campaign = take(roll(table(), "bad", helper="bohort"), "w")
        assert refused(campaign, Exposure(beat=1, on="both")) == "settled"


class TestProtect:
    """Charge, Protéger: a protector takes the consequence over and may resist with own initiative."""

    def protected(self, outcome: str = "bad") -> Campaign:
        return take(roll(table(), outcome, clock="coffre"), "p")

    def test_the_protector_suffers(self) -> None:
        campaign = self.protected()
        assert told(campaign) == "protects Aïcha"
        after = take(campaign, "s")
        assert (who(after).stress, who(after, "bohort").stress) == (0, 2)

    def test_the_success_stays_with_who_rolled(self) -> None:
        after = take(self.protected("partial"), "s")
        assert filled(after, "coffre") == 2

    def test_the_protector_has_an_own_determination_after_the_rollers(self) -> None:
        campaign = take(roll(table(), "bad"), "d", 3)
        campaign = take(campaign, "p")
        command = offers(campaign)["d"].command
        assert command.who == "bohort"
        campaign = do(campaign, command, 6)
        assert who(campaign, "bohort").initiative == 1
        assert offers(campaign) == {}

    def test_who_suffers_already_does_not_protect(self) -> None:
        campaign = both_suffer()
        assert refused(campaign, Protect(who="bohort", victim="aicha", beat=1)) == "bad_protector"

    def test_only_who_suffers_is_protected(self) -> None:
        campaign = roll(table(), "bad")
        assert refused(campaign, Protect(who="bohort", victim="naila", beat=1)) == "bad_protector"
        assert refused(campaign, Protect(who="ghost", victim="aicha", beat=1)) == "nobody"

    def test_one_of_two_is_protected(self) -> None:
        campaign = do(both_suffer(), Protect(who="naila", victim="bohort", beat=1))
        after = take(campaign, "s")
        assert [who(after, id).stress for id in ("aicha", "bohort", "naila")] == [2, 0, 2]

    def test_nobody_protects_after_it_is_settled(self) -> None:
        campaign = take(roll(table(), "bad"), "w")
        assert refused(campaign, Protect(who="bohort", victim="aicha", beat=1)) == "settled"

    def test_alone_at_the_table_nobody_is_offered(self) -> None:
        tree: Tree = {"format": 1, "system": "charge", "characters": {"aicha": AICHA}, "clocks": {"coffre": COFFRE}}
        assert "p" not in offers(roll(campaign_of(tree), "bad"))


class TestCharactersWhoLeave:
    """The file belongs to everybody: a character may be gone between a roll and what follows from it."""

    def gone(self, campaign: Campaign, id: str) -> Campaign:
        """Give the campaign as an editor leaves it: without a character, the log untouched."""
        tree = dict(campaign.tree)
        characters = tree["characters"]
        assert isinstance(characters, dict)
        tree["characters"] = {k: v for k, v in characters.items() if k != id}
        return replace(campaign_of(tree), log=campaign.log)

    @pytest.mark.parametrize("kind", KINDS)
    def test_a_consequence_for_nobody_is_settled_without_harm(self, kind: str) -> None:
        campaign = self.gone(roll(table(), "partial", clock="coffre", purpose="effect"), "aicha")
        after = consequence(campaign, kind, clock="alerte" if kind == "complication" else "")
        assert filled(after, "alerte") == 2
        assert commons(after).setups == ()
        assert told(after)

    def test_the_other_sufferers_condition_is_still_offered(self) -> None:
        campaign = self.gone(take(both_suffer(), "s"), "aicha")
        assert en(offers(campaign)["c"].label) == "condition of Bohort"

    def test_what_follows_is_still_offered_where_the_condition_has_nobody(self) -> None:
        campaign = roll(table(), "bad", boost="tension", price="stress")
        assert "s" in offers(self.gone(campaign, "aicha"))

    def test_a_helper_who_left_is_not_exposed(self) -> None:
        campaign = self.gone(roll(table(), "bad", helper="bohort"), "bohort")
        assert refused(campaign, Exposure(beat=1, on="both")) == "nobody"

    def test_a_condition_for_nobody_is_refused(self) -> None:
        campaign = self.gone(take(roll(table(), "bad"), "s"), "aicha")
        assert refused(campaign, Condition(who="aicha", beat=1, words="x")) == "nobody"

    def test_removing_the_roller_ends_the_offers(self) -> None:
        assert offers(do(roll(table(), "bad"), RemoveCharacter(who="aicha"))) == {}
