"""A small table of each system, names and notes short on purpose: what is cut on its screens is ours."""

from __future__ import annotations

from typing import Any

CLOCKS = {
    "k": {"name": "Flot", "kind": "danger", "size": 6, "filled": 2},
    "l": {"name": "Feu", "kind": "progress", "size": 8, "filled": 3},
}
SMALL: dict[str, dict[str, Any]] = {
    "charge": {
        "characters": {
            "a": {
                "name": "Ada",
                "initiative": 3,
                "stress": 1,
                "condition": "mal",
                "actions": {"finesse": 2},
                "talents": [{"text": "de nuit", "kind": "die"}],
            },
            "b": {"name": "Bo", "initiative": 1, "actions": {"muscle": 1}},
        },
        "clocks": CLOCKS,
    },
    "3d6": {
        "characters": {
            "a": {
                "name": "Ada",
                "stress": 1,
                "condition": "mal",
                "qualities": {"costaud": 2, "malin": 3, "mignon": 5},
                "hearts": 2,
            },
            "b": {"name": "Bo", "qualities": {"costaud": 3, "malin": 3, "mignon": 3}},
        },
        "clocks": {**CLOCKS, "t": {"name": "Mur", "kind": "task", "size": 9, "max_rolls": 4}},
    },
    "pot": {
        "table": {"round": 1, "phase": "act", "acting": "a"},
        "characters": {
            "a": {
                "name": "Ada",
                "pot": 8,
                "ra": 4,
                "rr": 4,
                "attitudes": {"rage": 2},
                "dominant": "rage",
                "talents": {
                    "t": {"name": "Tir", "attitude": "rage", "crosses": 2},
                    "u": {"name": "Saut", "attitude": "rage", "crosses": 1},
                },
            },
            "b": {"name": "Bo", "pot": 6, "ra": 3, "rr": 3},
        },
        "clocks": CLOCKS,
    },
    "sixieme-monde": {
        "rules": {"zero": "player"},
        "table": {"pot": 5},
        "characters": {
            "a": {
                "name": "Ada",
                "karma": 2,
                "call_values": [3],
                "skills": {"s": {"name": "Tir", "score": -5}},
                "addons": {"x": {"name": "Arc", "bonus": 2}},
                "tricks": {"t": {"name": "Ruse", "bonus": 2, "active": True}},
            },
            "b": {"name": "Bo"},
        },
        "clocks": CLOCKS,
    },
}


def small(system: str, language: str = "en") -> dict[str, Any]:
    """Give the tree of the small table of a system."""
    return {"format": 1, "title": "Été", "session": 1, "language": language, "system": system, **SMALL[system]}
