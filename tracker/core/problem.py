"""Problems of a campaign file, as values: where in the tree, how bad, and the sentence."""

from __future__ import annotations

from enum import Enum

from tracker.core.frozen import dataclass
from tracker.core.text import Text
from tracker.core.tree import Path


class Severity(Enum):
    """Whether play can go on."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong or odd."""

    path: Path
    """Where it stands: keys, and for elements of lists their index as text."""
    severity: Severity
    message: Text
    at_key: bool = False
    """The key is at fault, not the value."""
