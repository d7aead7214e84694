"""Charge: milestones and talents (Charge, Progression)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry
from tracker.core.fields import Kind
from tracker.core.frozen import dataclass
from tracker.core.refusal import Refusal
from tracker.core.text import text, text_n
from tracker.dice.pool import Faces
from tracker.rules.charge.names import action_name, action_names
from tracker.rules.charge.sheet import MAX_DOTS, TALENT_KINDS, Talent
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Ask, Command, Deed, Option, Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Milestone(Command):
    """A great event has ended: everybody may take one talent."""


class MilestoneDeed(Deed[Milestone]):
    """Gives the whole group a milestone."""

    id = "milestone"
    event = "adjust"
    label = text("Milestone for the group")
    command = Milestone

    def apply(self, draft: Draft, command: Milestone, faces: Faces) -> None:
        """Give one to every character."""
        for character in tuple(draft.campaign.characters.values()):
            draft.put_character(replace(character, milestones=character.milestones + 1))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say it."""
        return Said(text("milestone for the group"))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTalent(Command):
    """`who` spends a milestone on a talent."""

    kind: str = "dot"
    action: str = ""
    situation: str = ""


class TakeTalentDeed(Deed[TakeTalent]):
    """Takes an action dot, or a situational talent with its blank filled in."""

    id = "talent"
    event = "follow"
    label = text("Take a talent")
    command = TakeTalent

    def asks(self, campaign: Campaign, command: TakeTalent) -> tuple[Ask, ...]:
        """Ask for the kind, then for the action or the situation."""
        character = campaign.characters.get(command.who)
        if character is None:
            return ()
        kinds = tuple(Option(kind, label) for kind, label in TALENT_KINDS.items())
        asks = [Ask("kind", text("Talent"), Kind.CHOICE, command.kind, kinds)]
        if command.kind == "dot":
            asks.append(Ask("action", text("Action"), Kind.CHOICE, command.action, _actions(campaign, character)))
        else:
            asks.append(Ask("situation", text("When …"), Kind.LINE, command.situation))
        return tuple(asks)

    def apply(self, draft: Draft, command: TakeTalent, faces: Faces) -> None:
        """Spend the milestone. Raises Refusal `no_milestone`, `bad_dots`, `empty_talent`."""
        character = present_character(draft.campaign, command.who)
        if character.milestones < 1:
            raise Refusal("no_milestone", text("{who} has no milestone to spend", who=character.name))
        draft.who(command.who)
        character = replace(character, milestones=character.milestones - 1)
        if command.kind == "dot":
            character = _with_dot(draft.campaign, character, command.action)
        elif not command.situation.strip():
            raise Refusal("empty_talent", text("say in which situation the talent counts"))
        draft.put_character(_with_talent(character, command))
        draft.name("characters", command.who)

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Name the talent."""
        kind = str(entry.choice.get("kind", "dot"))
        if kind == "dot":
            action = action_name(campaign, str(entry.choice.get("action", "")))
            return Said(text("new talent: one more dot of {action}", action=action))
        label = TALENT_KINDS.get(kind, text("{word}", word=kind))
        return Said(text("new talent: {label} {words}", label=label, words=str(entry.choice.get("situation", ""))))


def _actions(campaign: Campaign, character: Any) -> tuple[Option, ...]:
    return tuple(
        Option(id, name, text_n("{count} dot", "{count} dots", character.actions.get(id, 0)), _too_many(character, id))
        for id, name in action_names(campaign).items()
    )


def _too_many(character: Any, action: str) -> Any:
    full = character.actions.get(action, 0) >= MAX_DOTS
    return text("an action has at most {number} dots", number=MAX_DOTS) if full else None


def _with_dot(campaign: Campaign, character: Any, action: str) -> Any:
    if action not in action_names(campaign):
        raise Refusal("unknown_action", text("“{action}” is no action of this campaign", action=action))
    dots = character.actions.get(action, 0)
    if dots >= MAX_DOTS:
        raise Refusal("bad_dots", text("an action has at most {number} dots", number=MAX_DOTS))
    return replace(character, actions={**character.actions, action: dots + 1})


def _with_talent(character: Any, command: TakeTalent) -> Any:
    """Check the first free line of that kind on the sheet, or add one."""
    taken = Talent(
        situation="" if command.kind == "dot" else command.situation,
        kind=command.kind,  # type: ignore[arg-type]
        action=command.action if command.kind == "dot" else "",
        checked=True,
    )
    talents = list(character.talents)
    for place, talent in enumerate(talents):
        if talent.kind == command.kind and not talent.checked and not talent.action:
            situation = taken.situation or talent.situation
            talents[place] = replace(talent, checked=True, action=taken.action, situation=situation)
            return replace(character, talents=tuple(talents))
    return replace(character, talents=(*talents, taken))
