"""Sixième Monde: what the player makes of a failure (text, step 7): accept it, or refuse it with the d6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry, whole_faces
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in, text_n
from tracker.dice.pool import Faces, Pool
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Command, Deed, Die, Option, Preview, Said
from tracker.rules.likely import likely
from tracker.rules.sixieme_monde.beat import BeatState, failing_state, keep_names, state_of, step_said
from tracker.rules.sixieme_monde.d20_test import TEST
from tracker.rules.sixieme_monde.inputs import D20Inputs
from tracker.rules.sixieme_monde.names import OUTCOMES, margins_said, plain
from tracker.rules.sixieme_monde.outlook import turned, turned_chances
from tracker.rules.sixieme_monde.refusals import check_pot
from tracker.rules.sixieme_monde.scale import cap_of, gift, margins_of, zero_wins
from tracker.rules.sixieme_monde.terms import Term, total_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept(Command):
    """The failure is accepted."""


class AcceptDeed(Deed[Accept]):
    """Accepts a failure: every full margin puts one die into the common pot."""

    id = "accept"
    event = "follow"
    label = text("Accept the failure")
    command = Accept

    def preview(self, campaign: Campaign, command: Accept) -> Preview:
        """Say what goes to the pot."""
        return Preview(facts=(gift_said(campaign, state_of(campaign, command.beat)),))

    def apply(self, draft: Draft, command: Accept, faces: Faces) -> None:
        """Put the dice into the pot. Raises Refusal `settled` where there is no failure any more."""
        state, _ = failing_state(draft.campaign, command.beat)
        dice = gift(state.total, state.score, draft.campaign.rules)
        draft.who(state.who)
        draft.name("characters", state.who)
        draft.fact(outcome="failure", result={"total": state.total, "margins": state.margins, "gift": dice})
        table = draft.campaign.table
        draft.put_table(replace(table, pot=table.pot + dice))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the margins; the pot stands behind them."""
        label, tone = OUTCOMES["failure"]
        details = margins_said(entry) or (text("no full margin: nothing goes to the pot"),)
        return Said(text("accepts the failure"), (), label, tone, details)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse(Command):
    """The failure is refused: own dice are thrown, completed from the pot."""

    pot_draw: int = 0
    """Dice drawn from the common pot."""


class RefuseDeed(Deed[Refuse]):
    """Refuses a failure: own dice and dice of the pot, thrown together, come off the total. No second round."""

    id = "refuse"
    event = "follow"
    label = text("Throw d6")
    outcomes = OUTCOMES
    command = Refuse

    def asks(self, campaign: Campaign, command: Refuse) -> tuple[Ask, ...]:
        """Ask how many dice are drawn from the pot, with the exact chance of each number."""
        state = state_of(campaign, command.beat)
        if not state.who:
            return ()
        least, most = draw_range(campaign, state)
        options = tuple(
            Option(drawn, text("{size}", size=drawn), _draw_note(campaign, state, drawn))
            for drawn in range(least, most + 1)
        )
        return (
            Ask("pot_draw", text("Dice from the pot"), Kind.WHOLE, command.pot_draw, options, least, max(least, most)),
        )

    def preview(self, campaign: Campaign, command: Refuse) -> Preview:
        """Give the exact odds of the dice."""
        state = state_of(campaign, command.beat)
        dice = self._checked(campaign, command, state)
        facts = (
            text(
                "{own} of one’s own and {drawn} of the pot: {count}d6",
                own=state.own_dice,
                drawn=command.pot_draw,
                count=dice,
            ),
            text_in("sixième monde", "the result is {total}", total=plain(state.total)),
        )
        return Preview(turned_chances(state.total, dice, campaign.rules), facts)

    def known(self, campaign: Campaign, command: Refuse) -> tuple[int, int, int]:
        """Give the result to bring below 0, the dice thrown, and the most that may be. Raises Refusal."""
        state = state_of(campaign, command.beat)
        dice = self._checked(campaign, command, state)
        return state.total, dice, cap_of(state.score)

    def pools(self, campaign: Campaign, command: Refuse) -> tuple[Pool, ...]:
        """Give the dice, all thrown at once."""
        return (Pool(self._checked(campaign, command, state_of(campaign, command.beat)), 6, "d6"),)

    def apply(self, draft: Draft, command: Refuse, faces: Faces) -> None:
        """Take the faces off the total; the dice of the pot are gone whatever they show."""
        campaign, rules = draft.campaign, draft.campaign.rules
        state = state_of(campaign, command.beat)
        dice = self._checked(campaign, command, state)
        terms = (*state.terms, Term(kind="d6", value=-sum(faces["d6"])))
        total = total_of(terms)
        won = total < 0 or (total == 0 and zero_wins(rules))
        draft.who(state.who)
        draft.name("characters", state.who)
        keep_names(draft, state)
        share = turned(state.total, dice, rules)
        draft.fact(
            outcome="success" if won else "failure",
            odds={id: str(value) for id, value in (("success", share), ("failure", 1 - share)) if value},
            result={
                "terms": [term.encoded() for term in terms],
                "total": total,
                "own_dice": state.own_dice,
                "rolled": dice,
                **({"success_margins": -margins_of(total)} if won else {}),
            },
        )
        draft.put_table(replace(campaign.table, pot=campaign.table.pot - command.pot_draw))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the dice, and the running sum to its end."""
        drawn = entry.choice.get("pot_draw", 0)
        count = drawn if isinstance(drawn, int) else 0
        what = text("refuses the failure")
        if count:
            what = text_n(
                "refuses the failure with {count} die of the pot",
                "refuses the failure with {count} dice of the pot",
                count,
            )
        told = step_said(entry, what)
        shown = entry.faces.get("d6") if isinstance(entry.faces, Mapping) else None
        dice = tuple(Die(face) for face in whole_faces(shown))
        return replace(told, dice=dice, details=(*told.details, *margins_said(entry)))

    def _checked(self, campaign: Campaign, command: Refuse, state: BeatState) -> int:
        """Give the number of dice. Raises Refusal where they cannot be thrown: the rules of scripts, as they are."""
        if not state.who or state.decided:
            raise Refusal("settled", text("what this roll brings is settled already"))
        present_character(campaign, state.who)
        pot = campaign.table.pot
        inputs = D20Inputs(score=state.score, pot=pot, choice="refuse", pot_draw=command.pot_draw)
        TEST.verify(inputs, campaign.rules)
        TEST.check_choice(inputs, replace(campaign.rules, zero="failure"), state.total)
        check_pot(command.pot_draw, pot)
        return TEST.rolled(inputs, state.total)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeZero(Command):
    """A result of exactly 0 counts as a success, as the player likes it."""


class TakeZeroDeed(Deed[TakeZero]):
    """Takes a result of exactly 0 as a success, under the house rule `zero`."""

    id = "take_zero"
    event = "follow"
    label = text("Take the 0 as a success")
    command = TakeZero

    def apply(self, draft: Draft, command: TakeZero, faces: Faces) -> None:
        """Write it. Raises Refusal `no_zero` where the result is another, or the table plays it as a failure."""
        state, _ = failing_state(draft.campaign, command.beat)
        if state.total != 0 or not zero_wins(draft.campaign.rules):
            raise Refusal(
                "no_zero", text("only a result of exactly 0 is the player’s to choose, where the table plays so")
            )
        draft.who(state.who)
        draft.name("characters", state.who)
        draft.fact(outcome="success", result={"total": 0})

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say it."""
        label, tone = OUTCOMES["success"]
        return Said(text("takes the 0 as a success"), (), label, tone)


def draw_range(campaign: Campaign, state: BeatState) -> tuple[int, int]:
    """Give the least and the most dice that may be drawn from the pot: at least one die is thrown in all."""
    own = state.own_dice
    return int(own == 0), min(cap_of(state.score) - own, campaign.table.pot)


def gift_said(campaign: Campaign, state: BeatState) -> Text:
    """Say what an accepted failure puts into the pot."""
    pot, dice = campaign.table.pot, gift(state.total, state.score, campaign.rules)
    if not dice:
        return text("no full margin: nothing goes to the pot")
    return text_n(
        "{count} die to the pot: {before} → {after}",
        "{count} dice to the pot: {before} → {after}",
        dice,
        before=pot,
        after=pot + dice,
    )


def refuse_said(campaign: Campaign, state: BeatState) -> Text:
    """Say what one's own dice are likely to do, and what those of the pot add."""
    own, rules = state.own_dice, campaign.rules
    all = own + max(0, draw_range(campaign, state)[1])
    share, full = turned(state.total, own, rules), turned(state.total, all, rules)
    if all == own:
        return text("{own}d6: {share}", own=own, share=likely(share))
    if not own:
        return text("with the pot {count}d6: {full}", count=all, full=full)
    return text(
        "{own}d6: {share}, with the pot {count}d6: {full}", own=own, share=likely(share), count=all, full=likely(full)
    )


def _draw_note(campaign: Campaign, state: BeatState, drawn: int) -> Text:
    dice = state.own_dice + drawn
    return text("{own}d6: {share}", own=dice, share=likely(turned(state.total, dice, campaign.rules)))
