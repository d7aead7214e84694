"""The sample of Sixième Monde: clean, in mid-story, and played with everything its system has."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import en

from tracker.core.campaign import Campaign
from tracker.core.clock import CLOCK_KINDS
from tracker.core.fields import default_of, described
from tracker.rules.check import checked_campaign
from tracker.rules.said import said
from tracker.rules.sixieme_monde.house import SixiemeRules
from tracker.rules.sixieme_monde.system import SYSTEM
from tracker.rules.table import open_beat
from tracker.store.campaign_file import read_campaign_file

PATH = Path(__file__).parents[2] / "campaigns" / "sept-portes.toml"


@pytest.fixture(scope="module")
def campaign() -> Campaign:
    """Give the sample."""
    return read_campaign_file(PATH)[0]


def test_nothing_is_wrong_with_it(campaign: Campaign) -> None:
    assert checked_campaign(campaign.tree)[1] == ()


def test_every_house_rule_stands_in_it(campaign: Campaign) -> None:
    written = campaign.tree["rules"]
    assert isinstance(written, dict)
    assert set(written) == set(described(SixiemeRules))
    own = {key for key in written if key in SixiemeRules.__annotations__}
    assert any(written[key] != default_of(SixiemeRules, key) for key in own)


def test_everything_of_the_system_was_played(campaign: Campaign) -> None:
    assert {deed.id for deed in SYSTEM.deeds} <= {entry.roll for entry in campaign.log}
    assert {entry.session for entry in campaign.log} == {4, 5}
    assert any(entry.typed for entry in campaign.log)
    assert any(entry.secret for entry in campaign.log)


def test_the_table_is_full(campaign: Campaign) -> None:
    characters = campaign.characters.values()
    assert len(campaign.characters) == 4
    assert all(each.skills and each.addons and each.call_values for each in characters)
    assert any(trick.active for each in characters for trick in each.tricks.values())
    assert any(each.taken_out for each in characters)
    assert any(each.counters for each in characters)
    assert {clock.kind for clock in campaign.clocks.values()} == set(CLOCK_KINDS)
    assert {clock.visibility for clock in campaign.clocks.values()} == {"shown", "name", "hidden"}


def test_it_stops_in_the_middle_of_a_roll(campaign: Campaign) -> None:
    _, offers = open_beat(campaign)
    assert {"r", "a", "s"} <= {offer.key for offer in offers}
    for entry in campaign.log:
        assert en(said(campaign, entry).what)
