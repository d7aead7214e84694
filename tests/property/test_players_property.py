"""What is hidden stays hidden, also by inference: over random evenings of Charge with planted secrets.

Every text somebody types is a sign of its own. What the players get to see (pictures, sentences, data, and the filtered
value itself) may hold only signs of what is shown. And an evening looks the same whether hidden things happened or not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from evening import WORDS, faces_for
from evenings import CHARGE
from hypothesis import given, settings
from hypothesis import strategies as st
from planted import Planting, outputs, sights, tokens
from playing import EVENING, campaign_of, reread

from tracker.core.campaign import Campaign
from tracker.core.history import history
from tracker.core.players import for_players
from tracker.core.refusal import Refusal
from tracker.core.tree import Tree
from tracker.dice.pool import Faces
from tracker.rules.charge.other_rolls import Fortune
from tracker.rules.common.arrange import Move
from tracker.rules.common.characters import EditCharacter
from tracker.rules.common.clocks import AddClock, EditClock, RemoveClock, TickClock
from tracker.rules.common.condition import Condition, Recover
from tracker.rules.common.notes import AddNote
from tracker.rules.common.plain_dice import PlainDice
from tracker.rules.common.takeback import Redo, Undo
from tracker.rules.deed import Command
from tracker.rules.table import apply, needs

EDITS = (EditCharacter, EditClock, Condition, Recover, AddClock)
"""What is typed there stands in the campaign, or nowhere."""


def planted(chance: Planting) -> Campaign:
    """Give a table with things hidden in every place there is."""
    campaign = CHARGE.start(chance)
    tree: dict[str, Any] = {**campaign.tree}
    characters, clocks = tree["characters"], tree["clocks"]
    token = chance.token
    tree["characters"] = {
        id: {
            "player": token(),
            "notes": token(),
            "unknown_key": token(),
            "condition": token(),
            "condition_visibility": chance.choice(["shown", "hidden"]),
            **sheet,
        }
        for id, sheet in characters.items()
    }
    tree["clocks"] = {
        **{id: {**clock, **private(chance)} for id, clock in clocks.items()},
        **{
            id: {"name": token(), "size": 97, "filled": 89, "visibility": visibility, **private(chance)}
            for id, visibility in ((token(), "hidden"), (token(), "name"), (token(), "hidden"))
        },
    }
    rules = {"new_clock_visibility": chance.choice(["shown", "name", "hidden"])}
    rules["secret_rolls"] = chance.choice(["silent", "announced"])
    tree["rules"] = {**tree.get("rules", {}), **rules}
    tree["table_of_nobody"] = {"secret": token()}
    return campaign_of(tree)


def private(chance: Planting) -> Tree:
    """Give what of a clock is never shown."""
    return {key: chance.token() for key in ("note", "filled_by", "when_full", "cleared_by", "unknown_key")}


class Witness:
    """Keeps account of which texts may be seen."""

    def __init__(self) -> None:
        self.free: set[str] = set()
        """Typed into the log, and nowhere else."""
        self.seen: dict[str, tuple[str, str]] = {}
        """What was shown when it was last there → the thing it belongs to."""
        self.hidden: set[str] = set()
        """What was hidden when it was last there."""

    def look(self, campaign: Campaign, command: Command | None = None) -> None:
        """Look at the campaign after a command."""
        shown: dict[str, tuple[str, str]] = {}
        for id, character in campaign.characters.items():
            texts: Any = [character.condition] if character.condition_visibility == "shown" else []
            public = replace(character, condition="", notes="", id="")
            shown |= dict.fromkeys(tokens(public) | tokens(texts), ("characters", id))
        for id, clock in campaign.clocks.items():
            bare = replace(clock, id="", note="", filled_by="", when_full="", cleared_by="")
            texts = {"shown": [bare], "name": [clock.name], "hidden": []}[clock.visibility]
            shown |= dict.fromkeys(tokens(texts), ("clocks", id))
        now = tokens(dict(campaign.tree)) - {*campaign.clocks, *campaign.characters}
        self.hidden = (self.hidden | (now - shown.keys())) - shown.keys()
        self.seen = {k: v for k, v in {**self.seen, **shown}.items() if k not in self.hidden}
        if command is not None and not command.secret and not isinstance(command, EDITS):
            self.free |= tokens(command) - now - self.hidden

    def allowed(self, campaign: Campaign) -> set[str]:
        """Give the texts that may be seen now."""

        def is_open(owner: tuple[str, str]) -> bool:
            clock = campaign.clocks.get(owner[1]) if owner[0] == "clocks" else None
            return clock is None or clock.visibility == "shown"

        named = {
            token for clock in campaign.clocks.values() if clock.visibility == "name" for token in tokens(clock.name)
        }
        return named | {token for token, owner in self.seen.items() if is_open(owner)} | self.free


class TestPlantedSecrets:
    """For any campaign and any sequence of actions hidden names, texts and counts never appear."""

    @settings(deadline=None, max_examples=60)
    @given(st.integers(0, 10**9))
    def test_no_secret_in_sight(self, seed: int) -> None:
        chance = Planting(seed, WORDS)
        campaign = planted(chance)
        witness = Witness()
        witness.look(campaign)
        for step in range(30):
            command = CHARGE.command(campaign, chance)
            if chance.random() < 0.2 and not isinstance(command, (Undo, Redo)):
                command = replace(command, secret=True)
            try:
                faces = faces_for(campaign, command, chance)
                campaign = apply(campaign, command, faces, EVENING + timedelta(minutes=step)).campaign
            except Refusal:
                continue
            witness.look(campaign, command)
            if step % 6 == 5:
                campaign = reread(campaign)
            self.check(campaign, witness, (repr(for_players(campaign)),))
        self.check(campaign, witness, tuple(sights(campaign)))

    def check(self, campaign: Campaign, witness: Witness, seen: tuple[str, ...]) -> None:
        allowed = witness.allowed(campaign)
        for sight in seen:
            assert tokens(sight) <= allowed
            numbers = {clock.size for clock in campaign.clocks.values() if clock.visibility == "shown"}
            assert "89/97" not in sight or 97 in numbers


class Twins:
    """Two evenings that differ only in what is hidden: the second has hidden clocks, notes and rolls besides."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.plain = CHARGE.start(chance)
        clocks: Any = self.plain.tree["clocks"]
        hidden = {"name": "Hidden", "size": 90, "filled": 1, "visibility": "hidden", "owner": "aicha"}
        tree = {**self.plain.tree, "clocks": {"hid": hidden, **clocks}}
        self.busy = campaign_of(tree)
        self.ours: set[int] = set()
        """Beats of the second evening that nobody is to know of."""
        self.numbers: dict[int, int] = {}
        """Line of the first evening → line of the second."""
        self.made = 0

    def both(self, command: Command, faces: Faces, at: datetime) -> bool:
        """Do the same in both; False where the first refuses it. Raises Refusal where only the second does."""
        try:
            self.plain = apply(self.plain, command, faces, at).campaign
        except Refusal:
            return False
        if isinstance(command, (Undo, Redo)):
            self._uncover(command, at)
        if command.beat is not None:
            command = replace(command, beat=self.numbers[command.beat])
        about = getattr(command, "about", None)
        if about is not None:
            changes: dict[str, Any] = {"about": self.numbers.get(about, 10_000)}
            command = replace(command, **changes)
        self.busy = apply(self.busy, command, faces, at).campaign
        self.numbers[self.plain.last_n] = self.busy.last_n
        return True

    def _uncover(self, command: Command, at: datetime) -> None:
        """Take back, or put back, what is hidden and would come first."""
        while True:
            past = history(self.busy.log)
            beat = past.undo_target if isinstance(command, Undo) else past.redo_target
            if beat is None or beat[0].beat not in self.ours:
                return
            self.busy = apply(self.busy, command, {}, at).campaign

    def hide(self, at: datetime) -> None:
        """Do something hidden in the second evening."""
        command = self.chance.choice(HIDDEN)(self)
        try:
            faces = {pool.name: tuple(1 for _ in range(pool.count)) for pool in needs(self.busy, command)}
            after = apply(self.busy, command, faces, at).campaign
        except Refusal:
            return
        self.busy = after
        self.ours.add(self.busy.log[-1].beat)

    def secret_clock(self) -> str:
        """Give a hidden clock of the second evening, if there is one."""
        found = [id for id in self.busy.clocks if id.startswith("hid")]
        return self.chance.choice(found) if found else "none"

    def shown_clock(self) -> str:
        """Give a clock of both."""
        found = [id for id in self.busy.clocks if not id.startswith("hid")]
        return self.chance.choice(found) if found else "none"

    def who(self) -> str:
        """Give a character."""
        return self.chance.choice(list(self.busy.characters) or ["nobody"])

    def name(self) -> str:
        """Give a new name for something hidden."""
        self.made += 1
        return f"hid {self.made}"


HIDDEN: list[Callable[[Twins], Command]] = [
    lambda t: TickClock(clock=t.secret_clock(), by=t.chance.choice([1, 3, -1])),
    lambda t: EditClock(clock=t.secret_clock(), values={"name": t.name(), "note": t.name()}),
    lambda t: RemoveClock(clock=t.secret_clock()),
    lambda t: AddClock(name=t.name(), visibility="hidden", after=t.chance.choice(["", t.shown_clock()])),
    lambda t: Move(section="clocks", id=t.secret_clock(), after=t.chance.choice([None, t.shown_clock()])),
    lambda t: EditClock(clock=t.shown_clock(), values={"note": t.name(), "when_full": t.name()}),
    lambda t: EditCharacter(who=t.who(), values={"notes": t.name()}),
    lambda t: Fortune(likelihood=2, question=t.name(), secret=True),
    lambda t: PlainDice(dice="3d6", question=t.name(), secret=True),
    lambda t: AddNote(words=t.name(), secret=True),
]


class TestInference:
    """An evening looks the same whether hidden things happened in it or not: no gap, number, time or order tells."""

    @settings(deadline=None, max_examples=60)
    @given(st.integers(0, 10**9))
    def test_hidden_things_leave_no_trace(self, seed: int) -> None:
        chance = Random(seed)
        twins = Twins(chance)
        for minute in range(25):
            at = EVENING + timedelta(minutes=minute)
            command = CHARGE.command(twins.plain, chance)
            if (getattr(command, "about", None) or 0) > twins.plain.last_n:
                continue
            try:
                faces = faces_for(twins.plain, command, chance)
                twins.both(command, faces, at)
            except Refusal:
                return  # hidden things stand in the way of it, such as a private note on a clock to be taken back
            while chance.random() < 0.5 and not (twins.plain.log and twins.plain.log[-1].event == "undo"):
                twins.hide(at + timedelta(seconds=30))
            assert for_players(twins.busy) == for_players(twins.plain)
        assert for_players(twins.busy, 5) == for_players(twins.plain, 5)
        assert list(outputs(for_players(twins.busy))) == list(outputs(for_players(twins.plain)))
