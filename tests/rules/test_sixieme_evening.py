"""Whatever is played, each step is sound and told, and a beat taken back leaves no trace, in memory and in the file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from playing import EVENING, as_before, is_safe
from playing_sixieme import campaign_of, offers, reread, table

from tracker.core.campaign import Campaign
from tracker.core.draft import Step
from tracker.core.edits import apply_edits
from tracker.core.fields import Kind
from tracker.core.history import history
from tracker.core.refusal import Refusal
from tracker.core.tree import same
from tracker.dice.pool import Faces
from tracker.i18n.say import say
from tracker.rules.check import checked_campaign, has_errors
from tracker.rules.common.adjust import Adjust
from tracker.rules.common.characters import AddCharacter, EditCharacter, RemoveCharacter
from tracker.rules.common.condition import Condition
from tracker.rules.common.notes import AddNote
from tracker.rules.common.sessions import EndScene, StartSession
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Ask, Command
from tracker.rules.said import said
from tracker.rules.sixieme_monde.calls import Support
from tracker.rules.sixieme_monde.pot import ChangePot
from tracker.rules.sixieme_monde.roll_numbers import D20Roll
from tracker.rules.sixieme_monde.settle import Refuse, TakeZero
from tracker.rules.sixieme_monde.system import SYSTEM
from tracker.rules.table import apply, deed_for, needs, open_beat
from tracker.store.campaign_file import read_campaign_file
from tracker.store.file_keeper import FileKeeper
from tracker.store.session import Order
from tracker.store.toml_write import value_text

CHANCES = st.integers(0, 2**64 - 1).map(Random)
WORDS = ["", "Zoé", "x [/] y", "\x1b[31m", "日本", "a\nb", '"quoted" \\', "\u202eabc", "l’été"]
HOUSES: list[dict[str, Any]] = [
    {},
    {"zero": "player", "d6_always": True, "max_companions": 9, "pot_start": "seats", "call_uses_bonus": True},
    {"pot_gift_capped": True, "max_companions": 0, "stress_size": 6, "stress_full": "clear"},
]


def start(chance: Random) -> Campaign:
    """Give a table to begin with, where calls are frequent."""
    every = {"call_values": list(range(1, 21, 2))}
    characters = {"isaure": {**every, "karma": 4}, "lazare": every, "odile": {"call_values": [2, 4, 6], "karma": 1}}
    return table(characters, 3, **chance.choice(HOUSES))


def command_for(campaign: Campaign, chance: Random) -> Command:
    """Give a command somebody could want now, answered as panels answer; it may still be refused."""
    if campaign.log and campaign.log[-1].event == "undo" and chance.random() < 0.6:
        return chance.choice([Undo(), Redo()])
    _, offered = open_beat(campaign)
    if offered and chance.random() < 0.75:
        command = chance.choice(offered).command
    else:
        command = chance.choice(_MAKERS)(campaign, chance)
    deed = deed_for(campaign, command)
    for _ in range(chance.randrange(6)):
        asks = deed.asks(campaign, command)
        if asks:
            ask = chance.choice(asks)
            with suppress(Refusal):
                command = deed.put(campaign, command, ask.name, _answer(ask, chance))
    return command


def _answer(ask: Ask, chance: Random) -> Any:
    match ask.kind:
        case Kind.FLAG:
            return chance.random() < 0.5
        case Kind.WHOLES:
            return tuple(chance.sample(range(1, 21), 3))
        case Kind.CHOICE | Kind.WHOLE if ask.options:
            return chance.choice([option.value for option in ask.options])
        case Kind.WHOLE:
            low = ask.low if ask.low is not None else 0
            return chance.randint(low, low + 12 if ask.high is None else min(ask.high, low + 12))
        case _:
            return chance.choice(WORDS)


def _who(campaign: Campaign, chance: Random) -> str:
    return chance.choice([*campaign.characters, "ghost"])


def _beat(campaign: Campaign, chance: Random) -> int | None:
    """Give the last beat: what followed an older one would be taken back before what came between."""
    return chance.choice([None, *(entry.beat for entry in campaign.log[-1:])])


_MAKERS: list[Callable[[Campaign, Random], Command]] = [
    *[lambda c, r: SYSTEM.command("roll", c, _who(c, r)) or AddNote(words="x")] * 6,
    lambda c, r: D20Roll(who=_who(c, r), malus_of=r.randint(0, c.last_n + 1)),
    lambda c, r: SYSTEM.command("fortune", c, "") or AddNote(words="x"),
    lambda c, r: r.choice([offer.command for offer in SYSTEM.menu(c)]),
    lambda c, r: r.choice([offer.command for offer in SYSTEM.menu(c)]),
    lambda c, r: Support(who=_who(c, r), beat=_beat(c, r)),
    lambda c, r: Refuse(beat=_beat(c, r), pot_draw=r.randint(-1, 4)),
    lambda c, r: TakeZero(beat=_beat(c, r)),
    lambda c, r: ChangePot(pot=r.randint(-1, 9)),
    lambda c, r: Adjust(who=_who(c, r), path=r.choice([("karma",), ("stress",)]), by=r.choice([1, -1])),
    lambda c, r: EditCharacter(who=_who(c, r)),
    lambda c, r: AddCharacter(name=r.choice(WORDS)),
    lambda c, r: RemoveCharacter(who=_who(c, r)),
    lambda c, r: Condition(who=_who(c, r), words=r.choice(WORDS)),
    lambda c, r: StartSession(),
    lambda c, r: EndScene(),
    lambda c, r: Undo(),
    lambda c, r: Undo(),
]


def faces_for(campaign: Campaign, command: Command, chance: Random) -> Faces:
    """Throw what a command needs. Raises Refusal."""
    return {
        pool.name: tuple(chance.randint(1, pool.sides) for _ in range(pool.count)) for pool in needs(campaign, command)
    }


def step(campaign: Campaign, command: Command, chance: Random) -> Step | None:
    """Carry a command out with random faces; None where it is refused."""
    try:
        return apply(campaign, command, faces_for(campaign, command, chance), EVENING)
    except Refusal:
        return None


@given(CHANCES, st.integers(1, 25))
@settings(max_examples=80, deadline=None)
def test_each_step_is_sound_and_told(chance: Random, steps: int) -> None:
    campaign = start(chance)
    for _ in range(steps):
        command = command_for(campaign, chance)
        with suppress(Refusal):
            preview = deed_for(campaign, command).preview(campaign, command)
            assert not preview.chances or sum(each.share for each in preview.chances) == 1
        made = step(campaign, command, chance)
        if made is None:
            continue
        assert same(campaign_of(apply_edits(campaign.tree, made.edits)).tree, made.campaign.tree)
        assert not has_errors(checked_campaign(made.campaign.tree)[1])
        assert made.campaign.table.pot >= 0
        assert all(each.karma >= 0 for each in made.campaign.characters.values())
        line = said(made.campaign, made.entry)
        for words in (line.what, *line.details, *([line.outcome] if line.outcome else [])):
            assert is_safe(say(words, "en"))
            assert is_safe(say(words, "fr"))
        campaign = made.campaign
        offers(campaign)


@given(CHANCES, st.integers(1, 25))
@settings(max_examples=80, deadline=None)
def test_undo_restores_what_was_and_redo_what_came_of_it(chance: Random, steps: int) -> None:
    campaign = start(chance)
    before: dict[int, Campaign] = {}
    after: dict[int, Campaign] = {}
    for _ in range(steps):
        made = step(campaign, command_for(campaign, chance), chance)
        if made is None:
            continue
        beat = made.entry.beat_of or made.entry.beat
        if made.entry.event == "undo":
            assert as_before(made.campaign, before[beat])
        elif made.entry.event == "redo":
            assert as_before(made.campaign, after[beat])
        else:
            before.setdefault(beat, campaign)
            after[beat] = made.campaign
        campaign = reread(made.campaign) if chance.random() < 0.3 else made.campaign
    done = history(campaign.log).done
    for story in reversed(done):
        campaign = apply(campaign, Undo(), {}, EVENING).campaign
        assert as_before(campaign, before[story[0].beat])
    for story in done:
        campaign = apply(campaign, Redo(), {}, EVENING).campaign
        assert as_before(campaign, after[story[0].beat])


@given(CHANCES, st.integers(1, 10))
@settings(max_examples=15, deadline=None)
def test_the_head_of_the_file_comes_back_byte_for_byte(chance: Random, steps: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "portes.toml"
        path.write_text(text_of(start(chance)), encoding="utf-8")
        campaign, file, _ = read_campaign_file(path)
        keeper = FileKeeper(path, campaign, file)
        heads: dict[int, str] = {}
        for _ in range(steps):
            head, command = head_of(path), command_for(campaign, chance)
            if isinstance(command, (Undo, Redo)):
                continue
            try:
                order = Order(command, faces_for(campaign, command, chance), EVENING)
            except Refusal:
                continue
            kept = keeper.keep(order)
            assert kept.refusal is None or kept.refusal.code != "not_patched"
            campaign = kept.campaign
            if kept.refusal is None:
                heads.setdefault(campaign.log[-1].beat, head)
        assert same(read_campaign_file(path)[0].tree, campaign.tree)
        for story in reversed(history(campaign.log).done):
            assert keeper.keep(Order(Undo(), {}, EVENING)).refusal is None
            assert head_of(path) == heads[story[0].beat]


def text_of(campaign: Campaign) -> str:
    """Write a campaign by hand, with comments."""
    lines = ["# an evening", *(f"{k} = {value_text(v)}" for k, v in campaign.tree.items() if not isinstance(v, dict))]
    for section, things in campaign.tree.items():
        if section == "characters" and isinstance(things, dict):
            for id, thing in things.items():
                assert isinstance(thing, dict)
                lines += ["", f"[characters.{id}]  # {id}"]
                lines += [f"{key} = {value_text(value)}" for key, value in thing.items()]
        elif isinstance(things, dict):
            lines += ["", f"[{section}]", *(f"{key} = {value_text(value)}" for key, value in things.items())]
    return "\n".join(lines) + "\n"


def head_of(path: Path) -> str:
    """Give what stands before the log."""
    return path.read_text(encoding="utf-8").partition("[[log]]")[0].rstrip("\n")
