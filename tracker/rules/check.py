"""Checking a whole campaign: its shape, its parts among themselves, and what its system says."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.core.campaign import Campaign, check_clocks, check_number, read_campaign
from tracker.core.clean import clean
from tracker.core.codec import nearest
from tracker.core.problem import Problem, Severity
from tracker.core.refusal import Refusal
from tracker.core.text import text
from tracker.core.tree import Tree
from tracker.rules.common.stress import greatest_stress
from tracker.rules.system import BUILT_IN, system_of


def checked_campaign(tree: Tree) -> tuple[Campaign | None, tuple[Problem, ...]]:
    """Give the campaign of a tree with every problem; None where not even its system is known.

    A campaign with an error among its problems is not to be played: what was wrong stands at its default.
    """
    problems = tuple(_system_problems(tree))
    if problems:
        return None, problems
    system = system_of(str(tree["system"]))
    campaign, found = read_campaign(tree, system.shape)
    return campaign, (*found, *problems_of(campaign))


def problems_of(campaign: Campaign) -> Iterable[Problem]:
    """List what is wrong between the parts of a campaign whose shape is right."""
    yield from check_clocks(campaign)
    yield from _check_stress(campaign)
    yield from system_of(campaign.system).check(campaign)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Say whether one of the problems keeps the campaign from being played."""
    return any(problem.severity is Severity.ERROR for problem in problems)


def _system_problems(tree: Tree) -> Iterable[Problem]:
    known = ", ".join(f'"{id}"' for id in BUILT_IN)
    if "system" not in tree:
        message = text(
            "{key} is missing; {expected} is expected", key="system", expected=text("one of {words}", words=known)
        )
        yield Problem((), Severity.ERROR, message)
        return
    id = tree["system"]
    try:
        if not isinstance(id, str):
            raise Refusal("unknown_system", text("no system"))
        system_of(id)
    except Refusal:
        near = nearest(id, tuple(BUILT_IN)) if isinstance(id, str) else None
        shown = clean(str(id))
        if near is None:
            message = text("there is no dice system “{id}”; one of {words} is expected", id=shown, words=known)
        else:
            message = text("there is no dice system “{id}”; did you mean “{near}”?", id=shown, near=near)
        yield Problem(("system",), Severity.ERROR, message)


def _check_stress(campaign: Campaign) -> Iterable[Problem]:
    greatest = greatest_stress(campaign)
    for id, character in campaign.characters.items():
        yield from check_number(("characters", id, "stress"), character.name or id, character.stress, 0, greatest)
        for key, counter in character.counters.items():
            if counter.max is not None:
                path = ("characters", id, "counters", key, "value")
                yield from check_number(path, counter.name or key, counter.value, 0, counter.max)
