"""Sixième Monde: the roll of the d20 at the table (text, steps 1 to 3, and 6): its dice and its running sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import Entry, whole_faces
from tracker.core.text import Text, text
from tracker.core.tree import Tree, path_text
from tracker.dice.pool import Faces, Pool
from tracker.rules.deed import Ask, Deed, Die, Preview, Said, Tone
from tracker.rules.sixieme_monde.addons import best_addon
from tracker.rules.sixieme_monde.d20_test import TEST
from tracker.rules.sixieme_monde.names import OUTCOMES, margins_said
from tracker.rules.sixieme_monde.outlook import Outlook, outlook_of
from tracker.rules.sixieme_monde.penalty import Penalty, last_penalty
from tracker.rules.sixieme_monde.roll_asks import roll_asks
from tracker.rules.sixieme_monde.roll_numbers import EPHEMERAL, D20Roll, RollNumbers, numbers_of
from tracker.rules.sixieme_monde.scale import D20
from tracker.rules.sixieme_monde.terms import Term, sum_said, terms_kept


class D20RollDeed(Deed[D20Roll]):
    """A roll of the d20: skill, penalty and tricks first; what follows is offered."""

    id = "test"
    event = "roll"
    label = text("Roll of the d20")
    outcomes = OUTCOMES
    command = D20Roll

    def asks(self, campaign: Campaign, command: D20Roll) -> tuple[Ask, ...]:
        """Ask for the skill, the penalty and the tricks."""
        character = campaign.characters.get(command.who)
        return () if character is None else tuple(roll_asks(campaign, character, command))

    def put(self, campaign: Campaign, command: D20Roll, name: str, value: Any) -> D20Roll:
        """Give the command with one more answer; a trick is switched by its id, the last penalty by its line."""
        attribute, _, id = name.partition(".")
        if attribute == "tricks":
            kept = tuple(trick for trick in command.tricks if trick != id)
            return replace(command, tricks=(*kept, id) if value else kept)
        if name == "malus_of":
            shared = last_penalty(campaign) if value else None
            return replace(command, malus_of=0 if shared is None else shared.n)
        put: D20Roll = replace(command, **{name: value})
        return put

    def preview(self, campaign: Campaign, command: D20Roll) -> Preview:
        """Give the exact odds with the options at hand: own dice, and those of the pot. No call is counted in."""
        numbers = numbers_of(campaign, command)
        outlook = _outlook(campaign, numbers)
        warnings = () if outlook.plain else (text("this can only succeed with dice or help"),)
        facts = (_known(numbers), text("against a failure {cap}d6 at most", cap=outlook.cap))
        return Preview(outlook.chances(), facts, warnings)

    def pools(self, campaign: Campaign, command: D20Roll) -> tuple[Pool, ...]:
        """Give the d20 and the penalty dice."""
        dice = numbers_of(campaign, command).malus_dice
        return (Pool(1, D20, "d20"), *((Pool(dice, 6, "malus"),) if dice else ()))

    def apply(self, draft: Draft, command: D20Roll, faces: Faces) -> None:
        """Read the dice, pay for the tricks switched on, and write the running sum."""
        numbers = numbers_of(draft.campaign, command)
        again = numbers.again
        malus = faces.get("malus", ()) if again is None else again.faces
        read = TEST.read(numbers.inputs, draft.campaign.rules, {"d20": faces["d20"], "malus": malus})
        odds = _outlook(draft.campaign, numbers).odds()
        draft.who(command.who)
        draft.name("characters", command.who)
        if again is not None:
            _name_again(draft, again)
        penalty = (Term(kind="malus", value=sum(malus)),) if malus else ()
        terms = (Term(kind="d20", value=faces["d20"][0]), *penalty, *numbers.sheet)
        draft.fact(
            outcome=read["outcome"],
            odds={outcome: str(share) for outcome, share in odds.items()},
            result={
                "terms": [term.encoded() for term in terms],
                "score": numbers.inputs.score,
                **{key: read[key] for key in ("total", "tier", "cap", "margins", "success_margins") if key in read},
                **({"malus": list(malus)} if malus else {}),
                **({"malus_for": again.who} if again is not None else {}),
            },
        )
        roller = draft.campaign.characters[command.who]
        active = {id: replace(trick, active=True) for id, trick in roller.tricks.items() if id in command.tricks}
        draft.put_character(replace(roller, karma=read["karma_after"], tricks={**roller.tricks, **active}))

    def said(self, campaign: Campaign, entry: Entry) -> Said:
        """Say the skill and the goal, the dice, and the running sum with every term named."""
        terms = terms_kept(entry)
        skill = next((term for term in terms if term.kind in {"skill", "ephemeral"}), None)
        what = self.label if skill is None else skill.said(entry.names)
        goal = entry.choice.get("goal")
        if isinstance(goal, str) and goal:
            what = text("{what} · {goal}", what=what, goal=goal)
        outcome = OUTCOMES.get(entry.outcome)
        return Said(
            what,
            _dice(entry.faces),
            outcome[0] if outcome else None,
            outcome[1] if outcome else Tone.PLAIN,
            tuple(_details(entry, terms)),
        )

    def sides(self, entry: Tree, pool: str) -> int:
        """Give those of the d20, else those of the penalty dice."""
        return D20 if pool == "d20" else 6


def first_roll(campaign: Campaign, who: str) -> D20Roll | None:
    """Give the roll to begin with: the skill used last, else the best; tricks that are active. None for nobody."""
    character = campaign.characters.get(who)
    if character is None:
        return None
    skills = character.skills
    last = next(
        (
            skill
            for entry in reversed(campaign.log)
            if entry.roll == D20RollDeed.id
            and entry.who == who
            and isinstance(skill := entry.choice.get("skill"), str)
            and skill in skills
        ),
        None,
    )
    skill = last if last is not None else min(skills, key=lambda id: skills[id].score, default=EPHEMERAL)
    tricks = tuple(id for id, trick in character.tricks.items() if trick.active)
    return D20Roll(who=who, skill=skill, addon=best_addon(character), tricks=tricks)


def _outlook(campaign: Campaign, numbers: RollNumbers) -> Outlook:
    return outlook_of(numbers.inputs, campaign.rules, numbers.malus_dice, numbers.malus)


def _known(numbers: RollNumbers) -> Text:
    """Say the dice to be thrown and every term that is known before."""
    dice = f"1d{D20} + {numbers.malus_dice}d6" if numbers.malus_dice else f"1d{D20}"
    again = (Term(kind="malus", value=numbers.malus),) if numbers.again is not None else ()
    return text("{dice}, {terms}", dice=dice, terms=tuple(term.said({}) for term in (*again, *numbers.sheet)))


def _name_again(draft: Draft, again: Penalty) -> None:
    """Keep the name of whose penalty counts again, also of somebody who has left meanwhile."""
    names = draft.facts.setdefault("names", {})
    names.setdefault(path_text(("characters", again.who)), again.who_name)
    draft.name("characters", again.who)


def _details(entry: Entry, terms: tuple[Term, ...]) -> list[Text]:
    details = [sum_said(terms, entry.names)] if terms else []
    other = entry.result.get("malus_for")
    if isinstance(other, str):
        who = entry.names.get(path_text(("characters", other)), "") or other
        details.append(text("the penalty thrown for {who}", who=who))
    return [*details, *margins_said(entry)]


def _dice(faces: Any) -> tuple[Die, ...]:
    """Give the dice of an entry: the d20, then the penalty dice."""
    shown = faces if isinstance(faces, Mapping) else {}
    d20 = (Die(face, True, D20) for face in whole_faces(shown.get("d20")))
    return (*d20, *(Die(face) for face in whole_faces(shown.get("malus"))))
