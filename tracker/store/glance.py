"""What a list of campaigns says of each: its title, its system, its session, or what is wrong with the file."""

from __future__ import annotations

from pathlib import Path

from tracker.core.clean import clean
from tracker.core.frozen import dataclass
from tracker.core.problem import Severity
from tracker.core.text import Text, text
from tracker.rules.check import checked_campaign
from tracker.rules.system import system_of
from tracker.store.campaign_file import read_text
from tracker.store.located import CampaignUnreadable, Located
from tracker.store.syntax import read_toml


@dataclass(frozen=True, slots=True)
class Glance:
    """One campaign file, looked at without its log."""

    path: Path
    title: str
    """The title; without one, the name of the file. Safe to draw."""
    system: Text | None = None
    session: int = 0
    problem: Text | None = None
    """Why it cannot be played."""


def glance(path: Path) -> Glance:
    """Look at a campaign file. Never fails: what is wrong is its problem."""
    name = clean(path.stem)
    try:
        file = read_text(path)
    except CampaignUnreadable as error:
        return Glance(path, name, problem=error.first.message)
    tree = read_toml(file.head)
    if isinstance(tree, Located):
        return Glance(path, name, problem=text("line {line}: {message}", line=tree.line, message=tree.message))
    campaign, problems = checked_campaign(tree)
    first = next((problem for problem in problems if problem.severity is Severity.ERROR), None)
    title = campaign.title if campaign is not None and campaign.title else name
    if first is not None or campaign is None:
        return Glance(path, title, problem=first.message if first is not None else None)
    return Glance(path, title, system_of(campaign.system).name, campaign.session)
