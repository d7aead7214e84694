"""Charge: consequences, and who takes them; the segments of a success (Charge, Conséquences; Protéger; Horloges)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign, new_id
from tracker.core.clock import Clock
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_in
from tracker.dice.pool import Faces
from tracker.rules.charge.action_choice import DANGER_KINDS, PROGRESS_KINDS
from tracker.rules.charge.beat import BeatState, beat_state
from tracker.rules.charge.settle import settle
from tracker.rules.common.adjust import present_character
from tracker.rules.common.beat import entries_of
from tracker.rules.common.clocks import open_clocks, tick_clock
from tracker.rules.common.stress import take_stress
from tracker.rules.deed import Ask, Command, Deed, Option, Said

CONSEQUENCES = {
    "stress": text_in("consequence", "worse condition"),
    "complication": text_in("consequence", "complication"),
    "reduced": text_in("consequence", "reduced effect"),
    "position": text_in("consequence", "worse position"),
    "lost": text_in("consequence", "lost opportunity"),
    "none": text_in("consequence", "none after all"),
}
"""The five kinds (Charge, Conséquences), and letting it pass."""
UNNUMBERED = {"reduced", "position", "lost"}
"""Kinds without a number count as level 1, so that reduced means they do not happen (READING)."""


def state_of(campaign: Campaign, beat: int | None) -> BeatState:
    """Give where a beat stands."""
    return beat_state(entries_of(campaign, beat))


def check_open(state: BeatState) -> None:
    """Refuse to go on with a consequence that has been taken or avoided, such as from another terminal."""
    if state.settled:
        raise Refusal("settled", text("the consequence of this roll is settled already"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure(Command):
    """Whom the consequence falls on: the roller, the helper, or both."""

    on: str = "roller"


ON = {
    "roller": text_in("exposed", "who rolled"),
    "helper": text_in("exposed", "who assisted"),
    "both": text_in("exposed", "both"),
}


class ExposureDeed(Deed[Exposure]):
    """Says who suffers: a helper is exposed to the danger too (Charge, Aider)."""

    id = "exposure"
    event = "follow"
    label = text("Who suffers")
    command = Exposure

    def asks(self, campaign: Campaign, command: Exposure) -> tuple[Ask, ...]:
        """Ask which of them."""
        options = tuple(Option(id, label) for id, label in ON.items())
        return (Ask("on", text("The consequence falls on"), Kind.CHOICE, command.on, options),)

    def apply(self, draft: Draft, command: Exposure, faces: Faces) -> None:
        """Write it down. Raises Refusal `no_helper` when nobody assisted."""
        state = state_of(draft.campaign, command.beat)
        check_open(state)
        if command.on != "roller" and not state.helper:
            raise Refusal("no_helper", text("nobody assisted this roll"))
        on = {"roller": [state.roller], "helper": [state.helper], "both": [state.roller, state.helper]}[command.on]
        draft.who(on[0])
        for who in on:
            present_character(draft.campaign, who)
            draft.name("characters", who)
        draft.fact(result={"sufferers": on})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name them."""
        return Said(text("the consequence falls on {who}", who=", ".join(entry.names.values())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Protect(Command):
    """`who` steps in and takes the consequence over from `victim`."""

    victim: str = ""


class ProtectDeed(Deed[Protect]):
    """A character faces a consequence in another's place (Charge, Protéger)."""

    id = "protect"
    event = "follow"
    label = text("Protect")
    command = Protect

    def asks(self, campaign: Campaign, command: Protect) -> tuple[Ask, ...]:
        """Ask who protects, and whom where there are several."""
        state = state_of(campaign, command.beat)
        victims = tuple(character_option(campaign, who) for who in state.sufferers)
        asks = [Ask("who", text("Protected by"), Kind.CHOICE, command.who, _protectors(campaign, state))]
        if len(victims) > 1:
            asks.append(Ask("victim", text("In the place of"), Kind.CHOICE, command.victim, victims))
        return tuple(asks)

    def apply(self, draft: Draft, command: Protect, faces: Faces) -> None:
        """Pass the consequence on. Raises Refusal `bad_protector` for somebody who suffers it already."""
        state = state_of(draft.campaign, command.beat)
        check_open(state)
        protector = present_character(draft.campaign, command.who)
        if command.who in state.sufferers or command.victim not in state.sufferers:
            raise Refusal("bad_protector", text("{who} cannot protect here", who=protector.name))
        draft.who(command.who)
        draft.name("characters", command.who)
        draft.name("characters", command.victim)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name both."""
        victim = str(entry.choice.get("victim", ""))
        return Said(text("protects {who}", who=entry.names.get(f"characters.{victim}", victim)))


def character_option(campaign: Campaign, id: str) -> Option:
    """Give a character as an answer; the id where there is no name."""
    found = campaign.characters.get(id)
    return Option(id, text("{name}", name=(found.name if found is not None else id) or id))


def _protectors(campaign: Campaign, state: BeatState) -> tuple[Option, ...]:
    return tuple(
        character_option(campaign, id)
        for id, pc in campaign.characters.items()
        if id not in state.sufferers and pc.present and not pc.taken_out
    )


def first_protector(campaign: Campaign, state: BeatState) -> str:
    """Give the first character who could protect, or nothing."""
    options = _protectors(campaign, state)
    return str(options[0].value) if options else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence(Command):
    """The consequence the game master picks."""

    kind: str = "stress"
    clock: str = ""
    """A danger clock for a complication; nothing makes a new one."""
    name: str = ""
    size: int = 4


class ConsequenceDeed(Deed[Consequence]):
    """Makes the consequence of an action roll happen (Charge, Conséquences)."""

    id = "consequence"
    event = "follow"
    label = text("Consequence")
    command = Consequence

    def asks(self, campaign: Campaign, command: Consequence) -> tuple[Ask, ...]:
        """A complication wants to know its danger clock, old or new; the other kinds ask nothing."""
        if command.kind != "complication":
            return ()
        clocks = (*open_clocks(campaign, DANGER_KINDS), Option("", text("a new one")))
        asks = [Ask("clock", text("Danger clock"), Kind.CHOICE, command.clock, clocks)]
        if not command.clock:
            sizes = tuple(Option(n, text("{size}", size=n)) for n in campaign.rules.clock_sizes)
            asks.append(Ask("name", text("Its name"), Kind.LINE, command.name))
            asks.append(Ask("size", text("Segments"), Kind.WHOLE, command.size, sizes, 1, 100))
        return tuple(asks)

    def apply(self, draft: Draft, command: Consequence, faces: Faces) -> None:
        """Have it happen to whoever suffers it, at the level that determination left, then settle the success."""
        state = state_of(draft.campaign, command.beat)
        check_open(state)
        if command.kind not in CONSEQUENCES or (command.kind == "reduced" and not (state.partial and state.ticks)):
            raise Refusal("bad_consequence", text("this roll cannot have that consequence"))
        sufferers = [who for who in state.sufferers if who in draft.campaign.characters]
        for who in sufferers:
            draft.name("characters", who)
        draft.who(sufferers[0] if sufferers else state.roller)
        level = max((state.level(who) for who in sufferers), default=0)
        happens = level > 0 and not (command.kind in UNNUMBERED and _is_reduced(state))
        ticks, goal = state.ticks, state.partial
        draft.fact(result={"level": level, "happens": happens})
        match command.kind if happens else "none":
            case "stress":
                for who in sufferers:
                    take_stress(draft, who, state.level(who))
            case "complication":
                _complicate(draft, command, level)
            case "position":
                for who in sufferers:
                    if state.level(who) < state.consequence:
                        continue
                    character = draft.campaign.characters[who]
                    draft.put_character(replace(character, position_penalty=character.position_penalty + 1))
            case "reduced":
                ticks = max(0, ticks - 1)
            case "lost":
                ticks, goal = 0, False
            case _:
                pass
        draft.fact(result={**draft.facts["result"], "effect_ticks": ticks if goal else 0, "goal": goal})
        if goal:
            settle(draft, state.roller, state.clock, state.purpose, ticks)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name the kind with its level, or say that resisting left nothing of it."""
        kind = CONSEQUENCES.get(str(entry.choice.get("kind", "stress")), text("Consequence"))
        level = entry.result.get("level")
        if entry.choice.get("kind") == "none":
            return Said(text("no consequence after all"))
        if entry.result.get("happens") is False:
            return Said(text("{kind}: nothing is left of it", kind=kind))
        return Said(text("{kind}, level {level}", kind=kind, level=level if isinstance(level, int) else 0))


def _is_reduced(state: BeatState) -> bool:
    return all(state.level(who) < state.consequence for who in state.sufferers)


def _complicate(draft: Draft, command: Consequence, level: int) -> None:
    if command.clock:
        tick_clock(draft, command.clock, level)
        return
    campaign = draft.campaign
    name = command.name
    id = new_id(name or "complication", campaign.clocks)
    visibility: Any = campaign.rules.new_clock_visibility
    clock = Clock(
        id=id, name=name, kind="danger", size=command.size, filled=min(level, command.size), visibility=visibility
    )
    draft.add("clocks", clock, "")
    if clock.full:
        draft.fact(result={**draft.facts.get("result", {}), "filled": [id]})


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress(Command):
    """The segments a success brings, put on a clock chosen after the roll."""

    clock: str = ""
    by: int = 1


class ProgressDeed(Deed[Progress]):
    """Ticks a progress clock by the effect of a success (Charge, Horloges)."""

    id = "progress"
    event = "follow"
    label = text("Tick a progress clock")
    command = Progress

    def asks(self, campaign: Campaign, command: Progress) -> tuple[Ask, ...]:
        """Ask for the clock and the number of segments."""
        return (
            Ask("clock", text("Clock"), Kind.CHOICE, command.clock, open_clocks(campaign, PROGRESS_KINDS)),
            Ask("by", text("Segments"), Kind.WHOLE, command.by, low=1, high=8),
        )

    def apply(self, draft: Draft, command: Progress, faces: Faces) -> None:
        """Tick it."""
        state = state_of(draft.campaign, command.beat)
        if state.roll is not None and (state.ticked or not state.settled):
            raise Refusal("settled", text("what this roll brings is settled already"))
        if command.by < 1:
            raise Refusal("bad_ticks", text("a success brings one segment or more"))
        draft.who(state.roller)
        tick_clock(draft, command.clock, command.by)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say that it is the effect."""
        return Said(text("effect"))
