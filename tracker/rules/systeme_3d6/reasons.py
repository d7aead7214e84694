"""3D6: the reasons of advantages and disadvantages, offered and never counted by themselves (3D6, Modificateurs)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.refusal import Refusal
from tracker.core.text import Text, text, text_in, text_n, verbatim
from tracker.core.tree import path_text
from tracker.rules.common.adjust import present_character
from tracker.rules.deed import Option
from tracker.rules.systeme_3d6.count import dice_thrown

ADVANTAGES = {
    "circumstances": text_in("advantage", "favourable circumstances"),
    "ally": text_in("advantage", "help of an ally"),
    "other": text_in("advantage", "something else"),
}
DISADVANTAGES = {
    "wound": text_in("disadvantage", "wound"),
    "ground": text_in("disadvantage", "difficult ground"),
    "surprise": text_in("disadvantage", "surprise"),
    "other": text_in("disadvantage", "something else"),
}
TALENT = "talent:"
"""Stands before the words of a talent of the sheet."""
ALLY = "ally:"
"""Stands before the id of a character who helps."""


def advantage_options(campaign: Campaign, who: str, chosen: Sequence[str], gain: Text | None) -> tuple[Option, ...]:
    """List what may speak for a character: talents of the sheet, the others at the table, and the usual reasons.

    `gain` is what one more of them would bring.
    """
    character = campaign.characters.get(who)
    talents = [f"{TALENT}{words}" for words in dict.fromkeys(character.talents)] if character is not None else []
    allies = [f"{ALLY}{id}" for id, other in campaign.characters.items() if id != who and other.present]
    reasons = dict.fromkeys([*talents, "circumstances", *allies, "ally", "other", *chosen])
    names = _names(campaign)
    return tuple(Option(id, reason_said(id, ADVANTAGES, names), None if id in chosen else gain) for id in reasons)


def disadvantage_options(campaign: Campaign, who: str, chosen: Sequence[str], loss: Text | None) -> tuple[Option, ...]:
    """List what may speak against a character; a wound is proposed to who has stress or a condition."""
    hurt = wound_of(campaign, who)
    options = []
    for id, label in DISADVANTAGES.items():
        note = None if id in chosen else loss
        if id == "wound" and hurt is not None:
            note = hurt if note is None else text("{hurt}: {note}", hurt=hurt, note=note)
        options.append(Option(id, label, note))
    return tuple(options)


def wound_of(campaign: Campaign, who: str) -> Text | None:
    """Say what ails a character: stress, a condition, or both; None for who is well."""
    character = campaign.characters.get(who)
    if character is None or not (character.stress or character.condition):
        return None
    stress = text("stress {filled}/{size}", filled=character.stress, size=campaign.rules.stress_size)
    if not character.condition:
        return stress
    words = verbatim(character.condition)
    return text("{stress}, {condition}", stress=stress, condition=words) if character.stress else words


def check_reasons(campaign: Campaign, who: str, advantages: Sequence[str], disadvantages: Sequence[str]) -> None:
    """Refuse a talent or a helper there is not any more, and a reason nobody knows."""
    character = campaign.characters.get(who)
    for id in advantages:
        if id.startswith(TALENT):
            if character is None or id.removeprefix(TALENT) not in character.talents:
                message = text("“{words}” is no talent of the sheet any more", words=id.removeprefix(TALENT))
                raise Refusal("no_talent", message)
        elif id.startswith(ALLY):
            if present_character(campaign, id.removeprefix(ALLY)).id == who:
                raise Refusal("bad_helper", text("nobody helps themselves"))
        elif id not in ADVANTAGES:
            raise _unknown(id)
    for id in disadvantages:
        if id not in DISADVANTAGES:
            raise _unknown(id)


def name_allies(draft: Draft, advantages: Sequence[str]) -> None:
    """Have the entry carry the names of those who help."""
    for id in advantages:
        if id.startswith(ALLY):
            draft.name("characters", id.removeprefix(ALLY))


def reasons_said(advantages: Any, disadvantages: Any, names: Mapping[str, str]) -> tuple[Text, ...]:
    """Say why a roll has more or fewer dice than three, or just three after all; nothing without any reason."""
    up = tuple(reason_said(id, ADVANTAGES, names) for id in _texts(advantages))
    down = tuple(reason_said(id, DISADVANTAGES, names) for id in _texts(disadvantages))
    dice = dice_thrown(len(up), len(down))
    if up and down:
        return (text("{dice} dice, advantage ({up}) against disadvantage ({down})", dice=dice, up=up, down=down),)
    if up:
        return (text("{dice} dice, advantage: {up}", dice=dice, up=up),)
    return (text("{dice} dice, disadvantage: {down}", dice=dice, down=down),) if down else ()


def counted(advantages: Sequence[str], disadvantages: Sequence[str]) -> Text:
    """Say how many dice there are and why, before the roll (READING: several of a kind are as one)."""
    dice = dice_thrown(len(advantages), len(disadvantages))
    if not advantages and not disadvantages:
        return text("{dice} dice", dice=dice)
    up = text_n("{count} advantage", "{count} advantages", len(advantages))
    down = text_n("{count} disadvantage", "{count} disadvantages", len(disadvantages))
    if advantages and disadvantages:
        return text("{dice} dice: {up} and {down} cancel", dice=dice, up=up, down=down)
    return text("{dice} dice: {why}", dice=dice, why=up if advantages else down)


def reason_said(id: str, named: Mapping[str, Text], names: Mapping[str, str]) -> Text:
    """Say one reason; `names` holds those of the characters, by their path."""
    if id.startswith(TALENT):
        return text("talent: {words}", words=id.removeprefix(TALENT))
    if id.startswith(ALLY):
        who = id.removeprefix(ALLY)
        return text("help of {who}", who=names.get(path_text(("characters", who)), "") or who)
    return named.get(id, verbatim(id))


def _names(campaign: Campaign) -> dict[str, str]:
    return {path_text(("characters", id)): each.name for id, each in campaign.characters.items()}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, (list, tuple)) else ()


def _unknown(id: str) -> Refusal:
    return Refusal("unknown_reason", text("“{id}” is no reason of the rules", id=id))
