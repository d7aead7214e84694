"""3D6: one hand of dice as the log keeps it, and what all hands of a roll come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.entry import whole_faces
from tracker.core.frozen import dataclass
from tracker.core.text import Text, text
from tracker.core.tree import Value, path_text
from tracker.rules.systeme_3d6.count import is_triple, successes
from tracker.rules.systeme_3d6.group_action import group_outcome
from tracker.rules.systeme_3d6.inputs import outcome_of
from tracker.rules.systeme_3d6.procedures import winner


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """The dice of one who rolled, as they lie now."""

    who: str = ""
    """The id of a character; nothing for one of the storyteller's."""
    name: str = ""
    """What the storyteller's character is called."""
    quality: str = ""
    """The id of the quality; nothing for the storyteller's."""
    score: int = 1
    final: tuple[int, ...] = ()
    triple: bool = False
    """Three alike, when they count (house rule `triple_on`)."""
    pays: bool = False
    """She pays with complications."""

    @property
    def successes(self) -> int:
        """How many dice show the score or less."""
        return successes(self.score, self.final)

    @property
    def failed(self) -> tuple[int, ...]:
        """The places of the dice that may be rolled again."""
        return tuple(n for n, face in enumerate(self.final) if face > self.score)

    def passes(self, difficulty: int) -> bool:
        """Say whether she succeeds, paying included."""
        outcome = outcome_of(self.successes, difficulty)
        return outcome == "success" or (outcome == "choice" and self.pays)


def rolled_again(hand: Hand, die: int, face: int, triple_on: str) -> Hand:
    """Give the hand with one die rolled again. READING: the new face stands, even if it is worse."""
    final = (*hand.final[:die], face, *hand.final[die + 1 :])
    return replace(hand, final=final, triple=is_triple(final) or (triple_on == "any" and hand.triple))


def breaks_triple(hand: Hand, die: int, triple_on: str) -> bool:
    """Say whether rolling a die again may undo a triple."""
    others = (*hand.final[:die], *hand.final[die + 1 :])
    return triple_on == "final" and is_triple(hand.final) and not is_triple(others)


def outcome_now(kind: str, hands: Sequence[Hand], difficulty: int, at: int = -1) -> str:
    """Give what the hands of a roll come to, under the word the odds have; `at` is the hand that counts alone."""
    match kind:
        case "test":
            return outcome_of(hands[at].successes, difficulty)
        case "opposed":
            return winner(hands[0].successes, hands[1].successes)
        case "group":
            return group_outcome(sum(hand.passes(difficulty) for hand in hands), len(hands))
        case _:
            return str(hands[at].successes)


def hands_written(hands: Sequence[Hand]) -> list[Value]:
    """Give the hands as the log keeps them; what is empty is left out."""
    return [_written(hand) for hand in hands]


def hands_read(value: Any) -> tuple[Hand, ...]:
    """Read hands back from the log; what is none of them is left out."""
    found = value if isinstance(value, (list, tuple)) else ()
    return tuple(_read(each) for each in found if isinstance(each, Mapping))


def name_hands(draft: Draft, hands: Sequence[Hand]) -> None:
    """Have the entry carry the name of everybody who rolled."""
    for hand in hands:
        draft.name("characters", hand.who)


def hand_name(hand: Hand, names: Mapping[str, str]) -> Text:
    """Say whose hand it is; `names` are those an entry carries."""
    if hand.who:
        return text("{name}", name=names.get(path_text(("characters", hand.who)), "") or hand.who)
    return text("{name}", name=hand.name) if hand.name else text("the other side")


def name_now(campaign: Campaign, hand: Hand) -> Text:
    """Say whose hand it is at the table as it is now."""
    character = campaign.characters.get(hand.who)
    return hand_name(hand, {path_text(("characters", hand.who)): character.name} if character is not None else {})


def _written(hand: Hand) -> dict[str, Value]:
    table: dict[str, Value] = {key: value for key in ("who", "name", "quality") if (value := getattr(hand, key))}
    table.update(score=hand.score, final=list(hand.final))
    table.update({key: True for key in ("triple", "pays") if getattr(hand, key)})
    return table


def _read(table: Mapping[str, Any]) -> Hand:
    words = {key: value for key in ("who", "name", "quality") if isinstance(value := table.get(key), str)}
    score = table.get("score")
    return Hand(
        **words,
        score=score if isinstance(score, int) else 1,
        final=whole_faces(table.get("final")),
        triple=table.get("triple") is True,
        pays=table.get("pays") is True,
    )
