"""POT: whose turn it is, read from the table and the sheets (POT, Répartition des dés, Action).

Who is absent or out of the scene is left out of the order.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.core.campaign import Campaign
from tracker.core.draft import Draft
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.rules.pot.house import HARGNE
from tracker.rules.pot.procedures import by_hargne, by_reserve


def hargne(character: Any) -> int:
    """Give the points of the attitude that orders the splitting; 0 where the sheet does not have it."""
    attitudes: dict[str, int] = {name.casefold(): points for name, points in character.attitudes.items()}
    return next((attitudes[name] for name in HARGNE if name in attitudes), 0)


def takes_part(character: Any) -> bool:
    """Say whether a character has turns."""
    return bool(character.present and not character.taken_out)


def splitting_order(campaign: Campaign) -> list[str]:
    """Give who splits, the highest hargne first."""
    return by_hargne((id, hargne(pc)) for id, pc in campaign.characters.items() if takes_part(pc))


def acting_order(campaign: Campaign) -> list[str]:
    """Give who acts, the most RA first."""
    return by_reserve((id, pc.ra, hargne(pc)) for id, pc in campaign.characters.items() if takes_part(pc))


def phase_of(campaign: Campaign) -> str:
    """Give the phase: acting, too, when the last who had to split has left."""
    table = campaign.table
    if table.phase == "split" and all(id in table.done for id in splitting_order(campaign)):
        return "act"
    phase: str = table.phase
    return phase


def had_turn(campaign: Campaign) -> tuple[str, ...]:
    """Give who has had the turn in this phase."""
    done: tuple[str, ...] = campaign.table.done
    return done if phase_of(campaign) == campaign.table.phase else ()


def waiting(campaign: Campaign) -> list[str]:
    """Give who has not had the turn in this phase, the next one first; who has it is the first of them."""
    phase, done = phase_of(campaign), had_turn(campaign)
    if phase == "none":
        return []
    order = splitting_order(campaign) if phase == "split" else acting_order(campaign)
    left = [id for id in order if id not in done]
    acting = campaign.table.acting
    return [acting, *(id for id in left if id != acting)] if acting in left else left


def on_turn(campaign: Campaign) -> str:
    """Give whose turn it is, or nothing."""
    return next(iter(waiting(campaign)), "")


def turn_order(campaign: Campaign) -> tuple[str, ...]:
    """Give everybody as the round goes: who has had the turn, who has it, who waits, who is left out."""
    if campaign.table.phase == "none":
        return tuple(campaign.characters)
    done = [id for id in had_turn(campaign) if id in campaign.characters]
    order = dict.fromkeys((*done, *waiting(campaign), *campaign.characters))
    return tuple(order)


def check_turn(campaign: Campaign, who: str, phase: str) -> None:
    """Refuse what belongs to another phase (`other_phase`) or to somebody else's turn (`not_their_turn`)."""
    if phase_of(campaign) != phase:
        raise Refusal("other_phase", text("the round does not stand there any more"))
    now = on_turn(campaign)
    if who != now:
        raise not_their_turn(campaign, now)


def not_their_turn(campaign: Campaign, now: str) -> Refusal:
    """Give the refusal that names whose turn it is."""
    if now not in campaign.characters:
        return Refusal("not_their_turn", text("everybody has acted; reactions come from RR"))
    name = campaign.characters[now].name or now
    return Refusal("not_their_turn", text("it is the turn of {who}; the table menu can give it to others", who=name))


def pass_turn(draft: Draft, who: str) -> str:
    """Note that a character has had the turn, and give it to the next; gives the id of the next, or nothing."""
    campaign = draft.campaign
    phase: Any = phase_of(campaign)
    draft.put_table(replace(campaign.table, phase=phase, done=(*had_turn(campaign), who), acting=""))
    if phase == "split" and phase_of(draft.campaign) == "act":
        draft.put_table(replace(draft.campaign.table, phase="act", done=()))
    following = on_turn(draft.campaign)
    draft.put_table(replace(draft.campaign.table, acting=following))
    return following
