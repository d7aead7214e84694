"""Which systems there are. Only the module of the system asked for is imported."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from tracker.core.clean import clean
from tracker.core.house import Rules
from tracker.core.refusal import Refusal
from tracker.core.text import Quoted, text
from tracker.rules.procedure import Procedure

if TYPE_CHECKING:
    from tracker.rules.protocol import System

BUILT_IN = {
    "charge": "tracker.rules.charge",
    "3d6": "tracker.rules.systeme_3d6",
    "pot": "tracker.rules.pot",
    "sixieme-monde": "tracker.rules.sixieme_monde",
}
"""System id → its package."""
PLUG_INS = "tracker.systems"
"""The entry point group that packages of further systems are found by."""

Numeric: TypeAlias = tuple[Mapping[str, Procedure[Any]], type[Rules]]
"""What scripts need of a system: its procedures by id, and its house rules."""


def procedures_of(system_id: str) -> Numeric:
    """Give the procedures and the house rules of a system, without its sheet. Raises Refusal `unknown_system`."""
    built_in = system_id in BUILT_IN
    module: Any = import_module(f"{BUILT_IN[system_id]}.procedures") if built_in else _stranger(system_id, "procedures")
    return module.PROCEDURES, module.RULES


def system_of(system_id: str) -> System:
    """Give a whole system. Raises Refusal `unknown_system`, `broken_system` for a plug-in that does not load."""
    if system_id in BUILT_IN:
        return _loaded(BUILT_IN[system_id])
    system: System = _stranger(system_id, "system").SYSTEM
    return system


@lru_cache(maxsize=32)
def _loaded(package: str) -> System:
    system: System = import_module(f"{package}.system").SYSTEM
    return system


def _stranger(system_id: str, part: str) -> Any:
    """Load a module of somebody else's package; whatever goes wrong in it is said in one sentence."""
    package = _package(system_id)
    try:
        module = import_module(f"{package}.{part}")
        for name in ("SYSTEM",) if part == "system" else ("PROCEDURES", "RULES"):
            getattr(module, name)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        message = text(
            "the system {id} ({package}) cannot be loaded: {reason}",
            id=system_id,
            package=package,
            reason=clean(reason),
        )
        raise Refusal("broken_system", message, input="system") from error
    return module


def _package(system_id: str) -> str:
    package = BUILT_IN.get(system_id) or _plug_ins().get(system_id)
    if package is None:
        raise Refusal("unknown_system", text("there is no system {id}", id=Quoted(system_id)), input="system")
    return package


@lru_cache(maxsize=1)
def _plug_ins() -> dict[str, str]:
    """Find the installed packages of further systems; read only for an id that is not built in, for it is slow."""
    from importlib.metadata import entry_points

    return {each.name: each.value for each in entry_points(group=PLUG_INS)}
