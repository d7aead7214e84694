"""Sixième Monde: one penalty for several (text, step 2): dice thrown once whose sum enters the rolls of others too."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.core.campaign import Campaign
from tracker.core.entry import Entry, whole_faces
from tracker.core.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Penalty dice on the table."""

    n: int
    """The number of the log line they were thrown in, or counted in last."""
    faces: tuple[int, ...]
    who: str = ""
    """Whose roll it was."""
    who_name: str = ""

    @property
    def sum(self) -> int:
        """What they add to a roll."""
        return sum(self.faces)


def last_penalty(campaign: Campaign) -> Penalty | None:
    """Give the penalty of the newest roll of this scene that had one; None without any."""
    for entry in _standing(campaign):
        if entry.event in {"session", "scene"}:
            return None
        if (found := _penalty(entry)) is not None:
            return found
    return None


def penalty_of(campaign: Campaign, n: int) -> Penalty | None:
    """Give the penalty of a log line, None where there is none or it has been taken back."""
    if n < 1:
        return None
    newer = next((entry for entry in _standing(campaign) if entry.n <= n), None)
    return _penalty(newer) if newer is not None and newer.n == n else None


def _standing(campaign: Campaign) -> Iterator[Entry]:
    """Give the entries that are not taken back, the newest first; no more of the log is read than is asked for."""
    decided: dict[int, bool] = {}
    for entry in reversed(campaign.log):
        if entry.beat_of is not None:
            decided.setdefault(entry.beat_of, entry.event != "undo")
        elif decided.get(entry.beat, True):
            yield entry


def _penalty(entry: Entry) -> Penalty | None:
    faces = entry.result.get("malus") if entry.roll == "test" else None
    if not isinstance(faces, (list, tuple)) or not faces:
        return None
    return Penalty(n=entry.n, faces=whole_faces(faces), who=entry.who, who_name=entry.who_name)
