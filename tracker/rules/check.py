"""Checking a whole campaign: its shape, its parts among themselves, and what its system says."""

from __future__ import annotations

from collections.abc import Iterable

from tracker.core.campaign import FORMAT, Campaign, check_clocks, check_number, read_campaign
from tracker.core.clean import clean
from tracker.core.codec import description, nearest
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
        return None, (*_log_problems(tree), *problems, *_as_if_nearest(tree))
    system = system_of(str(tree["system"]))
    campaign, found = read_campaign(tree, system.shape)
    return campaign, (*_log_problems(tree), *found, *problems_of(campaign))


def _as_if_nearest(tree: Tree) -> Iterable[Problem]:
    """List the problems of shape of a campaign whose system is mistyped."""
    id = tree.get("system")
    near = nearest(id, tuple(BUILT_IN)) if isinstance(id, str) else None
    return read_campaign(tree, system_of(near).shape)[1] if near is not None else ()


def problems_of(campaign: Campaign) -> Iterable[Problem]:
    """List what is wrong between the parts of a campaign whose shape is right."""
    yield from _check_format(campaign)
    yield from _check_names(campaign)
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
    except Refusal as refusal:
        if refusal.code == "broken_system":
            yield Problem(("system",), Severity.ERROR, refusal.message)
            return
        near = nearest(id, tuple(BUILT_IN)) if isinstance(id, str) else None
        shown = clean(str(id))
        if near is None:
            message = text("there is no dice system “{id}”; one of {words} is expected", id=shown, words=known)
        else:
            message = text("there is no dice system “{id}”; did you mean “{near}”?", id=shown, near=near)
        yield Problem(("system",), Severity.ERROR, message)


def _log_problems(tree: Tree) -> Iterable[Problem]:
    """Note a `log` above the log: the next entry could not be written behind it."""
    if "log" in tree:
        expected = text("[[log]] at the end of the file")
        message = text(
            "{key} is {found}, {expected} is expected", key="log", found=description(tree["log"]), expected=expected
        )
        yield Problem(("log",), Severity.ERROR, message)


def _check_format(campaign: Campaign) -> Iterable[Problem]:
    if campaign.head.format > FORMAT:
        message = text(
            "this file has format {number}, newer than this program; it is open for reading only",
            number=campaign.head.format,
        )
        yield Problem(("format",), Severity.WARNING, message)


def _check_names(campaign: Campaign) -> Iterable[Problem]:
    """Note that two characters cannot be told apart by their names."""
    first: dict[str, str] = {}
    for id, character in campaign.characters.items():
        if not character.name:
            continue
        other = first.setdefault(character.name.casefold(), id)
        if other != id:
            message = text(
                "{id} has the same name as {other}: {name}", id=clean(id), other=clean(other), name=character.name
            )
            yield Problem(("characters", id, "name"), Severity.WARNING, message)


def _check_stress(campaign: Campaign) -> Iterable[Problem]:
    greatest = greatest_stress(campaign)
    for id, character in campaign.characters.items():
        yield from check_number(("characters", id, "stress"), character.name or id, character.stress, 0, greatest)
        for key, counter in character.counters.items():
            if counter.max is not None:
                path = ("characters", id, "counters", key, "value")
                yield from check_number(path, counter.name or key, counter.value, 0, counter.max)
