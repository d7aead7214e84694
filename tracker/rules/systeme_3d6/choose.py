"""3D6: what is decided after a roll: the choice of who has too few successes, and what a step of a task costs."""

from __future__ import annotations

from dataclasses import replace

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.core.tree import Value
from tracker.dice.pool import Faces
from tracker.rules.common.adjust import present_character
from tracker.rules.common.clocks import open_clocks, tick_clock
from tracker.rules.deed import Ask, Command, Deed, Option, Said, Tone
from tracker.rules.systeme_3d6.beat import BeatState, hand_of, open_state
from tracker.rules.systeme_3d6.group_action import cannot_pay
from tracker.rules.systeme_3d6.hand import hands_written, name_hands, outcome_now
from tracker.rules.systeme_3d6.names import GROUP_OUTCOMES
from tracker.rules.systeme_3d6.roll_group import passed_said

DANGERS = ("danger", "complication")
"""Kinds of clocks that complications and consequences may tick."""
MOST_TICKS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Command):
    """The choice of who has at least one success, but too few."""

    hand: int = 0
    """Whose choice it is: the place among those who rolled."""
    pays: bool = True
    """She succeeds all the same, with complications; else it is a plain failure."""
    complications: str = ""
    clock: str = ""
    """A danger clock that they tick as well."""
    ticks: int = 1


class ChooseDeed(Deed[Choose]):
    """Fails without more consequences, or succeeds with complications (3D6, Réussite et échec)."""

    id = "choose"
    event = "follow"
    label = text("Fail, or succeed at a price")
    command = Choose

    def asks(self, campaign: Campaign, command: Choose) -> tuple[Ask, ...]:
        """Ask for the complications of who pays; a plain failure is not asked about."""
        if not command.pays:
            return ()
        return (
            Ask("complications", text("Complications, in words"), Kind.LINE, command.complications),
            *ticks_asks(campaign, command.clock, command.ticks),
        )

    def apply(self, draft: Draft, command: Choose, faces: Faces) -> None:
        """Write it. Raises Refusal `cannot_pay` where there is no choice, `settled` where it is made."""
        state = open_state(draft.campaign, command.beat)
        hand = hand_of(state, command.hand)
        if not state.chooses(command.hand):
            raise cannot_pay("pays")
        present_character(draft.campaign, hand.who)
        draft.who(hand.who)
        hands = list(state.hands)
        hands[command.hand] = replace(hand, pays=command.pays)
        name_hands(draft, hands)
        result: dict[str, Value] = {"kind": state.kind, "difficulty": state.difficulty, "hands": hands_written(hands)}
        outcome = "paid" if command.pays else "failed"
        if state.kind == "group":
            result["passed"] = sum(each.passes(state.difficulty) for each in hands)
            result["members"] = len(hands)
            outcome = outcome_now("group", hands, state.difficulty)
        draft.fact(outcome=outcome, result=result)
        if command.pays:
            tick_if_chosen(draft, command.clock, command.ticks)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say what was chosen, with the complications."""
        if entry.choice.get("pays") is False:
            return Said(text("plain failure, without more consequences"), tone=Tone.BAD)
        words = entry.choice.get("complications")
        what = text("succeeds with complications")
        if isinstance(words, str) and words:
            what = text("succeeds with complications: {words}", words=words)
        if entry.result.get("kind") != "group":
            return Said(what, tone=Tone.MIXED)
        outcome = GROUP_OUTCOMES.get(entry.outcome)
        return Said(
            what, (), outcome[0] if outcome else None, outcome[1] if outcome else Tone.PLAIN, (passed_said(entry),)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StepConsequence(Command):
    """What a step of a long task costs."""

    consequence: str = ""
    clock: str = ""
    ticks: int = 1


class StepConsequenceDeed(Deed[StepConsequence]):
    """Hangs a consequence on a step: words, ticks on a danger clock, or both (3D6, Tâches longues)."""

    id = "step"
    event = "follow"
    label = text("Consequence of the step")
    command = StepConsequence

    def asks(self, campaign: Campaign, command: StepConsequence) -> tuple[Ask, ...]:
        """Ask for it in words and for the clock."""
        return (
            Ask("consequence", text("Consequence, in words"), Kind.LINE, command.consequence),
            *ticks_asks(campaign, command.clock, command.ticks),
        )

    def apply(self, draft: Draft, command: StepConsequence, faces: Faces) -> None:
        """Write it and tick. Raises Refusal `no_task` where there is no step, `empty_note` where nothing happens."""
        state = open_state(draft.campaign, command.beat)
        if state.kind != "long" or state.roll is None:
            raise Refusal("no_task", text("there is no step of a long task to share"))
        if state.followed:
            raise Refusal("settled", text("this step has its consequence already"))
        if not command.clock and not command.consequence.strip():
            raise Refusal("empty_note", text("say what the step costs, or choose a clock"))
        draft.fact(result=dict[str, Value]())
        name_task(draft, state)
        tick_if_chosen(draft, command.clock, command.ticks)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say it."""
        words = entry.choice.get("consequence")
        if isinstance(words, str) and words.strip():
            return Said(text("consequence of the step: {words}", words=words))
        return Said(text("consequence of the step"))


def usual_consequence(campaign: Campaign, state: BeatState) -> StepConsequence:
    """Give the consequence to begin with: the one the same task had in its last step."""
    task = str(state.task.get("id", "")) if state.task is not None else ""
    beats = {entry.beat for entry in campaign.log if entry.roll == "long" and entry.choice.get("clock") == task}
    for entry in reversed(campaign.log):
        if entry.roll == "step" and entry.beat in beats:
            words, clock, ticks = (entry.choice.get(key) for key in ("consequence", "clock", "ticks"))
            is_open = isinstance(clock, str) and clock in campaign.clocks and not campaign.clocks[clock].full
            return StepConsequence(
                beat=state.n,
                consequence=words if isinstance(words, str) else "",
                clock=str(clock) if is_open else "",
                ticks=ticks if isinstance(ticks, int) else 1,
            )
    return StepConsequence(beat=state.n)


def ticks_asks(campaign: Campaign, clock: str, ticks: int) -> tuple[Ask, ...]:
    """Ask for a danger clock to tick, and by how much where one is chosen."""
    clocks = open_clocks(campaign, DANGERS)
    if not clocks:
        return ()
    ask = Ask("clock", text("Danger clock"), Kind.CHOICE, clock, (Option("", text("none")), *clocks))
    if not clock:
        return (ask,)
    return (ask, Ask("ticks", text("Segments"), Kind.WHOLE, ticks, low=1, high=MOST_TICKS))


def tick_if_chosen(draft: Draft, clock: str, ticks: int) -> None:
    """Tick a danger clock where one is chosen. Raises Refusal `bad_ticks`, `no_clock`, `already_full`."""
    if not clock:
        return
    if ticks < 1:
        raise Refusal("bad_ticks", text("complications tick one segment or more"))
    tick_clock(draft, clock, ticks)


def name_task(draft: Draft, state: BeatState) -> None:
    """Have the entry carry the name of the task it follows up, so that it is as hidden as the task."""
    if state.task is not None:
        draft.name("clocks", str(state.task.get("id", "")))
