"""The whole round runs on the keyboard with at most three key presses for a step, counted through the panel."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playing import EVENING, do
from playing_pot import acting, commons, reserves, table, who

from tracker.core.campaign import Campaign
from tracker.core.history import history
from tracker.core.text import Text
from tracker.i18n.say import say
from tracker.rules.pot.system import SYSTEM
from tracker.rules.pot.taking_turns import EndTurn
from tracker.rules.table import apply, needs, open_beat
from tracker.ui import intents
from tracker.ui.menus import table_menu
from tracker.ui.panel.conversation import Choice, Conversation
from tracker.ui.selection import Selection
from tracker.ui.situation import Situation

MOST = 3
LOW = (1, 2)
"""What the dice show in turn where nothing is to succeed."""
HIGH = (6,)


def said(words: Text) -> str:
    return say(words, "fr")


@dataclass
class Desk:
    """A table under the fingers of a game master: what the screen does with keys, without the screen."""

    campaign: Campaign
    selected: str = "vasco"
    shows: tuple[int, ...] = LOW
    panel: Conversation | None = None
    pressed: list[int] = field(default_factory=lambda: [0])

    def situation(self) -> Situation:
        selection = Selection(who=self.selected)
        return Situation(self.campaign, SYSTEM, selection, lambda: history(self.campaign.log), can_open=True)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.pressed[-1] += 1
            if self.panel is None:
                self._key_of_the_table(key)
            else:
                self._answer(self.panel.press(key, key if len(key) == 1 else None, said))

    def step(self, *keys: str) -> None:
        """Press the keys of one step of the round."""
        self.pressed.append(0)
        self.press(*keys)
        assert self.pressed[-1] <= MOST

    def _key_of_the_table(self, key: str) -> None:
        if key == "t":
            menu = table_menu(self.situation())
            self.panel = Conversation.choosing(self.campaign, menu.title, menu.offers)
        else:
            assert key == "r"
            self.panel = Conversation.about(self.campaign, intents.roll(self.situation()).command)

    def _answer(self, answer: object) -> None:
        if answer is None:
            return
        if not isinstance(answer, Choice):
            self.panel = None
            return
        faces = answer.faces or {
            pool.name: (self.shows * pool.count)[: pool.count] for pool in needs(self.campaign, answer.command)
        }
        self.campaign = apply(self.campaign, answer.command, faces, EVENING).campaign
        beat, offers = open_beat(self.campaign)
        self.panel = Conversation.after(self.campaign, beat, offers) if offers else None

    def type(self, words: str) -> None:
        """Write text, which counts for no step."""
        assert self.panel is not None
        for sign in words:
            self.panel.press(sign, sign, said)


def test_a_round_from_start_to_start() -> None:
    desk = Desk(table())
    desk.step("t", "n")
    assert commons(desk.campaign).phase == "split"
    for _ in range(3):
        desk.step("enter")
    assert reserves(desk.campaign) == {"vasco": (3, 2), "mira": (2, 2), "loup": (2, 1)}
    assert commons(desk.campaign).phase == "act"
    desk.step("enter", "enter")
    assert (desk.campaign.log[-1].roll, desk.campaign.log[-1].who) == ("talent", "vasco")
    for _ in range(3):
        desk.step("enter", "enter")
        assert desk.campaign.log[-1].roll == "reroll"
    desk.step("enter")
    assert desk.campaign.log[-1].roll == "turn_end"
    desk.shows = HIGH
    desk.step("enter", "enter")
    assert (desk.campaign.log[-1].who, desk.campaign.log[-1].outcome) == ("mira", "success")
    desk.step("x", "enter")
    assert desk.campaign.log[-1].choice["reserve"] == "rr"
    desk.step("e")
    desk.step("e")
    assert commons(desk.campaign).acting == ""
    desk.step("enter")
    assert commons(desk.campaign).phase == "none"
    desk.step("enter")
    assert (commons(desk.campaign).round, commons(desk.campaign).phase) == (2, "split")
    assert max(desk.pressed) <= 2


def test_a_split_of_another_size_and_a_diff_of_two_keys() -> None:
    desk = Desk(table())
    desk.step("t", "n")
    desk.step("right", "enter")
    assert reserves(desk.campaign)["mira"] == (3, 1)
    desk.step("0", "enter")
    assert reserves(desk.campaign)["vasco"] == (0, 5)
    desk.step("enter")
    desk.step("enter")
    desk.step("tab", "9", "enter")
    assert desk.campaign.log[-1].result["base"] == 9


def test_by_the_roll_key_whatever_lay_between() -> None:
    desk = Desk(acting())
    desk.step("r", "enter")
    assert (desk.campaign.log[-1].who, "reserve" in desk.campaign.log[-1].choice) == ("vasco", False)
    desk = Desk(acting(), selected="loup")
    desk.step("r", "enter")
    assert desk.campaign.log[-1].choice["reserve"] == "rr"


def test_a_forced_defence() -> None:
    desk = Desk(acting(), shows=HIGH)
    desk.step("r", "tab", "tab")
    desk.press("tab", "2", "enter")
    assert desk.campaign.log[-1].result["bets_won"] == 2
    desk.step("enter", "enter")
    entry = desk.campaign.log[-1]
    assert (entry.who, entry.result["forced_bets"], entry.choice["defends"]) == ("mira", 2, True)


def test_a_die_set_aside_and_fired() -> None:
    desk = Desk(acting())
    desk.step("r", "enter")
    desk = Desk(do(acting(), EndTurn(who="vasco")), selected="mira")
    desk.step("t", "i")
    desk.type("si la porte s'ouvre")
    desk.step("enter")
    assert who(desk.campaign, "mira").conditional_when == "si la porte s'ouvre"
    desk.step("k", "enter")
    assert who(desk.campaign, "mira").conditional == 0


@pytest.mark.parametrize("key", ["n", "d", "i", "a"])
def test_the_table_menu_has_each_step_of_the_round_under_its_own_key(key: str) -> None:
    menu = table_menu(Desk(acting()).situation())
    assert key in {offer.key for offer in menu.offers}
    assert len({offer.key for offer in menu.offers}) == len(menu.offers)
