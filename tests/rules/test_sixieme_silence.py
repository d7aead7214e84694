"""Text, step 5: it is the d20 that calls, and who acts may not ask who can answer. Nothing said gives it away.

Two tables alike but for the call values of the others must look and sound alike, whatever is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import do, offers, take
from playing_sixieme import ISAURE, roll, table, twins

from tracker.cli.show import table_lines
from tracker.core.campaign import Campaign
from tracker.core.entry import encode_entry
from tracker.core.fields import Kind
from tracker.core.players import for_players
from tracker.core.refusal import Refusal
from tracker.core.text import Text
from tracker.i18n.say import say
from tracker.rules.check import checked_campaign
from tracker.rules.common.characters import EditCharacter
from tracker.rules.common.sessions import EndScene
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Ask, Command
from tracker.rules.said import beat_said, said
from tracker.rules.sixieme_monde.calls import Support
from tracker.rules.sixieme_monde.roll_numbers import D20Roll
from tracker.rules.sixieme_monde.system import SYSTEM
from tracker.rules.table import apply, deed_for, needs, open_beat

VALUES = (13, 19)
"""Call values that stand in no number of a test where they are looked for."""


def spoken(words: Text | None) -> str:
    """Give a sentence as it is said."""
    return "" if words is None else say(words, "fr")


def sights(campaign: Campaign) -> Iterator[str]:
    """Give everything a screen may say of a campaign: panes, log, offers, menus, and every form with its answers."""
    yield from (spoken(line) for line in table_lines(campaign))
    for entry in campaign.log:
        line = said(campaign, entry)
        yield from map(spoken, (line.what, line.outcome, *line.details))
        yield repr((line.dice, line.tone, encode_entry(entry)))
    beat, offered = open_beat(campaign)
    if beat:
        yield spoken(beat_said(campaign, beat))
    for offer in (*offered, *SYSTEM.menu(campaign)):
        yield repr((offer.key, spoken(offer.label), spoken(offer.note), spoken(offer.blocked), offer.opens))
        yield from forms(campaign, offer.command)
    for who in campaign.characters:
        for key in ("roll", "fortune"):
            command = SYSTEM.command(key, campaign, who)
            if command is not None:
                yield from forms(campaign, command)
        yield from (spoken(remark) for remark in SYSTEM.remarks(campaign, campaign.characters[who]))
        yield repr([gauge.path for gauge in SYSTEM.gauges(campaign, campaign.characters[who])])


def forms(campaign: Campaign, command: Command) -> Iterator[str]:
    """Give a form as it opens, and after each answer it offers."""
    deed = deed_for(campaign, command)
    yield from form(campaign, command)
    for ask in deed.asks(campaign, command):
        for option in ask.options:
            yield from form(campaign, deed.put(campaign, command, ask.name, option.value))


def form(campaign: Campaign, command: Command) -> Iterator[str]:
    """Give one form: questions, options, odds, dice, and why it could not be carried out now."""
    deed = deed_for(campaign, command)
    yield repr(command)
    for ask in deed.asks(campaign, command):
        yield from map(spoken, (ask.label, ask.help, ask.heading))
        yield repr((ask.name, ask.kind, ask.value, ask.low, ask.high))
        for option in ask.options:
            yield repr((option.value, spoken(option.label), spoken(option.note), spoken(option.blocked)))
    try:
        preview = deed.preview(campaign, command)
        yield repr([(chance.outcome, spoken(chance.label), chance.share) for chance in preview.chances])
        yield from map(spoken, (*preview.facts, *preview.warnings))
        yield repr(deed.pools(campaign, command))
    except Refusal as refusal:
        yield refusal.code + spoken(refusal.message)


def alike(pair: tuple[Campaign, Campaign]) -> None:
    """Check that two tables cannot be told apart."""
    first, second = (list(sights(campaign)) for campaign in pair)
    assert first == second


def both(pair: tuple[Campaign, Campaign], play: Callable[[Campaign], Campaign]) -> tuple[Campaign, Campaign]:
    """Play the same at both tables."""
    return play(pair[0]), play(pair[1])


class TestTwoTablesAlike:
    """Whether or not others could answer: the same offers, forms, notes, odds, log and status line."""

    @pytest.mark.parametrize("d20", range(1, 21))
    def test_every_face(self, d20: int) -> None:
        pair = twins({"isaure": {"skills": {"s": {"name": "S", "score": 9}}}}, 3)
        alike(pair)
        pair = both(pair, lambda campaign: roll(campaign, d20, 2, skill="s"))
        alike(pair)
        alike(both(pair, lambda campaign: take(campaign, "t")))
        alike(both(pair, lambda campaign: take(campaign, "a")))

    @pytest.mark.parametrize("rules", [{"max_companions": 0}, {"max_companions": 3}, {"call_uses_bonus": True}])
    def test_house_rules(self, rules: dict[str, Any]) -> None:
        alike(both(twins(**rules), lambda campaign: roll(campaign, 11)))

    @pytest.mark.parametrize("d20", range(1, 21))
    def test_others_are_offered_alike_even_those_without_anything(self, d20: int) -> None:
        for campaign in both(twins(), lambda each: roll(each, d20, 6, 6)):
            (ask,) = deed_for(campaign, Support()).asks(campaign, offers(campaign)["s"].command)
            names = [(spoken(option.label), option.note, option.blocked) for option in ask.options]
            assert names == [("personne encore", None, None), ("Lazare", None, None), ("Odile", None, None)]
            assert ask.value == ""

    def test_absent_or_out_of_the_scene_changes_nothing(self) -> None:
        campaign = roll(table({"odile": {"present": False}, "lazare": {"taken_out": True}}), 12)
        (ask,) = deed_for(campaign, Support()).asks(campaign, offers(campaign)["s"].command)
        assert [option.value for option in ask.options] == ["", "lazare", "odile"]

    def test_only_the_answer_itself_tells(self) -> None:
        silent, called = both(twins(), lambda campaign: roll(campaign, 12))
        answer = Support(who="lazare", beat=1, addon="lanterne")
        for campaign in (silent, called):
            assert deed_for(campaign, answer).pools(campaign, answer) == ()
        assert do(called, answer).log[-1].roll == "support"
        with pytest.raises(Refusal) as caught:
            do(silent, answer)
        assert spoken(caught.value.message) == "ce dé n’appelle pas Lazare"

    def test_only_the_own_value_is_spoken_of(self) -> None:
        own, other = roll(table(), 11), roll(table(), 17)
        assert "le dé appelle Isaure" in "".join(sights(own))
        assert "appelle" not in "".join(spoken(offer.note) for offer in offers(other).values())


@given(st.integers(0, 2**32), st.integers(1, 12))
@settings(max_examples=25, deadline=None)
def test_a_whole_evening(seed: int, steps: int) -> None:
    """Whatever is played at both tables, they stay alike but for the answers that one of them refuses."""
    chance = Random(seed)
    pair = twins({"isaure": {"karma": 5}}, 2, max_companions=2, d6_always=seed % 2 == 0)
    for _ in range(steps):
        command = wanted(pair[0], chance)
        faces = thrown(pair[0], command, chance)
        played = [stepped(campaign, command, faces) for campaign in pair]
        if isinstance(command, Support) and (played[0] is None) != (played[1] is None):
            continue
        assert (played[0] is None) == (played[1] is None)
        if played[0] is not None and played[1] is not None:
            pair = played[0], played[1]
            alike(pair)


def wanted(campaign: Campaign, chance: Random) -> Command:
    """Give something that could be wanted now, answered at random; it is always Isaure who acts."""
    _, offered = open_beat(campaign)
    commands = [offer.command for offer in (*offered, *SYSTEM.menu(campaign))]
    commands += [D20Roll(who="isaure", skill=chance.choice(["conduite", "bluff", ""]), malus=chance.randrange(3))]
    commands += [EndScene(), Undo(), Redo()]
    command = chance.choice([*commands, *(offer.command for offer in offered)])
    deed = deed_for(campaign, command)
    for _ in range(chance.randrange(4)):
        asks = [ask for ask in deed.asks(campaign, command) if ask.options or ask.kind is Kind.FLAG]
        if asks:
            ask: Ask = chance.choice(asks)
            command = deed.put(campaign, command, ask.name, chance.choice(ask.options).value)
    return command


def thrown(campaign: Campaign, command: Command, chance: Random) -> dict[str, tuple[int, ...]]:
    """Throw what a command needs."""
    with suppress(Refusal):
        return {
            pool.name: tuple(chance.randint(1, pool.sides) for _ in range(pool.count))
            for pool in needs(campaign, command)
        }
    return {}


def stepped(campaign: Campaign, command: Command, faces: dict[str, tuple[int, ...]]) -> Campaign | None:
    """Carry a command out; None where it is refused."""
    from playing import EVENING

    try:
        return apply(campaign, command, faces, EVENING).campaign
    except Refusal:
        return None


class TestValuesAreNowhere:
    """Call values stand on no screen but the edit panel of their owner."""

    def test_not_in_anything_said(self) -> None:
        hidden = {id: {"call_values": list(VALUES)} for id in ("isaure", "lazare", "odile")}
        campaign = do(table({**hidden, "isaure": {**ISAURE, "call_values": list(VALUES)}}), EndScene())
        played = take(roll(campaign, 12, 5, 5, tricks=("masque",)), "t")
        for state in (campaign, played, take(played, "a"), do(played, Undo())):
            told = [sight for sight in sights(state) if not is_of_numbers(sight)]
            assert len(told) > 100
            assert not [sight for sight in told if re.search(rf"(?<!\d)({VALUES[0]}|{VALUES[1]})(?!\d)", sight)]

    def test_not_when_they_are_edited(self) -> None:
        campaign = do(table(), EditCharacter(who="lazare", values={"call_values": VALUES}))
        line = said(campaign, campaign.log[-1])
        told = "".join(map(spoken, (line.what, *line.details, beat_said(campaign, (campaign.log[-1],)))))
        assert "valeurs d’appel" in told
        assert not any(str(value) in told for value in VALUES)
        undone = do(campaign, Undo())
        assert not any(str(value) in "".join(map(spoken, said(undone, undone.log[-1]).details)) for value in VALUES)

    def test_not_in_the_refusal_of_a_bad_edit(self) -> None:
        with pytest.raises(Refusal) as caught:
            do(table(), EditCharacter(who="lazare", values={"call_values": (13, 19, 19)}))
        assert not any(str(value) in spoken(caught.value.message) for value in VALUES)

    @pytest.mark.parametrize("bad", [[13, 13], ["13"], 13, [13, 21], "13, 19", [19.0]])
    def test_not_in_what_is_wrong_with_a_file(self, bad: Any) -> None:
        tree = table({"lazare": {"call_values": bad}}).tree
        problems = checked_campaign(tree)[1]
        assert problems
        assert not any(str(value) in spoken(problem.message) for problem in problems for value in (*VALUES, 21))

    def test_not_in_the_copy_of_the_players(self) -> None:
        campaign = do(table(), EditCharacter(who="lazare", values={"call_values": VALUES}))
        campaign = take(roll(campaign, 12, 6), "a")
        shown = for_players(campaign)
        assert all(character.call_values == () for character in shown.characters.values())
        assert "call_values" not in repr(shown.tree) + repr([encode_entry(entry) for entry in shown.log])

    def test_the_owner_edits_them(self) -> None:
        campaign = table()
        asks = deed_for(campaign, EditCharacter()).asks(campaign, EditCharacter(who="lazare"))
        assert next(ask for ask in asks if ask.name == "call_values").value == (11, 17)


def is_of_numbers(sight: str) -> bool:
    """Say whether any number may stand there: in exact fractions, and in the times of log lines."""
    return "Fraction" in sight or "datetime" in sight or sight.startswith("- 2026")


def test_the_odds_of_who_acts_do_not_count_their_own_values_in() -> None:
    """They would tell how many there are, and which help."""
    first, second = table({"isaure": {"call_values": []}}), table({"isaure": {"call_values": [1, 2, 6, 7]}})
    command = D20Roll(who="isaure", skill="conduite")
    assert list(forms(first, command)) == list(forms(second, command))
    assert list(forms(first, replace(command, malus=2))) == list(forms(second, replace(command, malus=2)))
