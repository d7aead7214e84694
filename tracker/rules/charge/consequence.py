"""Charge: consequences, who takes them, and resisting them (Charge, Conséquences; Protéger; Jet de détermination)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign, new_id
from tracker.core.clock import Clock
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_in, text_n
from tracker.dice.pool import Faces, Pool
from tracker.rules.charge.action_choice import DANGER_KINDS, PROGRESS_KINDS
from tracker.rules.charge.action_roll import action_dice
from tracker.rules.charge.beat import BeatState, beat_state
from tracker.rules.charge.names import DETERMINATION_OUTCOMES, action_names
from tracker.rules.charge.rolling import Determination as DeterminationRule
from tracker.rules.charge.rolling import DeterminationInputs
from tracker.rules.charge.settle import settle
from tracker.rules.charge.sheet import RESIST_WITH
from tracker.rules.charge.stakes import clock_full, stress_lost
from tracker.rules.common.adjust import present_character
from tracker.rules.common.clocks import open_clocks, tick_clock
from tracker.rules.common.stress import take_stress
from tracker.rules.deed import Ask, Chance, Command, Deed, Option, Preview, Said, Tone

DETERMINATION = DeterminationRule()
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
    return beat_state(tuple(e for e in campaign.log if e.beat == beat)) if beat is not None else BeatState()


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
        victims = tuple(_character_option(campaign, who) for who in state.sufferers)
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


def _character_option(campaign: Campaign, id: str) -> Option:
    found = campaign.characters.get(id)
    return Option(id, text("{name}", name=(found.name if found is not None else id) or id))


def _protectors(campaign: Campaign, state: BeatState) -> tuple[Option, ...]:
    return tuple(
        _character_option(campaign, id)
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
class Determination(Command):
    """`who` resists a consequence, with what the house rules allow."""

    consequence: int = 2
    """Its level, where it does not come from an action roll."""
    spend: int = 1
    by: str = "initiative"
    action: str = ""
    detail: str = ""


class DeterminationDeed(Deed[Determination]):
    """A determination roll: one die per charge of initiative spent (Charge, Jet de détermination)."""

    id = "determination"
    event = "roll"
    label = text("Determination roll")
    outcomes = DETERMINATION_OUTCOMES
    aim = text_in("odds", "avoided")
    command = Determination

    def asks(self, campaign: Campaign, command: Determination) -> tuple[Ask, ...]:
        """Ask who resists where several may, with what, and how much is spent."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        state = state_of(campaign, command.beat)
        asks: list[Ask] = []
        able = tuple(_character_option(campaign, w) for w in state.sufferers if not state.resisted(w))
        if len(able) > 1:
            asks.append(Ask("who", text("Who resists"), Kind.CHOICE, command.who, able))
        if state.roll is None:
            asks.append(Ask("consequence", text("Consequence level"), Kind.WHOLE, command.consequence, low=1, high=3))
        ways = ways_to_resist(campaign)
        if len(ways) > 1:
            options = tuple(Option(way, RESIST_WITH[way]) for way in ways)
            asks.append(Ask("by", text("Resist with"), Kind.CHOICE, command.by, options))
        match command.by:
            case "action":
                actions = tuple(
                    Option(id, name, text_n("{count} dot", "{count} dots", character.actions.get(id, 0)))
                    for id, name in action_names(campaign).items()
                )
                asks.append(Ask("action", text("Action"), Kind.CHOICE, command.action, actions))
            case "detail":
                details = tuple(Option(tie, text("{name}", name=tie)) for tie in character.ties)
                asks.append(Ask("detail", text("Crossed out"), Kind.CHOICE, command.detail, details))
            case _:
                low = 0 if campaign.rules.determination_zero else 1
                asks.append(
                    Ask(
                        "spend",
                        text("Initiative spent"),
                        Kind.WHOLE,
                        command.spend,
                        low=low,
                        high=max(low, character.initiative),
                    )
                )
        return tuple(asks)

    def put(self, campaign: Campaign, command: Determination, name: str, value: Any) -> Determination:
        """Give the command with one more answer; who and how propose an action or a detail."""
        return _with_means(campaign, replace(command, **{name: value}))

    def preview(self, campaign: Campaign, command: Determination) -> Preview:
        """Give the exact odds."""
        if command.by == "detail":
            return Preview(facts=(text("the consequence is cancelled outright"),))
        inputs, rules = determination_inputs(campaign, command), campaign.rules
        DETERMINATION.verify(inputs, rules)
        odds = DETERMINATION.odds(inputs, rules)
        chances = tuple(
            Chance(id, label, odds.get(id, Fraction(0)), tone)
            for id, (label, tone) in DETERMINATION_OUTCOMES.items()
            if id != "cancelled"
        )
        return Preview(
            chances,
            (text("consequence {level}", level=inputs.consequence),),
            also=tuple(_stakes(campaign, command, inputs, odds)),
        )

    def pools(self, campaign: Campaign, command: Determination) -> tuple[Pool, ...]:
        """Give one die per charge, or per dot of the action."""
        if command.by == "detail":
            return ()
        inputs = determination_inputs(campaign, command)
        DETERMINATION.verify(inputs, campaign.rules)
        _check_way(campaign, command)
        return DETERMINATION.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: Determination, faces: Faces) -> None:
        """Spend, read the dice, and write what is left of the consequence."""
        state = state_of(draft.campaign, command.beat)
        character = present_character(draft.campaign, command.who)
        _check_way(draft.campaign, command)
        if state.resisted(command.who):
            raise Refusal("resisted", text("{who} has resisted this consequence already", who=character.name))
        if state.roll is not None:
            check_open(state)
            if command.who not in state.sufferers:
                raise Refusal("not_exposed", text("{who} does not suffer this consequence", who=character.name))
        draft.who(command.who)
        draft.name("characters", command.who)
        if command.by == "detail":
            level = state.level(command.who) if state.roll is not None else command.consequence
            left = _cross_out(draft, command, level)
        else:
            left = _roll(draft, command, faces)
        self._settle_if_avoided(draft, state, command.who, left)

    def _settle_if_avoided(self, draft: Draft, state: BeatState, who: str, left: int) -> None:
        others = [w for w in state.sufferers if w != who]
        if state.partial and left == 0 and all(state.level(w) == 0 for w in others):
            settle(draft, state.roller, state.clock, state.purpose, state.ticks)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say what was spent, the dice, and what is left."""
        outcome = DETERMINATION_OUTCOMES.get(entry.outcome)
        pool = entry.result.get("pool", 1)
        match entry.choice.get("by", "initiative"):
            case "detail":
                what = text("determination: “{detail}” crossed out", detail=str(entry.choice.get("detail", "")))
            case "action":
                what = text("determination {dice}d with an action", dice=pool if isinstance(pool, int) else 1)
            case _:
                what = text("determination {dice}d", dice=pool if isinstance(pool, int) else 1)
        left = entry.result.get("consequence_after")
        details = (text("consequence {level}", level=left),) if isinstance(left, int) else ()
        zero = entry.result.get("zero_rule") is True
        return Said(
            what,
            action_dice(entry.faces, zero),
            outcome[0] if outcome else None,
            outcome[1] if outcome else Tone.PLAIN,
            details,
        )


def ways_to_resist(campaign: Campaign) -> tuple[str, ...]:
    """Give what a consequence may be resisted with at this table; initiative where the house rules name nothing."""
    ways: tuple[str, ...] = campaign.rules.resist_with
    return ways or ("initiative",)


def first_determination(campaign: Campaign, who: str, state: BeatState) -> Determination:
    """Give the determination roll to begin with: the first way there is, one charge, the best action."""
    character = campaign.characters[who]
    by = ways_to_resist(campaign)[0]
    free = by == "initiative" and campaign.rules.determination_zero and character.initiative == 0
    first = _with_means(campaign, Determination(who=who, by=by, spend=0 if free else 1))
    if state.roll is None:
        return first
    return replace(first, beat=state.n, consequence=state.level(who))


def _with_means(campaign: Campaign, command: Determination) -> Determination:
    """Give the command with the best action or the first detail, where its way needs one and it has none."""
    character = campaign.characters.get(command.who)
    if character is None:
        return command
    if command.by == "action" and not command.action:
        return replace(
            command, action=max(action_names(campaign), key=lambda id: character.actions.get(id, 0), default="")
        )
    if command.by == "detail" and character.ties and command.detail not in character.ties:
        return replace(command, detail=character.ties[0])
    return command


def _check_way(campaign: Campaign, command: Determination) -> None:
    """Refuse a way to resist that the house rules do not name, and an action there is not."""
    if command.by not in ways_to_resist(campaign):
        raise Refusal("bad_resist", text("at this table nobody resists like that"))
    if command.by == "action" and command.action not in action_names(campaign):
        raise Refusal("unknown_action", text("“{action}” is no action of this campaign", action=command.action))


def determination_inputs(campaign: Campaign, command: Determination) -> DeterminationInputs:
    """Give the numbers of a determination roll."""
    character = present_character(campaign, command.who)
    state = state_of(campaign, command.beat)
    level = state.level(command.who) if state.roll is not None else command.consequence
    if command.by == "action":
        dots = character.actions.get(command.action, 0)
        return DeterminationInputs(
            spend=0, initiative=character.initiative, consequence=max(1, level), action_dots=dots
        )
    return DeterminationInputs(spend=command.spend, initiative=character.initiative, consequence=max(1, level))


def _stakes(
    campaign: Campaign, command: Determination, inputs: DeterminationInputs, odds: Mapping[str, Fraction]
) -> Iterator[Chance]:
    """Give what the outcomes lead to: the clock of the roll filled where nothing is left, the last of the stress."""
    left = DETERMINATION.left(inputs)
    state = state_of(campaign, command.beat)
    if state.partial and all(state.level(w) == 0 for w in state.sufferers if w != command.who):
        ticks = {outcome: 0 if left.get(outcome) else state.ticks for outcome in odds}
        yield from clock_full(state.clock, campaign, odds, ticks)
    yield from stress_lost(campaign, campaign.characters[command.who], odds, left)


def _roll(draft: Draft, command: Determination, faces: Faces) -> int:
    inputs, rules = determination_inputs(draft.campaign, command), draft.campaign.rules
    DETERMINATION.verify(inputs, rules)
    result = DETERMINATION.read(inputs, rules, faces)
    odds = DETERMINATION.odds(inputs, rules)
    draft.fact(
        outcome=result["result"],
        odds={outcome: str(share) for outcome, share in odds.items()},
        result={
            "consequence": inputs.consequence,
            "consequence_after": result["consequence_after"],
            "pool": DETERMINATION.pool(inputs),
            "zero_rule": DETERMINATION.pool(inputs) <= 0,
        },
    )
    character = draft.campaign.characters[command.who]
    bonus = character.position_bonus + result["next_position_bonus"]
    draft.put_character(replace(character, initiative=result["initiative_after"], position_bonus=bonus))
    left: int = result["consequence_after"]
    return left


def _cross_out(draft: Draft, command: Determination, level: int) -> int:
    character = draft.campaign.characters[command.who]
    if command.detail not in character.ties:
        raise Refusal("no_detail", text("{who} has no such detail to cross out", who=character.name))
    ties = list(character.ties)
    ties.remove(command.detail)
    draft.put_character(replace(character, ties=tuple(ties)))
    draft.fact(outcome="cancelled", result={"consequence": level, "consequence_after": 0})
    return 0


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
