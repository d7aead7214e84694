"""3D6: everybody together at the table, against one difficulty (3D6, Actions de groupe)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.text import Text, text, verbatim
from tracker.core.tree import Tree
from tracker.dice.pool import Faces, Pool
from tracker.rules.deed import Ask, Chance, Option, Preview, Said, Tone
from tracker.rules.likely import likely
from tracker.rules.systeme_3d6.commands import RollGroup, usual_quality
from tracker.rules.systeme_3d6.count import dice_thrown
from tracker.rules.systeme_3d6.group_action import GROUP, GroupInputs, Member
from tracker.rules.systeme_3d6.hand import Hand, hand_name, hands_read, hands_written, name_hands
from tracker.rules.systeme_3d6.hand_deed import (
    RollDeed,
    hand_dice,
    hand_inputs,
    hand_warnings,
    reason_asks,
    scored,
    triple_said,
    with_goal,
)
from tracker.rules.systeme_3d6.house import DIFFICULTIES
from tracker.rules.systeme_3d6.inputs import outcome_of, rolled
from tracker.rules.systeme_3d6.names import GROUP_OUTCOMES, quality_names, score_of
from tracker.rules.systeme_3d6.procedures import TEST, DifficultyInputs
from tracker.rules.systeme_3d6.reasons import name_allies, reasons_said
from tracker.rules.systeme_3d6.roll_single import in_vain

MEMBER_OUTCOMES = {
    "success": text("succeeds"),
    "choice": text("a choice"),
    "total_failure": text("total failure"),
}


class RollGroupDeed(RollDeed[RollGroup]):
    """A group action: all roll at once; if the majority succeeds, all do."""

    id = "group"
    label = text("Group action")
    outcomes = GROUP_OUTCOMES
    command = RollGroup

    def asks(self, campaign: Campaign, command: RollGroup) -> tuple[Ask, ...]:
        """Ask for difficulty and quality of all first, then for each member."""
        present = {id: each for id, each in campaign.characters.items() if each.present}
        if not present:
            return ()
        who = tuple(Option(id, text("{name}", name=each.name or id), _absence(each)) for id, each in present.items())
        asks = [
            *self.kind_asks(command),
            self.difficulty_ask(campaign, command, command.difficulty),
            Ask(
                "quality",
                text("Quality of all"),
                Kind.CHOICE,
                quality_of_all(campaign, command),
                self._qualities(campaign, command),
            ),
            Ask("members", text("Who takes part"), Kind.CHOICES, members_of(campaign, command), who),
        ]
        for id in members_of(campaign, command):
            if id in present:
                asks.extend(self._member_asks(campaign, command, id))
        asks.append(Ask("goal", text("Goal, in words"), Kind.LINE, command.goal))
        return tuple(asks)

    def put(self, campaign: Campaign, command: RollGroup, name: str, value: Any) -> RollGroup:
        """Give the command with one more answer; those about one member are named by her id."""
        attribute, _, who = name.partition(".")
        if not who:
            changed = super().put(campaign, command, name, value)
            # A quality for all is one for all: what single members had before is gone.
            return replace(changed, qualities={}) if name == "quality" else changed
        now: Mapping[str, Any] = getattr(command, attribute)
        changes: Any = {attribute: {**now, who: value}}
        done: RollGroup = replace(command, **changes)
        return done

    def chance(self, campaign: Campaign, command: RollGroup) -> Fraction | None:
        """Give the chance of the group, nobody paying."""
        return GROUP.odds(group_inputs(campaign, command), campaign.rules).get("success", Fraction(0))

    def preview(self, campaign: Campaign, command: RollGroup) -> Preview:
        """Give the exact odds of the group, what paying would bring, and those of each member."""
        inputs, rules = group_inputs(campaign, command), campaign.rules
        GROUP.verify(inputs, rules)
        odds = GROUP.odds(inputs, rules)
        all_pay = replace(inputs, entries=tuple(replace(each, pays_cost=True) for each in inputs.entries))
        paid = GROUP.odds(all_pay, rules).get("success", Fraction(0))
        chances = tuple(
            Chance(id, label, odds.get(id, Fraction(0)), tone) for id, (label, tone) in GROUP_OUTCOMES.items()
        )
        members = members_of(campaign, command)
        facts = [text("if every choice is paid for: {chance}", chance=likely(paid))]
        warnings: list[Text] = []
        for who, entry in zip(members, inputs.entries, strict=True):
            alone = TEST.odds(_alone(command.difficulty, entry), rules).get("success", Fraction(0))
            dice = dice_thrown(entry.advantages, entry.disadvantages)
            facts.append(
                text("{who}, {dice} dice: {chance}", who=campaign.characters[who].name, dice=dice, chance=likely(alone))
            )
            quality = quality_in_group(campaign, command, who)
            warnings.extend(hand_warnings(campaign, who, quality, command.disadvantages.get(who, ())))
        vain = in_vain(command.difficulty, max(dice_thrown(e.advantages, e.disadvantages) for e in inputs.entries))
        return Preview(chances, tuple(facts), (*vain, *warnings))

    def pools(self, campaign: Campaign, command: RollGroup) -> tuple[Pool, ...]:
        """Give the dice of every member, named by her id."""
        inputs = group_inputs(campaign, command)
        GROUP.verify(inputs, campaign.rules)
        members = members_of(campaign, command)
        pools = GROUP.pools(inputs, campaign.rules)
        return tuple(replace(pool, name=who) for pool, who in zip(pools, members, strict=True))

    def apply(self, draft: Draft, command: RollGroup, faces: Faces) -> None:
        """Read the dice of all. Nobody pays yet: that is chosen afterwards."""
        campaign, rules = draft.campaign, draft.campaign.rules
        inputs, members = group_inputs(campaign, command), members_of(campaign, command)
        GROUP.verify(inputs, rules)
        hands = []
        for who, entry in zip(members, inputs.entries, strict=True):
            read = rolled(entry, faces[who], rules)
            quality = quality_in_group(campaign, command, who)
            hands.append(Hand(who=who, quality=quality, score=entry.quality, final=read.final, triple=read.triple))
            name_allies(draft, command.advantages.get(who, ()))
        name_hands(draft, hands)
        read_all = GROUP.read(inputs, rules, {str(n): faces[who] for n, who in enumerate(members)})
        kept = {key: value for key, value in draft.facts.get("choice", {}).items() if value not in ({}, [])}
        draft.fact(
            choice={**kept, "quality": quality_of_all(campaign, command)},
            outcome=read_all["group"],
            odds={outcome: str(share) for outcome, share in GROUP.odds(inputs, rules).items()},
            result={
                "difficulty": command.difficulty,
                "passed": read_all["passed"],
                "members": read_all["members"],
                "hands": hands_written(hands),
            },
        )

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the difficulty, what everybody rolled, and how many succeed."""
        needed = entry.result.get("difficulty")
        difficulty = DIFFICULTIES.get(needed, verbatim("?")) if isinstance(needed, int) else verbatim("?")
        hands = hands_read(entry.result.get("hands"))
        outcome = GROUP_OUTCOMES.get(entry.outcome)
        what = with_goal(text("group · {difficulty}", difficulty=difficulty), entry.choice)
        details = [passed_said(entry)]
        for hand in hands:
            details.extend(_member_said(campaign, entry, hand, needed if isinstance(needed, int) else 1))
        return Said(
            what,
            hand_dice(hands),
            outcome[0] if outcome else None,
            outcome[1] if outcome else Tone.PLAIN,
            tuple(details),
        )

    def thrower(self, entry: Tree, pool: str) -> str:
        """Every member has a pool of her own."""
        return pool

    def _qualities(self, campaign: Campaign, command: RollGroup) -> tuple[Option, ...]:
        return tuple(
            Option(id, name, self.noted(campaign, replace(command, quality=id, qualities={}), text("for all")))
            for id, name in quality_names(campaign).items()
        )

    def _member_asks(self, campaign: Campaign, command: RollGroup, who: str) -> tuple[Ask, ...]:
        character = campaign.characters[who]
        now = quality_in_group(campaign, command, who)
        options = tuple(
            Option(
                id,
                name,
                self.noted(
                    campaign,
                    replace(command, qualities={**command.qualities, who: id}),
                    verbatim(str(score_of(character, id))),
                ),
            )
            for id, name in quality_names(campaign).items()
        )
        up, down = command.advantages.get(who, ()), command.disadvantages.get(who, ())
        more = replace(command, advantages={**command.advantages, who: (*up, "other")})
        less = replace(command, disadvantages={**command.disadvantages, who: (*down, "other")})
        gain, loss = self.gained(campaign, command, more), self.gained(campaign, command, less)
        heading = text("{name}", name=character.name or who)
        return (
            Ask(f"qualities.{who}", text("Quality"), Kind.CHOICE, now, options, heading=heading),
            *reason_asks(campaign, who, up, down, gain, loss, (f"advantages.{who}", f"disadvantages.{who}")),
        )


def members_of(campaign: Campaign, command: RollGroup) -> tuple[str, ...]:
    """Give who takes part, in the order of the table: those chosen, or all who are present and in the scene."""
    if command.members:
        known = [id for id in campaign.characters if id in command.members]
        return (*known, *(id for id in command.members if id not in known))
    return tuple(id for id, each in campaign.characters.items() if each.present and not each.taken_out)


def quality_of_all(campaign: Campaign, command: RollGroup) -> str:
    """Give the quality all roll with: the one chosen, else what the first of them rolled last, else her best."""
    if command.quality:
        return command.quality
    first = next((id for id in members_of(campaign, command) if id in campaign.characters), "")
    return usual_quality(campaign, first) if first else ""


def quality_in_group(campaign: Campaign, command: RollGroup, who: str) -> str:
    """Give the quality one member rolls with."""
    return command.qualities.get(who) or quality_of_all(campaign, command)


def passed_said(entry: Entry) -> Text:
    """Say how many of the group succeed."""
    passed, members = entry.result.get("passed"), entry.result.get("members")
    return text("{passed} of {members} succeed", passed=str(passed), members=str(members))


def group_inputs(campaign: Campaign, command: RollGroup) -> GroupInputs:
    """Give the numbers of a group action."""
    entries = []
    for who in members_of(campaign, command):
        quality = quality_in_group(campaign, command, who)
        up, down = command.advantages.get(who, ()), command.disadvantages.get(who, ())
        hand = hand_inputs(campaign, who, quality, up, down)
        entries.append(Member(quality=hand.quality, advantages=hand.advantages, disadvantages=hand.disadvantages))
    return GroupInputs(difficulty=command.difficulty, entries=tuple(entries))


def _alone(difficulty: int, entry: Member) -> DifficultyInputs:
    return DifficultyInputs(
        quality=entry.quality,
        difficulty=difficulty,
        advantages=entry.advantages,
        disadvantages=entry.disadvantages,
    )


def _absence(character: Any) -> Text | None:
    return text("{who} is out of the scene", who=character.name) if character.taken_out else None


def _member_said(campaign: Campaign, entry: Entry, hand: Hand, needed: int) -> tuple[Text, ...]:
    name = hand_name(hand, entry.names)
    faces = " ".join(str(face) for face in hand.final)
    outcome = MEMBER_OUTCOMES[outcome_of(hand.successes, needed)]
    line = text(
        "{who}, {quality}: {faces}, {outcome}", who=name, quality=scored(campaign, hand), faces=faces, outcome=outcome
    )
    up, down = entry.choice.get("advantages"), entry.choice.get("disadvantages")
    reasons = reasons_said(
        up.get(hand.who) if isinstance(up, Mapping) else None,
        down.get(hand.who) if isinstance(down, Mapping) else None,
        entry.names,
    )
    more = (*reasons, *triple_said(hand))
    return (line, *(text("{who}: {words}", who=name, words=words) for words in more))
