"""3D6: two against each other at the table, a storyteller's character included (3D6, Actions en opposition)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in, text_n, verbatim
from tracker.core.tree import Tree
from tracker.dice.pool import Faces, Pool
from tracker.rules.deed import Ask, Chance, Command, Deed, Option, Preview, Said, Tone
from tracker.rules.systeme_3d6.beat import open_state
from tracker.rules.systeme_3d6.commands import RollOpposed
from tracker.rules.systeme_3d6.hand import Hand, hand_name, hands_read, hands_written, name_hands
from tracker.rules.systeme_3d6.hand_deed import (
    HandDeed,
    hand_dice,
    hand_inputs,
    hand_reasons,
    hand_warnings,
    inputs_of,
    reason_asks,
    scored,
    triple_said,
    with_goal,
)
from tracker.rules.systeme_3d6.house import QUALITY
from tracker.rules.systeme_3d6.inputs import OpenInputs, rolled
from tracker.rules.systeme_3d6.names import OPPOSED_OUTCOMES, TIE, best_quality, quality_names, score_of
from tracker.rules.systeme_3d6.procedures import OPPOSED, OpposedInputs
from tracker.rules.systeme_3d6.reasons import check_reasons, counted, name_allies, reasons_said

THEIRS = ("their_advantages", "their_disadvantages")


class RollOpposedDeed(HandDeed[RollOpposed]):
    """An opposed action: both sides roll, more successes wins; of a tie the storyteller decides."""

    id = "opposed"
    label = text("Opposed action")
    outcomes = OPPOSED_OUTCOMES
    aim = text_in("odds", "win")
    aims = frozenset({"a"})
    command = RollOpposed

    def asks(self, campaign: Campaign, command: RollOpposed) -> tuple[Ask, ...]:
        """Ask for the kitten's side, then for the other one: a kitten, or a name and a score."""
        if command.who not in campaign.characters:
            return ()
        return (
            *self.kind_asks(command),
            Ask("against", text("Against"), Kind.CHOICE, command.against, _others(campaign, command.who)),
            *self._their_asks(campaign, command),
            self.quality_ask(campaign, command),
            *self.reason_asks(campaign, command),
            *self._their_reasons(campaign, command),
            self.goal_ask(command),
        )

    def put(self, campaign: Campaign, command: RollOpposed, name: str, value: Any) -> RollOpposed:
        """Give the command with one more answer; another opponent brings reasons and a quality of its own."""
        changed = super().put(campaign, command, name, value)
        if name != "against":
            return changed
        other = campaign.characters.get(value)
        quality = best_quality(campaign, other) if other is not None else ""
        return replace(changed, their_quality=quality, their_advantages=(), their_disadvantages=())

    def chance(self, campaign: Campaign, command: RollOpposed) -> Fraction | None:
        """Give the chance that the kitten wins."""
        return OPPOSED.odds(opposed_inputs(campaign, command), campaign.rules).get("a", Fraction(0))

    def preview(self, campaign: Campaign, command: RollOpposed) -> Preview:
        """Give the exact odds of either side and of a tie."""
        inputs = opposed_inputs(campaign, command)
        OPPOSED.verify(inputs, campaign.rules)
        odds = OPPOSED.odds(inputs, campaign.rules)
        names = tuple(_side_name(campaign, hand) for hand in _hands(command, inputs))
        tones = _tones(command.against)
        labels = {"a": text("{who} wins", who=names[0]), "b": text("{who} wins", who=names[1]), "tie": text("a tie")}
        chances = tuple(Chance(id, label, odds.get(id, Fraction(0)), tones[id]) for id, label in labels.items())
        facts = (
            text("{who}: {words}", who=names[0], words=counted(command.advantages, command.disadvantages)),
            text("{who}: {words}", who=names[1], words=counted(command.their_advantages, command.their_disadvantages)),
        )
        warnings = hand_warnings(campaign, command.who, command.quality, command.disadvantages)
        if command.against:
            theirs = hand_warnings(campaign, command.against, command.their_quality, command.their_disadvantages)
            warnings = (*warnings, *theirs)
        return Preview(chances, facts, warnings)

    def pools(self, campaign: Campaign, command: RollOpposed) -> tuple[Pool, ...]:
        """Give the dice of both sides. Raises Refusal `settled` where it follows anything but an open tie."""
        inputs = opposed_inputs(campaign, command)
        OPPOSED.verify(inputs, campaign.rules)
        _check_tie(campaign, command.beat)
        return OPPOSED.pools(inputs, campaign.rules)

    def apply(self, draft: Draft, command: RollOpposed, faces: Faces) -> None:
        """Read the dice of both. Nothing on any sheet changes."""
        inputs, rules = opposed_inputs(draft.campaign, command), draft.campaign.rules
        OPPOSED.verify(inputs, rules)
        _check_tie(draft.campaign, command.beat)
        read = OPPOSED.read(inputs, rules, faces)
        draft.who(command.who)
        sides = zip(_hands(command, inputs), (inputs.a, inputs.b), ("a", "b"), strict=True)
        hands = tuple(_thrown(hand, side, faces[id], rules) for hand, side, id in sides)
        name_hands(draft, hands)
        name_allies(draft, (*command.advantages, *command.their_advantages))
        draft.fact(
            outcome=read["winner"],
            odds={outcome: str(share) for outcome, share in OPPOSED.odds(inputs, rules).items()},
            result={"hands": hands_written(hands)},
        )

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say who rolled what against whom, the dice of both, and who wins."""
        hands = hands_read(entry.result.get("hands"))
        if len(hands) != 2:
            return Said(self.label)
        names = tuple(hand_name(hand, entry.names) for hand in hands)
        what = text(
            "{mine} against {who}, {theirs}",
            mine=scored(campaign, hands[0]),
            who=names[1],
            theirs=scored(campaign, hands[1]),
        )
        theirs = reasons_said(entry.choice.get(THEIRS[0]), entry.choice.get(THEIRS[1]), entry.names)
        details = [successes_of(hand, name) for hand, name in zip(hands, names, strict=True)]
        for hand, name in zip(hands, names, strict=True):
            details += [text("{who}: {words}", who=name, words=words) for words in triple_said(hand)]
        details += hand_reasons(entry)
        details += [text("{who}: {words}", who=names[1], words=words) for words in theirs]
        tone = _tones(hands[1].who).get(entry.outcome, Tone.PLAIN)
        return Said(
            with_goal(what, entry.choice), hand_dice(hands), winner_said(entry.outcome, names), tone, tuple(details)
        )

    def thrower(self, entry: Tree, pool: str) -> str:
        """Give the kitten, or who is against her; nobody for one of the storyteller's."""
        if pool == "a":
            return super().thrower(entry, pool)
        choice = entry.get("choice")
        against = choice.get("against") if isinstance(choice, Mapping) else None
        return against if isinstance(against, str) else ""

    def _their_asks(self, campaign: Campaign, command: RollOpposed) -> tuple[Ask, ...]:
        other = campaign.characters.get(command.against)
        if other is None:
            low, high = QUALITY
            return (
                Ask("name", text("Its name"), Kind.LINE, command.name),
                Ask("score", text("Its quality"), Kind.WHOLE, command.score, low=low, high=high),
            )
        options = tuple(
            Option(
                id, name, self.noted(campaign, replace(command, their_quality=id), verbatim(str(score_of(other, id))))
            )
            for id, name in quality_names(campaign).items()
        )
        label = text("Quality of {who}", who=other.name)
        return (Ask("their_quality", label, Kind.CHOICE, command.their_quality, options),)

    def _their_reasons(self, campaign: Campaign, command: RollOpposed) -> tuple[Ask, ...]:
        more = replace(command, their_advantages=(*command.their_advantages, "other"))
        less = replace(command, their_disadvantages=(*command.their_disadvantages, "other"))
        gain, loss = self.gained(campaign, command, more), self.gained(campaign, command, less)
        chosen = (command.their_advantages, command.their_disadvantages)
        asks = reason_asks(campaign, command.against, *chosen, gain, loss, THEIRS)
        heading = (
            text("The other side")
            if not command.against
            else text("{name}", name=campaign.characters[command.against].name)
            if command.against in campaign.characters
            else None
        )
        return (replace(asks[0], heading=heading), *asks[1:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw(Command):
    """The tie stands."""


class DrawDeed(Deed[Draw]):
    """Declares a tie a draw; the other way out of it is a new roll (3D6, Actions en opposition)."""

    id = "tie"
    event = "follow"
    label = text("Draw")
    command = Draw

    def apply(self, draft: Draft, command: Draw, faces: Faces) -> None:
        """Write that it stands. Raises Refusal `no_tie` where there is none."""
        state = open_state(draft.campaign, command.beat)
        if state.kind != "opposed" or state.outcome != "tie":
            raise Refusal("no_tie", text("there is no tie to decide"))
        assert state.roll is not None
        draft.who(state.roll.who)
        draft.fact(outcome="tie")

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say it."""
        return Said(text("the storyteller declares a draw"))


def winner_said(outcome: str, names: tuple[Text, ...]) -> Text | None:
    """Say who wins."""
    match outcome:
        case "a":
            return text_in("opposed", "{who} WINS", who=names[0])
        case "b":
            return text_in("opposed", "{who} WINS", who=names[1])
        case "tie":
            return TIE
        case _:
            return None


def successes_of(hand: Hand, name: Text) -> Text:
    """Say how many successes somebody has, and on which dice."""
    faces = " ".join(str(face) for face in hand.final)
    return text_n(
        "{who}: {faces}, {count} success", "{who}: {faces}, {count} successes", hand.successes, who=name, faces=faces
    )


def _others(campaign: Campaign, who: str) -> tuple[Option, ...]:
    others = [(id, other) for id, other in campaign.characters.items() if id != who and other.present]
    return (
        Option("", text("one of the storyteller’s")),
        *(Option(id, text("{name}", name=other.name or id)) for id, other in others),
    )


def opposed_inputs(campaign: Campaign, command: RollOpposed) -> OpposedInputs:
    """Give the numbers of both sides. Raises Refusal where one of them is not there any more."""
    mine = inputs_of(campaign, command)
    theirs = (command.their_advantages, command.their_disadvantages)
    if command.against == command.who:
        raise Refusal("bad_opponent", text("nobody rolls against themselves"))
    if command.against:
        return OpposedInputs(a=mine, b=hand_inputs(campaign, command.against, command.their_quality, *theirs))
    check_reasons(campaign, "", *theirs)
    other = OpenInputs(quality=command.score, advantages=len(theirs[0]), disadvantages=len(theirs[1]))
    return OpposedInputs(a=mine, b=other)


def _hands(command: RollOpposed, inputs: OpposedInputs) -> tuple[Hand, Hand]:
    """Give both sides before the dice are thrown."""
    mine = Hand(who=command.who, quality=command.quality, score=inputs.a.quality)
    if command.against:
        return mine, Hand(who=command.against, quality=command.their_quality, score=inputs.b.quality)
    return mine, Hand(name=command.name.strip(), score=inputs.b.quality)


def _thrown(hand: Hand, side: OpenInputs, faces: tuple[int, ...], rules: Any) -> Hand:
    read = rolled(side, faces, rules)
    return replace(hand, final=read.final, triple=read.triple)


def _side_name(campaign: Campaign, hand: Hand) -> Text:
    return text("{name}", name=campaign.characters[hand.who].name) if hand.who else hand_name(hand, {})


def _tones(against: str) -> dict[str, Tone]:
    """Give how the outcomes feel: between two kittens neither is the bad one."""
    return {"a": Tone.GOOD, "b": Tone.GOOD if against else Tone.BAD, "tie": Tone.MIXED}


def _check_tie(campaign: Campaign, beat: int | None) -> None:
    if beat is None:
        return
    state = open_state(campaign, beat)
    if state.kind != "opposed" or state.outcome != "tie":
        raise Refusal("no_tie", text("there is no tie to decide"))
